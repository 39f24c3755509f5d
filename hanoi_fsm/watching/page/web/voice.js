// The voice: what was just done and why, and what is now. Screen readers hear it where the run stands still.

import { eventParts, eventWith } from "./core/edit.js";
import { counted, faultText, labelLines, sentenceOf, spelt } from "./core/spelling.js";
import { Chip, DiskChip, lookOf } from "./looks.js";
import { html } from "./vendor/preact.js";

const MOST_GIVEN = 12; // events; of more, a word is written

export function Voice({ page, moments, note }) {
  const [moment, ...others] = moments;
  const fault = faultText(moment);
  return html`
    <div id="voice" class="row" aria-live=${page.player.playing() ? "off" : "polite"}>
      ${fault && html`<b class="fault">✗ ${moment.finding ? "Wrong" : "It stops"}: ${fault}.</b>`}
      <span>${note ?? saidOf(moment)}</span>
      <${Now} ...${moment} />
      ${!fault && page.wishes().mode === "watch" && html`<${Given} page=${page} moment=${moment} />`}
      ${others.map((one) => html`<span class="soft">${one.machine.name}${faultText(one) && html`<b class="fault"> ✗ ${faultText(one)}</b>`}</span> <${Now} ...${one} />`)}
    </div>
  `;
}

// The events that the machine may be given now, with its free inputs as they are chosen.
function Given({ page, moment: { machine, accepted, free } }) {
  const names = new Set(machine.events.map((event) => eventParts(event).name));
  const button = (name) => {
    const event = eventWith(machine, name, free);
    return html`<button disabled=${!accepted.has(event)} onClick=${() => page.give(event)}>${name}</button>`;
  };
  const isFew = !machine.autonomous && names.size <= MOST_GIVEN;
  return (
    isFew &&
    html`<span class="row push"><span class="soft">give it</span><span class="choice given" role="group" aria-label="Events to give">${[...names].toSorted().map(button)}</span></span>`
  );
}

// The latest event.
function saidOf({ machine, run, index, move, output, taken, decisive, configuration }) {
  if (index === 0) {
    return beginning(machine, run);
  }
  const disks = configuration.length;
  const before = run.events[index - 1];
  const transition = machine.transitions[taken];
  const chip = (disk) => html`<${DiskChip} disk=${disk} disks=${disks} />`;
  if (!move) {
    return eventSaid(machine, before.state, transition, output);
  }
  const went = html`disk ${chip(move.disk)} went from peg ${move.source} to peg ${move.target}.`;
  if (!decisive) {
    return html`In ${before.state}, ${went}`;
  }
  const [one, other] = decisive.compared;
  const top = ({ disk, name }) => html`${disk ? chip(disk) : "none"} ${name}`;
  return html`Is ${top(one)} smaller than ${top(other)}? <b>${decisive.answer ? "Yes" : "No"}</b>, so ${went}`;
}

function beginning({ kind }, { disks, source, word }) {
  if (word) {
    return `The word has ${counted(word.length, "event")}, and nothing is read yet.`;
  }
  return kind === "solver"
    ? `All ${disks} disks are on peg ${source}.`
    : "Nothing has happened yet.";
}

// The effect of an event that moved no disk.
function eventSaid({ autonomous, guards }, state, transition, output) {
  if (!autonomous) {
    const wrote = output === null ? "wrote nothing" : html`wrote <b>${spelt(output)}</b>`;
    return html`In ${state} it read <b>${transition.event}</b> and ${wrote}.`;
  }
  const [[name, answer] = []] = transition.guards;
  if (name && transition.actions.length === 0) {
    return html`It asked whether ${guards[name] || name}: <b>${answer ? "yes" : "no"}</b>.`;
  }
  const [label] = labelLines({ ...transition, event: "", guards: [] });
  return `In ${state} it did ${label?.slice(2) ?? "nothing"}.`;
}

// The present state with its meaning, or a note that the next event only ends the run.
function Now({ machine, run, index, state, finding, stopped }) {
  const next = run.events[index + 1];
  const isLast = next?.index === run.length - 1 && !next.move && machine.pegs && !run.last.finding;
  const isEnd = !next && machine.kind === "solver";
  const { does, meaning, around } = lookOf(machine, state);
  const moves = isEnd && `${run.steps} moves, and not one too many.`;
  const said = isLast ? "all is done →" : moves || sentenceOf(does || meaning);
  return html`
    <span class="row">${next && html`<span>Now</span>`}<${Chip} machine=${machine} state=${state} look="lit" /></span>
    ${around.length > 0 && html`<span>in ${around.join(", ")}</span>`}
    <span class="soft" hidden=${Boolean(finding || stopped)}>${said}</span>
    ${isLast && html`<${Chip} machine=${machine} state=${next.state} />`}
  `;
}
