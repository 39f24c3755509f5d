// The trace panel: the rows around this moment with the columns of `hanoi-fsm trace`. The number of
// rows is constant, so that nothing below them moves.
import { element } from "../elements.js";
import { putOut, setText, spelt } from "../spelling.js";

const TRACE_ROWS = 9;
const TRACE_CUT = 60;

export const tracePanel = {
  name: "trace",
  title: "Trace",
  applies: () => true,
  create(page, machine) {
    return new TraceTable(page, machine);
  },
};

class TraceTable {
  constructor(page, machine) {
    this.machine = machine;
    const [first, last] = machine.pegs ? ["step", "move"] : ["number", "output"];
    const columns = [first, "state", "event [guards] / action", "next", last];
    this.rows = Array.from({ length: TRACE_ROWS }, () => new TraceRow(columns.length));
    const body = element("tbody", {}, ...this.rows.map((row) => row.element));
    body.addEventListener("click", (click) => {
      const index = click.target.closest("tr")?.dataset.index;
      if (index !== undefined && index !== "") {
        page.goTo(Number(index));
      }
    });
    const headings = columns.map((name) => element("th", { scope: "col" }, name));
    this.element = element(
      "div",
      { class: "trace-around", tabindex: "0", role: "region", "aria-label": "Rows of the trace" },
      element(
        "table",
        { class: "trace-table" },
        element("thead", {}, element("tr", {}, ...headings)),
        body,
      ),
    );
  }

  show(moment) {
    const moments = moment.run.moments;
    const last = moments[moments.length - 1];
    const lines = moments.length + (last.finding || last.stopped ? 1 : 0);
    const before = Math.min(moment.index - (TRACE_ROWS >> 1), lines - TRACE_ROWS);
    const first = Math.max(0, before);
    this.rows.forEach((row, place) => {
      const index = first + place;
      if (index < moments.length) {
        row.event(this.machine, moments, index, moment.index);
      } else {
        row.end(index < lines ? last : null, moment.index < moments.length - 1);
      }
    });
  }
}

class TraceRow {
  constructor(columns) {
    this.button = element("button", { type: "button", class: "trace-go" });
    this.columns = columns;
    this.cells = Array.from({ length: columns - 1 }, () => element("td"));
    this.number = element("td", {}, this.button);
    this.element = element("tr", {}, this.number, ...this.cells);
  }

  // The event that led to a moment; to the first one led none.
  event(machine, moments, index, present) {
    const moment = moments[index];
    const transition = moment.taken === null ? null : machine.transitions[moment.taken];
    const source = index > 0 ? moments[index - 1].state : "";
    const step =
      !machine.pegs && !moment.move ? "\u00b7" : String(machine.pegs ? moment.step : index);
    this.button.hidden = false;
    this.button.textContent = index === 0 ? "start" : step;
    const label = index === 0 ? "Go to the start" : `Go to event ${index}, step ${moment.step}`;
    this.button.setAttribute("aria-label", `${this.button.textContent}: ${label}`);
    const texts = [source, transition?.label ?? "", moment.state, putOut(moment)];
    if (moment.finding) {
      texts[3] = `\u2717 ${texts[3]}`;
    }
    this.fill(texts, index);
    this.element.className = [
      index === present ? "trace-now" : "",
      index > present ? "trace-later" : "",
      moment.finding ? "trace-fault" : "",
    ].join(" ");
    if (index === present) {
      this.element.setAttribute("aria-current", "step");
    }
  }

  // The row after the last: what is wrong with the run, or why it could not go on.
  end(last, later) {
    this.button.hidden = true;
    this.fill(["", "", "", ""], "");
    this.element.className = last ? `trace-why ${later ? "trace-later" : ""}` : "trace-none";
    if (last) {
      const { finding, stopped } = last;
      const text = finding
        ? `expected ${spelt(finding.expected)}, got ${spelt(finding.got)}`
        : stopped;
      this.cells[0].colSpan = this.columns - 1;
      setText(this.cells[0], `\u2717 ${text}`, 2 * TRACE_CUT);
    }
    for (const cell of this.cells.slice(1)) {
      cell.hidden = last !== null;
    }
  }

  fill(texts, index) {
    this.element.dataset.index = index;
    this.element.removeAttribute("aria-current");
    this.cells[0].colSpan = 1;
    this.cells.forEach((cell, at) => {
      cell.hidden = false;
      setText(cell, texts[at], TRACE_CUT);
    });
  }
}
