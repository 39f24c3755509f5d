// The panel of the formulas: the step in binary, the move that follows from its bits, and the
// configuration that the configuration-reader makes of the same bits.

import { moveText } from "../configuration.js";
import { element } from "../elements.js";
import { bitsOf, halvings, hbits, legalov } from "../formulas.js";

function formulaCode(text, className = "formula-text") {
  return element("code", { class: className }, text);
}

// Below the lowest 1 there are zeros only: they are as many as there are disks smaller than its own.
function formulaBitClass(disk, moved) {
  if (disk === moved) {
    return "formula-bit formula-lowest";
  }
  return disk < moved ? "formula-bit formula-zero" : "formula-bit";
}

// The bits side by side, each below the disk that it stands for.
function formulaBits(bits, moved) {
  const columns = [...bits].map((bit, place) => {
    const disk = bits.length - place;
    return element(
      "td",
      { class: formulaBitClass(disk, moved) },
      element("span", { class: "formula-disk" }, `${disk}`),
      element("span", { class: "formula-digit" }, bit),
    );
  });
  const heading = element(
    "th",
    { scope: "row" },
    element("span", { class: "formula-disk" }, "disk"),
    element("span", { class: "formula-digit" }, "bit"),
  );
  return element("table", { class: "formula-bits" }, element("tr", {}, heading, ...columns));
}

function formulaZeros(moved) {
  const zeros = moved - 1;
  const counted = zeros === 1 ? "1 trailing zero" : `${zeros || "No"} trailing zeros`;
  return element("p", {}, `${counted}: `, element("strong", {}, `disk ${moved}`), " moves.");
}

// What a formula says, line by line, with the figures of this step below.
function formulaLines({ lines, pegs }) {
  const list = element("dl", { class: "formula-lines" });
  for (const [name, rule, figures, result] of lines) {
    const parts = figures.split(" = ").map((part) => element("span", {}, formulaCode(`= ${part}`)));
    parts.at(-1).append(formulaCode(" = "), element("strong", {}, result));
    list.append(
      element("dt", {}, formulaCode(name)),
      element(
        "dd",
        {},
        formulaCode(`= ${rule}`, "formula-rule"),
        " ",
        ...parts.flatMap((part) => [part, " "]),
      ),
    );
  }
  const names = pegs.map((peg, place) => `${place} is peg ${peg}`).join(", ");
  return [list, element("p", { class: "formula-numbering" }, `In this numbering ${names}.`)];
}

function formulaRow(kind, cells) {
  return element("tr", {}, ...cells.map((cell) => element(kind, {}, cell)));
}

class FormulaView {
  constructor() {
    this.step = element("p", { class: "formula-step" });
    this.fault = element("p", { class: "formula-fault" });
    this.derivation = element("div", { class: "formula-part" });
    this.short = element("div", {});
    const summary = element("summary", {}, "The same move by hBits, its words in binary");
    this.folded = element("details", { class: "formula-part" }, summary, this.short);
    this.reader = element("div", { class: "formula-part" });
    this.element = element(
      "div",
      { class: "formula" },
      ...[this.step, this.fault, this.derivation, this.folded, this.reader],
    );
  }

  show(moment) {
    const { step, run } = moment;
    const last = 2 ** run.disks - 1;
    const known = step <= last;
    for (const part of [this.derivation, this.reader]) {
      part.hidden = !known;
    }
    this.folded.hidden = !known || step === 0;
    if (!known) {
      this.step.textContent = `Step ${step}: the solution has ${last} steps.`;
      this.say(moment, "the end");
      return;
    }
    const found = step ? legalov(step, run) : null;
    const bits = bitsOf(step, run.disks);
    this.step.textContent = formulaHeading(step, last, bits);
    this.say(moment, found && moveText(found.move));
    this.derivation.replaceChildren(...(found ? formulaDerived(found, bits) : []));
    this.short.replaceChildren(...(found ? formulaLines(hbits(step, run)) : []));
    const rows = halvings(step, run);
    this.reader.replaceChildren(...formulaRead(rows, found?.move.disk, moment.configuration));
  }

  // What the machine did, where that is not what the formula says.
  say(moment, expected) {
    const got = moment.move && moveText(moment.move);
    const { finding } = moment;
    const differs = got !== null && expected !== null && got !== expected;
    this.fault.hidden = !differs && finding === null;
    if (this.fault.hidden) {
      return;
    }
    const wanted = differs ? expected : finding.expected;
    const what = differs ? got : finding.got;
    const known = wanted && what;
    const step = differs || finding.step === null ? moment.step : finding.step;
    this.fault.textContent = known
      ? `Step ${step}: expected ${wanted}, got ${what}.`
      : finding.sentence;
  }
}

function formulaDerived(found, bits) {
  const { disk } = found.move;
  return [
    formulaBits(bits, disk),
    formulaZeros(disk),
    ...formulaLines(found),
    element("p", { class: "formula-move" }, "The move: ", formulaCode(moveText(found.move))),
  ];
}

// The halvings row by row, beside where each disk is; `moved` is the disk of this step.
function formulaRead(halved, moved, configuration) {
  if (!halved.length) {
    return [];
  }
  const rows = halved.map(({ disk, steps, compared, bit, state, peg }, place) => {
    const got = configuration?.[place] ?? peg;
    const shown = got === peg ? peg : `${peg}, got ${got}`;
    const row = formulaRow("td", [disk, steps, compared, bit, state, shown]);
    row.classList.toggle("formula-differs", got !== peg);
    row.classList.toggle("formula-moved", disk === moved);
    return row;
  });
  const heading = formulaRow("th", ["disk", "steps", "halving", "bit", "state", "peg"]);
  for (const cell of heading.children) {
    cell.setAttribute("scope", "col");
  }
  const written = halved.map((one) => one.peg).join("");
  return [
    element("h4", {}, "The same bits read by configuration-reader"),
    element("p", {}, "Each bit halves the steps. A state is a task: from, via, to."),
    element(
      "table",
      { class: "formula-reader" },
      element("thead", {}, heading),
      element("tbody", {}, ...rows),
    ),
    element(
      "p",
      {},
      "It writes the configuration after this step: ",
      formulaCode(written, "formula-written"),
    ),
  ];
}

function formulaHeading(step, last, bits) {
  if (last === 0) {
    return "There are no disks: the solution has no step.";
  }
  const where = `Step ${step} of ${last}`;
  return step ? `${where}, in binary, for n = ${bits.length}:` : `${where}: there is no move yet.`;
}

export const formulaPanel = {
  name: "formula",
  title: "Formula",
  applies: (machine) => machine.kind === "solver" && machine.pegs,
  create() {
    return new FormulaView();
  },
};
