// The table of the transitions that leave a state as choices to edit, and what is said of a machine that
// was edited. The machine runs at once with the edited table.

import { Choice } from "../controls.js";
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
import { spelt } from "../spelling.js";
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
  const added = changedRow({ source: state, target: state, event: machine.events[0] });
  const rows = [...table.keys()].filter((at) => table[at]?.source === state);
  return html`
    <details id="edit" open=${opened.current}>
      <summary>Edit</summary>
      <ul aria-label="Transitions from ${state}">
        ${rows.map(
          (at) => html`
            <li key=${at} class="row chip">
              <${Choices} ...${{ machine, at, row: table[at], change: (row) => changeRow(at, row) }} />
              <button id="edit-${at}-remove" aria-label="Remove ${table[at].text}" onClick=${() => changeRow(at)}>✕</button>
            </li>
          `,
        )}
      </ul>
      <p class="row">
        <button id="edit-add" onClick=${() => change([...table, added])}>Add</button>
        <button id="edit-undo" disabled=${back < 0} onClick=${undo}>Undo</button>
        <button id="edit-none" disabled=${!machine.edit} onClick=${() => change(original.transitions)}>As it was</button>
      </p>
      <${Dot} machine=${machine} />
    </details>
  `;
}

// The latest moment up to this one, of the run on the same inputs, in which the state is the same.
function sameState({ run, index, state }, machine) {
  const now = runOf(machine, run.inputs);
  const { index: at, step } =
    now.events.slice(0, index + 1).findLast((one) => one.state === state) ?? now.events[0];
  return { step, event: at - now.starts[step] };
}

// A choice for each part of a transition, over the words of the memory.
function Choices({ machine, at, row, change }) {
  const { states, events, guards, actions } = vocabulary(machine);
  const answers = new Map(row.guards);
  const choice = (name, title, value, values, changed) => html`
    <${Choice}
      id="edit-${at}-${name}"
      title=${title}
      isShown=${values.length > 1}
      value=${value}
      change=${(one) => change(changedRow(row, changed(one)))}
    >
      ${values.map((one) => html`<option value=${one}>${one}</option>`)}
    <//>
  `;
  const asked = (name, answer) => {
    const others = [...answers].filter(([other]) => other !== name);
    return { guards: answer === "any" ? others : [...others, [name, answer === "yes"]] };
  };
  const answerTo = (name) => (answers.has(name) ? spelt(answers.get(name)) : "any");
  return html`
    ${choice("event", "event", row.event, events, (event) => ({ event }))}
    ${guards.map((name) =>
      choice(`if-${name}`, name, answerTo(name), ["yes", "no", "any"], (one) => asked(name, one)),
    )}
    ${choice("target", "next state", row.target, states, (target) => ({ target }))}
    ${choice("action", "action", row.action ?? "none", ["none", ...actions], (one) => ({
      action: one === "none" ? null : one,
    }))}
  `;
}

function Dot({ machine }) {
  const text = dotText(machine);
  const file = `data:text/vnd.graphviz;charset=utf-8,${encodeURIComponent(text)}`;
  return html`
    <details>
      <summary>As DOT, for hanoi-fsm</summary>
      <p class="row"><a class="btn" href=${file} download="${machine.name}.dot">Save</a></p>
      <pre class="edit-dot" tabindex="0" role="group" aria-label="The DOT text">${text}</pre>
    </details>
  `;
}

// Whether an edited machine does what it did before: on the case on the screen, and on the smallest.
export function EditedVerdict({ page, moment: { run, machine } }) {
  const { finding } = run.last;
  const { run: smallest, tried } = smallestFault(machine);
  const said = finding
    ? `wrong at step ${finding.step}: expected ${finding.expected}, got ${finding.got}.`
    : `right for ${caseText(run)}.`;
  return html`
    <p class="verdict edited ${finding ? "fault" : ""}">
      Edited: ${said}
      ${!smallest && !finding && ` So are the ${tried} smallest cases, compared with the machine as it was.`}
      ${
        smallest &&
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
