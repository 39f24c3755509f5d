"""The colours of the pictures of the puzzle, beside those that all pictures share."""

from __future__ import annotations

DISK_COLOURS = ("#0ea5e9", "#22c55e", "#eab308", "#f97316", "#e11d48", "#a855f7")
"""The disks, the smallest first; they repeat beyond the sixth."""

PEG_COLOURS = ("#e0f2fe", "#dcfce7", "#ffe4e6")
MOVED_COLOURS = ("#0369a1", "#15803d", "#be123c")
"""The pegs in the disk table: of a disk that has stayed there, and of one that has just moved."""

SECOND_FILL, SECOND_LINE = "#ddd6fe", "#6d28d9"
"""The second of two shortest paths in the Hanoi graph."""

FAINT_LINE = "#94a3b8"
"""The edges of a Hanoi graph too large for labels."""
