// The strip: a skyline with a column for each event. A bar is as high as its disk, a bracket is a smaller tower,
// and below is the state that makes the move, or of a chart one in each region. What is gone is drawn in full colours
// over what is to come, both once for a run; a moment only moves the playhead, which is between two columns. Where a
// column would be too narrow there are two storeys: the whole run, and below it the columns around the playhead.

import { isWrongStep } from "./core/run.js";
import { countText, cut, isDone, spelt } from "./core/spelling.js";
import { diskStyle, partsOf, useSize } from "./looks.js";
import { html, useMemo } from "./vendor/preact.js";

const NARROWEST = 10; // a column
const [LEAST_BRACKET, MOST_LEVELS] = [14, 9]; // its width, and how many are above each other
const PHONE = 500;
const LETTER = 6;
const NOW = { fill: "var(--c)", stroke: "var(--ink)", "stroke-width": 2 };
const DASHED = { fill: "none", stroke: "var(--edge)", "stroke-dasharray": "4 3" };
const MIXED = "color-mix(in oklab, var(--f) var(--bar, 100%), var(--card))";
const BOLD = 0.7; // the width of a bold letter in a size of 1
const LEAST_SIZE = 8; // of an initial

// Heights: of disk 1, the difference to the largest disk, and of a row of states.
const LARGE = { base: 26, tall: 72, low: 24 };
const SMALL = { base: 20, tall: 38, low: 20 };
const WHOLE = { base: 8, tall: 36, low: 0 };
const TOP = 16;

export function Strip({ page, moments, pointed }) {
  const [ref, width] = useSize();
  const [{ run, step, state, index }] = moments;
  const runs = moments.map((one) => one.run);
  const scale = useMemo(() => scaleOf(runs), runs);
  const { total, endOf, words } = scale;
  const [many, bars] = width < PHONE ? [15, SMALL] : [31, LARGE];
  const isTall = width / total < NARROWEST && total > many;
  const first = Math.max(0, Math.min(Math.round(endOf(run, index)) - (many >> 1), total - many));
  const part = isTall ? { from: first, to: first + many } : { from: 0, to: total };
  const given = { page, moments, pointed, scale, width };
  return html`
    <div class="strip panel-strip" ref=${ref} onPointerLeave=${() => page.point(null)}>
      <input id="step" type="range" min="0" max=${run.steps} value=${step} aria-label="Step"
        aria-valuetext="step ${step} of ${run.steps}, state ${state}"
        onInput=${(event) => page.wish({ step: event.target.value, event: 0 })}
        onKeyDown=${(event) => toBracket(event, page, scale, step)} />
      ${isTall && width > 0 && html`<${Storey} ...${given} from=${0} to=${total} shape=${WHOLE} isFirst />`}
      ${width > 0 && html`<${Storey} ...${given} ...${part} shape=${words || bars} isFirst=${!isTall} />`}
    </div>
  `;
}

// PageUp and PageDown go to where a bracket begins or ends.
function toBracket(event, page, { towers }, step) {
  const [isUp, isDown] = ["PageUp", "PageDown"].map((key) => event.key === key);
  if (towers.length > 0 && (isUp || isDown)) {
    event.preventDefault();
    const ends = towers.flatMap(([, first, last]) => [first - 1, last]);
    const further = ends.filter((end) => (isUp ? end > step : end < step));
    page.wish({ step: isUp ? Math.min(...further) : Math.max(0, ...further), event: 0 });
  }
}

// The number of columns in all, the end of an event's column, how many rows of states are `above` those of each run and
// above nothing, and the heights of `words` in place of bars. Of two runs each step has one column, which its events
// share; an edited run has as many as the right one.
function scaleOf(runs) {
  const [run, other] = runs;
  const above = [0];
  for (const { machine } of runs) {
    const parts = machine.states.map(({ name }) => partsOf(machine, name).length);
    above.push(above.at(-1) + Math.max(...parts));
  }
  const endOf = ({ events, starts, length }, index) => {
    const { step } = events[index];
    const many = (starts[step + 1] ?? length - 1) - starts[step];
    return other ? step + (index - starts[step]) / Math.max(many, 1) : index;
  };
  const total = other ? Math.max(run.steps, other.steps) + 2 : (run.right ?? run).length;
  const isWritten = run.events.some((one) => one.output !== null);
  const words = !run.machine.pegs && { base: 27, tall: isWritten ? 27 : 0, low: 24 };
  return { total, endOf, above, words, towers: subtowers(run) };
}

