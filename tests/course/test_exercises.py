"""Exercises: what is asked, which answers are right, and what is said of wrong ones."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from chance import chance
from commands import run
from oracle import Step, distances, once_and_twice, solution, textbook

from hanoi_fsm import Automaton, minimize
from hanoi_fsm.course.exercises import DIAGRAM, WORDS, Exercise, Question, ask, exercises
from hanoi_fsm.course.machines import program
from hanoi_fsm.fsm.errors import BadInput, TextError

ANSWERS: dict[int, Any] = {
    1: ["2", ("1", "counted from 1"), ("3", "half as often"), ("4", "from the smallest")],
    2: [
        "15 4",
        ("16 4", "one less than a power"),
        ("15 8", "go down from there"),
        ("4 15", "if t"),
    ],
    3: ["disk 1: 0 -> 1", ("1 0 2", "small tower"), ("32 0 2", "middle"), ("1 1 0", "First the")],
    4: [
        "0 > 1 > 2",
        ("0 2 1", "its neighbours"),
        ("0 2", "name all three"),
        ("1 2 0", "largest d"),
    ],
    5: ["5 0 2, 4 0 1", ("5 0 2", "the move"), ("4 0 1", "wait"), ("4 0 1 5 0 2", "in the order")],
    6: ["2 0 1", ("2 1 0", "First the peg"), ("2 0 2", "other way round"), ("1 0 1", "trailing")],
    7: ["210222", ("211222", "before step 40"), ("222012", "comes first"), ("101000", "bits")],
    8: ["locked", ("open", "before the last event"), ("half", "finger"), ("refused", "finger")],
    10: ["1 3 1 2", ("1 3 2 1", "where disk 1 goes next"), ("5 3 1 2", "without"), ("1", "height")],
    11: ["crown", ("foundation", "after the step"), ("base", "step before"), ("done", "last move")],
    13: ["3", ("2", "the glued disks move"), ("5", "half as many steps"), ("7", "Steps 1 to 3")],
    23: ["00", ("1", "Which edge"), ("2", "Which edge"), ("22", "Which edge")],
    24: ["12 twice", ("12 once", "how often"), ("14 once", "shorter"), ("14 twice", "before and")],
    25: ["", ("02", "from the largest"), ("10", "from the largest"), ("1020", "from the largest")],
}
"""Of each exercise in words, for the seed 1: what is right, and wrong answers with their hints."""

TURNSTILE = """
    locked -> half   : coin / "one more"
    half   -> open   : coin / "open"
    open   -> open   : coin / "returned"
    locked -> locked : push / "refused"
    half   -> half   : push / "refused"
    open   -> locked : push / "locked"
"""
DISTANCE = """
    0 -> 0 : 0 / write_0
    0 -> 2 : 1 / write_1
    0 -> 1 : 2 / write_1
    1 -> 2 : 0 / write_1
    1 -> 1 : 1 / write_0
    1 -> 0 : 2 / write_1
    2 -> 1 : 0 / write_1
    2 -> 0 : 1 / write_1
    2 -> 2 : 2 / write_0
"""
TWO_STOREY = """
    dismantle  -> base       : step [!built]                  / carry
    base       -> crown      : step [!built]                  / move_ahead
    crown      -> foundation : step                           / carry
    foundation -> dismantle  : step [!built & ahead_smaller]  / move_back
    foundation -> dismantle  : step [!built & !ahead_smaller] / move_ahead
    dismantle  -> done       : step [built]
    base       -> done       : step [built]
    foundation -> done       : step [built]
"""
PENDULUM = """
    small -> other : step [!built] / carry
    small -> done  : step [built]
    other -> small : step [!built & ahead_smaller] / move_back
    other -> small : step [!built & !ahead_smaller] / move_ahead
    other -> done  : step [built]
"""
DISK_1 = """
    a -> b : step / "1"
    b -> c : step / "1"
    c -> d : step / "2"
    d -> e : step / "2"
    e -> f : step / "0"
    f -> a : step / "0"
"""
MONK = """
    pray -> pray : step [!built] / move_next
    pray -> done : step [built]
"""
THREE_STATE = """
    first  -> second : step [!built] / move_first_pair
    second -> third  : step [!built] / move_second_pair
    third  -> first  : step          / move_third_pair
    first  -> done   : step [built]
    second -> done   : step [built]
