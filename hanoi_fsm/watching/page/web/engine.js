// The engine: it runs a machine by its table and by its memory in JavaScript, or by what Python has found
// that each event leads to. A run is gone through once; then any moment of it is made anew from the memory
// that was kept some events before it.

import { withDiskOn } from "./configuration.js";
import { programs } from "./programs.js";
import { isFinal, namedValues, Run } from "./run.js";

const MOST_EVENTS = 1_000_000;
const KEPT_EVERY = 256;
const HIDDEN = new Set(["pegs", "source", "spare"]);

export class LiveRun extends Run {
  constructor(machine, inputs) {
    super(machine, inputs);
    this.step = machine.live ? programs.interpreter(machine, {}).step : recordedStep(machine);
    this.kept = [];
    const begun = machine.live ? liveStart(machine, inputs) : recordedStart(machine, inputs);
    const now = { index: 0, ...begun, taken: null };
    this.add({ taken: null, state: now.state });
    this.keep(now);
    this.course = machine.course?.(inputs); // what is right, of a machine that was edited or is wrong
    this.fault = this.goThrough(now);
    this.now = copied(this.kept[0]);
  }

  // Take all events, and return the fault at which the machine could not go on or was wrong.
  goThrough(now) {
    while (this.eventAfter(now) !== undefined) {
      if (this.length > MOST_EVENTS) {
        return { stopped: `the page shows the first ${MOST_EVENTS} events only` };
      }
      try {
        this.advance(now);
      } catch (error) {
        return this.ended(error.message);
      }
      const { state, taken, memory } = now;
      const move = moveOf(this.machine, memory);
      this.add({ state, taken, move, output: move ?? memory.output });
      if (now.index % KEPT_EVERY === 0) {
        this.keep(now);
      }
      const fault = this.course?.after(this);
      if (fault) {
        return fault;
      }
    }
    return this.ended("");
  }

  ended(stopped) {
    return this.course?.atEnd(this, stopped) ?? { stopped };
  }

  eventAfter({ index, state }) {
    const { machine } = this;
    if (machine.starts) {
      return this.word[index];
    }
    return isFinal(machine, state) ? undefined : machine.events[0];
  }

  advance(now) {
    const taken = this.step(now.state, now.memory, this.eventAfter(now));
    now.index += 1;
    now.state = taken.target;
    now.taken = this.machine.transitions.indexOf(taken);
  }

  keep(now) {
    this.kept.push(copied(now));
  }

  bare(index) {
    const before = Math.floor(index / KEPT_EVERY);
    if (this.now.index > index || this.now.index < before * KEPT_EVERY) {
      this.now = copied(this.kept[before]);
    }
    while (this.now.index < index) {
      this.advance(this.now);
    }
    return momentOf(this.machine, this.now);
  }
}

// A memory with all that it holds; what is the same object in two places stays so.
function copied(value, known = new Map()) {
  if (value === null || typeof value !== "object") {
    return value;
  }
  if (!known.has(value)) {
    const copy = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value));
    known.set(value, copy);
    for (const name of Object.keys(value)) {
      copy[name] = copied(value[name], known);
    }
  }
  return known.get(value);
}

function moveOf(machine, { output }) {
  if (!machine.pegs || output === null) {
    return null;
  }
  const [disk, source, target] = output;
  return { disk, source, target };
}

function liveStart(machine, inputs) {
  const start = machine.starts?.find((one) => one.begin === inputs.begin);
  const begin = programs.memories[machine.memory ?? machine.name]();
  return {
    state: start?.state ?? machine.initial,
    memory: begin(...beginsWith(machine, inputs)),
  };
}

// The memory of a machine that Python has run is a node, with the latest output and where the disks are.
function recordedStart(machine, inputs) {
  const fits = (one) =>
    Object.keys(one).every((name) => name === "node" || one[name] === inputs[name]);
  const { node } = (machine.starts ?? machine.runs).find(fits);
  const place = inputs.start ?? String(inputs.source ?? "").repeat(inputs.disks ?? 0);
  return { state: machine.nodes[node].state, memory: { node, output: null, place } };
}

function recordedStep({ name, nodes, pegs, transitions }) {
  return (_, memory, event) => {
    const { next } = nodes[memory.node];
    if (!Object.hasOwn(next, event)) {
      throw new RangeError(`this page holds the first ${nodes.length} memories of ${name} only`);
    }
    if (!Array.isArray(next[event])) {
      throw new RangeError(next[event]);
    }
    const [taken, output, node] = next[event];
    Object.assign(memory, { node, output });
    if (pegs && output) {
      memory.place = withDiskOn(memory.place, output[0], output[2]);
    }
    return transitions[taken];
  };
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

function momentOf(machine, { memory, state, taken }) {
  const leaving = machine.transitions.filter((one) => one.source === state);
  const asked = new Set(leaving.flatMap((one) => one.guards.map(([guard]) => guard)));
  const answers = new Map([...asked].map((guard) => [guard, answerOf(machine, memory, guard)]));
  const move = moveOf(machine, memory);
  return {
    state,
    taken,
    output: taken === null ? null : (move ?? memory.output),
    move,
    contents: contentsOf(machine, memory),
    configuration: machine.pegs ? (memory.place ?? configurationOf(memory.pegs)) : null,
    questions: [...answers].map(([guard, answer]) => {
      const compared = new Map(Object.entries(machine.compares)).get(guard) ?? [];
      const pegs = compared.map((peg) => memory[peg]);
      const comparison = pegs.length ? comparisonOf(memory.pegs, pegs) : "";
      return { guard, answer, comparison };
    }),
    choices: leaving.map((one) => ({
      taken: machine.transitions.indexOf(one),
      enabled: one.guards.every(([guard, answer]) => answers.get(guard) === answer),
    })),
  };
}

// A guard may have no answer now: in a table that was edited nothing else need be asked before it.
function answerOf(machine, memory, guard) {
  try {
    return machine.live ? memory[guard]() : machine.nodes[memory.node].answers[guard];
  } catch (error) {
    return error.message;
  }
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
  if (!machine.live) {
    return namedValues(Object.entries(machine.nodes[memory.node].contents));
  }
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
