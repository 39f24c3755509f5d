"""The player that shows the moments of a run in a terminal."""
