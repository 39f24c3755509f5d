"""Tables of cases: each case is a test of its own, with an id that says what it is about."""

from collections.abc import Iterable, Sequence

import pytest


def ids(cases: Iterable[Sequence[object]], place: int = 0) -> list[str]:
    """The ids of the cases: how the value at a place begins, which pytest makes unique."""
    return [str(case[place])[:50] for case in cases]


def sweep_if(is_slow: bool) -> list[pytest.MarkDecorator]:
    """The marks of a case that waits for the sweep if it is slow."""
    return [pytest.mark.sweep] if is_slow else []
