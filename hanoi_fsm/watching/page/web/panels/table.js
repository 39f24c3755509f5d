// The state table of a machine, in place of a diagram that nobody could read: a row per state and a
// column per event, with the next state in each cell. The state now and the transition just taken are lit.

import { classes, guardsText } from "../spelling.js";
import { html } from "../vendor/preact.js";

export function StateTable({ moment: { machine, state, taken } }) {
  const { transitions, events, states } = machine;
  const column = transitions[taken]?.event ?? events[0];
  const entry = (number) => {
    const { target, action } = transitions[number];
    const guards = guardsText(transitions[number]);
    return html`
      <div class=${classes({ label: true, lit: number === taken })}>
        ${guards && html`<span>[${guards}]</span>`} <b>${target}</b> ${action && html`<span>/ ${action}</span>`}
      </div>
    `;
  };
  const cell = (name, event) => {
    const fits = ({ source, event: on }) => source === name && on === event;
    const numbers = [...transitions.keys()].filter((number) => fits(transitions[number]));
    // Where the table is scrolled to: the row of the state, in the column of the event.
    const look = classes({ state: true, lit: name === state && event === column });
    return html`<td class=${look}>${numbers.map(entry)}</td>`;
  };
  return html`
    <table class="state-table">
      <thead>
        <tr><th scope="col">state</th>${events.map((event) => html`<th scope="col">${event}</th>`)}</tr>
      </thead>
      <tbody>
        ${states.map(
          ({ name }) => html`
            <tr>
              <th scope="row" class=${classes({ lit: name === state })}>${name}</th>
              ${events.map((event) => cell(name, event))}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}
