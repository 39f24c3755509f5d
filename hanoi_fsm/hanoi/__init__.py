"""The puzzle: everything that knows pegs and disks."""
