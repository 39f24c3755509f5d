// The runs of a machine: a live one, or one that is put together from the moments that Python recorded.

import { pageData } from "./data.js";
import { LiveRun } from "./engine.js";
import { namedValues, Run } from "./run.js";

const MOST_KNOWN_RUNS = 8;

class RecordedRun extends Run {
  // `numbers` are those of the moments in what the machine holds.
  constructor(machine, inputs, numbers, fault) {
    super(machine, inputs);
    this.numbers = numbers;
    this.fault = fault;
    for (let index = 0; index < numbers.length; index++) {
      this.add(this.bare(index));
    }
  }

  bare(index) {
    return momentAt(this.machine, this.numbers[index]);
  }

  configurations() {
    return this.numbers.map((number, index) => ({
      configuration: momentAt(this.machine, number).configuration,
      index,
    }));
  }
}

function momentAt(machine, number) {
  const { enabled, contents, ...moment } = machine.moments[number];
  return {
    ...moment,
    contents: namedValues(Object.entries(contents)),
    choices: leavingState(machine, moment.state).map((one) => ({
      taken: one,
      enabled: enabled.includes(one),
    })),
  };
}

// The numbers of the transitions that leave a state.
function leavingState(machine, state) {
  const numbers = [...machine.transitions.keys()];
  return numbers.filter((number) => machine.transitions[number].source === state);
}

function startOf(machine, begin) {
  return machine.starts.find((one) => one.begin === begin) ?? machine.starts[0];
}

// What an event leads to from a node: a moment and a node, a fault, or null if that is not known.
function onwardFrom(machine, node, event) {
  const { next } = machine.nodes[node];
  return Object.hasOwn(next, event) ? next[event] : null;
}

function wordRun(machine, inputs) {
  const start = startOf(machine, inputs.begin);
  const numbers = [start.moment];
  let { node } = start;
  let fault = {};
  for (const [place, event] of inputs.word.entries()) {
    const onward = onwardFrom(machine, node, event);
    if (onward === null) {
      const known = inputs.word.slice(0, place).join(" ") || "the start";
      throw new RangeError(
        `This page does not know what follows ${known}. Make one with this word: hanoi-fsm explorer ${quoted(machine.name)} --word ${quoted(inputs.word.join(" "))}`,
      );
    }
    if (!Array.isArray(onward)) {
      fault = onward;
      break;
    }
    numbers.push(onward[0]);
    [, node] = onward;
  }
  if (numbers.length === inputs.word.length + 1) {
    fault = { stopped: machine.nodes[node].stopped ?? "" };
  }
  const wrong = wrongBeginning(machine, start, inputs.word);
  if (wrong) {
    numbers.length = Math.min(numbers.length, wrong.word.length + 1);
    fault = { finding: wrong.finding, stopped: wrong.stopped ?? "" };
  }
  return new RecordedRun(machine, inputs, numbers, fault);
}

// A text as one argument of a command, in which a shell finds nothing to do.
function quoted(text) {
  return /^[\w.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// The shortest beginning of a word that is answered wrongly from a start.
function wrongBeginning(machine, { begin }, word) {
  const begins = (one) => one.every((event, place) => event === word[place]);
  return machine.wrong.find((one) => one.begin === begin && begins(one.word));
}

const WHICH = ["disks", "source", "target", "start", "goal", "begin"];

function heldRun(machine, inputs) {
  const names = WHICH.filter((name) => name in machine.runs[0]);
  const found = machine.runs.find((one) => names.every((name) => one[name] === inputs[name]));
  if (!found) {
    throw new RangeError(
      `This page does not hold the path from ${inputs.start} to ${inputs.goal}: of as many disks it holds those between towers, and what was asked for. Make one with it: hanoi-fsm explorer ${quoted(machine.name)} --path ${inputs.start} ${inputs.goal}`,
    );
  }
  const { finding = null, stopped = "" } = found;
  return new RecordedRun(machine, inputs, found.moments, { finding, stopped });
}

// The run of a machine on some inputs; a RangeError says why the page has none.
export function runOf(machine, inputs) {
  machine.known ??= new Map();
  const key = JSON.stringify(inputs);
  if (!machine.known.has(key)) {
    if (machine.known.size === MOST_KNOWN_RUNS) {
      machine.known.clear();
    }
    machine.known.set(key, newRun(machine, inputs));
  }
  return machine.known.get(key);
}

function newRun(machine, inputs) {
  const longest = pageData.longest_word;
  if (inputs.word?.length > longest) {
    throw new RangeError(
      `This page shows words of at most ${longest} events, and this one has ${inputs.word.length}: write a shorter one`,
    );
  }
  if (machine.live) {
    return new LiveRun(machine, inputs);
  }
  return machine.starts ? wordRun(machine, inputs) : heldRun(machine, inputs);
}

// The events that a text stands for: separated by blanks or commas, or all of the same length.
export function eventsOf(machine, text) {
  const { events } = machine;
  const width = Math.min(...events.map((event) => event.length));
  const word = [];
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const pieces = events.includes(part) ? [part] : part.match(new RegExp(`.{1,${width}}`, "gsu"));
    for (const piece of pieces) {
      if (!events.includes(piece)) {
        throw new RangeError(
          `${machine.name} does not read ${piece}: write a word of ${events.join(", ")}`,
        );
      }
      word.push(piece);
    }
  }
  return word;
}
