"""A share of many slow cases is tried every day, the others in the sweep."""

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(share: int, cases: Iterable[Any]) -> list[Any]:
    """All the cases; all but the first of each `share` of them are marked `sweep`."""
    marked = []
    for number, case in enumerate(cases):
        values = case if isinstance(case, tuple) else (case,)
        marks = [pytest.mark.sweep] if number % share else []
        marked.append(pytest.param(*values, marks=marks))
    return marked
