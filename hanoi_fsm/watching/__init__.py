"""Watching a machine work: the moments of a run, and what shows them: a page, and a terminal."""
