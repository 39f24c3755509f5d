"""Exercises: what is asked, which answers are right, and what helps with wrong ones."""

import re
import shlex
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.cases import sweep_if
from support.chance import chance
from support.commands import assert_refused, run
from support.oracle import Step, distances, neighbours, once_and_twice, solution, textbook

from hanoi_fsm import Automaton, Machine, check, minimize
from hanoi_fsm.course.exercises import DIAGRAM, PYTHON, WORDS, Question, course, parts_of
from hanoi_fsm.course.judging import differences, judged
from hanoi_fsm.course.variants import program
from hanoi_fsm.fsm.errors import BadInput, TextError

NAMES = re.findall(
    r"\S+",
    """
    legal-moves how-many-moves first-move which-disk round-and-round waiting-calls any-step
    every-disk turnstile-run missing-event peg-matrix which-state missing-edge glued-disks
    resting-peg next-monk repair-four repair-pairs disk-1-alone own-guard remainder wanted-peg
    one-state-fewer find-witness once-or-twice shortest-path
    """,
)
"""The names, which are in people's notes and tables: an exercise may be added, none renamed."""

HINTS: dict[str, list[tuple[str, str]]] = {
    "how-many-moves": [("{power} {times}", "one less than a power"), ("1 1", "if they take m")],
    "first-move": [("1 0 {other}", "small tower"), ("1 {target} 0", "First the peg")],
    "which-disk": [("{zeros}", "counted from 1"), ("{above}", "half as often")],
    "round-and-round": [("{reversed}", "its neighbours")],
    "waiting-calls": [("{upwards}", "in the order"), ("{waiting}", "the move")],
    "any-step": [
        ("{disk} {target} {source}", "First the peg"),
        ("{zeros} {source} {target}", "zeros"),
    ],
    "every-disk": [("{before}", "before step"), ("{backwards}", "comes first")],
    "turnstile-run": [("{earlier}", "before the last event")],
    "peg-matrix": [("{height} {top} {behind} {ahead}", "goes next")],
    "which-state": [("{after_state}", "after the step"), ("done", "last move")],
    "glued-disks": [("{rounds}", "the glued disks move"), ("{first}", "half as many steps")],
    "next-monk": [
        ("{disk} {target} {source}", "First the peg"),
        ("{disk} {source} {other}", "alternate"),
    ],
    "once-or-twice": [("{length} {other_times}", "how often"), ("{longer} {times}", "before and")],
}
"""Wrong answers, by their figures, each with a part of the hint to it."""

SLOW = {"missing-edge", "repair-four", "repair-pairs", "own-guard"}
"""Exercises that take about a second per answer."""
EVERY = [exercise.name for exercise in course().exercises]


def ask(name: str, seed: int = 1) -> Question:
    return course().ask(name, seed)


def other_form(question: Question, random: Random) -> str:
    """The right answer, written otherwise."""
    exercise, right = question.exercise, question.solution
    if exercise.kind == PYTHON:
        return right.replace("self.count % 2 ==", "0 + self.count % 2 ==")
    if exercise.kind == DIAGRAM:
        names = {state: f"other_{state}" for state in question.machine.automaton.states}
        lines = re.sub(
            r"^( +)(\w+)( -> )?(\w+)?", lambda match: renamed(match, names), right, flags=re.M
        )
        head, *body, end = lines.split("\n")
        return "\n".join([head, *random.sample(body, len(body)), end])
    parts = parts_of(question.said(exercise.form), right)
    if exercise.judge == "cycle":
        return " > ".join([*parts[1:], parts[0]])
    if exercise.judge == "set":
        return ", ".join(parts[::-1])
    return f"It is {', '.join(parts).upper()}!"


def renamed(match: re.Match[str], names: dict[str, str]) -> str:
    indent, source, arrow, target = match.groups(default="")
    return f"{indent}{names.get(source, source)}{arrow}{names.get(target, target)}"


