// What is known of any position of the disks on the way to a target, by the rules of the readers: they
// read the pegs of the disks, the largest first.

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
