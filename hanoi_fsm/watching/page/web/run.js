// A run of a machine: what happened at each event in short, and any moment of it in full on demand. A
// moment has what a `PlainFrame` has in Python, and more: its `machine`, its `run`, its `index` in it,
// and how many events it is `sinceStep`, the first moment with as many moves.

import { withDiskOn } from "./configuration.js";

const MOST_KNOWN = 64;

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
    this.fault = {};
    this.known = new Map();
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
