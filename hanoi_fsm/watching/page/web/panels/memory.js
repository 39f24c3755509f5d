// The memory panel: what the working memory of any machine holds at a moment, each thing in the form
// that it has, and what the latest event changed.

import { diskColours } from "../configuration.js";
import { classes, cut, spelt } from "../spelling.js";
import { Steady } from "../steady.js";
import { html } from "../vendor/preact.js";

const PEGS = [0, 1, 2];
const MATRIX = [...PEGS.map((peg) => `peg ${peg}`), "heights"];
const MOST_CELLS = 64;
const MOST_FRAMES = 16;

export const memoryPanel = { name: "memory", title: "Working memory", applies: () => true, View };

function View({ moment }) {
  const { run, machine, contents, changed, index } = moment;
  const hasMatrix = MATRIX.every((name) => Array.isArray(contents[name]));
  const parts = Object.keys(contents)
    .filter((name) => !(hasMatrix && MATRIX.includes(name)))
    .map((name) => ({
      Form: formOf(contents[name]),
      title: name === machine.tape ? "output" : name,
      value: contents[name],
      changed: changed[name],
      before: moment.before[name],
    }))
    .sort((one, other) => FORMS.indexOf(one.Form) - FORMS.indexOf(other.Form));
  const word = run.word && [...run.word, "\u22a3"];
  return html`
    <${Steady} of=${run}>
      <div class="memory row">
        ${word && html`<${Cells} title="word" value=${word} head=${index} />`}
        ${hasMatrix && html`<${Matrix} ...${moment} />`}
        ${parts.map((one) => html`<${one.Form} ...${one} />`)}
        ${!word && !hasMatrix && parts.length === 0 && html`<p>This machine has no working memory.</p>`}
      </div>
    <//>
  `;
}

// A list of values is in cells, one of objects, which all have the same fields, is a stack of frames.
function formOf(value) {
  if (!Array.isArray(value) || value.some((one) => Array.isArray(one))) {
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
  const shown = value.slice(first, first + MOST_CELLS);
  const after = value.length - first - shown.length;
  const cells = shown.map((item, at) => {
    const place = first + at;
    const look = {
      "memory-changed": changed?.includes(place),
      "memory-head": place === head,
      faint: place < head,
    };
    return html`<span class="memory-cell ${classes(look)}">${cut(spelt(item), 12)}</span>`;
  });
  return html`
    <div class=${head === undefined ? "memory-list" : "memory-input"}>
      <div class="memory-name faint">${title}</div>
      <div class="memory-cells">${cells} ${value.length === 0 && html`<i>empty</i>`}</div>
      ${(first > 0 || after > 0) && html`<div class="memory-note faint">${first} before these, ${after} after them</div>`}
    </div>
  `;
}

// A stack of frames, the latest on top.
function Stack({ title, value: frames, changed }) {
  const lowest = Math.max(0, frames.length - MOST_FRAMES);
  const rows = frames.slice(lowest).map((frame, at) => ({
    head: lowest + at === frames.length - 1 ? "top \u25b8" : lowest + at + 1,
    cells: Object.values(frame).map((one) => ({ text: cut(spelt(one), 20) })),
    look: changed?.includes(lowest + at) && "memory-changed",
  }));
  return html`
    <div class="memory-stack">
      <div class="memory-name faint">${title}</div>
      <${Table} heads=${Object.keys(frames[0])} rows=${rows.reverse()} />
      <div class="memory-note faint">
        ${frames.length} ${frames.length === 1 ? "frame" : "frames"}${lowest > 0 && `, ${lowest} more below`}
      </div>
    </div>
  `;
}

// One column of cells per peg with the sentinel in cell 0, at the bottom, and below it the height. The
// top of each column is marked.
function Matrix({ contents, changed }) {
  const cell = (peg, level) => {
    const disk = contents[MATRIX[peg]][level];
    const { fill, numeral } = level && disk ? diskColours(disk) : {};
    const look = {
      "memory-top": level === contents.heights[peg],
      "memory-changed": changed[MATRIX[peg]]?.includes(level),
    };
    const style = { backgroundColor: fill, color: numeral };
    return { text: disk || "", look: classes(look), style };
  };
  const height = (peg) => {
    const look = changed.heights?.includes(peg) && "memory-changed";
    return { text: contents.heights[peg], look };
  };
  const levels = [...contents[MATRIX[0]].keys()].reverse();
  const rows = levels.map((level) => ({
    head: level || "sentinel 0",
    cells: PEGS.map((peg) => cell(peg, level)),
  }));
  rows.push({ head: "height", cells: PEGS.map(height) });
  return html`<div class="memory-matrix"><${Table} heads=${MATRIX.slice(0, 3)} rows=${rows} /></div>`;
}

function Table({ heads, rows }) {
  return html`
    <table>
      <thead>
        <tr><td></td>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ head, cells, look }) => html`
            <tr class=${look || null}>
              <th scope="row">${head}</th>
              ${cells.map((one) => html`<td class=${one.look || null} style=${one.style}>${one.text}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

const FORMS = [Register, Cells, Stack];
