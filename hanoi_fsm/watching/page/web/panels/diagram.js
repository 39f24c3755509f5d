// The state diagram of a machine: the current state and the transition just taken are lit, and each
// edge shows how often it was taken so far. Below it the state and the transition are put into words.

import { lessMotion } from "../motion.js";
import { faultyTransition } from "../run.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { Drawing, meaningText } from "./diagram_drawing.js";
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

const LEAST = 5 / 6; // of its size: letters of 10 pixels

// As large as the panel allows; where its letters could not be read, one scrolls instead.
function widthOf({ width, height }, readable) {
  const whole = `min(100%, ${(70 * width) / height}vh, ${1.6 * width}px)`;
  const room = `(${LEAST * width}px - 100%) * 1000`; // below 0 where all of it can be read
  return readable ? `max(${whole}, min(${width}px, ${room}))` : whole;
}

const MARGIN = 16;

// Scroll as little as brings the label of the edge taken into view, and then the state.
function keepInView(view) {
  const frame = view.getBoundingClientRect();
  const headings = view.querySelector("tbody th"); // of a table, which stay where they are
  const begin = frame.left + (headings?.offsetWidth ?? 0);
  const by = { left: 0, top: 0 };
  for (const lit of view.querySelectorAll(".label.lit, .state.lit")) {
    const { left, right, top, bottom } = lit.getBoundingClientRect();
    by.left += beyond(left - by.left, right - by.left, begin, frame.right);
    by.top += beyond(top - by.top, bottom - by.top, frame.top, frame.bottom);
  }
  if (by.left || by.top) {
    view.scrollBy({ ...by, behavior: lessMotion.matches ? "instant" : "smooth" });
  }
}

function beyond(least, most, first, last) {
  return Math.min(0, least - MARGIN - first) + Math.max(0, most + MARGIN - last);
}

// The state with its meaning, the transition that led there, and one that fails.
function Words({ moment }) {
  const { machine, run, state, taken } = moment;
  const meant = (one) => meaningText(machine, one);
  const said = (word, number) => `${word}: ${machine.transitions[number].text}`;
  const failing = (one) => (faultyTransition(one) === one.taken ? null : faultyTransition(one));
  const [fails, ending] = [moment, run.last].map(failing);
  return html`
    <p class="diagram-now">
      <${Roomy} texts=${machine.states.map(meant)}>
        <strong>${state}</strong>${meant(machine.states.find((one) => one.name === state)).slice(state.length)}
      <//>
      <${Roomy} kind="diagram-taken" texts=${[...machine.transitions.keys()].map((one) => said("taken", one))}>
        ${taken !== null && said("taken", taken)}
      <//>
      <${Roomy} kind="diagram-fails" texts=${ending === null ? [] : [said("fails", ending)]}>
        ${fails !== null && said("fails", fails)}
      <//>
    </p>
  `;
}

// A line that has room for the longest of some texts, so that what is below it stays where it is.
function Roomy({ kind = "", texts, children }) {
  const longest = texts.toSorted((one, other) => other.length - one.length).slice(0, 3);
  const room = longest.map((one) => html`<i data-room=${one} />`);
  return html`<span class="roomy ${kind}">${room}<span>${children}</span></span>`;
}

// What the marks mean, and what is not written at each edge or state, as all have it in common.
function sharedWords({ diagram, original }) {
  return [
    "lit: the state now and the transition just taken",
    diagram.failed ? `no diagram: ${diagram.failed}` : "× n: taken n times so far",
    original && "dashed: edited",
  ].filter(Boolean);
}
