// A run of a machine: what happened at each event in short, and any moment of it in full on demand. A
// moment has what a moment has in Python, and more: its `machine`, its `run`, its `index` in it, and how
// many events it is `sinceStep`, the first moment with as many moves. The machine runs by its table and by
// its memory in JavaScript, or by what Python has found that each event leads to. A run is gone through
// once; then any moment of it is made anew from the memory that was kept some events before it.

import { withDiskOn } from "./configuration.js";
import { programs } from "./programs.js";

const MOST_EVENTS = 1_000_000;
const KEPT_EVERY = 256;
const HIDDEN = new Set(["pegs", "source", "spare"]);
const MOST_KNOWN = 64;
const MOST_KNOWN_RUNS = 8;

export class Run {
  constructor(machine, inputs) {
    Object.assign(this, inputs);
    this.inputs = inputs;
    this.machine = machine;
    this.taken = []; // by event: the number of the transition, null at the start
    this.states = []; // by event: the state after it
    this.stepAt = []; // by event: how many steps were made with it
    this.starts = []; // by step: the first moment after it
    this.moves = []; // by step, from 0 on, and the index of the moment
    this.outputs = []; // of machines without pegs, by event
    this.known = new Map();
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

  get length() {
    return this.taken.length;
  }

  get steps() {
    return this.starts.length - 1;
  }

  get last() {
    return this.at(this.length - 1);
  }

  // What happened at the next event, or where the run begins.
  add({ taken, state, move = null, output = null }) {
    const index = this.length;
    const isStep = taken !== null && (!this.machine.pegs || move !== null);
    if (isStep || index === 0) {
      this.starts.push(index);
    }
    if (move) {
      this.moves.push({ ...move, index });
    }
    if (!this.machine.pegs) {
      this.outputs.push(output);
    }
    this.taken.push(taken);
    this.states.push(state);
    this.stepAt.push(this.starts.length - 1);
  }

  // The moment with this index, in full; `bare` gives what does not follow from the run as a whole.
  at(index) {
    if (!this.known.has(index)) {
      if (this.known.size === MOST_KNOWN) {
        this.known.clear();
      }
      this.known.set(index, this.made(index));
    }
    return this.known.get(index);
  }

  made(index) {
    const step = this.stepAt[index];
    const before = this.contentsAt(Math.max(index - 1, 0));
    const bare = this.bare(index);
    const contents = this.contentsAt(index, bare);
    return {
      finding: null,
      stopped: "",
      ...bare,
      ...(index === this.length - 1 ? this.fault : {}),
      machine: this.machine,
      run: this,
      index,
      step,
      sinceStep: index - this.starts[step],
      contents,
      before,
      changed: changedBetween(before, contents),
    };
  }

  // What the memory holds, with all outputs so far where it has a tape.
  contentsAt(index, { contents } = this.bare(index)) {
    const { tape } = this.machine;
    if (!tape) {
      return contents;
    }
    const written = this.outputs.slice(0, index + 1).filter((one) => one !== null);
    return namedValues([[tape, written], ...Object.entries(contents)]);
  }

  // The configurations that the run goes through, and where it does so first.
  configurations() {
    let { configuration } = this.at(0);
    const later = this.moves.map(({ disk, target, index }) => {
      configuration = withDiskOn(configuration, disk, target);
      return { configuration, index };
    });
    return [{ configuration: this.at(0).configuration, index: 0 }, ...later];
  }

  // The index of the first moment after a step and at most some events more.
  indexOf(step, events = 0) {
    const found = Math.min(step, this.steps);
    const last = (this.starts[found + 1] ?? this.length) - 1;
    return Math.min(this.starts[found] + events, last);
  }

  // The next moment after a step, or the last of all.
  stopAfter(index) {
    return this.starts[this.stepAt[index] + 1] ?? this.length - 1;
  }

  stopBefore(index) {
    const start = this.starts[this.stepAt[index]];
    return start < index ? start : this.starts[Math.max(this.stepAt[index] - 1, 0)];
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

// The run of a machine on some inputs.
export function runOf(machine, inputs) {
  machine.known ??= new Map();
  const key = JSON.stringify(inputs);
  if (!machine.known.has(key)) {
    if (machine.known.size === MOST_KNOWN_RUNS) {
      machine.known.clear();
    }
    machine.known.set(key, new Run(machine, inputs));
  }
  return machine.known.get(key);
}

// Pairs as an object that has these names only: a memory may call anything `constructor`.
export function namedValues(pairs) {
  return Object.assign(Object.create(null), ...pairs.map(([name, value]) => ({ [name]: value })));
}

function sameValue(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

// The names of what is new or different, and of a list the places that are.
function changedBetween(before, now) {
  const changed = Object.create(null);
  for (const [name, value] of Object.entries(now)) {
    const old = before[name];
    if (!(name in before && sameValue(old, value))) {
      const places = Array.isArray(value) ? [...value.keys()] : [];
      const isSame = (at) => Array.isArray(old) && at in old && sameValue(old[at], value[at]);
      changed[name] = places.filter((at) => !isSame(at));
    }
  }
  return changed;
}

export function isFinal(machine, state) {
  return Boolean(machine.states.find((one) => one.name === state)?.final);
}

// The moment after this one, or undefined at the end of the run.
export function upcoming({ run, index }) {
  return index + 1 < run.length ? run.at(index + 1) : undefined;
}

// Whether the latest step itself is wrong, and not that none or another should follow it.
export function isWrongStep({ finding, stopped, step }) {
  return Boolean(finding) && !stopped && (finding.step ?? step) <= step;
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
    meant: meantBy(machine, memory, leaving),
    choices: leaving.map((one) => ({
      taken: machine.transitions.indexOf(one),
      enabled: one.guards.every(([guard, answer]) => answers.get(guard) === answer),
    })),
  };
}

// The registers that guards and actions of some transitions compare, or speak of as ahead and behind,
// each with the peg that it means now.
function meantBy({ compares, guards, actions }, memory, transitions) {
  const words = new Set(
    transitions.flatMap((one) => [...one.guards.map(([name]) => name), one.action]),
  );
  const of = (values) => Object.entries(values).filter(([word]) => words.has(word));
  const said =
    of({ ...guards, ...actions })
      .join()
      .match(/\b(ahead|behind)\b/g) ?? [];
  const names = new Set([...of(compares).flatMap(([, registers]) => registers), ...said]);
  return [...names].map((name) => [name, memory[name]]).filter(([, peg]) => Number.isInteger(peg));
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
