// One attempt of a person to solve a task: the configurations so far, of which some may be undone, what
// is known of the present one, the peg whose top disk is held, and what is said of the latest action.

import { isConfiguration, moveInWords, moveText, pegStacks, withDiskOn } from "../configuration.js";

export class Attempt {
  // It begins where a link says, or else at the source.
  constructor(task, at) {
    this.task = task;
    this.start = String(task.source).repeat(task.disks);
    this.begin(isConfiguration(at, task.disks) ? at : this.start);
  }

  begin(configuration = this.start) {
    const { source, target } = this.task;
    const from = configuration === this.start ? ` from peg ${source}` : "";
    this.path = [{ configuration, move: null }];
    this.optimum = distance(configuration, target);
    const nothing = "There is nothing to do: every disk is on the target.";
    this.arrive(0, this.optimum ? `Move every disk${from} to peg ${target}.` : nothing);
  }

  // At the position after some of the moves; `dropped` if its disk was put there by hand.
  arrive(made, sentence, dropped = false) {
    const { path, task, optimum } = this;
    const { configuration, move } = path[made];
    const left = distance(configuration, task.target);
    const position = {
      configuration,
      move,
      distance: left,
      detour: made + left - optimum, // the moves that were more than necessary
      best: bestMove(configuration, task.target),
      off: diskOff(configuration, task),
    };
    Object.assign(this, position, { made, dropped, held: null, hint: null, explained: null });
    this.say(sentence);
    if (made && !left) {
      const compared = this.detour ? `; the optimum is ${optimum}.` : ", the optimum.";
      this.say(`${sentence} Solved in ${made} move${made > 1 ? "s" : ""}${compared}`, "solved");
    }
  }

  say(sentence, look = "") {
    Object.assign(this, { sentence, look });
  }

  refuse(reason) {
    this.say(`Refused: ${reason}.`, "refused");
  }

  topOf(peg) {
    return pegStacks(this.configuration)[peg].at(-1);
  }

  take(peg) {
    const disk = this.topOf(peg);
    if (disk) {
      this.held = peg;
      this.say(`Disk ${disk} of peg ${peg} is held: choose the peg that it goes to.`);
    } else {
      this.refuse(`peg ${peg} is empty`);
    }
  }

  choose(peg) {
    if (this.held === null) {
      this.take(peg);
    } else {
      this.putDown(peg);
    }
  }

  // Put what is held on a peg, if it may be there.
  putDown(peg, dropped = false) {
    const source = this.held;
    const [disk, under] = [this.topOf(source), this.topOf(peg)];
    this.letGo();
    if (under < disk) {
      this.refuse(`disk ${disk} cannot go on disk ${under}, which is smaller`);
    } else if (peg !== source) {
      this.go({ disk, source, target: peg }, dropped);
    }
  }

  letGo() {
    if (this.held !== null) {
      this.held = null;
      this.say("");
    }
  }

  // Make a legal move; what was undone before is forgotten.
  go(move, dropped) {
    const configuration = withDiskOn(this.configuration, move.disk, move.target);
    const off = diskOff(configuration, this.task);
    const left = off && !this.off ? ` This left the optimal path at disk ${off}.` : "";
    this.path.splice(this.made + 1, Infinity, { configuration, move });
    this.arrive(this.made + 1, `Moved ${moveInWords(move)}.${left}`, dropped);
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

  // The best move with what next-move-reader reads to find it.
  get explanation() {
    const said = this.best ? moveInWords(this.best) : "no move, every disk is on the target";
    const sentence = `next-move-reader says: ${said}.`;
    return { sentence, ...reading(this.configuration, this.task.target) };
  }

  showBest() {
    this.held = null;
    this.hint = this.best;
    this.explained = this.explanation;
    this.say(this.explained.sentence);
  }

  makeBest() {
    const { best, explanation } = this;
    if (best) {
      this.go(best);
      this.explained = explanation;
    } else {
      this.refuse("there is no best move, every disk is on the target");
    }
  }

  // How the position is related to the optimal path from the source.
  get place() {
    const { off, task, path, made, configuration } = this;
    if (!off) {
      const steps = 2 ** task.disks - 1;
      return `on it, after step ${steps - this.distance} of ${steps}`;
    }
    const isOn = (one) => !diskOff(one.configuration, task);
    const at = path.slice(0, made).findLastIndex(isOn) + 1;
    const left = at ? `left with move ${at} (${moveText(path[at].move)})` : "off it from the start";
    const larger = off < task.disks ? " while the larger disks are where they are" : "";
    return `${left}. path-reader stops at disk ${off}, which is never on peg ${configuration.at(-off)}${larger}`;
  }

  // The position as a moment of a run whose steps are the moves made.
  get moment() {
    const made = this.path.slice(0, this.made + 1).map((one, index) => ({ ...one, index }));
    const run = { ...this.task, configurations: () => made, stepAt: [...made.keys()] };
    return { ...made.at(-1), run, step: this.made, finding: null };
  }
}

// What is known of any position on the way to a target follows from the rules of the readers, which read
// the pegs of the disks, the largest first.

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

// The disk at which path-reader stops, or 0 on the optimal path. After a disk that may be where it
// is, the next one must not be on the third peg.
export function diskOff(configuration, { source, target }) {
  let forbidden = 3 - source - target;
  for (const [place, digit] of [...configuration].entries()) {
    const peg = Number(digit);
    if (peg === forbidden) {
      return configuration.length - place;
    }
    forbidden = 3 - peg - forbidden;
  }
  return 0;
}

// What next-move-reader reads, where it knows the goal as peg 2, and its state after each digit: the
// move that is pending.
export function reading(configuration, target) {
  const exchanged = { 2: target, [target]: 2 };
  const word = [...configuration].map((peg) => exchanged[peg] ?? peg).join("");
  const states = ["none"];
  for (const [place, peg] of wantedPegs(word, 2).entries()) {
    states.push(word[place] === peg ? states.at(-1) : word[place] + peg);
  }
  return { word, states };
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