def wrong_forms(question: Question) -> list[str]:
    """Three wrong answers."""
    exercise, right = question.exercise, question.solution
    if exercise.kind == PYTHON:
        wrong = right.replace("% 2 == ", "% 2 != ")
        return [question.skeleton, wrong, right.replace("self.count % 2", "1")[:-1] + " "]
    if exercise.kind == DIAGRAM:
        lines = right.split("\n")
        edges = [at for at, line in enumerate(lines) if "[label=" in line]
        cut = ["\n".join(lines[:at] + lines[at + 1 :]) for at in (edges[0], edges[-1])]
        return [question.skeleton, *cut]
    form = question.said(exercise.form)
    if "|" in form and " " not in form:
        return ["0", *[choice for choice in form.split("|") if choice != right][:2]]
    parts = parts_of(form, right)
    changed = [
        [
            str((int(part) + more) % 3) if part.isdigit() and len(part) == 1 else part + "1"
            for part in parts
        ]
        for more in (1, 2)
    ]
    if exercise.judge == "witness":
        words = ["push", "coin", "push push"] if "|" in form else ["0", "1", "2", "00", "21"]
        word = next((answer for answer in words if not judged(question, answer).right), "none")
        return [word, "3", "x"]
    if exercise.judge == "cycle":
        return ["".join(parts[::-1]), "0", "0 0 1"]
    return [" ".join(changed[0]), " ".join(changed[1]), " ".join(parts[:-1])]


def given_as(text: str, question: Question, folder: Path) -> str:
    """An answer as it is given to `--check`: words, or the name of a file with it."""
    if question.exercise.kind == WORDS:
        return text
    file = folder / ("mine.py" if question.exercise.kind == PYTHON else "mine.dot")
    file.write_text(text)
    return str(file)


def is_right(text: str, question: Question, folder: Path) -> bool:
    """Whether it is right; what has another form is not."""
    try:
        return judged(question, given_as(text, question, folder)).right
    except BadInput:
        return False


by_name = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=sweep_if(name in SLOW)) for name in EVERY]
)


@by_name
def test_an_exercise_is_solved_in_two_forms_and_wrong_answers_are_wrong(
    name: str, tmp_path: Path
) -> None:
    random = chance()
    for seed in random.sample(range(1000), 3 if ask(name).exercise.kind == WORDS else 1):
        question = ask(name, seed)
        right = [question.solution, other_form(question, random)]
        for text in [*right, *wrong_forms(question)]:
            assert is_right(text, question, tmp_path) == (text in right), (seed, text)


@by_name
def test_an_exercise_has_at_least_six_variants(name: str) -> None:
    asked = set()
    for seed in range(1, 201):
        question = ask(name, seed)
        texts = [question.said(question.exercise.text), question.skeleton, *question.hints]
        texts += [question.said(text) for slip in question.exercise.slips for text in slip]
        assert not any("{" in text for text in (texts[0], *texts[2:]))
        asked.add((texts[0], question.skeleton))
        if len(asked) >= 6 and seed > 20:
            break
    assert len(asked) >= 6


def test_the_names_stay_and_follow_the_guide() -> None:
    exercises = course().exercises
    assert [name for name in EVERY if name in NAMES] == NAMES
    assert [exercise.chapter for exercise in exercises] == sorted(
        exercise.chapter for exercise in exercises
    )
    assert all(len(exercise.hints) == 2 for exercise in exercises)
    assert all(ask(str(ask(name).number)).exercise == ask(name).exercise for name in EVERY)
    for name in ("0", "99", "-1", "first"):
        with pytest.raises(BadInput, match="unknown exercise"):
            ask(name)


