// The state diagram of a machine, in the places that Python has found: the current state and the
// transition just taken are lit. Below it the state and the transition are put into words.

import { isWrongStep } from "../run.js";
import { classes } from "../spelling.js";
import { Steady } from "../steady.js";
import { html, useLayoutEffect, useMemo, useRef } from "../vendor/preact.js";
import { StateTable } from "./table.js";

export const diagramPanel = { name: "diagram", title: "State diagram", applies: () => true, View };

const [LABEL, NAME] = [12, 15]; // the sizes of letters, as in the style sheet
const LINE_HEIGHT = 1.2;
const BASELINE = 0.35; // how far it is below the middle of a line, in sizes of its letters
const HEAD = 3.2; // half the width of an arrowhead
const BORDER = 4; // between the two of a final state
const LEAST = 5 / 6; // of its size: letters of 10 pixels
const MARGIN = 16;

function View({ moment, pointed }) {
  const { machine, run } = moment;
  const { failed } = machine.diagram;
  const view = useRef(null);
  useLayoutEffect(() => {
    // A layout in the middle of a change of moment would take longer than all the rest.
    const frame = requestAnimationFrame(() => keepInView(view.current));
    return () => cancelAnimationFrame(frame);
  }, [moment]);
  return html`
    <div
      class="diagram-view"
      ref=${view}
      tabindex="0"
      role="group"
      aria-label="The ${failed ? "table" : "diagram"}, to scroll"
    >
      ${failed ? html`<${StateTable} moment=${moment} />` : html`<${Drawing} moment=${moment} pointed=${pointed} />`}
    </div>
    <${Steady} of=${run}><${Words} moment=${moment} /><//>
    <p class="faint">
      ${failed ? `no diagram: ${failed}` : machine.original && "dashed: edited"}
    </p>
  `;
}

// As large as the panel allows; where its letters could not be read, one scrolls instead.
function widthOf({ width, height }) {
  const whole = `min(100%, ${(70 * width) / height}vh, ${1.6 * width}px)`;
  const room = `(${LEAST * width}px - 100%) * 1000`; // below 0 where all of it can be read
  return `max(${whole}, min(${width}px, ${room}))`;
}

// Scroll as little as brings what is lit into view.
function keepInView(view) {
  const frame = view.getBoundingClientRect();
  for (const lit of view.querySelectorAll(".label.lit, .state.lit")) {
    const { left, right, top, bottom } = lit.getBoundingClientRect();
    view.scrollBy(
      Math.min(0, left - MARGIN - frame.left) + Math.max(0, right + MARGIN - frame.right),
      Math.min(0, top - MARGIN - frame.top) + Math.max(0, bottom + MARGIN - frame.bottom),
    );
  }
}

// The state with its meaning, and the transition that led there.
function Words({ moment: { machine, state, taken } }) {
  const now = machine.states.find((one) => one.name === state);
  return html`
    <p class="diagram-now">
      <strong>${state}</strong>${meaningOf(machine, now).slice(state.length)}
      ${taken !== null && html`<div class="faint">taken: ${machine.transitions[taken].text}</div>`}
    </p>
  `;
}

// A state and what it means, which need not hold in a machine that was edited.
function meaningOf({ original }, { name, meaning }) {
  return meaning ? `${name}: ${original ? "meant to be: " : ""}${meaning}` : name;
}

function Drawing({ moment, pointed }) {
  const { machine, run, state, taken, finding } = moment;
  const trips = useMemo(() => new Set(pointed ? takenIn(run, pointed) : []), [run, pointed]);
  const { diagram, transitions, states } = machine;
  const lookOf = ({ transitions: numbers, isEdited }) => {
    const isTaken = numbers.includes(taken);
    const second = numbers.some((one) => trips.has(one));
    return classes({
      second,
      lit: isTaken,
      fault: isTaken && isWrongStep(moment),
      edited: isEdited,
    });
  };
  const just = taken === null ? "" : ` Transition just taken: ${transitions[taken].text}.`;
  const part = (kind, drawn) => (edge) =>
    html`
    <g
      class="${kind} ${lookOf(edge)}"
      data-transitions=${edge.transitions.join(" ")}
    >
      <title>${edge.transitions.map((one) => transitions[one].text).join("\n")}</title>
      ${drawn(edge)}
    </g>
  `;
  const text = (edge) => (line, at) =>
    html`<text ...${baseline(edge.box, LABEL, at, edge.lines.length)}>${line}</text>`;
  return html`
    <svg
      class="state-diagram"
      viewBox="${diagram.left ?? 0} ${diagram.top ?? 0} ${diagram.width} ${diagram.height}"
      style=${{ width: widthOf(diagram) }}
      role="img"
      aria-label="State diagram of ${machine.title}. Current state: ${state}.${just}"
    >
      ${diagram.start.length > 0 && html`<${Start} line=${diagram.start} />`}
      ${diagram.edges.map(part("edge", ({ line }) => html`<${Arrow} line=${line} />`))}
      ${diagram.edges.map(part("label", (edge) => edge.lines.map(text(edge))))}
      ${states.map((one, at) => {
        const look = { state: true, lit: one.name === state, fault: one.name === state && finding };
        return html`<${State} machine=${machine} at=${at} look=${classes(look)} />`;
      })}
    </svg>
  `;
}

// The transitions that move a subtower.
function takenIn({ starts, steps, taken }, { first, last }) {
  return taken.slice(starts[first - 1] + 1, starts[Math.min(last, steps)] + 1);
}

function Start({ line }) {
  return html`
    <g>
      <circle cx=${line[0]} cy=${line[1]} r="6" />
      <${Arrow} line=${line} />
    </g>
  `;
}

function Arrow({ line }) {
  const [x, y, tipX, tipY] = line.slice(-4);
  const share = HEAD / Math.hypot(tipX - x, tipY - y);
  const [across, up] = [(tipY - y) * share, (x - tipX) * share];
  return html`
    <path class="none" d="M${line.slice(0, 2)}C${line.slice(2, -2)}" />
    <polygon points="${x + across},${y + up} ${tipX},${tipY} ${x - across},${y - up}" />
  `;
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
    <g class=${look} data-state=${name}>
      <title>${meaningOf(machine, machine.states[at])}</title>
      ${border(0)} ${final && border(BORDER, "none")}
      <text ...${baseline(box, NAME)}>${name}</text>
    </g>
  `;
}

// Where the text of a line begins, of the `lines` that fill a box.
function baseline([x, y, width, height], size, line = 0, lines = 1) {
  const down = (line - (lines - 1) / 2) * LINE_HEIGHT + BASELINE;
  return { x: x + width / 2, y: (y + height / 2 + down * size).toFixed(1) };
}
