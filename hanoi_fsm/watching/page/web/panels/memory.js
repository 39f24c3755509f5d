// The memory panel: what the working memory of any machine holds at a moment, each thing in the form
// and with the room that it needs in the whole run, and what the latest event changed.
import { diskColours } from "../configuration.js";
import { classes, cut, spelt } from "../spelling.js";
import { html, useMemo } from "../vendor/preact.js";

const PEGS = [0, 1, 2];
const MATRIX = [...PEGS.map((peg) => `peg ${peg}`), "heights"];
const MOST_CELLS = 64;
const MOST_FRAMES = 16;

export const memoryPanel = { name: "memory", title: "Working memory", applies: () => true, View };

function View({ moment }) {
  const { run, index } = moment;
  const { parts, legend } = useMemo(() => partsOf(run), [run]);
  if (!parts.length) {
    return html`<p>This machine has no working memory.</p>`;
  }
  const before = run.at(Math.max(index - 1, 0));
  return html`
    <div class="memory">
      ${parts.map((one) => html`<${one.Part} ...${one} moment=${moment} before=${before} />`)}
      <p class="memory-legend">
        ${legend.map(([look, text]) => html`<span><i class=${look} />${text}</span>`)}
      </p>
    </div>
  `;
}

// What a memory consists of in a run: registers first, stacks last; and what the marks mean.
function partsOf(run) {
  const { machine, word } = run;
  const sampled = run.sampled();
  const hasMatrix = sampled.every((contents) =>
    MATRIX.every((name) => Array.isArray(contents[name])),
  );
  const compares = Object.values(machine.compares);
  const comparing = hasMatrix && compares.some((pegs) => pegs.length);
  const names = new Set(sampled.flatMap((contents) => Object.keys(contents)));
  const shapes = [...names]
    .filter((name) => !(hasMatrix && MATRIX.includes(name)))
    .map((name) => shapeOf(name, sampled, name === machine.tape ? "output" : name))
    .sort((one, other) => FORMS.indexOf(one.Part) - FORMS.indexOf(other.Part));
  const parts = [
    word && { Part: Cells, title: "word", word: [...word, "\u22a3"], most: word.length + 1 },
    hasMatrix && { Part: Matrix },
    ...shapes,
  ];
  const legend = [
    ["memory-changed", "changed by the latest event"],
    word && ["memory-head", "the head: what is read next"],
    hasMatrix && ["memory-top", "top of a peg"],
    comparing && ["memory-asked", "tops that a guard compares now"],
    comparing && ["memory-compared", "tops that the latest event compared"],
  ];
  return { parts: parts.filter(Boolean), legend: legend.filter(Boolean) };
}

// In which form a name is shown, the most items that it has, and its longest texts.
function shapeOf(name, sampled, title) {
  const values = sampled.filter((contents) => name in contents).map((contents) => contents[name]);
  const items = values.flat();
  const fields = fieldsOf(items[0]);
  const isAlike = (item) => !Array.isArray(item) && String(fieldsOf(item)) === String(fields);
  if (!values.every(Array.isArray) || !items.every(isAlike)) {
    return { Part: Register, name, longest: longestOf(values, 60) };
  }
  const most = Math.max(...values.map((value) => value.length));
  if (!fields) {
    return { Part: Cells, name, title, most, longest: longestOf(items, 12) };
  }
  const columns = fields.map((field) => [field, longestOf(items, 20, (item) => item[field])]);
  return { Part: Stack, name, title, most, columns };
}

// The names of the parts of a frame; null for other values.
function fieldsOf(item) {
  return item instanceof Object ? Object.keys(item) : null;
}

function longestOf(values, most, part = (value) => value) {
  const texts = values.map((value) => cut(spelt(part(value)), most).children);
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), "");
}

// Whether the latest event changed an item; one that it took away has an empty place now.
function isChanged(changed, place, length) {
  return changed?.length ? changed.includes(place) : changed && place === length;
}

// A name with its value, and the value before where the event changed it.
function Register({ name, longest, moment, before }) {
  const changed = name in moment.changed;
  const was = changed ? `was ${spelt(before.contents[name])}` : "";
  return html`
    <div class=${classes({ "memory-register": true, "memory-changed": changed })}>
      <span class="memory-name" ...${cut(name, 30)} />
      <b class="memory-value" ...${cut(spelt(moment.contents[name]), 60)} />
      <span class="memory-was" data-longest=${cut(`was ${longest}`, 30).children} ...${cut(was, 30)} />
    </div>
  `;
}

