// What is known of any position of the disks on the way to the target of a task, by the rules of the
// readers: they read the pegs of the disks, the largest first.

export class TryPositions {
  constructor({ disks, source, target }) {
    this.task = { disks, source, target };
    this.start = String(source).repeat(disks);
    this.optimum = this.distance(this.start);
  }

  // A bit for each disk, 1 where it is not on the peg on which it is wanted.
  distance(configuration) {
    const wanted = wantedPegs(configuration, this.task.target);
    return wanted.reduce((bits, peg, place) => 2 * bits + (configuration[place] !== peg), 0);
  }

  // The best move, or null at the goal: the smallest disk that is not where it is wanted goes there.
  best(configuration) {
    const wanted = wantedPegs(configuration, this.task.target);
    const place = wanted.findLastIndex((peg, at) => configuration[at] !== peg);
    if (place < 0) {
      return null;
    }
    const [source, target] = [configuration[place], wanted[place]].map(Number);
    return { disk: configuration.length - place, source, target };
  }

  // The disk at which path-reader stops, or 0 on the optimal path. After a disk that may be where it
  // is, the next one must not be on the third peg.
  off(configuration) {
    const { source, target } = this.task;
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
  reading(configuration) {
    const { target } = this.task;
    const exchanged = { 2: target, [target]: 2 };
    const word = [...configuration].map((peg) => exchanged[peg] ?? peg).join("");
    const states = ["none"];
    for (const [place, peg] of wantedPegs(word, 2).entries()) {
      states.push(word[place] === peg ? states.at(-1) : word[place] + peg);
    }
    return { word, states };
  }
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
