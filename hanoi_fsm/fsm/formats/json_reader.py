"""An automaton read back from JSON; anything outside the published schema is refused."""

from pathlib import Path
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.drawing import Drawing
from hanoi_fsm.fsm.errors import BadInput, JsonError, NotationError, shortened
from hanoi_fsm.fsm.formats import strict_json
from hanoi_fsm.fsm.formats.json_format import FORMAT
from hanoi_fsm.fsm.formats.strict_json import Kind, ValueReader, name, text
from hanoi_fsm.fsm.meanings import check_lines
from hanoi_fsm.fsm.notation import Guard, Label, Transition, parse_label

MOST_BYTES = 256 * 1024
MOST_STATES = 1_000
MOST_TRANSITIONS = 5_000
MOST_GUARDS = 100
DEEPEST = 4  # the depth of the schema: automaton, transitions, transition, guards
KIND = Kind("an automaton", MOST_BYTES, DEEPEST, "export --to json")


def read_json_file(path: Path) -> Drawing:
    """Read an automaton from a file; raises `JsonError` as `read_json` does, and `OSError`."""
    with path.open("rb") as file:
        return read_json(file.read(MOST_BYTES + 1))


def read_json(text: str | bytes) -> Drawing:
    """Read an automaton back from JSON of the published schema, which `validate` may still refuse.

    Raises `JsonError` for anything else.

    >>> from hanoi_fsm.fsm.formats import export
    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> read_json(export(lamp, "json")).automaton == lamp
    True
    """
    return drawing(strict_json.parse(text, KIND))


def drawing(value: Any, at: str = "") -> Drawing:
    """An automaton from a JSON value of the schema; raises `JsonError` as `read_json` does."""
    keys: dict[str, ValueReader] = {
        "format": _format,
        "name": name,
        "memory": name,
        "initial": name,
    }
    keys |= {"final": _states, "states": _states, "transitions": _transitions}
    optional: dict[str, ValueReader] = {"$schema": text, "meanings": _meanings}
    parts = strict_json.parts(value, at, keys, optional, whole="the automaton")
    parts["final"] = frozenset(parts["final"])
    automaton = Automaton(**{key: parts[key] for key in keys if key != "format"})
    meanings = parts.get("meanings", {})
    try:
        check_lines("meanings", meanings, automaton.states)
    except BadInput as error:
        raise JsonError(str(error)) from None
    return Drawing(automaton, lines={}, meanings=meanings)


def _format(value: Any, at: str) -> str:
    return strict_json.one_of(value, at, [FORMAT])


def _meanings(value: Any, at: str) -> dict[str, str]:
    found = strict_json.mapping(value, at)
    return {state: text(line, f"{at}[{shortened(state)}]") for state, line in found.items()}


def _transition(value: Any, at: str) -> Transition:
    keys = {"source": name, "target": name, "event": text}
    parts = strict_json.parts(value, at, keys, {"guards": _guards, "action": text})
    label = Label(parts["event"], parts.get("guards", ()), parts.get("action"))
    try:
        same = parse_label(str(label)) == label  # not so with an event like `a / b`
    except NotationError as error:
        raise JsonError(f"{at}: {error}") from None
    if not same or not str(label).isprintable():
        fault = f"{at}: {shortened(str(label), 80)} is not in the notation"
        raise JsonError(f"{fault}: event, guards and action are a printable word each")
    return Transition(parts["source"], parts["target"], label)


def _transitions(value: Any, at: str) -> tuple[Transition, ...]:
    return strict_json.items(value, at, MOST_TRANSITIONS, _transition)


def _guards(value: Any, at: str) -> tuple[Guard, ...]:
    found = strict_json.items(value, at, MOST_GUARDS, text)
    return tuple(Guard(name.removeprefix("!"), name.startswith("!")) for name in found)


def _states(value: Any, at: str) -> tuple[str, ...]:
    return strict_json.names(value, at, MOST_STATES)
