"""The one palette of all pictures: a person with any kind of colour vision can tell its hues apart.

Colour never carries meaning alone: disks have numerals, highlighted lines are wider. Hues belong to
disks, and to highlights; pegs have none. On a dark page each colour becomes that of `DARK`.
"""

INK, PAPER, SHADE = "#1d2129", "#fffefb", "#f3f0e8"
FAINT, LINE = "#5a6170", "#868b96"
"""Secondary text and lines, with contrasts of 4.5:1 and 3:1."""

STATES = (
    ("#2672de", "#fffeff", "#dbe8fb"),
    ("#00694b", "#fffffe", "#cfebdf"),
    ("#561a98", "#fffffd", "#e6dafa"),
    ("#c8427c", "#fffffc", "#fbdde9"),
    ("#1b7f99", "#fffdff", "#d3ecf2"),
    ("#3f4653", "#fffcff", "#e3e6eb"),
)
"""Of each state the solid colour, that of the text on it, and the tint, in the order of the states;
they repeat. The texts have almost one colour, which becomes another one each on a dark page."""

LIT_FILL, LIT_LINE = "#fde68a", "#b45309"
SECOND_FILL, SECOND_LINE = "#ddd6fe", "#6d28d9"
"""What is highlighted, and the second of two."""

FAULT_FILL, FAULT_LINE = "#fee2e2", "#991b1b"

BLACK, WHITE = "#030712", "#fefefe"
"""Numerals on disks, which have the same colours on a dark page."""

DISKS = (
    ("#4591f7", BLACK),
    ("#b58a17", BLACK),
    ("#0f8558", WHITE),
    ("#ff4793", BLACK),
    ("#705dbb", WHITE),
    ("#ab5225", WHITE),
)
"""The fill of each disk and the colour of its numeral, the smallest first; they repeat.

The fills are neither light nor dark: they have a contrast of 3:1 to a light page and to a dark one,
and so to the gap between the disk that has just moved and its rim.
"""

CHIPS = ("#dbeafe", "#fef3c7", "#dcfce7", "#fce7f3", "#ede9fe", "#e2e8f0")
"""Fills behind the names of states, in the order of the states; they repeat."""

DARK = {
    INK: "#eeebe4",
    PAPER: "#1b1e26",
    SHADE: "#262a35",
    FAINT: "#a9afbc",
    LINE: "#7d8492",
    "#2672de": "#3d8ff5",
    "#fffeff": "#06101f",
    "#dbe8fb": "#1b3458",
    "#00694b": "#43d89e",
    "#fffffe": "#04150d",
    "#cfebdf": "#134434",
    "#561a98": "#bda2ff",
    "#fffffd": "#120726",
    "#e6dafa": "#392c5c",
    "#c8427c": "#b0567f",
    "#fffffc": "#fffffb",
    "#fbdde9": "#4b2539",
    "#1b7f99": "#5fc3dc",
    "#fffdff": "#051418",
    "#d3ecf2": "#173f4a",
    "#3f4653": "#9aa3b2",
    "#fffcff": "#0d1015",
    "#e3e6eb": "#333a46",
    LIT_FILL: "#5f340b",
    LIT_LINE: "#fbbf24",
    SECOND_FILL: "#4c1d95",
    SECOND_LINE: "#c4b5fd",
    FAULT_FILL: "#6b1717",
    FAULT_LINE: "#f87171",
    CHIPS[0]: "#1e3a5f",
    CHIPS[1]: "#4a3a10",
    CHIPS[2]: "#14472a",
    CHIPS[3]: "#5a1f45",
    CHIPS[4]: "#3b2a6b",
    CHIPS[5]: "#334155",
}
"""What each colour becomes on a dark page; disks and their numerals remain."""


def disk_colours(disk: int) -> tuple[str, str]:
    """The fill of a disk, 1 the smallest, and the colour of its numeral."""
    return DISKS[(disk - 1) % len(DISKS)]
