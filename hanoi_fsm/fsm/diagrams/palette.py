"""The palette of all pictures, with hues that are distinct for any kind of colour vision.

Ink is the interface; warm colours are matter, for disks; cool colours are mind, for states; red is
for errors. No colour carries meaning alone: disks have numerals, states have names, highlighted
lines are wider. On a dark page `DARK` replaces each colour.
"""

INK, PAPER, SHADE = "#1d2129", "#fffefb", "#f3f0e8"
FAINT, LINE = "#5a6170", "#868b96"
"""Secondary text and lines, with contrast ratios of 4.5:1 and 3:1."""

STATES = (
    ("#2672de", "#fffeff", "#dbe8fb"),
    ("#00694b", "#fffffe", "#cfebdf"),
    ("#561a98", "#fffffd", "#e6dafa"),
    ("#c8427c", "#fffffc", "#fbdde9"),
    ("#1b7f99", "#fffdff", "#d3ecf2"),
    ("#3f4653", "#fffcff", "#e3e6eb"),
)
"""The solid colour of each state, the colour of text on it, and the tint, in the order of states.

They repeat. The text colours differ slightly, as each has its own counterpart on a dark page.
"""

FAULT_FILL, FAULT_LINE = "#fee2e2", "#991b1b"

BLACK, WHITE, MIDDLE = "#030712", "#fefefe", "#fdfefe"
"""Numerals on disks; the last is white on a light page and black on a dark page."""

FINE = 48
"""The steps of the ramp of disks."""

CHIPS = tuple(tint for _, _, tint in STATES)
"""Fills behind names, in the order of the states or outputs; they repeat."""

DARK: dict[str, str] = {
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
    FAULT_FILL: "#6b1717",
    FAULT_LINE: "#f87171",
}
"""Each colour's counterpart on a dark page."""


RAMP = ("#f2b25c", "#d9813a", "#a8502a", "#5c2717"), ("#ffdea8", "#f3aa62", "#d67642", "#a8502e")
"""The colours of disks, smallest to largest, on a light and on a dark page."""


def _on_ramp(ramp: tuple[str, ...], step: int) -> str:
    """The colour at a step of a ramp, interpolated between two of its colours."""
    at, share = divmod(step * (len(ramp) - 1) / FINE, 1)
    ends = [bytes.fromhex(ramp[min(int(at) + more, len(ramp) - 1)][1:]) for more in (0, 1)]
    return f"#{bytes(round(a + share * (b - a)) for a, b in zip(*ends, strict=True)).hex()}"


DARK |= {_on_ramp(RAMP[0], step): _on_ramp(RAMP[1], step) for step in range(FINE + 1)}
DARK[MIDDLE] = BLACK


def disk_colours(disk: int, disks: int) -> tuple[str, str]:
    """The fill and the numeral's colour of a disk, 1 the smallest of a tower of `disks`."""
    step = round(FINE * (disk - 1) / max(1, disks - 1))
    darkest = BLACK if step < 28 else MIDDLE
    return _on_ramp(RAMP[0], step), darkest if step < 44 else WHITE
