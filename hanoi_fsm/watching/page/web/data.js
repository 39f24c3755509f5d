// All that the page knows, as Python has written it into the page: see data.py.

import { transitionOf } from "./core/edit.js";

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