@pytest.mark.parametrize("name", HINTS)
def test_a_frequent_mistake_has_its_own_hint_and_no_verdict_says_the_answer(name: str) -> None:
    for slip, hint in HINTS[name]:
        questions = (ask(name, seed) for seed in range(1, 20))
        question = next(
            question for question in questions if question.said(slip) != question.solution
        )
        given = question.said(slip)
        verdict = judged(question, given)
        assert not verdict.right
        assert hint in verdict.hint, given
        shown = f"{verdict.text} {verdict.see}"
        assert question.said(question.exercise.because) not in shown


@pytest.mark.parametrize("name", [name for name in EVERY if ask(name).exercise.see])
def test_a_right_answer_comes_with_a_command_that_shows_it(name: str) -> None:
    verdict = judged(ask(name, 2), ask(name, 2).solution)
    assert run(*shlex.split(verdict.see)).code == 0


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("round-and-round", "0, 2 -> 2", "'0 2 2' is not"),
        ("first-move", "1-0-0", "'1 0 0' is not"),
        ("peg-matrix", "height 9, top 3, peg 1 is ahead, 2 behind", "'9 3 1 2' is not"),
        ("which-state", "in the state DONE", "'done' is not"),
        ("once-or-twice", "twice 12", "expected `length once|twice`"),
        ("how-many-moves", "7", "expected `moves moves`"),
        ("every-disk", "01", "pegs, got 2"),
        ("waiting-calls", "5 0", "one or more times"),
        ("shortest-path", "021", "expected `move` one or more times"),
        ("shortest-path", "03", "expected `move`"),
        ("which-state", "roof", "expected"),
        ("which-disk", "?!", "expected `disk`, got '?!'"),
        ("find-witness", "3", "expected `peg`"),
    ],
)
def test_form_is_told_apart_from_content(name: str, given: str, expected: str) -> None:
    if "is not" not in expected:
        with pytest.raises(BadInput) as caught:
            judged(ask(name), given)
        assert expected in str(caught.value)
    else:
        assert expected in judged(ask(name), given).text


def test_a_file_with_words_counts_by_its_first_line(tmp_path: Path) -> None:
    question, file = ask("which-disk"), tmp_path / "mine.txt"
    file.write_text("\n")
    with pytest.raises(TextError, match="the text is empty: write an answer"):
        judged(question, str(file))
    file.write_text(f"\n disk {question.solution} \nthe rest is not read")
    assert judged(question, str(file)).right


def test_the_hints_get_stronger_and_the_answer_is_given_only_if_asked_for(tmp_path: Path) -> None:
    for name in ("any-step", "remainder"):
        question = ask(name)
        first, both = (run("exercise", name, *["--hint"] * many).lines for many in (1, 2))
        assert (first, both) == (question.hints[:1], question.hints)
        assert run("exercise", name, "--answer").out.startswith(question.solution)
        assert question.solution not in run("exercise", name).out


def drawing(table: str, over: str = "two-storey") -> str:
    initial = table.split(maxsplit=1)[0]
    final = ["done"] * ("done" in table)
    automaton = Automaton.from_table("mine", initial=initial, final=final, table=table, memory=over)
    return program(automaton, ask("missing-edge").machine)


TWO_STATES = """
    small -> other : step [!built] / carry
    small -> done  : step [built]
    other -> small : step [!built & ahead_smaller] / move_back
    other -> small : step [!built & !ahead_smaller] / move_ahead
    other -> done  : step [built]
"""


def test_another_machine_that_does_the_same_is_right_where_no_form_is_asked_for(
    tmp_path: Path,
) -> None:
    question = ask("repair-four")
    assert is_right(drawing(TWO_STATES), question, tmp_path)


def test_a_shortcut_past_drawn_states_is_no_completion(tmp_path: Path) -> None:
    question = ask("missing-edge")
    kept = "\n".join(f"    {state} -> 1 : step / carry" for state in ("9", "10"))
    verdict = judged(question, given_as(drawing(f"{TWO_STATES}{kept}"), question, tmp_path))
    assert not verdict.right
    assert "no edge leads to" in verdict.text


