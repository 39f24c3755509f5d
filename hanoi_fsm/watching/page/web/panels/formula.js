// The panel of the formula: the step in binary, and the move that follows from its bits.

import { moveText } from "../configuration.js";
import { classes } from "../spelling.js";
import { Steady } from "../steady.js";
import { html } from "../vendor/preact.js";
import { Table } from "./table.js";

export const formulaPanel = {
  name: "formula",
  title: "Formula",
  applies: (machine) => machine.kind === "solver" && machine.pegs,
  View({ moment: { run, step } }) {
    const last = 2 ** run.disks - 1;
    const isMove = step > 0 && step <= last;
    const what = isMove ? `, in binary, for n = ${run.disks}:` : ": no move is made there.";
    return html`
      <${Steady} of=${run}>
        <p>Step ${step} of ${last}${what}</p>
        ${isMove && html`<${Worked} run=${run} step=${step} />`}
      <//>
    `;
  },
};

// Below the lowest 1 there are zeros only: they are as many as there are disks smaller than its own.
function Worked({ run, step }) {
  const { lines, pegs, move } = legalov(step, run);
  const bits = [...bitsOf(step, run.disks)];
  const disks = bits.map((_, place) => bits.length - place);
  const lookOf = (disk) => classes({ now: disk === move.disk, lit: disk < move.disk });
  const cells = bits.map((bit, at) => html`<td class=${lookOf(disks[at])}>${bit}</td>`);
  return html`
    <${Table} class="formula-bits" heads=${["disk", ...disks]} rows=${[{ head: "bit", cells }]} />
    <p>Zeros at its end: ${move.disk - 1}, so <b>disk ${move.disk}</b> moves.</p>
    <dl class="formula-lines">
      ${lines.map(
        ([name, rule, figures, result]) => html`
          <dt><code>${name}</code></dt>
          <dd><code class="faint">= ${rule}</code><br /><code>= ${figures} = </code><b>${result}</b></dd>
        `,
      )}
    </dl>
    <p class="formula-numbering faint" hidden=${pegs.join() === "0,1,2"}>
      In this numbering ${pegs.map((peg, place) => `${place} is peg ${peg}`).join(", ")}.
    </p>
    <p class="formula-move">The move: <code>${moveText(move)}</code></p>
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
