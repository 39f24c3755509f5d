"""Watching a machine work: the moments of a run, in a page and in a terminal."""
