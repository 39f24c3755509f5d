// The panel of the formulas: the step in binary, the move that follows from its bits, and the
// configuration that the configuration-reader makes of the same bits. All figures are looked up.

import { moveText } from "../configuration.js";
import { element } from "../elements.js";

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
function formulaLines(rules, lines, pegs) {
  const list = element("dl", { class: "formula-lines" });
  rules.forEach(([name, rule], place) => {
    const [figures, result] = lines[place];
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
  });
  const names = [...pegs].map((peg, place) => `${place} is peg ${peg}`).join(", ");
  return [list, element("p", { class: "formula-numbering" }, `In this numbering ${names}.`)];
}

function formulaRow(kind, cells) {
  return element("tr", {}, ...cells.map((cell) => element(kind, {}, cell)));
}

class FormulaView {
  constructor(page) {
    this.data = page.data.formula;
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
    const { disks, source, target } = moment.run;
    const size = this.data.sizes[disks];
    const step = moment.step;
    const known = Boolean(size) && step < size.bits.length;
    for (const part of [this.derivation, this.folded, this.reader]) {
      part.hidden = !known;
    }
    this.folded.hidden = !known || step === 0;
    if (!known) {
      const last = size ? size.bits.length - 1 : null;
      const why = size ? `the solution has ${last} steps` : `nothing is known of ${disks} disks`;
      this.step.textContent = `Step ${step}: ${why}.`;
      this.say(moment, size ? "the end" : null);
      return;
    }
    const task = size.tasks[`${source}${target}`];
    this.step.replaceChildren(...formulaHeading(size.bits, step));
    this.say(moment, task.moves[step]);
    this.derivation.replaceChildren(...this.derived(size, task, step));
    this.short.replaceChildren(
      ...(step ? formulaLines(this.data.rules.hbits, size.hbits[step], task.pegs.hbits) : []),
    );
    this.reader.replaceChildren(...this.read(size, task, step, moment.configuration));
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

  derived(size, task, step) {
    if (step === 0) {
      return [];
    }
    const lines = size.formula[step];
    const moved = Number(lines[0][1]);
    return [
      formulaBits(size.bits[step], moved),
      formulaZeros(moved),
      ...formulaLines(this.data.rules.formula, lines, task.pegs.formula),
      element("p", { class: "formula-move" }, "The move: ", formulaCode(task.moves[step])),
    ];
  }

  read(size, task, step, configuration) {
    const bits = size.bits[step];
    if (!bits) {
      return [];
    }
    const written = task.written[step];
    const moved = step ? Number(size.formula[step][0][1]) : null;
    const rows = [...bits].map((bit, place) => {
      const [steps, compared] = size.halvings[step][place];
      const state = this.data.states[Number(task.states[step][place])];
      const got = configuration === null ? written[place] : configuration[place];
      const peg = got === written[place] ? got : `${written[place]}, got ${got}`;
      const row = formulaRow("td", [`${bits.length - place}`, steps, compared, bit, state, peg]);
      row.classList.toggle("formula-differs", got !== written[place]);
      row.classList.toggle("formula-moved", bits.length - place === moved);
      return row;
    });
    const heading = formulaRow("th", ["disk", "steps", "halving", "bit", "state", "peg"]);
    for (const cell of heading.children) {
      cell.setAttribute("scope", "col");
    }
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
}

function formulaHeading(bits, step) {
  if (bits.length === 1) {
    return ["There are no disks: the solution has no step."];
  }
  const last = `of ${bits.length - 1}`;
  if (step === 0) {
    return [`Step 0 ${last}: there is no move yet.`];
  }
  return [`Step ${step} ${last}, in binary, for n = ${bits[step].length}:`];
}

export const formulaPanel = {
  name: "formula",
  title: "Formula",
  applies: (machine) => machine.kind === "solver" && machine.pegs,
  create(page) {
    return new FormulaView(page);
  },
};
