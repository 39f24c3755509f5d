// The best move, and how next-move-reader finds it: the state after each digit that it reads.

import { moveInWords } from "../configuration.js";
import { element } from "../elements.js";

export class TryBestMove {
  #sentence = element("p", {});
  #tape = element("ol", { class: "try-tape" });
  #explanation = element("p", { class: "try-explanation" });

  // `meanings` says what each state of the reader means.
  constructor(meanings) {
    this.meanings = meanings;
    this.element = element(
      "section",
      { class: "try-best", "aria-label": "The best move", hidden: true },
      element("h2", {}, "The best move"),
      this.#sentence,
      this.#tape,
      this.#explanation,
    );
  }

  clear() {
    this.element.hidden = true;
  }

  // Shows what the reader said in a configuration, which may be the one before the best move.
  show(positions, configuration) {
    const { word, states } = positions.reading(configuration);
    this.#sentence.textContent = bestSentence(positions, configuration);
    const read = [...word].map((digit, place) => ({
      heading: `disk ${word.length - place}`,
      digit,
      state: states[place + 1],
    }));
    const tape = [{ heading: "start", digit: "", state: states[0] }, ...read];
    this.#tape.replaceChildren(...tape.map(tapeCell));
    this.#explanation.textContent = this.#explain(positions.task, states.at(-1));
    this.element.hidden = false;
  }

  #explain({ target }, state) {
    const meaning = `It ends in state ${state}: ${this.meanings[state]}.`;
    const exchange = `It knows only the goal 2, so pegs ${target} and 2 are exchanged in what it reads and says.`;
    return target === 2 ? meaning : `${meaning} ${exchange}`;
  }
}

function tapeCell({ heading, digit, state }) {
  const cell = (name, text) => element("span", { class: `try-${name}` }, text);
  const reads = digit === "" ? "" : `reads ${digit}`;
  return element("li", {}, cell("heading", heading), cell("digit", reads), cell("state", state));
}

export function bestSentence(positions, configuration) {
  const best = positions.best(configuration);
  const said = best ? moveInWords(best) : "no move, every disk is on the target";
  return `next-move-reader says: ${said}.`;
}
