"""Checks of calls: a wrong call of a public function raises `BadInput` with the function's name."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, wraps
from numbers import Real
from os import PathLike
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from hanoi_fsm.fsm.errors import BadInput, shortened

if TYPE_CHECKING:
    from inspect import Signature

KINDS: Mapping[str, Any] = {  # classes, for `isinstance`
    "None": type(None),
    "float": Real,
    "str": str,
    "bytes": bytes,
    "Path": PathLike,
    "PathLike": PathLike,
    "Callable": Callable,
    "Progress": Callable,
    "Collection": Collection,
    "Iterable": Iterable,
    "Mapping": Mapping,
    "Sequence": Sequence,
}
"""The annotations that are checked; a parameter with any other word in its own is not."""

_Given = ParamSpec("_Given")
_Back = TypeVar("_Back")


def checked(function: Callable[_Given, _Back]) -> Callable[_Given, _Back]:
    """Wrap a function so that a call which does not fit its signature raises `BadInput`.

    A parameter is written with a `=` in backticks, as in all errors of this package, so that the
    command line can replace it by its option.

    >>> @checked
    ... def greet(name: str, *, again: Callable[[], str] | None = None) -> str:
    ...     return f"hello {name}"
    >>> greet("you")
    'hello you'
    >>> greet(3)
    Traceback (most recent call last):
        ...
    hanoi_fsm.fsm.errors.BadInput: greet: invalid `name=3`: expected str
    >>> greet("you", loud=True)
    Traceback (most recent call last):
        ...
    hanoi_fsm.fsm.errors.BadInput: `loud=` does not apply to greet: leave it out
    """

    @wraps(function)
    def call(*values: _Given.args, **named: _Given.kwargs) -> _Back:
        form, kinds = _form(function)
        itself = values[0] if "self" in form.parameters else None
        who = getattr(itself, "shown", function.__name__)
        try:
            given = form.bind(*values, **named).arguments
        except TypeError as error:
            takes = [one for one in form.parameters.values() if one.name != "self"]
            known = {one.name for one in takes if one.kind is not one.POSITIONAL_ONLY}
            wrong = f"{who}: {error}: expected {', '.join(one.name for one in takes)}"
            if unknown := [name for name in named if name not in known]:
                wrong = f"`{unknown[0]}=` does not apply to {who}: leave it out"
            raise BadInput(wrong) from None
        for name, (classes, expected) in kinds.items():
            if name in given and not isinstance(given[name], classes):
                wrong = f"invalid `{name}={shortened(given[name])}`"
                raise BadInput(f"{who}: {wrong}: expected {expected}")
        return function(*values, **named)

    return call


@cache
def _form(
    function: Callable[..., object],
) -> tuple[Signature, dict[str, tuple[tuple[type, ...], str]]]:
    """The signature of a function, and the allowed types of its parameters."""
    from inspect import formatannotation, signature  # slow to import

    form, kinds = signature(function), {}
    for name, parameter in form.parameters.items():
        hint = getattr(parameter.annotation, "__bound__", parameter.annotation)
        text = hint if isinstance(hint, str) else formatannotation(hint)
        plain = expected = re.sub(r"\b(?:\w+\.)+", "", text)
        while "[" in plain:
            plain = re.sub(r"\[[^\[\]]*\]", "", plain)
        words = plain.split(" | ")
        if all(word in KINDS for word in words):
            kinds[name] = tuple(KINDS[word] for word in words), expected
    return form, kinds
