"""Comments in a syntax tree: statements that become comments in its text."""

from __future__ import annotations

import ast
from collections.abc import Sequence

_MARK = "comment_"


class Comments:
    """The comments of one text."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def statement(self, text: str) -> ast.stmt:
        """A statement in place of a comment, until `lines` writes it."""
        self.texts.append(" ".join(text.split()))
        return ast.Expr(ast.Name(f"{_MARK}{len(self.texts) - 1}"))

    def lines(self, statements: Sequence[ast.stmt]) -> list[str]:
        """The lines of statements, comments among them.

        >>> some = Comments()
        >>> some.lines([some.statement("of no use"), ast.Pass()])
        ['# of no use', 'pass']
        """
        module = ast.fix_missing_locations(ast.Module(list(statements), []))
        return [self._line(line) for line in ast.unparse(module).splitlines()]

    def _line(self, line: str) -> str:
        bare = line.lstrip()
        number = bare.removeprefix(_MARK)
        if number == bare or not number.isdigit():
            return line
        return f"{line[: len(line) - len(bare)]}# {self.texts[int(number)]}"
