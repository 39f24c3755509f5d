// What the machine asks next: each guard with its answer on this memory and what made it so, and the transitions
// that leave the state, with those that are enabled.

import { Radios } from "../choices.js";
import { classes, labelLines, sentenceOf, spelt } from "../core/spelling.js";
import { Chip, DiskChip, lookOf } from "../looks.js";
import { isTold } from "../modes/be.js";
import { html } from "../vendor/preact.js";

export const guardsPanel = {
  name: "guards",
  title: "What is next",
  said: ({ state, run, index }) => (index === run.length - 1 ? `ended in ${state}` : `in ${state}`),
  View({ page, moment }) {
    const { machine, run, index, state, stopped, questions, choices, accepted } = moment;
    const next = run.events[index + 1]?.taken;
    const { meaning } = lookOf(machine, state);
    const isBe = page.wishes().mode === "be";
    const given = new Set(machine.editable ? choices.map((one) => one.taken) : accepted.values());
    const canPress = (taken) =>
      machine.name === page.wishes().by && (isBe ? next !== undefined : given.has(taken));
    const isHidden = isBe && !isTold(moment);
    const event = machine.transitions[next]?.event;
    return html`
      <p class="guards-state soft">
        ${sentenceOf(meaning)} ${event === undefined ? "The run has ended." : machine.events.length > 1 && html`The next event is <b>${event}</b>.`}
      </p>
      ${stopped && html`<p class="guards-fault fault">${stopped}</p>`}
      ${questions.map((one) => html`<${Question} page=${page} moment=${moment} ...${one} isBe=${isBe} isAnswered=${!isHidden} />`)}
      ${questions.length === 0 && choices.length > 0 && html`<p class="line"><span></span><span>It asks nothing.</span></p>`}
      ${choices.map(({ taken, enabled }) => html`<${Transition} ...${{ machine, taken, canPress: canPress(taken), isHidden, isOn: enabled, isNext: taken === next }} />`)}
    `;
  },
};

// A guard with its meaning, and its answer where that is to be seen, or to be chosen.
function Question({ page, moment, guard, answer, isFree, compared, isBe, isAnswered }) {
  const { machine, free } = moment;
  const choose = (one) => page.wish({ chosen: { ...free, [guard]: one === "yes" } });
  const look = { answer: true, ink: answer === true, fault: typeof answer === "string" };
  return html`
    <div class="line" data-guard=${guard}>
      ${
        isFree && !isBe
          ? html`<${Radios} title=${guard} value=${spelt(answer)} values=${["yes", "no"]} change=${choose} />`
          : html`<b class=${classes(look)}>${isAnswered ? spelt(answer) : "?"}</b>`
      }
      <span>
        <code><b>${guard}?</b></code><br />
        <span class="soft">${isAnswered && compared.length > 0 ? html`<${Compared} ...${moment} compared=${compared} />` : machine.guards[guard]}</span>
      </span>
    </div>
  `;
}

function Compared({ compared, configuration }) {
  const tops = compared.map((one) => one.disk || Number.POSITIVE_INFINITY);
  const sign = ["<", "=", ">"][Math.sign(tops[0] - tops[1] || 0) + 1];
  return compared.map(
    ({ name, disk }, at) =>
      html`${at > 0 && ` ${sign} `}${disk ? html`<${DiskChip} disk=${disk} disks=${configuration.length} />` : "none"} ${name}`,
  );
}

// A transition that leaves the state, which can be pressed where that means something.
function Transition({ machine, taken, canPress, isHidden, isOn, isNext }) {
  const transition = machine.transitions[taken];
  const event = machine.events.length > 1 && transition.event;
  const seen = isHidden
    ? {}
    : { enabled: isOn, on: isOn, soft: !isOn, now: isNext, sign: isNext ? "▶" : !isOn && "✕" };
  const look = { class: classes({ line: true, ...seen, sign: false }), "data-taken": taken };
  return html`
    <${canPress ? "button" : "div"} ...${look} data-edge=${canPress ? taken : undefined}>
      <span>${seen.sign}</span>
      <code>${labelLines({ ...transition, event }).join(" ") || "always"}</code>
      <${Chip} machine=${machine} state=${transition.target} />
    <//>
  `;
}