"""
PARITY = """
    x -> x : 0 / "even"
    x -> x : 1 / "odd"
"""
DIAGRAMS: dict[int, Any] = {
    9: (
        TURNSTILE,
        ('/ "open"', '/ "open!"', "half -> open"),
        ("half   -> open", "half -> half", "half -> half"),
        ("half   : push", "half : coin", "half -> half"),
    ),
    12: (
        TWO_STOREY,
        ("step                           ", "step [built] ", "crown -> foundation"),
        ("move_back", "move_ahead", "[!built & ahead_smaller] / move_ahead"),
        ("    base       -> done       : step [built]\n", "", "dismantle -> base"),
    ),
    14: (
        PENDULUM,
        ("& !ahead", "& ahead", "other -> small"),
        ("other -> done  : step [built]", "", "small -> other"),
        (PENDULUM, TWO_STOREY, "Disk 1 makes every other move"),
    ),
    15: (
        MONK,
        ("[!built]", "", "pray -> pray"),
        ("move_next", "carry", "pray -> pray"),
        ("pray -> done : step [built]", "", "What leads to done?"),
    ),
    16: (
        TWO_STOREY,
        ("crown      -> foundation", "crown -> dismantle", "crown -> dismantle"),
        ("move_back", "carry", "[!built & ahead_smaller]"),
        ("!built &", "", "foundation -> dismantle"),
    ),
    17: (
        THREE_STATE,
        ("move_third", "move_first", "third -> first"),
        ("third  -> first", "third -> second", "third -> second"),
        ("second -> done", "third -> done", "third -> done"),
    ),
    18: (
        DISK_1,
        ("f -> a", "f -> b", "f -> b"),
        ('a -> b : step / "1"', 'a -> b : step / "2"', "a -> b"),
        ('b -> c : step / "1"', 'b -> c : step / "2"', "b -> c"),
    ),
    20: (
        PARITY,
        ("odd", "even", "x -> x"),
        (": 1 /", ": 0 /", "x -> x"),
        ('"even"', '"odd"', "x -> x"),
    ),
    21: (
        DISTANCE,
        ("2 -> 0 : 1", "2 -> 2 : 1", "2 -> 2"),
        ("1 -> 2 : 0", "1 -> 0 : 0", "1 -> 0"),
        ("2 / write_0", "2 / write_1", "2 -> 2"),
    ),
    22: (
        DISTANCE,
        ("0 -> 2 : 1", "0 -> 3 : 1", "3 [peripheries=2]"),
        ("0 -> 2 : 1", "0 -> 0 : 1", "0 -> 0"),
        ("0 -> 2 : 1 / write_1", "", "0 [peripheries=2]"),
    ),
}
"""Of each diagram what is right; and what to replace in it, with what the hint has one look at."""

PROGRAMS = [
    ("self.turn == 1", ""),
    ("True", "What do the actions leave in self.turn?"),
    ("self.turn == 0", "What do the actions leave in self.turn?"),
    ("self.turn", "What do the actions leave in self.turn?"),
]
"""What the guard returns, and the hint."""

SEEDS = range(1, 13)


def diagram(number: int, table: str) -> str:
    """The text of a student's diagram; it begins in the first state, or where 2 is wanted."""
    begun = "2" if table.count("write_") else table.split(maxsplit=1)[0]
    final = None if begun == "2" else ["done"] * ("done" in table)
    automaton = Automaton.from_table("mine", initial=begun, final=final, table=table)
    return program(automaton, ask(number).machine)


def right_answer(question: Question) -> str:
    return question.said(question.exercise.answer)


@pytest.mark.parametrize("number", ANSWERS)
def test_an_answer_in_words_is_judged_and_a_wrong_one_gets_a_hint(number: int) -> None:
    question, (right, *wrong) = ask(number), ANSWERS[number]
    verdict = question.judged(right or right_answer(question))
    assert verdict.right
    assert run(*shlex.split(verdict.see)).code == 0
    for given, hint in wrong:
        verdict = question.judged(given)
        assert not verdict.right
        assert hint in verdict.hint, given


@pytest.mark.parametrize(
    ("number", "given"),
    [(4, "012"), (5, "502 401"), (6, "201"), (7, "2 1 0 2 2 2"), (10, "1312"), (2, "1 5 4")],
)
def test_digits_may_be_written_together_or_apart(number: int, given: str) -> None:
    assert ask(number).judged(given).right == (number != 2)


