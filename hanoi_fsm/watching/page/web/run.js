// A run of a machine: what happened at each event in short, and any moment of it in full on demand. A
// moment has what a `PlainFrame` has in Python, and more: its `machine`, its `run`, its `index` in it,
// and how many events it is `sinceStep`, the first moment with as many moves.

const MOST_KNOWN = 64;
const COUNTED_EVERY = 256;
const MOST_SAMPLED = 300;

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
    this.counted = []; // how often each transition was taken, at every 256th event
    this.counts = new Array(machine.transitions.length).fill(0);
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
    if (taken !== null) {
      this.counts[taken] += 1;
    }
    if (move) {
      this.moves.push({ ...move, index });
    }
    if (!this.machine.pegs) {
      this.outputs.push(output);
    }
    if (index % COUNTED_EVERY === 0) {
      this.counted.push([...this.counts]);
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
      counts: this.countsAt(index),
      contents,
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

  countsAt(index) {
    const before = Math.floor(index / COUNTED_EVERY);
    const counts = [...this.counted[before]];
    for (let at = before * COUNTED_EVERY + 1; at <= index; at++) {
      counts[this.taken[at]] += 1;
    }
    return counts;
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

  // What the memory held at all moments, or at enough of them to know what it can hold.
  sampled() {
    const every = Math.ceil(this.length / MOST_SAMPLED);
    const found = [];
    for (let index = 0; index < this.length; index += every) {
      found.push(this.contentsAt(index));
    }
    return [...found, this.contentsAt(this.length - 1)];
  }
}

// Pairs as an object that has these names only: a memory may call anything `constructor`.
export function namedValues(pairs) {
  const found = Object.create(null);
  for (const [name, value] of pairs) {
    found[name] = value;
  }
  return found;
}

// The places of a list that are new or different; of what is not a list there are none.
function changedPlaces(before, now) {
  if (!Array.isArray(now)) {
    return [];
  }
  const old = Array.isArray(before) ? before : [];
  return [...now.keys()].filter((place) => !(place in old) || !sameValue(old[place], now[place]));
}

function sameValue(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function changedBetween(before, now) {
  const changed = Object.create(null);
  for (const [name, value] of Object.entries(now)) {
    if (!(name in before && sameValue(before[name], value))) {
      changed[name] = changedPlaces(before[name], value);
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

// The transition that a finding is about: the one just taken, or where the machine could not go on
// after that, the one that it then failed to take; null if neither is known.
export function faultyTransition({ machine, finding, stopped, taken, choices, run, index }) {
  if (!finding || !stopped) {
    return finding ? taken : null;
  }
  const event = run.word?.[index];
  const enabled = choices
    .filter((one) => one.enabled)
    .map((one) => one.taken)
    .filter((one) => event === undefined || machine.transitions[one].event === event);
  return enabled.length === 1 ? enabled[0] : null;
}
