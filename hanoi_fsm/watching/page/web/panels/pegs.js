// The three pegs with their disks. The style sheet computes every place from the numbers that a part
// has here, so that the picture fits any width and its text keeps its size.

import { diskColours, moveText, pegStacks } from "../configuration.js";
import { classes } from "../spelling.js";
import { html } from "../vendor/preact.js";

const FEWEST_ROWS = 3;

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

// The picture of a configuration. The disk of the `move` that led there has a rim, and its former
// place is dashed; the pegs of a task, `source` and `target`, are named, and below that is which pegs the
// words of the state have `meant`. Disks 1 to `framed` have a frame, and disk 1 `standsFor` as many disks.
// Where a person plays, a peg is a button to `choose` it by keys, and the top disk of the peg `held` is
// above it.
export function Pegs(props) {
  const { configuration, move, standsFor = 1, framed = 0, held, choose, meant = [] } = props;
  const stacks = pegStacks(configuration);
  const meantAs = (peg) => meant.filter((one) => one[1] === peg).map(([name]) => name);
  const words = stacks.map((stack, peg) => {
    const names = [nameOf(peg, props), ...meantAs(peg)];
    return `peg ${names.join(", ")}: ${inWords(stack)}`;
  });
  const pegOf = (said, peg) => html`
    <${choose ? "button" : "div"}
      class="pegs-peg"
      style=${{ "--peg": peg }}
      data-peg=${peg}
      ...${choose && { "aria-label": said, "aria-pressed": peg === held }}
      onClick=${(event) => event.detail === 0 && choose?.(peg)}
    >
      <span class="pegs-name">${nameOf(peg, props)} <b>${meantAs(peg).join(", ")}</b></span>
    <//>
  `;
  // In this order each disk keeps its element when it moves.
  const diskOf = (peg, place) => {
    const disk = configuration.length - place;
    const number = disk + standsFor - 1;
    const { fill, numeral } = diskColours(number);
    const marks = {
      moved: disk === move?.disk,
      framed: disk <= framed,
      held: Number(peg) === held && stacks[peg].at(-1) === disk,
    };
    const style = { background: fill, color: numeral };
    return html`
      <div
        key=${disk}
        class="pegs-place pegs-disk ${classes(marks)}"
        style=${{ ...placed(disk, peg, stacks[peg].indexOf(disk)), ...style }}
        data-disk=${disk}
      >
        <span class="pegs-numeral">${disk === 1 && standsFor > 1 ? `1-${number}` : number}</span>
      </div>
    `;
  };
  const ghostOf = ({ disk, source }) => html`
    <div class="pegs-place pegs-ghost" style=${placed(disk, source, stacks[source].length)}></div>
  `;
  return html`
    <div
      class="pegs"
      role=${choose ? "group" : "img"}
      aria-label="Pegs. ${words.join("; ")}"
      style=${{ "--rows": Math.max(configuration.length, FEWEST_ROWS) }}
    >
      ${words.map(pegOf)} ${move && ghostOf(move)} ${[...configuration].map(diskOf)}
    </div>
  `;
}

function placed(disk, peg, level) {
  return { "--disk": disk, "--peg": peg, "--level": level };
}

function nameOf(peg, { source, target }) {
  const ends = { [source]: `${peg} source`, [target]: `${peg} target` };
  return ends[peg] ?? String(peg);
}

function inWords(stack) {
  return stack.length ? `disk${stack.length > 1 ? "s" : ""} ${stack.join(", ")}` : "empty";
}
