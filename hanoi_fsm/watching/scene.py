"""The scene of the terminal player: a moment in rows whose places stay the same.

At the top is the stage: the pegs, if there are any, and beside them the states; the current state
has its transitions below it. Then come the answers of the guards and the contents of the memory; a
voice that describes the last event; and the run as a strip: a column for each event, with a bar as
high as its disk, the state in which it happened below it, and a playhead between past and future
events. In a low terminal there are no bars, or the stage has no transitions and no memory; a narrow
one shows the state, the voice and the strip.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, cycle, product, zip_longest
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.palette import STATES, disk_colours
from hanoi_fsm.fsm.diagrams.state_diagram import initials_of
from hanoi_fsm.fsm.errors import printable
from hanoi_fsm.fsm.notation import Transition, word
from hanoi_fsm.fsm.trace import spelt
from hanoi_fsm.hanoi.pegs import PEGS
from hanoi_fsm.watching.moments import YES_NO, Player

WIDE, BESIDE = 60, 18
"""The fewest columns for a stage, and the columns that the states need beside the pegs."""
MOST_STATES, MOST_DISKS = 9, 8
"""The most states that are listed, and the most disks that are drawn one by one."""
SAID, FACTS, WIDEST_CELL = 3, 2, 12
"""The rows of the voice and of the memory, and the columns of an event in a word."""
TALLEST, FULL = 7, "█░"
"""The rows of the largest disk's bar, and the signs of past and future events."""
CONSOLE = Console(color_system=None)
SOFT, NOW, CHANGED, WRONG = "dim", "bold", "bold magenta", "bold red"


def scene(player: Player, width: int, height: int | None = None) -> list[Text]:
    """The rows for a width: all of them, or as many as fit into a height."""
    state, rule = player.now.state, Text("─" * width, SOFT)
    most, pace = (SAID, f"   {player.pace} / s") if height else (None, "")
    voice = _folded(Text("\n").join(_voice(player)), width, most)
    stages = [[Text.assemble("▶ ", *_chip(player, state), f"  {_meaning(player, state)}")]]
    if width >= WIDE:
        stages.insert(0, [*_stage(player, width, is_low=True), rule])
        stages.insert(0, [rule, *_stage(player, width, is_low=False), rule])
    strips = [[*_strip(player, width, is_tall=is_tall)] for is_tall in (True, False)]
    for stage, strip in product(stages, strips):
        rows = [_head(player, width, pace), *stage, *voice, *strip]
        if height is None or len(rows) <= height:
            break
    for row in rows:
        row.truncate(width, overflow="ellipsis")
    return rows


def _folded(text: Text, width: int, rows: int | None) -> list[Text]:
    """Fold a text into exactly this number of rows, or into as many as it needs."""
    lines = [*text.wrap(CONSOLE, width)]
    rows = len(lines) if rows is None else rows
    if len(lines) > rows:
        lines[rows - 1].truncate(width - 4)
        lines[rows - 1].append(" ...")
    return [*lines[:rows], *[Text("")] * (rows - len(lines))]


def _head(player: Player, width: int, pace: str) -> Text:
    length = "" if player.course.length is None else f" of {player.course.length}"
    idle = f" +{player.now.idle}" if player.now.idle and player.course.start is not None else ""
    right = f" step {player.now.step}{idle}{length}{pace}"
    left = Text(f"{printable(player.machine.shown)} {player.course.subject}", NOW)
    left.truncate(width - len(right), overflow="ellipsis", pad=True)
    return left + Text(right, SOFT)


# the stage


def _stage(player: Player, width: int, *, is_low: bool) -> Iterator[Text]:
    """The pegs at the left, if there are any, and the states at the right; below them the facts."""
    left = [] if player.course.start is None else _pegs(player, width, is_low=is_low)
    beside = max((row.cell_len for row in left), default=0)
    right = _states(player, width - beside, is_low=is_low)
    for row, other in zip_longest(left, right, fillvalue=Text("")):
        yield row + Text(" " * (beside - row.cell_len)) + other
    yield from _facts(player, width, is_low=is_low)


