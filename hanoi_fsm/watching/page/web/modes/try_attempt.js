// One attempt of a person: the configurations so far, of which some may be undone.

import { pegStacks, withDiskOn } from "../configuration.js";

export class TryAttempt {
  constructor(positions, start) {
    this.positions = positions;
    this.path = [{ configuration: start, move: null }];
    this.made = 0;
  }

  get configuration() {
    return this.path[this.made].configuration;
  }

  // The move that led here, or null at the start.
  get move() {
    return this.path[this.made].move;
  }

  get distance() {
    return this.positions.distance(this.configuration);
  }

  get solved() {
    return this.distance === 0;
  }

  get optimum() {
    return this.positions.distance(this.path[0].configuration);
  }

  // The moves that were more than necessary.
  get detour() {
    return this.made + this.distance - this.optimum;
  }

  get undoable() {
    return this.made > 0;
  }

  get redoable() {
    return this.made < this.path.length - 1;
  }

  // The disk that shows that the optimal path was left, or 0 on it.
  get off() {
    return this.positions.off(this.configuration);
  }

  // The number of the move that left the optimal path, 0 where the attempt began off it.
  get leftAt() {
    const off = ({ configuration }) => this.positions.off(configuration) > 0;
    let number = this.made;
    while (number > 0 && off(this.path[number - 1])) {
      number -= 1;
    }
    return number;
  }

  // Why the top disk of a peg cannot be taken, or cannot go to another; empty if it can.
  refusal(source, target = null) {
    const stacks = pegStacks(this.configuration);
    const disk = stacks[source].at(-1);
    if (disk === undefined) {
      return `peg ${source} is empty`;
    }
    const under = target === null || target === source ? undefined : stacks[target].at(-1);
    return under < disk ? `disk ${disk} cannot go on disk ${under}, which is smaller` : "";
  }

  // Makes a legal move; what was undone before is forgotten.
  go(source, target) {
    const disk = pegStacks(this.configuration)[source].at(-1);
    const configuration = withDiskOn(this.configuration, disk, target);
    this.path.length = this.made + 1;
    this.path.push({ configuration, move: { disk, source, target } });
    this.made += 1;
  }

  undo() {
    this.made -= 1;
  }

  redo() {
    this.made += 1;
  }

  // Goes back to where it was after some of the moves; the others may be made again.
  goTo(made) {
    this.made = made;
  }

  // The position as a moment of a run, whose steps are the moves made.
  moment() {
    const run = { target: this.positions.task.target };
    const made = this.path.slice(0, this.made + 1).map((one, index) => ({ ...one, index }));
    run.configurations = () => made;
    run.stepAt = made.map((one) => one.index);
    return { ...made.at(-1), run, step: this.made, finding: null };
  }
}
