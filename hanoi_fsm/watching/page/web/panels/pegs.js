// The three pegs with their disks.

import { diskColours, moveText, pegStacks } from "../configuration.js";
import { classes } from "../spelling.js";
import { html } from "../vendor/preact.js";

const FEWEST_ROWS = 3;
const ROW = 20; // the height of a disk and of what is between it and the next
const LABELS = 40; // the height of the names below the pegs

export const pegsPanel = {
  name: "pegs",
  title: "Pegs",
  applies: (machine) => machine.pegs,
  View({ moment, pointed }) {
    const { move, index, run } = moment;
    const none = index ? "this event moved no disk" : "no disk has moved yet";
    const framed = ({ disks, first, last }) =>
      `framed: disks 1 .. ${disks}, moved in steps ${first} .. ${last}`;
    const said = move ? `moved ${moveText(move)}` : none;
    return html`
      <${Pegs} ...${moment} source=${run.source} target=${run.target} framed=${pointed?.disks} />
      <p class="pegs-caption caption">${pointed ? framed(pointed) : said}</p>
    `;
  },
};

// The picture of a configuration, with a column `wide` for each peg. The disk of the `move` that led there
// has a rim, and its former place is dashed; the pegs of a task, `source` and `target`, are named, and below
// that is which pegs the words of the state have `meant`. Disks 1 to `framed` have a frame, disk 1 `standsFor`
// as many disks, and the top disk of the peg `held` is above it.
export function Pegs(props) {
  const { configuration, move, standsFor = 1, framed = 0, held, meant = [], wide = 100 } = props;
  const stacks = pegStacks(configuration);
  const rows = Math.max(configuration.length, FEWEST_ROWS);
  const foot = ROW * (rows + 1.5);
  const meantAs = (peg) => meant.filter((one) => one[1] === peg).map(([name]) => name);
  const words = stacks.map((stack, peg) => {
    const names = [nameOf(peg, props), ...meantAs(peg)];
    return `peg ${names.join(", ")}: ${inWords(stack)}`;
  });
  const middle = (peg) => wide * (Number(peg) + 0.5);
  const widthOf = (disk) => 20 + ((wide - 34) * disk) / rows;
  const place = (peg, level) => `translate(${middle(peg)}px, ${foot - ROW * (level + 0.5) - 2}px)`;
  const pegOf = (_, peg) => html`
    <g class="pegs-peg ${classes({ lit: peg === held })}" data-peg=${peg}>
      <path stroke-width="5" d="M${middle(peg)} ${foot}V${1.5 * ROW}M${wide * peg + 3} ${foot}h${wide - 6}" />
      <text x=${middle(peg)} y=${foot + 12}>${nameOf(peg, props)}</text>
      <text class="pegs-meant" x=${middle(peg)} y=${foot + 28}>${meantAs(peg).join(", ")}</text>
    </g>
  `;
  // In this order each disk keeps its element when it moves.
  const diskOf = (peg, at) => {
    const disk = configuration.length - at;
    const number = disk + standsFor - 1;
    const { fill, numeral } = diskColours(number);
    const isHeld = Number(peg) === held && stacks[peg].at(-1) === disk;
    const look = {
      "pegs-disk": true,
      "moved lit": disk === move?.disk,
      second: disk <= framed,
      held: isHeld,
    };
    const level = isHeld ? rows + 0.5 : stacks[peg].indexOf(disk);
    return html`
      <g key=${disk} class=${classes(look)} style=${{ transform: place(peg, level) }} data-disk=${disk}>
        <${Bar} width=${widthOf(disk)} fill=${fill} />
        <text style=${{ fill: numeral }}>${disk === 1 && standsFor > 1 ? `1-${number}` : number}</text>
      </g>
    `;
  };
  const ghostOf = ({ disk, source }) => html`
    <g class="pegs-ghost" style=${{ transform: place(source, stacks[source].length) }}>
      <${Bar} width=${widthOf(disk)} fill="none" />
    </g>
  `;
  return html`
    <svg class="pegs" role="img" aria-label="Pegs. ${words.join("; ")}" viewBox="0 0 ${3 * wide} ${foot + LABELS}">
      ${stacks.map(pegOf)} ${move && ghostOf(move)} ${[...configuration].map(diskOf)}
    </svg>
  `;
}

function Bar({ width, fill }) {
  const high = ROW - 4;
  return html`<rect x=${-width / 2} y=${-high / 2} width=${width} height=${high} rx="4" style=${{ fill }} />`;
}

function nameOf(peg, { source, target }) {
  const ends = { [source]: `${peg} source`, [target]: `${peg} target` };
  return ends[peg] ?? String(peg);
}

function inWords(stack) {
  return stack.length ? `disk${stack.length > 1 ? "s" : ""} ${stack.join(", ")}` : "empty";
}
