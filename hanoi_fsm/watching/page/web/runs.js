// The runs of a machine. The page holds each moment as a row of numbers, which stand for values;
// here the rows of one run become moments in full, with what is counted along the run.

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
    contents: Object.fromEntries(
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
export function leavingState(machine, state) {
  const found = [];
  machine.transitions.forEach((one, number) => {
    if (one.source === state) {
      found.push(number);
    }
  });
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
  const changed = {};
  for (const [name, value] of Object.entries(now)) {
    if (!(name in before && sameValue(before[name], value))) {
      changed[name] = changedPlaces(before[name], value);
    }
  }
  return changed;
}

// The moments of these numbers as one run, which ends in a `fault` if there is one.
function runThrough(machine, inputs, numbers, fault = {}) {
  const counts = new Array(machine.transitions.length).fill(0);
  const outputs = [];
  const run = { ...inputs, moments: [] };
  let step = 0;
  for (const number of numbers) {
    const moment = momentAt(machine, number);
    const before = run.moments.at(-1);
    if (moment.taken !== null) {
      counts[moment.taken] += 1;
      step += machine.pegs ? Number(moment.move !== null) : 1;
      if (moment.output !== null) {
        outputs.push(moment.output);
      }
    }
    if (machine.tape) {
      moment.contents = { [machine.tape]: [...outputs], ...moment.contents };
    }
    Object.assign(moment, { run, index: run.moments.length, number: run.moments.length, step });
    moment.counts = [...counts];
    moment.changed = before ? changedBetween(before.contents, moment.contents) : {};
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
  const stops = moments.filter((one, at) => at === 0 || one.step !== moments[at - 1].step);
  const last = moments.at(-1);
  return [...stops, ...(stops.at(-1) === last ? [] : [last])].map((one) => one.index);
}

function wordRun(machine, inputs) {
  const start = machine.starts.find((one) => one.begin === inputs.begin) ?? machine.starts[0];
  const numbers = [start.moment];
  let node = machine.nodes[start.node];
  let fault = {};
  for (const [place, event] of inputs.word.entries()) {
    const onward = node.next[event];
    if (!onward) {
      const known = inputs.word.slice(0, place).join(" ");
      throw new RangeError(
        `This page does not know what follows ${known}. Make one with this word: hanoi-fsm explorer --by … --word "${inputs.word.join(" ")}"`,
      );
    }
    if (!Array.isArray(onward)) {
      fault = onward;
      break;
    }
    numbers.push(onward[0]);
    node = machine.nodes[onward[1]];
  }
  if (numbers.length === inputs.word.length + 1) {
    fault = { stopped: node.stopped ?? "" };
  }
  const wrong = start === machine.starts[0] ? wrongBeginning(machine, inputs.word) : null;
  if (wrong) {
    numbers.length = Math.min(numbers.length, wrong.word.length + 1);
    fault = { finding: wrong.finding, stopped: wrong.stopped ?? "" };
  }
  return runThrough(machine, inputs, numbers, fault);
}

// The shortest beginning of a word that is answered wrongly.
function wrongBeginning(machine, word) {
  return machine.wrong.find((one) => one.word.every((event, place) => event === word[place]));
}

const WHICH = ["disks", "source", "target", "start", "goal", "begin"];

function heldRun(machine, inputs) {
  const names = WHICH.filter((name) => name in machine.runs[0]);
  const found = machine.runs.find((one) => names.every((name) => one[name] === inputs[name]));
  if (!found) {
    throw new RangeError(
      `This page does not hold the path from ${inputs.start} to ${inputs.goal}: it holds those between any two configurations of up to 3 disks, and between towers of more. Make one with it: hanoi-fsm explorer --by ${machine.name} --path ${inputs.start} ${inputs.goal}`,
    );
  }
  const { finding = null, stopped = "" } = found;
  return runThrough(machine, inputs, found.moments, { finding, stopped });
}

// The run of a machine on some inputs; a RangeError says why the page has none.
export function runOf(machine, inputs) {
  machine.known ??= new Map();
  const key = JSON.stringify(inputs);
  if (!machine.known.has(key)) {
    if (machine.known.size > 8) {
      machine.known.clear();
    }
    machine.known.set(key, (machine.starts ? wordRun : heldRun)(machine, inputs));
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
