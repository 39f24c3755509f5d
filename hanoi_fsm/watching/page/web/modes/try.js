// The mode in which a person moves the disks of the stage, and reads how far the goal is.

import { distance, moveText, pegStacks, withDiskOn } from "../core/formulas.js";
import { counted } from "../core/spelling.js";
import { graphPanel } from "../panels/graph.js";
import { PegsPane } from "../panels/pegs.js";
import { html, useRef } from "../vendor/preact.js";

// One attempt to solve a task: the positions so far, the peg whose top disk is held, and what is said of the latest
// action. It is like a run whose events are the moves.
export class Attempt {
  // The attempt at a task: that which is under way, or a new one.
  static at({ disks, from: source, to: target }, former) {
    const isSame = former?.disks === disks && former.source === source && former.target === target;
    return isSame ? former : new Attempt({ disks, source, target });
  }

  constructor(task) {
    Object.assign(this, task);
    this.begin();
  }

  begin() {
    const { disks, source, target } = this;
    this.events = [{ index: 0, configuration: String(source).repeat(disks), move: null }];
    this.say(`Move every disk to peg ${target}.`);
  }

  // The position as a moment of a run.
  get moment() {
    const { events } = this;
    const run = { ...this, starts: [...events.keys()] };
    return { ...events.at(-1), run, step: events.length - 1 };
  }

  // Say what came of an action, after which no disk is held, and how far the goal is.
  say(sentence, look = "") {
    const { step, configuration } = this.moment;
    const left = distance(configuration, this.target);
    const optimum = 2 ** this.disks - 1;
    const compared = step > optimum ? `; the optimum is ${optimum}` : ", the optimum";
    const solved = `Solved in ${counted(step, "move")}${compared}.`;
    this.sentence = `${sentence} ${left > 0 ? `${counted(left, "move")} to go.` : solved}`;
    this.look = look;
    this.held = null;
  }

  refuse(reason) {
    this.say(`Refused: ${reason}.`, "fault");
  }

  // Take the top disk of a peg, or put down the held disk, if it may be there.
  choose(peg) {
    const source = this.held ?? peg;
    const stacks = pegStacks(this.moment.configuration);
    const [disk, under] = [source, peg].map((one) => stacks[one].at(-1));
    if (this.held === null && disk) {
      this.say(`Disk ${disk} of peg ${peg} is held: choose the peg that it goes to.`);
      this.held = peg;
    } else if (this.held === null) {
      this.refuse(`peg ${peg} is empty`);
    } else if (source === peg) {
      this.say("");
    } else if (under < disk) {
      this.refuse(`disk ${disk} cannot go on disk ${under}, which is smaller`);
    } else {
      const configuration = withDiskOn(this.moment.configuration, disk, peg);
      const move = { disk, source, target: peg };
      this.events.push({ index: this.events.length, configuration, move });
      this.say(`Moved ${moveText(move)}.`);
    }
  }

  undo() {
    if (this.events.length > 1) {
      this.events.pop();
      this.say("The last move is undone.");
    } else {
      this.refuse("there is no move to undo");
    }
  }
}

export function Try({ page, attempt }) {
  const doing = (name, ...given) => {
    attempt[name](...given);
    page.draw();
  };
  const { moment, held } = attempt;
  const button = (title, action) =>
    html`<button class="btn" onClick=${() => doing(action)}>${title}</button>`;
  const peg = (number) =>
    html`<button aria-pressed=${number === held} onClick=${() => doing("choose", number)}>Peg ${number}</button>`;
  return html`
    <div class="panes">
      <${PegsPane} page=${page} moment=${moment} held=${held} onPointer=${useDragging(attempt, doing)} />
      <section class="pane try" aria-label=${graphPanel.title}><${graphPanel.View} page=${page} moment=${moment} /></section>
    </div>
    <div id="voice" class="row">
      <span class="try-message ${attempt.look}" role="status">${attempt.sentence}</span>
      <span class="choice push" role="group" aria-label="Pegs">${[0, 1, 2].map(peg)}</span>
      <span class="try-buttons row">${button("Undo", "undo")} ${button("Reset", "begin")}</span>
      <span class="small soft">Drag a disk, or press a peg and then another.</span>
    </div>
  `;
}

// The listeners that let a pointer take a disk and put it down, by a drag or by two clicks.
function useDragging(attempt, doing) {
  const drag = useRef({}).current;
  const pegAt = ({ clientX, currentTarget }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(2, Math.floor(((clientX - left) * 3) / width)));
  };
  const ended = (event) => {
    drag.disk?.style.removeProperty("translate");
    drag.disk = null;
    if (event.type === "pointerup" && attempt.held !== null && attempt.held !== pegAt(event)) {
      doing("choose", pegAt(event));
    }
  };
  return {
    style: { touchAction: "pinch-zoom" },
    onPointerDown(event) {
      if (event.button === 0) {
        const { clientX: x, clientY: y, currentTarget } = event;
        doing("choose", pegAt(event));
        currentTarget.setPointerCapture(event.pointerId);
        Object.assign(drag, { x, y, disk: currentTarget.querySelector(".held") });
      }
    },
    onPointerMove({ clientX, clientY }) {
      drag.disk?.style.setProperty("translate", `${clientX - drag.x}px ${clientY - drag.y}px`);
    },
    onPointerUp: ended,
    onPointerCancel: ended,
  };
}
