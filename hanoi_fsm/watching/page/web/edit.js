// A machine whose table was edited in the page: how the change is written in a link, the first step at
// which it does otherwise than the machine as it was, and the machine as DOT.

import { moveText, withDiskOn } from "./configuration.js";
import { pageData, transitionOf } from "./data.js";
import { editedDiagram } from "./panels/diagram_edges.js";
import { isFinal, Run } from "./run.js";
import { spelt } from "./spelling.js";

// What may stand in a table: the words of the memory, and the outputs that the table has.
export function vocabulary(machine) {
  const { original = machine } = machine;
  const used = original.transitions.map((one) => one.action).filter(Boolean);
  return {
    states: machine.states.map((one) => one.name),
    events: machine.events,
    guards: Object.keys(machine.guards),
    actions: [...new Set([...Object.keys(machine.actions), ...used])],
  };
}

// A transition as another one; each guard is asked once.
export function changedRow(transition, change = {}) {
  const { source, target, event, guards, action } = { ...transition, ...change };
  const asked = [...new Map(guards)].map(([name, answer]) => (answer ? name : `!${name}`));
  return transitionOf([source, target, event, asked, action, outputOf(action)]);
}

function outputOf(action) {
  return action?.startsWith('"') ? JSON.parse(action) : undefined;
}

// An edit is a list of the numbers of the transitions that are not as they were, each with what it is
// now, or null where it was removed. In a table `undefined` stands in the place of that; new ones follow.
export function editText({ transitions }, table) {
  const rowOf = ({ source, target, event, guards, action }) => {
    const asked = guards.map(([name, answer]) => (answer ? name : `!${name}`));
    return [source, target, event, asked, action];
  };
  const changes = [...table.keys()]
    .filter((number) => table[number]?.text !== transitions[number]?.text)
    .map((number) => [number, table[number] ? rowOf(table[number]) : null]);
  return changes.length > 0 ? JSON.stringify(changes) : "";
}

// The table that a text makes of a machine's, or null where it cannot.
function tableOf(machine, text) {
  const table = [...machine.transitions];
  const known = vocabulary(machine);
  const fits = ({ source, target, event, guards, action }) =>
    [source, target].every((one) => known.states.includes(one)) &&
    known.events.includes(event) &&
    guards.every(([name]) => known.guards.includes(name)) &&
    (action === null || known.actions.includes(action));
  try {
    for (const [number, row] of JSON.parse(text)) {
      table[Math.min(number, table.length)] = row ? changedRow(transitionOf(row)) : undefined;
    }
    return table.filter(Boolean).every(fits) ? table : null;
  } catch {
    return null;
  }
}

const edits = new WeakMap();

// The machine with an edit, which knows its `original`; the machine itself where that cannot be read.
export function editedMachine(machine, text) {
  const table = machine.live && text ? tableOf(machine, text) : null;
  const edit = table ? editText(machine, table) : "";
  if (!edit) {
    return machine;
  }
  if (edits.get(machine)?.edit !== edit) {
    const transitions = table.filter(Boolean);
    const edited = { ...machine, original: machine, edit, table, transitions, known: undefined };
    edited.diagram = editedDiagram(edited);
    edited.course = machine.course ?? ((inputs) => new Course(machine, inputs));
    edits.set(machine, edited);
  }
  return edits.get(machine);
}

// A machine that fails its check is compared with the one that it is a version of.
for (const machine of pageData.machines.filter((one) => one.right)) {
  const right = { ...machine, ...machine.right };
  machine.course = (inputs) => new Course(right, inputs);
}

const MOST_IDLE = 1000;

// What is right at each event of a run: what the machine as it was does. Of a path the length is right.
class Course {
  constructor(original, inputs) {
    this.right = new Run(original, inputs);
    this.idle = 0;
  }

  // The fault after the latest event of a run, with which it ends, or null.
  after(run) {
    const { steps } = run;
    const isStep = run.starts.at(-1) === run.length - 1;
    this.idle = isStep ? 0 : this.idle + 1;
    if (this.idle > MOST_IDLE) {
      const stopped = `it made no move in ${MOST_IDLE} events, and may go on like that for ever`;
      return { ...this.wrong(run, steps + 1, "no move"), stopped };
    }
    if (!isStep) {
      return null;
    }
    const got = outputAt(run, steps);
    const isRight = run.start !== undefined || got === outputAt(this.right, steps);
    return steps <= this.right.steps && isRight ? null : this.wrong(run, steps, got);
  }

