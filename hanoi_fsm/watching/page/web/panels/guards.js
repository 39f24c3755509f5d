// What the machine asks next: each guard with its answer on this memory and what made it so, and the transitions
// that leave the state, with those that are enabled.

import { Chip, DiskChip } from "../looks.js";
import { isForced, isTold } from "../modes/be.js";
import { classes, labelLines, sentenceOf, spelt } from "../spelling.js";
import { html } from "../vendor/preact.js";
import { Editor } from "./editor.js";

export const guardsPanel = {
  name: "guards",
  title: "What is next",
  applies: () => true,
  said: ({ state, run, index }) => (index === run.length - 1 ? `ended in ${state}` : `in ${state}`),
  View({ page, moment }) {
    const { machine, run, index, state, stopped, questions, choices } = moment;
    const next = run.events[index + 1]?.taken;
    const { meaning } = machine.states.find((one) => one.name === state);
    const isBe = page.wishes().mode === "be";
    const isEditable = !isBe && machine.live && machine.name === page.wishes().by;
    const isHidden = isBe && !isTold(moment);
    const event = machine.transitions[next]?.event;
    return html`
      <p class="guards-state soft">
        ${sentenceOf(meaning)} ${event === undefined ? "The run has ended." : machine.events.length > 1 && html`The next event is <b>${event}</b>.`}
      </p>
      ${stopped && html`<p class="guards-fault fault">${stopped}</p>`}
      ${questions.map((one) => html`<${Question} moment=${moment} ...${one} isAnswered=${!isHidden} />`)}
      ${questions.length === 0 && choices.length > 0 && html`<p class="line"><span></span><span>It asks nothing.</span></p>`}
      ${choices.map(({ taken, enabled }) => html`<${Choice} ...${{ machine, taken, isOn: enabled && !isHidden, isNext: taken === next && !isHidden, press: isBe && event !== undefined && !isForced(machine, state) && (() => page.press(taken)) }} />`)}
      ${isEditable && html`<${Editor} page=${page} moment=${moment} />`}
    `;
  },
};

// A guard with its meaning, and its answer where that is to be seen.
export function Question({ moment, guard, answer, compared, isAnswered }) {
  const { machine } = moment;
  const look = { answer: true, ink: answer === true, fault: typeof answer !== "boolean" };
  return html`
    <div class="line" data-guard=${guard}>
      <b class=${classes(look)}>${isAnswered ? spelt(answer) : "?"}</b>
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
    ({ name, disk }, at) => html`
      ${at > 0 && ` ${sign} `}${disk ? html`<${DiskChip} disk=${disk} disks=${configuration.length} />` : "none"} ${name}
    `,
  );
}

// A transition that leaves the state, which can be pressed where that means something.
function Choice({ machine, taken, isOn, isNext, press }) {
  const transition = machine.transitions[taken];
  const event = machine.events.length > 1 && transition.event;
  const look = { line: true, enabled: isOn, on: isOn, soft: !isOn, now: isNext };
  const content = html`
    <span>${isNext ? "▶" : !isOn && !press && "✕"}</span>
    <code>${labelLines({ ...transition, event }).join(" ") || "always"}</code>
    <${Chip} machine=${machine} state=${transition.target} />
  `;
  return press
    ? html`<button class=${classes(look)} data-taken=${taken} onClick=${press}>${content}</button>`
    : html`<div class=${classes(look)} data-taken=${taken}>${content}</div>`;
}
