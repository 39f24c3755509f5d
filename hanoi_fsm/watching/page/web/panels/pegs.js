// The three pegs with their disks, and what the machine looks at.

import { pegStacks } from "../core/formulas.js";
import { classes } from "../core/spelling.js";
import { diskStyle, lookOf, useSize } from "../looks.js";
import { isTold } from "../modes/be.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { Stack } from "./memory.js";

const FEWEST_ROWS = 3;
const NUMERAL = 14; // the height of a row that still has a numeral
const NARROW = 260; // a pane of at most this width has no roles
const LOW = 220; // a pane that is lower has everything smaller

const EDGED = { fill: "none", stroke: "var(--edge)" };
const GHOST = { ...EDGED, "stroke-width": 1.5, "stroke-dasharray": "5 4" };
const SILHOUETTE = { ...EDGED, fill: "var(--sunk)", "stroke-opacity": 0.5 };
const RIMMED = { fill: "var(--f)", stroke: "var(--rim)", "stroke-width": 2 };

// The pegs, and below them the frames of a stack, if the memory has one.
export function PegsPane({ page, moment, pointed, motion, held, onPointer }) {
  const [ref, width, height] = useSize();
  const { contents, changed, machine } = moment;
  const stacks = Object.keys(machine?.shows ?? {}).filter((name) => machine.shows[name].fields);
  const stack = (title) => html`
    <div class="frames" tabindex="0" role="group" aria-label=${title}>
      <${Stack} title=${title} value=${contents[title]} changed=${changed[title]} />
    </div>
  `;
  return html`
    <section class="pane panel-pegs" aria-label="Pegs" ...${onPointer}>
      <div ref=${ref}>
        ${width > 0 && html`<${Pegs} ...${{ page, moment, pointed, motion, held, width, height }} />`}
      </div>
      ${stacks.map(stack)}
    </section>
  `;
}

// Where the disks of a picture are: `x` of a peg, the height of a `row`, how `wide` a disk is, and the place
// of a disk of a configuration.
export function pegPlaces(disks, width, height) {
  const isLow = height < LOW;
  const [foot, lift, margin] = isLow ? [height - 42, 20, 10] : [height - 58, 44, 22];
  const column = (width - 2 * margin) / 3;
  const rows = Math.max(disks, FEWEST_ROWS);
  const row = Math.min(isLow ? 20 : 37, column / 2, (foot - lift - (isLow ? 8 : 24)) / rows);
  const most = Math.min(column - 8, 210);
  const x = (peg) => margin + column * (Number(peg) + 0.5);
  const wide = (disk) => most * (0.3 + (0.7 * (disk - 1)) / Math.max(disks - 1, 1));
  const high = foot - row * rows - (isLow ? 6 : 18);
  const place = (configuration, disk) => {
    const at = configuration.length - disk;
    const below = [...configuration.slice(0, at)].filter((peg) => peg === configuration[at]);
    return [x(configuration[at]), foot - row * (below.length + 0.5) - 1];
  };
  return { isLow, foot, lift, margin, row, high, x, wide, place };
}

const shifted = ([left, top]) => `translate(${left}px, ${top}px)`;

