// The memory panel: what the working memory of any machine holds at a moment, each thing in the form
// that it has, and what the latest event changed.

import { diskColours } from "../configuration.js";
import { classes, cut, spelt } from "../spelling.js";
import { Steady } from "../steady.js";
import { html } from "../vendor/preact.js";
import { Table } from "./table.js";

const PEGS = ["peg 0", "peg 1", "peg 2"];
const MATRIX = [...PEGS, "heights"];
const MOST_CELLS = 64;

export const memoryPanel = { name: "memory", title: "Working memory", applies: () => true, View };

function View({ moment }) {
  const { run, contents, changed, before, index } = moment;
  const isMatrix = MATRIX.every((name) => Array.isArray(contents[name]));
  const names = Object.keys(contents).filter((name) => !(isMatrix && MATRIX.includes(name)));
  const formed = (title) => html`
    <${formOf(contents[title])}
      ...${{ title, value: contents[title], changed: changed[title], before: before[title] }}
    />
  `;
  const word = run.word && [...run.word, "\u22a3"];
  return html`
    <${Steady} of=${run}>
      <div class="memory row">
        ${word && html`<${Cells} title="word" value=${word} head=${index} />`}
        ${isMatrix && html`<${Matrix} ...${moment} />`} ${names.map(formed)}
        ${!word && Object.keys(contents).length === 0 && html`<p>This machine has no working memory.</p>`}
      </div>
    <//>
  `;
}

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
    <div class=${classes({ "memory-register": true, "memory-changed": changed })}>
      <span class="memory-name faint">${cut(title, 30)}</span>${" "}
      <b class="memory-value">${cut(spelt(value), 60)}</b>
      <div class="memory-was faint">${changed ? cut(`was ${spelt(before)}`, 30) : "\u00a0"}</div>
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
    const look = { "memory-changed": changed?.includes(at), "memory-head lit": at === head };
    return html`<span class="memory-cell ${classes(look)}">${cut(spelt(item), 12)}</span>`;
  });
  return html`
    <div class=${head === undefined ? "memory-list" : "memory-input"}>
      <div class="memory-name faint">${title}${first > 0 && `, from ${first + 1} on`}</div>
      <div class="row">${value.length > 0 ? cells : "empty"}</div>
    </div>
  `;
}

// A stack of frames, the latest on top.
function Stack({ title, value: frames, changed }) {
  const rows = frames.map((frame, at) => ({
    head: at === frames.length - 1 ? "top \u25b8" : at + 1,
    cells: Object.values(frame).map((one) => cut(spelt(one), 20)),
    class: classes({ "memory-changed": changed?.includes(at) }),
  }));
  return html`
    <div class="memory-stack">
      <div class="memory-name faint">${title}</div>
      <${Table} heads=${["", ...Object.keys(frames[0])]} rows=${rows.reverse()} />
    </div>
  `;
}

// A column of cells for each peg with the sentinel in cell 0, at the bottom, and below it the height. The
// top of each column is marked.
function Matrix({ contents, changed }) {
  const look = (name, at, isTop) =>
    classes({ "memory-top": isTop, "memory-changed": changed[name]?.includes(at) });
  const cell = (name, peg, level) => {
    const value = contents[name][level];
    const { fill, numeral } = level && value ? diskColours(value) : {};
    return html`
      <td
        class=${look(name, level, level === contents.heights[peg])}
        style=${{ backgroundColor: fill, color: numeral }}
      >
        ${value || ""}
      </td>
    `;
  };
  const rows = contents[PEGS[0]].map((_, level) => ({
    head: level || "sentinel 0",
    cells: PEGS.map((name, peg) => cell(name, peg, level)),
  }));
  const height = (one, peg) => html`<td class=${look("heights", peg)}>${one}</td>`;
  rows.unshift({ head: "height", cells: contents.heights.map(height) });
  return html`<${Table} class="memory-matrix" heads=${["", ...PEGS]} rows=${rows.reverse()} />`;
}
