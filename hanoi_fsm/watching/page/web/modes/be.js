// The mode in which a person is the machine: at each moment the page asks which transition is taken next, and shows
// the guards' answers only to somebody who was wrong, or asks for them. A press on a transition is the guess.

import { faultText } from "../core/spelling.js";
import { html } from "../vendor/preact.js";

const VERDICTS = { right: "✓ Right", fault: "✗ No", told: "It is" };

let latest = {}; // what the page says of the latest guess, and the event at which it says so

function saidAt({ run, index }) {
  return latest.event === run.events[index] ? latest : {};
}

// Whether the answers of the guards may be seen.
export function isTold(moment) {
  return ["fault", "told"].includes(saidAt(moment).look);
}

// A transition that a person takes, by its number; without one the page answers, and then goes on.
export function guess(page, moment, number) {
  const { run, index } = moment;
  const next = run.events[index + 1];
  if (!next) {
    return;
  }
  const isOver = number === undefined && isTold(moment);
  const isRight = number === next.taken;
  const wrong = number === undefined ? "told" : "fault";
  const event = isRight ? next : run.events[index];
  latest = isOver ? {} : { look: isRight ? "right" : wrong, number: number ?? next.taken, event };
  page.goTo(isRight || isOver ? index + 1 : index, true);
}

export function Be({ page, moment }) {
  const { machine, run, index } = moment;
  const { look, number } = saidAt(moment);
  return html`
    <div id="voice" class="row be">
      <span class="be-feedback ${look ?? ""}" role="status">
        ${look && html`<b>${VERDICTS[look]}</b>: ${machine.transitions[number].text}. `}
      </span>
      <span class="be-question">${questionAt(moment, run.events[index + 1])}</span>
      <button class="btn be-tell push" disabled=${page.atEnd()} onClick=${() => guess(page, moment)}>
        ${isTold(moment) ? "Go on" : "Tell me"}
      </button>
    </div>
  `;
}

function questionAt(moment, next) {
  const { machine, state } = moment;
  if (next) {
    const given = `, and the next event is ${machine.transitions[next.taken].event}`;
    return `The machine is in ${state}${machine.events.length > 1 ? given : ""}. Which transition is taken? Press it.`;
  }
  const wrong = faultText(moment);
  const final = machine.final.includes(state) ? "its final state " : "";
  return wrong ? `The machine ends here: ${wrong}` : `The machine has ended in ${final}${state}.`;
}
