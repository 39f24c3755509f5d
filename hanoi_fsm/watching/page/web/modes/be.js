// The mode in which a person is the machine: at each moment the page asks which transition is taken next,
// and shows the guards' answers only to somebody who was wrong, or asks for them.

import { Question } from "../panels/guards.js";
import { faultText } from "../spelling.js";
import { Steady } from "../steady.js";
import { html, useRef } from "../vendor/preact.js";

const VERDICTS = { "be-right": "✓ Right", fault: "✗ No", "be-told": "It is" };

export function Be({ page, moment }) {
  const game = useRef({}).current;
  const { machine, run, index, questions } = moment;
  const event = run.events[index];
  if (game.machine !== machine) {
    Object.assign(game, { machine, right: 0, asked: 0, answered: new WeakSet(), said: null });
  }
  const said = game.said?.event === event ? game.said : null; // until another moment is shown
  const next = machine.transitions[run.events[index + 1]?.taken];
  const isOnly = isForced(machine, moment.state);
  const offered = next && !isOnly ? offeredAt(moment) : [];
  const isTold = said?.look === "be-told";
  const isAnswered = isTold || said?.look === "fault";

  // Go to the next moment at which there is something to ask.
  const goOn = (answer) => {
    let to = index + 1;
    while (to < run.length - 1 && isForced(machine, run.events[to].state)) {
      to += 1;
    }
    game.said = { ...answer, event: run.events[to] };
    page.goTo(to);
  };
  const answered = (transition, look) => {
    if (!game.answered.has(event)) {
      game.answered.add(event); // only the first answer to a question counts
      game.asked += 1;
      game.right += look === "be-right" ? 1 : 0;
    }
    game.said = { event, look, transition };
    if (look === "be-right") {
      goOn(game.said);
    } else {
      page.draw();
    }
  };
  return html`
    <section class="be" aria-label="Be the machine">
      <${Steady} of=${run}>
        <h2 class="be-question">${questionAt(moment, next, isOnly)}</h2>
        <ul>
          ${
            offered.length > 0 &&
            questions.map(
              (one) => html`<${Question} machine=${machine} ...${one} isAnswered=${isAnswered} />`,
            )
          }
        </ul>
        <div class="row" role="group" aria-label="Transitions">
          ${offered.map((number) => {
            const one = machine.transitions[number];
            return html`
              <button
                class="be-choice"
                data-transition=${number}
                disabled=${said?.look === "fault" && said.transition === one}
                onClick=${() => answered(one, one === next ? "be-right" : "fault")}
              >
                ${one.text}
              </button>
            `;
          })}
        </div>
      <//>
      <p class="row">
        <button
          class="be-tell"
          disabled=${!next}
          onClick=${() => (isOnly || isTold ? goOn({}) : answered(next, "be-told"))}
        >
          ${isOnly || isTold ? "Go on" : "Tell me"}
        </button>
        <strong class="be-score">Right first time: ${game.right} of ${game.asked}</strong>
      </p>
      <${Steady} of=${run} class="be-feedback" role="status">
        ${said?.look && html`<p class=${said.look}><b>${VERDICTS[said.look]}</b>: ${said.transition.text}</p>`}
      <//>
    </section>
  `;
}

// Where one transition only leaves the state, and asks for nothing, there is no question.
function isForced({ transitions }, state) {
  const leaving = transitions.filter((one) => one.source === state);
  return leaving.length === 1 && leaving[0].guards.length === 0;
}

// The transitions that leave the state, in an order that tells nothing and is the same each time.
function offeredAt({ choices, index }) {
  const mixed = (number) => Math.imul((number + 1) ^ Math.imul(index + 1, 40503), 2654435761) >>> 0;
  return choices.map((one) => one.taken).sort((one, other) => mixed(one) - mixed(other));
}

function questionAt(moment, next, isOnly) {
  const { machine, state } = moment;
  if (next && isOnly) {
    return `The machine is in ${state}, with one way on: ${next.text}`;
  }
  if (next) {
    const event = machine.events.length > 1 ? `, and the next event is ${next.event}` : "";
    return `The machine is in ${state}${event}. Which transition is taken?`;
  }
  const wrong = faultText(moment);
  const final = machine.final.includes(state) ? "its final state " : "";
  return wrong ? `The machine ends here: ${wrong}` : `The machine has ended in ${final}${state}.`;
}