// The subtowers of a run that have brackets: of how many `disks` each is, its `first` and its `last` step. They are
// between the moves of the largest disk, and where a tower is moved also between those of each larger disk.
function subtowers({ machine, events, starts, last, steps }) {
  const moved = starts.map((at) => events[at].move?.disk ?? 0);
  const largest = moved.reduce((one, other) => Math.max(one, other), 0);
  const most = machine.kind === "solver" ? MOST_LEVELS : 1;
  const levels = Array.from({ length: Math.min(largest, most) }, (_, at) => largest - at);
  const found = levels.flatMap((level) => {
    const turns = [0, ...[...moved.keys()].filter((at) => moved[at] >= level), steps + 1];
    return turns.slice(1).map((turn, at) => [level - 1, turns[at] + 1, turn - 1]);
  });
  return last.finding ? [] : found.filter(([disks, from, to]) => disks > 1 && to > from);
}

// One drawing: the columns between two places, and over them what changes with a moment.
function Storey({ page, moments, pointed, scale, width, from, to, shape, isFirst }) {
  const { endOf } = scale;
  const [{ index, run }] = moments;
  const cell = width / (to - from);
  const x = (place) => (place - from) * cell;
  const foot = TOP + shape.base + shape.tall;
  const up = shape.tall / Math.max(disksOf(run) - 1, 1);
  const roof = (disk) => foot - shape.base - up * (disk - 1);
  const rows = scale.above.map((many) => foot + 5 + many * (shape.low + 3));
  const high = shape.low ? rows.at(-1) - 1 : foot + 4;
  // The column after an event.
  const columnAt = (one, at) => {
    const begin = endOf(one, at);
    const end = at + 1 < one.length ? endOf(one, at + 1) : begin + 1;
    return { left: x(begin), wide: x(end) - x(begin), isSeen: end > from && begin < to };
  };
  const room = { ...shape, ...scale, from, to, cell, x, foot, up, roof, rows, high, columnAt };
  const isWhole = shape === WHOLE;
  const drawn = () => {
    const found = isWhole ? topsOf(run, room) : [];
    const layer = () =>
      isWhole ? skyline(run, found, room) : moments.map((one, row) => columns(one.run, row, room));
    return [found, layer(), layer(), bracketsIn(run, room), !isWhole && wrongIn(run, room)];
  };
  const [tops, future, gone, ...marks] = useMemo(drawn, [scale, width, from, shape]);
  const playhead = Math.max(0, Math.min(x(endOf(run, index)), width - 1));
  const isHidden = page.wishes().mode === "be"; // what is to come
  const id = isWhole ? "gone-whole" : "gone-part";
  const eventAt = (place) => run.events.findIndex((one) => endOf(run, one.index) >= place);
  const eventNear = (place) => {
    const pixel = Math.round(x(place));
    const top = pixel > 0 && largest(tops.slice(Math.max(pixel - 2, 0), pixel + 3));
    return top ? top.index : eventAt(place - 0.5);
  };
  const follow = (event) => {
    const place = from + (event.clientX - event.currentTarget.getBoundingClientRect().left) / cell;
    const { go, bracket } = event.target.closest?.("[data-go], [data-bracket]")?.dataset ?? {};
    const isPress = event.type === "pointerdown";
    if (isPress) {
      event.currentTarget.setPointerCapture?.(event.pointerId);
    }
    if (event.buttons & 1) {
      const pressed = isPress && go !== undefined ? Number(go) : eventNear(place);
      page.goTo(pressed < 0 ? run.length : pressed);
    } else if (bracket) {
      const [disks, first, last] = bracket.split(" ").map(Number);
      page.point({ disks, first, last });
    } else if (!isWhole) {
      const { index: column, move, taken } = run.events[eventAt(place)] ?? {};
      const isSeen = column > 0 && (column <= index || !isHidden);
      page.point(isSeen ? { column, disk: move?.disk, edge: taken } : null);
    }
  };
  return html`
    <svg viewBox="0 0 ${width} ${high}" height=${high} aria-hidden="true" onPointerDown=${follow} onPointerMove=${follow}>
      <clipPath id=${id}><rect width=${playhead} height=${high} /></clipPath>
      <clipPath id="all-${id}"><rect width=${width} height=${high} /></clipPath>
      ${!isHidden && html`<g class="future">${future}</g>`}
      <g class="gone" clip-path="url(#${id})">${gone}</g>
      <g clip-path="url(#all-${id})">${!isHidden && marks} ${pointed && pointedIn(run, index, pointed, room)}</g>
      ${!isWhole && moments.map((one, row) => columnAt(one.run, one.index).isSeen && html`<g class="strip-state">${cells(one.run, one, row, room, NOW, "var(--on)")}</g>`)}
      <rect class="strip-now" x=${playhead - 1.25} y="8" width="2.5" height=${high - 8} />
      ${!isWhole && width > PHONE && captions(moments, room)}
      ${isFirst && html`<${Handle} ...${{ moment: moments[0], playhead, width }} />`}
    </svg>
  `;
}

