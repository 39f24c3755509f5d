// One attempt of a person to solve a task: the positions so far, of which some may be undone, the peg whose
// top disk is held, and what is said of the latest action. It is like a run whose events are the moves.

import { moveInWords, pegStacks, withDiskOn } from "../configuration.js";

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
    const nothing = "There is nothing to do: every disk is on the target.";
    this.arrive(0, disks > 0 ? `Move every disk to peg ${target}.` : nothing);
  }

  // The position as a moment of a run.
  get moment() {
    const { events, made } = this;
    return { ...events[made], run: { ...this, starts: [...events.keys()] }, step: made };
  }

  get optimum() {
    return 2 ** this.disks - 1;
  }

  get distance() {
    return distance(this.moment.configuration, this.target);
  }

  // How many moves were more than necessary.
  get detour() {
    return this.made + this.distance - this.optimum;
  }

  // At the position after some of the moves.
  arrive(made, sentence) {
    Object.assign(this, { made, held: null });
    const isSolved = made > 0 && this.distance === 0;
    const compared = this.detour ? `; the optimum is ${this.optimum}.` : ", the optimum.";
    const solved = ` Solved in ${made} move${made > 1 ? "s" : ""}${compared}`;
    this.say(isSolved ? sentence + solved : sentence, isSolved ? "solved" : "");
  }

  say(sentence, look = "") {
    Object.assign(this, { sentence, look });
  }

  refuse(reason) {
    this.say(`Refused: ${reason}.`, "fault");
  }

  // Take the top disk of a peg, or put down the one that is held, if it may be there.
  choose(peg) {
    const source = this.held;
    const stacks = pegStacks(this.moment.configuration);
    const [disk, under] = [stacks[source ?? peg].at(-1), stacks[peg].at(-1)];
    this.letGo();
    if (source === null && !disk) {
      this.refuse(`peg ${peg} is empty`);
    } else if (source === null) {
      this.held = peg;
      this.say(`Disk ${disk} of peg ${peg} is held: choose the peg that it goes to.`);
    } else if (under < disk) {
      this.refuse(`disk ${disk} cannot go on disk ${under}, which is smaller`);
    } else if (peg !== source) {
      this.go({ disk, source, target: peg });
    }
  }

  letGo() {
    this.held = null;
    this.say("");
  }

  // Make a legal move; what was undone before is forgotten.
  go(move) {
    const configuration = withDiskOn(this.moment.configuration, move.disk, move.target);
    const index = this.made + 1;
    this.events.splice(index, Infinity, { index, configuration, move });
    this.arrive(index, `Moved ${moveInWords(move)}.`);
  }

  // Undo or redo a move.
  step(by) {
    const made = this.made + by;
    if (made in this.events) {
      this.arrive(made, by < 0 ? "The last move is undone." : "The move is made again.");
    } else {
      this.refuse(`there is no move to ${by < 0 ? "undo" : "redo"}`);
    }
  }

  makeBest() {
    const move = bestMove(this.moment.configuration, this.target);
    if (move) {
      this.go(move);
    } else {
      this.refuse("there is no best move, every disk is on the target");
    }
  }
}

// The moves that are left: a bit for each disk, 1 where it is not on the peg on which it is wanted.
export function distance(configuration, target) {
  const wanted = wantedPegs(configuration, target);
  return wanted.reduce((bits, peg, place) => 2 * bits + (configuration[place] !== peg), 0);
}

// The best move, or null at the goal: the smallest disk that is not where it is wanted goes there.
export function bestMove(configuration, target) {
  const wanted = wantedPegs(configuration, target);
  const place = wanted.findLastIndex((peg, at) => configuration[at] !== peg);
  if (place < 0) {
    return null;
  }
  const [from, to] = [configuration[place], wanted[place]].map(Number);
  return { disk: configuration.length - place, source: from, target: to };
}

// The peg on which each disk is wanted (Hinz): below a disk that is where it is wanted on the same
// one, below any other on the third, to let it move.
function wantedPegs(configuration, goal) {
  let wanted = goal;
  return [...configuration].map((digit) => {
    const here = wanted;
    wanted = Number(digit) === here ? here : 3 - digit - here;
    return String(here);
  });
}
