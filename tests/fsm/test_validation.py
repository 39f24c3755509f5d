"""What is wrong with a definition: each fault with what it is about, and no other with it."""

import pytest
from small_machine import TURNSTILE, Gate, turnstile

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import DefinitionError, HanoiError
from hanoi_fsm.fsm.formats import FORMATS, export
from hanoi_fsm.fsm.notation import Guard, Label, Transition, parse_transition
from hanoi_fsm.fsm.validation import MOST_FAULTS, faults, validate


def test_a_sound_definition_has_no_faults() -> None:
    assert faults(TURNSTILE) == []
    assert faults(TURNSTILE, Gate) == []
    validate(TURNSTILE, Gate)
    assert faults(turnstile("open -> it is over : end \n it is over -> closed : end")) == []


HERE, THERE = "open -> closed : go [last_coin & !full]", "open -> open : go [!full & last_coin]"
NEVER = "open -> open : go [full & last_coin & !full]"
LONG = "o" * 201
FAULTS = [
    (turnstile("open -> closd : go"), "unknown 'closd' 'closed'?", "open -> closd : go"),
    (turnstile("open -> xyz : go"), "unknown 'xyz' locked, open, closed", "open -> xyz : go"),
    (turnstile("opn -> open : go", states=TURNSTILE.states), "'opn' 'open'?", "opn -> open : go"),
    (turnstile("dark -> open : go"), "'dark' reached 'locked'", "dark"),
    (turnstile("open -> dark : go \n dark -> dark : go"), "'dark' final", "dark"),
    (Automaton("void", (), "", frozenset(), (), "void"), "state least", None),
    (turnstile(initial=""), "initial", None),
    (turnstile(initial="lockd"), "initial 'lockd' 'locked'?", None),
    (turnstile(final=frozenset({"closed", "close"})), "final 'close' 'closed'?", None),
    (turnstile("open -> locked : push / let_in"), "2 times", "open -> locked : push / let_in"),
    (turnstile(NEVER), f"never guard `{NEVER}`", NEVER),
    (turnstile("open -> closed : push"), "together -> closed", "open -> locked : push / let_in"),
    (turnstile(f"{HERE} \n {THERE}"), f"together `{HERE}` `{THERE}`", THERE),
    (turnstile("open -> open : coin"), "together", "open -> open : coin / give_back"),
    (turnstile("open -> open : go [ful]"), "no guard 'ful' 'full'?", "open -> open : go [ful]"),
    (turnstile("open -> open : go [xyz]"), "'xyz' last_coin, full", "open -> open : go [xyz]"),
    (turnstile("open -> open : go / tak"), "no action 'tak' 'take'?", "open -> open : go / tak"),
    (turnstile("open -> open : go / full"), "action 'full' a guard", "open -> open : go / full"),
    (turnstile("open -> open : go [!jam]"), "guard 'jam' an action", "open -> open : go [!jam]"),
    (turnstile("open -> open : go / key"), "action 'key' take, jam", "open -> open : go / key"),
    (turnstile(name=""), "name ''", ""),
    (turnstile(name="gate "), "name 'gate '", "gate "),
    (turnstile(name="ga\nte"), r"name 'ga\nte'", "ga\nte"),
    (turnstile(name=LONG), "name 'ooooo ...ooooo", LONG),
    (turnstile(memory="ga\tte"), r"name 'ga\tte'", "ga\tte"),
    (turnstile("open -> \a : go \n \a -> open : go"), r"name '\x07'", "\a"),
    (turnstile(name="mine over yours"), "'mine over yours' ' over '", "mine over yours"),
    (turnstile(name="mine over"), "'mine over' ' over '", "mine over"),
    (turnstile(memory="mine over yours"), "'mine over yours' ' over '", "mine over yours"),
]


@pytest.mark.parametrize(("automaton", "words", "about"), FAULTS)
def test_a_fault_is_named_and_no_other(automaton: Automaton, words: str, about: str | None) -> None:
    (fault,) = faults(automaton, Gate)
    assert [word for word in words.split() if word not in fault.text] == []
    assert fault.text.isprintable()
    assert len(fault.text) < 200
    assert (fault.about and str(fault.about)) == about
    with pytest.raises(DefinitionError) as caught:
        validate(automaton, Gate)
    assert caught.value.faults == (fault.text,)
    assert str(caught.value) == f"automaton {automaton.name!r} has 1 fault: {fault.text}"


