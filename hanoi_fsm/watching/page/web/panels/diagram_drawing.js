// The drawing within the state diagram, in the places that Python has found. A person may pick
// transitions by their edges: `picking` has the numbers of those, and `pick`.

import { faultyTransition } from "../run.js";
import { html, useState } from "../vendor/preact.js";

const named = (...names) => names.filter(Boolean).join(" ");
const [LABEL, NAME] = [12, 15]; // the sizes of letters, as in the style sheet
const LINE_HEIGHT = 1.2;
const BASELINE = 0.35; // how far it is below the middle of a line, in sizes of its letters
const HEAD = 3.2; // half the width of an arrowhead
const BORDER = 4; // between the two of a final state

export function Drawing({ moment, width, pointed, picking }) {
  const [aimed, setAimed] = useState(null);
  const { machine, state, taken, finding } = moment;
  const { diagram, transitions } = machine;
  const faulty = faultyTransition(moment);
  const counts = pointed ?? moment.counts;
  const lookOf = (numbers) => {
    const [isTaken, fails] = [taken, faulty].map((one) => numbers.includes(one));
    return named((isTaken || fails) && "lit", fails && "fault");
  };
  const marks = diagram.edges.map((edge) => {
    const count = edge.transitions.reduce((sum, one) => sum + counts[one], 0);
    const offered = edge.transitions.filter((one) => picking?.numbers.includes(one));
    const look = named(
      lookOf(edge.transitions),
      pointed && count > 0 && "pointed",
      edge.isEdited && "edited",
      offered.length > 0 && (aimed === edge ? "pickable aimed" : "pickable"),
    );
    const handlers = offered.length > 0 && {
      onClick: () => picking.pick(offered),
      onPointerEnter: () => setAimed(edge),
      onPointerLeave: () => setAimed(null),
    };
    const texts = edge.transitions.map((one) => transitions[one].text);
    return { edge, look, handlers, count, texts };
  });
  const here = finding ? "lit fault" : "lit";
  const just = taken === null ? "" : ` Transition just taken: ${transitions[taken].text}.`;
  return html`
    <svg
      class="state-diagram"
      viewBox="${diagram.left ?? 0} ${diagram.top ?? 0} ${diagram.width} ${diagram.height}"
      style=${{ width }}
      role=${picking ? "group" : "img"}
      aria-label="State diagram of ${machine.title}. Current state: ${state}.${just}"
    >
      ${diagram.start.length > 0 && html`<${Start} line=${diagram.start} state=${machine.initial} />`}
      ${marks.map((one) => html`<${Edge} ...${one} />`)}
      ${marks.map((one) => html`<${Label} ...${one} transitions=${transitions} lookOf=${lookOf} />`)}
      ${machine.states.map(({ name }, at) => html`<${State} machine=${machine} at=${at} look=${name === state && here} />`)}
    </svg>
  `;
}

function Start({ line, state }) {
  return html`
    <g class="start">
      <title>initial state: ${state}</title>
      <circle cx=${line[0]} cy=${line[1]} r="6" />
      <${Arrow} line=${line} />
    </g>
  `;
}

function Edge({ edge, look, handlers, texts }) {
  const button = handlers && {
    ...handlers,
    role: "button",
    tabindex: "0",
    "aria-label": texts.join(", or "),
    onFocus: handlers.onPointerEnter,
    onBlur: handlers.onPointerLeave,
    onKeyDown(event) {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        handlers.onClick();
      }
    },
  };
  return html`
    <g class="edge ${look}" data-transitions=${edge.transitions.join(" ")} ...${button}>
      <title>${texts.join("\n")}</title>
      <${Arrow} line=${edge.line} isBroad=${handlers} />
    </g>
  `;
}

function Arrow({ line, isBroad }) {
  const [x, y, tipX, tipY] = line.slice(-4);
  const share = HEAD / Math.hypot(tipX - x, tipY - y);
  const [across, up] = [(tipY - y) * share, (x - tipX) * share];
  const d = `M${line.slice(0, 2)}C${line.slice(2, -2)}`;
  return html`
    ${isBroad && html`<path class="broad" d=${d} />`}
    <path class="line" d=${d} />
    <polygon class="head" points="${x + across},${y + up} ${tipX},${tipY} ${x - across},${y - up}" />
  `;
}

function Label({ edge, transitions, look, handlers, texts, count, lookOf }) {
  const waiting = edge.transitions.length > 1 ? [...edge.transitions] : [];
  const place = (at) => baseline(edge.box, LABEL, at, edge.lines.length + 1);
  return html`
    <g class="label ${look}" data-transitions=${edge.transitions.join(" ")} ...${handlers}>
      <title>${texts.join("\n")}</title>
      ${edge.lines.map((line, at) => html`<text ...${place(at)}>${wordsOf(line, waiting, transitions, lookOf)}</text>`)}
      <text class="count" ...${place(edge.lines.length)}>${count > 0 && `× ${count}`}</text>
    </g>
  `;
}

// A line of a label, in which each event that stands for a transition is a part.
function wordsOf(line, waiting, transitions, lookOf) {
  const parts = [];
  let rest = line;
  while (waiting.length > 0 && rest.startsWith(transitions[waiting[0]].event)) {
    const number = waiting.shift();
    const { event } = transitions[number];
    const [comma] = rest.slice(event.length).match(/^[, ]*/);
    parts.push(
      html`<tspan class=${lookOf([number])} data-transition=${number}>${event}</tspan>`,
      comma,
    );
    rest = rest.slice(event.length + comma.length);
  }
  return [...parts, rest];
}

function State({ machine, at, look }) {
  const { name, final } = machine.states[at];
  const box = machine.diagram.states[at];
  const border = (less, kind) => {
    const [x, y, width, height] = box;
    const inner = { x: x + less, y: y + less, width: width - 2 * less, height: height - 2 * less };
    return html`<rect rx="8" ...${inner} class=${kind} />`;
  };
  return html`
    <g class=${named("state", final && "final", look)} data-state=${name}>
      <title>${meaningText(machine, machine.states[at])}</title>
      ${border(0, null)} ${final && border(BORDER, "inner")}
      <text ...${baseline(box, NAME)}>${name}</text>
    </g>
  `;
}

// A state and what it means, which need not hold in a machine that was edited.
export function meaningText({ original }, { name, meaning }) {
  return meaning ? `${name}: ${original ? "meant to be: " : ""}${meaning}` : name;
}

// Where the text of a line begins, of the `lines` that fill a box.
function baseline([x, y, width, height], size, line = 0, lines = 1) {
  const down = (line - (lines - 1) / 2) * LINE_HEIGHT + BASELINE;
  return { x: x + width / 2, y: (y + height / 2 + down * size).toFixed(1) };
}