@pytest.mark.parametrize(
    "number",
    [pytest.param(one, marks=[pytest.mark.sweep] * (one > min(DIAGRAMS))) for one in DIAGRAMS],
)
def test_a_diagram_is_checked_and_a_wrong_one_gets_a_line_to_look_at(
    number: int, tmp_path: Path
) -> None:
    question, (table, *mistakes), file = ask(number), DIAGRAMS[number], tmp_path / "mine.dot"
    file.write_text(diagram(number, table))
    verdict = question.judged(str(file))
    assert (verdict.right, verdict.share, verdict.edits) == (True, 1.0, 0), verdict.text
    for old, new, looked_at in mistakes:
        file.write_text(diagram(number, table.replace(old, new)))
        verdict = question.judged(str(file))
        line = re.fullmatch(r"look at line (\d+)", verdict.hint)
        found = file.read_text().split("\n")[int(line[1]) - 1] if line else verdict.hint
        assert not verdict.right
        assert verdict.share < 1
        assert looked_at in found, verdict


@pytest.mark.parametrize(("returned", "hint"), PROGRAMS)
def test_a_python_file_is_checked_with_its_own_guard(
    returned: str, hint: str, tmp_path: Path
) -> None:
    question, file = ask(19), tmp_path / "mine.py"
    file.write_text(question.skeleton.replace("return True  # write it", f"return {returned}"))
    verdict = question.judged(str(file))
    assert (verdict.right, verdict.hint.endswith(hint)) == (not hint, True)


def test_a_machine_of_the_package_is_no_guard_of_your_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    for name in ("two-storey", "monk"):
        file.write_text(f"from hanoi_fsm import automata\nmachine = automata.get({name!r})\n")
        verdict = ask(19).judged(str(file))
        assert (verdict.right, verdict.text) == (False, "no transition asks a guard of your own")
    file.write_text("def machine(disks): return []\n")
    assert not ask(19).judged(str(file)).right


def test_the_words_of_another_machine_and_its_name_are_no_answer(tmp_path: Path) -> None:
    file = tmp_path / "mine.dot"
    file.write_text(diagram(15, MONK))
    assert "over monk" in file.read_text()
    for number in (12, 14, 16, 17):
        verdict = ask(number).judged(str(file))
        assert (verdict.right, verdict.share) == (False, 0.0)
        assert "has no action 'move_next'" in verdict.text
    for number, given in ((12, "two-storey"), (12, "a.py:machine"), (19, "monk"), (19, str(file))):
        with pytest.raises(BadInput, match="name a file that ends in"):
            ask(number).judged(given)


def test_every_exercise_is_tested_and_they_follow_the_guide() -> None:
    assert sorted([*ANSWERS, *DIAGRAMS, 19]) == [one.number for one in exercises()]
    assert [one.chapter for one in exercises()] == sorted(one.chapter for one in exercises())
    assert all(len(one.hints) == 2 for one in exercises())
    for number in (0, 26, -1):
        with pytest.raises(BadInput, match=rf"unknown exercise {number}: choose from 1 \.\. 25"):
            ask(number)


@pytest.mark.parametrize(
    "exercise",
    [
        pytest.param(one, id=str(one.number), marks=[pytest.mark.sweep] * (one.kind == DIAGRAM))
        for one in exercises()
    ],
)
def test_seeds_make_different_questions_with_texts_and_answers(
    exercise: Exercise, tmp_path: Path
) -> None:
    asked = set()
    for seed in SEEDS:
        question = Question(exercise, seed)
        texts = [question.said(exercise.text), *question.hints, question.skeleton]
        texts += [question.said(text) for pair in exercise.slips for text in pair]
        assert not any("{" in text for text in texts[:3])
        asked.add((texts[0], question.skeleton))
        if exercise.kind == WORDS:
            verdict = question.judged(right_answer(question))
            assert verdict.right, seed
            assert (verdict.share, bool(verdict.text), bool(verdict.see)) == (1.0, True, True)
        elif exercise.kind == DIAGRAM:
            file = tmp_path / f"{seed}.dot"
            file.write_text(question.skeleton)
            assert not question.judged(str(file), seconds=0.01).right, seed
    varies = exercise.figures or exercise.given
    assert len(asked) > 1 if varies else len(asked) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_that_is_split_is_reached_twice(seed: int) -> None:
    given = ask(22, seed).given
    assert given is not None
    assert given.reached == {*given.states}
    assert (len(given.states), len(minimize(given).automaton.states)) == (4, 3)


