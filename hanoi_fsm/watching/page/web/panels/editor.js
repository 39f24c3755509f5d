// The table of the transitions that leave a state as choices to edit, and what is said of a machine that
// was edited. The machine runs at once with the edited table.

import {
  caseText,
  dotText,
  editedMachine,
  editText,
  smallestFault,
  transitionOf,
  vocabulary,
} from "../edit.js";
import { fragmentOf } from "../fragment.js";
import { runOf } from "../runs.js";
import { guardsText } from "../spelling.js";
import { html, useRef, useState } from "../vendor/preact.js";

const undone = []; // the edits before the latest ones, as texts with the machines that they are of

// The buttons to edit, and the choices where somebody edits; else `children`.
export function Editor({ page, moment, next, children }) {
  const { machine } = moment;
  const original = machine.original ?? machine;
  const [chosen, setOpen] = useState(null);
  const isOpen = chosen ?? Boolean(machine.original); // a link with an edit opens it
  const root = useRef(null);
  const table = machine.table ?? machine.transitions;
  const back = undone.findLastIndex((one) => one.machine === original);

  const show = (edit) => page.wish({ edit, ...sameState(moment, editedMachine(original, edit)) });
  const change = (edited) => {
    setOpen(true);
    undone.push({ machine: original, edit: machine.edit });
    show(editText(original, edited));
  };
  const undo = () => {
    if (back >= 0) {
      show(undone.splice(back, 1)[0].edit);
    }
  };
  const pressed = (event) => {
    if (event.key === "z" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      undo();
    }
  };
  const remove = (at) => {
    change(table.with(at, undefined));
    root.current.querySelector("#edit-undo").focus();
  };
  const add = () => {
    const event = machine.events[0];
    change([
      ...table,
      transitionOf({ source: moment.state, target: moment.state, event, guards: [], action: null }),
    ]);
  };
  const toggle = html`
    <button type="button" id="edit" aria-pressed=${isOpen ? "true" : "false"} onClick=${() => setOpen(!isOpen)}>
      Edit
    </button>
  `;
  if (!isOpen) {
    return html`${children}<p class="edit-bar">${toggle}</p>`;
  }
  const rows = [...table.keys()].filter((at) => table[at]?.source === moment.state);
  const leaving = Map.groupBy(table.filter(Boolean), (one) => one.source);
  const most = Math.max(...[...leaving.values()].map((one) => one.length));
  const room = Array.from({ length: Math.max(0, most - rows.length) }, () => table.find(Boolean));
  return html`
    <div class="edit" ref=${root} onKeyDown=${pressed}>
      <ul aria-label="Transitions from ${moment.state}">
        ${rows.map(
          (at) => html`
            <${Row}
              key=${at}
              at=${at}
              machine=${machine}
              row=${table[at]}
              next=${next}
              choices=${moment.choices}
              change=${(row) => change(table.with(at, transitionOf({ ...table[at], ...row })))}
              remove=${() => remove(at)}
            />
          `,
        )}
        ${room.map((row) => html`<${Row} machine=${machine} row=${row} choices=${[]} />`)}
      </ul>
      <p class="edit-bar">
        ${toggle}
        <button type="button" onClick=${add}>Add a transition</button>
        <button type="button" id="edit-undo" aria-disabled=${back < 0 ? "true" : null} onClick=${undo}>
          Undo
        </button>
        <button
          type="button"
          id="edit-none"
          aria-disabled=${machine.edit ? null : "true"}
          onClick=${() => machine.edit && change(original.transitions)}
        >
          As it was
        </button>
      </p>
      <${Dot} machine=${machine} />
    </div>
  `;
}

// The latest moment up to this one, of the run on the same inputs, in which the state is the same.
function sameState({ run, index, state }, machine) {
  const now = runOf(machine, run.inputs);
  let at = Math.min(index, now.length - 1);
  while (at > 0 && now.states[at] !== state) {
    at -= 1;
  }
  return { step: now.stepAt[at], event: at - now.starts[now.stepAt[at]] };
}

