// A machine whose table was edited in the page: how the change is written in a link, the first step at
// which it does otherwise than the machine as it was, and the machine as DOT.

import { moveText, withDiskOn } from "./configuration.js";
import { LiveRun } from "./engine.js";
import { editedDiagram } from "./panels/diagram_edges.js";
import { isFinal } from "./run.js";
import { spelt, transitionText } from "./spelling.js";

// An edit has an item for each transition that is not as it was, by its number: `4` is removed,
// `4.step.base(built,!odd)carry` has another event, target, guards or action, and a new one has its
// source in place of the number, after a star. What could be a sign of these is written in hex.
const ITEM = /^(?:(\d+)\.|\*([^.]*)\.)([^.]*)\.([^.()]*)\(([^()]*)\)(.*)$/su;

function written(name) {
  return name.replace(/[^\p{L}\p{N}_ -]/gu, (sign) => `'${sign.codePointAt(0).toString(16)}'`);
}

function read(text) {
  return text.replace(/'([0-9a-f]{1,5}|10[0-9a-f]{4})'/g, (_, hex) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

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

// A table is the transitions, in which `undefined` stands in the place of one that was removed; new
// ones follow.
export function editText({ transitions }, table) {
  const row = ({ event, target, guards, action }) => {
    const asked = guards.map(([name, answer]) => (answer ? "" : "!") + written(name));
    return `.${written(event)}.${written(target)}(${asked.join(",")})${written(action ?? "")}`;
  };
  const items = table.map((one, number) => {
    const before = transitions[number];
    if (one?.text === before?.text) {
      return "";
    }
    return (before ? String(number) : `*${written(one.source)}`) + (one ? row(one) : "");
  });
  return items.filter(Boolean).join("~");
}

// The table that a text makes of a machine's, and the items that it cannot have.
export function tableOf(machine, text) {
  const table = [...machine.transitions];
  const unread = [];
  const known = vocabulary(machine);
  for (const item of text.split("~").filter(Boolean)) {
    const isRemoved = /^\d+$/.test(item) && Number(item) < machine.transitions.length;
    if (isRemoved) {
      table[Number(item)] = undefined;
      continue;
    }
    const changed = itemRead(machine, item, known);
    if (changed) {
      table[changed.number ?? table.length] = changed.transition;
    } else {
      unread.push(item);
    }
  }
  return { table, unread };
}

function itemRead({ transitions }, item, known) {
  const [, digits, star, event, target, asked, action] = item.match(ITEM) ?? [];
  const number = digits === undefined ? undefined : Number(digits);
  const source = number === undefined ? read(star ?? "") : transitions[number]?.source;
  const guards = (asked || "").split(",").filter(Boolean);
  const transition = transitionOf({
    source,
    target: read(target ?? ""),
    event: read(event ?? ""),
    guards: guards.map((one) => [read(one.replace(/^!/, "")), !one.startsWith("!")]),
    action: read(action ?? "") || null,
  });
  const fits =
    [source, transition.target].every((one) => known.states.includes(one)) &&
    known.events.includes(transition.event) &&
    transition.guards.every(([name]) => known.guards.includes(name)) &&
    (transition.action === null || known.actions.includes(transition.action));
  return fits ? { number, transition } : null;
}

// A sentence about the part of an edit that a machine cannot have; empty where there is none.
export function unreadEdit(machine, text) {
  if (!text) {
    return "";
  }
  if (!machine.live) {
    return `${machine.name} is not run by this page, and so cannot be edited here.`;
  }
  const { unread } = tableOf(machine, text);
  const what = unread.join(", ");
  return what && `This edit of ${machine.name} cannot be read and is left out: ${what}`;
}

// A transition with its text; each guard is asked once.
export function transitionOf({ source, target, event, guards, action }) {
  const output = action?.startsWith('"') ? JSON.parse(action) : undefined;
  const found = { source, target, event, guards: [...new Map(guards)], action, output };
  return { ...found, text: transitionText(found) };
}

const edits = new WeakMap();

// The machine with an edit, which knows its `original`; what cannot be read of the edit is left out.
export function editedMachine(machine, text) {
  if (!(machine.live && text)) {
    return machine;
  }
  const { table } = tableOf(machine, text);
  const edit = editText(machine, table);
  if (!edit) {
    return machine;
  }
  if (edits.get(machine)?.edit !== edit) {
    const transitions = table.filter(Boolean);
    const edited = { ...machine, original: machine, edit, table, transitions, known: undefined };
    edited.code = { ...machine.code, why: NO_CODE, lines: [] };
    edited.diagram = editedDiagram(edited);
    edited.course = (inputs) => new Course(machine, inputs);
    edits.set(machine, edited);
  }
  return edits.get(machine);
}

const NO_CODE =
  "There is code for the machine as it was only: save this one as DOT, then run hanoi-fsm code.";
const MOST_IDLE = 1000;

// What is right at each event of a run: what the machine as it was does. Of a path the length is right.
class Course {
  constructor(original, inputs) {
    this.right = new LiveRun(original, inputs);
    this.inputs = inputs;
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
    const isRight =
      steps <= this.right.steps && (run.start !== undefined || this.isSame(run, steps));
    return isRight ? null : this.wrong(run, steps, outputAt(run, steps));
  }

  isSame(run, step) {
    return outputAt(run, step) === outputAt(this.right, step);
  }

  // The fault at the end of a run, or null; the machine as it was may have to stop as well.
  atEnd(run, stopped) {
    const { right } = this;
    if (run.steps < right.steps || (stopped && !right.fault.stopped)) {
      return { ...this.wrong(run, run.steps + 1, stopped || "the end"), stopped };
    }
    const [found, wanted] = [run, right].map(endsFinally);
    if (!stopped && found !== wanted) {
      const said = (one) => (one ? "a final state" : "no final state");
      return this.fault(run, run.steps, said(wanted), said(found));
    }
    const [end, goal] = [run, right].map(placeAtEnd);
    return end === goal ? { stopped } : this.fault(run, run.steps, `the goal ${goal}`, end);
  }

  wrong(run, step, got) {
    const { right } = this;
    const end = right.fault.stopped ? "to stop" : "the end";
    return this.fault(run, step, step > right.steps ? end : outputAt(right, step), got);
  }

  fault(run, step, expected, got) {
    const where = `with ${caseText(run)}, step ${step}`;
    const sentence = `${where}: expected ${expected}, got ${got}`;
    return { finding: { step, expected, got, sentence } };
  }
}

function outputAt(run, step) {
  return run.machine.pegs ? moveText(run.moves[step - 1]) : spelt(run.outputs[step]);
}

function endsFinally({ machine, states }) {
  return isFinal(machine, states.at(-1));
}

function placeAtEnd({ start = "", moves }) {
  return start && moves.reduce((place, move) => withDiskOn(place, move.disk, move.target), start);
}

// What a run is on, in words.
export function caseText({ disks, source, target, start, goal, word, begin }) {
  if (disks !== undefined) {
    return `${disks} disk${disks === 1 ? "" : "s"} from ${source} to ${target}`;
  }
  const from = begin ? ` ${begin}` : "";
  if (word) {
    return `the word ${word.join(" ") || "without events"}${from}`;
  }
  const path = start ? `the path from ${start} to ${goal}` : "the path without disks";
  return start === undefined ? `its run${from}` : path;
}

const MOST_CASES = 400;

// The first fault of an edited machine among the smallest cases: the run that has it, or else how many
// cases were `tried`.
export function smallestFault(machine) {
  machine.smallest ??= searched(machine);
  return machine.smallest;
}

function searched(machine) {
  let tried = 0;
  for (const inputs of casesOf(machine)) {
    if (tried === MOST_CASES) {
      break;
    }
    tried += 1;
    const run = new LiveRun(machine, inputs);
    if (run.fault.finding) {
      return { run };
    }
  }
  return { tried };
}

function* casesOf({ kind, starts, runs, events }) {
  if (kind === "solver") {
    for (let disks = 0; disks <= 5; disks++) {
      for (const [source, target] of ["02", "01", "10", "12", "20", "21"]) {
        yield { disks, source: Number(source), target: Number(target) };
      }
    }
  } else if (kind === "pathfinder") {
    for (let disks = 0; ; disks++) {
      const all = [...words(["0", "1", "2"], disks)].map((one) => one.join(""));
      for (const start of all) {
        yield* all.map((goal) => ({ start, goal }));
      }
    }
  } else if (starts) {
    for (let length = 0; ; length++) {
      for (const word of words(events, length)) {
        yield* starts.map(({ begin }) => ({ word, begin }));
      }
    }
  } else {
    yield* runs.map(({ begin }) => ({ begin }));
  }
}

function* words(letters, length) {
  if (length === 0) {
    yield [];
    return;
  }
  for (const word of words(letters, length - 1)) {
    yield* letters.map((letter) => [...word, letter]);
  }
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
