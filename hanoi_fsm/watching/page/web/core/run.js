// A run of a machine: what happened at each event, and on demand what its memory was then. The machine
// runs by its table and its memory in JavaScript, or by the recorded results of each event, which lead
// to. A run is gone through once; then any memory of it is made anew from the one kept some events before.

import { memories } from "../programs.js";
import { eventParts } from "./edit.js";
import { moveText, withDiskOn } from "./formulas.js";
import { spelt } from "./spelling.js";

const MOST_EVENTS = 1_000_000;
const MOST_IDLE = 1000;
const KEPT_EVERY = 256;

export class Run {
  /** @param {import("./types").Machine} machine @param {import("./types").Inputs} inputs */
  constructor(machine, inputs) {
    this.machine = machine;
    this.inputs = inputs;
    Object.assign(this, inputs);
    /** @type {import("./types").Happened[]} */
    this.events = []; // what happened at each, and first where the run begins
    /** @type {number[]} */
    this.starts = []; // by step: the index of the event that made it
    this.kept = [];
    this.take = machine.live ? takeEvent : recordedStep;
    // What is right, where it is not the machine itself.
    this.right = machine.right ? runOf(machine.right, inputs) : null;
    const fault = this.goThrough(begun(machine, inputs));
    Object.assign(this.last, fault);
  }

  get length() {
    return this.events.length;
  }

  get steps() {
    return this.starts.length - 1;
  }

  /** @returns {import("./types").Happened} */
  get last() {
    return this.events[this.length - 1];
  }

  // Take all events, and return the fault at which the machine could not go on or was wrong.
  goThrough(now) {
    const most = this.right ? MOST_IDLE + 2 * this.right.length : MOST_EVENTS;
    /** @type {import("./types").Transition | null} */
    let taken = null;
    for (;;) {
      this.add(now, taken);
      const event = this.eventAfter(this.last);
      if (this.length > most) {
        return faultAtEnd(this, `no end after ${most} events`);
      }
      const fault = faultAfter(this);
      if (fault || event === undefined) {
        return fault ?? faultAtEnd(this, "");
      }
      try {
        taken = this.take(this.machine, now.state, now.memory, event);
      } catch (error) {
        return faultAtEnd(this, messageOf(error));
      }
      now.state = taken?.target;
    }
  }

  // The situation after a transition, or before the first.
  add({ state, memory }, transition) {
    const { machine, last: before, length: index } = this;
    const { start, source: from, disks } = this.inputs;
    const output = transition && memory.output;
    const [disk, source, target] = (machine.pegs && output) || [];
    const move = disk ? { disk, source, target } : null;
    if (move || index === 0 || !machine.pegs) {
      this.starts.push(index);
    }
    if (index % KEPT_EVERY === 0) {
      this.kept.push(copied(memory));
    }
    const configuration = move
      ? withDiskOn(before.configuration, disk, target)
      : (before?.configuration ?? start ?? String(from ?? "").repeat(disks ?? 0));
    const taken = transition && machine.transitions.indexOf(transition);
    const step = this.steps;
    const fault = { finding: null, stopped: "" };
    this.events.push({ index, step, state, taken, output, move, configuration, ...fault });
  }

  // The event after one, or undefined at the end.
  eventAfter({ index, state }) {
    const { machine } = this;
    const next = machine.final.includes(state) ? undefined : machine.events[0];
    return machine.autonomous ? next : this.inputs.word?.[index];
  }

  // All that there is to see after an event: besides what happened its `machine` and its `run`, how many events it is
  // `sinceStep`, the first one with as many steps, what the memory says then, which comparison was `decisive`, and which
  // events would be `accepted` now. A free input is as somebody has `chosen` it, or as the next event has it.
  at(index, chosen = {}) {
    const { machine, events, starts } = this;
    const { state, step } = events[index];
    const former = Math.max(index - 1, 0);
    const [memory, was] = [index, former].map((one) => this.memoryAt(one));
    const [contents, before] = [memory, was].map((one) => contentsOf(machine, one));
    const free = { ...this.inputsAt(index), ...chosen };
    return {
      ...events[index],
      machine,
      run: this,
      sinceStep: index - starts[step],
      contents,
      before,
      changed: changedBetween(before, contents),
      decisive: index > 0 ? nextOf(machine, was, events[former].state, free).comparison : undefined,
      ...nextOf(machine, memory, state, free),
      free,
      accepted: machine.autonomous ? new Map() : this.acceptedAt(index),
    };
  }

  // The values of the free inputs: those that come with the next event, and no for others.
  inputsAt(index) {
    const inputs = this.machine.events.flatMap((event) => eventParts(event).inputs);
    const next = eventParts(this.inputs.word?.[index] ?? "").inputs;
    return Object.fromEntries([...inputs.map(([name]) => [name, false]), ...next]);
  }

