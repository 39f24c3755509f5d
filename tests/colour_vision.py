"""What eyes make of colours: contrast (WCAG 2.1), colour blindness (Machado, Oliveira and
Fernandes 2009, all of one receptor missing), and how different two colours look (CIEDE2000).
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import NamedTuple

MISSING = {
    "red receptors": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "green receptors": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "blue receptors": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "nothing": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
"""What is seen of linear red, green and blue without these receptors."""

TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)
Triple = tuple[float, float, float]


class Lab(NamedTuple):
    """Lightness from 0 to 100, and how red and how yellow."""

    lightness: float
    a: float
    b: float


def linear(colour: str) -> Triple:
    """The light of a colour such as `#1e293b`, each part from 0 to 1."""
    red, green, blue = (part / 255 for part in bytes.fromhex(colour.removeprefix("#")))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def luminance(light: Triple) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def contrast(one: str, other: str) -> float:
    """From 1, for the same colour, to 21, for black and white."""
    dark, light = sorted(luminance(linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def seen(colour: str, missing: str) -> Lab:
    """A colour as it looks to a person who has not these receptors."""
    light = (min(1.0, max(0.0, part)) for part in _times(MISSING[missing], linear(colour)))
    xyz = _times(TO_XYZ, (next(light), next(light), next(light)))
    x, y, z = (_cube_root(part / white) for part, white in zip(xyz, WHITE, strict=True))
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def _times(matrix: tuple[Triple, ...], vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _cube_root(part: float) -> float:
    return float(part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116)


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000 (Sharma, Wu and Dalal 2005): 1 is just seen, 10 at a glance."""
    mean_chroma = (hypot(one.a, one.b) + hypot(other.a, other.b)) / 2
    stretch = 1.5 - 0.5 * sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))
    (c1, h1), (c2, h2) = (_polar(colour.a * stretch, colour.b) for colour in (one, other))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 and c2 else 0
    d_light, d_chroma = other.lightness - one.lightness, c2 - c1
    d_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (one.lightness + other.lightness) / 2, (c1 + c2) / 2
    hue = (h1 + turn / 2) % 360 if c1 and c2 else h1 + h2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    by_light = d_light / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma, by_hue = d_chroma / (1 + 0.045 * chroma), d_hue / (1 + 0.015 * chroma * t)
    turned = 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    turned *= -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + turned * by_chroma * by_hue)


def _polar(a: float, b: float) -> tuple[float, float]:
    return hypot(a, b), degrees(atan2(b, a)) % 360