function Row({ at, machine, row, next, choices, change, remove }) {
  const isRoom = change ? null : "true"; // for a state with more transitions
  const number = machine.transitions.indexOf(row);
  const isNext = number === next;
  const isEnabled = choices.some((one) => one.taken === number && one.enabled);
  return html`
    <li class=${`${isEnabled ? "enabled" : "disabled"} ${isNext ? "next" : ""}`} aria-hidden=${isRoom}>
      <span class="edit-mark"><${Mark} isNext=${isNext} isEnabled=${isEnabled} /></span>
      ${partsOf(machine, row).map(
        ([name, label, value, values, text, changed]) => html`
          <select
            id=${isRoom ? null : `edit-${at}-${name}`}
            aria-label=${label}
            title=${machine.guards[name.slice(3)] ?? machine.actions[value]}
            value=${values.indexOf(value)}
            onChange=${(event) => change(changed(values[event.target.value]))}
          >
            ${values.map((one, place) => html`<option value=${place}>${text(one)}</option>`)}
          </select>
        `,
      )}
      <button type="button" id=${isRoom ? null : `edit-${at}-remove`} aria-label="Remove ${row.text}" onClick=${remove}>
        ✕
      </button>
    </li>
  `;
}

// The parts of a transition that can be chosen: each with its value, all values and how they are written,
// and what a value changes.
function partsOf(machine, row) {
  const { states, events, guards, actions } = vocabulary(machine);
  const asked = new Map(row.guards);
  const guardText = (name) => (answer) =>
    answer === undefined ? `(${name})` : guardsText({ guards: [[name, answer]] });
  const asking = (name) => (answer) => {
    const answers = new Map(asked).set(name, answer);
    return { guards: [...answers].filter(([, one]) => one !== undefined) };
  };
  const answers = [true, false, undefined];
  const parts = [
    ["event", "Event", row.event, events, String, (event) => ({ event })],
    ...guards.map((one) => [
      `if-${one}`,
      `Guard ${one}`,
      asked.get(one),
      answers,
      guardText(one),
      asking(one),
    ]),
    ["target", "Next state", row.target, states, (one) => `→ ${one}`, (target) => ({ target })],
    ["action", "Action", row.action, [null, ...actions], actionText, (action) => ({ action })],
  ];
  return events.length > 1 ? parts : parts.slice(1);
}

function actionText(action) {
  return action === null ? "no action" : `/ ${action}`;
}

function Dot({ machine }) {
  const said = useRef(null);
  const text = dotText(machine);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => said.current?.replaceChildren("Copied."),
      () =>
        said.current?.replaceChildren(
          "The browser does not allow it: save it, or copy it from below.",
        ),
    );
  const file = `data:text/vnd.graphviz;charset=utf-8,${encodeURIComponent(text)}`;
  return html`
    <p class="edit-bar">
      ${navigator.clipboard && html`<button type="button" onClick=${copy}>Copy as DOT</button>`}
      <a href=${file} download="${machine.name}.dot">Save as DOT</a>
      <span role="status" ref=${said}></span>
    </p>
    <details>
      <summary>The DOT text</summary>
      <pre class="edit-dot" tabindex="0" role="group" aria-label="The DOT text">${text}</pre>
    </details>
  `;
}

export function Mark({ isNext, isEnabled }) {
  if (isNext) {
    return html`<span role="img" aria-label="taken next">▶</span>`;
  }
  return isEnabled ? "" : html`<span role="img" aria-label="not enabled">✕</span>`;
}

// Whether an edited machine does what it did before: on the case on the screen, and on the smallest.
export function EditedVerdict({ moment, shown }) {
  const { run, machine } = moment;
  const { finding } = run.fault;
  const { run: smallest, tried } = smallestFault(machine);
  const said = finding
    ? `Edited: wrong at step ${finding.step}: expected ${finding.expected}, got ${finding.got}.`
    : `Edited: right for ${caseText(run)}.`;
  const isSame = smallest && caseText(smallest) === caseText(run);
  return html`
    <p class="verdict edited ${finding ? "failing" : ""}">
      ${said}
      ${tried && !finding && ` So are the ${tried} smallest cases, compared with the machine as it was.`}
      ${smallest && isSame && " This is the smallest case in which it is wrong."}
      ${
        smallest &&
        !isSame &&
        html` The smallest case in which it is wrong: <a href=${linkTo(smallest, shown)}>${caseText(smallest)}</a>.`
      }
    </p>
  `;
}

// The address of the end of a run.
function linkTo({ inputs, steps, starts, length }, shown) {
  const { disks, source: from, target: to, start, goal, word, begin } = inputs;
  const at = { step: steps, event: length - 1 - starts[steps] || undefined };
  const many = disks ?? start?.length;
  return fragmentOf({
    ...shown,
    disks: many,
    from,
    to,
    start,
    goal,
    word: word?.join(" "),
    begin,
    ...at,
  });
}