// The picture of a moment, or of an attempt with the top disk of the peg `held`.
function Pegs({ page, moment, pointed, motion, held, width, height }) {
  const { configuration, move, run, index, machine, state } = moment;
  const disks = configuration.length;
  const places = pegPlaces(disks, width, height);
  const { isLow, foot, lift, margin, row, high, x, wide, place } = places;
  const svg = useRef(null);
  const stacks = pegStacks(configuration);
  const goal = run.goal ?? String(run.target ?? "").repeat(disks);
  const was = move && place(run.events[index - 1].configuration, move.disk);
  const isHidden = page.wishes().mode === "be" && !isTold(moment);
  const tops = isHidden ? undefined : moment.comparison?.compared;
  const compared = tops?.some((one) => one.disk) ? tops : []; // in the order of the guard
  const roles = [
    [run.source, "from"],
    [run.target, "to"],
    ...compared.map((one) => [one.peg, one.name, "var(--c)"]),
  ];
  const rolesOf = (peg) => roles.filter(([one]) => one === peg);
  const colour = compared.length > 0 ? lookOf(machine, state).colour : "";
  useLayoutEffect(() => {
    if (motion && move) {
      const disk = svg.current.querySelector(".moved");
      lifted(disk, motion, [was, [was[0], lift]], place(configuration, move.disk));
    }
  }, [motion, index]);

  // A disk, or something in its shape; each disk keeps its element when it moves.
  const shape = (disk, where, look, { numeral, ...props }) => html`
    <g key=${numeral && disk} style=${{ transform: shifted(where), ...diskStyle(disk, disks) }} ...${props}>
      <rect x=${-wide(disk) / 2} y=${1 - row / 2} width=${wide(disk)} height=${row - 2} rx=${row * 0.28} ...${look} />
      ${numeral && row >= NUMERAL && html`<text font-size=${Math.min(16, row * 0.6)} font-weight="700" fill="var(--n)">${disk}</text>`}
    </g>
  `;
  const diskOf = (peg, at) => {
    const disk = disks - at;
    const isHeld = Number(peg) === held && stacks[peg].at(-1) === disk;
    const isPointed = disk === pointed?.disk || disk <= pointed?.disks;
    const look = { disk: true, pointed: isPointed, moved: disk === move?.disk, held: isHeld };
    const [left, top] = place(configuration, disk);
    const props = { class: classes(look), "data-disk": disk, numeral: true };
    return shape(disk, [left, isHeld ? lift : top], RIMMED, props);
  };
  const pegOf = (peg) => html`
    <g class="pegs-peg ${colour}" data-peg=${peg}>
      <rect x=${x(peg) - 4} y=${high} width="8" height=${foot - high} rx="4" fill="var(--peg)" />
      <text x=${x(peg)} y=${foot + (isLow ? 19 : 25)} font-size="14" font-weight="600">${width < NARROW ? peg : `peg ${peg}`}</text>
      <text class="pegs-role" x=${x(peg)} y=${foot + (isLow ? 34 : 44)} font-size="13" fill="var(--soft)" visibility=${width < NARROW ? "hidden" : undefined}>
        ${rolesOf(peg).map(([, name, fill], at) => html`${at > 0 && " · "}<tspan fill=${fill}>${name}</tspan>`)}
      </text>
    </g>
  `;
  // The block that the glued disks are, around them, where they are together.
  const isGlued =
    pointed?.disks && !pointed.first && new Set(configuration.slice(-pointed.disks)).size === 1;
  const glueAround = (many) => {
    const [left, top] = place(configuration, many);
    const [tall, half] = [many * row, wide(many) / 2 + 3];
    return html`
      <g style=${diskStyle(many, disks)}>
        <rect class="pegs-block" x=${left - half} y=${top + row / 2 - tall} width=${2 * half} height=${tall + 2} rx=${row * 0.28} fill="var(--f)" stroke="var(--ink)" stroke-width="3" />
      </g>
    `;
  };
  const words = stacks.map(
    (stack, peg) =>
      `peg ${[peg, ...rolesOf(peg).map(([, name]) => name)].join(", ")}: ${inWords(stack)}`,
  );
  return html`
    <svg class="pegs" ref=${svg} role="img" aria-label="Pegs. ${words.join("; ")}" viewBox="0 0 ${width} ${height}">
      ${[...goal].map((_, at) => shape(disks - at, place(goal, disks - at), SILHOUETTE, {}))}
      <rect x=${margin} y=${foot} width=${width - 2 * margin} height=${isLow ? 6 : 9} rx="4" fill="var(--peg)" />
      ${[0, 1, 2].map(pegOf)} ${was && shape(move.disk, was, GHOST, { class: "pegs-ghost" })}
      ${!motion && compared.length > 0 && html`<g class="sight ${colour}">${sightLines(compared, places, stacks)}</g>`}
      ${isGlued && glueAround(pointed.disks)}
      ${[...configuration].map(diskOf)}
    </svg>
  `;
}

// A disk is lifted, travels and drops.
function lifted(disk, motion, [from, above], to) {
  const frames = [
    { transform: shifted(from), easing: "cubic-bezier(.3,0,.5,1)" },
    { transform: shifted(above), easing: "cubic-bezier(.45,0,.55,1)", offset: 0.3 },
    { transform: shifted([to[0], above[1]]), easing: "cubic-bezier(.6,0,.9,.6)", offset: 0.68 },
    { transform: shifted(to) },
  ];
  disk.animate(frames, motion);
}

// From the two tops to the result of their comparison; and below the pegs an arc, on which disk 1 goes ahead.
function sightLines(tops, { isLow, x, foot, lift, row }, stacks) {
  const [one, other] = tops.map((top) => top.disk);
  const [between, up] = [(x(tops[0].peg) + x(tops[1].peg)) / 2, lift / 2 + 2];
  const sight = ({ peg, disk }) =>
    disk
      ? `M${between} ${up}Q${x(peg)} ${up} ${x(peg)} ${foot - row * stacks[peg].length - 3}`
      : "";
  const [from, to] = [x(3 - tops[0].peg - tops[1].peg), x(tops[0].peg)];
  const said = one && other ? `${one} ${one < other ? "<" : ">"} ${other}` : `only ${one || other}`;
  return html`
    <path d=${tops.map(sight).join("")} fill="none" stroke="var(--c)" stroke-width="2" stroke-dasharray="2 5" stroke-linecap="round" />
    ${!isLow && html`<path class="pegs-arc" d="M${from} ${foot + 11}Q${(from + to) / 2} ${foot + 24} ${to} ${foot + 13}" fill="none" stroke="var(--c)" stroke-width="2" /><path d="M${to} ${foot + 9}l${to < from ? "9 0-3 9" : "-9 0 3 9"}z" fill="var(--c)" />`}
    <rect x=${between - 34} y=${up - 13} width="68" height="26" rx="13" fill="var(--tint)" stroke="var(--c)" stroke-width="1.5" />
    <text x=${between} y=${up + 1} font-size="14" font-weight="600">${said}</text>
  `;
}

function inWords(stack) {
  return stack.length ? `disk${stack.length > 1 ? "s" : ""} ${stack.join(", ")}` : "empty";
}
