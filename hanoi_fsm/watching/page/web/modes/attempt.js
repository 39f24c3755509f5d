// One attempt of a person to solve a task: the configurations so far, of which some may be undone, the
// peg whose top disk is held, and what is said about the latest action.

import { isConfiguration, moveInWords, moveText, pegStacks, withDiskOn } from "../configuration.js";
import { bestMove, diskOff, distance } from "./positions.js";

export class Attempt {
  // It begins where a link says, or else at the source.
  constructor(task, at) {
    this.task = task;
    this.start = String(task.source).repeat(task.disks);
    this.begin(isConfiguration(at, task.disks) ? at : this.start);
  }

  begin(configuration = this.start) {
    const { source, target } = this.task;
    this.path = [{ configuration, move: null }];
    this.optimum = distance(configuration, target);
    const from = configuration === this.start ? ` from peg ${source}` : "";
    const wanted = `Move every disk${from} to peg ${target}.`;
    this.arrive(0, this.optimum ? wanted : "There is nothing to do: every disk is on the target.");
  }

  // At a position after some of the moves; `dropped` if the disk was put there by hand.
  arrive(made, sentence, dropped = false) {
    Object.assign(this, { made, dropped, held: null, hinted: false, explained: null });
    this.say(sentence);
    if (made && !this.distance) {
      const optimal = this.detour ? `; the optimum is ${this.optimum}.` : ", the optimum.";
      this.say(`${sentence} Solved in ${made} move${made > 1 ? "s" : ""}${optimal}`, "solved");
    }
  }

  say(sentence, look = "") {
    Object.assign(this, { sentence, look });
  }

  refuse(reason) {
    this.say(`Refused: ${reason}.`, "refused");
  }

  get configuration() {
    return this.path[this.made].configuration;
  }

  // The move that led here, or null at the start.
  get move() {
    return this.path[this.made].move;
  }

  get best() {
    return bestMove(this.configuration, this.task.target);
  }

  get distance() {
    return distance(this.configuration, this.task.target);
  }

  // The moves that were more than necessary.
  get detour() {
    return this.made + this.distance - this.optimum;
  }

  get redoable() {
    return this.made < this.path.length - 1;
  }

  // The disk that shows that the optimal path was left, or 0 on it.
  get off() {
    return diskOff(this.configuration, this.task);
  }

  // How this position is related to the optimal path from the source.
  get place() {
    const { off, task, path, configuration } = this;
    if (!off) {
      const steps = 2 ** task.disks - 1;
      return `on it, after step ${steps - this.distance} of ${steps}`;
    }
    const isOff = (one) => diskOff(one.configuration, task) > 0;
    const at = path.slice(0, this.made).findLastIndex((one) => !isOff(one)) + 1;
    const left = at ? `left with move ${at} (${moveText(path[at].move)})` : "off it from the start";
    const larger = off < task.disks ? " while the larger disks are where they are" : "";
    return `${left}. path-reader stops at disk ${off}, which is never on peg ${configuration.at(-off)}${larger}`;
  }

  topOf(peg) {
    return pegStacks(this.configuration)[peg].at(-1);
  }

  // Hold the top disk of a peg; the disk, if there is one.
  take(peg) {
    const disk = this.topOf(peg);
    if (!disk) {
      this.refuse(`peg ${peg} is empty`);
      return;
    }
    this.held = peg;
    this.say(`Disk ${disk} of peg ${peg} is held: choose the peg that it goes to.`);
    return disk;
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
    const wasOff = this.off;
    const configuration = withDiskOn(this.configuration, move.disk, move.target);
    this.path.splice(this.made + 1, Infinity, { configuration, move });
    this.arrive(this.made + 1, "");
    const left = this.off && !wasOff ? ` This left the optimal path at disk ${this.off}.` : "";
    this.arrive(this.made, `Moved ${moveInWords(move)}.${left}`, dropped);
  }

  undo() {
    if (this.made) {
      this.arrive(this.made - 1, "The last move is undone.");
    } else {
      this.refuse("there is no move to undo");
    }
  }

  redo() {
    if (this.redoable) {
      this.arrive(this.made + 1, "The move is made again.");
    } else {
      this.refuse("there is no move to redo");
    }
  }

  // Undo every move after one of those made.
  goTo(made) {
    this.arrive(made, `Back after ${made} of your moves.`);
  }

  showBest() {
    Object.assign(this, { held: null, hinted: true, explained: this.configuration });
    this.say(bestSentence(this.best));
  }

  makeBest() {
    const { configuration, best } = this;
    if (best) {
      this.go(best);
      this.explained = configuration;
    } else {
      this.refuse("there is no best move, every disk is on the target");
    }
  }

  // The position as a moment of a run whose steps are the moves made.
  moment() {
    const made = this.path.slice(0, this.made + 1).map((one, index) => ({ ...one, index }));
    const run = { ...this.task, configurations: () => made, stepAt: [...made.keys()] };
    return { ...made.at(-1), run, step: this.made, finding: null };
  }
}

export function bestSentence(best) {
  const said = best ? moveInWords(best) : "no move, every disk is on the target";
  return `next-move-reader says: ${said}.`;
}
