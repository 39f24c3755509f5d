// What is watched: the machines, and what they run on. Each control writes into what the page shows.

import { machineNamed, pageData } from "./data.js";
import { html } from "./vendor/preact.js";
import { comparable } from "./wishes.js";

const DIGITS = "the peg of each disk, the largest disk first";

export function Controls({ page, shown, machine }) {
  const { machines } = pageData;
  const watching = shown.mode !== "try";
  const isTower = machine.kind === "solver" || !watching;
  const isPath = machine.kind === "pathfinder" && watching;
  const others = machines.filter((one) => comparable(machine, one)).map((one) => one.name);
  const begins = machine.starts.map((one) => one.begin).filter(Boolean);
  const most = Math.min(machine.most, machineNamed(shown.and)?.most ?? Infinity);
  const start = { step: 0, event: 0 };
  // One end of a path that has another length is that of a new path: its `other` end is a tower.
  const given = (key, other = key) => ({
    id: key,
    value: shown[key],
    change: (value) => {
      const old = value.length === shown.disks ? {} : { [other]: undefined };
      page.wish({ ...old, [key]: value, ...start });
    },
  });
  // Another machine on the same inputs goes to the same step.
  const choose = (by) => {
    const isAlike = comparable(machine, machineNamed(by));
    page.wish({ by, event: 0, ...(isAlike ? {} : { step: 0, word: undefined }) });
  };
  const resize = (disks) => page.wish({ start: undefined, goal: undefined, disks, ...start });
  return html`
    <form id="controls" class="row" aria-label="What to watch" onSubmit=${(event) => event.preventDefault()}>
      <${Choice} id="automaton" title="Automaton" isShown=${watching} value=${machine.name} change=${choose}>
        ${Object.entries(Object.groupBy(machines, (one) => `${one.kind}s`)).map(
          ([kind, group]) => html`
            <optgroup label=${kind}>${group.map((one) => option(one.name))}</optgroup>
          `,
        )}
      <//>
      <${Choice} id="and" title="Beside it" isShown=${shown.mode === "watch" && others.length > 0} value=${shown.and ?? ""} change=${(and) => page.wish({ and })}>
        <option value="">nothing</option>
        ${others.map(option)}
      <//>
      <${Choice} id="disks" title="Disks" isShown=${isTower || isPath} value=${shown.disks} change=${resize}>
        ${[...Array(most + 1).keys()].map(option)}
      <//>
      <${Choice} title="From peg" isShown=${isTower} ...${given("from")}>${[0, 1, 2].map(option)}<//>
      <${Choice} title="To peg" isShown=${isTower} ...${given("to")}>${[0, 1, 2].map(option)}<//>
      <${Choice} title="Begin" isShown=${watching && begins.length > 1} ...${given("begin")}>${begins.map(option)}<//>
      <${Choice} title="Word" isShown=${watching && !machine.autonomous} hint="events" ...${given("word")} />
      <${Choice} title="Start" isShown=${isPath} hint="012" about=${DIGITS} ...${given("start", "goal")} />
      <${Choice} title="Goal" isShown=${isPath} hint="210" about=${DIGITS} ...${given("goal", "start")} />
    </form>
  `;
}

function option(value) {
  return html`<option value=${value}>${value}</option>`;
}

// A choice of one of its children, or where there is a `hint` a text. One that is written stays, also where
// the page can do nothing with it, so that it can be corrected.
export function Choice({ id, title, isShown, value, change, hint, about, children }) {
  const onChange = (event) => change(event.target.value.trim());
  const text = { key: value, defaultValue: value, placeholder: hint, autocomplete: "off" };
  return html`
    <label class="row" hidden=${!isShown} title=${about}>
      <span class="faint">${title}</span>
      ${
        hint
          ? html`<input id=${id} spellcheck="false" ...${text} onChange=${onChange} />`
          : html`<select id=${id} value=${String(value)} onChange=${onChange}>${children}</select>`
      }
    </label>
  `;
}
