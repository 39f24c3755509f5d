// The mode in which a person moves the disks, and is told how far the goal is, what the best move
// would be, and at which disk the optimal path was left.

import { isConfiguration, moveInWords, pegStacks } from "../configuration.js";
import { element } from "../elements.js";
import { isShortcut } from "../keys.js";
import { graphPanel } from "../panels/graph.js";
import { PegsDrawing } from "../panels/pegs_drawing.js";
import { TryAttempt } from "./try_attempt.js";
import { bestSentence, TryBestMove } from "./try_best_move.js";
import { TryFacts, tryVerdict } from "./try_facts.js";
import { listenToPegs } from "./try_input.js";
import { TryPositions } from "./try_positions.js";

const MOST_TRY_DISKS = 16;

class TryPlayer {
  constructor(page) {
    this.page = page;
    this.held = null;
    this.hinted = false;
    this.remembered = "";
    this.drawing = new PegsDrawing({ interactive: true });
    this.drawing.element.classList.add("try-pegs");
    this.message = element("p", { class: "try-message", role: "status" });
    this.facts = new TryFacts();
    this.best = new TryBestMove(page.data.pending_moves);
    this.graph = graphPanel.create({
      moment: () => this.moment,
      goTo: (index) => this.#goBackTo(index),
    });
    this.undoButton = tryButton("Undo", () => this.undo());
    this.redoButton = tryButton("Redo", () => this.redo());
    listenToPegs(this.drawing, this);
    this.element = this.#arranged();
  }

