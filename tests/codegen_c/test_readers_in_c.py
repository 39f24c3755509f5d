"""A reader in C prints the answer with which its trace ends, and refuses the same words."""

from collections.abc import Sequence
from itertools import product

import pytest
from chance import chance
from compiling import SANITIZED, program

from hanoi_fsm import automata
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, HanoiError
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.machines import Reader
from hanoi_fsm.hanoi.pegs import PAIRS

READERS = list(automata.READERS)
MOST_WORDS = 100
"""Of one length."""
SANITIZED_WORDS = 15


def expected(reader: Reader, word: str, source: int = 0, target: int = 2) -> tuple[int, str, str]:
    """The exit code, the answer and the error of Python."""
    try:
        records = list(reader.read(word, source=source, target=target))
    except BadInput:
        return 2, "", ""
    except HanoiError as stopped:
        return 1, "", f"{reader.name} stops: {stopped}\n"
    written = [record.output for record in records if record.output is not None]
    answer = "".join(written[-1:] if reader.memory.answers_last else written)
    if not records:
        answer = reader.empty_word_answer
    return 0, f"{answer}\n", ""


def got(
    reader: Reader, word: str, *options: str, given: str = "", flags: Sequence[str] = ()
) -> tuple[int, str, str]:
    status, out, error = program(reader, *flags).run(
        *([word] if word else []), *options, given=given
    )
    return status, out, error if status != 2 else ""


def words(reader: Reader, longest: int) -> list[str]:
    events = reader.automaton.events
    lengths = [length for length in range(longest + 1) if len(events) ** length <= MOST_WORDS]
    return ["".join(word) for length in lengths for word in product(events, repeat=length)]


def test_rank_reader_in_c_answers_and_refuses_as_in_python() -> None:
    reader = automata.READERS["rank-reader"]
    for word in words(reader, 3):
        status, out, error = program(reader).run(word)
        assert (status, out, error) == expected(reader, word), word


@pytest.mark.sweep
@pytest.mark.parametrize("name", READERS)
def test_a_reader_in_c_answers_as_in_python(name: str) -> None:
    reader, random = automata.READERS[name], chance()
    tried = words(reader, 5)
    for word in tried:
        assert got(reader, word) == expected(reader, word), word
    lengths = (63, 64, 65, 500, 20_000)
    tried += ["".join(random.choices(reader.automaton.events, k=length)) for length in lengths]
    for word in tried[:1] + random.sample(tried, SANITIZED_WORDS) + tried[-len(lengths) :]:
        assert got(reader, word, flags=SANITIZED) == expected(reader, word), word
    word = "".join(random.choices(reader.automaton.events, k=200_000))
    assert got(reader, "-", given=word, flags=SANITIZED) == expected(reader, word)


@pytest.mark.sweep
@pytest.mark.parametrize("name", [name for name in READERS if automata.READERS[name].state_of])
def test_a_reader_in_c_reads_for_every_task(name: str) -> None:
    reader = automata.READERS[name]
    for source, target in PAIRS:
        for word in words(reader, 3):
            answer = got(reader, word, f"--from={source}", "--to", str(target))
            assert answer == expected(reader, word, source, target), (source, target, word)


SPELT = [
    "0 1",
    " 0,1,, 1\t0\n",
    "01 10",
    ",",
    "2",
    "0x",
    "x0",
    "é",
    "\x1b[2J",
    "00",
    "00 1",
    "0 0",
    "0 00 0",
]


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["configuration-reader", "twice-reader-small"])
def test_blanks_and_commas_separate_symbols_as_they_do_in_python(name: str) -> None:
    reader = automata.READERS[name]
    for word in SPELT:
        status, out, error = program(reader).run(word)
        assert (status, out) == expected(reader, word)[:2], word
        assert error[:-1].isprintable()
        assert error.count("\n") == (status != 0)


@pytest.mark.sweep
def test_what_a_reader_in_c_cannot_do_is_one_line() -> None:
    for name, arguments, message in [
        ("configuration-reader", ["0", "1"], "it reads one word, got '1' too: put them together"),
        ("configuration-reader", ["0", "--form"], "unrecognized argument '--form': usage"),
        ("configuration-reader", ["--from", "2"], "source and target are both peg 2"),
        ("next-move-reader", ["0", "--to", "1"], "one start only: omit --from and --to"),
        ("configuration-reader", ["0a"], "cannot read '0a': symbol 2 is 'a', expected one of 0, 1"),
    ]:
        status, out, error = program(automata.get(name)).run(*arguments)
        assert (status, out, error.count("\n")) == (2, "", 1)
        assert message in error


@pytest.mark.sweep
def test_a_word_of_standard_input_may_have_any_bytes() -> None:
    reader = automata.READERS["configuration-reader"]
    status, out, error = program(reader).run("-", given="01\0" + "1" * 10_000)
    assert (status, out) == (2, "")
    assert "symbol 3 is '?'" in error
    assert got(reader, "-", given="") == got(reader, "")


def mine(table: str, memory: str, final: str | None = None) -> Reader:
    """A drawing of a reader; its first state is the initial one."""
    initial = table.split(maxsplit=1)[0]
    automaton = Automaton.from_table(
        "mine", initial=initial, final=final, table=table, memory=memory
    )
    machine = resolver.find(automaton)
    assert isinstance(machine, Reader)
    return machine


@pytest.mark.sweep
def test_a_drawing_with_renamed_states_reads_for_every_task_that_it_has() -> None:
    table = str(automata.get("distance-reader").automaton)
    for old, new in [("0 ->", "zero ->"), ("1 ->", "one ->"), ("2 ->", "int ->")]:
        table = table.replace(f"\n{old}", f"\n{new}").replace(f"-> {old[0]} :", f"-> {new[:-3]} :")
        table = new + table[4:] if table.startswith(old) else table
    lines = sorted(table.splitlines(), key=lambda line: not line.startswith("int"))
    reader = mine("\n".join(lines), "distance-reader")
    assert reader.automaton.states == ("int", "zero", "one")
    for word in words(reader, 4):
        assert got(reader, word) == expected(reader, word)
        assert got(reader, word, "--to=1") == expected(reader, word, target=1)


@pytest.mark.sweep
def test_a_drawing_without_some_tasks_and_with_few_final_states_is_as_in_python() -> None:
    reader = mine(
        """
        a -> b : 0 / write_1
        b -> a : 0
        a -> a : 1 / write_0
        """,
        "rank-reader",
        final="b",
    )
    for word in words(reader, 4):
        assert got(reader, word) == expected(reader, word), word
    statuses = set()
    for source, target in PAIRS:
        ran = got(reader, "10", f"--from={source}", f"--to={target}")
        assert ran == expected(reader, "10", source, target), (source, target)
        statuses.add(ran[0])
    assert 2 in statuses
