"""C of automata that are not of the puzzle, and of what is drawn to break a program."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from compiling import SANITIZED, compiled, program
from export_subjects import HOSTILE, NAMES, SAID

from hanoi_fsm import automata, trace
from hanoi_fsm.cli.output import one_line
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen import LANGUAGES, c, code
from hanoi_fsm.fsm.codegen.c import Parts
from hanoi_fsm.fsm.codegen.c_text import comment, identifiers, linked, literal
from hanoi_fsm.fsm.errors import DefinitionError, ExportError, MachineStopped, UnknownName
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory, action
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.hanoi.automata.two_storey import MACHINE, TwoStorey

TURNSTILE = """
    locked -> locked : push
    locked -> open   : coin
    open   -> open   : coin
    open   -> locked : push
"""


def machine(table: str, final: str | Sequence[str] = ()) -> Machine:
    initial = table.split(maxsplit=1)[0]
    return Machine(Automaton.from_table("mine", initial=initial, final=final, table=table))


@pytest.mark.sweep
@pytest.mark.parametrize("by_input", [False, True])
def test_a_machine_without_a_memory_prints_the_transitions_taken(by_input: bool) -> None:
    turnstile, events = machine(TURNSTILE), ["push", "coin", "coin", "push"]
    ran = program(turnstile).run(*([] if by_input else events), given=" \n".join(events))
    assert ran == (0, f"{trace(*events, by=turnstile)}\n", "")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("events", "status", "printed", "error"),
    [
        ("coin pull", 2, 0, "mine: unknown event 'pull': choose from push, coin\n"),
        ("-", 0, 0, ""),
        ("- coin", 2, 0, "mine: unknown event '-': choose from push, coin\n"),
    ],
)
def test_an_unknown_event_is_refused_before_the_first_is_fired(
    events: str, status: int, printed: int, error: str
) -> None:
    ran = program(machine(TURNSTILE)).run(*events.split())
    assert (ran[0], ran[1].count("\n"), ran[2]) == (status, printed, error)


@pytest.mark.sweep
def test_a_machine_in_c_stops_where_it_does_in_python() -> None:
    once = machine("a -> b : go\nb -> c : stay", final="c")
    assert program(once).run("go", "go") == (
        1,
        "1. a -> b : go\n",
        "mine stops: the machine cannot go on: no transition starts in state 'b' on event 'go'\n",
    )
    line = machine("a -> b : go\nb -> c : go\nc -> d : go", final="d")
    assert program(line).run() == (0, f"{trace(by=line)}\n", "")
    circle = machine("a -> b : go\nb -> a : go\na -> c : stop", final="c")
    assert program(circle).run("go", "go", "stop")[0] == 0


@pytest.mark.sweep
@pytest.mark.parametrize("length", [1, 180, 181, 200])
@pytest.mark.parametrize("stem", ["it's", "\\", "é"])
def test_a_message_quotes_names_and_is_cut_as_in_python(stem: str, length: int) -> None:
    state = (stem * length)[: length - 1] + "x"
    event = f"é{state.replace(' ', '')}"[:length]
    once = Automaton("mine", ("a", state), "a", frozenset({state}), (), "none")
    stuck = Machine(replace(once, transitions=(Transition("a", state, Label(event)),)))
    with pytest.raises(MachineStopped) as stopped:
        trace(event, event, by=stuck)
    error = one_line(f"mine stops: {stopped.value}")
    assert program(stuck).run(event, event)[2] == f"{error}\n"


def hostile() -> Parts:
    """A program around any automaton whose actions put out a text, one line each."""
    return Parts(
        memory=[
            "struct memory {\n    int lines;\n};",
            "static void put(struct memory *m, const char *text)\n"
            "{\n    m->lines++;\n    puts(text);\n}",
        ],
        program=[
            "int main(int count, char **arguments)\n{\n    struct memory memory = {0};\n"
            "    enum state state = INITIAL;\n    int at;\n    (void)arguments;\n"
            "    for (at = 1; at < count; at++)\n"
            "        state = react(&memory, state, (enum event)(at - 1));\n"
            '    printf("%d %s %d\\n", memory.lines, name_of_state[state], is_final(state));\n'
            "    finish();\n    return 0;\n}"
        ],
        usage="%d ??/ */",
        about=["nothing"],
        reads=True,
        writes=SAID,
    )


class Hostile:
    """An automaton with names that break what is not careful."""

    automaton = HOSTILE

    def in_c(self) -> Parts:
        return hostile()


def test_hostile_names_neither_end_a_comment_nor_a_string() -> None:
    text = code(Hostile(), "c")
    assert re.fullmatch(r"[\n -~]+", text)
    without = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', "", text, flags=re.DOTALL)
    assert '"' not in without
    assert "/*" not in without
    assert "script" not in re.sub(r"(state|event|z)_\w+", "", without)
    assert "??" not in text


@pytest.mark.sweep
def test_hostile_names_are_compiled_and_printed_as_they_are() -> None:
    ran = compiled(code(Hostile(), "c"), SANITIZED)
    events = HOSTILE.events
    status, out, error = ran.run("1")
    assert (status, error, events[0]) == (0, "", HOSTILE.transitions[0].event)
    assert out == f"{SAID['say']}\n1 {NAMES[1]} 0\n"
    refused = Label("%s%n" + "e" * 100)
    loop = Transition("%d", "%d", refused)
    odd = Machine(Automaton("%s %n", ("%d",), "%d", frozenset(), (loop,), "%s %n"))
    assert program(odd).run("x")[2].startswith("%s %n: unknown event 'x'")
    assert program(odd).run(refused.event)[1] == f"1. {loop}\n"


@pytest.mark.sweep
def test_names_that_are_words_of_c_or_of_the_program_are_no_clash() -> None:
    names = ["int", "main", "names", "STATES", "states", "S", "default", "a-b", "a b", "NULL"]
    table = "\n".join(f"{one} -> {two} : {one}" for one, two in pairwise(names))
    table = table.replace(": a b", ": ab").replace(": a-b", ": a-b")
    row = machine(table, final="NULL")
    events = [line.rpartition(" : ")[2] for line in table.splitlines()]
    assert program(row).run(*events) == (0, f"{trace(*events, by=row)}\n", "")


def test_identifiers_are_told_apart_by_63_characters_and_letters_alone() -> None:
    names = [
        "c",
        "c_4",
        "c_5",
        "c ",
        "c-",
        "c+",
        "x" * 200,
        "x" * 199 + "y",
        "a b",
        "a_b",
        "a_b_2",
        "",
        "é",
        "??/",
        "a\\",
    ]
    found = identifiers(names, "state")
    assert len({name[:63] for name in found.values()}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z_0-9]+", name) for name in found.values())


def test_texts_in_c_are_harmless() -> None:
    for text in ("*/", "**//", "/*/", "??/", "???/", "a\\", "é\u202e", "//", "*" * 9 + "/", '"'):
        inside = comment(text)
        assert not re.search(r"\*/|/\*|\?\?|[^ -~]", inside), text
        assert not re.search(r"\?\?|[^ -~]", literal(text))


def test_functions_that_nothing_calls_are_left_out_together_with_what_only_they_call() -> None:
    texts = [
        "INLINE int a(void) { b(); }",
        "static int b(void) { a(); }",
        "NORETURN static void c(int x) {}",
    ]
    assert linked([*texts, 'int main(void) { c("b()"); /* a */ }']) == [
        texts[2],
        'int main(void) { c("b()"); /* a */ }',
    ]


class Slower(TwoStorey):
    """A memory of somebody else, which does another thing."""

    @action
    def carry(self) -> None:
        """nothing"""


class Counting(Memory):
    """A memory without C text."""


@pytest.mark.parametrize(
    "subject",
    [
        *(automata.PATHFINDERS[name] for name in automata.PATHFINDERS),
        type(MACHINE)(MACHINE.automaton, Slower, resume=MACHINE.resume),
        Machine(machine(TURNSTILE).automaton, Counting),
        Machine(machine(TURNSTILE).automaton, starts={"other": Counting}),
    ],
    ids=["any-to-any", "shortest", "subclass", "own", "starts"],
)
def test_a_memory_without_c_text_is_refused_and_what_can_be_written_is_named(
    subject: Machine,
) -> None:
    with pytest.raises(ExportError, match="choose a solver, a reader, or a machine without guards"):
        code(subject, "c")


def test_an_action_without_c_text_is_named() -> None:
    class Half(Hostile):
        def in_c(self) -> Parts:
            return Parts(memory=[], program=[], usage="", about=[], writes={"say": "x"})

    with pytest.raises(ExportError, match="no C text of new"):
        code(Half(), "c")


def test_an_unknown_language_and_a_faulty_definition_are_refused() -> None:
    with pytest.raises(UnknownName, match="'rust': choose from python, c"):
        code(MACHINE, "rust")
    with pytest.raises(DefinitionError):
        c.code(machine("a -> b : e"))
    assert list(LANGUAGES) == ["python", "c"]


@pytest.mark.parametrize("name", [*automata.SOLVERS, *automata.READERS])
def test_the_control_part_has_a_case_per_state_and_a_branch_per_transition(name: str) -> None:
    automaton = automata.get(name).automaton
    text = code(automata.get(name), "c")
    control = text.partition("enum state react(")[2].partition("\n}\n")[0]
    assert len(re.findall(r"^    case state_\w+:$", control, re.MULTILINE)) == len(automaton.states)
    assert control.count("return state_") == len(automaton.transitions)
    for one in automaton.transitions:
        assert f"/* {one.label} */" in control


def test_no_text_of_a_memory_uses_names_that_are_those_of_a_diagram() -> None:
    for name in ("two-storey", "call-stack", "action-tree", "rank-reader"):
        parts = automata.get(name).in_c()
        assert not re.findall(r"\b(?:state|event)_\w+", "\n".join([*parts.memory, *parts.program]))