  #arranged() {
    const buttons = [
      this.undoButton,
      this.redoButton,
      tryButton("Reset", () => this.reset()),
      tryButton("Show the best move", () => this.showBest()),
      tryButton("Make the best move", () => this.makeBest()),
    ];
    const help =
      "Drag a disk, or click a peg and then another. Keys: 0, 1 and 2 choose pegs, Escape lets go, U undoes, R redoes.";
    const board = element(
      "section",
      { class: "try-board", "aria-label": "The pegs" },
      this.drawing.element,
      this.message,
      element("div", { class: "try-buttons" }, ...buttons),
      element("p", { class: "try-help" }, help),
    );
    const graph = element("section", { "aria-label": graphPanel.title }, this.graph.element);
    const parts = [this.facts.element, this.best.element, graph];
    const side = element("div", { class: "try-side" }, ...parts);
    return element("div", { class: "try" }, board, side);
  }

  // Goes on with the attempt, or begins one where the task is another, or where a link says.
  begin({ disks, source, target }, at = "") {
    const task = { disks: Math.min(disks, MOST_TRY_DISKS), source, target };
    const linked = at !== this.remembered;
    if (!linked && JSON.stringify(task) === JSON.stringify(this.positions?.task)) {
      this.#publish();
      return;
    }
    this.positions = new TryPositions(task);
    this.drawing.setTask(task);
    const { start } = this.positions;
    this.#restart(linked && isConfiguration(at, task.disks) ? at : start);
  }

  #restart(configuration) {
    this.attempt = new TryAttempt(this.positions, configuration);
    const { source, target } = this.positions.task;
    const from = configuration === this.positions.start ? ` from peg ${source}` : "";
    this.#changed(
      this.attempt.solved
        ? "There is nothing to do: every disk is on the target."
        : `Move every disk${from} to peg ${target}.`,
    );
  }

  reset() {
    this.#restart(this.positions.start);
  }

  // Takes the top disk of a peg and returns it, or says why there is none.
  take(peg) {
    const refusal = this.attempt.refusal(peg);
    if (refusal) {
      this.#refuse(refusal);
      return null;
    }
    this.held = peg;
    return pegStacks(this.attempt.configuration)[peg].at(-1);
  }

  choose(peg) {
    if (this.held !== null) {
      this.putDown(peg);
      return;
    }
    const disk = this.take(peg);
    if (disk) {
      this.#draw();
      this.#say(`Disk ${disk} of peg ${peg} is held: choose the peg that it goes to.`);
    }
  }

  // Puts what is held on a peg, if it may be there.
  putDown(peg, dropped = null) {
    const from = this.held;
    const refusal = this.attempt.refusal(from, peg);
    if (from === peg || refusal) {
      this.letGo(dropped);
      if (refusal) {
        this.#refuse(refusal);
      }
      return;
    }
    this.#go(from, peg, dropped);
  }

  letGo(dropped = null) {
    if (this.held !== null) {
      this.held = null;
      this.#draw(dropped);
      this.#say("");
    }
  }

  #go(source, target, dropped = null) {
    const wasOff = this.attempt.off;
    this.attempt.go(source, target);
    const said = [`Moved ${moveInWords(this.attempt.move)}.`];
    if (this.attempt.off && !wasOff) {
      said.push(`This left the optimal path at disk ${this.attempt.off}.`);
    }
    this.#changed(said.join(" "), dropped);
  }

  undo() {
    this.#step(this.attempt.undoable, "undo", "there is no move to undo");
  }

  redo() {
    this.#step(this.attempt.redoable, "redo", "there is no move to redo");
  }

  #step(possible, what, refusal) {
    if (possible) {
      this.attempt[what]();
      this.#changed(what === "undo" ? "The last move is undone." : "The move is made again.");
    } else {
      this.#refuse(refusal);
    }
  }

  // Undoes every move after one of those made.
  #goBackTo(index) {
    this.attempt.goTo(index);
    this.#changed(`Back after ${index} of your moves.`);
  }

  showBest() {
    const { configuration } = this.attempt;
    this.letGo();
    this.hinted = true;
    this.#draw();
    this.best.show(this.positions, configuration);
    this.#say(bestSentence(this.positions, configuration));
  }

  makeBest() {
    const { configuration } = this.attempt;
    const best = this.positions.best(configuration);
    if (best === null) {
      this.#refuse("there is no best move, every disk is on the target");
      return;
    }
    this.letGo();
    this.#go(best.source, best.target);
    this.best.show(this.positions, configuration);
  }

  // Shows a new position, and says what is new.
  #changed(sentence, dropped = null) {
    this.held = null;
    this.hinted = false;
    this.best.clear();
    this.#draw(dropped);
    this.facts.show(this.attempt);
    this.moment = this.attempt.moment();
    this.graph.show(this.moment);
    this.undoButton.setAttribute("aria-disabled", !this.attempt.undoable);
    this.redoButton.setAttribute("aria-disabled", !this.attempt.redoable);
    const ended = this.attempt.solved && this.attempt.made > 0;
    this.#say(ended ? `${sentence} ${tryVerdict(this.attempt)}` : sentence);
    this.message.classList.toggle("solved", ended);
    this.#publish();
  }

  #publish() {
    const { configuration, move, made } = this.attempt;
    this.page.publish({ configuration, move, step: made });
    this.remembered = configuration === this.positions.start ? "" : configuration;
    this.page.remember({ at: this.remembered });
  }

  #draw(dropped = null) {
    const { configuration, move } = this.attempt;
    const hint = this.hinted ? this.positions.best(configuration) : null;
    this.drawing.show({ configuration, move, hint, held: this.held, dropped });
  }

  #say(sentence) {
    this.message.classList.remove("refused", "solved");
    this.message.textContent = sentence;
  }

  #refuse(reason) {
    this.#say(`Refused: ${reason}.`);
    this.message.classList.add("refused");
  }
}

// The parts of the page that show a run.
function hideRun(hidden) {
  for (const part of document.querySelectorAll("#player, #panels, #view")) {
    part.hidden = hidden;
  }
}

function tryButton(title, click) {
  return element("button", { type: "button", click }, title);
}

const TRY_KEYS = {
  0: (player) => player.choose(0),
  1: (player) => player.choose(1),
  2: (player) => player.choose(2),
  Escape: (player) => player.letGo(),
  u: (player) => player.undo(),
  r: (player) => player.redo(),
};

export const tryMode = {
  name: "try",
  title: "Try it yourself",
  create(page) {
    const player = new TryPlayer(page);
    const pressed = (event) => {
      const typing = event.target.closest("input, select, textarea");
      const key = TRY_KEYS[event.key];
      if (key && !typing && !isShortcut(event)) {
        event.preventDefault();
        key(player);
      }
    };
    document.addEventListener("keydown", pressed);
    hideRun(true);
    return {
      element: player.element,
      show(task) {
        player.begin(task, page.wishes().at);
      },
      leave() {
        document.removeEventListener("keydown", pressed);
        hideRun(false);
        page.remember({ at: "" });
      },
    };
  },
};