// The names of the rows, at their left; the states of two machines have the names of these.
function captions([{ machine }, ...others], { foot, low, tall, rows }) {
  const text = (name, y) =>
    html`<text x="-8" y=${y} fill="var(--soft)" text-anchor="end">${name}</text>`;
  const [reads, writes] = [foot - tall - low / 2 - 3, foot - low / 2 - 3];
  const words = [text("reads", reads), tall > 0 && text("writes", writes)];
  const names = [machine, ...others.map((one) => one.machine)].map((one) => one.name);
  const states = (others.length > 0 ? names : ["state"]).map((name, row) =>
    text(cut(name, 18), rows[row] + low / 2),
  );
  return [machine.pegs ? text("disk", foot - 12) : words, states];
}

const disksOf = ({ events }) => events[0].configuration.length;

// The most letters of a word in a box.
const lettersIn = ({ wide }) => Math.max(1, Math.floor(wide / 7));

// A box in a column, and in its middle a text where there is room for one.
function box({ left, wide }, top, high, look, said, fill) {
  const gap = Math.min(2, wide / 4);
  const size = Math.min(14, wide * 0.95, (wide - 4) / (BOLD * String(said ?? "").length));
  return html`
    ${look && html`<rect x=${left + gap / 2} y=${top} width=${Math.max(wide - gap, 0.5)} height=${high} rx=${Math.min(4, wide / 5)} ...${look} />`}
    ${size >= LEAST_SIZE && html`<text x=${left + wide / 2} y=${top + high / 2} font-size=${size} font-weight="700" fill=${fill}>${said}</text>`}
  `;
}

// The columns of a run: the state that makes an event, and above it the effect, only once for two runs.
function columns(run, row, room) {
  const drawn = run.machine.pegs ? barOf : lettersOf;
  const seen = run.events.filter(({ index }) => room.columnAt(run, index).isSeen);
  return seen.map((moment) => {
    const event = row === 0 && run.events[moment.index + 1];
    const column = room.columnAt(run, moment.index);
    return html`
      ${event && html`<g data-go=${event.index}>${drawn(run, event, column, room)}</g>`}
      <g data-go=${moment.index}>${cells(run, moment, row, room, { fill: "var(--cell, var(--c))" }, "var(--text, var(--on))")}</g>
    `;
  });
}

// The state of a moment in the rows of its run.
function cells(run, { index, state }, row, { columnAt, rows, low }, look, fill) {
  const column = columnAt(run, index);
  return partsOf(run.machine, state).map(({ name, initial, colour, letters }, at) => {
    const said = Math.max(letters, name.length) <= lettersIn(column) ? name : initial;
    return html`<g class=${colour}>${box(column, rows[row] + at * (low + 3), low, look, said, fill)}</g>`;
  });
}

function barOf(run, { move }, column, { foot, roof, base }) {
  if (!move) {
    return box(column, foot - 6, 6, { fill: "var(--edge)" });
  }
  const top = roof(move.disk);
  return html`
    <g style=${diskStyle(move.disk, disksOf(run))}>
      ${box(column, top, foot - top, { fill: MIXED, stroke: "var(--rim)" })}
      ${box(column, foot - base, base, null, move.disk, "var(--text, var(--n))")}
    </g>
  `;
}

function lettersOf({ machine }, { taken, output }, column, { foot, low, tall }) {
  const said = [machine.transitions[taken].event, tall > 0 && spelt(output)].filter(Boolean);
  return said.map((one, at) => {
    const top = foot - (said.length - at) * (low + 3);
    return box(
      column,
      top,
      low,
      { fill: "var(--sunk)" },
      cut(one, lettersIn(column)),
      "var(--ink)",
    );
  });
}

// Where a run is wrong, at its latest event or at one that is missing: what was right, and no columns after it.
function wrongIn({ last, length, right }, { x, cell, total, foot, roof, rows, low }) {
  if (!last.finding) {
    return null;
  }
  const wrong = length - (isWrongStep(last) ? 2 : 1);
  const after = (at) => ({ left: x(wrong + at), wide: cell });
  const expected = right?.events[right.starts[last.finding.step]]?.move;
  const [top, many] = [TOP - 2, Math.max(0, total - wrong - 1)];
  return html`
    ${expected && box(after(0), roof(expected.disk), foot - roof(expected.disk), DASHED)}
    ${Array.from({ length: many }, (_, at) => box(after(at + 1), rows[0], low, DASHED))}
    <g class="strip-wrong">
      ${box(after(0), top, rows[0] + low - top, { fill: "none", stroke: "var(--fault)", "stroke-width": 2 })}
      ${box(after(0), top, 20, null, "✗", "var(--fault)")}
    </g>
  `;
}

