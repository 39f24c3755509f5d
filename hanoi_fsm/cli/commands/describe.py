"""The command `describe`: the idea and the parts of an automaton."""

from collections.abc import Container, Mapping

from hanoi_fsm.cli.command import NAME, Arguments, Lines, Options, columns, in_options, wrapped
from hanoi_fsm.course.guide import explaining
from hanoi_fsm.fsm.automaton import marked
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import in_order
from hanoi_fsm.hanoi import resolver

UNUSED = " (on no transition)"
INPUT = "an input: true or false at each event"

EXAMPLES = ("describe two-storey",)
ARGUMENTS: Arguments = {
    "name": {},
    "--table": {
        "action": "store_true",
        "help": "print the state table, with a row per state and a column per event",
    },
}


def run(options: Options) -> Lines:
    subject = resolver.resolve(options.name)
    if options.table:
        return _table(resolver.machine_of(subject))
    if subject.machine is None:
        said = f"{subject.shown}: {subject.summary}", f"idea: {subject.idea}", "not an automaton"
        return wrapped(said)
    return wrapped(_description(subject.machine, options.flags))


def _table(machine: Machine) -> Lines:
    from hanoi_fsm.fsm.diagrams.state_table import StateTable

    table = StateTable(machine)
    yield f"{table.automaton.title}: the state table"
    yield f"in a cell: {table.legend}"
    yield from (table.key(), "", table.text(columns()))


def _description(machine: Machine, flags: Mapping[str, str]) -> Lines:
    """The connection scheme of automata programming: the meanings of the names in the table."""
    automaton, vocabulary = machine.automaton.chart, machine.vocabulary
    yield f"{automaton.title}: {machine.summary}"
    yield from (f"{heading}: {text}" for heading, text in machine.facts())
    if (chapter := explaining(machine.name)) is not None:
        yield f"guide: chapter {chapter.number}, {chapter.title} (`{NAME} guide {chapter.number}`)"
    meanings = machine.meanings
    states = {marked(automaton, state): meanings.get(state, "") for state in automaton.states}
    guards = dict.fromkeys(machine.free, INPUT) | vocabulary.guards()
    outputs = machine.outputs if machine.is_alone else automaton.outputs
    actions = vocabulary.actions() | {name: f"put out {name}" for name in outputs}
    order = ", the first enabled one is taken" if automaton.ordered else ""
    for title, lines in (
        (f"states ({len(states)}):", _indented(states)),
        (f"events ({len(automaton.events)}): {', '.join(in_order(automaton.events))}", ()),
        ("inputs (guards):", _words(guards, automaton.guards)),
        ("outputs (actions):", _words(actions, automaton.actions)),
        (f"transitions ({len(automaton.transitions)}){order}:", automaton.table),
    ):
        yield from ("", title, *(f"  {line}" for line in lines))
    if machine.assumptions:
        yield from ("", "read as:")
        yield from (f"  {in_options(str(text), flags)}" for text in machine.assumptions)
    if machine.suspects:
        remarks = [f"  {finding}" for finding in machine.suspects]
        yield from ("", f"remarks ({len(remarks)}):", *remarks)
    if faults := machine.faults():
        yield from ("", f"faults ({len(faults)}):", *(f"  {fault}" for fault in faults))


def _words(words: Mapping[str, str], used: Container[str]) -> Lines:
    """The words of a memory with their meanings."""
    shown = {word: text + ("" if word in used else UNUSED) for word, text in words.items()}
    return _indented(shown or {"none": ""})


def _indented(entries: Mapping[str, str]) -> Lines:
    """Terms with their explanations, in two columns."""
    beside = max((len(term) for term in entries if len(term) < columns() // 2), default=0)
    return (f"{term:{beside}}  {about}".rstrip() for term, about in entries.items())
