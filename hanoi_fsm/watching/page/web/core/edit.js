// A machine whose table was edited in the page, and how the change is written in a link.

import { labelLines } from "./spelling.js";

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

// The name of an event, and the free inputs that come with it, such as those of `brew[water&!beans]`.
export function eventParts(event) {
  const [name, inputs] = event.split(/[[\]]/);
  return { name, inputs: inputs ? inputs.split("&").map(guardOf) : [] };
}

// The event of a name that comes with these values of the `free` inputs.
export function eventWith({ events }, name, free) {
  const fits = ([input, value]) => value === free[input];
  return events.find((event) => {
    const parts = eventParts(event);
    return parts.name === name && parts.inputs.every(fits);
  });
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
