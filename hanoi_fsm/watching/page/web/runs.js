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
    const { moments, transitions } = this.machine;
    const { enabled, contents, ...moment } = moments[this.numbers[index]];
    const leaving = [...transitions.keys()].filter(
      (one) => transitions[one].source === moment.state,
    );
    return {
      ...moment,
      contents: namedValues(Object.entries(contents)),
      choices: leaving.map((one) => ({ taken: one, enabled: enabled.includes(one) })),
    };
  }

  configurations() {
    return this.numbers.map((number, index) => {
      return { configuration: this.machine.moments[number].configuration, index };
    });
  }
}

// An event leads to a moment and a node, to a fault, or it is not known to what.
function wordRun(machine, inputs) {
  const start = machine.starts.find((one) => one.begin === inputs.begin) ?? machine.starts[0];
  const numbers = [start.moment];
  let { node } = start;
  let fault = null;
  for (const event of inputs.word) {
    const { next } = machine.nodes[node];
    if (!Object.hasOwn(next, event)) {
      throw new RangeError(
        `This page does not know what follows event ${numbers.length - 1}: make one with --word ${inputs.word.join(" ")}`,
      );
    }
    if (!Array.isArray(next[event])) {
      fault = next[event];
      break;
    }
    numbers.push(next[event][0]);
    [, node] = next[event];
  }
  fault ??= { stopped: machine.nodes[node].stopped ?? "" };
  const begins = (one) => one.every((event, place) => event === inputs.word[place]);
  const wrong = machine.wrong.find((one) => one.begin === start.begin && begins(one.word));
  if (wrong) {
    numbers.length = Math.min(numbers.length, wrong.word.length + 1);
    fault = { finding: wrong.finding, stopped: wrong.stopped ?? "" };
  }
  return new RecordedRun(machine, inputs, numbers, fault);
}

const WHICH = ["disks", "source", "target", "start", "goal", "begin"];

function heldRun(machine, inputs) {
  const names = WHICH.filter((name) => name in machine.runs[0]);
  const found = machine.runs.find((one) => names.every((name) => one[name] === inputs[name]));
  if (!found) {
    throw new RangeError(
      `This page does not hold this path: make one with --path ${inputs.start} ${inputs.goal}`,
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
