// The part of a wish that the page can show: one of its machines, the inputs of a run, a moment. A link
// holds exactly one moment, in its fragment.

import { editedMachine } from "./edit.js";

const USUAL_DISKS = 5;

export function wishesIn(fragment) {
  return Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, "")));
}

// The fragment for a view; unset and empty values are left out.
export function fragmentOf(shown) {
  return `#${new URLSearchParams(Object.entries(shown).filter(([, value]) => (value ?? "") !== ""))}`;
}

// Whether two machines can run on the same inputs, and so side by side.
export function comparable(one, other) {
  const shape = ({ kind, pegs, events }) => JSON.stringify([kind, pegs, events.toSorted()]);
  return one.name !== other.name && shape(one) === shape(other);
}

// The nearest number that there is to one that is wished for, which may be a text.
function nearest(wished, least, most, usual) {
  const number = Number.parseInt(wished, 10);
  return Number.isNaN(number) ? usual : Math.min(Math.max(number, least), most);
}

// A complete view: the wishes for machines and modes that exist, and defaults for the rest; all that a link holds.
// Raises a RangeError that says why two configurations cannot be the ends of a path.
export function settled(machines, modes, wishes) {
  const machine = machines.find((one) => one.name === (wishes.by || machines[0].name));
  if (!machine) {
    throw new RangeError(`this page has no machine ${wishes.by}`);
  }
  const beside = machines.filter((one) => one.name === wishes.and && comparable(machine, one));
  const most = Math.min(machine.most, ...beside.map((one) => one.most));
  const disks = nearest(wishes.disks, 0, most, Math.min(USUAL_DISKS, most));
  const [from, to] = [nearest(wishes.from, 0, 2, 0), nearest(wishes.to, 0, 2, 2)];
  const found = {
    by: machine.name,
    and: beside[0]?.name,
    disks,
    from,
    to: to === from ? (from + 1) % 3 : to,
    begin: beginOf(machine, wishes.begin),
    word: machine.autonomous ? undefined : (wishes.word ?? machine.word),
    step: nearest(wishes.step, 0, Infinity, 0),
    event: nearest(wishes.event, 0, Infinity, 0),
    edit: editedMachine(machine, wishes.edit).edit,
    mode: Object.hasOwn(modes, wishes.mode) ? wishes.mode : "watch",
    glue: nearest(wishes.glue, 1, most),
    tour: nearest(wishes.tour, 1, Infinity),
  };
  return machine.kind === "pathfinder" ? { ...found, ...ends(wishes, found, most) } : found;
}

// The name of the start that is wished for, or of the first one, which may have none.
function beginOf({ starts }, wished) {
  return (starts.find((one) => one.begin === wished) ?? starts[0]).begin;
}

// The two ends of a path, without which they are towers.
function ends({ start, goal }, { disks, from, to }, most) {
  const many = (start ?? goal)?.length ?? disks;
  const found = [start ?? String(from).repeat(many), goal ?? String(to).repeat(many)];
  const wrong = found.find((one) => many > most || one.length !== many || /[^012]/.test(one));
  if (wrong !== undefined) {
    throw new RangeError(
      `${wrong} does not fit: write the peg, 0, 1 or 2, of each of up to ${most} disks, the largest disk first`,
    );
  }
  return { start: found[0], goal: found[1], disks: many };
}

// The inputs of a machine.
export function inputsOf({ disks, from, to, start, goal, word, begin }, machine) {
  if (machine.kind === "solver") {
    return { disks, source: from, target: to };
  }
  if (machine.kind === "pathfinder") {
    return { start, goal };
  }
  const begun = { begin: beginOf(machine, begin) };
  return machine.autonomous ? begun : { word: eventsOf(machine, word), ...begun };
}

// The events that a text stands for: separated by blanks, or single letters.
function eventsOf({ name, events }, text) {
  const pieces = text.split(isSeparated(events) ? /\s+/ : /\s*/).filter(Boolean);
  const unknown = pieces.find((piece) => !events.includes(piece));
  if (unknown !== undefined) {
    throw new RangeError(`${name} does not read ${unknown}: write a word of ${events.join(", ")}`);
  }
  return pieces;
}

// The text that stands for events.
export function wordText({ events }, word) {
  return word.join(isSeparated(events) ? " " : "");
}

const isSeparated = (events) => events.some((event) => event.length > 1);
