// What is known of the puzzle without a machine: configurations and moves, the way to a tower, and the Hanoi graph.
// A configuration is the peg of each disk, the largest disk first.

export const PEGS = ["0", "1", "2"];

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

export function configurations(disks) {
  const all = Array.from({ length: 3 ** disks }, (_, number) => number.toString(3));
  return disks ? all.map((one) => one.padStart(disks, "0")) : [""];
}

// The pairs of configurations with a move between them: a disk goes from one peg to another where all
// smaller ones are on the third.
export function edgesOf(disks) {
  const numbers = Array.from({ length: disks }, (_, many) => many);
  return numbers.flatMap(configurations).flatMap((larger) =>
    PEGS.map((third) => {
      const smaller = third.repeat(disks - 1 - larger.length);
      return PEGS.filter((peg) => peg !== third).map((peg) => larger + peg + smaller);
    }),
  );
}

// The numbers u and v of a configuration, as sierpinski-reader writes them: each digit chooses one of
// three smaller triangles, and exchanges the corners of the two other pegs.
export function addressOf(configuration) {
  let [u, v, corners] = [0, 0, [0, 1, 2]];
  for (const digit of configuration) {
    const corner = corners[digit];
    u = 2 * u + Number(corner === 1);
    v = 2 * v + Number(corner === 2);
    corners = corners.map((_, peg) => corners[peg === Number(digit) ? peg : 3 - digit - peg]);
  }
  return [u, v];
}
