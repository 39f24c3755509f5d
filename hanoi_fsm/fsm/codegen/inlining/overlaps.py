"""Guards that may hold at once: where one transition is enabled, the later ones are asked too."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from hanoi_fsm.fsm.codegen.inlining.bodies import Bodies
from hanoi_fsm.fsm.codegen.inlining.flow import is_bool, negated, pure
from hanoi_fsm.fsm.codegen.inlining.names import assign, name_of
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque
from hanoi_fsm.fsm.notation import Transition

Known = dict[str, tuple[bool | None, frozenset[bool]]]
"""What is known of the answers to guards: the answer, or those that it is not."""


class Overlaps(Bodies):
    """Writes the questions whether a second transition is enabled."""

    event: str

    def all_quiet(self, guards: Iterable[str]) -> bool:
        """Whether all guards are expressions without effect, so that they can be asked later."""
        for name in guards:
            try:
                written, found = self.inside(self.word, name, wanted=True)
            except Opaque:
                return False
            if written or found is None or not pure(found):
                return False
        return True

    def overlaps(self, ways: Sequence[Transition], at: int, known: Known) -> None:
        """Report where a later transition is enabled too."""
        for other in ways[at + 1 :]:
            answers = {guard: known.get(guard.name, (None,))[0] for guard in other.guards}
            if any(answer is (not guard.answer) for guard, answer in answers.items()):
                continue
            tests: list[ast.expr] = []
            for guard in other.guards:
                if answers[guard] is guard.answer:
                    continue
                value = self.word(guard.name, wanted=True)
                assert value is not None
                tests.append(holds(value, guard.answer))
            words = f"consistent(memory, state, {self.event})"
            check, _ = self.inside(self.settle)
            check.append(ast.Expr(ast.parse(words, mode="eval").body))
            if not tests:
                self.out += check
                continue
            test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
            self.out.append(self.guarding(ast.If(test, check, [])))

    def guarding(self, one: ast.If) -> ast.stmt:
        """The check; an error of a guard that need not be asked is ignored."""
        if all(isinstance(part, _NEVER_RAISES) for part in ast.walk(one.test)):
            return one
        found = name_of(self.names.fresh("overlap", single=False))
        handler = ast.ExceptHandler(
            name_of("Exception"), None, [assign(found, ast.Constant(False))]
        )
        self.out.append(ast.Try([assign(found, one.test)], [handler], [], []))
        return ast.If(found, one.body, [])


def holds(value: ast.expr, answer: bool) -> ast.expr:
    """The condition that a guard gives this answer."""
    if is_bool(value):
        return value if answer else negated(value)
    return ast.Compare(value, [ast.Is()], [ast.Constant(answer)])


_NEVER_RAISES = (
    *(ast.Compare, ast.Constant, ast.Name, ast.Attribute, ast.expr_context),
    *(ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.UnaryOp, ast.Not),
)
