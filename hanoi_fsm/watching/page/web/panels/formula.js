// The panel of the formulas: the step in binary, the move that follows from its bits, and the
// configuration that the configuration-reader makes of the same bits.

import { moveText } from "../configuration.js";
import { classes } from "../spelling.js";
import { html } from "../vendor/preact.js";

export const formulaPanel = {
  name: "formula",
  title: "Formula",
  applies: (machine) => machine.kind === "solver" && machine.pegs,
  View({ moment }) {
    const { run, step } = moment;
    const last = 2 ** run.disks - 1;
    const fault = faultOf(moment, last);
    const later = run.fault.finding ? faultOf(run.last, last) : "";
    return html`
      <div class="formula">
        <p class="formula-step">${headingOf(step, last, run.disks)}</p>
        <${Kept} shown=${fault}>
          <p class="fault formula-fault" hidden=${!(fault || later)}>${fault || later}</p>
        <//>
        ${last > 0 && html`<${Worked} moment=${moment} last=${last} />`}
      </div>
    `;
  },
};

// What is not shown at every moment, but always has the same room.
function Kept({ shown, children }) {
  return html`<div class=${shown ? "" : "formula-kept"}>${children}</div>`;
}

function headingOf(step, last, disks) {
  if (last === 0) {
    return "There are no disks: the solution has no step.";
  }
  if (step > last) {
    return `Step ${step}: the solution has ${last} steps.`;
  }
  const where = `Step ${step} of ${last}`;
  return step ? `${where}, in binary, for n = ${disks}:` : `${where}: there is no move yet.`;
}

// What the machine did, where that is not what the formula says.
function faultOf({ step, move, finding, run }, last) {
  const expected = step > last ? "the end" : step && moveText(legalov(step, run).move);
  const got = move && moveText(move);
  if (got && got !== expected) {
    return `Step ${step}: expected ${expected}, got ${got}.`;
  }
  return finding?.expected
    ? `Step ${finding.step ?? step}: expected ${finding.expected}, got ${finding.got}.`
    : (finding?.sentence ?? "");
}

// The move by both formulas, which the start has not, and what the reader makes of the bits.
function Worked({ moment: { step, run, configuration }, last }) {
  const worked = Math.min(Math.max(step, 1), last);
  const found = legalov(worked, run);
  const { disk } = found.move;
  const zeros = disk === 2 ? "1 trailing zero" : `${disk - 1 || "No"} trailing zeros`;
  return html`
    <${Kept} shown=${step === worked}>
      <${Bits} bits=${bitsOf(worked, run.disks)} moved=${disk} />
      <p>${zeros}: <strong>disk ${disk}</strong> moves.</p>
      <${Lines} ...${found} />
      <p class="formula-move">The move: <code>${moveText(found.move)}</code></p>
      <details>
        <summary>The same move by hBits, its words in binary</summary>
        <${Lines} ...${hbits(worked, run)} />
      </details>
    <//>
    <${Kept} shown=${step <= last}>
      <${Reader} rows=${halvings(step, run)} moved=${step && disk} configuration=${configuration} />
    <//>
  `;
}

// The bits side by side, each below the disk that it stands for. Below the lowest 1 there are zeros
// only: they are as many as there are disks smaller than its own.
function Bits({ bits, moved }) {
  const row = (heading, look, textOf) => html`
    <tr>
      <th scope="row">${heading}</th>
      ${[...bits].map((bit, place) => {
        const disk = bits.length - place;
        const marks = { "formula-lowest": disk === moved, "formula-zero": disk < moved };
        return html`<td class=${classes({ [look]: true, ...marks })}>${textOf(disk, bit)}</td>`;
      })}
    </tr>
  `;
  return html`
    <table class="formula-bits" style=${{ "--disks": bits.length }}>
      ${row("disk", "formula-disk", (disk) => disk)}
      ${row("bit", "formula-digit", (_, bit) => bit)}
    </table>
  `;
}

// What a formula says, line by line, with the figures of this step below.
function Lines({ lines, pegs }) {
  const names = pegs.map((peg, place) => `${place} is peg ${peg}`).join(", ");
  return html`
    <dl class="formula-lines">
      ${lines.map(
        ([name, rule, figures, result]) => html`
          <dt><code>${name}</code></dt>
          <dd>
            <code>= ${rule}</code>
            ${figures.split(" = ").map((part) => html`<code>= ${part} </code>`)}
            <code>= </code><strong>${result}</strong>
          </dd>
        `,
      )}
    </dl>
    <p class="formula-numbering">In this numbering ${names}.</p>
  `;
}

// The halvings row by row, beside where each disk is; `moved` is the disk of this step.
function Reader({ rows, moved, configuration }) {
  const row = ({ disk, steps, compared, bit, state, peg }, place) => {
    const [first, last] = steps.split("..");
    const got = configuration?.[place] ?? peg;
    const shown = got === peg ? peg : `${peg}, got ${got}`;
    const cells = [disk, html`${first}..<wbr />${last}`, compared, bit, state, shown];
    return html`
      <tr class=${classes({ "formula-differs": got !== peg, "formula-moved": disk === moved })}>
        ${cells.map((cell) => html`<td>${cell}</td>`)}
      </tr>
    `;
  };
  const columns = ["disk", "steps", "halving", "bit", "state", "peg"];
  return html`
    <h4>The same bits read by configuration-reader</h4>
    <p>Each bit halves the steps. A state is a task: from, via, to.</p>
    <table class="formula-reader">
      <thead>
        <tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr>
      </thead>
      <tbody>${rows.map(row)}</tbody>
    </table>
    <p>
      It writes the configuration after this step, largest disk first:${" "}
      <code class="formula-written">${rows.map((one) => one.peg).join("")}</code>
    </p>
  `;
}

// A task has the number of `disks`, the `source` and the `target`; bits are those of JavaScript's
// operators, so up to 30 disks.

// The bits of a number, one per disk.
function bitsOf(number, disks) {
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
