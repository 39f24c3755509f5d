// The memory of any machine at a moment, each thing in the form that it has, and what the latest event changed.

import { classes, cut, spelt } from "../core/spelling.js";
import { html } from "../vendor/preact.js";
import { Table } from "./table.js";

const MOST_CELLS = 64;

export const memoryPanel = {
  name: "memory",
  title: "Memory",
  said({ contents }) {
    const plain = Object.entries(contents).filter(([, value]) => !(value instanceof Object));
    const said = plain.map(([name, value]) => cut(`${name} ${spelt(value)}`, 20));
    return said.slice(0, 3).join(", ");
  },
  View({ moment: { run, contents, changed, before, index } }) {
    const held = Object.entries(contents);
    const formed = ([title, value]) =>
      html`<${formOf(value)} ...${{ title, value, changed: changed[title], before: before[title] }} />`;
    return html`
      ${run.word && html`<${Cells} title="word" value=${[...run.word, "\u22a3"]} head=${index} />`}
      ${held.map(formed)} ${!run.word && held.length === 0 && html`<p>This machine has no memory.</p>`}
    `;
  },
};

// A list of values is in cells, one of objects, which all have the same fields, is a stack of frames.
function formOf(value) {
  if (!Array.isArray(value) || value.some(Array.isArray)) {
    return Register;
  }
  return value.length > 0 && value.every((one) => one instanceof Object) ? Stack : Cells;
}

// A name with its value, and the value before where the event changed it.
function Register({ title, value, changed, before }) {
  return html`
    <div class="line memory-register">
      <span class="memory-name">${cut(title, 30)}</span>
      <span class="memory-was soft">${changed && cut(`was ${spelt(before)}`, 30)}</span>
      <b class="memory-value ${changed ? "changed" : ""}">${cut(spelt(value), 60)}</b>
    </div>
  `;
}

// Values side by side, around the latest where there are too many: a list, such as what a reader has
// written, or the word that it reads, with its head on the symbol that is next.
function Cells({ title, value, changed, head }) {
  const around = head ?? changed?.[0] ?? value.length;
  const first = Math.max(0, Math.min(around - MOST_CELLS / 2, value.length - MOST_CELLS));
  const cells = value.slice(first, first + MOST_CELLS).map((item, place) => {
    const at = first + place;
    const isMarked = head === undefined ? changed?.includes(at) : at === head;
    return html`<span class="memory-cell ${isMarked ? "changed" : ""}">${cut(spelt(item), 12)}</span>`;
  });
  return html`
    <div class=${head === undefined ? "memory-list" : "memory-input"}>
      <p class="memory-name soft">${title}${first > 0 && `, from ${first + 1} on`}</p>
      <div class="row cells">${value.length > 0 ? cells : "empty"}</div>
    </div>
  `;
}

// A stack of frames, the latest on top.
export function Stack({ title, value: frames, changed }) {
  const rows = frames.map((frame, at) => ({
    head: at === frames.length - 1 ? "top \u25b8" : at + 1,
    cells: Object.values(frame).map((one) => cut(spelt(one), 20)),
    class: classes({ changed: changed?.includes(at) }),
  }));
  return html`
    <div class="memory-stack">
      <p class="memory-name soft">${title}</p>
      <${Table} class="cells" heads=${["", ...Object.keys(frames[0] ?? {})]} rows=${rows.reverse()} />
    </div>
  `;
}
