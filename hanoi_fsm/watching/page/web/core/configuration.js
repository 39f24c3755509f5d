// Configurations and moves: where the disks are, how a move changes that, and how both are written.
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
