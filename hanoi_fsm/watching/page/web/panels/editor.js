// The editor of a transition, which lies beside the diagram: when it is taken, and what it asks, does and leads to, as
// choices; and at its foot the verdict on the machine, which runs with the edited table immediately.

import { Choice, option, Radios } from "../choices.js";
import { changedRow, editText, vocabulary } from "../core/edit.js";
import { faultText, spelt } from "../core/spelling.js";
import { Chip } from "../looks.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

const MOST_STEPS = 5;
const MOST_CHIPS = 5; // of more states there is a list

// The editor of the transition in one place of the table. Each change is an entry of the browser's history.
export function Editor({ page, moment, at }) {
  const { machine, run, state } = moment;
  const original = machine.original ?? machine;
  const table = machine.table ?? machine.transitions;
  const row = table[at];
  const box = useRef(null);
  useLayoutEffect(() => {
    box.current.querySelector("[aria-checked=true], select")?.focus({ preventScroll: true });
  }, [at]);
  const change = (edited) => page.wish({ edit: editText(original, edited) });
  const add = () => {
    change([...table, changedRow({ source: state, target: state, event: machine.events[0] })]);
    page.edit(table.length);
  };
  const button = (id, title, act) =>
    html`<button id=${id} disabled=${!act} onClick=${act}><u>${title}</u></button>`;
  return html`
    <div id="edit" class="box float" role="dialog" aria-label="A transition" ref=${box}>
      <div class="row on head">
        ${row ? html`<${Chip} machine=${machine} state=${row.source} /> → <${Chip} machine=${machine} state=${row.target} />` : "Removed"}
        <button class="icon push" aria-label="Close" onClick=${() => page.edit(null)}>✕</button>
      </div>
      <div>
        ${row && html`<${Taken} page=${page} run=${run} number=${machine.transitions.indexOf(row)} />`}
        ${row && html`<${Parts} ...${{ machine, at, row, change: (one) => change(table.with(at, one)) }} />`}
      </div>
      <div class="foot ${run.last.finding ? "wrong" : ""}" role="status">
        <${Said} page=${page} moment=${moment} />
        <span class="row">
          ${button("edit-none", "As it was", machine.edit && (() => change(original.transitions)))}
          ${button("edit-remove", "Remove", row && (() => change(table.with(at, undefined))))}
          ${button("edit-add", "Add", add)}
        </span>
      </div>
    </div>
  `;
}

// The first steps at which a transition is taken, to go to; all are marked in the strip.
function Taken({ page, run, number }) {
  const times = run.events.filter((one) => one.taken === number);
  const step = (one) => html`<button onClick=${() => page.goTo(one.index)}>${one.step}</button>`;
  const steps = html`${times.slice(0, MOST_STEPS).map(step)}${times.length > MOST_STEPS && "…"}`;
  return line(
    times.length ? "taken at" : "never taken",
    times.length > 0 && html`<span class="choice">${steps}</span>`,
  );
}

const line = (title, choice) =>
  html`<div class="line"><span>${title}</span><span></span>${choice}</div>`;

// A choice for each part of a transition, over the words of the memory.
function Parts({ machine, at, row, change }) {
  const { states, events, guards, actions } = vocabulary(machine);
  const answers = new Map(row.guards);
  const effect = row.actions.join(", ") || "none";
  const effects = [...new Set(["none", ...actions, effect])];
  const part = (id, title, value, values, changed) => {
    const set = (one) => change(changedRow(row, changed(one)));
    return { id: `edit-${at}-${id}`, title, value, values, change: set };
  };
  const list = ({ values, ...props }) =>
    values.length > 1 &&
    line(props.title, html`<${Choice} ...${props}>${values.map((one) => option([one]))}<//>`);
  const guard = (name) => {
    const others = [...answers].filter(([other]) => other !== name);
    const set = (one) => ({ guards: one === "any" ? others : [...others, [name, one === "yes"]] });
    const value = answers.has(name) ? spelt(answers.get(name)) : "any";
    const props = part(`if-${name}`, name, value, ["yes", "no", "any"], set);
    return line(html`if <code>${name}</code>`, html`<${Radios} ...${props} />`);
  };
  const act = (one) => (one === effect ? row.actions : [one].filter((word) => word !== "none"));
  const goTo = part("target", "go to", row.target, states, (target) => ({ target }));
  const chip = (one) => html`<${Chip} machine=${machine} state=${one} isShort />`;
  return html`
    ${list(part("event", "on event", row.event, events, (event) => ({ event })))} ${guards.map(guard)}
    ${list(part("action", "do", effect, effects, (one) => ({ actions: act(one) })))}
    ${states.length > MOST_CHIPS ? list(goTo) : line("go to", html`<${Radios} ...${goTo} shown=${chip} />`)}
  `;
}

// Whether an edited machine does what it did before, on the case on the screen.
export function Said({ page, moment: { run, machine } }) {
  const { finding, index } = run.last;
  if (!machine.original) {
    return html`<p>✓ As it was.</p>`;
  }
  const before = finding && finding.step <= run.steps ? run.starts[finding.step] - 1 : index;
  const wrong = finding && `wrong at step ${finding.step}: ${faultText(run.last)}.`;
  return html`
    <p class="edited">
      <b class=${finding ? "fault" : ""}>${finding ? "✗" : "✓"} Edited: ${wrong ?? "right on these inputs."}</b>
      ${finding && html` <button onClick=${() => page.goTo(Math.max(before, 0))}><u>See step ${finding.step}</u></button>`}
    </p>
  `;
}
