// The state diagram of a machine, in the places that Python has found for a wide and for a tall pane: the state now
// is solid, the transition just taken is as wide as no other, and that which is taken next is dark.

import { isWrongStep } from "../core/run.js";
import { classes, labelLines } from "../core/spelling.js";
import { lookOf, useSize } from "../looks.js";
import { isTold } from "../modes/be.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { StateTable } from "./table.js";

const [LEAST, MOST] = [0.643, 1.15]; // the scale below which a sketch scrolls, and how much one is enlarged
const [NAME, TEXT, CIRCLE, BESIDE] = [20, 14, 14, 49.5];
const STROKE = { strokeWidth: "var(--wide)" };
const BENDS = [30, -30, 80, -80, 130, -130, 180, -180, 230, -230]; // of an arc, the preferred ones first
const [HEAD, MARGIN, LETTER, GAP] = [6, 13, 8.6, 6];

export function DiagramPane({ page, moment, pointed, motion, several }) {
  const [ref, width, height] = useSize();
  const { machine } = moment;
  useLayoutEffect(() => {
    // A layout in the middle of a change of moment would take longer than all the rest.
    const frame = requestAnimationFrame(() => keepInView(ref.current));
    return () => cancelAnimationFrame(frame);
  }, [moment]);
  const given = { page, moment, pointed, motion, width, height };
  return html`
    <section class="pane panel-diagram" aria-label="State diagram of ${machine.name}">
      ${several && html`<h2 class="small soft">${machine.name}</h2>`}
      <div class="diagram-view" ref=${ref} tabindex="0" role="group" aria-label="The diagram, to scroll">
        ${machine.diagram.failed ? html`<${StateTable} moment=${moment} />` : width > 0 && html`<${Drawing} ...${given} />`}
      </div>
    </section>
  `;
}

