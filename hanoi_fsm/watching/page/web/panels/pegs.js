// The three pegs with their disks, and what the machine looks at.

import { pegStacks } from "../configuration.js";
import { diskStyle, lookOf, useSize } from "../looks.js";
import { isTold } from "../modes/be.js";
import { classes } from "../spelling.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

const FEWEST_ROWS = 3;
const NUMERAL = 14; // the height of a row that still has a numeral
const NARROW = 260; // a pane that is no wider has no roles
const LOW = 220; // a pane that is lower has everything smaller

export function PegsPane({ page, moment, pointed, motion, held, shown, ...props }) {
  const [ref, width, height] = useSize();
  return html`
    <section class="pane panel-pegs" aria-label="Pegs" ref=${ref} ...${props}>
      <h2 class="small soft">Pegs</h2>
      ${width > 0 && html`<${Pegs} ...${{ page, moment, pointed, motion, held, width, height }} />`}
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
  const place = (configuration, disk) => {
    const at = configuration.length - disk;
    const below = [...configuration.slice(0, at)].filter((peg) => peg === configuration[at]);
    return [x(configuration[at]), foot - row * (below.length + 0.5) - 1];
  };
  return { isLow, foot, lift, margin, row, rows, x, wide, place };
}

const shifted = ([left, top]) => `translate(${left}px, ${top}px)`;

// The picture of a moment, or of an attempt with the top disk of the peg `held`.
export function Pegs({ page, moment, pointed, motion, held, width, height }) {
  const { configuration, move, run, index } = moment;
  const disks = configuration.length;
  const places = pegPlaces(disks, width, height);
  const { isLow, foot, lift, margin, row, rows, x, wide, place } = places;
  const svg = useRef(null);
  const stacks = pegStacks(configuration);
  const goal = run.goal ?? String(run.target ?? "").repeat(disks);
  const before = move && run.events[index - 1].configuration;
  const compared = comparedAt(moment);
  const roles = rolesAt(moment, compared);
  useLayoutEffect(() => {
    if (motion && move) {
      lifted(
        svg.current,
        { move, motion, lift },
        place(before, move.disk),
        place(configuration, move.disk),
      );
    }
  }, [motion, index]);

  const bar = (disk, look) => html`
    <rect x=${-wide(disk) / 2} y=${1 - row / 2} width=${wide(disk)} height=${row - 2} rx=${row * 0.28} ...${look} />
  `;
  // In this order each disk keeps its element when it moves.
  const diskOf = (peg, at) => {
    const disk = disks - at;
    const isHeld = Number(peg) === held && stacks[peg].at(-1) === disk;
    const [left, top] = place(configuration, disk);
    const transform = shifted([left, isHeld ? lift : top]);
    const look = {
      disk: true,
      pointed: disk === pointed?.disk || disk <= pointed?.disks,
      moved: disk === move?.disk,
      held: isHeld,
    };
    return html`
      <g key=${disk} class=${classes(look)} style=${{ transform, ...diskStyle(disk, disks) }} data-disk=${disk}>
        ${bar(disk, { fill: "var(--f)", stroke: "var(--rim)", "stroke-width": 2 })}
        ${row >= NUMERAL && html`<text font-size=${Math.min(16, row * 0.6)} font-weight="700" fill="var(--n)">${disk}</text>`}
      </g>
    `;
  };
  const silhouetteOf = (_, at) => html`
    <g style=${{ transform: shifted(place(goal, disks - at)) }}>
      ${bar(disks - at, { fill: "var(--sunk)", stroke: "var(--edge)", "stroke-opacity": 0.5 })}
    </g>
  `;
  const high = foot - row * rows - (isLow ? 6 : 18);
  const pegOf = (peg) => html`
    <g class="pegs-peg" data-peg=${peg}>
      <rect x=${x(peg) - 4} y=${high} width="8" height=${foot - high} rx="4" fill="var(--peg)" />
      <text x=${x(peg)} y=${foot + (isLow ? 19 : 25)} font-size="14" font-weight="600">${width < NARROW ? peg : `peg ${peg}`}</text>
      ${
        width >= NARROW &&
        html`<text class="pegs-role" x=${x(peg)} y=${foot + (isLow ? 34 : 44)} font-size="13" fill="var(--soft)">
        ${roles[peg].map(([name, look], at) => html`${at > 0 && " · "}<tspan class=${look} fill=${look ? "var(--c)" : undefined}>${name}</tspan>`)}
      </text>`
      }
    </g>
  `;
  const words = stacks.map((stack, peg) => {
    const names = [peg, ...roles[peg].map(([name]) => name)];
    return `peg ${names.join(", ")}: ${inWords(stack)}`;
  });
  const isHidden = motion || (page?.wishes().mode === "be" && !isTold(moment));
  const looks =
    isHidden || !compared
      ? null
      : { ...compared, look: lookOf(moment.machine, moment.state).colour };
  return html`
    <svg class="pegs" ref=${svg} role="img" aria-label="Pegs. ${words.join("; ")}" viewBox="0 0 ${width} ${height}">
      ${[...goal].map(silhouetteOf)}
      <rect x=${margin} y=${foot} width=${width - 2 * margin} height=${isLow ? 6 : 9} rx="4" fill="var(--peg)" />
      ${[0, 1, 2].map(pegOf)}
      ${
        before &&
        html`<g class="pegs-ghost" style=${{ transform: shifted(place(before, move.disk)) }}>
          ${bar(move.disk, { fill: "none", stroke: "var(--edge)", "stroke-width": 1.5, "stroke-dasharray": "5 4" })}
        </g>`
      }
      ${looks && html`<${SightLines} ...${looks} places=${places} stacks=${stacks} />`}
      ${[...configuration].map(diskOf)}
    </svg>
  `;
}

// A disk is lifted, travels and drops.
function lifted(svg, { move, motion, lift }, [from, low], [to, end]) {
  const disk = svg.querySelector(`[data-disk="${move.disk}"]`);
  for (const one of disk.getAnimations()) {
    one.cancel();
  }
  const frames = [
    { transform: shifted([from, low]), easing: "cubic-bezier(.3,0,.5,1)" },
    { transform: shifted([from, lift]), easing: "cubic-bezier(.45,0,.55,1)", offset: 0.3 },
    { transform: shifted([to, lift]), easing: "cubic-bezier(.6,0,.9,.6)", offset: 0.68 },
    { transform: shifted([to, end]) },
  ];
  disk.animate(frames, motion);
}

// The two tops that the transition to come compares, each with its `peg` and the `name` of the register that
// holds it; null where it compares none.
function comparedAt({ questions = [], choices = [], machine }) {
  const asked = choices
    .filter((one) => one.enabled)
    .flatMap((one) => machine.transitions[one.taken].guards);
  const isAsked = ({ guard, compared }) =>
    compared.length === 2 && asked.some(([name]) => name === guard);
  return questions.find(isAsked)?.compared.some((one) => one.disk)
    ? { tops: questions.find(isAsked).compared }
    : null;
}

// The names below each peg: those of the task, and those of what is compared, with their colour.
function rolesAt({ run, machine, state }, compared) {
  const { source: from, target: to } = run;
  const found = Object.entries({ from, to }).map(([name, peg]) => [peg, name, ""]);
  for (const { peg, name } of compared?.tops ?? []) {
    found.push([peg, name, lookOf(machine, state).colour]);
  }
  return [0, 1, 2].map((peg) => found.filter((one) => one[0] === peg).map(([, ...role]) => role));
}

// From the two tops to what they are compared to be, in the order of the guard.
function SightLines({ tops, look, places: { x, foot, lift, row }, stacks }) {
  const [one, other] = tops.map((top) => top.disk);
  const between = (x(tops[0].peg) + x(tops[1].peg)) / 2;
  const up = lift / 2 + 2;
  const sight = ({ peg, disk }) =>
    disk
      ? `M${between} ${up}Q${x(peg)} ${up} ${x(peg)} ${foot - row * stacks[peg].length - 3}`
      : "";
  const said = one && other ? `${one} ${one < other ? "<" : ">"} ${other}` : `only ${one || other}`;
  return html`
    <g class="sight ${look}">
      <path d=${tops.map(sight).join("")} fill="none" stroke="var(--c)" stroke-width="2" stroke-dasharray="2 5" stroke-linecap="round" />
      <rect x=${between - 34} y=${up - 13} width="68" height="26" rx="13" fill="var(--tint)" stroke="var(--c)" stroke-width="1.5" />
      <text x=${between} y=${up + 1} font-size="14" font-weight="600">${said}</text>
    </g>
  `;
}

function inWords(stack) {
  return stack.length ? `disk${stack.length > 1 ? "s" : ""} ${stack.join(", ")}` : "empty";
}