def test_words_of_any_length_count_and_not_only_those_that_are_tried(tmp_path: Path) -> None:
    """Thirteen states in a row are right for ten steps, and for twelve."""
    question = ask("disk-1-alone")
    right = [record.output for record in question.machine.run(["step"] * 14)]
    rows = [f'    s{at} -> s{min(at + 1, 12)} : step / "{right[at]}"' for at in range(13)]
    verdict = judged(question, given_as(drawing("\n".join(rows), "mine"), question, tmp_path))
    assert not verdict.right
    assert "step step" in verdict.text
    again = [*rows[:12], rows[12].replace("s12 -> s12", "s12 -> s1")]
    again[12] = again[12].replace(f'"{right[12]}"', f'"{right[12]}"')
    verdict = judged(question, given_as(drawing("\n".join(again), "mine"), question, tmp_path))
    assert verdict.right
    assert "do the same: one of them is enough" in verdict.text


def test_too_many_states_are_an_edit_too_many(tmp_path: Path) -> None:
    question = ask("one-state-fewer")
    verdict = judged(question, given_as(question.skeleton, question, tmp_path))
    assert (verdict.right, verdict.edits) == (False, 1)
    assert "has 4 states: use at most 3" in verdict.text


def test_an_acceptor_that_guesses_is_wrong_and_not_unreadable(tmp_path: Path) -> None:
    question = ask("subsets")
    text = question.solution.replace('s0 -> s1 [label="', 's0 -> s1 [label="0, ')
    verdict = judged(question, given_as(text.replace("0, 0", "0, 1"), question, tmp_path))
    assert (verdict.right, "it is nondeterministic" in verdict.text) == (False, True)


def test_a_drawing_is_told_the_line_to_look_at(tmp_path: Path) -> None:
    question = ask("repair-pairs")
    right = question.solution
    text = right.replace("/ move_third_pair", "/ move_first_pair", 1)
    assert text != right
    verdict = judged(question, given_as(text, question, tmp_path))
    lines = text.split("\n")
    [line] = [int(number) for number in re.findall(r"look at line (\d+)", verdict.hint)]
    assert "move_first_pair" in lines[line - 1]
    assert verdict.edits == 1
    assert re.fullmatch(r"trace \d --by .*mine.dot", verdict.see)


@pytest.mark.parametrize(
    ("rows", "final", "edits"),
    [
        ("q -> p : x | p -> q : x | q -> q : y", "p", 0),
        ("q -> p : x | p -> q : x | q -> q : z", "p", 1),
        ("q -> p : x | p -> q : x", "p", 1),
        ("q -> p : x | p -> q : x | q -> q : y | q -> q : z", "p", 1),
        ("q -> p : x | p -> q : x | q -> q : y", "q", 2),
        ("q -> p : x | q -> p : z", "p", 2),
    ],
)
def test_edits_are_counted_under_any_names_of_the_states(rows: str, final: str, edits: int) -> None:
    right = table_of("a -> b : x | b -> a : x | a -> a : y", "a", "b")
    assert differences(table_of(rows, "q", final), right)[0] == edits


def table_of(rows: str, initial: str, final: str) -> Automaton:
    table = rows.replace(" | ", "\n")
    return Automaton.from_table("it", initial=initial, final=final, table=table)


@pytest.mark.parametrize(
    ("name", "given"),
    [("missing-edge", "two-storey"), ("missing-edge", "a.py:machine"), ("own-guard", "monk")],
)
def test_the_name_of_a_machine_is_no_answer(name: str, given: str) -> None:
    with pytest.raises(BadInput, match="name a file that ends in"):
        judged(ask(name), given)


