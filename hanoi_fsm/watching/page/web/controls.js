// What is watched, as a sentence of choices. Each writes into what the page shows.

import { Choice, option } from "./choices.js";
import { comparable } from "./core/links.js";
import { machineNamed, pageData } from "./data.js";
import { html } from "./vendor/preact.js";

const DIGITS = "the peg of each disk, the largest disk first";
const PEGS = [0, 1, 2].map((peg) => [peg, `peg ${peg}`]);
const VERBS = { solver: "moves", pathfinder: "goes from" };

export function Controls({ page, shown, machine }) {
  const { machines } = pageData;
  const watching = shown.mode !== "try";
  const isTower = machine.kind === "solver" || !watching;
  const isPath = machine.kind === "pathfinder" && watching;
  const others = machines.filter((one) => comparable(machine, one)).map((one) => one.name);
  const begins = machine.starts.map((one) => one.begin).filter(Boolean);
  const most = Math.min(machine.most, machineNamed(shown.and)?.most ?? Infinity);
  const start = { step: 0, event: 0 };
  // An end of another length begins a new path, whose `other` end is a tower.
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
  const numbers = [...Array(most + 1).keys()].map((n) => [n, n === 1 ? "1 disk" : `${n} disks`]);
  const beside = [["", "alone"], ...others.map((one) => [one, `beside ${one}`])];
  const word = (text, isShown = true) => isShown && html`<span class="long">${text}</span>`;
  return html`
    <form id="controls" class="row" aria-label="What to watch" onSubmit=${(event) => event.preventDefault()}>
      <${Choice} id="automaton" title="Automaton" isShown=${watching} value=${machine.name} change=${choose}>
        ${Object.entries(Object.groupBy(machines, (one) => `${one.kind}s`)).map(
          ([kind, group]) =>
            html`<optgroup label=${kind}>${group.map(({ name }) => option([name]))}</optgroup>`,
        )}
      <//>
      ${word(watching ? (VERBS[machine.kind] ?? "reads") : "Move", watching ? !machine.autonomous || machine.pegs : true)}
      <${Choice} id="disks" title="Disks" isShown=${isTower} value=${shown.disks} change=${resize}>${numbers.map(option)}<//>
      ${word("from", isTower)}
      <${Choice} title="From peg" isShown=${isTower} ...${given("from")}>${PEGS.map(option)}<//>
      ${isTower && html`<span class="long">to</span><span class="only">→</span>`}
      <${Choice} title="To peg" isShown=${isTower} ...${given("to")}>${PEGS.map(option)}<//>
      <${Choice} title="Word" isShown=${watching && !machine.autonomous} hint="events" ...${given("word")} />
      <${Choice} title="Begin" isShown=${watching && begins.length > 1} ...${given("begin")}>${begins.map((one) => option([one]))}<//>
      <${Choice} title="Start" isShown=${isPath} hint="012" about=${DIGITS} ...${given("start", "goal")} />
      ${isPath && html`<span>to</span>`}
      <${Choice} title="Goal" isShown=${isPath} hint="210" about=${DIGITS} ...${given("goal", "start")} />
      ${word("with", isPath)}
      <${Choice} id="disks" title="Disks" isShown=${isPath} value=${shown.disks} change=${resize}>${numbers.map(option)}<//>
      <${Choice} id="and" title="Beside it" isShown=${shown.mode === "watch" && others.length > 0} value=${shown.and ?? ""} change=${(and) => page.wish({ and })}>
        ${beside.map(option)}
      <//>
    </form>
  `;
}
