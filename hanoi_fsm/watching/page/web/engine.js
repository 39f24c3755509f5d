// The live engine: it runs a machine by its table and by its memory in JavaScript. What it makes of
// each event is a moment as `momentAt` makes it of what was recorded.

import { programs } from "./programs.js";

const MOST_EVENTS = 20_000;
const HIDDEN = new Set(["pegs", "source", "spare"]);

// The moments of a run from its start, and why it could not go on, if it could not.
export function liveRun(machine, inputs) {
  const { enabled, step, Stopped } = programs.interpreter(machine, machine.names);
  const memory = programs.memories[machine.name]()(...beginsWith(machine, inputs));
  const [event] = machine.events;
  const moments = [];
  let state = machine.starts?.find((one) => one.begin === inputs.begin)?.state ?? machine.initial;
  let taken = null;
  let compared = [];
  for (let number = 0; ; number++) {
    moments.push(liveMoment(machine, { memory, state, taken, compared, enabled }));
    const next = machine.starts ? inputs.word[number] : event;
    if (next === undefined || (!machine.starts && isFinal(machine, state))) {
      return { moments, fault: {} };
    }
    if (number === MOST_EVENTS) {
      return { moments, fault: { stopped: `the page shows the first ${MOST_EVENTS} events only` } };
    }
    const tops = comparisons(machine, memory);
    try {
      taken = step(state, memory, next);
    } catch (error) {
      if (!(error instanceof Stopped)) {
        throw error;
      }
      return { moments, fault: { stopped: error.message } };
    }
    state = taken.target;
    const words = [...taken.guards.map(([guard]) => guard), taken.action];
    compared = [...new Set(words.flatMap((word) => tops[word] ?? []))];
  }
}

// What `begin` is called with.
function beginsWith(machine, inputs) {
  if (machine.kind === "solver") {
    return [inputs.disks, inputs.source, inputs.target];
  }
  return machine.kind === "pathfinder" ? [inputs.start, inputs.goal].map(digitsOf) : [];
}

function digitsOf(configuration) {
  return [...configuration].map(Number);
}

function isFinal(machine, state) {
  return machine.states.find((one) => one.name === state).final;
}

// For each word that compares top disks, on which pegs they are now.
function comparisons(machine, memory) {
  const found = Object.entries(machine.compares);
  return Object.fromEntries(found.map(([word, pegs]) => [word, pegs.map((peg) => memory[peg])]));
}

function liveMoment(machine, { memory, state, taken, compared, enabled }) {
  const tops = comparisons(machine, memory);
  const leaving = machine.transitions.filter((one) => one.source === state);
  const asked = new Set(leaving.flatMap((one) => one.guards.map(([guard]) => guard)));
  const open = new Set(machine.events.flatMap((event) => enabled(state, memory, event)));
  const isMove = machine.pegs && memory.output !== null;
  const [disk, source, target] = isMove ? memory.output : [];
  const move = isMove ? { disk, source, target } : null;
  return {
    machine,
    state,
    taken: taken === null ? null : machine.transitions.indexOf(taken),
    output: taken === null ? null : (move ?? memory.output),
    move,
    compared,
    contents: contentsOf(machine, memory),
    configuration: machine.pegs ? configurationOf(memory.pegs) : null,
    questions: [...asked].map((guard) => questionOf(memory, guard, tops[guard] ?? [])),
    choices: leaving.map((one) => ({
      taken: machine.transitions.indexOf(one),
      enabled: open.has(one),
    })),
    finding: null,
    stopped: "",
  };
}

function questionOf(memory, guard, compared) {
  const comparison = compared.length ? comparisonOf(memory.pegs, compared) : "";
  return { guard, answer: memory[guard](), compared, comparison };
}

// What two tops are, and which is smaller; the top of an empty peg is a sentinel.
function comparisonOf(pegs, compared) {
  const tops = compared.map((peg) => pegs.top(peg));
  const said = compared.map((peg, at) =>
    tops[at] <= pegs.disks
      ? `disk ${tops[at]} on peg ${peg}`
      : `sentinel ${tops[at]} on empty peg ${peg}`,
  );
  const sign = [" < ", " = ", " > "][Math.sign(tops[0] - tops[1]) + 1];
  return said.join(sign);
}

// What a memory holds, by name: its public data, a peg matrix as its columns, or what it says.
function contentsOf(machine, memory) {
  const found = Object.create(null);
  if (machine.tape) {
    return found;
  }
  for (const [name, how] of Object.entries(machine.shows)) {
    found[name] = shownValue(memory, name, how);
  }
  if (Object.keys(machine.shows).length) {
    return found;
  }
  if (machine.pegs) {
    memory.pegs.cells.forEach((column, peg) => {
      found[`peg ${peg}`] = [...column];
    });
    Object.assign(found, { heights: [...memory.pegs.heights], target: memory.target });
  }
  for (const [name, value] of Object.entries(memory)) {
    if (!(name.startsWith("_") || name === "output" || (machine.pegs && HIDDEN.has(name)))) {
      found[name] = structuredClone(value);
    }
  }
  return found;
}

function shownValue(memory, name, { path, first, fields, words }) {
  const said = (field, value) => words[field]?.[value] ?? value;
  let found = memory;
  for (const part of path) {
    found = found[part];
  }
  if (fields) {
    return found.map((row) =>
      Object.fromEntries(row.map((part, at) => [fields[at], said(fields[at], part)])),
    );
  }
  return Array.isArray(found) ? found.slice(first) : said(name, found);
}

// The peg of each disk, the largest first.
function configurationOf({ disks, cells, heights }) {
  const digits = new Array(disks).fill("");
  cells.forEach((column, peg) => {
    for (const disk of column.slice(1, heights[peg] + 1)) {
      digits[disks - disk] = peg;
    }
  });
  return digits.join("");
}
