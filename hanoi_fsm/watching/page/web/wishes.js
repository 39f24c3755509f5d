// What the page can show of what is wished for: one of its machines, the inputs of a run, a moment.

import { isConfiguration } from "./configuration.js";
import { editedMachine } from "./edit.js";
import { eventsOf, runOf } from "./runs.js";

const USUAL_LENGTH = 5;
const MOST_LIVE_DISKS = 16;

// The most disks for these machines: of runs that were recorded there are no others.
export function mostDisks(data, machines) {
  return machines.every((one) => one.live) ? Math.max(data.disks, MOST_LIVE_DISKS) : data.disks;
}

// Whether two machines can run on the same inputs, and so side by side.
export function comparable(one, other) {
  return (
    one.name !== other.name &&
    one.kind === other.kind &&
    one.pegs === other.pegs &&
    JSON.stringify(one.events.toSorted()) === JSON.stringify(other.events.toSorted())
  );
}

// The word that goes along to another machine, if the page knows what that one does with it.
export function wordFor(data, name, word = "") {
  const machine = machineNamed(data, name);
  try {
    runOf(machine, { word: eventsOf(machine, word) });
    return word || undefined;
  } catch {
    return;
  }
}

// The names of the starts of a machine; that of the only one may be empty.
export function beginsOf(machine) {
  return (machine.starts ?? machine.runs).map((one) => one.begin);
}

export function machineNamed(data, name) {
  return data.machines.find((one) => one.name === name);
}

function clamped(value, least, most, usual) {
  return Number.isInteger(value) ? Math.min(Math.max(value, least), most) : usual;
}

// What is wished for, as far as there is such a thing, and the usual for the rest. Raises a
// RangeError that says why two configurations cannot be the ends of a path.
export function settled(data, modes, wishes) {
  const machine = machineNamed(data, wishes.by) ?? data.machines[0];
  const other = machineNamed(data, wishes.and);
  const from = clamped(wishes.from, 0, 2, 0);
  const to = clamped(wishes.to, 0, 2, 2);
  const beside = other && comparable(machine, other) ? [other] : [];
  const most = mostDisks(data, [machine, ...beside]);
  const found = {
    ...wishes,
    by: machine.name,
    and: beside[0]?.name,
    disks: clamped(wishes.disks, 0, most, Math.min(USUAL_LENGTH, data.disks)),
    from,
    to: to === from ? otherPeg(from) : to,
    mode: modes.some((one) => one.name === wishes.mode) ? wishes.mode : "watch",
    edit: editedMachine(machine, wishes.edit).edit,
    pace: wishes.pace === "moves" ? wishes.pace : undefined,
  };
  const begins = beginsOf(machine);
  const usual = wishes.word === undefined ? machine.wrong?.[0]?.begin : undefined;
  found.begin = begins.includes(wishes.begin) ? wishes.begin : (usual ?? begins[0]);
  if (machine.starts) {
    found.word = wishes.word ?? usualWord(data, machine, found.begin);
  } else {
    delete found.word;
  }
  if (machine.kind === "pathfinder") {
    Object.assign(found, ends(data, wishes, found, most));
  } else {
    delete found.start;
    delete found.goal;
  }
  return found;
}

// A peg to move to, the usual one if possible.
function otherPeg(peg) {
  return peg === 2 ? 0 : 2;
}

// The two ends of a path. Without a number of disks their own is taken, without them two towers.
function ends(data, wishes, { disks, from, to }, most) {
  const given = data.paths.find(([one]) => (wishes.disks ?? one.length) === one.length) ?? [];
  const { start = given[0], goal = given[1] } = wishes;
  const lengths = data.paths.map(([one]) => one.length);
  const known = wishes.disks <= most || lengths.includes(wishes.disks);
  const many = known ? wishes.disks : (start?.length ?? disks);
  const found = [start ?? String(from).repeat(many), goal ?? String(to).repeat(many)];
  for (const one of found) {
    if (!isConfiguration(one, many)) {
      throw new RangeError(
        `${one} is not a configuration of ${many} disks: write the peg of each disk, 0, 1 or 2, the largest disk first`,
      );
    }
  }
  if (many > most && !lengths.includes(many)) {
    throw new RangeError(
      `This page shows paths of up to ${most} disks, and this one has ${many}: choose fewer`,
    );
  }
  return { start: found[0], goal: found[1], disks: many };
}

// A word for a machine that reads: one that it answers wrongly, one that was asked for, or else
// some of its events, none of which it refuses.
function usualWord(data, machine, begin) {
  const wrong = machine.wrong.find((one) => one.begin === begin)?.word;
  const given = wrong ?? data.words.find((one) => reads(machine, one));
  const gap = Math.max(...machine.events.map((event) => event.length)) > 1 ? " " : "";
  return (given ?? readableWord(machine, begin)).join(gap);
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
  try {
    return runOf(machine, { word, begin }).length > word.length;
  } catch {
    return false; // the page does not know what follows
  }
}

function reads(machine, word) {
  return word.every((event) => machine.events.includes(event));
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
