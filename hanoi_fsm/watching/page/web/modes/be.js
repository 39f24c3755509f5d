// The mode in which a person is the machine: at each moment the page shows everything but the
// guards' answers, and asks which transition is taken next.

import { isFinal, upcoming } from "../run.js";
import { spelt } from "../spelling.js";
import { Steady } from "../steady.js";
import { html, useRef } from "../vendor/preact.js";

const MOST_TOLD = 9;

export const beMode = { name: "be", title: "Be the machine", View };

function View({ page, moment }) {
  const game = useRef({}).current;
  const root = useRef(null);
  const { machine, run, index } = moment;
  if (game.machine !== machine) {
    Object.assign(game, { machine, right: 0, asked: 0, answered: new WeakSet() });
  }
  // What was said stays until another moment is shown than the one to which the answer led.
  if (game.said?.run !== run || game.said.index !== index) {
    game.said = null;
  }
  const taken = upcoming(moment)?.taken;
  const next = machine.transitions[taken];
  const isOnly = isForced(machine, moment.state);
  const offered = next && !isOnly ? offeredAt(moment) : [];
  const isTold = game.said?.look === "be-told";

  const goOn = (said) => {
    const within = root.current.contains(document.activeElement);
    let to = index + 1;
    while (to < run.length - 1 && isForced(machine, run.states[to])) {
      to += 1;
    }
    const passed = run.taken.slice(index + 2, to + 1).map((one) => machine.transitions[one].text);
    game.said = said && { ...said, passed, run, index: to };
    page.goTo(to);
    if (within) {
      const find = (selector) => root.current.querySelector(selector);
      (find(".be-choice") ?? find(".be-question")).focus();
    }
  };
  const answered = (isRight) => {
    if (!game.answered.has(moment)) {
      game.answered.add(moment); // only the first answer to a question counts
      game.asked += 1;
      game.right += isRight ? 1 : 0;
    }
  };
  const say = (said) => {
    game.said = { ...said, run, index };
    page.draw();
  };
  const pick = (number) => {
    const transition = machine.transitions[number];
    const reasons = reasonsFor(transition, moment, next);
    answered(number === taken);
    if (number === taken) {
      goOn({ look: "be-right", verdict: "✓ Right", transition, reasons });
      return;
    }
    const refused = [...(game.said?.refused ?? []), number];
    say({ look: "fault", verdict: "✗ No", transition, reasons, refused });
  };
  const tell = () => {
    if (isTold || isOnly) {
      goOn(null);
      return;
    }
    answered(false);
    const reasons = reasonsFor(next, moment, next);
    say({ look: "be-told", verdict: "It is", transition: next, reasons });
  };
  return html`
    <section class="be" aria-label="Be the machine" ref=${root}>
      <${Steady} of=${run}>
        <h2 class="be-question" tabindex="-1">${questionAt(moment, next, isOnly)}</h2>
        ${offered.length > 0 && html`<${Asked} ...${moment} />`}
        <div class="row" role="group" aria-label="Transitions">
          ${offered.map(
            (number) => html`
              <button
                key=${number}
                class="be-choice"
                data-transition=${number}
                disabled=${game.said?.refused?.includes(number)}
                onClick=${() => pick(number)}
              >
                ${machine.transitions[number].text}
              </button>
            `,
          )}
        </div>
      <//>
      <p class="row">
        <button class="be-tell" disabled=${!next} onClick=${tell}>
          ${isTold || isOnly ? "Go on" : "Tell me"}
        </button>
        <strong class="be-score">Right at first: ${game.right} of ${game.asked}</strong>
      </p>
      <${Steady} of=${run} class="be-feedback" role="status">${game.said && html`<${Said} ...${game.said} />`}<//>
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

function questionAt({ machine, state, finding, stopped }, next, isOnly) {
  if (next && isOnly) {
    return `The machine is in ${state}, with one way on: ${next.text}`;
  }
  if (next) {
    const event = machine.events.length > 1 ? `, and the next event is ${next.event}` : "";
    return `The machine is in ${state}${event}. Which transition is taken?`;
  }
  if (finding) {
    return `The machine is wrong here: ${finding.sentence}`;
  }
  if (stopped) {
    return `Nothing is taken: ${stopped}`;
  }
  return `The machine has ended in ${isFinal(machine, state) ? "its final state " : ""}${state}.`;
}

// What the guards ask, and which pegs the words ahead and behind mean now.
function Asked({ machine, questions, contents }) {
  const pegs = ["ahead", "behind"].filter((name) => Number.isInteger(contents[name]));
  return html`
    <ul>
      ${questions.map(({ guard }) => html`<li><b>${guard}</b>: ${machine.guards[guard]}?</li>`)}
      ${pegs.map((name) => html`<li class="be-peg"><b>${name}</b> is peg ${contents[name]} now</li>`)}
    </ul>
  `;
}

function Said({ look, verdict, transition, reasons, passed = [] }) {
  return html`
    <div class=${look}>
      <p><b>${verdict}</b>: ${transition.text}</p>
      <ul>
        ${reasons.map(({ fits, text }) => html`<li>${fits ? "✓" : "✗"} ${text}</li>`)}
      </ul>
      ${passed.length > 0 && html`<p class="be-passed">Then with one way on: ${cutList(passed)}</p>`}
    </div>
  `;
}

function cutList(texts) {
  const more = texts.length > MOST_TOLD ? ` .. ${texts.length} in all` : "";
  return texts.slice(0, MOST_TOLD).join(", ") + more;
}

// Why a transition is or is not the next one: a list of { fits, text }. One for another event asks no
// guards.
function reasonsFor(transition, { questions }, next) {
  if (transition.event !== next.event) {
    const text = `it needs the event ${transition.event}, but the next one is ${next.event}`;
    return [{ fits: false, text }];
  }
  const reasons = transition.guards.map(([name, needed]) => {
    const { answer, comparison } = questions.find((one) => one.guard === name);
    const fits = answer === needed;
    const got = typeof answer === "boolean" ? `is ${spelt(answer)}` : answer;
    const needs = fits ? "as it must be" : `but it must be ${spelt(needed)}`;
    return { fits, text: `${name} ${got} here, ${needs}${comparison && `: ${comparison}`}` };
  });
  if (transition !== next && reasons.every((one) => one.fits)) {
    reasons.push({ fits: false, text: `it is enabled as well, but the machine took ${next.text}` });
  }
  return reasons;
}
