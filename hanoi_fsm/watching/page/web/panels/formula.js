// The formula: the step in binary, and the move that follows from its bits.

import { bitsOf, legalov } from "../core/formulas.js";
import { classes, counted } from "../core/spelling.js";
import { DiskChip, diskStyle } from "../looks.js";
import { html } from "../vendor/preact.js";

export const formulaPanel = {
  name: "formula",
  title: "Formula",
  applies: (machine) => machine.kind === "solver" && machine.pegs,
  said({ run, step }) {
    const bits = bitsOf(step, run.disks);
    const zeros = bits.length - 1 - bits.lastIndexOf("1");
    return isMove(run, step)
      ? `${bits} ends in ${counted(zeros, "zero")}: disk ${zeros + 1}`
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