def test_a_machine_of_the_package_is_no_guard_of_your_own(tmp_path: Path) -> None:
    question = ask("own-guard")
    text = "from hanoi_fsm import automata\nmachine = automata.get('two-storey')\n"
    verdict = judged(question, given_as(text, question, tmp_path))
    assert (verdict.right, "one of the package" in verdict.text) == (False, True)
    assert not is_right("def machine(disks): return []\n", question, tmp_path)


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in range(2, 20))]
)
def test_what_is_given_has_one_fault(seed: int) -> None:
    for name in ("missing-event", "missing-edge", "repair-four", "repair-pairs", "find-witness"):
        question = ask(name, seed)
        assert differences(question.given, question.machine.automaton)[0] == 1, name
    given = ask("one-state-fewer", seed).given
    assert given.reached == {*given.states}
    assert (len(given.states), len(minimize(given).automaton.states)) == (4, 3)


def test_answers_are_those_of_the_puzzle_from_its_rules() -> None:
    random = chance()
    for seed in random.sample(range(1000), 20):
        for name, answer in answers_from_the_rules().items():
            question = ask(name, seed)
            assert judged(question, str(answer(question.figures))).right, (name, seed)


def answers_from_the_rules() -> dict[str, Any]:
    def moves(of: Any) -> list[Step]:
        return [*textbook(of["disks"])]

    def times(of: Any) -> int:
        return sum(move[0] == of["disk"] for move in moves(of))

    return {
        "legal-moves": lambda of: sorted(
            neighbour[1:] for neighbour, _ in neighbours(of["position"])
        ),
        "how-many-moves": lambda of: f"{len(moves(of))} {times(of)}",
        "first-move": lambda of: next(textbook(of["disks"] % 2 + 2)),
        "which-disk": lambda of: moves(of)[of["step"] - 1][0],
        "round-and-round": lambda of: [
            0,
            *[move[2] for move in moves(of) * 2 if move[0] == of["disk"]][:2],
        ],
        "waiting-calls": lambda of: calls(of["disks"], of["step"]),
        "any-step": lambda of: moves(of)[of["step"] - 1],
        "every-disk": lambda of: solution(of["disks"])[of["step"]],
        "peg-matrix": matrix,
        "which-state": lambda of: ("foundation", "dismantle", "base", "crown")[of["step"] % 4],
        "glued-disks": lambda of: sum(move[0] > 1 for move in moves(of)[: of["last"]]),
        "next-monk": next_move,
        "once-or-twice": lambda of: shortest(of["start"], of["goal"]),
    }


def next_move(of: Any) -> Step:
    """The move to a neighbour that is nearer to the tower, by breadth-first search."""
    word, far = of["position"], distances(of["tower"])
    return next(step for step, there in neighbours(word) if far[there] < far[word])


def shortest(start: str, goal: str) -> str:
    once, twice = once_and_twice(start, goal) or (0, 0)
    return f"{distances(goal)[start]} {'once' if once < twice else 'twice'}"


def calls(disks: int, step: int, source: int = 0, target: int = 2) -> list[Step]:
    """The calls of the textbook that have begun at a step."""
    middle, spare, further = 2 ** (disks - 1), 3 - source - target, list[Step]()
    if step < middle:
        further = calls(disks - 1, step, source, spare)
    elif step > middle:
        further = calls(disks - 1, step - middle, spare, target)
    return [(disks, source, target), *further]


def matrix(of: Any) -> list[int]:
    """Height and top of a peg, and where disk 1 goes next and came from, or would have."""
    disks, step, peg = of["disks"], of["step"], of["peg"]
    word = solution(disks)[step - 1]
    on = [disks - place for place, digit in enumerate(word) if digit == str(peg)]
    first = next(textbook(disks))[2]
    here, way = int(word[-1]), first or 3
    return [len(on), min(on, default=disks + 1), (here + way) % 3, (here - way) % 3]


