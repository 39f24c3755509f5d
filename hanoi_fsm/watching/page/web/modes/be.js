// The mode in which a person is the machine: at each moment the page shows everything but the
// guards' answers, and asks which transition is taken next.

import { isFinal, upcoming } from "../run.js";
import { spelt } from "../spelling.js";
import { html, useMemo, useRef } from "../vendor/preact.js";

export const beMode = { name: "be", title: "Be the machine", View };

function View({ page, moment }) {
  const game = useRef({ harder: false }).current;
  const { machine, run, index } = moment;
  const room = useMemo(() => roomOf(run, game.harder), [run, game.harder]);
  if (game.machine !== machine) {
    Object.assign(game, { machine, right: 0, asked: 0, answered: new WeakSet() });
  }
  // What was said stays until another moment is shown than the one to which the answer led.
  if (game.said?.run !== run || game.said.index !== index) {
    game.said = null;
  }
  const root = useRef(null);
  const taken = upcoming(moment)?.taken;
  const next = machine.transitions[taken];
  const skipped = !game.harder && isForced(moment);
  const offered = next && !skipped ? offeredAt(moment, game.harder) : [];

  const goOn = (said) => {
    const within = root.current.contains(document.activeElement);
    let to = index + 1;
    const passed = [];
    while (!game.harder && isForced(run.at(to)) && to < run.length - 1) {
      to += 1;
      passed.push(machine.transitions[run.taken[to]].text);
    }
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
  const pick = (number) => {
    const transition = machine.transitions[number];
    const reasons = reasonsFor(transition, moment, next);
    const isRight = number === taken;
    answered(isRight);
    if (isRight) {
      goOn({ look: "be-right", verdict: "✓ Right", transition, reasons });
      return;
    }
    if (reasons.every((reason) => reason.fits)) {
      const text = `it is enabled as well, but the machine took ${next.text}`;
      reasons.push({ fits: false, text });
    }
    const refused = [...(game.said?.refused ?? []), number];
    game.said = { look: "be-wrong", verdict: "✗ No", transition, reasons, refused, run, index };
    page.draw();
  };
  const tell = () => {
    if (skipped || game.said?.look === "be-told") {
      goOn(null);
      return;
    }
    answered(false);
    const reasons = reasonsFor(next, moment, next);
    game.said = { look: "be-told", verdict: "It is", transition: next, reasons, run, index };
    page.draw();
  };
  // An edge may stand for several transitions: it is right if one of them is.
  const pickEdge = (ofEdge) => pick(ofEdge.includes(taken) ? taken : ofEdge[0]);
  page.picking = offered.length > 0 ? { moment, numbers: offered, pick: pickEdge } : null;
  const isTold = game.said?.look === "be-told";
  return html`
    <section class="be" aria-label="Be the machine" ref=${root}>
      <div class="stacked">
        <div>
          <h2 class="be-question" tabindex="-1">${questionAt(moment, next, skipped)}</h2>
          ${next && !skipped && html`<${Asked} ...${moment} />`}
          <div class="be-choices" role="group" aria-label="Transitions">
            ${offered.map((number) => {
              const isRefused = game.said?.refused?.includes(number);
              const look = `${isRefused ? "be-refused" : ""} ${isTold && number === taken ? "be-answer" : ""}`;
              return html`
                <button
                  type="button"
                  key=${number}
                  class="be-choice ${look}"
                  data-transition=${number}
                  aria-disabled=${isRefused ? "true" : null}
                  onClick=${() => pick(number)}
                >
                  ${machine.transitions[number].text}
                </button>
              `;
            })}
          </div>
        </div>
        ${room.questions}
      </div>
      <div class="be-bar">
        <button type="button" class="be-tell" disabled=${!next} onClick=${tell}>
          ${isTold || skipped ? "Go on" : "Tell me"}
        </button>
        <label class="be-harder">
          <input
            type="checkbox"
            id="be-all"
            checked=${game.harder}
            onChange=${(event) => {
              game.harder = event.target.checked;
              page.draw();
            }}
          />
          all transitions (harder)
        </label>
        <p class="be-score">Right at the first try: ${game.right} of ${game.asked}</p>
      </div>
      <div class="stacked">
        <div class="be-feedback" role="status">${game.said && html`<${Said} ...${game.said} />`}</div>
        ${room.answers}
      </div>
    </section>
  `;
}

// Where one transition only leaves the state, and asks for nothing, there is no question.
function isForced({ machine, choices }) {
  return choices.length === 1 && machine.transitions[choices[0].taken].guards.length === 0;
}

// The transitions to choose from: those that leave the state, in an order that tells nothing and is
// the same each time, or all of them in the order of the table.
function offeredAt({ machine, choices, index }, harder) {
  if (harder) {
    return [...machine.transitions.keys()];
  }
  const mixed = (number) => Math.imul((number + 1) ^ Math.imul(index + 1, 40503), 2654435761) >>> 0;
  return choices.map((one) => one.taken).sort((one, other) => mixed(one) - mixed(other));
}

function questionAt({ machine, state, finding, stopped, run }, next, skipped) {
  if (next && skipped) {
    return `The machine is in ${state}, from where there is one way only: ${next.text}`;
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
  if (run.word) {
    return `The machine has read the whole word, and is in ${state}.`;
  }
  return isFinal(machine, state)
    ? `The machine has reached its final state ${state}.`
    : "The page does not show more of this run.";
}

// What the guards ask, and which pegs the words ahead and behind mean now.
function Asked({ machine, questions, contents, isRoom }) {
  const pegs = ["ahead", "behind"].filter((name) => Number.isInteger(contents[name]));
  return html`
    <ul class="be-guards">
      ${questions.map(({ guard }) => html`<li><b>${guard}</b>: ${machine.guards[guard]}?</li>`)}
      ${pegs.map((name) => html`<li class=${isRoom ? null : "be-peg"}><b>${name}</b> is peg ${contents[name]} now</li>`)}
    </ul>
  `;
}

function Said({ look, verdict, transition, reasons, passed = [], isRoom }) {
  return html`
    <div class=${look}>
      <p><b>${verdict}</b>: ${transition.text}</p>
      <ul>
        ${reasons.map(
          ({ fits, text }) =>
            html`<li class=${fits ? "" : "be-unfit"}>${fits ? "✓" : "✗"} ${text}</li>`,
        )}
      </ul>
      ${passed.map((text) => html`<p class=${isRoom ? null : "be-passed"}>Then there was one way only: ${text}</p>`)}
    </div>
  `;
}

// Why a transition is or is not the next one: a list of { fits, text }. One from another state or for
// another event asks no guards.
function reasonsFor(transition, moment, next) {
  if (transition.source !== moment.state) {
    const text = `it leaves the state ${transition.source}, but the machine is in ${moment.state}`;
    return [{ fits: false, text }];
  }
  if (transition.event !== next.event) {
    const text = `it needs the event ${transition.event}, but the next one is ${next.event}`;
    return [{ fits: false, text }];
  }
  return transition.guards.map(([guard, needed]) => {
    const question = moment.questions.find((one) => one.guard === guard);
    const { answer, comparison } = question;
    const fits = answer === needed;
    const got = typeof answer === "boolean" ? `is ${spelt(answer)}` : answer;
    const because = comparison ? `: ${comparison}` : "";
    const needs = fits ? "as it must be" : `but it must be ${spelt(needed)}`;
    return { fits, text: `${guard} ${got} here, ${needs}${because}` };
  });
}

// What may be asked in each state, and said of each answer: it is not seen, but has what is below stay
// where it is.
function roomOf(run, harder) {
  const { machine, last } = run;
  const { states, transitions, compares } = machine;
  const leaving = (name) => transitions.filter((one) => one.source === name);
  const onlyFrom = (name) => {
    const [one, ...others] = leaving(name);
    return !harder && one && others.length === 0 && one.guards.length === 0 ? one : null;
  };
  const asked = ({ name }) => {
    const only = onlyFrom(name);
    const offered = harder ? transitions : leaving(name);
    const guards = new Set(leaving(name).flatMap((one) => one.guards.map(([guard]) => guard)));
    return html`
      <div aria-hidden="true">
        <h2>${questionAt({ machine, state: name, run }, only ?? transitions[0], only)}</h2>
        ${!only && html`<${Asked} ...${last} questions=${[...guards].map((guard) => ({ guard }))} isRoom />`}
        <div class="be-choices">
          ${!only && offered.map((one) => html`<button type="button" disabled>${one.text}</button>`)}
        </div>
      </div>
    `;
  };
  const answer = (transition) => {
    const elsewhere = `it leaves the state ${transition.source}, but the machine is in ${last.state}`;
    const reasons = transition.guards.map(([guard]) => {
      const because = compares?.[guard]
        ? ": sentinel 9 on empty peg 0 = sentinel 9 on empty peg 0"
        : "";
      return `${guard} is yes here, but it must be yes${because}`;
    });
    const passed = [];
    let only = onlyFrom(transition.target);
    while (only && passed.length < states.length) {
      passed.push(only.text);
      only = onlyFrom(only.target);
    }
    const texts = reasons.length > 0 ? reasons : [elsewhere];
    const said = { look: "be-right", verdict: "\u2713 Right", transition, passed };
    return html`
      <div class="be-room" aria-hidden="true">
        <${Said} ...${said} reasons=${texts.map((text) => ({ fits: true, text }))} isRoom />
      </div>
    `;
  };
  const end = html`<div aria-hidden="true"><h2>${questionAt(last)}</h2></div>`;
  return { questions: [...states.map(asked), end], answers: transitions.map(answer) };
}