def _pegs(player: Player, width: int, *, is_low: bool) -> list[Text]:
    """The towers, or the disks on each peg from the bottom to the top where they are too large."""
    configuration = player.now.frame.configuration
    stacks, disks = configuration.pegs(), len(configuration)
    room = min(2 * disks + 4, (width - BESIDE) // 3)
    if disks > min(MOST_DISKS, room - 4):
        lines = [Text(f"peg {peg}  {' '.join(map(str, stacks[peg]))}") for peg in PEGS]
        for line in lines:
            line.truncate(width // 2, overflow="ellipsis", pad=True)
        return lines
    levels = max(disks, 1) if is_low else disks + 1
    rows = [
        [_disk(stack[level], disks, room) if level < len(stack) else Text("│") for stack in stacks]
        for level in reversed(range(levels))
    ]
    names = [Text(f"peg {peg}") for peg in PEGS]
    if is_low:
        rows.append(names)
    else:
        base = [Text("▀" * (room - 1), SOFT) for _ in PEGS]
        rows += [base, names, [Text(player.course.roles.get(peg, ""), SOFT) for peg in PEGS]]
    for cell in chain.from_iterable(rows):
        cell.align("center", room)
    return [Text().join(cells) for cells in rows]


def _disk(disk: int, disks: int, room: int) -> Text:
    fill, ink = disk_colours(disk, disks)
    middle = str(disk).center(1 + (room - 4) * disk // disks)
    return Text.assemble(("▐", fill), (middle, f"bold {ink} on {fill}"), ("▌", fill))


_Way = tuple[tuple[Transition, ...], list[str]]
"""The transitions of a row, and the lines that show it."""


def _states(player: Player, room: int, *, is_low: bool) -> list[Text]:
    """All states or the current one, with its transitions below it, the next one in bold."""
    automaton, state, upcoming = player.machine.automaton, player.now.state, player.upcoming
    record = upcoming.frame.record if upcoming else None
    taken = record.transition if record else None
    listed = automaton.states if len(automaton.states) <= MOST_STATES else (state,)
    ways = {} if is_low else _ways(automaton, room)
    rows = []
    for name in listed:
        mark = "▶ " if name == state else "  "
        said = f"  {_meaning(player, name)}" if room > 2 * BESIDE else ""
        rows.append(Text.assemble((mark, NOW), *_chip(player, name), (said, SOFT)))
        for together, lines in ways.get(name, ()) if name == state else ():
            rows += [Text(line, NOW if taken in together else "") for line in lines]
    most = max((sum(len(lines) for _, lines in leaving) for leaving in ways.values()), default=0)
    return [*rows, *[Text("")] * (len(listed) + most - len(rows))]


@lru_cache(maxsize=16)
def _ways(automaton: Automaton, room: int) -> dict[str, list[_Way]]:
    """The transitions that leave each state, each label with its lines."""
    ways: dict[str, list[_Way]] = {state: [] for state in automaton.states}
    for row, together in zip(automaton.rows, automaton.flat, strict=True):
        label = str(row.label)
        if len(automaton.events) == 1:
            label = label.removeprefix(word(row.label.event))
        way = printable(f"{label.strip() or 'always'} → {row.target}")
        lines = wrap(way, room, initial_indent=" " * 6, subsequent_indent=" " * 8)
        ways[row.source].append((together, lines))
    return ways


def _meaning(player: Player, state: str) -> str:
    machine = player.machine
    return machine.does.get(state) or machine.meanings.get(state, "").removeprefix("next, ")


def _chip(player: Player, state: str) -> list[tuple[str, str]]:
    """The initial of a state in its colour, and its name."""
    (initial, look), name = looks_of(player.machine.automaton)[state], printable(state)
    return [(name, look)] if initial == name else [(f" {initial} ", look), (f" {name}", NOW)]


@lru_cache(maxsize=16)
def looks_of(automaton: Automaton) -> dict[str, tuple[str, str]]:
    """The sign of each state and its colours: ✓ for one that ends every run, or its initial."""
    initials = initials_of(automaton)
    looks = dict.fromkeys(automaton.ends, ("✓", "reverse"))
    coloured = [state for state in automaton.states if state not in looks]
    for state, (solid, ink, _) in zip(coloured, cycle(STATES), strict=False):
        looks[state] = (initials.get(state, printable(state)), f"bold {ink} on {solid}")
    return looks


def _facts(player: Player, width: int, *, is_low: bool) -> Iterator[Text]:
    """The answers of the guards, and the contents of the memory, in a fixed number of rows.

    Values that the event changed are marked.
    """
    now, before = player.now, player.before
    guards, memory = Text(), Text()
    for name, answer in now.answers.items():
        guards.append(f"{printable(name)}? ", SOFT).append(f"{printable(answer)}   ")
    for name, value in now.contents.items():
        is_new = before is not None and before.contents.get(name) != value
        memory.append(f"{printable(name)} ", SOFT)
        memory.append(f"{spelt(value)}   ", CHANGED if is_new else "")
    if player.machine.automaton.guards:
        yield from _folded(guards, width, 1)
    if now.contents and not is_low:
        yield from _folded(memory, width, FACTS)


# the voice


def _voice(player: Player) -> Iterator[Text]:
    """Two sentences: the effect of the event and its reason, and the state now."""
    now = player.now
    yield _happened(player)
    if now.finding is not None:
        yield Text(printable(f"✗ WRONG: {now.finding}"), WRONG)
    elif now.stopped:
        yield Text(printable(f"✗ STOPPED: {now.stopped}"), WRONG)
    elif player.upcoming is None:
        yield Text.assemble(*_chip(player, now.state), "  the run has ended.")
    else:
        meaning = _meaning(player, now.state)
        said = f": {meaning}." if meaning else "."
        yield Text.assemble("Now ", *_chip(player, now.state), said)


def _happened(player: Player) -> Text:
    record, move = player.now.frame.record, player.now.frame.move
    if record is None:
        return Text("Nothing has happened yet.")
    if player.before is None:
        return Text("The run goes on from here.")
    transition, effect = record.transition, record.transition.label.effect
    asked = dict.fromkeys(transition.guards)  # their answers are the ones it needs
    why = ", ".join(f"{guard.name}? {YES_NO[guard.answer]}" for guard in asked)
    did = f"it did {effect}" if effect else f"it went on to {record.next_state}"
    if record.output is not None:
        did = f"it put out {record.output}"
    if move:
        did = f"disk {move.disk} went from peg {move.source} to peg {move.target}"
    read = f" on {transition.event}" if len(player.machine.automaton.events) > 1 else ""
    so = f": {why}, so {did}" if why else f" {did}"
    return Text(printable(f"In {transition.source}{read}{so}."))


# the strip


def _strip(player: Player, width: int, *, is_tall: bool) -> Iterator[Text]:
    """The events around now, as bars or as a word, and the state in which each happened."""
    disks = len(player.now.frame.configuration)
    looks = looks_of(player.machine.automaton)
    longest = max(len(initial) for initial, _ in looks.values())
    room = min(WIDEST_CELL, max(1 + (width >= WIDE), longest))
    events, over = player.around((width - 1) // (room + 1))
    records = [moment.frame.record for moment in events if moment.frame.record]

    def row(cells: Iterable[tuple[str, str]]) -> Text:
        """The texts in their columns, dim if they are to come, and the playhead."""
        line = Text(" " if over else "┃", NOW)
        for at, (text, look) in enumerate(cells):
            line.append(text[:room].center(room), look if at < over else SOFT)
            line.append("┃" if at + 1 == over else " ", NOW)
        return line

    if player.course.start is None:
        yield row((printable(record.event), "") for record in records)
        outputs = (
            "" if record.output is None else printable(str(record.output)) for record in records
        )
        yield row((output, CHANGED) for output in outputs)
    else:
        moved = [moment.frame.move.disk if moment.frame.move else 0 for moment in events]
        heights = [(disk - 1) * TALLEST // max(disks - 1, TALLEST) for disk in moved]
        fills = [disk_colours(disk, disks)[0] if disk else "" for disk in moved]
        for level in range(min(disks - 1, TALLEST) if is_tall else 0, 0, -1):
            bars = [
                FULL[at >= over] * room if height >= level else ""
                for at, height in enumerate(heights)
            ]
            yield row(zip(bars, fills, strict=True))
        yield row((str(disk or "·"), NOW) for disk in moved)
    yield row(looks[moment.state] for moment in records)
