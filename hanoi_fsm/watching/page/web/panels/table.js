// A table, and the state table of a machine in place of a diagram that nobody could read.

import { classes, guardsText } from "../core/spelling.js";
import { html } from "../vendor/preact.js";

// A row has what its element has, its `cells`, and a `head` where it is named. A cell is what is in it,
// or all of the element.
export function Table({ heads, rows, ...props }) {
  const row = ({ head, cells, ...look }) => html`
    <tr ...${look}>
      <th scope="row">${head}</th>
      ${cells.map((cell) => (cell?.type === "td" ? cell : html`<td>${cell}</td>`))}
    </tr>
  `;
  return html`
    <table ...${props}>
      <thead><tr>${heads.map((head) => (head ? html`<th scope="col">${head}</th>` : html`<td></td>`))}</tr></thead>
      <tbody>${rows.map(row)}</tbody>
    </table>
  `;
}

// A row for each state and a column for each event, with the next state in each cell. The state now and
// the transition just taken are lit.
export function StateTable({ moment: { machine, state, taken } }) {
  const { transitions, events, states } = machine;
  const column = transitions[taken]?.event ?? events[0];
  const entry = (one, number) => html`
    <div class=${classes({ label: true, lit: number === taken, on: number === taken })} data-edge=${number}>
      ${one.guards.length > 0 && `[${guardsText(one)}] `}<b>${one.target}</b>${" "}${one.actions.length > 0 && html`<br />/ ${one.actions.join(", ")}`}
    </div>
  `;
  const cell = (name, event) => {
    // Where the table is scrolled to: the row of the state, in the column of the event.
    const look = { state: true, lit: name === state && event === column };
    const isIn = (one) => one.source === name && one.event === event;
    return html`<td class=${classes(look)}>${transitions.map((one, at) => isIn(one) && entry(one, at))}</td>`;
  };
  const rows = states.map(({ name }) => ({
    head: name,
    class: classes({ lit: name === state, now: name === state }),
    cells: events.map((event) => cell(name, event)),
  }));
  return html`<${Table} class="state-table" heads=${["state", ...events]} rows=${rows} />`;
}