@pytest.mark.parametrize("seed", range(1, 13))
def test_cycles_are_those_of_the_textbook(seed: int) -> None:
    for name in ("disk-1-alone", "resting-peg"):
        of = ask(name, seed).figures
        pegs = [of["source"], of["target"]]
        moves = [*islice(textbook(8 + of["disks"] % 2, *pegs), 12)]
        places, here = [], of["source"]
        for disk, _, target in moves:
            here = target if disk == 1 else here
            places.append(str(here))
        rests = [str(3 - source - target) for _, source, target in moves]
        machine = ask(name, seed).machine
        outputs = [record.output for record in machine.run(["step"] * 12)]
        assert outputs == (places if name == "disk-1-alone" else rests)


@pytest.mark.parametrize("seed", range(1, 13))
def test_readers_are_right_by_arithmetic(seed: int) -> None:
    question, random = ask("remainder", seed), Random(seed)
    base, modulus = question.figures["base"], question.figures["modulus"]
    digits = [str(random.randrange(base)) for _ in range(9)]
    numbers = [int("".join(digits[:many]), base) % modulus for many in range(1, 10)]
    assert [record.output for record in question.machine.run(digits)] == [*map(str, numbers)]
    question = ask("wanted-peg", seed)
    word = "".join(random.choices("012", k=6))
    places = [question.figures["goal"]]
    for peg in map(int, word):
        places.append(places[-1] if peg == places[-1] else 3 - peg - places[-1])
    stays = [
        "stays" if int(peg) == place else "moves" for peg, place in zip(word, places, strict=False)
    ]
    expected = {"here": places[:-1], "next": places[1:], "stays": stays}
    outputs = [record.output for record in question.machine.run([*word])]
    assert outputs == [*map(str, expected[question.figures["puts_out"]])]


def test_an_acceptor_of_two_conditions_is_right_by_the_solution() -> None:
    for seed in range(1, 13):
        question = ask("path-and-peg", seed)
        of, accepted = question.figures, question.machine.specification
        assert accepted is not None
        names = str.maketrans("012", "{source}{spare}{target}".format_map(of))
        for disks in range(5):
            path = [word.translate(names) for word in solution(disks)]
            for word in map("".join, product("012", repeat=disks)):
                is_right = word in path and word.endswith(str(of["peg"]))
                assert (accepted(word) is not None) == is_right, (seed, word)


def test_a_claim_is_the_only_one_that_the_missing_guard_makes_hold() -> None:
    for seed in range(1, 13):
        question = ask("missing-claim", seed)
        of = question.figures
        step = re.search(rf"(\w+) -> {of['state']} : {of['event']}\n", f"{of['rows']}\n")
        assert step is not None
        drawn = Automaton.from_table("it", initial="idle", table=of["rows"])
        assert check(drawn).holds
        mended = of["rows"].replace(step[0].strip(), f"{step[0].strip()} [{of['guard']}]", 1)
        asking = Automaton.from_table("it", initial="idle", table=mended)
        broken = {}
        for guard, state in product(of["guards"].split("|"), of["states"].split("|")):
            claims = (f"never [!{guard} & !in({state})] -> {state}",)
            verdicts = [check(Machine(of, claims=claims)).holds for of in (drawn, asking)]
            broken[f"{guard} {state}"] = verdicts == [False, True]
        assert [words for words, is_right in broken.items() if is_right] == [question.solution]


def test_a_path_is_right_if_it_is_legal_arrives_and_is_short_enough() -> None:
    random = chance()
    for seed in random.sample(range(1000), 10):
        question = ask("shortest-path", seed)
        start, goal, best = (question.figures[name] for name in ("start", "goal", "moves"))
        assert judged(question, best).right
        for _ in range(20):
            given = "".join(random.choice(best.split()) for _ in best.split())
            moves = [(int(one), int(other)) for one, other in zip(*[iter(given)] * 2, strict=True)]
            assert judged(question, given).right == (arrives(start, moves) == goal), (seed, given)
        longer = judged(question, f"{best} {best[-2:][::-1]} {best[-2:]}")
        assert (longer.right, "at the goal" in longer.text) == (False, True)
        shorter = judged(question, best[:-3])
        assert (shorter.right, "1 move from the goal" in shorter.text) == (False, True)