  // The number of the transition that each event would take; events that are refused are left out.
  acceptedAt(index) {
    const { machine, events } = this;
    const found = new Map();
    for (const event of machine.events) {
      try {
        const taken = this.take(machine, events[index].state, this.memoryAt(index), event);
        found.set(event, machine.transitions.indexOf(taken));
      } catch {} // it is refused
    }
    return found;
  }

  memoryAt(index) {
    const place = Math.floor(index / KEPT_EVERY);
    const memory = copied(this.kept[place]);
    for (const event of this.events.slice(place * KEPT_EVERY, index)) {
      this.take(this.machine, event.state, memory, this.eventAfter(event));
    }
    return memory;
  }

  // The index of the first event after a step and at most some events more.
  indexOf(step, events = 0) {
    const found = Math.min(step, this.steps);
    const last = (this.starts[found + 1] ?? this.length) - 1;
    return Math.min(this.starts[found] + events, last);
  }
}

const latest = new WeakMap();

// The run of a machine on some inputs; its latest one is known.
export function runOf(machine, inputs) {
  const key = JSON.stringify(inputs);
  if (latest.get(machine)?.key !== key) {
    latest.set(machine, { key, run: new Run(machine, inputs) });
  }
  return latest.get(machine).run;
}

// A version of a machine is wrong at the first step at which it does otherwise than the run that is `right`. Of a path
// only the length and the end are compared.

// The fault after the latest event of a run, or null.
function faultAfter(run) {
  const { right, steps, starts, length } = run;
  if (!right || starts[steps] < length - 1) {
    return null;
  }
  const got = outputAt(run, steps);
  const isRight = run.start === undefined ? got === outputAt(right, steps) : steps <= right.steps;
  return isRight ? null : faultAt(run, steps, got);
}

// The fault of a run that has ended, also where it has `stopped` for a reason.
function faultAtEnd(run, stopped) {
  const { right, steps } = run;
  if (right && (steps < right.steps || (stopped && !right.last.stopped))) {
    return faultAt(run, steps + 1, stopped || "the end", stopped);
  }
  const isRight = !right || stopped || endOf(run) === endOf(right);
  return isRight ? { stopped } : faultAt(run, steps, endOf(run), "", endOf(right));
}

function faultAt({ right }, step, got, stopped = "", expected = outputAt(right, step)) {
  return { finding: { step, expected, got }, stopped };
}

// The output of a step, in words, or the reason why there is no step.
function outputAt({ events, starts, steps, last }, step) {
  if (step > steps) {
    return last.stopped ? "to stop" : "the end";
  }
  const { move, output } = events[starts[step]];
  return move ? moveText(move) : spelt(output);
}

// Whether a run ends in a final state, and of a path where.
function endOf({ machine, start, last }) {
  const state = machine.final.includes(last.state) ? "a final state" : "no final state";
  return start ? `${state} at ${last.configuration}` : state;
}

// Whether the latest step itself is wrong, and not that none or another should follow it.
export function isWrongStep({ finding, stopped, step }) {
  return Boolean(finding) && !stopped && finding.step <= step;
}

// Pairs as an object that has these names only: a memory may call anything `constructor`.
export function namedValues(pairs) {
  return Object.assign(Object.create(null), ...pairs.map(([name, value]) => ({ [name]: value })));
}

// The names of new or different values, and the changed places of a list.
function changedBetween(before, now) {
  const differ = (one, other) => JSON.stringify(one) !== JSON.stringify(other);
  const keys = (old, value) =>
    Object.keys(value ?? []).filter((key) => differ(old?.[key], value[key]));
  const places = (name) => keys(before[name], now[name]).map(Number);
  return namedValues(keys(before, now).map((name) => [name, places(name)]));
}

// A memory with all that it holds; what is the same object in two places stays so.
function copied(value, copies = new Map()) {
  if (value === null || typeof value !== "object") {
    return value;
  }
  if (!copies.has(value)) {
    const copy = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value));
    copies.set(value, copy);
    for (const name of Object.keys(value)) {
      copy[name] = copied(value[name], copies);
    }
  }
  return copies.get(value);
}

// The state and the memory with which a run begins. The memory of a machine that Python has run is a node,
// with the latest output.
function begun(machine, inputs) {
  const fits = (one) =>
    Object.keys(inputs).every((key) => key === "word" || one[key] === inputs[key]);
  const { node, state } = machine.starts.find(fits) ?? machine.starts[0];
  if (!machine.live) {
    return { state: machine.nodes[node].state, memory: { node, output: null } };
  }
  const make = memories[machine.memory ?? machine.name]();
  const digits = (one) => (typeof one === "string" ? [...one].map(Number) : one);
  const given = machine.pegs ? Object.values(inputs).map(digits) : [];
  return { state: machine.pegs ? machine.initial : state, memory: make(...given) };
}

