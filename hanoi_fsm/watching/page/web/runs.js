// The runs of a machine. The page holds each moment as a row of numbers, which stand for values;
// here the rows of one run become moments in full, with what is counted along the run. A moment has
// what a `PlainFrame` has in Python, and more: its `machine`, its `run` with all `moments` of it, its
// `index` among them, and how many events it is `sinceStep`, the first moment with as many moves.

import { pageData } from "./data.js";
import { liveRun } from "./engine.js";

// Pairs as an object that has these names only: a memory may call anything `constructor`.
function namedValues(pairs) {
  const found = Object.create(null);
  for (const [name, value] of pairs) {
    found[name] = value;
  }
  return found;
}

function momentAt(machine, number) {
  const [taken, state, output, pegs, contents, place, asked] = machine.moments[number];
  const [questions, enabled] = machine.questions[asked];
  const name = machine.states[state].name;
  return {
    machine,
    state: name,
    taken: taken < 0 ? null : taken,
    output: machine.outputs[output][0],
    move: machine.outputs[output][1],
    compared: machine.pegs_compared[pegs],
    contents: namedValues(
      machine.contents[contents].map((pair) => pair.map((one) => machine.values[one])),
    ),
    configuration: machine.places[place],
    questions,
    choices: leavingState(machine, name).map((one) => ({
      taken: one,
      enabled: enabled.includes(one),
    })),
    finding: null,
    stopped: "",
  };
}

// The numbers of the transitions that leave a state.
function leavingState(machine, state) {
  const numbers = [...machine.transitions.keys()];
  return numbers.filter((number) => machine.transitions[number].source === state);
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

// The moment after this one, or undefined at the end of the run.
export function upcoming(moment) {
  return moment.run.moments[moment.index + 1];
}

// These moments as one run, which ends in a `fault` if there is one.
function runThrough(machine, inputs, moments, fault = {}) {
  const counts = new Array(machine.transitions.length).fill(0);
  const outputs = [];
  const run = { ...inputs, moments: [] };
  let step = 0;
  for (const moment of moments) {
    const before = run.moments.at(-1);
    if (moment.taken !== null) {
      counts[moment.taken] += 1;
      step += machine.pegs ? Number(moment.move !== null) : 1;
      if (moment.output !== null) {
        outputs.push(moment.output);
      }
    }
    if (machine.tape) {
      const tape = [machine.tape, [...outputs]];
      moment.contents = namedValues([tape, ...Object.entries(moment.contents)]);
    }
    const index = run.moments.length;
    Object.assign(moment, { run, index, step, counts: [...counts] });
    moment.sinceStep = before?.step === step ? before.sinceStep + 1 : 0;
    moment.changed = changedBetween((before ?? moment).contents, moment.contents);
    run.moments.push(moment);
  }
  Object.assign(run.moments.at(-1), fault);
  run.steps = step;
  run.stops = stopsOf(run.moments);
  return run;
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

// The first moment of each step, and the last of all.
function stopsOf(moments) {
  const stops = moments.filter((one) => one.sinceStep === 0);
  const last = moments.at(-1);
  return [...stops, ...(stops.at(-1) === last ? [] : [last])].map((one) => one.index);
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
  const longest = pageData.longest_word;
  if (inputs.word.length > longest) {
    throw new RangeError(
      `This page shows words of at most ${longest} events, and this one has ${inputs.word.length}: write a shorter one`,
    );
  }
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
  return runThrough(machine, inputs, recorded(machine, numbers), fault);
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
  return runThrough(machine, inputs, recorded(machine, found.moments), { finding, stopped });
}

function recorded(machine, numbers) {
  return numbers.map((number) => momentAt(machine, number));
}

function computedRun(machine, inputs) {
  const { moments, fault } = liveRun(machine, inputs);
  return runThrough(machine, inputs, moments, fault);
}

// The run of a machine on some inputs; a RangeError says why the page has none.
export function runOf(machine, inputs) {
  machine.known ??= new Map();
  const key = JSON.stringify(inputs);
  if (!machine.known.has(key)) {
    if (machine.known.size > 8) {
      machine.known.clear();
    }
    const recordedRun = machine.starts ? wordRun : heldRun;
    machine.known.set(key, (machine.live ? computedRun : recordedRun)(machine, inputs));
  }
  return machine.known.get(key);
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
