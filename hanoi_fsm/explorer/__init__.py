"""Watching a machine work: the moments of a run, and the player that shows them in a terminal."""
