// The trace: the rows around this moment with the columns of `hanoi-fsm trace`.

import { Chip, DiskChip } from "../looks.js";
import { isWrongStep } from "../run.js";
import { classes, cut, spelt } from "../spelling.js";
import { html } from "../vendor/preact.js";
import { Label, Table } from "./table.js";

const ROWS = 7;
const CUT = 60;

export const tracePanel = {
  name: "trace",
  title: "Trace",
  applies: () => true,
  said: ({ run, step }) => `${step.toLocaleString("en")} of ${run.steps.toLocaleString("en")}`,
  View({ page, moment }) {
    const { run, machine, index } = moment;
    const first = Math.max(0, Math.min(index - (ROWS >> 1), run.length - ROWS));
    const isHidden = page.wishes().mode === "be";
    const shown = run.events.slice(first, isHidden ? index + 1 : first + ROWS);
    const heads = ["step", "in state", "did", machine.pegs ? "move" : "output"];
    return html`<${Table} heads=${heads} rows=${shown.map((one) => rowOf(page, run, one, index))} />`;
  },
};

// The event that led to a moment; to the first one led none.
function rowOf(page, run, moment, now) {
  const { machine } = run;
  const { index, move, output } = moment;
  const isWrong = isWrongStep(moment);
  const transition = machine.transitions[moment.taken];
  const before = run.events[index - 1];
  const step = !machine.pegs || move ? moment.step : "\u00b7";
  const said = move
    ? html`<${DiskChip} disk=${move.disk} disks=${moment.configuration.length} /> ${move.source} → ${move.target}`
    : output !== null && cut(spelt(output), CUT);
  return {
    key: index,
    class: classes({ now: index === now, fault: isWrong }),
    "data-index": index,
    "aria-current": index === now ? "step" : undefined,
    onClick: () => page.goTo(index),
    cells: [
      html`<button title=${index ? `Go to event ${index}` : "Go to the start"}>${index ? step : "start"}</button>`,
      before && html`<${Chip} machine=${machine} state=${before.state} />`,
      transition && html`<code><${Label} machine=${machine} transition=${transition} /></code>`,
      html`${isWrong && "✗ "}${said}`,
    ],
  };
}
