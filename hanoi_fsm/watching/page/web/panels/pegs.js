// The three pegs with their disks. The style sheet computes every place from the numbers that a part
// has here, so that the picture fits any width and its text keeps its size.

import { configurationBefore, diskColours, moveText, pegStacks } from "../configuration.js";
import { classes } from "../spelling.js";
import { html, useRef } from "../vendor/preact.js";

const FEWEST_ROWS = 3;
const LONGEST_MOTION = 480;
const SHORTEST_MOTION = 120;

export const pegsPanel = {
  name: "pegs",
  title: "Pegs",
  applies: (machine) => machine.pegs,
  View({ moment, pointed }) {
    const { move, compared, run } = moment;
    const { source, target } = run;
    const configuration = moment.configuration ?? "";
    const shown = { configuration, move, compared, source, target, framed: pointed?.disks };
    return html`
      <${Pegs} ...${shown} />
      <p class="pegs-caption">${pointed ? framedText(pointed) : captionOf(shown, moment.index)}</p>
    `;
  },
};

function framedText({ disks, first, last }) {
  return `framed: disks 1 .. ${disks}, moved in steps ${first} .. ${last}`;
}

// The move of a moment, and what the tops were that were compared for it.
function captionOf({ configuration, move, compared }, index) {
  const stacks = pegStacks(configurationBefore(configuration, move));
  const tops = compared.map((peg) => {
    const top = stacks[peg].at(-1);
    return `${top ? `disk ${top}` : "nothing"} on ${peg}`;
  });
  const said = [move && `moved ${moveText(move)}`, tops[0] && `compared ${tops.join(" with ")}`];
  const none = index ? "this event moved no disk" : "no disk has moved yet";
  return said.filter(Boolean).join("; ") || none;
}

// The picture of a configuration. The disk of the `move` that led there has a rim, and its former
// place is dashed; the tops that were `compared` before, by peg, are in brackets; the pegs of a task,
// `source` and `target`, are named. Disks 1 to `glued` are one block where they lie together, disks 1
// to `framed` have a frame, disk 1 `standsFor` as many disks, and a `small` picture has less room.
// Where a person plays, a peg is a button to `choose` it by keys, the top disk of the peg `held` is above
// it, a `hint` is a move to make, and a disk that was `dropped` is where it is at once.
export function Pegs(props) {
  const { configuration, move, compared = [], glued = 0, standsFor = 1, framed = 0 } = props;
  const { hint, held, choose } = props;
  const stacks = pegStacks(configuration);
  const before = piecesOf(pegStacks(configurationBefore(configuration, move)), glued);
  const pieces = piecesOf(stacks, glued);
  const carried = useCarried(configuration, pieces, props.dropped);
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
    const isCarried = disk === carried?.disk;
    const marks = {
      carried: isCarried,
      moved: disk === move?.disk,
      hinted: disk === hint?.disk,
      held: isTop && peg === held,
    };
    return html`
      <div
        key=${isCarried ? configuration : disk}
        class="pegs-place pegs-disk ${classes(marks)}"
        style=${{ ...placed(piece), background: fill, color: numeral, ...(isCarried && carried.style) }}
        data-disk=${disk}
      >
        <span class="pegs-numeral">${isBlock ? `1-${number}` : number}</span>
      </div>
    `;
  };
  const mark = (name, at) => html`<div class="pegs-place pegs-${name}" style=${placed(at)}></div>`;
  const goal = (name, { disk }, peg) =>
    mark(name, { disk, peg, level: stacks[peg].length, count: disk === glued ? glued : 1 });
  const bracket = (peg) => {
    const foot = { disk: peg === move?.target ? move.disk : 1, peg, level: 0 };
    return mark("compared", before.find((one) => one.isTop && one.peg === peg) ?? foot);
  };
  const frame = (stack, peg) => {
    const level = stack.findIndex((disk) => disk <= framed);
    const count = stack.length - level;
    return level >= 0 && mark("frame", { disk: stack[level], peg, level, count });
  };
  return html`
    <div class=${classes({ pegs: true, "pegs-small": props.small })}>
      <div
        class="pegs-drawing"
        role=${choose ? "group" : "img"}
        aria-label="Pegs. ${words.join("; ")}"
        style=${{ "--rows": Math.max(configuration.length, FEWEST_ROWS) }}
      >
        ${words.map(pegOf)} ${move && goal("ghost", move, move.source)}
        ${hint && goal("hint", hint, hint.target)} ${pieces.map(diskOf)}
        ${compared.map(bracket)} ${stacks.map(frame)}
      </div>
    </div>
  `;
}

function placed({ disk, peg, level, count = 1 }) {
  return { "--disk": disk, "--peg": peg, "--level": level, "--count": count };
}

// What is drawn on the pegs: each disk, or one block with the width of the largest `glued` disk.
function piecesOf(stacks, glued) {
  return stacks.flatMap((stack, peg) => {
    const whole = stack.at(-glued) === glued;
    const drawn = whole ? stack.filter((disk) => disk >= glued) : stack;
    const countOf = (disk) => (whole && disk === glued ? glued : 1);
    const isTop = (level) => level === drawn.length - 1;
    return drawn.map((disk, level) => {
      return { disk, peg, level, count: countOf(disk), isTop: isTop(level) };
    });
  });
}

// The one piece that has gone from the top of a peg to another since the last picture, with the style
// of its motion, which takes less time than there was since the last one; for fast steps there is none.
function useCarried(configuration, pieces, dropped) {
  const shown = useRef({ pieces: [], since: -Infinity }).current;
  if (configuration !== shown.configuration) {
    shown.carried = carriedPiece(shown.pieces, pieces);
    if (shown.carried) {
      const now = performance.now();
      const time = dropped ? 0 : Math.min(LONGEST_MOTION, (now - shown.since) * 0.8);
      shown.carried.style["--duration"] = `${time < SHORTEST_MOTION ? 0 : time}ms`;
      shown.since = now;
    }
    Object.assign(shown, { configuration, pieces });
  }
  return shown.carried;
}

function carriedPiece(before, pieces) {
  const was = new Map(before.map((one) => [one.disk, one]));
  const [moved, another] = pieces.filter(({ disk, peg }) => was.get(disk)?.peg !== peg);
  const from = was.get(moved?.disk);
  if (another || !from?.isTop || !moved.isTop) {
    return null;
  }
  return { disk: moved.disk, style: { "--from-peg": from.peg, "--from-level": from.level } };
}

function nameOf(peg, { source, target }) {
  const ends = { [source]: `${peg} source`, [target]: `${peg} target` };
  return ends[peg] ?? String(peg);
}

function inWords(stack) {
  return stack.length ? `disk${stack.length > 1 ? "s" : ""} ${stack.join(", ")}` : "empty";
}
