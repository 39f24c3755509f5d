// One attempt of a person to solve a task: the positions so far, the peg whose top disk is held, and what is
// said of the latest action. It is like a run whose events are the moves.

import { distance, moveText, pegStacks, withDiskOn } from "../core/formulas.js";
import { counted } from "../core/spelling.js";

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
