// The three pegs with their disks. The style sheet computes every place from the numbers that a part
// has here, so that the picture fits any width and its text keeps its size.

import { diskColours, moveText, pegStacks, withDiskOn } from "../configuration.js";
import { classes } from "../spelling.js";
import { html } from "../vendor/preact.js";

const FEWEST_ROWS = 3;

export const pegsPanel = {
  name: "pegs",
  title: "Pegs",
  applies: (machine) => machine.pegs,
  View({ moment, pointed }) {
    const { move, compared, run } = moment;
    const configuration = moment.configuration ?? "";
    const shown = { configuration, move, compared, source: run.source, target: run.target };
    return html`
      <${Pegs} ...${shown} framed=${pointed?.disks} />
      <p class="pegs-caption caption">${pointed ? framedText(pointed) : captionOf(shown, moment.index)}</p>
    `;
  },
};

function framedText({ disks, first, last }) {
  return `framed: disks 1 .. ${disks}, moved in steps ${first} .. ${last}`;
}

// The move of a moment, and what the tops were that were compared for it.
function captionOf({ configuration, move, compared }, index) {
  const before = move ? withDiskOn(configuration, move.disk, move.source) : configuration;
  const stacks = pegStacks(before);
  const tops = compared.map((peg) => {
    const top = stacks[peg].at(-1);
    return `${top ? `disk ${top}` : "nothing"} on ${peg}`;
  });
  const said = [move && `moved ${moveText(move)}`, tops[0] && `compared ${tops.join(" with ")}`];
  const none = index ? "this event moved no disk" : "no disk has moved yet";
  return said.filter(Boolean).join("; ") || none;
}

// The picture of a configuration. The disk of the `move` that led there has a rim, and its former
// place is dashed; the pegs that were `compared` are marked; the pegs of a task, `source` and `target`,
// are named. Disks 1 to `glued` are one block where they lie together, disks 1 to `framed` have a frame,
// disk 1 `standsFor` as many disks, and a `small` picture has less room. Where a person plays, a peg is a
// button to `choose` it by keys, the top disk of the peg `held` is above it, and a `hint` is a move to make.
export function Pegs(props) {
  const { configuration, move, compared = [], glued = 0, standsFor = 1, framed = 0 } = props;
  const { hint, held, choose } = props;
  const stacks = pegStacks(configuration);
  const pieces = piecesOf(stacks, glued);
  const words = stacks.map((stack, peg) => `peg ${nameOf(peg, props)}: ${inWords(stack)}`);
  const pegOf = (said, peg) => html`
    <${choose ? "button" : "div"}
      class=${classes({ "pegs-peg": true, compared: compared.includes(peg) })}
      style=${{ "--peg": peg }}
      data-peg=${peg}
      ...${choose && { "aria-label": said, "aria-pressed": peg === held }}
      onClick=${(event) => event.detail === 0 && choose?.(peg)}
    >
      <span class="pegs-name">${nameOf(peg, props)}</span>
    <//>
  `;
  const diskOf = (piece) => {
    const { disk, peg, count, isTop } = piece;
    const number = disk + standsFor - 1;
    const { fill, numeral } = diskColours(number);
    const isBlock = count > 1 || (disk === 1 && standsFor > 1);
    const marks = {
      moved: disk === move?.disk,
      hinted: disk === hint?.disk,
      framed: disk <= framed,
      held: isTop && peg === held,
    };
    return html`
      <div
        key=${disk}
        class="pegs-place pegs-disk ${classes(marks)}"
        style=${{ ...placed(piece), background: fill, color: numeral }}
        data-disk=${disk}
      >
        <span class="pegs-numeral">${isBlock ? `1-${number}` : number}</span>
      </div>
    `;
  };
  const mark = (name, { disk }, peg) => {
    const count = disk === glued ? glued : 1;
    const place = placed({ disk, peg, level: stacks[peg].length, count });
    return html`<div class="pegs-place pegs-${name}" style=${place}></div>`;
  };
  return html`
    <div class=${classes({ pegs: true, "pegs-small": props.small })}>
      <div
        class="pegs-drawing"
        role=${choose ? "group" : "img"}
        aria-label="Pegs. ${words.join("; ")}"
        style=${{ "--rows": Math.max(configuration.length, FEWEST_ROWS) }}
      >
        ${words.map(pegOf)} ${move && mark("ghost", move, move.source)}
        ${hint && mark("hint", hint, hint.target)} ${pieces.map(diskOf)}
      </div>
    </div>
  `;
}

function placed({ disk, peg, level, count }) {
  return { "--disk": disk, "--peg": peg, "--level": level, "--count": count };
}

// What is drawn on the pegs: each disk, or one block with the width of the largest `glued` disk. They
// are in the order of the disks, so that each keeps its element when it moves.
function piecesOf(stacks, glued) {
  const pieces = stacks.flatMap((stack, peg) => {
    const whole = stack.at(-glued) === glued;
    const drawn = whole ? stack.filter((disk) => disk >= glued) : stack;
    return drawn.map((disk, level) => ({
      disk,
      peg,
      level,
      count: whole && disk === glued ? glued : 1,
      isTop: level === drawn.length - 1,
    }));
  });
  return pieces.sort((one, other) => one.disk - other.disk);
}

function nameOf(peg, { source, target }) {
  const ends = { [source]: `${peg} source`, [target]: `${peg} target` };
  return ends[peg] ?? String(peg);
}

function inWords(stack) {
  return stack.length ? `disk${stack.length > 1 ? "s" : ""} ${stack.join(", ")}` : "empty";
}
