// How an attempt stands: the moves made and left, and whether it is still on the optimal path.

import { moveText } from "../configuration.js";
import { element } from "../elements.js";

export class TryFacts {
  #values = {};

  constructor() {
    const row = ([name, title]) => {
      this.#values[name] = element("dd", { class: `try-${name}` });
      return element("div", {}, element("dt", {}, title), this.#values[name]);
    };
    const rows = [
      ["made", "Moves made"],
      ["distance", "Distance to the goal"],
      ["optimum", "Optimum"],
      ["detour", "Moves too many"],
      ["path", "Optimal path"],
    ];
    this.element = element("dl", { class: "try-facts" }, ...rows.map(row));
  }

  show(attempt) {
    const { made, distance, optimum, detour } = attempt;
    this.#values.made.textContent = String(made);
    this.#values.distance.textContent = String(distance);
    this.#values.optimum.textContent = String(optimum);
    this.#values.detour.textContent = String(detour);
    this.#values.path.textContent = attempt.off ? offSentence(attempt) : onSentence(attempt);
    this.#values.path.classList.toggle("off", attempt.off > 0);
  }
}

function onSentence({ positions, distance }) {
  const { optimum } = positions;
  return `on it, after step ${optimum - distance} of ${optimum}`;
}

function offSentence(attempt) {
  const { off, leftAt, configuration } = attempt;
  const { move } = attempt.path[leftAt];
  const left = move ? `left with move ${leftAt} (${moveText(move)})` : "off it from the start";
  const larger = off < configuration.length ? " while the larger disks are where they are" : "";
  return `${left}. path-reader stops at disk ${off}, which is never on peg ${configuration.at(-off)}${larger}`;
}

// How a solved attempt compares with the optimum.
export function tryVerdict({ made, optimum, detour }) {
  const moves = made === 1 ? "1 move" : `${made} moves`;
  return `Solved in ${moves}${detour === 0 ? ", the optimum." : `; the optimum is ${optimum}.`}`;
}
