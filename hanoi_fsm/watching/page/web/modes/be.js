// The mode in which a person is the machine: at each moment the page asks which transition is taken next, and shows
// the guards' answers only to somebody who was wrong, or asks for them. A press on a transition is the guess.

import { faultText } from "../core/spelling.js";
import { html } from "../vendor/preact.js";

const VERDICTS = { right: "✓ Right", fault: "✗ No", told: "It is" };

const game = { machine: null, right: 0, asked: 0, answered: new WeakSet(), said: null };

// The comment on a moment, until another one is shown.
function saidAt({ run, index }) {
  return game.said?.event === run.events[index] ? game.said : null;
}

// Whether the answers of the guards may be seen.
export function isTold(moment) {
  return ["fault", "told"].includes(saidAt(moment)?.look);
}

// If a single transition without guards leaves the state, nothing is asked.
export function isForced({ transitions }, state) {
  const leaving = transitions.filter((one) => one.source === state);
  return leaving.length === 1 && leaving[0].guards.length === 0;
}

// Go to the next moment at which there is something to ask.
function goOn(page, { run, index, machine }, said) {
  let to = index + 1;
  while (to < run.length - 1 && isForced(machine, run.events[to].state)) {
    to += 1;
  }
  game.said = { ...said, event: run.events[to] };
  page.goTo(to);
}

// A transition that a person takes, by its number; without one the page answers. The first answer counts.
export function guess(page, moment, number) {
  const { machine, run, index, state } = moment;
  const event = run.events[index];
  const next = run.events[index + 1]?.taken;
  if (next === undefined || isForced(machine, state) || (number === undefined && isTold(moment))) {
    if (next !== undefined && number === undefined) {
      goOn(page, moment, {});
    }
    return;
  }
  const look = number === next ? "right" : "fault";
  const said = { event, look: number === undefined ? "told" : look, number: number ?? next };
  if (!game.answered.has(event)) {
    game.answered.add(event);
    game.asked += 1;
    game.right += said.look === "right" ? 1 : 0;
  }
  game.said = said;
  if (said.look === "right") {
    goOn(page, moment, said);
  } else {
    page.draw();
  }
}

export function Be({ page, moment }) {
  const { machine, run, index, state } = moment;
  if (game.machine !== machine) {
    Object.assign(game, { machine, right: 0, asked: 0, said: null });
  }
  const said = saidAt(moment);
  const next = run.events[index + 1];
  const isOnly = isForced(machine, state);
  return html`
    <div id="voice" class="row be">
      <span class="be-feedback ${said?.look ?? ""}" role="status">
        ${said?.look && html`<b>${VERDICTS[said.look]}</b>: ${machine.transitions[said.number].text}. `}
      </span>
      <span class="be-question">${questionAt(moment, next, isOnly)}</span>
      <button class="btn be-tell" disabled=${!next} onClick=${() => guess(page, moment)}>
        ${isOnly || isTold(moment) ? "Go on" : "Tell me"}
      </button>
      <strong class="be-score push">Right first time: ${game.right} of ${game.asked}</strong>
    </div>
  `;
}

function questionAt(moment, next, isOnly) {
  const { machine, state } = moment;
  if (next && isOnly) {
    return `The machine is in ${state}, with one way on.`;
  }
  if (next) {
    const event = machine.transitions[next.taken].event;
    const given = machine.events.length > 1 ? `, and the next event is ${event}` : "";
    return `The machine is in ${state}${given}. Which transition is taken? Press it.`;
  }
  const wrong = faultText(moment);
  const final = machine.final.includes(state) ? "its final state " : "";
  return wrong ? `The machine ends here: ${wrong}` : `The machine has ended in ${final}${state}.`;
}
