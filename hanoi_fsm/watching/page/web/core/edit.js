// A machine whose table was edited in the page: how the change is written in a link, the smallest case in
// which it is wrong, and the machine as DOT.

import { Run } from "./run.js";
import { counted, labelLines } from "./spelling.js";

// The names that a table may have.
export function vocabulary({ states, events, guards, actions }) {
  const names = states.map((one) => one.name);
  return { states: names, events, guards: Object.keys(guards), actions: Object.keys(actions) };
}

// A transition by its `row`, with the `text` as which diagrams and tables have it; a guard has the answer
// that it needs.
/** @param {import("./types").Row} row @returns {import("./types").Transition} */
export function transitionOf([source, target, event, asked = [], actions = []]) {
  const guards = asked.map(guardOf);
  const text = `${source} -> ${target} : ${labelLines({ event, guards, actions }).join(" ")}`;
  /** @type {import("./types").Row} */
  const row = [source, target, event, asked, actions];
  return { source, target, event, guards, actions, row, text };
}

/** @param {string} text @returns {import("./types").Guard} */
function guardOf(text) {
  return text.startsWith("!") ? [text.slice(1), false] : [text, true];
}

// A transition as another one; each guard is asked once.
export function changedRow(transition, change = {}) {
  const { source, target, event, guards, actions } = { ...transition, ...change };
  const asked = [...new Map(guards)].map(([name, answer]) => (answer ? name : `!${name}`));
  return transitionOf([source, target, event, asked, actions]);
}

// An edit is a list of the numbers of the transitions that are not as they were, each with what it is
// now, or null where it was removed, which a table has as `undefined`; new ones follow.
export function editText({ transitions }, table) {
  const changes = [...table.keys()]
    .filter((number) => table[number]?.text !== transitions[number]?.text)
    .map((number) => [number, table[number]?.row ?? null]);
  return changes.length > 0 ? JSON.stringify(changes) : "";
}

// The table that a text makes of a machine's.
function tableOf(machine, text) {
  const table = [...machine.transitions];
  const { states, events, guards, actions } = vocabulary(machine);
  const fits = ({ row: [source, target, event, asked, done] }) =>
    [source, target].every((one) => states.includes(one)) &&
    events.includes(event) &&
    asked.every((one) => guards.includes(one.replace("!", ""))) &&
    done.every((one) => actions.includes(one));
  try {
    for (const [number, row] of JSON.parse(text)) {
      table[Math.min(number, table.length)] = row ? changedRow(transitionOf(row)) : undefined;
    }
    if (table.filter(Boolean).every(fits)) {
      return table;
    }
  } catch {} // the error below reports it
  throw new RangeError(`the link has an edit that does not fit ${machine.name}`);
}

const edits = new WeakMap();

// The machine with an edit, which knows its `original`. What is right is what it did before, or if that was
// wrong what it is a version of. Raises a RangeError for an edit that does not fit it.
/** @param {import("./types").Machine} machine @param {string} [text] */
export function editedMachine(machine, text) {
  const table = machine.live && text ? tableOf(machine, text) : null;
  const edit = table ? editText(machine, table) : "";
  if (table && edit && edits.get(machine)?.edit !== edit) {
    const right = machine.right ?? machine;
    const transitions = table.filter(Boolean);
    edits.set(machine, { ...machine, original: machine, right, edit, table, transitions });
  }
  return edit ? edits.get(machine) : machine;
}

// The inputs of a run, in words.
export function caseText({ disks, source, target, start, goal, word, begin }) {
  if (disks !== undefined) {
    return `${counted(disks, "disk")} from ${source} to ${target}`;
  }
  if (start !== undefined) {
    return start ? `the path from ${start} to ${goal}` : "the path without disks";
  }
  const what = word ? `the word ${word.join(" ") || "without events"}` : "its run";
  return begin ? `${what} ${begin}` : what;
}

const MOST_CASES = 400;

// The first fault of an edited machine among the smallest cases: the `run` that has it, if there is one,
// and how many cases were `tried`.
export function smallestFault(machine) {
  if (!machine.smallest) {
    const cases = casesOf(machine).slice(0, MOST_CASES);
    const wrong = cases.find((inputs) => new Run(machine, inputs).last.finding);
    machine.smallest = { run: wrong && new Run(machine, wrong), tried: cases.length };
  }
  return machine.smallest;
}

function casesOf({ autonomous, starts, events }) {
  const begins = starts.map(({ node, state, ...inputs }) => inputs);
  const onWord = (word) => begins.map((one) => ({ word, ...one }));
  return autonomous ? begins : words(events, MOST_CASES).flatMap(onWord);
}

// At least this many words, the shortest first.
function words(letters, many) {
  const found = [[]];
  for (let at = 0; found.length < many; at++) {
    found.push(...letters.map((letter) => [...found[at], letter]));
  }
  return found;
}

// A machine in the notation of diagrams, as `hanoi-fsm` reads it.
export function dotText({ caption, states, final, initial, transitions }) {
  const quoted = (text) => {
    const shown = text.replace(/&(?=#?\w+;)/g, "&amp;").replaceAll("\\", "\\\\");
    return `"${shown.replaceAll('"', '\\"')}"`;
  };
  const title = caption.map((line) => quoted(line).slice(1, -1)).join("\\n");
  const label = (one) => one.text.slice(`${one.source} -> ${one.target} : `.length);
  return [
    `digraph ${quoted(caption[0])} {`,
    `  graph [label="${title}"]`,
    "  node [shape=box]",
    '  "" [shape=point]',
    ...states.map(
      ({ name }) => `  ${quoted(name)}${final.includes(name) ? " [peripheries=2]" : ""}`,
    ),
    `  "" -> ${quoted(initial)}`,
    ...transitions.map(
      (one) => `  ${quoted(one.source)} -> ${quoted(one.target)} [label=${quoted(label(one))}]`,
    ),
    "}\n",
  ].join("\n");
}
