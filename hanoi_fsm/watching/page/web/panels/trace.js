// The trace panel: the rows around this moment with the columns of `hanoi-fsm trace`. The number of
// rows is constant, so that nothing below them moves.
import { element } from "../elements.js";
import { faultText, guardsText, setText, spelt } from "../spelling.js";

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
    const label = machine.events.length > 1 ? "event [guards] / action" : "[guards] / action";
    const columns = [first, "state", label, "next", last];
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
      { class: "trace-around", tabindex: "0", role: "group", "aria-label": "Rows of the trace" },
      element(
        "table",
        { class: "trace-table" },
        element("thead", {}, element("tr", {}, ...headings)),
        body,
      ),
    );
  }

  show(moment) {
    const { run } = moment;
    const fault = faultText(run.last);
    const lines = run.length + (fault ? 1 : 0);
    const before = Math.min(moment.index - (TRACE_ROWS >> 1), lines - TRACE_ROWS);
    const first = Math.max(0, before);
    this.rows.forEach((row, place) => {
      const index = first + place;
      if (index < run.length) {
        row.event(this.machine, run, index, moment.index);
      } else {
        row.end(index < lines ? fault : "", moment !== run.last);
      }
    });
  }
}

class TraceRow {
  constructor(columns) {
    this.button = element("button", { type: "button", class: "trace-go" });
    [this.source, this.target, this.output, this.why] = [0, 1, 2, 3].map(() => element("td"));
    [this.asked, this.action] = [0, 1].map(() => element("span"));
    this.cells = [
      element("td", {}, this.button),
      this.source,
      element("td", { class: "trace-label" }, this.asked, " ", this.action),
      this.target,
      this.output,
    ];
    this.why.colSpan = columns;
    this.element = element("tr", {}, ...this.cells, this.why);
  }

  // The event that led to a moment; to the first one led none.
  event(machine, run, index, present) {
    const moment = run.at(index);
    const transition = machine.transitions[moment.taken];
    const step = !machine.pegs || moment.move ? moment.step : "\u00b7";
    this.button.textContent = index === 0 ? "start" : step;
    this.button.title = index === 0 ? "Go to the start" : `Go to event ${index}`;
    const { action, event } = transition ?? {};
    const condition = transition ? guardsText(transition) : "";
    const asked = [machine.events.length > 1 ? event : "", condition && `[${condition}]`];
    setText(this.asked, asked.filter(Boolean).join(" "), TRACE_CUT);
    setText(this.action, action ? `/ ${action}` : "", TRACE_CUT);
    setText(this.source, index > 0 ? run.states[index - 1] : "", TRACE_CUT);
    setText(this.target, moment.state, TRACE_CUT);
    this.output.replaceChildren(...outputParts(moment));
    const names = [
      index === present ? "trace-now" : "",
      index > present ? "trace-later" : "",
      traceWrong(moment) ? "trace-fault" : "",
    ];
    this.as(names, index);
    if (index === present) {
      this.element.setAttribute("aria-current", "step");
    }
  }

  // The row after the last: what is wrong with the run, or why it could not go on.
  end(text, later) {
    setText(this.why, text ? `\u2717 ${text}` : "", 2 * TRACE_CUT);
    this.as(text ? ["trace-why", later ? "trace-later" : ""] : ["trace-none"], "");
  }

  as(names, index) {
    this.element.className = names.join(" ");
    this.element.dataset.index = index;
    this.element.removeAttribute("aria-current");
    for (const cell of this.cells) {
      cell.hidden = index === "";
    }
    this.why.hidden = index !== "";
  }
}

// Whether the event itself is at fault, and not that none could follow it.
function traceWrong({ finding, stopped }) {
  return finding !== null && !stopped;
}

// What an event put out; the pegs of a move stay together where there is little room.
function outputParts(moment) {
  const sign = traceWrong(moment) ? "\u2717 " : "";
  const text = element("span");
  if (moment.move) {
    const { disk, source, target } = moment.move;
    text.append(`${sign}disk ${disk}:`);
    return [text, " ", element("span", { class: "trace-move" }, `${source} -> ${target}`)];
  }
  const output = moment.output === null ? "" : spelt(moment.output);
  setText(text, `${sign}${output}`, TRACE_CUT);
  return [text];
}
