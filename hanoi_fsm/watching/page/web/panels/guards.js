// What the machine asks next: each guard with its answer on this memory and the comparison that made it
// so, and the transitions that leave the state, with those that are enabled.

import { classes, spelt } from "../spelling.js";
import { Steady } from "../steady.js";
import { html } from "../vendor/preact.js";
import { Editor } from "./editor.js";
import { Label, Table } from "./table.js";

export const guardsPanel = {
  name: "guards",
  title: "What is next",
  applies: () => true,
  View({ page, moment }) {
    const { machine, run, index } = moment;
    const next = run.events[index + 1]?.taken;
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
  const is = html`<b>${state}</b>`;
  const what = html`In ${is}, the next event is <b>${event}</b>.`;
  return html`
    <p class="guards-state">${event === undefined ? html`The run has ended in ${is}.` : what}</p>
    ${stopped && html`<p class="guards-fault fault">${stopped}</p>`}
    <ul aria-label="Guards">
      ${questions.map((one) => html`<${Question} machine=${machine} ...${one} isAnswered />`)}
    </ul>
  `;
}

// A guard with its meaning, and its answer where that is to be seen.
export function Question({ machine, guard, answer, comparison, isAnswered }) {
  const look = { chip: true, lit: answer === true, fault: typeof answer !== "boolean" };
  return html`
    <li data-guard=${guard}>
      <b>${guard}</b>: ${isAnswered && html`<span class="guards-answer ${classes(look)}">${spelt(answer)}</span>`}
      ${isAnswered && comparison && html`, <span class="guards-comparison">${comparison}</span>`}
      <div class="guards-meaning faint">${machine.guards[guard]}</div>
    </li>
  `;
}

function Choices({ machine, choices, next }) {
  const rows = choices.map(({ taken, enabled }) => ({
    class: classes({ enabled, faint: !enabled, "lit now": taken === next }),
    "data-taken": taken,
    cells: [
      mark(taken === next, enabled),
      html`<${Label} machine=${machine} transition=${machine.transitions[taken]} />`,
      machine.transitions[taken].target,
    ],
  }));
  const heads = [
    "",
    machine.events.length > 1 ? "event [guards] / action" : "[guards] / action",
    "next",
  ];
  return rows.length > 0 && html`<${Table} heads=${heads} rows=${rows} />`;
}

function mark(isNext, isEnabled) {
  if (isNext) {
    return html`<span role="img" aria-label="taken next">▶</span>`;
  }
  return !isEnabled && html`<span role="img" aria-label="not enabled">✕</span>`;
}
