// What the page can show of what is wished for: one of its machines, the inputs of a run, a moment.

import { isConfiguration } from "./configuration.js";
import { machineNamed, pageData } from "./data.js";
import { editedMachine } from "./edit.js";
import { runOf } from "./run.js";

const USUAL_LENGTH = 5;
const MOST_LIVE_DISKS = 16;

// The most disks for these machines: of runs that Python has made there are no others.
export function mostDisks(machines) {
  const recorded = machines.filter((one) => one.pegs && !one.live).map((one) => one.runs.at(-1));
  const most = recorded.map(({ disks, start }) => disks ?? start.length);
  return Math.min(MOST_LIVE_DISKS, ...most);
}

// Whether two machines can run on the same inputs, and so side by side.
export function comparable(one, other) {
  const shape = ({ kind, pegs, events }) => JSON.stringify([kind, pegs, events.toSorted()]);
  return one.name !== other.name && shape(one) === shape(other);
}

// The names of the starts of a machine; that of the only one may be empty.
export function beginsOf(machine) {
  return (machine.starts ?? machine.runs).map((one) => one.begin);
}

function clamped(value, least, most, usual) {
  return Number.isInteger(value) ? Math.min(Math.max(value, least), most) : usual;
}

// What is wished for, as far as there is such a thing, and the usual for the rest. Raises a
// RangeError that says why two configurations cannot be the ends of a path.
export function settled(modes, wishes) {
  const machine = machineNamed(wishes.by) ?? pageData.machines[0];
  const others = pageData.machines.filter((one) => comparable(machine, one));
  const beside = others.filter((one) => one.name === wishes.and);
  const most = mostDisks([machine, ...beside]);
  const from = clamped(wishes.from, 0, 2, 0);
  const to = clamped(wishes.to, 0, 2, 2);
  const found = {
    ...wishes,
    by: machine.name,
    and: beside[0]?.name,
    disks: clamped(wishes.disks, 0, most, Math.min(USUAL_LENGTH, most)),
    from,
    to: to === from ? (from + 1) % 3 : to,
    mode: modes.some((one) => one.name === wishes.mode) ? wishes.mode : "watch",
    edit: editedMachine(machine, wishes.edit).edit,
  };
  const begins = beginsOf(machine);
  found.begin = begins.includes(wishes.begin) ? wishes.begin : begins[0];
  found.word = machine.starts && (wishes.word ?? usualWord(machine, found.begin));
  const path = machine.kind === "pathfinder" ? ends(wishes, found, most) : {};
  return { ...found, start: undefined, goal: undefined, ...path };
}

// The two ends of a path. Without a number of disks their own is taken, without them two towers.
function ends(wishes, { disks, from, to }, most) {
  const { start, goal } = wishes;
  const many = wishes.disks <= most ? wishes.disks : (start?.length ?? disks);
  const found = [start ?? String(from).repeat(many), goal ?? String(to).repeat(many)];
  const wrong = found.find((one) => !isConfiguration(one, many));
  if (wrong !== undefined) {
    throw new RangeError(
      `${wrong} is not a configuration of ${many} disks: write the peg of each disk, 0, 1 or 2, the largest disk first`,
    );
  }
  if (many > most) {
    throw new RangeError(
      `This page shows paths of up to ${most} disks, and this one has ${many}: choose fewer`,
    );
  }
  return { start: found[0], goal: found[1], disks: many };
}

// A word for a machine that reads: the one of its fault, or else some events that it does not refuse.
function usualWord(machine, begin) {
  const word = machine.word ?? readableWord(machine, begin);
  return word.join(machine.events.some((event) => event.length > 1) ? " " : "");
}

function readableWord(machine, begin) {
  const { events } = machine;
  const word = [];
  while (word.length < USUAL_LENGTH) {
    const turn = (word.length * (word.length + 1)) / 2;
    const inTurn = events.map((_, at) => events[(turn + at) % events.length]);
    const event = inTurn.find((one) => accepts(machine, begin, [...word, one]));
    if (event === undefined) {
      break;
    }
    word.push(event);
  }
  return word;
}

function accepts(machine, begin, word) {
  return runOf(machine, { word, begin }).length > word.length;
}

// What a machine runs on.
export function inputsOf(shown, machine) {
  if (machine.kind === "solver") {
    return { disks: shown.disks, source: shown.from, target: shown.to };
  }
  if (machine.kind === "pathfinder") {
    return { start: shown.start, goal: shown.goal };
  }
  const begins = beginsOf(machine);
  const begin = begins.includes(shown.begin) ? shown.begin : begins[0];
  return machine.starts ? { word: eventsOf(machine, shown.word), begin } : { begin };
}

// The moment of a run that the page shows: after a step, and as many events more.
export function momentOf(shown, run) {
  return run.at(run.indexOf(clamped(shown.step, 0, run.steps, 0), clamped(shown.event, 0, 1e9, 0)));
}

// The events that a text stands for: separated by blanks or commas, or all of the same length.
function eventsOf(machine, text) {
  const { events } = machine;
  const width = Math.min(...events.map((event) => event.length));
  const pieces = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap((one) => (events.includes(one) ? [one] : one.match(RegExp(`.{1,${width}}`, "gsu"))));
  const unknown = pieces.find((piece) => !events.includes(piece));
  if (unknown !== undefined) {
    throw new RangeError(
      `${machine.name} does not read ${unknown}: write a word of ${events.join(", ")}`,
    );
  }
  return pieces;
}
