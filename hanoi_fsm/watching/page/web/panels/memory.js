// The memory panel: what the working memory of any machine holds at a moment, each thing in the
// form that it has in the whole run, and what the latest event changed.
import { element } from "../elements.js";
import { setText, spelt } from "../spelling.js";
import { isMatrix, memoryMatrix } from "./memory_matrix.js";
import { memoryCells, memoryInput, memoryStack } from "./memory_rows.js";

const MEMORY_COLUMNS = ["peg 0", "peg 1", "peg 2", "heights"];

export const memoryPanel = {
  name: "memory",
  title: "Working memory",
  applies: () => true,
  create(_page, machine) {
    return new MemoryView(machine);
  },
};

class MemoryView {
  constructor(machine) {
    this.machine = machine;
    this.run = null;
    this.element = element("div", { class: "memory" });
  }

  show(moment) {
    if (moment.run !== this.run) {
      this.run = moment.run;
      this.parts = memoryParts(this.machine, this.run);
      const none = element("p", { class: "memory-none" }, "This machine has no working memory.");
      this.element.replaceChildren(
        ...this.parts.map((part) => part.element),
        ...(this.parts.length ? [memoryLegend(this.parts, this.run)] : [none]),
      );
    }
    const before = moment.index > 0 ? this.run.at(moment.index - 1) : null;
    for (const part of this.parts) {
      part.show(moment, before);
    }
  }
}

// The parts of a memory in the order in which it names them: registers first, stacks last.
function memoryParts(machine, run) {
  const shapes = memoryShapes(run.sampled());
  const [registers, others] = [[], []];
  const parts = [];
  if (run.word) {
    parts.push(memoryInput(run));
  }
  if (machine.tape && shapes.has(machine.tape)) {
    parts.push(memoryCells(machine.tape, shapes.get(machine.tape), "output"));
    shapes.delete(machine.tape);
  }
  if (MEMORY_COLUMNS.every((name) => shapes.get(name)?.isNumbers) && isMatrix(run)) {
    parts.push(memoryMatrix(run.at(0)));
    for (const name of MEMORY_COLUMNS) {
      shapes.delete(name);
    }
  }
  for (const [name, shape] of shapes) {
    if (shape.isStack && shape.isList) {
      others.push(memoryStack(name, shape));
    } else if (shape.isList) {
      others.unshift(memoryCells(name, shape));
    } else {
      registers.push(name);
    }
  }
  if (registers.length) {
    parts.push(memoryRegisters(registers));
  }
  return [...parts, ...others];
}

// What each name stands for in all moments of a run, and the most items that it has.
function memoryShapes(sampled) {
  const shapes = new Map();
  for (const contents of sampled) {
    for (const [name, value] of Object.entries(contents)) {
      if (!shapes.has(name)) {
        shapes.set(name, { isList: true, isStack: null, isNumbers: true, most: 0, fields: null });
      }
      widenShape(shapes.get(name), value);
    }
  }
  return shapes;
}

function widenShape(shape, value) {
  const items = Array.isArray(value) ? value : [];
  const isFrame = (item) => item !== null && typeof item === "object" && !Array.isArray(item);
  shape.isList &&= Array.isArray(value) && !items.some(Array.isArray);
  shape.isNumbers &&= shape.isList && items.every(Number.isInteger);
  if (items.some(isFrame)) {
    const fields = items.map((item) => (isFrame(item) ? JSON.stringify(Object.keys(item)) : null));
    shape.fields ??= JSON.parse(fields.find((one) => one !== null));
    const same = JSON.stringify(shape.fields);
    shape.isStack ??= true;
    shape.isStack &&= shape.isList && fields.every((one) => one === same);
    shape.isList &&= shape.isStack;
  }
  shape.most = Math.max(shape.most, items.length);
}

// Names with values; the value before, where the event changed it.
function memoryRegisters(names) {
  const boxes = names.map((name) => {
    const value = element("b", { class: "memory-value" });
    const was = element("span", { class: "memory-was" });
    const title = element("span", { class: "memory-name" });
    setText(title, name, 30);
    return {
      name,
      value,
      was,
      box: element("div", { class: "memory-register" }, title, value, was),
    };
  });
  return {
    element: element("div", { class: "memory-registers" }, ...boxes.map(({ box }) => box)),
    show(moment, before) {
      for (const { name, value, was, box } of boxes) {
        const changed = name in moment.changed;
        setText(value, spelt(moment.contents[name]), 60);
        box.classList.toggle("memory-changed", changed);
        setText(was, changed && before ? `was ${spelt(before.contents[name])}` : "", 30);
      }
    },
  };
}

// What the marks mean that some moment of the run has.
function memoryLegend(parts, run) {
  const entries = [["memory-changed", "changed by the latest event"]];
  entries.push(...parts.flatMap((part) => part.legend?.(run) ?? []));
  return element(
    "p",
    { class: "memory-legend" },
    ...entries.map(([name, text]) =>
      element("span", {}, element("i", { class: `memory-sample ${name}` }), text),
    ),
  );
}
