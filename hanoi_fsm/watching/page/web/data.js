// All that the page knows, as Python has written it into the page: see data.py.

import { labelLines } from "./spelling.js";

export const pageData = JSON.parse(document.getElementById("data").textContent);

for (const machine of pageData.machines) {
  machine.transitions = machine.transitions.map(transitionOf);
}
for (const machine of pageData.machines.filter((one) => one.right)) {
  const transitions = machine.right.transitions.map(transitionOf);
  machine.right = { ...machine, ...machine.right, transitions, right: null };
}

export function machineNamed(name) {
  return pageData.machines.find((one) => one.name === name);
}

// A transition by its `row`, with the `text` as which diagrams and tables have it; a guard has the answer
// that it needs, and an action in quotes is an output.
export function transitionOf([source, target, event, asked = [], action = null]) {
  const guards = asked.map((one) => (one.startsWith("!") ? [one.slice(1), false] : [one, true]));
  const output = action?.startsWith('"') ? JSON.parse(action) : undefined;
  const text = `${source} -> ${target} : ${labelLines({ event, guards, action }).join(" ")}`;
  const row = [source, target, event, asked, action];
  return { source, target, event, guards, action, output, row, text };
}