FOREIGN: list[tuple[Label, str]] = [
    (Label("a b"), "event 'a b'"),
    (Label(""), "event ''"),
    (Label("a, b"), "event 'a, b'"),
    (Label("e [x]"), "event 'e [x]'"),
    (Label("e\n"), r"event 'e\n'"),
    (Label("\u202ee"), r"event '\u202ee'"),
    (Label("\0"), r"event '\x00'"),
    (Label(5), "event 5"),  # type: ignore[arg-type]  # as a library's user may write
    (Label("e", (Guard("x(); evil"),)), "guard 'x(); evil'"),
    (Label("e", (Guard("__class__.x"),)), "guard '__class__.x'"),
    (Label("e", (Guard("!x"),)), "guard '!x'"),
    (Label("e", (Guard("a\u00b2"),)), "guard 'a\u00b2'"),
    (Label("e", (Guard(""),)), "guard ''"),
    (Label("e", (), "go() || evil"), "action 'go() || evil'"),
    (Label("e", (), "go\n"), r"action 'go\n'"),
    (Label("e", (), "</script>"), "action '</script>'"),
    (Label("e", (), "1st"), "action '1st'"),
]


@pytest.mark.parametrize(("label", "words"), FOREIGN)
def test_a_name_outside_the_notation_is_refused_at_the_definition(label: Label, words: str) -> None:
    row = Transition("a", "a", label)
    automaton = Automaton("x", ("a",), "a", frozenset(), (row,), "x")
    (fault,) = faults(automaton)
    assert words in fault.text
    assert fault.text.isprintable()
    assert fault.about == row
    for format in FORMATS:
        with pytest.raises(DefinitionError):
            export(automaton, format)


def test_guards_and_actions_are_checked_against_a_memory_only_and_named_once() -> None:
    automaton = turnstile("open -> open : go [sane] / sing \n open -> closed : go [!sane] / sing")
    assert faults(automaton) == []
    assert len(faults(automaton, Gate)) == 2


def test_only_a_machine_that_must_end_needs_a_final_state() -> None:
    endless = turnstile(final=frozenset())
    assert faults(endless, Gate) == []
    (fault,) = faults(endless, Gate, must_end=True)
    assert "final" in fault.text


def test_without_an_initial_or_a_final_state_reachability_is_not_judged() -> None:
    table = "off -> on : press \n dark -> dark : press"
    automaton = Automaton.from_table("lamp", initial="", final=[], table=table)
    assert len(faults(automaton, must_end=True)) == 3, "both marks, and the unknown state `on`"


MANY = """
    open -> closed : push
    open -> closed : push
    open -> locked : push
    open -> opn    : coin [full & !full] / full
    open -> dark   : coin [take]         / tak
    dark -> dark   : push
    nil  -> open   : push [ful]
"""


def test_all_faults_are_named_at_once() -> None:
    rows = tuple(parse_transition(line) for line in MANY.strip().splitlines())
    states, final = ("open", "closed", "dark", "lost"), frozenset({"closed", "close"})
    automaton = Automaton("all over again", states, "opne", final, rows, " gate")
    closed, _, locked, opn, dark, _, nil = rows
    assert [fault.about for fault in faults(automaton, Gate)] == [
        *("all over again", " gate", None, None, closed, locked, opn, opn, nil, locked),
        *("dark", "lost", opn, dark, dark, nil),
    ]
    with pytest.raises(DefinitionError) as caught:
        validate(automaton, Gate)
    assert issubclass(DefinitionError, HanoiError) and issubclass(DefinitionError, ValueError)
    assert len(caught.value.faults) == 16
    assert all(text in str(caught.value) for text in caught.value.faults)


def test_no_more_faults_are_named_than_a_person_would_read() -> None:
    nowhere = "\n".join(f"open -> end-{number} : go" for number in range(MOST_FAULTS + 1))
    found = faults(turnstile(nowhere, states=TURNSTILE.states))
    assert len(set(found)) == len(found) == MOST_FAULTS + 1
    assert found[-1].about is None
