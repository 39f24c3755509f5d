// A step of a task worked out: by two closed formulas, line by line with the figures of the step put
// in, and by the halvings of configuration-reader. A task has the number of `disks`, the `source` and
// the `target`; bits are those of JavaScript's operators, so up to 30 disks.

// The bits of a number, one per disk.
export function bitsOf(number, disks) {
  return disks ? number.toString(2).padStart(disks, "0") : "";
}

// The move by Legalov (2002), whose tower goes from 0 to 2: its `lines`, which are a name, its rule,
// the same with figures, and the result; and the `pegs` that 0, 1 and 2 stand for.
export function legalov(step, { disks, source, target }) {
  const pegs = [source, 3 - source - target, target];
  const disk = disks - bitsOf(step, disks).lastIndexOf("1");
  const shifts = (step >> disk) + 1;
  const delta = 2 - ((disk + disks) % 2);
  const [from, to] = [(delta * (shifts - 1)) % 3, (delta * shifts) % 3];
  const lines = [
    ["disk", "zeros + 1", `${disk - 1} + 1`, disk],
    ["shifts", "(step >> disk) + 1", `(${step} >> ${disk}) + 1`, shifts],
    ["delta", "2 - (disk + n) mod 2", `2 - (${disk} + ${disks}) mod 2`, delta],
    ["source", "delta * (shifts - 1) mod 3", `${delta} * (${shifts} - 1) mod 3`, from],
    ["target", "delta * shifts mod 3", `${delta} * ${shifts} mod 3`, to],
  ];
  return { lines, pegs, move: { disk, source: pegs[from], target: pegs[to] } };
}

// The `lines` and `pegs` of the same move by hBits, where an even tower goes from 0 to 1.
export function hbits(step, { disks, source, target }) {
  const others = [3 - source - target, target];
  const [cleared, filled] = [step & (step - 1), step | (step - 1)];
  const [bits, below, and, or] = [step, step - 1, cleared, filled].map((one) => bitsOf(one, disks));
  const lines = [
    [
      "source",
      "(step & (step - 1)) mod 3",
      `(${bits} & ${below}) mod 3 = ${and} mod 3 = ${cleared} mod 3`,
      cleared % 3,
    ],
    [
      "target",
      "((step | (step - 1)) + 1) mod 3",
      `((${bits} | ${below}) + 1) mod 3 = (${or} + 1) mod 3 = ${filled + 1} mod 3`,
      (filled + 1) % 3,
    ],
  ];
  return { lines, pegs: [source, ...(disks % 2 ? others : others.toReversed())] };
}

// What configuration-reader does with each bit of a step: which steps are left, how the step compares
// with their middle, the state in which the bit is read, and the peg that is written.
export function halvings(step, { disks, source, target }) {
  const rows = [];
  let [from, via, to] = [source, 3 - source - target, target];
  let first = 0;
  for (let disk = disks; disk > 0; disk--) {
    const pivot = first + 2 ** (disk - 1);
    const moved = step >= pivot;
    rows.push({
      disk,
      steps: `${first}..${first + 2 ** disk - 1}`,
      compared: `${step} ${moved ? ">=" : "<"} ${pivot}`,
      bit: moved ? "1" : "0",
      state: `${from}${via}${to}`,
      peg: String(moved ? to : from),
    });
    if (moved) {
      first = pivot;
      [from, via] = [via, from];
    } else {
      [via, to] = [to, via];
    }
  }
  return rows;
}
