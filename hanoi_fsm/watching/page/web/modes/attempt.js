// One attempt of a person to solve a task: the configurations so far, of which some may be undone, what
// is known of the present one, the peg whose top disk is held, and what is said of the latest action.

import { isConfiguration, moveInWords, pegStacks, withDiskOn } from "../configuration.js";

export class Attempt {
  // It begins where a link says, or else at the source.
  constructor(task, at) {
    this.task = task;
    this.start = String(task.source).repeat(task.disks);
    this.begin(isConfiguration(at, task.disks) ? at : this.start);
  }

  begin(configuration = this.start) {
    this.path = [{ configuration, move: null }];
    this.optimum = distance(configuration, this.task.target);
    const nothing = "There is nothing to do: every disk is on the target.";
    this.arrive(0, this.optimum ? `Move every disk to peg ${this.task.target}.` : nothing);
  }

  // At the position after some of the moves.
  arrive(made, sentence) {
    const { path, task, optimum } = this;
    const left = distance(path[made].configuration, task.target);
    const detour = made + left - optimum; // the moves that were more than necessary
    Object.assign(this, path[made], { distance: left, detour, made, held: null, hint: null });
    this.say(sentence);
    if (made && !left) {
      const compared = detour ? `; the optimum is ${optimum}.` : ", the optimum.";
      this.say(`${sentence} Solved in ${made} move${made > 1 ? "s" : ""}${compared}`, "solved");
    }
  }

  say(sentence, look = "") {
    Object.assign(this, { sentence, look });
  }

  refuse(reason) {
    this.say(`Refused: ${reason}.`, "fault");
  }

  topOf(peg) {
    return pegStacks(this.configuration)[peg].at(-1);
  }

  // Take the top disk of a peg, or put down the one that is held, if it may be there.
  choose(peg) {
    const source = this.held;
    const disk = this.topOf(source ?? peg);
    const under = this.topOf(peg);
    this.held = null;
    this.say("");
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
    const configuration = withDiskOn(this.configuration, move.disk, move.target);
    this.path.splice(this.made + 1, Infinity, { configuration, move });
    this.arrive(this.made + 1, `Moved ${moveInWords(move)}.`);
  }

  // Undo or redo a move.
  step(by) {
    const made = this.made + by;
    if (made in this.path) {
      this.arrive(made, by < 0 ? "The last move is undone." : "The move is made again.");
    } else {
      this.refuse(`there is no move to ${by < 0 ? "undo" : "redo"}`);
    }
  }

  // Show the best move, or make it.
  best(isMade) {
    const move = bestMove(this.configuration, this.task.target);
    if (!move) {
      this.refuse("there is no best move, every disk is on the target");
    } else if (isMade) {
      this.go(move);
    } else {
      this.held = null;
      this.hint = move;
      this.say(`The best move is ${moveInWords(move)}.`);
    }
  }

  // The position as a moment of a run whose steps are the moves made.
  get moment() {
    const made = this.path.slice(0, this.made + 1).map((one, index) => ({ ...one, index }));
    const run = { ...this.task, configurations: () => made };
    return { ...made.at(-1), run, step: this.made, finding: null };
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
