// Rows and stacks in the memory panel: lists of values as cells side by side, stacks of frames that
// grow upwards, and the tapes of a reader. Each keeps the room that it needs in the whole run.
import { element } from "../elements.js";
import { setText, spelt } from "../spelling.js";

const MOST_CELLS_SHOWN = 64;
const MOST_FRAMES_SHOWN = 16;

function memoryPart(name, title, ...children) {
  return element(
    "div",
    { class: `memory-part ${name}` },
    element("div", { class: "memory-name" }, title),
    ...children,
  );
}

function cellsOf(most) {
  const count = Math.min(most, MOST_CELLS_SHOWN);
  return Array.from({ length: count }, () => element("span", { class: "memory-cell" }));
}

// The places that are shown of a list: all, or as many as there is room for around one.
function firstCellShown(length, around) {
  const latest = Math.max(0, length - MOST_CELLS_SHOWN);
  return Math.max(0, Math.min(around - (MOST_CELLS_SHOWN >> 1), latest));
}

// Write a list of values into its cells, of which those at the `changed` places are marked.
function fillCells(cells, items, changed, around, note) {
  const first = firstCellShown(items.length, around);
  cells.forEach((cell, at) => {
    const place = first + at;
    const used = place < items.length;
    setText(cell, used ? spelt(items[place]) : "", 12);
    cell.classList.toggle("memory-changed", changed.includes(place));
    cell.classList.toggle("memory-unused", !used);
  });
  const hidden = items.length - Math.min(items.length, MOST_CELLS_SHOWN);
  note.textContent = hidden ? `${first} before these, ${hidden - first} after them` : "";
  note.hidden = !hidden;
  return first;
}

// A list of values, such as the path of bits, or what a reader has written.
export function memoryCells(name, shape, title = name) {
  const cells = cellsOf(shape.most);
  const note = element("span", { class: "memory-note" });
  const empty = element("span", { class: "memory-note" }, "empty");
  const row = element("div", { class: "memory-cells" }, ...cells, empty, note);
  return {
    element: memoryPart("memory-list", title, row),
    show(moment) {
      const items = moment.contents[name] ?? [];
      const changed = moment.changed[name];
      fillCells(cells, items, changed ?? [], changed?.[0] ?? items.length, note);
      empty.hidden = items.length > 0;
      // What got shorter has no cell of its own that is different.
      row.classList.toggle("memory-changed", changed?.length === 0);
    },
  };
}

// The word that a machine reads, with its head on the symbol that is next.
export function memoryInput({ word }) {
  const cells = cellsOf(word.length);
  const note = element("span", { class: "memory-note" });
  const end = element("span", { class: "memory-cell memory-end", title: "the end" }, "\u22a3");
  const row = element("div", { class: "memory-cells" }, ...cells, end, note);
  return {
    element: memoryPart("memory-input", "word", row),
    legend: () => [["memory-head", "the head: what is read next"]],
    show(moment) {
      const first = fillCells(cells, word, [], moment.index, note);
      cells.forEach((cell, at) => {
        cell.classList.toggle("memory-head", first + at === moment.index);
        cell.classList.toggle("memory-read", first + at < moment.index);
      });
      end.classList.toggle("memory-head", moment.index >= word.length);
    },
  };
}

// A stack of frames, the latest on top.
export function memoryStack(name, shape) {
  const count = Math.min(shape.most, MOST_FRAMES_SHOWN);
  const rows = Array.from({ length: count }, () => {
    const parts = shape.fields.map(() => element("td"));
    const sign = element("td", { class: "memory-sign" });
    return { parts, sign, element: element("tr", {}, sign, ...parts) };
  });
  const note = element("div", { class: "memory-note" });
  const headings = shape.fields.map((field) => element("th", { scope: "col" }, field));
  const table = element(
    "table",
    { class: "memory-frames" },
    element("thead", {}, element("tr", {}, element("td"), ...headings)),
    element("tbody", {}, ...rows.map((row) => row.element)),
  );
  return {
    element: memoryPart("memory-stack", name, table, note),
    show(moment) {
      const frames = moment.contents[name] ?? [];
      const changed = moment.changed[name];
      const lowest = Math.max(0, frames.length - count);
      rows.forEach(({ parts, sign, element: row }, at) => {
        const place = lowest + count - 1 - at;
        const frame = frames[place];
        const isTop = frame !== undefined && place === frames.length - 1;
        parts.forEach((part, column) => {
          setText(part, frame === undefined ? "" : spelt(frame[shape.fields[column]]), 20);
        });
        sign.textContent = isTop ? "top \u25b8" : "";
        row.className = [
          frame === undefined ? "memory-unused" : "memory-frame",
          isTop ? "memory-latest" : "",
          changed?.includes(place) ? "memory-changed" : "",
          // A frame was taken away: its place is empty now.
          changed?.length === 0 && place === frames.length ? "memory-changed" : "",
        ].join(" ");
      });
      const deeper = lowest ? `, ${lowest} more below` : "";
      note.textContent = `${frames.length} ${frames.length === 1 ? "frame" : "frames"}${deeper}`;
    },
  };
}
