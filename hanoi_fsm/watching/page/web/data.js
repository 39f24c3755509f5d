// All that the page knows, as Python has written it into the page: see data.py.

import { transitionText } from "./spelling.js";

export const pageData = JSON.parse(document.getElementById("data").textContent);

const right = pageData.machines.map((one) => one.right).filter(Boolean);
for (const machine of [...pageData.machines, ...right, ...(pageData.family?.members ?? [])]) {
  machine.transitions = machine.transitions.map(transitionOf);
}

export function machineNamed(name) {
  return pageData.machines.find((one) => one.name === name);
}

// A transition by its row, with the `text` as which it is written; a guard has the answer it needs.
export function transitionOf([source, target, event, guards = [], action = null, output]) {
  const asked = guards.map((one) => (one.startsWith("!") ? [one.slice(1), false] : [one, true]));
  const found = { source, target, event, guards: asked, action, output };
  return { ...found, text: transitionText(found) };
}
