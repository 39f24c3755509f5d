// The runs of a machine, of which the latest are known.

import { LiveRun } from "./engine.js";

const MOST_KNOWN_RUNS = 8;

// The run of a machine on some inputs.
export function runOf(machine, inputs) {
  machine.known ??= new Map();
  const key = JSON.stringify(inputs);
  if (!machine.known.has(key)) {
    if (machine.known.size === MOST_KNOWN_RUNS) {
      machine.known.clear();
    }
    machine.known.set(key, new LiveRun(machine, inputs));
  }
  return machine.known.get(key);
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
