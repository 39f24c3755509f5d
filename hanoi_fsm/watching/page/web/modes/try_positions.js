// What Python has found out about every position of the disks, looked up for one task.

import { pegStacks } from "../configuration.js";

export class TryPositions {
  constructor(data, { disks, source, target }) {
    this.task = { disks, source, target };
    this.start = String(source).repeat(disks);
    this.goal = String(target).repeat(disks);
    this.data = data;
    this.tower = data.towers[disks];
    this.optimum = this.distance(this.start);
  }

  distance(configuration) {
    return this.tower.distances[this.task.target][tryIndex(configuration)];
  }

  // The best move, or null at the goal.
  best(configuration) {
    const number = this.tower.moves[this.task.target][tryIndex(configuration)];
    const answer = this.data.states[number];
    if (answer === "none") {
      return null;
    }
    const [source, target] = [...answer].map(Number);
    return { disk: pegStacks(configuration)[source].at(-1), source, target };
  }

  // The disk at which path-reader stops, or 0 on the optimal path.
  off(configuration) {
    const { source, target } = this.task;
    const other = 3 - source - target;
    return Number.parseInt(this.tower.off[other][tryIndex(configuration)], 36);
  }

  // What next-move-reader reads, where it knows the goal as peg 2, and its state after each digit.
  reading(configuration) {
    const word = [...configuration].map((peg) => this.exchanged(Number(peg))).join("");
    const states = [...word].map((_, place) => this.#stateAfter(word.slice(0, place + 1)));
    return { word, states: [this.#stateAfter(""), ...states] };
  }

  #stateAfter(word) {
    return this.data.states[this.data.towers[word.length].moves[2][tryIndex(word)]];
  }

  // The peg with peg 2 and the goal exchanged.
  exchanged(peg) {
    const { target } = this.task;
    return { 2: target, [target]: 2 }[peg] ?? peg;
  }
}

function tryIndex(configuration) {
  return configuration === "" ? 0 : Number.parseInt(configuration, 3);
}
