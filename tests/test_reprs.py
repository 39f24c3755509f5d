"""What an interpreter shows of a value fits on a line, however large the value is."""

from dataclasses import replace

import pytest

from hanoi_fsm import Configuration, Diagram, PegMatrix, automata

TWO_STOREY = automata.get("two-storey").automaton
SIZES = "5 states, 8 transitions>"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (TWO_STOREY, f"<Automaton two-storey: {SIZES}"),
        (replace(TWO_STOREY, name="mine"), f"<Automaton mine over two-storey: {SIZES}"),
        (
            replace(TWO_STOREY, name="x" * 99),
            f"<Automaton {'x' * 28}...{'x' * 11} over two-storey: {SIZES}",
        ),
        (Diagram(TWO_STOREY, lit=["crown"]), f"<Diagram two-storey: {SIZES}"),
        (automata.get("two-storey"), f"<Solver two-storey: {SIZES}"),
        (PegMatrix(3, peg=1), "PegMatrix.standing('111')"),
        (PegMatrix(999), f"PegMatrix.standing('{'0' * 28}...{'0' * 27}')"),
        (Configuration("0021"), "Configuration('0021')"),
    ],
)
def test_a_value_shows_itself_in_one_line(value: object, shown: str) -> None:
    assert repr(value) == shown
    assert repr(value).isprintable()
    assert len(repr(value)) <= 100