def test_answers_are_those_of_the_puzzle_from_its_rules() -> None:
    random = chance()
    for seed in random.sample(range(1000), 25):
        for number in (1, 2, 4, 5, 6, 7, 10, 11, 13):
            question = ask(number, seed)
            disks, step = question.figures["disks"], question.figures["step"]
            moves, disk = [*textbook(disks)], question.figures["disk"]
            times = sum(one[0] == disk for one in moves)
            answers = {
                1: moves[step - 1][0],
                2: f"{len(moves)} {times}",
                4: [0, *[one[2] for one in moves * 2 if one[0] == disk][:2]],
                5: calls(disks, step),
                6: moves[step - 1],
                7: solution(disks)[step],
                10: matrix(question),
                11: ("foundation", "dismantle", "base", "crown")[step % 4],
                13: sum(one[0] > 1 for one in moves[: question.figures["last"]]),
            }
            assert question.judged(str(answers[number])).right, (number, seed)
        question = ask(3, seed)
        assert question.figures["target"] == next(textbook(question.figures["disks"] % 2 + 2))[2]
        question = ask(24, seed)
        start, goal = question.figures["start"], question.figures["goal"]
        once, twice = once_and_twice(start, goal) or (0, 0)
        words = f"{distances(goal)[start]} {'once' if once < twice else 'twice'}"
        assert question.judged(words).right, seed


def calls(disks: int, step: int, source: int = 0, target: int = 2) -> list[Step]:
    """The calls of the textbook that have begun at a step."""
    middle, spare, further = 2 ** (disks - 1), 3 - source - target, list[Step]()
    if step < middle:
        further = calls(disks - 1, step, source, spare)
    elif step > middle:
        further = calls(disks - 1, step - middle, spare, target)
    return [(disks, source, target), *further]


def matrix(question: Question) -> list[int]:
    """Height and top of a peg, and where disk 1 goes next and came from, or would have."""
    disks, step, peg = (question.figures[one] for one in ("disks", "step", "peg"))
    word = solution(disks)[step - 1]
    on = [disks - place for place, one in enumerate(word) if one == str(peg)]
    first = next(textbook(disks))[2]
    here, way = int(word[-1]), first or 3
    return [len(on), min(on, default=disks + 1), (here + way) % 3, (here - way) % 3]


def test_a_path_is_right_if_it_is_legal_arrives_and_is_short_enough() -> None:
    random = chance()
    for seed in random.sample(range(1000), 10):
        question = ask(25, seed)
        start, goal, best = (question.figures[one] for one in ("start", "goal", "moves"))
        assert question.judged(best).right
        far = distances(goal)
        for _ in range(20):
            given = "".join(random.choice(best.split()) for _ in best.split())
            moves = [(int(one), int(other)) for one, other in zip(*[iter(given)] * 2, strict=True)]
            assert question.judged(given).right == (arrives(start, moves) == goal), (seed, given)
        back = question.judged(f"{best[:2]} {best[1::-1]}")
        assert (back.right, back.share, "move 2" in back.text) == (False, 1 / far[start], True)
        verdict = question.judged(best[:-3])
        assert (verdict.right, verdict.share) == (False, (far[start] - 1) / far[start])


def arrives(word: str, moves: list[tuple[int, int]]) -> str:
    """Where moves lead, or "" where one of them is not legal."""
    for source, target in moves:
        on = [place for place, peg in enumerate(word) if peg == str(source)]
        onto = [place for place, peg in enumerate(word) if peg == str(target)]
        if not on or source == target or (onto and onto[-1] > on[-1]):
            return ""
        word = word[: on[-1]] + str(target) + word[on[-1] + 1 :]
    return word


def test_answers_of_another_form_are_refused(tmp_path: Path) -> None:
    for number, given in ((1, ""), (1, "?!"), (25, "021"), (25, "03"), (23, "3")):
        with pytest.raises(BadInput):
            ask(number).judged(given)
    file = tmp_path / "empty.txt"
    file.write_text("\n")
    with pytest.raises(TextError, match="the text is empty: write an answer"):
        ask(1).judged(str(file))
    file.write_text("\n disk 2 \nthe rest is not read")
    assert ask(1).judged(str(file)).right
