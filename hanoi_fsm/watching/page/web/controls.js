// What is watched: the machines, and what they run on. Each control writes into what the page shows.

import { element } from "./elements.js";
import { comparable, machineNamed, mostDisks, wordFor } from "./wishes.js";

function labelled(text, control) {
  return element("label", { class: "control" }, element("span", {}, text), control);
}

function chosen(id, change) {
  return element("select", { id, change: (event) => change(event.target.value) });
}

function written(id, change, hint) {
  return element("input", {
    id,
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: hint,
    change: (event) => change(event.target.value.trim()),
  });
}

const filledWith = new WeakMap();

function fill(select, values, value) {
  const same = JSON.stringify(values);
  if (filledWith.get(select) !== same) {
    filledWith.set(select, same);
    select.replaceChildren(...optionsOf(values));
  }
  select.value = String(value);
}

function optionsOf(values) {
  const groups = new Map();
  for (const { text, key, group = "" } of values) {
    const option = element("option", { value: key }, text);
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  return [...groups].flatMap(([group, options]) =>
    group ? [element("optgroup", { label: group }, ...options)] : options,
  );
}

const PLURALS = {
  solver: "Solvers",
  reader: "Readers",
  pathfinder: "Pathfinders",
  machine: "Machines",
};

// Up to the page's most disks; a path that was asked for may have more.
function diskChoices(data, machine, other) {
  const most = mostDisks(data, [machine, other].filter(Boolean));
  const paths = machine.kind === "pathfinder" ? data.paths : [];
  const longer = paths.map(([start]) => start.length).filter((one) => one > most);
  const every = new Set([...Array(most + 1).keys(), ...longer.sort((a, b) => a - b)]);
  return [...every].map((one) => ({ text: String(one), key: one }));
}

export function createControls(page) {
  const { machines } = page.data;
  const set = (key, read) => (value) => page.wish({ [key]: read(value), step: 0, event: 0 });
  const automaton = chosen("automaton", (by) => {
    const kept = machineNamed(page.data, by).kind === "solver" ? {} : { step: 0 };
    page.wish({ by, word: wordFor(page.data, by, page.wishes().word), event: 0, ...kept });
  });
  const and = chosen("and", (value) => page.wish({ and: value }));
  const towers = { start: undefined, goal: undefined, step: 0, event: 0 };
  const disks = chosen("disks", (value) => page.wish({ ...towers, disks: Number(value) }));
  const from = chosen("from", set("from", Number));
  const to = chosen("to", set("to", Number));
  const begin = chosen("begin", set("begin", String));
  const word = written("word", set("word", String), "events");
  const start = written("start", set("start", String), "012");
  const goal = written("goal", set("goal", String), "210");
  const boxes = {
    automaton: labelled("Automaton", automaton),
    and: labelled("Beside it", and),
    disks: labelled("Disks", disks),
    from: labelled("From peg", from),
    to: labelled("To peg", to),
    begin: labelled("Begin", begin),
    word: labelled("Word", word),
    start: labelled("Start", start),
    goal: labelled("Goal", goal),
  };
  const pegs = [0, 1, 2].map((one) => ({ text: String(one), key: one }));
  const named = machines.map((one) => ({
    text: one.name,
    key: one.name,
    group: machines.length > 1 ? PLURALS[one.kind] : "",
  }));

  return {
    elements: Object.values(boxes),
    // Where a wish cannot be fulfilled: what was written stays, so that it can be corrected.
    keep(shown) {
      for (const [name, control] of Object.entries({ by: automaton, and, disks, begin })) {
        control.value = String(shown[name] ?? "");
      }
    },
    show(shown, machine) {
      fill(automaton, named, machine.name);
      const others = machines.filter((one) => comparable(machine, one));
      fill(
        and,
        [{ text: "nothing", key: "" }, ...others.map((one) => ({ text: one.name, key: one.name }))],
        shown.and ?? "",
      );
      const other = machineNamed(page.data, shown.and);
      fill(disks, diskChoices(page.data, machine, other), shown.disks);
      fill(from, pegs, shown.from);
      fill(to, pegs, shown.to);
      const begins = (machine.starts ?? machine.runs).map((one) => one.begin);
      const namedBegins = begins.filter(Boolean).map((one) => ({ text: one, key: one }));
      fill(begin, namedBegins, shown.begin ?? "");
      word.value = shown.word ?? "";
      start.value = shown.start ?? "";
      goal.value = shown.goal ?? "";
      const trying = shown.mode === "try";
      const solver = machine.kind === "solver";
      const pathfinder = machine.kind === "pathfinder";
      boxes.automaton.hidden = trying;
      boxes.and.hidden = shown.mode !== "watch" || others.length === 0;
      boxes.disks.hidden = !(solver || pathfinder || trying);
      boxes.from.hidden = boxes.to.hidden = !(solver || trying);
      boxes.begin.hidden = trying || namedBegins.length < 2;
      boxes.word.hidden = trying || !machine.starts;
      boxes.start.hidden = boxes.goal.hidden = trying || !pathfinder;
    },
  };
}
