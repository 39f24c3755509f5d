"""What is wrong with a definition: each fault with what it is about, and no other with it."""

import re

import pytest
from small_machine import TURNSTILE, Gate, turnstile

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import DefinitionError, HanoiError, shortened
from hanoi_fsm.fsm.formats import FORMATS, export
from hanoi_fsm.fsm.notation import LONGEST, Guard, Label, Transition, parse_transition
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
    (turnstile("open -> open : full"), "event 'full' guard `event [full]`", "open -> open : full"),
    (turnstile("open -> open : take"), "event 'take' action `event / take`", "open -> open : take"),
    (turnstile("open -> open : copy"), "event 'copy' attribute rename", "open -> open : copy"),
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
    assert str(caught.value) == f"automaton {shortened(automaton.name)} has 1 fault: {fault.text}"


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


EVENTS = [
    ("psh", "unknown 'push'?"),
    ("go", "unknown choose coin, push"),
    ("full", "`event [full]`"),
]


@pytest.mark.parametrize(("event", "words"), EVENTS)
def test_an_event_outside_a_given_alphabet_is_a_fault_of_its_transition(
    event: str, words: str
) -> None:
    automaton = turnstile(f"open -> open : {event}")
    (fault,) = faults(automaton, Gate, events=TURNSTILE.events)
    assert [word for word in words.split() if word not in fault.text] == []
    assert str(fault.about) == f"open -> open : {event}"


def test_how_to_mark_initial_and_final_states_is_reported() -> None:
    found = faults(turnstile(initial="", final=frozenset()), must_end=True)
    assert "`start [shape=point]; start -> STATE`" in found[0].text
    assert "`STATE [peripheries=2]`" in found[1].text


def test_a_fault_is_short_and_keeps_its_advice_however_long_the_names_are() -> None:
    long = [letter * LONGEST for letter in "abcdef"]
    a, b, c, d, e, f = long
    rows = (
        Transition(a, b, Label(c, (Guard(d),), e)),
        Transition(a, b, Label(c, (Guard(d),), f)),
        Transition(c, a, Label("take")),
        Transition(c, a, Label("take")),
        Transition(f, f, Label("copy", (Guard(d), Guard(d, negated=True)))),
    )
    automaton = Automaton(a, (a, c, f), e, frozenset({d}), rows, f"{b}!")
    found = faults(automaton, Gate, must_end=True, events=(e, f))
    assert len(found) >= 12
    assert max(len(fault.text) for fault in found) <= 300
    advice = "[?:] .*(keep|give|write|rename|choose|expected|did|add|leave|there are none)"
    assert [fault.text for fault in found if not re.search(advice, fault.text)] == []
    assert len(str(DefinitionError(automaton.name, [one.text for one in found]))) <= 300


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
    first, *_ = caught.value.faults
    assert str(caught.value).startswith(f"automaton 'all over again' has 16 faults: {first}; ")
    assert str(caught.value).endswith("; and 14 more"), "as many as fit into a line"


def test_no_more_faults_are_named_than_a_person_would_read() -> None:
    nowhere = "\n".join(f"open -> end-{number} : go" for number in range(MOST_FAULTS + 1))
    found = faults(turnstile(nowhere, states=TURNSTILE.states))
    assert len(set(found)) == len(found) == MOST_FAULTS + 1
    assert found[-1].about is None
