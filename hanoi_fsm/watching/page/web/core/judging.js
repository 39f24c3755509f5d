// What is wrong with the run of a machine that was edited, or fails its check: the first step at which it
// does otherwise than the run that is `right`. Of a path only the length and the end are compared.

import { moveText } from "./configuration.js";
import { spelt } from "./spelling.js";

// The fault after the latest event of a run, or null.
export function faultAfter(run) {
  const { right, steps, starts, length } = run;
  if (!right || starts[steps] < length - 1) {
    return null;
  }
  const got = outputAt(run, steps);
  const isRight = run.start === undefined ? got === outputAt(right, steps) : steps <= right.steps;
  return isRight ? null : faultAt(run, steps, got);
}

// The fault of a run that has ended, also where it has `stopped` for a reason.
export function faultAtEnd(run, stopped) {
  const { right, steps } = run;
  if (right && (steps < right.steps || (stopped && !right.last.stopped))) {
    return faultAt(run, steps + 1, stopped || "the end", stopped);
  }
  const isRight = !right || stopped || endOf(run) === endOf(right);
  return isRight ? { stopped } : faultAt(run, steps, endOf(run), "", endOf(right));
}

function faultAt({ right }, step, got, stopped = "", expected = outputAt(right, step)) {
  return { finding: { step, expected, got }, stopped };
}

// The output of a step, in words, or the reason why there is no step.
function outputAt({ events, starts, steps, last }, step) {
  if (step > steps) {
    return last.stopped ? "to stop" : "the end";
  }
  const { move, output } = events[starts[step]];
  return move ? moveText(move) : spelt(output);
}

// Whether a run ends in a final state, and of a path where.
function endOf({ machine, start, last }) {
  const state = machine.final.includes(last.state) ? "a final state" : "no final state";
  return start ? `${state} at ${last.configuration}` : state;
}