// The transition that is taken, after its actions. Raises an Error where none or two are enabled.
function takeEvent({ transitions, final }, state, memory, event) {
  memory.output = null;
  const leaving = transitions.filter((one) => one.source === state);
  const heard = leaving.filter((one) => one.event === event);
  const isTrue = ([guard, answer]) => memory[guard]() === answer;
  const [taken, other] = heard.filter((one) => one.guards.every(isTrue));
  const place = `in state '${state}' on event '${event}'`;
  if (other) {
    stop(`${place} two transitions are enabled, \`${taken.text}\` and \`${other.text}\``);
  } else if (!taken && heard.length > 0) {
    const asked = new Set(heard.flatMap((one) => one.guards.map(([guard]) => guard)));
    const answers = [...asked].map((guard) => `${guard} is ${memory[guard]()}`).join(", ");
    stop(`no transition is enabled ${place} (${answers})`);
  } else if (!taken) {
    const isFaulty = leaving.length === 0 && !final.includes(state);
    const mark = isFaulty ? " (if it is final, draw it with two circles)" : "";
    stop(`no transition starts ${place}${mark}`);
  }
  for (const action of taken.actions) {
    act(memory, action);
  }
  return taken;
}

function stop(reason) {
  throw new Error(`the machine cannot go on: ${reason}`);
}

// An action in quotes adds its text to the output of the event.
function act(memory, action) {
  if (action.startsWith('"')) {
    const text = JSON.parse(action);
    memory.output = memory.output === null ? text : `${memory.output}, ${text}`;
  } else {
    memory[action]();
  }
}

// Of a machine that Python has run, the transition that an event takes.
function recordedStep({ nodes, transitions }, _, memory, event) {
  const { next } = nodes[memory.node];
  if (!Array.isArray(next[event])) {
    throw new Error(next[event]);
  }
  const [taken, output, node] = next[event];
  Object.assign(memory, { node, output });
  return transitions[taken];
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

// What the machine asks next: the `questions` with their answers, and the two tops that are `compared` where
// it asks which is smaller; the `choices` of a transition; and the question that is the `comparison` of the enabled
// one. A guard may be one of the `free` inputs.
function nextOf(machine, memory, state, free) {
  const leaving = machine.transitions.filter((one) => one.source === state);
  const guards = [...new Set(leaving.flatMap((one) => one.guards.map(([guard]) => guard)))];
  const isFree = (guard) => Object.hasOwn(free, guard);
  const answered = (guard) => (isFree(guard) ? free[guard] : answerOf(machine, memory, guard));
  const answers = new Map(guards.map((guard) => [guard, answered(guard)]));
  const compares = new Map(machine.compares);
  const questions = guards.map((guard) => ({
    guard,
    answer: answers.get(guard),
    isFree: isFree(guard),
    compared: (compares.get(guard) ?? []).map((name) => topOf(memory, name)),
  }));
  const isEnabled = (one) => one.guards.every(([guard, answer]) => answers.get(guard) === answer);
  const asked = leaving.filter(isEnabled).flatMap((one) => one.guards.map(([guard]) => guard));
  return {
    questions,
    choices: leaving.map((one) => ({
      taken: machine.transitions.indexOf(one),
      enabled: isEnabled(one),
    })),
    comparison: questions.find((one) => one.compared.length === 2 && asked.includes(one.guard)),
  };
}

// A guard may have no answer now: in a table that was edited nothing else need be asked before it.
function answerOf(machine, memory, guard) {
  try {
    return machine.live ? memory[guard]() : machine.nodes[memory.node].answers[guard];
  } catch (error) {
    return messageOf(error);
  }
}

// The peg of which a register has the name, and the disk on its top, 0 for none.
function topOf(memory, name) {
  const { pegs, [name]: peg } = memory;
  const top = pegs.top(peg);
  return { name, peg, disk: top > pegs.disks ? 0 : top };
}

// The contents of a memory by name.
function contentsOf({ live, shows, nodes }, memory) {
  const held = Object.entries(live ? shows : nodes[memory.node].contents);
  return namedValues(held.map(([name, one]) => [name, live ? shownValue(memory, name, one) : one]));
}

// The value that a memory shows under a name: see Shown in memory.py.
function shownValue(memory, name, { path, first, fields, words }) {
  const said = (field, value) => words[field]?.[value] ?? value;
  const found = path.reduce((whole, part) => whole[part], memory);
  const frame = (row) => Object.fromEntries(fields.map((of, at) => [of, said(of, row[at])]));
  if (fields) {
    return found.map(frame);
  }
  return Array.isArray(found) ? found.slice(first) : said(name, found);
}