// Scroll as little as brings what is lit into view, and the page not at all.
function keepInView(view) {
  const { scrollX, scrollY } = window;
  for (const lit of view.querySelectorAll(".label.lit, .state.lit")) {
    lit.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  scrollTo(scrollX, scrollY);
}

function Drawing({ page, moment, pointed, motion, width, height }) {
  const { machine, run, index, taken, choices } = moment;
  const { transitions, drawn } = machine;
  const [wide, tall] = ["wide", "tall"].map((form) => sketchOf(machine, form));
  const fitOf = (one) => Math.min(width / one.width, height / one.height);
  const sketch = fitOf(wide) < Math.min(LEAST, fitOf(tall)) ? tall : wide;
  const { starts, edges, left, top } = sketch;
  const state = motion ? run.events[index - 1].state : moment.state;
  const next = run.events[index + 1];
  const isHidden = motion || (page.wishes().mode === "be" && !isTold(moment));
  const isWay = (one) => (next ? one.taken === next.taken : one.enabled) && !isHidden;
  const ways = choices.filter(isWay).map((one) => one.taken);
  const marked = pointed?.first ? takenIn(run, pointed) : [pointed?.edge];
  const scale = Math.min(Math.max(fitOf(sketch), LEAST), MOST);
  const style = { width: `${scale * sketch.width}px`, height: `${scale * sketch.height}px` };
  // A part of an edge, with the look of its transitions.
  const partOf = (kind, { transitions: numbers, isEdited }) => {
    const isIn = (some) => numbers.some((one) => some.includes(one));
    const look = {
      [kind]: true,
      [lookOf(machine, transitions[numbers[0]].source).colour]: true,
      pointed: isIn(marked) || numbers.some(page.isEdited),
      way: isIn(ways),
      lit: isIn([taken]),
      fault: isIn([taken]) && isWrongStep(moment),
      edited: isEdited,
    };
    return { class: classes(look), "data-edge": numbers.join(" ") };
  };
  const labelOf = (edge) => {
    const { source, target } = transitions[edge.transitions[0]];
    const said = edge.lines.flat().filter(Boolean).join(" ");
    return html`
      <g ...${partOf("label", edge)} role="button" tabindex="0" aria-label="${source} to ${target}: ${said}">
        <${Label} ...${edge} scale=${scale} fill=${machine.original ? "var(--card)" : "#0000"} />
      </g>
    `;
  };
  const stateOf = ({ name, inner, composite }, at) => {
    if (composite || inner.length === 0) {
      return null;
    }
    const { initial, colour, letters, meaning, does } = lookOf(machine, inner[0]);
    const look = { lit: inner.includes(state), pointed: inner.includes(pointed?.state) };
    const given = { name, final: machine.final.includes(name), box: sketch.states[at] };
    return html`
      <g class=${classes({ state: true, [colour]: true, ...look })} data-state=${inner[0]}>
        <title>${meaning && `${machine.original ? "meant to be: " : ""}${meaning}`}</title>
        <${State} ...${given} does=${sketch.does && does} initial=${letters > 0 && initial} />
      </g>
    `;
  };
  return html`
    <svg class="state-diagram" viewBox="${left} ${top} ${sketch.width} ${sketch.height}" style=${style} role="group"
      aria-label="State diagram of ${machine.title}. Current state: ${moment.state}.">
      ${drawn.map((one, at) => one.composite && html`<${Composite} ...${one} box=${sketch.states[at]} state=${state} machine=${machine} />`)}
      ${starts.map((start) => html`<g class="edge"><circle cx=${start[0]} cy=${start[1]} r="5" fill="var(--edge)" /><${Arrow} line=${[[...start.slice(0, 2), ...start.slice(0, 4), ...start.slice(2, 4)]]} tip=${start.slice(4)} /></g>`)}
      ${edges.map((edge) => html`<g ...${partOf("edge", edge)}><${Arrow} ...${edge} /></g>`)}
      ${edges.map(labelOf)} ${drawn.map(stateOf)}
      ${motion > 0 && html`<${Bead} key=${index} motion=${motion} ...${edges.find((one) => one.transitions.includes(taken))} />`}
    </svg>
  `;
}

// The transitions that move a subtower.
function takenIn({ events, starts }, { first, last }) {
  return events.slice(starts[first - 1] + 1, starts[last] + 1).map((one) => one.taken);
}

const pathOf = (parts) => parts.map((one) => `M${one.slice(0, 2)}C${one.slice(2)}`).join("");

// A line in one or two parts, and a head from its end to the tip.
function Arrow({ line, tip, isEdited }) {
  const [x, y] = line.at(-1).slice(-2);
  const share = HEAD / Math.hypot(tip[0] - x, tip[1] - y);
  const [across, down] = [(tip[1] - y) * share, (x - tip[0]) * share];
  return html`
    <path d=${pathOf(line)} fill="none" stroke="#0000" stroke-width="20" />
    <path style=${STROKE} stroke-dasharray=${isEdited ? "8 5" : undefined} d=${pathOf(line)} fill="none" stroke="var(--stroke)" />
    <polygon points="${x + across},${y + down} ${tip} ${x - across},${y - down}" fill="var(--stroke)" />
  `;
}

// A label in the gap of its arrow; what is done stands out. A finger has an unseen circle to press.
function Label({ box: [x, y, width, height], lines, fill, scale }) {
  const middle = x + width / 2;
  const baseOf = (at) => y + (height * (at + 0.5)) / lines.length;
  return html`
    <circle cx=${middle} cy=${y + height / 2} style=${{ r: `calc(var(--touch, 0px) / ${scale})` }} fill="#0000" />
    <rect x=${x - 4} y=${y - 3} width=${width + 8} height=${height + 6} rx="6" fill=${fill} stroke="var(--ring, none)" stroke-width="2.5" />
    ${lines.map(
      ([quiet, action], at) => html`
        <text x=${middle} y=${baseOf(at)} font-size=${TEXT} font-family="var(--mono)" fill="var(--text)">${quiet}${quiet && action && " "}<tspan fill="var(--ink)" font-weight="600">${action}</tspan></text>
      `,
    )}
  `;
}

// A composite state, around the states in it.
function Composite({ name, inner, region, box: [x, y, width, height], state, machine }) {
  const look = { composite: true, lit: inner.includes(state) };
  return html`
    <g class=${classes({ ...look, [lookOf(machine, inner[0] ?? state).colour]: true })}>
      <rect x=${x} y=${y} width=${width} height=${height} rx="16" fill="var(--sunk)" stroke="var(--stroke)" style=${STROKE} stroke-dasharray=${region ? "8 5" : undefined} />
      <text x=${x + 14} y=${y + 16} font-size="14" font-weight="600" text-anchor="start">${name}</text>
    </g>
  `;
}

// A final state has two borders.
function State({ name, does, initial, final, box: [x, y, width, height] }) {
  const inset = final ? 4 : 0;
  const rect = (by, look) =>
    html`<rect x=${x + by} y=${y + by} width=${width - 2 * by} height=${height - 2 * by} rx=${16 - by / 2} stroke="var(--c)" ...${look} />`;
  const [left, middle] = [x + inset + MARGIN + CIRCLE, y + height / 2];
  const text = x + inset + (initial ? BESIDE : MARGIN);
  return html`
    ${rect(0, { fill: "none", style: { strokeWidth: "var(--halo, 0)" }, opacity: 0.28 })} ${rect(0, { fill: "var(--fill)", style: STROKE })}
    ${final && rect(4, { fill: "none" })}
    ${initial && html`<circle cx=${left} cy=${middle} r=${CIRCLE} fill="var(--dot)" /><text x=${left} y=${middle} font-size=${CIRCLE} font-weight="700" fill="var(--initial)">${initial}</text>`}
    <g text-anchor="start" fill="var(--text)">
      <text x=${text} y=${middle - (does ? height * 0.155 : 0)} font-size=${NAME} font-weight="600">${name}</text>
      ${does && html`<text x=${text} y=${middle + height * 0.22} font-size=${TEXT}>${does}</text>`}
    </g>
  `;
}

// The mark that runs along an arrow while a disk moves.
function Bead({ line, motion }) {
  const bead = useRef(null);
  useLayoutEffect(() => {
    const frames = { offsetDistance: ["0%", "100%"] };
    bead.current.animate(frames, { duration: motion, easing: "ease-in-out" });
  }, []);
  const way = `path("${pathOf(line).replace(/(?<!^)M/g, "L")}")`;
  return html`<circle ref=${bead} r="8" fill="var(--ink)" stroke="var(--card)" stroke-width="2.5" style=${{ offsetPath: way }} />`;
}

// The sketch of a pane. Of a machine that was edited, what is as it was keeps its place, and each other transition is
// an arc with its label in the middle, for which the drawing may grow.
function sketchOf({ original, table, transitions, diagram, states, events }, form) {
  const sketch = diagram[form];
  const before = (original ?? { transitions }).transitions;
  const edges = sketch.edges
    .filter((edge) =>
      edge.transitions.every((number) => (table ?? before)[number] === before[number]),
    )
    .map((edge) => {
      const numbers = edge.transitions.map((number) => transitions.indexOf(before[number]));
      return { ...edge, transitions: numbers };
    });
  const drawn = new Set(edges.flatMap((edge) => edge.transitions));
  for (const [number, { source, target, event, guards, actions }] of transitions.entries()) {
    if (original && !drawn.has(number)) {
      const said = { guards, actions, event: events.length > 1 && event };
      const broken = labelLines(said).flatMap((one) => one.split(/(?<=&) /));
      const lines = broken.map((text) => (text.startsWith("/") ? ["", text] : [text, ""]));
      const [from, to] = [source, target].map(
        (name) => sketch.states[states.findIndex((one) => one.name === name)],
      );
      const arcs = BENDS.map((bend) => arc(from, to, bend, lines));
      const others = [...sketch.states, ...edges.map((edge) => edge.box)];
      const free = arcs.find(({ box }) => !others.some((other) => meets(box, other)));
      edges.push({ transitions: [number], isEdited: true, lines, ...(free ?? arcs[0]) });
    }
  }
  const ends = (axis, sign) =>
    edges.map(({ box }) => box[axis] + (sign > 0 ? box[axis + 2] + GAP : -GAP));
  const [left, top] = [0, 1].map((axis) => Math.min(0, ...ends(axis, -1)));
  const right = Math.max(sketch.width, ...ends(0, 1));
  const bottom = Math.max(sketch.height, ...ends(1, 1));
  return { ...sketch, edges, left, top, width: right - left, height: bottom - top };
}

// A curve from one box to another, bent to one side, or above a box and back to it; and the box of its label.
function arc(from, to, bend, lines) {
  const [[x1, y1], [x2, y2]] = [from, to].map(middleOf);
  const high = 18 * Math.max(lines.length, 1);
  const wide = LETTER * Math.max(4, ...lines.flat().map((text) => text.length));
  const boxAround = (x, y) => [x - wide / 2, y - high / 2, wide, high];
  if (from === to) {
    const [, top] = from;
    const loop = [x1 - 16, top, x1 - 40, top - 50, x1 + 40, top - 50, x1 + 18, top - 9];
    return { line: [loop], tip: [x1 + 15, top], box: boxAround(x1, top - 60) };
  }
  const out = (2 * bend) / Math.hypot(x2 - x1, y2 - y1);
  const by = [(x1 + x2) / 2 + out * (y2 - y1), (y1 + y2) / 2 + out * (x1 - x2)];
  const [begin, tip, end] = [border(from, by, 0), border(to, by, 0), border(to, by, 9)];
  const towards = (point) => point.map((part, axis) => (part + 2 * by[axis]) / 3);
  const box = boxAround((x1 + 2 * by[0] + x2) / 4, (y1 + 2 * by[1] + y2) / 4);
  return { line: [[...begin, ...towards(begin), ...towards(end), ...end]], tip, box };
}

const middleOf = ([x, y, width, height]) => [x + width / 2, y + height / 2];

const meets = (one, other) =>
  [0, 1].every(
    (axis) =>
      one[axis] - GAP < other[axis] + other[axis + 2] &&
      other[axis] < one[axis] + one[axis + 2] + GAP,
  );

// Where the way from the middle of a box to a point leaves the box, or a little further.
function border(box, point, further) {
  const middle = middleOf(box);
  const [across, down] = point.map((part, axis) => part - middle[axis]);
  const out = Math.min(box[2] / 2 / Math.abs(across), box[3] / 2 / Math.abs(down));
  const share = out + further / Math.hypot(across, down);
  return [middle[0] + share * across, middle[1] + share * down];
}
