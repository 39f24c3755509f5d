// The table of the transitions that leave a state as choices to edit, and what is said of a machine that
// was edited. The machine runs at once with the edited table.

import { Copy } from "../copy.js";
import {
  caseText,
  changedRow,
  dotText,
  editedMachine,
  editText,
  smallestFault,
  vocabulary,
} from "../edit.js";
import { runOf } from "../run.js";
import { guardsText } from "../spelling.js";
import { html, useRef } from "../vendor/preact.js";

const undone = []; // the edits before the latest ones, as texts with the machines that they are of

export function Editor({ page, moment }) {
  const { machine, state } = moment;
  const original = machine.original ?? machine;
  const opened = useRef(false);
  opened.current ||= machine !== original; // and stays so when the edit is undone
  const table = machine.table ?? machine.transitions;
  const back = undone.findLastIndex((one) => one.machine === original);

  const show = (edit) => page.wish({ edit, ...sameState(moment, editedMachine(original, edit)) });
  const change = (edited) => {
    undone.push({ machine: original, edit: machine.edit });
    show(editText(original, edited));
  };
  const changeRow = (at, row) => change(table.with(at, row));
  const undo = () => back >= 0 && show(undone.splice(back, 1)[0].edit);
  const pressed = (event) => {
    if (event.key === "z" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      undo();
    }
  };
  const added = {
    source: state,
    target: state,
    event: machine.events[0],
    guards: [],
    action: null,
  };
  const rows = [...table.keys()].filter((at) => table[at]?.source === state);
  return html`
    <details id="edit" open=${opened.current} onKeyDown=${pressed}>
      <summary>Edit</summary>
      <ul aria-label="Transitions from ${state}">
        ${rows.map(
          (at) => html`
            <li key=${at} class="row">
              ${partsOf(machine, table[at]).map(
                (part) =>
                  html`<${Part} ...${part} at=${at} change=${(one) => changeRow(at, changedRow(table[at], one))} />`,
              )}
              <button id="edit-${at}-remove" aria-label="Remove ${table[at].text}" onClick=${() => changeRow(at)}>
                ✕
              </button>
            </li>
          `,
        )}
      </ul>
      <p class="row">
        <button id="edit-add" onClick=${() => change([...table, changedRow(added)])}>Add</button>
        <button id="edit-undo" disabled=${back < 0} onClick=${undo}>Undo</button>
        <button id="edit-none" disabled=${!machine.edit} onClick=${() => change(original.transitions)}>
          As it was
        </button>
      </p>
      <${Dot} machine=${machine} />
    </details>
  `;
}

// The latest moment up to this one, of the run on the same inputs, in which the state is the same.
function sameState({ run, index, state }, machine) {
  const now = runOf(machine, run.inputs);
  const at = Math.max(now.states.slice(0, index + 1).lastIndexOf(state), 0);
  return { step: now.stepAt[at], event: at - now.starts[now.stepAt[at]] };
}

// A part of a transition: its value, all values and how they are written, and what another one changes.
function Part({ at, name, label, title, value, values, text = String, changed, change }) {
  return html`
    <select
      id="edit-${at}-${name}"
      aria-label=${label}
      title=${title}
      value=${values.indexOf(value)}
      onChange=${(event) => change(changed(values[event.target.value]))}
    >
      ${values.map((one, place) => html`<option value=${place}>${text(one)}</option>`)}
    </select>
  `;
}

function partsOf(machine, row) {
  const { states, events, guards, actions } = vocabulary(machine);
  const answers = new Map(row.guards);
  const plain = (name, label, values, text) => {
    const changed = (value) => ({ [name]: value });
    return { name, label, value: row[name], values, text, changed };
  };
  const guardPart = (name) => ({
    name: `if-${name}`,
    label: `Guard ${name}`,
    title: machine.guards[name],
    value: answers.get(name),
    values: [true, false, undefined],
    text: (one) => (one === undefined ? `(${name})` : guardsText({ guards: [[name, one]] })),
    changed: (one) => {
      const others = row.guards.filter(([other]) => other !== name);
      return { guards: one === undefined ? others : [...answers.set(name, one)] };
    },
  });
  return [
    ...(events.length > 1 ? [plain("event", "Event", events)] : []),
    ...guards.map(guardPart),
    plain("target", "Next state", states, (one) => `→ ${one}`),
    plain("action", "Action", [null, ...actions], (one) => (one ? `/ ${one}` : "no action")),
  ];
}

function Dot({ machine }) {
  const text = dotText(machine);
  const file = `data:text/vnd.graphviz;charset=utf-8,${encodeURIComponent(text)}`;
  return html`
    <details>
      <summary>As DOT, for hanoi-fsm</summary>
      <p class="row">
        <${Copy} title="Copy" text=${() => text} />
        <a class="link" href=${file} download="${machine.name}.dot">Save</a>
      </p>
      <pre class="edit-dot" tabindex="0" role="group" aria-label="The DOT text">${text}</pre>
    </details>
  `;
}

// Whether an edited machine does what it did before: on the case on the screen, and on the smallest.
export function EditedVerdict({ page, moment: { run, machine } }) {
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
      ${isSame && " This is the smallest case in which it is wrong."}
      ${
        smallest &&
        !isSame &&
        html` The smallest case in which it is wrong:${" "}
          <button onClick=${() => page.wish(endOf(smallest))}>${caseText(smallest)}</button>`
      }
    </p>
  `;
}

// The end of a run as a wish.
function endOf({ inputs, steps, starts, length }) {
  const { disks, source: from, target: to, start, goal, word, begin } = inputs;
  const ends = disks === undefined ? { start, goal, disks: start?.length } : { disks, from, to };
  return { ...ends, word: word?.join(" "), begin, step: steps, event: length - 1 - starts[steps] };
}