def arrives(word: str, moves: list[tuple[int, int]]) -> str:
    """Where moves lead, or "" where one of them is not legal."""
    for pegs in moves:
        word = {step[1:]: there for step, there in neighbours(word)}.get(pegs, "")
    return word


# A teacher's own exercises


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.toml"
    file.write_text(run("exercise", "--template").out)
    return file


def test_the_template_is_two_exercises_that_can_be_solved(own: Path) -> None:
    own_course = course(str(own))
    assert [exercise.kind for exercise in own_course.exercises] == [WORDS, DIAGRAM]
    for number in (1, 2):
        question = own_course.ask(str(number))
        assert is_right(question.solution, question, own.parent)
        assert not is_right(question.skeleton or "8 once", question, own.parent)
    shown = run("exercise", "--exercises", own, "lamp").out
    assert f"`hanoi-fsm exercise lamp --exercises {own} --check mine.dot`" in shown
    assert [line.split()[1] for line in run("exercise", "--exercises", own).lines[1:3]] == [
        "three-disks",
        "lamp",
    ]
    sheet = run("exercise", "--exercises", own, "--sheet").out
    assert ("Three disks" in sheet, "A lamp" in sheet, "--check" in sheet) == (True, True, False)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('title = "Three disks"', 'titel = "Three disks"', "titel"),
        ('name = "lamp"', 'name = "three-disks"', "name"),
        ('kind = "words"', 'kind = "verse"', "kind"),
        ("Answer with the number", "Answer with {the_number}", "text"),
        ('answer = "7 once"', 'answer = "once 7"', "form"),
        ('slips = [["8 once", ', 'slips = [["8 once", "", ', "slips"),
        ('machine = "lamp"', 'machine = "lump"', "machine"),
        ("hints = [\n", "hints = [\n3,\n", "hints"),
        ("    dim    -> off ", "    dim    => off ", "machine"),
    ],
)
def test_a_fault_of_a_file_is_named_with_its_line_and_key(
    own: Path, old: str, new: str, key: str
) -> None:
    text = own.read_text()
    assert old in text
    own.write_text(text.replace(old, new))
    lines = own.read_text().split("\n")
    ran = run("exercise", "--exercises", own)
    [(line, named)] = re.findall(r"line (\d+), key (\w+)", ran.err)[:1]
    assert (ran.code, named) == (2, key)
    assert lines[int(line) - 1].startswith(key)


def test_every_fault_of_a_file_is_named(own: Path) -> None:
    own.write_text(own.read_text().replace("kind = ", "kind = 3 #"))
    assert run("exercise", "--exercises", own).err.count("key kind") == 2
    own.write_text("[exercise]\nname = 'lamp'\n")
    assert_refused(run("exercise", "--exercises", own), "write [[exercise]] above")
    own.write_text("[[exercise]\n")
    assert_refused(run("exercise", "--exercises", own), "at line 1")


def test_a_machine_may_be_in_a_file_beside_the_exercises(own: Path) -> None:
    text = own.read_text()
    (own.parent / "door.dot").write_text(
        'digraph door { s [shape=point]; s -> shut; shut -> open [label="push / \\"ah\\""];'
        ' open -> shut [label="push / \\"oh\\""] }'
    )
    (own.parent / "box.py").write_text(
        "from hanoi_fsm import Automaton, Machine\n"
        "it = Automaton.from_table('box', initial='a', table='a -> a : pull / \"no\"')\n"
        "box = Machine(it)\n"
    )
    for name, edges in (("door.dot", 1), ("box.py:box", 0)):
        own.write_text(text.replace('machine = "lamp"', f'machine = "{name}"'))
        course.cache_clear()
        question = course(str(own)).ask("lamp")
        assert question.skeleton.count("label=") == edges
        assert is_right(question.solution, question, own.parent)
        assert not is_right(question.skeleton, question, own.parent)
