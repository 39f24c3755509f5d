// The state diagram of a machine: the current state and the transition just taken are lit, and each
// edge shows how often it was taken so far. Below it the state and the transition are put into words.

import { lessMotion } from "../motion.js";
import { faultyTransition } from "../run.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { Drawing } from "./diagram_drawing.js";
import { StateTable } from "./table.js";

export const diagramPanel = {
  name: "diagram",
  title: "State diagram",
  applies: () => true,
  View: Diagram,
};

function Diagram({ page, moment, pointed }) {
  const { machine, run } = moment;
  const [width, setWidth] = useState(widthOf(machine.diagram, true));
  const view = useRef(null);
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => keepInView(view.current));
    return () => cancelAnimationFrame(frame);
  }, [moment, width]);
  const counts = useMemo(() => pointed && countsOf(run, pointed), [run, pointed]);
  const zoomed = (factor) => () => {
    const now = view.current.firstElementChild.clientWidth;
    const most = 4 * machine.diagram.width;
    setWidth(`${Math.max(Math.min(now, most / 40), Math.min(most, now * factor))}px`);
  };
  const button = (text, label, onClick) =>
    html`<button type="button" aria-label=${label} title=${label} onClick=${onClick}>${text}</button>`;
  const tools = html`
    <div class="diagram-tools" role="group" aria-label="Size of the diagram">
      ${button("−", "Smaller diagram", zoomed(1 / 1.25))}
      ${button("+", "Larger diagram", zoomed(1.25))}
      ${button("Whole", "Whole diagram", () => setWidth(widthOf(machine.diagram, false)))}
    </div>
  `;
  const drawing = () => html`
    <${Drawing}
      moment=${moment}
      width=${width}
      pointed=${counts}
      picking=${page.picking?.moment === moment ? page.picking : null}
    />
  `;
  const { failed } = machine.diagram;
  return html`
    ${!failed && tools}
    <div
      class="diagram-view"
      ref=${view}
      tabindex="0"
      role="group"
      aria-label="The ${failed ? "table" : "diagram"}, to scroll"
    >
      ${failed ? html`<${StateTable} moment=${moment} />` : drawing()}
    </div>
    <${Words} moment=${moment} />
    <p class="diagram-shared">${sharedWords(machine).join(" · ")}</p>
  `;
}

// How often each transition was taken in some steps of a run.
function countsOf(run, { first, last }) {
  const counts = new Array(run.machine.transitions.length).fill(0);
  const end = run.starts[Math.min(last, run.steps)];
  for (let index = run.starts[first - 1] + 1; index <= end; index++) {
    counts[run.taken[index]] += 1;
  }
  return counts;
}

// As large as the panel allows; where letters would have less than 12 pixels, one scrolls instead.
function widthOf({ width, height }, readable) {
  const whole = `min(100%, ${(70 * width) / height}vh, ${1.6 * width}px)`;
  return readable ? `max(${width}px, ${whole})` : whole;
}

const MARGIN = 16;

// Scroll so that the state and the label of the edge taken are in view, the state at least.
function keepInView(view) {
  const lit = [".state.lit", ".label.lit"].map((one) => view.querySelector(one)).filter(Boolean);
  const frame = view.getBoundingClientRect();
  const boxes = lit.map((one) => one.getBoundingClientRect());
  const both = boundsOf(boxes);
  const fits = both.right - both.left <= frame.width && both.bottom - both.top <= frame.height;
  const { left, right, top, bottom } = fits ? both : boundsOf(boxes.slice(0, 1));
  const isSeen = left >= frame.left && right <= frame.right;
  if (!(isSeen && top >= frame.top && bottom <= frame.bottom)) {
    view.scrollBy({
      left: (left + right - frame.left - frame.right) / 2,
      top: (top + bottom - frame.top - frame.bottom) / 2,
      behavior: lessMotion.matches ? "instant" : "smooth",
    });
  }
}

function boundsOf(boxes) {
  return {
    left: Math.min(...boxes.map((one) => one.left)) - MARGIN,
    right: Math.max(...boxes.map((one) => one.right)) + MARGIN,
    top: Math.min(...boxes.map((one) => one.top)) - MARGIN,
    bottom: Math.max(...boxes.map((one) => one.bottom)) + MARGIN,
  };
}

// The state with its meaning, the transition that led there, and one that fails.
function Words({ moment }) {
  const { machine, run, state, taken } = moment;
  const text = (number) => machine.transitions[number].text;
  const [faulty, last] = [moment, run.last].map(faultyTransition);
  const fails = last !== null && last !== run.last.taken;
  const meaning = machine.states.find((one) => one.name === state)?.meaning;
  return html`
    <p class="diagram-now">
      <${Roomy} texts=${machine.states.map((one) => `${one.name}: ${one.meaning}`)}>
        <strong>${state}</strong>${meaning ? `: ${meaning}` : ""}
      <//>
      <${Roomy} kind="diagram-taken" texts=${machine.transitions.map((one) => `taken: ${one.text}`)}>
        ${taken !== null && `taken: ${text(taken)}`}
      <//>
      <${Roomy} kind="diagram-fails" texts=${fails ? [`fails: ${text(last)}`] : []}>
        ${faulty !== null && faulty !== taken && `fails: ${text(faulty)}`}
      <//>
    </p>
  `;
}

// A line that has room for the longest of some texts, so that what is below it stays where it is.
function Roomy({ kind = "", texts, children }) {
  const longest = texts.toSorted((one, other) => other.length - one.length).slice(0, 3);
  return html`
    <span class="roomy ${kind}">
      ${longest.map((one) => html`<i data-room=${one} />`)}<span>${children}</span>
    </span>
  `;
}

// What the marks mean, and what is not written at each edge or state, as all have it in common.
function sharedWords({ diagram, original }) {
  return [
    "lit: the state now and the transition just taken",
    diagram.failed ? `no diagram: ${diagram.failed}` : "× n: taken n times so far",
    original && "dashed: edited",
    diagram.event && `every edge: event ${diagram.event}`,
    diagram.all_final && "every state is final",
  ].filter(Boolean);
}
