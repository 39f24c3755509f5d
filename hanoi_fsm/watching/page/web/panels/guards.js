// What the machine asks next: each guard with its answer on this memory and the comparison that made it
// so, and the transitions that leave the state, with those that are enabled.

import { upcoming } from "../run.js";
import { guardsText, spelt } from "../spelling.js";
import { html, useMemo } from "../vendor/preact.js";
import { Editor, Mark } from "./editor.js";

const COLUMNS = [
  ["event", (one) => one.event],
  ["if", guardsText],
  ["next state", (one) => one.target],
  ["action", (one) => one.action ?? ""],
];

export const guardsPanel = {
  name: "guards",
  title: "What is next",
  applies: () => true,
  View({ page, moment }) {
    const { machine, run } = moment;
    const room = useMemo(() => roomOf(machine, run.fault), [run]);
    const next = upcoming(moment)?.taken;
    const event = next === undefined ? null : machine.transitions[next].event;
    const choices = html`<${Choices} ...${moment} next=${next} />`;
    const isEditable = machine.live && machine.name === page.wishes().by;
    return html`
      <div class="guards">
        <div class="stacked">
          <div><${Situation} ...${moment} event=${event} /></div>
          ${room.map((one) => html`<div aria-hidden="true"><${Situation} ...${one} /></div>`)}
        </div>
        <div class="stacked">
          <div>
            ${isEditable ? html`<${Editor} page=${page} moment=${moment} next=${next}>${choices}<//>` : choices}
          </div>
          ${room.map(
            (one) => html`
              <div aria-hidden="true">
                <${Choices} ...${one} />
                ${isEditable && html`<p class="edit-bar"><button type="button" disabled>Edit</button></p>`}
              </div>
            `,
          )}
        </div>
      </div>
    `;
  },
};

function Situation({ machine, state, event, stopped, questions, isRoom }) {
  const is = html`<strong>${state}</strong>`;
  const what = html`In ${is}, the next event is <strong>${event}</strong>.`;
  return html`
    <p class="guards-state">${event === null ? html`The run has ended in ${is}.` : what}</p>
    ${stopped && html`<p class="guards-fault">${stopped}</p>`}
    ${
      questions.length > 0 &&
      html`
        <ul class="guards-questions" aria-label="Guards">
          ${questions.map((one) => html`<${Question} machine=${machine} isRoom=${isRoom} ...${one} />`)}
        </ul>
      `
    }
  `;
}

function Question({ machine, guard, answer, comparison, isRoom }) {
  const look = typeof answer === "boolean" ? spelt(answer) : "failed";
  return html`
    <li data-guard=${isRoom ? null : guard}>
      <strong>${guard}</strong>${": "}
      <span class="guards-answer ${look}">${spelt(answer)}</span>
      ${comparison && html`, <span class="guards-comparison">${comparison}</span>`}
      <span class="guards-meaning">${machine.guards[guard]}</span>
    </li>
  `;
}

// A column where there is something to say; with one event only that goes without saying.
function Choices({ machine, state, choices, next, isRoom }) {
  if (choices.length === 0) {
    return "";
  }
  const rows = choices.map((one) => ({ ...one, transition: machine.transitions[one.taken] }));
  const columns = COLUMNS.filter(
    ([head, text]) =>
      (head !== "event" || machine.events.length > 1) && rows.some((one) => text(one.transition)),
  );
  return html`
    <table class="guards-choices">
      <caption>Transitions from ${state}</caption>
      <thead>
        <tr><td></td>${columns.map(([head]) => html`<th scope="col">${head}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(({ taken, enabled, transition }) => {
          const isNext = isRoom || taken === next;
          const look = `${enabled ? "enabled" : "disabled"} ${isNext ? "next" : ""}`;
          return html`
            <tr class=${look} data-taken=${isRoom ? null : taken}>
              <td><${Mark} isNext=${isNext} isEnabled=${enabled} /></td>
              ${columns.map(([, text]) => html`<td>${breakable(text(transition))}</td>`)}
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}

// A text that may be broken after each underscore.
function breakable(text) {
  return text.split(/(?<=_)/u).flatMap((part, at) => (at > 0 ? [html`<wbr />`, part] : [part]));
}

// What each state may say, which is not seen, but has what is below the panel stay where it is.
function roomOf(machine, { stopped }) {
  const asked = (guard) => {
    const comparison =
      machine.compares?.[guard] && "sentinel 9 on empty peg 0 = sentinel 9 on empty peg 0";
    return { guard, answer: true, comparison };
  };
  const all = [...machine.transitions.keys()];
  return machine.states.map(({ name }) => {
    const numbers = all.filter((one) => machine.transitions[one].source === name);
    const guards = numbers.flatMap((one) => machine.transitions[one].guards);
    return {
      machine,
      state: name,
      event: machine.events[0],
      stopped,
      questions: [...new Map(guards).keys()].map(asked),
      choices: numbers.map((taken) => ({ taken, enabled: true })),
      isRoom: true,
    };
  });
}
