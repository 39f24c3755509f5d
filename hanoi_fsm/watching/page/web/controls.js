// What is watched: the machines, and what they run on. Each control writes into what the page shows.

import { html, useLayoutEffect, useRef } from "./vendor/preact.js";
import { beginsOf, comparable, machineNamed, mostDisks, wordFor } from "./wishes.js";

const KINDS = {
  solver: "Solvers",
  reader: "Readers",
  pathfinder: "Pathfinders",
  machine: "Machines",
};
const PEGS = ["0", "1", "2"];

export function Controls({ page, shown, machine }) {
  const { data } = page;
  const trying = shown.mode === "try";
  const solver = machine.kind === "solver";
  const pathfinder = machine.kind === "pathfinder";
  const others = data.machines.filter((one) => comparable(machine, one)).map((one) => one.name);
  const other = machineNamed(data, shown.and);
  const begins = beginsOf(machine).filter(Boolean);
  const set = (key, read) => (value) => page.wish({ [key]: read(value), step: 0, event: 0 });
  const choose = (by) => {
    const kept = comparable(machine, machineNamed(data, by)) ? {} : { step: 0 };
    page.wish({ by, word: wordFor(data, by, shown.word), event: 0, ...kept });
  };
  const towers = { start: undefined, goal: undefined, step: 0, event: 0 };
  const resize = (value) => page.wish({ ...towers, disks: Number(value) });
  return html`
    <form id="controls" aria-label="What to watch" onSubmit=${(event) => event.preventDefault()}>
      <${Choice} id="automaton" title="Automaton" hidden=${trying} value=${machine.name} change=${choose}>
        ${Object.entries(KINDS).map(([kind, title]) => {
          const names = data.machines.filter((one) => one.kind === kind).map((one) => one.name);
          return names.length > 0 && html`<optgroup label=${title}>${names.map(option)}</optgroup>`;
        })}
      <//>
      <${Choice}
        id="and"
        title="Beside it"
        hidden=${shown.mode !== "watch" || others.length === 0}
        value=${shown.and ?? ""}
        change=${(and) => page.wish({ and })}
      >
        <option value="">nothing</option>
        ${others.map(option)}
      <//>
      <${Choice}
        id="disks"
        title="Disks"
        hidden=${!(solver || pathfinder || trying)}
        value=${String(shown.disks)}
        change=${resize}
      >
        ${diskChoices(data, machine, other).map(option)}
      <//>
      <${Choice} id="from" title="From peg" hidden=${!(solver || trying)} value=${String(shown.from)} change=${set("from", Number)}>
        ${PEGS.map(option)}
      <//>
      <${Choice} id="to" title="To peg" hidden=${!(solver || trying)} value=${String(shown.to)} change=${set("to", Number)}>
        ${PEGS.map(option)}
      <//>
      <${Choice} id="begin" title="Begin" hidden=${trying || begins.length < 2} value=${shown.begin ?? ""} change=${set("begin", String)}>
        ${begins.map(option)}
      <//>
      <${Field} id="word" title="Word" hidden=${trying || !machine.starts} hint="events" value=${shown.word} change=${set("word", String)} />
      <${Field} id="start" title="Start" hidden=${trying || !pathfinder} hint="012" value=${shown.start} change=${set("start", String)} about=${DIGITS} />
      <${Field} id="goal" title="Goal" hidden=${trying || !pathfinder} hint="210" value=${shown.goal} change=${set("goal", String)} about=${DIGITS} />
    </form>
  `;
}

const DIGITS = "the peg of each disk, the largest disk first";

function option(value) {
  return html`<option value=${value}>${value}</option>`;
}

// Up to the page's most disks; a path that was asked for may have more.
function diskChoices(data, machine, other) {
  const most = mostDisks(data, [machine, other].filter(Boolean));
  const paths = machine.kind === "pathfinder" ? data.paths : [];
  const longer = paths.map(([start]) => start.length).filter((one) => one > most);
  return [...new Set([...Array(most + 1).keys(), ...longer.sort((a, b) => a - b)])].map(String);
}

function Choice({ id, title, hidden, value, change, children }) {
  return html`
    <label class="control" hidden=${hidden}>
      <span>${title}</span>
      <select id=${id} value=${value} onChange=${(event) => change(event.target.value)}>
        ${children}
      </select>
    </label>
  `;
}

// A text that is written stays, also where the page can do nothing with it, so that it can be corrected.
function Field({ id, title, hidden, hint, value = "", change, about }) {
  const field = useRef(null);
  useLayoutEffect(() => {
    field.current.value = value;
  }, [value]);
  return html`
    <label class="control" hidden=${hidden} title=${about}>
      <span>${title}</span>
      <input
        id=${id}
        ref=${field}
        type="text"
        autocomplete="off"
        spellcheck="false"
        placeholder=${hint}
        onChange=${(event) => change(event.target.value.trim())}
      />
    </label>
  `;
}
