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
const MOST_FRAMES = 16;

export const memoryPanel = { name: "memory", title: "Working memory", applies: () => true, View };

function View({ moment }) {
  const { run, machine, contents, changed, before, index } = moment;
  const isMatrix = MATRIX.every((name) => Array.isArray(contents[name]));
  const names = Object.keys(contents).filter((name) => !(isMatrix && MATRIX.includes(name)));
  const forms = names.map((name) => {
    const title = name === machine.tape ? "output" : name;
    const what = { title, value: contents[name], changed: changed[name], before: before[name] };
    return html`<${formOf(what.value)} ...${what} />`;
  });
  const word = run.word && [...run.word, "\u22a3"];
  return html`
    <${Steady} of=${run}>
      <div class="memory row">
        ${word && html`<${Cells} title="word" value=${word} head=${index} />`}
        ${isMatrix && html`<${Matrix} ...${moment} />`} ${forms}
        ${!word && names.length === 0 && html`<p>This machine has no working memory.</p>`}
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
      <small class="memory-was">${changed && cut(`was ${spelt(before)}`, 30)}</small>
    </div>
  `;
}

// Values side by side, around the latest where there are too many: a list, such as what a reader has
// written, or the word that it reads, with its head on the symbol that is next.
function Cells({ title, value, changed, head }) {
  const around = head ?? changed?.[0] ?? value.length;
  const first = Math.max(0, Math.min(around - MOST_CELLS / 2, value.length - MOST_CELLS));
  const cells = value.slice(first, first + MOST_CELLS).map((item, at) => {
    const place = first + at;
    const look = {
      "memory-cell": true,
      "memory-changed": changed?.includes(place),
      "memory-head": place === head,
      faint: place < head,
    };
    return html`<span class=${classes(look)}>${cut(spelt(item), 12)}</span>`;
  });
  const others = value.length - cells.length;
  return html`
    <div class=${head === undefined ? "memory-list" : "memory-input"}>
      <div class="memory-name faint">${title}</div>
      <div class="memory-cells">${cells} ${value.length === 0 && html`<i>empty</i>`}</div>
      ${others > 0 && html`<div class="memory-note faint">${first} before these, ${others - first} after them</div>`}
    </div>
  `;
}

// A stack of frames, the latest on top.
function Stack({ title, value: frames, changed }) {
  const lowest = Math.max(0, frames.length - MOST_FRAMES);
  const rows = frames.slice(lowest).map((frame, at) => ({
    head: lowest + at === frames.length - 1 ? "top \u25b8" : lowest + at + 1,
    cells: Object.values(frame).map((one) => cut(spelt(one), 20)),
    class: classes({ "memory-changed": changed?.includes(lowest + at) }),
  }));
  return html`
    <div class="memory-stack">
      <div class="memory-name faint">${title}</div>
      <${Table} heads=${["", ...Object.keys(frames[0])]} rows=${rows.reverse()} />
      <div class="memory-note faint">
        ${frames.length} ${frames.length === 1 ? "frame" : "frames"}${lowest > 0 && `, ${lowest} more below`}
      </div>
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
