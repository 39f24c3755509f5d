// The state diagram of a machine, in the places that Python has found: the state now is solid, the transition just
// taken is as wide as no other, and that which is taken next is dark.

import { lookOf, useSize } from "../looks.js";
import { isTold } from "../modes/be.js";
import { isWrongStep } from "../run.js";
import { classes } from "../spelling.js";
import { html, useLayoutEffect, useMemo } from "../vendor/preact.js";
import { StateTable } from "./table.js";

const LINE = 14.4; // the height of a line of a label
const HEAD = 3.2; // half the width of an arrowhead
const CHIP = 9; // the radius of that of an initial
const [LEAST, MOST] = [5 / 6, 1.15]; // of its size: letters of 10 pixels and more

export function DiagramPane({ page, moment, pointed, motion }) {
  const [ref, width, height] = useSize();
  const { machine } = moment;
  useLayoutEffect(() => {
    // A layout in the middle of a change of moment would take longer than all the rest.
    const frame = requestAnimationFrame(() => keepInView(ref.current));
    return () => cancelAnimationFrame(frame);
  }, [moment]);
  return html`
    <section class="pane panel-diagram" aria-label="State diagram of ${machine.name}">
      <h2 class="small soft">${machine.name}</h2>
      <div class="diagram-view" ref=${ref} tabindex="0" role="group" aria-label="The diagram, to scroll">
        ${machine.diagram.failed ? html`<${StateTable} moment=${moment} />` : html`<${Drawing} ...${{ page, moment, pointed, motion, room: [width, height] }} />`}
      </div>
    </section>
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

function Drawing({ page, moment, pointed, motion, room }) {
  const { machine, run, index, taken, finding, choices } = moment;
  const trips = useMemo(() => new Set(pointed?.first ? takenIn(run, pointed) : []), [run, pointed]);
  const { states, diagram, transitions } = machine;
  const { left = 0, top = 0, width, height, start, edges } = diagram;
  const state = motion ? run.events[index - 1].state : moment.state;
  const next = run.events[index + 1];
  const isHidden = motion || (page.wishes().mode === "be" && !isTold(moment));
  const isWay = (one) => (next ? one.taken === next.taken : one.enabled) && !isHidden;
  const ways = new Set(choices.filter(isWay).map((one) => one.taken));
  // As large as the pane allows; where its letters could not be read, one scrolls instead.
  const fit = Math.min(room[0] / (width + 16), room[1] / (height + 16));
  const scale = Math.min(Math.max(fit, LEAST), MOST);
  const part = (kind, drawn) => (edge) => {
    const isTaken = edge.transitions.includes(taken);
    const look = {
      [kind]: true,
      [lookOf(machine, transitions[edge.transitions[0]].source).colour]: true,
      pointed: edge.transitions.some((one) => trips.has(one) || one === pointed?.edge),
      way: edge.transitions.some((one) => ways.has(one)) && !isTaken,
      lit: isTaken,
      fault: isTaken && isWrongStep(moment),
      edited: edge.isEdited,
    };
    return html`<g class=${classes(look)} data-edge=${edge.transitions[0]} data-transitions=${edge.transitions.join(" ")}>${drawn(edge)}</g>`;
  };
  return html`
    <svg
      class="state-diagram"
      viewBox="${left - 8} ${top - 8} ${width + 16} ${height + 16}"
      style=${{ width: `${scale * (width + 16)}px`, height: `${scale * (height + 16)}px` }}
      role="img"
      aria-label="State diagram of ${machine.title}. Current state: ${moment.state}."
    >
      ${start.length > 0 && html`<g class="edge"><circle cx=${start[0]} cy=${start[1]} r="5" fill="var(--edge)" /><${Arrow} line=${start} /></g>`}
      ${edges.map(part("edge", Arrow))} ${edges.map(part("label", Label))}
      ${states.map((one, at) => {
        const isNow = one.name === state;
        const { initial, colour } = lookOf(machine, one.name);
        const look = {
          state: true,
          [colour]: true,
          lit: isNow,
          pointed: pointed?.state === one.name,
          fault: isNow && finding,
        };
        const final = machine.final.includes(one.name);
        return html`
          <g class=${classes(look)} data-state=${one.name}>
            <title>${meaningOf(machine, one)}</title>
            <${State} name=${one.name} initial=${initial} final=${final} box=${diagram.states[at]} />
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
    <path d="M${line.slice(0, 2)}C${line.slice(2, -2)}" fill="none" stroke="#0000" stroke-width="20" />
    <path d="M${line.slice(0, 2)}C${line.slice(2, -2)}" fill="none" stroke="var(--stroke)" style=${{ strokeWidth: "var(--wide)" }} />
    <polygon points="${x + across},${y + up} ${tipX},${tipY} ${x - across},${y - up}" fill="var(--stroke)" stroke="var(--stroke)" stroke-width="2" />
  `;
}

// A label is on the card, in place of the arrow behind it; what is done stands out.
function Label({ box: [x, y, width, height], lines }) {
  const down = (at) => LINE * (at - (lines.length - 1) / 2);
  return html`
    <rect x=${x} y=${y} width=${width} height=${height} rx="4" fill="var(--card)" fill-opacity=".8" stroke="var(--ring, none)" stroke-width="2.5" />
    ${lines.map(
      (line, at) => html`
        <text x=${x + width / 2} y=${y + height / 2 + down(at)} font-weight=${line.startsWith("/") ? 600 : 400} fill=${line.startsWith("/") ? "var(--ink)" : "var(--text)"}>${line}</text>
      `,
    )}
  `;
}

function State({ name, initial, final, box: [x, y, width, height] }) {
  const rect = (inset, look) => html`
    <rect x=${x + inset} y=${y + inset} width=${width - 2 * inset} height=${height - 2 * inset} rx=${8 - inset / 2} stroke="var(--c)" ...${look} />
  `;
  const [left, middle] = [x + CHIP + 6, y + height / 2];
  return html`
    ${rect(0, { fill: "none", style: { strokeWidth: "var(--halo, 0)" }, opacity: 0.28 })}
    ${rect(0, { fill: "var(--fill)", style: { strokeWidth: "var(--wide, 1.5px)" } })}
    ${final && rect(4, { fill: "none" })}
    <circle cx=${left} cy=${middle} r=${CHIP} fill="var(--dot)" />
    <text x=${left} y=${middle} font-size="12" font-weight="700" fill="var(--initial)">${initial}</text>
    <text x=${(left + CHIP + x + width) / 2} y=${middle} font-size="15" font-weight="600" fill="var(--text)">${name}</text>
  `;
}