const diskOf = (event) => event?.move?.disk ?? 0;
const largest = (events) =>
  events.reduce((one, other) => (diskOf(other) > diskOf(one) ? other : one), undefined);

// The whole run by pixels: in each of them the event that moves the largest disk.
function topsOf({ events }, { x }) {
  const tops = [];
  for (const event of events) {
    const pixel = Math.max(0, Math.round(x(event.index - 0.5)));
    tops[pixel] = largest([tops[pixel], event]);
  }
  return tops;
}

function skyline(run, tops, { cell, foot, roof }) {
  const wide = Math.max(1, cell - 0.5);
  const line = (disk, pixel) =>
    html`<path style=${diskStyle(disk, disksOf(run))} d="M${pixel} ${foot}V${roof(disk)}" stroke-width=${wide} stroke=${MIXED} />`;
  return tops.map((top, pixel) => top && line(diskOf(top), pixel));
}

function bracketsIn(run, { endOf, cell, x, up, roof, from, to, towers }) {
  return towers.map(([disks, first, last]) => {
    // Of one that goes on outside its end cannot be seen.
    const begin = Math.max(endOf(run, run.starts[first] - 1), from - 1);
    const end = Math.min(endOf(run, run.starts[last]), to + 1);
    const [left, wide] = [x(begin) + 2, (end - begin) * cell - 4];
    const isOutside = end <= from || begin >= to || (begin < from && end > to);
    if (wide < LEAST_BRACKET || isOutside) {
      return null;
    }
    const y = roof(disks + 1) + Math.min(9, up * 0.48);
    const peg = run.events[run.starts[last]].configuration.at(-1);
    const forms = [`tower of ${disks} to peg ${peg}`, `${disks} to peg ${peg}`];
    const said = forms.find((one) => up >= 14 && one.length * LETTER + 22 < wide) ?? "";
    const [middle, half] = [left + wide / 2, said && said.length * 3.3 + 5];
    return html`
      <g data-bracket="${disks} ${first} ${last}">
        <rect x=${left} y=${y - up * 0.46} width=${wide} height=${up} fill="#0000" />
        <path d="M${left} ${y + 5}v-5H${middle - half}M${middle + half} ${y}H${left + wide}v5" fill="none" stroke="var(--edge)" stroke-width="1.25" />
        <text x=${middle} y=${y} fill="var(--soft)" stroke="var(--card)" stroke-width="3" paint-order="stroke">${said}</text>
      </g>
    `;
  });
}

// What is pointed at: the band of a bracket, the step of a column, or of all else the columns that it is not in are
// faded.
function pointedIn(run, index, pointed, { x, endOf, columnAt, high }) {
  const { disks, first, last, column, state, disk, edge } = pointed;
  const band = (one, other) =>
    `M${x(endOf(run, one))} ${TOP}H${x(endOf(run, other))}V${high}H${x(endOf(run, one))}z`;
  if (first) {
    const d = band(run.starts[first] - 1, run.starts[last]);
    return html`<path class="strip-pointed" d=${d} opacity=".07" />`;
  }
  if (column) {
    const { step } = run.events[column];
    return html`<text x=${x(endOf(run, column) - 0.5)} y="2" fill="var(--soft)">step ${step}</text>`;
  }
  const isMarked = ({ index: at, move, taken }) =>
    (move && (move.disk === disk || move.disk <= disks)) ||
    taken === edge ||
    run.events[at - 1].state === state;
  const others = run.events.slice(1).filter((one) => columnAt(run, one.index - 1).isSeen);
  const faded = others.filter((one) => one.index !== index && !isMarked(one));
  const d = faded.map((one) => band(one.index - 1, one.index)).join("");
  return html`<path d=${d} fill="var(--card)" opacity=".84" />`;
}

function Handle({ moment, playhead, width }) {
  const { index } = moment;
  const label = isDone(moment) ? "✓" : countText(moment);
  const half = 19 + label.length * 4;
  const at = Math.min(Math.max(playhead, half), width - half);
  const button = (left, to) =>
    html`<rect x=${left} y="-9" width=${half} height="22" fill="#0000" data-go=${to} />`;
  return html`
    <g class="handle">
      <rect x=${at - half} y="-9" width=${2 * half} height="22" rx="11" />
      <text x=${at} y="2" font-size="13" font-weight="700" fill="var(--card)">${label}</text>
      <path d="M${at - half + 12} -1.5l-4 3.5 4 3.5zM${at + half - 12} -1.5l4 3.5-4 3.5z" fill="var(--card)" opacity=".75" />
      ${button(at - half, Math.max(index - 1, 0))} ${button(at, index + 1)}
      ${index === 0 && html`<text x=${at + half + 8} y="2" fill="var(--soft)" text-anchor="start">drag me</text>`}
    </g>
  `;
}
