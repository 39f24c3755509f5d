"""In a notebook a configuration shows itself: one bar per disk."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from hanoi_fsm import Configuration, trace


@pytest.mark.parametrize("digits", ["", "0", "012", "2" * 40])
def test_a_configuration_shows_one_bar_per_disk(digits: str) -> None:
    bundle = Configuration(digits)._repr_mimebundle_()
    svg = ElementTree.fromstring(bundle["image/svg+xml"])
    assert len([part for part in svg.iter() if part.tag.endswith("rect")]) == len(digits)
    assert bundle["text/plain"] == f"Configuration({digits!r})"


def test_a_configuration_that_fits_no_page_shows_its_digits_only() -> None:
    assert list(Configuration("0" * 41)._repr_mimebundle_()) == ["text/plain"]


def test_a_trace_shows_the_pegs() -> None:
    assert "<td>- | 1 | 2</td>" in trace(2)._repr_html_()
