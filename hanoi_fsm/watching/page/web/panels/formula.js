// The formula: the step in binary, and the move that follows from its bits.

import { DiskChip, diskStyle } from "../looks.js";
import { classes } from "../spelling.js";
import { html } from "../vendor/preact.js";

export const formulaPanel = {
  name: "formula",
  title: "Formula",
  applies: (machine) => machine.kind === "solver" && machine.pegs,
  said({ run, step }) {
    const bits = bitsOf(step, run.disks);
    const zeros = bits.length - 1 - bits.lastIndexOf("1");
    return isMove(run, step)
      ? `${bits} ends in ${zeros} zero${zeros === 1 ? "" : "s"}: disk ${zeros + 1}`
      : "no move";
  },
  View({ moment: { run, step } }) {
    return isMove(run, step)
      ? html`<${Worked} run=${run} step=${step} />`
      : html`<p>No move is made at step ${step} of ${2 ** run.disks - 1}.</p>`;
  },
};

const isMove = ({ disks }, step) => step > 0 && step < 2 ** disks;

// Below the lowest 1 there are zeros only: they are as many as there are disks smaller than its own.
function Worked({ run, step }) {
  const { disks } = run;
  const { lines, pegs, move } = legalov(step, run);
  const bits = [...bitsOf(step, disks)].map((bit, at) => {
    const disk = disks - at;
    const look = { changed: disk < move.disk, moved: disk === move.disk };
    const fill = disk === move.disk ? diskStyle(disk, disks) : {};
    return html`<td class=${classes(look)} style=${fill} data-disk=${disk}><b>${bit}</b><br /><small>${disks > 9 ? "" : "disk "}${disk}</small></td>`;
  });
  return html`
    <table class="cells formula-bits"><tbody><tr>${bits}</tr></tbody></table>
    ${lines.map(
      ([name, rule, figures, result]) => html`
        <div class="line formula-line" title=${rule}><code>${name}</code><code class="soft">= ${figures}</code><b>${result}</b></div>
      `,
    )}
    <p class="line formula-move">
      <span class="soft">0 1 2 stand for pegs <b>${pegs.join(" ")}</b></span><span></span>
      <span><${DiskChip} disk=${move.disk} disks=${disks} /> ${move.source} → ${move.target}</span>
    </p>
  `;
}

// The bits of a number, one for each disk.
function bitsOf(number, disks) {
  return number.toString(2).padStart(disks, "0");
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
