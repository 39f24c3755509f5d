// What the machine asks next: each guard with its answer on this memory and the comparison that made it
// so, and the transitions that leave the state, with those that are enabled.

import { upcoming } from "../run.js";
import { classes, guardsText, spelt } from "../spelling.js";
import { Steady } from "../steady.js";
import { html } from "../vendor/preact.js";
import { Editor } from "./editor.js";

const COLUMNS = [
  ["event", (one) => one.event],
  ["if", guardsText],
  ["next state", (one) => one.target],
  ["action", (one) => one.action ?? ""],
];

export const guardsPanel = {
  name: "guards",
  title: "What is next",
  applies: () => true,
  View({ page, moment }) {
    const { machine, run } = moment;
    const next = upcoming(moment)?.taken;
    const isEditable = machine.live && machine.name === page.wishes().by;
    return html`
      <${Steady} of=${run}>
        <${Situation} ...${moment} event=${machine.transitions[next]?.event} />
        <${Choices} ...${moment} next=${next} />
      <//>
      ${isEditable && html`<${Editor} page=${page} moment=${moment} />`}
    `;
  },
};

function Situation({ machine, state, event, stopped, questions }) {
  const is = html`<strong>${state}</strong>`;
  const what = html`In ${is}, the next event is <strong>${event}</strong>.`;
  return html`
    <p class="guards-state">${event === undefined ? html`The run has ended in ${is}.` : what}</p>
    ${stopped && html`<p class="guards-fault fault">${stopped}</p>`}
    <ul aria-label="Guards">
      ${questions.map((one) => html`<${Question} machine=${machine} ...${one} />`)}
    </ul>
  `;
}

function Question({ machine, guard, answer, comparison }) {
  const look = { lit: answer === true, fault: typeof answer !== "boolean" };
  return html`
    <li data-guard=${guard}>
      <strong>${guard}</strong>${": "}
      <span class="guards-answer chip ${classes(look)}">${spelt(answer)}</span>
      ${comparison && html`, <span class="guards-comparison">${comparison}</span>`}
      <div class="guards-meaning faint">${machine.guards[guard]}</div>
    </li>
  `;
}

// A column where there is something to say; with one event only that goes without saying.
function Choices({ machine, state, choices, next }) {
  if (choices.length === 0) {
    return "";
  }
  const rows = choices.map((one) => ({ ...one, transition: machine.transitions[one.taken] }));
  const columns = COLUMNS.filter(
    ([head, text]) =>
      (head !== "event" || machine.events.length > 1) && rows.some((one) => text(one.transition)),
  );
  return html`
    <table>
      <caption>Transitions from ${state}</caption>
      <thead>
        <tr><td></td>${columns.map(([head]) => html`<th scope="col">${head}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ taken, enabled, transition }) => html`
            <tr class="${enabled ? "enabled" : "faint"} ${taken === next ? "now" : ""}" data-taken=${taken}>
              <td><${Mark} isNext=${taken === next} isEnabled=${enabled} /></td>
              ${columns.map(([, text]) => html`<td>${text(transition)}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

function Mark({ isNext, isEnabled }) {
  if (isNext) {
    return html`<span role="img" aria-label="taken next">▶</span>`;
  }
  return isEnabled ? "" : html`<span role="img" aria-label="not enabled">✕</span>`;
}
