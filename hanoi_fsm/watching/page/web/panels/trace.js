// The trace panel: the rows around this moment with the columns of `hanoi-fsm trace`.

import { moveText } from "../configuration.js";
import { isWrongStep } from "../run.js";
import { classes, cut, spelt } from "../spelling.js";
import { Steady } from "../steady.js";
import { html } from "../vendor/preact.js";
import { Label, Table } from "./table.js";

const ROWS = 9;
const CUT = 60;

export const tracePanel = { name: "trace", title: "Trace", applies: () => true, View };

function View({ page, moment }) {
  const { run, machine, index } = moment;
  const first = Math.max(0, Math.min(index - (ROWS >> 1), run.length - ROWS));
  const shown = run.events.slice(first, first + ROWS);
  const [number, output] = machine.pegs ? ["step", "move"] : ["number", "output"];
  const label = machine.events.length > 1 ? "event [guards] / action" : "[guards] / action";
  return html`
    <${Steady} of=${run} class="trace" tabindex="0" role="group" aria-label="Rows of the trace">
      <${Table} heads=${[number, "state", label, "next", output]} rows=${shown.map((one) => rowOf(page, run, one, index))} />
    <//>
  `;
}

// The event that led to a moment; to the first one led none.
function rowOf(page, run, moment, now) {
  const { machine } = run;
  const { index, move, output, state } = moment;
  const isWrong = isWrongStep(moment);
  const transition = machine.transitions[moment.taken];
  const step = !machine.pegs || move ? moment.step : "\u00b7";
  const said = move ? moveText(move) : output !== null && cut(spelt(output), CUT);
  return {
    class: classes({ lit: index === now, now: index === now, later: index > now, fault: isWrong }),
    "data-index": index,
    "aria-current": index === now ? "step" : undefined,
    onClick: () => page.goTo(index),
    cells: [
      html`<button title=${index ? `Go to event ${index}` : "Go to the start"}>${index ? step : "start"}</button>`,
      run.events[index - 1]?.state,
      transition && html`<${Label} machine=${machine} transition=${transition} />`,
      state,
      html`${isWrong && "\u2717 "}${said}`,
    ],
  };
}
