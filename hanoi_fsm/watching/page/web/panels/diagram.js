// The state diagram of a machine, in the places that Python has found: the current state and the
// transition just taken are lit. Below it the state and the transition are put into words.

import { isWrongStep } from "../run.js";
import { classes } from "../spelling.js";
import { Steady } from "../steady.js";
import { html, useLayoutEffect, useMemo, useRef } from "../vendor/preact.js";
import { StateTable } from "./table.js";

export const diagramPanel = { name: "diagram", title: "State diagram", applies: () => true, View };

const LINE = 14.4; // the height of a line of a label
const HEAD = 3.2; // half the width of an arrowhead
const [LEAST, MOST] = [5 / 6, 1.6]; // of its size: letters of 10 pixels and of 19

function View({ moment, pointed }) {
  const { machine, run, state, taken } = moment;
  const { failed } = machine.diagram;
  const now = machine.states.find((one) => one.name === state);
  const view = useRef(null);
  useLayoutEffect(() => {
    // A layout in the middle of a change of moment would take longer than all the rest.
    const frame = requestAnimationFrame(() => keepInView(view.current));
    return () => cancelAnimationFrame(frame);
  }, [moment]);
  return html`
    <div class="diagram-view" ref=${view} tabindex="0" role="group" aria-label="The diagram, to scroll">
      <${failed ? StateTable : Drawing} moment=${moment} pointed=${pointed} />
    </div>
    <${Steady} of=${run} class="diagram-now">
      ${meaningOf(machine, now)}
      ${taken !== null && html`<div class="faint">taken: ${machine.transitions[taken].text}</div>`}
    <//>
    <p class="faint">${failed ? `no diagram: ${failed}` : machine.original && "dashed: edited"}</p>
  `;
}

// Scroll as little as brings what is lit into view, and the page not at all.
function keepInView(view) {
  const { scrollX, scrollY } = window;
  for (const lit of view.querySelectorAll(".edge.lit, .label.lit, .state.lit")) {
    lit.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  scrollTo(scrollX, scrollY);
}

// A state and what it means, which need not hold in a machine that was edited.
function meaningOf({ original }, { name, meaning }) {
  return meaning ? `${name}: ${original ? "meant to be: " : ""}${meaning}` : name;
}

function Drawing({ moment, pointed }) {
  const { machine, run, state, taken, finding } = moment;
  const trips = useMemo(() => new Set(pointed ? takenIn(run, pointed) : []), [run, pointed]);
  const { states, diagram } = machine;
  const { left = 0, top = 0, width, height, start, edges } = diagram;
  // As large as the panel allows; where its letters could not be read, one scrolls instead.
  const size = { minWidth: LEAST * width, minHeight: LEAST * height, maxWidth: MOST * width };
  const part = (kind, drawn) => (edge) => {
    const isTaken = edge.transitions.includes(taken);
    const look = {
      [kind]: true,
      second: edge.transitions.some((one) => trips.has(one)),
      lit: isTaken,
      fault: isTaken && isWrongStep(moment),
      edited: edge.isEdited,
    };
    return html`<g class=${classes(look)} data-transitions=${edge.transitions.join(" ")}>${drawn(edge)}</g>`;
  };
  return html`
    <svg
      class="state-diagram"
      viewBox="${left} ${top} ${width} ${height}"
      style=${size}
      role="img"
      aria-label="State diagram of ${machine.title}. Current state: ${state}."
    >
      ${start.length > 0 && html`<circle cx=${start[0]} cy=${start[1]} r="6" /><${Arrow} line=${start} />`}
      ${edges.map(part("edge", Arrow))} ${edges.map(part("label", Lines))}
      ${states.map((one, at) => {
        const isNow = one.name === state;
        const look = classes({ state: true, lit: isNow, fault: isNow && finding });
        return html`
          <g class=${look} data-state=${one.name}>
            <title>${meaningOf(machine, one)}</title>
            <${State} name=${one.name} final=${machine.final.includes(one.name)} box=${diagram.states[at]} />
          </g>
        `;
      })}
    </svg>
  `;
}

// The transitions that move a subtower.
function takenIn({ events, starts }, { first, last }) {
  return events.slice(starts[first - 1] + 1, starts[last] + 1).map((one) => one.taken);
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

function State({ name, final, box: [x, y, width, height] }) {
  return html`
    <rect rx="8" x=${x} y=${y} width=${width} height=${height} />
    ${final && html`<rect class="none" rx="6" x=${x + 4} y=${y + 4} width=${width - 8} height=${height - 8} />`}
    <${Lines} box=${[x, y, width, height]} lines=${[name]} />
  `;
}

// The lines of a text in the middle of a box.
function Lines({ box: [x, y, width, height], lines }) {
  const down = (at) => LINE * (at - (lines.length - 1) / 2);
  return lines.map(
    (line, at) => html`<text x=${x + width / 2} y=${y + height / 2 + down(at)}>${line}</text>`,
  );
}
