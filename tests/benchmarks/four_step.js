/*
 * The four steps of Legalov's loop written by hand, on the peg matrix: what you would write instead
 * of the generated module. With the path of that module it runs the module. Each move is a value,
 * as a caller wants it. It prints its processor time last.
 */

/** Move a tower from peg 0 to peg 2; `put` takes each move. */
function solve(disks, put) {
  const heights = [disks, 0, 0];
  const cells = [0, 1, 2].map(() => [disks + 1, ...new Array(disks).fill(0)]);
  const top = (peg) => cells[peg][heights[peg]];
  const move = (from, to) => {
    const disk = top(from);
    if (disk >= top(to)) {
      throw new Error(`illegal move from ${from} to ${to}`);
    }
    cells[from][heights[from]--] = 0;
    cells[to][++heights[to]] = disk;
    put([disk, from, to]);
  };
  for (let disk = disks; disk > 0; disk--) {
    cells[0][disks + 1 - disk] = disk;
  }
  const stride = disks % 2 ? 2 : 1;
  let small = 0;
  while (heights[2] !== disks) {
    let ahead = (small + stride) % 3;
    let behind = small;
    move(small, ahead); // dismantle
    small = ahead;
    if (heights[2] === disks) {
      break;
    }
    ahead = 3 - small - behind;
    move(behind, ahead); // base
    move(small, ahead); // crown
    behind = small;
    small = ahead;
    if (heights[2] === disks) {
      break;
    }
    ahead = 3 - small - behind;
    if (top(ahead) < top(behind)) {
      // foundation
      move(ahead, behind);
    } else {
      move(behind, ahead);
    }
  }
}

/** The same by the generated module. */
function solveBy({ automaton, begin, react }, disks, put) {
  const memory = begin(disks, 0, 2);
  let state = automaton.initial;
  const [end] = automaton.final;
  while (state !== end) {
    state = react(state, memory, automaton.events[0]);
    if (memory.output !== null) {
      put(memory.output);
    }
  }
}

const [size, path] = process.argv.slice(2);
let sum = 0;
let count = 0;
const take = ([, from, to]) => {
  sum = (Math.imul(sum, 31) + 3 * from + to) | 0;
  count++;
};
if (path) {
  solveBy(require(path), Number(size), take);
} else {
  solve(Number(size), take);
}
const seconds = process.cpuUsage().user / 1e6;
process.stdout.write(`checksum ${sum} moves ${count} seconds ${seconds}\n`);
