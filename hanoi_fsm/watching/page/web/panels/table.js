// The state table of a machine, in place of a diagram that nobody could read: a row per state and a
// column per event, with the next state in each cell. The state now and the transition just taken are lit.

import { classes, guardsText } from "../spelling.js";
import { html, useMemo } from "../vendor/preact.js";

export function StateTable({ moment }) {
  const { machine, state, taken } = moment;
  const { transitions } = machine;
  const key = ({ source, event }) => JSON.stringify([source, event]);
  const cells = useMemo(
    () => Map.groupBy(transitions.keys(), (number) => key(transitions[number])),
    [transitions],
  );
  const column = transitions[taken]?.event ?? machine.events[0];
  const rows = machine.states.map(({ name }) => {
    const isNow = name === state;
    return html`
      <tr>
        <th scope="row" class=${classes({ lit: isNow })}>${name}</th>
        ${machine.events.map((event) => {
          const numbers = cells.get(key({ source: name, event })) ?? [];
          const entries = numbers.map((number) => entry(transitions[number], number === taken));
          // Where the table is scrolled to: the row of the state, in the column of the event.
          const look = classes({ state: true, lit: isNow && event === column });
          return html`<td class=${look}>${entries}</td>`;
        })}
      </tr>
    `;
  });
  return html`
    <table class="state-table">
      <thead>
        <tr>
          <th scope="col">state</th>
          ${machine.events.map((event) => html`<th scope="col">${event}</th>`)}
        </tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  `;
}

function entry(transition, isLit) {
  const { target, action } = transition;
  const guards = guardsText(transition);
  return html`
    <div class=${classes({ label: true, lit: isLit })}>
      ${guards && html`<span>[${guards}]</span>`} <b>${target}</b> ${action && html`<span>/ ${action}</span>`}
    </div>
  `;
}
