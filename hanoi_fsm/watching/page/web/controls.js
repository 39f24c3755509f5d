// What is watched: the machines, and what they run on. Each control writes into what the page shows.

import { machineNamed, pageData } from "./data.js";
import { html, useLayoutEffect, useRef } from "./vendor/preact.js";
import { beginsOf, comparable, mostDisks } from "./wishes.js";

const KINDS = {
  solver: "Solvers",
  reader: "Readers",
  pathfinder: "Pathfinders",
  machine: "Machines",
};
const PEGS = ["0", "1", "2"];
const DIGITS = "the peg of each disk, the largest disk first";

export function Controls({ page, shown, machine }) {
  const { machines } = pageData;
  const trying = shown.mode === "try";
  const watching = !trying;
  const isTower = machine.kind === "solver" || trying;
  const isPath = machine.kind === "pathfinder" && watching;
  const others = machines.filter((one) => comparable(machine, one)).map((one) => one.name);
  const begins = beginsOf(machine).filter(Boolean);
  const most = mostDisks([machine, machineNamed(shown.and)].filter(Boolean));
  const start = { step: 0, event: 0 };
  const set = (key) => (value) => page.wish({ [key]: value, ...start });
  const setNumber = (key) => (value) => set(key)(Number(value));
  // Another machine on the same inputs goes to the same step.
  const choose = (by) => {
    const isAlike = comparable(machine, machineNamed(by));
    page.wish({ by, event: 0, ...(isAlike ? {} : { step: 0, word: undefined }) });
  };
  const resize = (value) =>
    page.wish({ start: undefined, goal: undefined, disks: Number(value), ...start });
  return html`
    <form id="controls" class="row" aria-label="What to watch" onSubmit=${(event) => event.preventDefault()}>
      <${Choice} id="automaton" title="Automaton" isShown=${watching} value=${machine.name} change=${choose}>
        ${Object.entries(KINDS).map(([kind, title]) => {
          const names = machines.filter((one) => one.kind === kind).map((one) => one.name);
          return names.length > 0 && html`<optgroup label=${title}>${names.map(option)}</optgroup>`;
        })}
      <//>
      <${Choice} id="and" title="Beside it" isShown=${shown.mode === "watch" && others.length > 0} value=${shown.and ?? ""} change=${(and) => page.wish({ and })}>
        <option value="">nothing</option>
        ${others.map(option)}
      <//>
      <${Choice} id="disks" title="Disks" isShown=${isTower || isPath} value=${shown.disks} change=${resize}>
        ${[...Array(most + 1).keys()].map(option)}
      <//>
      <${Choice} id="from" title="From peg" isShown=${isTower} value=${shown.from} change=${setNumber("from")}>
        ${PEGS.map(option)}
      <//>
      <${Choice} id="to" title="To peg" isShown=${isTower} value=${shown.to} change=${setNumber("to")}>
        ${PEGS.map(option)}
      <//>
      <${Choice} id="begin" title="Begin" isShown=${watching && begins.length > 1} value=${shown.begin ?? ""} change=${set("begin")}>
        ${begins.map(option)}
      <//>
      <${Field} id="word" title="Word" isShown=${watching && machine.starts} hint="events" value=${shown.word} change=${set("word")} />
      <${Field} id="start" title="Start" isShown=${isPath} hint="012" value=${shown.start} change=${set("start")} about=${DIGITS} />
      <${Field} id="goal" title="Goal" isShown=${isPath} hint="210" value=${shown.goal} change=${set("goal")} about=${DIGITS} />
    </form>
  `;
}

function option(value) {
  return html`<option value=${value}>${value}</option>`;
}

export function Choice({ id, title, isShown, value, change, children }) {
  return html`
    <label class="row" hidden=${!isShown}>
      <span class="faint">${title}</span>
      <select id=${id} value=${String(value)} onChange=${(event) => change(event.target.value)}>
        ${children}
      </select>
    </label>
  `;
}

// A text that is written stays, also where the page can do nothing with it, so that it can be corrected.
function Field({ id, title, isShown, hint, value = "", change, about }) {
  const field = useRef(null);
  useLayoutEffect(() => {
    field.current.value = value;
  }, [value]);
  return html`
    <label class="row" hidden=${!isShown} title=${about}>
      <span class="faint">${title}</span>
      <input
        id=${id}
        ref=${field}
        autocomplete="off"
        spellcheck="false"
        placeholder=${hint}
        onChange=${(event) => change(event.target.value.trim())}
      />
    </label>
  `;
}