  // The fault at the end of a run, or null; the machine as it was may have to stop as well.
  atEnd(run, stopped) {
    const { right } = this;
    if (run.steps < right.steps || (stopped && !right.fault.stopped)) {
      return { ...this.wrong(run, run.steps + 1, stopped || "the end"), stopped };
    }
    const [found, wanted] = [run, right].map(endOf);
    return found === wanted || stopped ? { stopped } : fault(run, run.steps, wanted, found);
  }

  wrong(run, step, got) {
    const { right } = this;
    const end = right.fault.stopped ? "to stop" : "the end";
    return fault(run, step, step > right.steps ? end : outputAt(right, step), got);
  }
}

function fault(run, step, expected, got) {
  const sentence = `with ${caseText(run)}, step ${step}: expected ${expected}, got ${got}`;
  return { finding: { step, expected, got, sentence } };
}

function outputAt(run, step) {
  if (step > run.steps) {
    return null;
  }
  return run.machine.pegs ? moveText(run.moves[step - 1]) : spelt(run.outputs[step]);
}

// Whether a run ends in a final state, and of a path where.
function endOf({ machine, states, start, moves }) {
  const state = isFinal(machine, states.at(-1)) ? "a final state" : "no final state";
  const on = (place, move) => withDiskOn(place, move.disk, move.target);
  return start ? `${state} at ${moves.reduce(on, start)}` : state;
}

// What a run is on, in words.
export function caseText({ disks, source, target, start, goal, word, begin }) {
  if (disks !== undefined) {
    return `${disks} disk${disks === 1 ? "" : "s"} from ${source} to ${target}`;
  }
  if (start !== undefined) {
    return start ? `the path from ${start} to ${goal}` : "the path without disks";
  }
  const what = word ? `the word ${word.join(" ") || "without events"}` : "its run";
  return begin ? `${what} ${begin}` : what;
}

const MOST_CASES = 400;

// The first fault of an edited machine among the smallest cases: the run that has it, or else how many
// cases were `tried`.
export function smallestFault(machine) {
  machine.smallest ??= searched(machine);
  return machine.smallest;
}

function searched(machine) {
  const cases = casesOf(machine).slice(0, MOST_CASES);
  for (const inputs of cases) {
    const run = new Run(machine, inputs);
    if (run.fault.finding) {
      return { run };
    }
  }
  return { tried: cases.length };
}

function casesOf({ kind, starts, runs, events }) {
  if (kind === "solver") {
    const tasks = ["02", "01", "10", "12", "20", "21"].map((one) => [...one].map(Number));
    const onTasks = (disks) => tasks.map(([source, target]) => ({ disks, source, target }));
    return [0, 1, 2, 3, 4, 5].flatMap(onTasks);
  }
  if (kind === "pathfinder") {
    const ends = words(["0", "1", "2"], 40).map((one) => one.join(""));
    const pairs = ends.flatMap((start) => ends.map((goal) => ({ start, goal })));
    return pairs.filter(({ start, goal }) => start.length === goal.length);
  }
  const begins = (starts ?? runs).map(({ begin }) => ({ begin }));
  return starts
    ? words(events, MOST_CASES).flatMap((word) => begins.map((one) => ({ word, ...one })))
    : begins;
}

// At least so many words, the shortest first.
function words(letters, many) {
  const found = [[]];
  for (let at = 0; found.length < many; at++) {
    found.push(...letters.map((letter) => [...found[at], letter]));
  }
  return found;
}

// A machine in the notation of diagrams, as `hanoi-fsm` reads it.
export function dotText({ caption, states, initial, transitions }) {
  const quoted = (text) => {
    const shown = text.replace(/&(?=#?\w+;)/g, "&amp;").replaceAll("\\", "\\\\");
    return `"${shown.replaceAll('"', '\\"')}"`;
  };
  const title = caption.map((line) => quoted(line).slice(1, -1)).join("\\n");
  let start = "start";
  while (states.some((one) => one.name === start)) {
    start += "_";
  }
  const label = (one) => one.text.slice(`${one.source} -> ${one.target} : `.length);
  return [
    `digraph ${quoted(caption[0])} {`,
    `  graph [label="${title}"]`,
    "  node [shape=box]",
    `  ${start} [shape=point]`,
    ...states.map(({ name, final }) => `  ${quoted(name)}${final ? " [peripheries=2]" : ""}`),
    `  ${start} -> ${quoted(initial)}`,
    ...transitions.map(
      (one) => `  ${quoted(one.source)} -> ${quoted(one.target)} [label=${quoted(label(one))}]`,
    ),
    "}\n",
  ].join("\n");
}
