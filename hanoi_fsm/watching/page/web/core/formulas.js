// What is known of the puzzle without a machine: configurations and moves, the way to a tower, and the Hanoi graph.
// A configuration is the peg of each disk, the largest disk first.

// The disks on each of the three pegs, from the bottom to the top.
export function pegStacks(configuration) {
  /** @type {number[][]} */
  const stacks = [[], [], []];
  [...configuration].forEach((peg, place) => {
    stacks[peg].push(configuration.length - place);
  });
  return stacks;
}

// A configuration with one disk on another peg.
export function withDiskOn(configuration, disk, peg) {
  const place = configuration.length - disk;
  return configuration.slice(0, place) + peg + configuration.slice(place + 1);
}

// A move as Python writes it.
export function moveText({ disk, source, target }) {
  return `disk ${disk}: ${source} -> ${target}`;
}

// The moves that are left: a bit for each disk, 1 where it is not on the peg on which it is wanted. Below a disk that
// is where it is wanted the others are wanted on the same peg, below any other on the third, to let it move (Hinz).
export function distance(configuration, target) {
  let [bits, wanted] = [0, target];
  for (const digit of configuration) {
    const isThere = Number(digit) === wanted;
    bits = 2 * bits + Number(!isThere);
    wanted = isThere ? wanted : 3 - digit - wanted;
  }
  return bits;
}

// The vertices of the Hanoi graph, with the numbers u and v of a configuration, as sierpinski-reader writes them: each
// digit chooses one of three smaller triangles, and exchanges the corners of the two other pegs. Where two vertices
// are one apart, there is a move between them.
export function verticesOf(disks) {
  const names = Array.from({ length: 3 ** disks }, (_, number) => number.toString(3));
  return names.map((number) => {
    const name = disks ? number.padStart(disks, "0") : "";
    let [u, v, corners] = [0, 0, [0, 1, 2]];
    for (const digit of [...name].map(Number)) {
      const corner = corners[digit];
      u = 2 * u + Number(corner === 1);
      v = 2 * v + Number(corner === 2);
      corners = corners.map((_, peg) => corners[peg === digit ? peg : 3 - digit - peg]);
    }
    return { name, u, v };
  });
}
