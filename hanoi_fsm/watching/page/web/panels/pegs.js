// The three pegs with their disks. The style sheet computes every place from the numbers that a part
// has here, so that the picture fits any width and its text keeps its size.

import { configurationBefore, diskColours, moveText, pegStacks } from "../configuration.js";
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
    return html`
      <${Pegs}
        configuration=${moment.configuration ?? ""}
        move=${move}
        compared=${compared}
        source=${run.source}
        target=${run.target}
        framed=${pointed?.disks}
      />
      <p class="pegs-caption">${captionOf(moment, pointed)}</p>
    `;
  },
};

// The move of a moment, and what the tops were that were compared for it.
function captionOf({ configuration, move, compared, index }, pointed) {
  if (pointed) {
    const { disks, first, last } = pointed;
    return `framed: disks 1 .. ${disks}, moved in steps ${first} .. ${last}`;
  }
  const stacks = pegStacks(configurationBefore(configuration ?? "", move));
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
// to `framed` have a frame; disk 1 `standsFor` as many disks as one; a `small` picture has no room for names. Where a person plays, a peg is a
// button to `choose` it, the top disk of the peg `held` is above it, a `hint` is a move to make, and
// a disk that was `dropped` is where it is at once.
export function Pegs(props) {
  const { configuration, move, compared = [], glued = 0, framed = 0, hint, held, small } = props;
  const { standsFor = 1 } = props;
  const stacks = pegStacks(configuration);
  const before = pegStacks(configurationBefore(configuration, move));
  const pieces = piecesOf(stacks, glued);
  const carried = useCarried(configuration, pieces, props.dropped);
  const words = stacks.map((stack, peg) => inWords(nameOf(peg, props), stack));

  const disk = (piece) => {
    const number = piece.disk + standsFor - 1;
    const { fill, numeral } = diskColours(number);
    const isBlock = piece.count > 1 || (standsFor > 1 && piece.disk === 1);
    const isCarried = carried?.disk === piece.disk;
    const marks = ["pegs-place pegs-disk"]
      .concat(isCarried ? "carried" : [])
      .concat(piece.disk === move?.disk ? "moved" : [])
      .concat(piece.disk === hint?.disk ? "hinted" : [])
      .concat(piece.peg === held && piece.isTop ? "held" : []);
    return html`
      <div
        key=${isCarried ? configuration : piece.disk}
        class=${marks.join(" ")}
        style=${{ ...placed(piece), background: fill, color: numeral, ...(isCarried && carried.style) }}
        data-disk=${piece.disk}
      >
        <span class="pegs-numeral">${isBlock ? `1-${number}` : number}</span>
      </div>
    `;
  };
  const mark = (name, at) =>
    html`<div class=${`pegs-place pegs-${name}`} style=${placed(at)}></div>`;
  const goal = (name, { disk: one }, peg) =>
    mark(name, { disk: one, peg, level: stacks[peg].length, count: one === glued ? glued : 1 });
  const tops = piecesOf(before, glued).filter((piece) => piece.isTop);
  const bracket = (peg) => {
    const foot = { disk: peg === move?.target ? move.disk : 1, peg, level: 0, count: 1 };
    return mark("compared", tops.find((one) => one.peg === peg) ?? foot);
  };
  const frame = (stack, peg) => {
    const level = stack.findIndex((one) => one <= framed);
    return (
      level >= 0 && mark("frame", { disk: stack[level], peg, level, count: stack.length - level })
    );
  };

  return html`
    <div class=${small ? "pegs pegs-small" : "pegs"}>
      <div
        class="pegs-drawing"
        role=${props.choose ? "group" : "img"}
        aria-label=${`Pegs. ${[...words, ...changesInWords(move, compared)].join("; ")}`}
        style=${{ "--rows": Math.max(configuration.length, FEWEST_ROWS) }}
      >
        ${stacks.map((_, peg) => html`<${Peg} ...${props} peg=${peg} label=${words[peg]} />`)}
        ${move && goal("ghost", move, move.source)} ${hint && goal("hint", hint, hint.target)}
        ${pieces.map(disk)} ${compared.map(bracket)} ${stacks.map(frame)}
      </div>
    </div>
  `;
}

function Peg({ peg, label, held, choose, compared = [], ...task }) {
  const look = {
    class: compared.includes(peg) ? "pegs-peg compared" : "pegs-peg",
    "data-peg": peg,
    style: { "--peg": peg },
  };
  const name = html`<span class="pegs-name">${nameOf(peg, task)}</span>`;
  if (!choose) {
    return html`<div ...${look}>${name}</div>`;
  }
  const press = { type: "button", "aria-label": label, "aria-pressed": peg === held };
  return html`<button ...${look} ...${press} onClick=${() => choose(peg)}>${name}</button>`;
}

function placed({ disk, peg, level, count }) {
  return { "--disk": disk, "--peg": peg, "--level": level, "--count": count };
}

// What is drawn on the pegs: each disk, or one block with the width of the largest `glued` disk.
function piecesOf(stacks, glued) {
  return stacks.flatMap((stack, peg) => {
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
  if (peg === source) {
    return `${peg} source`;
  }
  return peg === target ? `${peg} target` : String(peg);
}

function inWords(name, stack) {
  const disks = stack.length === 1 ? "disk" : "disks";
  return `peg ${name}: ${stack.length ? `${disks} ${stack.join(", ")}` : "empty"}`;
}

function changesInWords(move, compared) {
  const said = move ? [`moved: disk ${move.disk} from ${move.source} to ${move.target}`] : [];
  return compared.length ? [...said, `compared: the tops of pegs ${compared.join(" and ")}`] : said;
}
