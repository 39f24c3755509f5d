"""The one palette of all pictures: a person with any kind of colour vision can tell its hues apart.

Colour never carries meaning alone: disks have numerals, highlighted lines are wider. Hues belong to
disks, and to highlights; pegs have none. On a dark page each colour becomes that of `DARK`.
"""

INK, PAPER, SHADE = "#1e293b", "#ffffff", "#f1f5f9"
FAINT, LINE = "#526077", "#7c8ba1"
"""Text and lines that step back, with contrasts of 4.5:1 and 3:1."""

LIT_FILL, LIT_LINE = "#fde68a", "#b45309"
SECOND_FILL, SECOND_LINE = "#ddd6fe", "#6d28d9"
"""What is highlighted, and the second of two."""

FAULT_FILL, FAULT_LINE = "#fee2e2", "#b91c1c"

DISKS = (
    ("#0072b2", PAPER),
    ("#e69f00", INK),
    ("#007a5a", PAPER),
    ("#cc79a7", INK),
    ("#56b4e9", INK),
    ("#a83f00", PAPER),
)
"""The fill of each disk and the colour of its numeral, the smallest first; they repeat."""

CHIPS = ("#dbeafe", "#fef3c7", "#dcfce7", "#fce7f3", "#ede9fe", "#e2e8f0")
"""Fills behind the names of states, in the order of the states; they repeat."""

DARK = {
    INK: "#e2e8f0",
    PAPER: "#0f172a",
    SHADE: "#1e293b",
    FAINT: "#a3b1c6",
    LINE: "#7c8ba1",
    LIT_FILL: "#713f12",
    LIT_LINE: "#fbbf24",
    SECOND_FILL: "#4c1d95",
    SECOND_LINE: "#c4b5fd",
    FAULT_FILL: "#7f1d1d",
    FAULT_LINE: "#fca5a5",
} | dict(
    zip(CHIPS, ("#1e3a5f", "#4a3a10", "#14472a", "#5a1f45", "#3b2a6b", "#334155"), strict=True)
)
"""What each colour becomes on a dark page; those of disks remain."""
