// The trace panel: the rows around this moment with the columns of `hanoi-fsm trace`.

import { isWrongStep } from "../run.js";
import { classes, cut, guardsText, spelt } from "../spelling.js";
import { Steady } from "../steady.js";
import { html } from "../vendor/preact.js";

const ROWS = 9;
const CUT = 60;

export const tracePanel = { name: "trace", title: "Trace", applies: () => true, View };

function View({ page, moment }) {
  const { run, machine, index } = moment;
  const count = Math.min(ROWS, run.length);
  const first = Math.max(0, Math.min(index - (ROWS >> 1), run.length - count));
  const [number, output] = machine.pegs ? ["step", "move"] : ["number", "output"];
  const label = machine.events.length > 1 ? "event [guards] / action" : "[guards] / action";
  const headings = [number, "state", label, "next", output];
  const rows = Array.from({ length: count }, (_, at) => run.at(first + at));
  return html`
    <${Steady} of=${run} class="trace" tabindex="0" role="group" aria-label="Rows of the trace">
      <table>
        <thead>
          <tr>${headings.map((name) => html`<th scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>${rows.map((one) => html`<${Row} page=${page} moment=${one} now=${index} />`)}</tbody>
      </table>
    <//>
  `;
}

// The event that led to a moment; to the first one led none.
function Row({ page, moment, now }) {
  const { machine, run, index, move, output } = moment;
  const isWrong = isWrongStep(moment);
  const transition = machine.transitions[moment.taken];
  const event = machine.events.length > 1 ? transition?.event : "";
  const guards = transition && guardsText(transition);
  const asked = [event, guards && `[${guards}]`].filter(Boolean).join(" ");
  const step = !machine.pegs || move ? moment.step : "\u00b7";
  const look = { now: index === now, later: index > now, fault: isWrong };
  const sign = isWrong ? "\u2717 " : "";
  const text = output === null ? "" : cut(sign + spelt(output), CUT);
  const said = move
    ? html`${sign}disk ${move.disk}: <span>${move.source} -> ${move.target}</span>`
    : text;
  return html`
    <tr
      class=${classes(look)}
      data-index=${index}
      aria-current=${index === now ? "step" : undefined}
      onClick=${() => page.goTo(index)}
    >
      <td>
        <button class="link" title=${index ? `Go to event ${index}` : "Go to the start"}>
          ${index ? step : "start"}
        </button>
      </td>
      <td>${cut(index ? run.states[index - 1] : "", CUT)}</td>
      <td class="trace-label">
        <div>${cut(asked, CUT)}</div>
        ${" "}<div>${cut(transition?.action ? `/ ${transition.action}` : "", CUT)}</div>
      </td>
      <td>${cut(moment.state, CUT)}</td>
      <td class="trace-output">${said}</td>
    </tr>
  `;
}