// Values side by side, around the latest where there are too many: a list, such as what a reader has
// written, or the word that it reads, with its head on the symbol that is next.
function Cells({ name, title, word, most, longest, moment }) {
  const items = word ?? moment.contents[name] ?? [];
  const changed = moment.changed[name];
  const around = word ? moment.index : (changed?.[0] ?? items.length);
  const count = Math.min(most, MOST_CELLS);
  const first = Math.max(0, Math.min(around - MOST_CELLS / 2, items.length - count));
  const after = Math.max(0, items.length - first - count);
  const cells = Array.from({ length: count }, (_, at) => first + at).map((place) => {
    const text = place < items.length ? spelt(items[place]) : "";
    const look = classes({
      "memory-cell": true,
      "memory-changed": isChanged(changed, place, items.length),
      "memory-unused": place >= items.length,
      "memory-head": word && place === moment.index,
      "memory-read": word && place < moment.index,
    });
    return html`<span class=${look} data-longest=${longest} ...${cut(text, 12)} />`;
  });
  return html`
    <div class=${word ? "memory-input" : "memory-list"}>
      <div class="memory-name">${title}</div>
      <div class="memory-cells">${cells} ${!items.length && html`<i>empty</i>`}</div>
      ${
        most > MOST_CELLS &&
        html`<div class="memory-note">${first} before these, ${after} after them</div>`
      }
    </div>
  `;
}

// A stack of frames, the latest on top.
function Stack({ name, title, most, columns, moment }) {
  const frames = moment.contents[name] ?? [];
  const count = Math.min(most, MOST_FRAMES);
  const lowest = Math.max(0, frames.length - count);
  const rows = Array.from({ length: count }, (_, at) => lowest + count - 1 - at).map((place) => {
    const frame = frames[place];
    const isTop = place === frames.length - 1;
    const look = classes({
      "memory-unused": !frame,
      "memory-latest": isTop,
      "memory-changed": isChanged(moment.changed[name], place, frames.length),
    });
    return html`
      <tr class=${look}>
        <td class="memory-sign">${isTop && "top \u25b8"}</td>
        ${columns.map(([field]) => html`<td ...${cut(frame ? spelt(frame[field]) : "", 20)} />`)}
      </tr>
    `;
  });
  return html`
    <div class="memory-stack">
      <div class="memory-name">${title}</div>
      <table>
        <thead>
          <tr><td />
            ${columns.map(([field, longest]) => html`<th scope="col" data-longest=${longest}>${field}</th>`)}
          </tr>
        </thead>
        <tbody>${rows}</tbody>
      </table>
      <div class="memory-note">
        ${frames.length} ${frames.length === 1 ? "frame" : "frames"}${lowest > 0 && `, ${lowest} more below`}
      </div>
    </div>
  `;
}

// One column of cells per peg with the sentinel in cell 0, at the bottom, and below it the height. The
// top of each column is marked, as are those that guards compare now or that the latest event compared.
function Matrix({ moment, before }) {
  const { contents, changed } = moment;
  const asked = new Set(moment.questions.flatMap((question) => question.compared));
  const cell = (peg, level) => {
    const column = MATRIX[peg];
    const disk = contents[column][level];
    const isTop = level === contents.heights[peg];
    const look = classes({
      "memory-top": isTop,
      "memory-asked": isTop && asked.has(peg),
      "memory-compared": moment.compared.includes(peg) && level === before.contents.heights[peg],
      "memory-changed": changed[column]?.includes(level),
    });
    const { fill, numeral } = level && disk ? diskColours(disk) : {};
    return html`<td class=${look} style=${{ backgroundColor: fill, color: numeral }}>${disk || ""}</td>`;
  };
  const height = (peg) => {
    const look = classes({ "memory-changed": changed.heights?.includes(peg) });
    return html`<td class=${look}>${contents.heights[peg]}</td>`;
  };
  const row = (name, of) => html`<tr><th scope="row">${name}</th>${PEGS.map(of)}</tr>`;
  const levels = [...contents[MATRIX[0]].keys()].reverse();
  return html`
    <div class="memory-matrix"><table>
      <caption class="visually-hidden">The peg matrix</caption>
      <thead>
        <tr><td />${PEGS.map((peg) => html`<th scope="col">peg ${peg}</th>`)}</tr>
      </thead>
      <tbody>
        ${levels.map((level) => row(level || "sentinel 0", (peg) => cell(peg, level)))}
        ${row("height", height)}
      </tbody>
    </table></div>
  `;
}

const FORMS = [Register, Cells, Stack];
