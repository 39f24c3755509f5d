// The strip: a skyline with a column for each event. A bar is as high as its disk, a bracket is a smaller tower,
// and below is the state that makes the move. What is gone is drawn in full colours over what is to come, both
// once for a run; a moment only moves the playhead, which is between two columns. Where a column would be too
// narrow there are two storeys: the whole run, and below it the columns around the playhead.

import { diskStyle, lookOf, useSize } from "./looks.js";
import { isWrongStep } from "./run.js";
import { cut, spelt } from "./spelling.js";
import { html, useMemo } from "./vendor/preact.js";

const NARROWEST = 10; // a column
const LEAST_BRACKET = [14, 10]; // its width in the whole run, and elsewhere
const PHONE = 500;
const NAMED = 92; // from this width on a column has the name of its state
const LETTER = 6.4;
const WIDE_LETTER = 9;

// The heights of the parts: that of disk 1, how much higher the largest is, and that of a row of states.
const LARGE = { base: 26, tall: 72, low: 24, top: 16 };
const SMALL = { base: 20, tall: 38, low: 20, top: 16 };
const WHOLE = { base: 8, tall: 36, low: 0, top: 16 };

export function Strip({ page, moments, pointed }) {
  const [ref, width] = useSize();
  const [moment] = moments;
  const { run, step, state } = moment;
  const runs = moments.map((one) => one.run);
  const scale = useMemo(() => scaleOf(runs), runs);
  const isPhone = width < PHONE;
  const many = isPhone ? 15 : 31;
  const isTall = width > 0 && width / scale.total < NARROWEST && scale.total > many;
  const at = scale.ends[0](moment.index);
  const first = isTall
    ? Math.max(0, Math.min(Math.round(at) - (many >> 1), scale.total - many))
    : 0;
  const window = [first, isTall ? first + many : scale.total];
  const given = { page, moments, pointed, scale, runs, width };
  return html`
    <div class="strip" ref=${ref} onPointerLeave=${() => page.point(null)}>
      <input
        id="step"
        class="visually-hidden"
        type="range"
        min="0"
        max=${run.steps}
        value=${step}
        aria-label="Step"
        aria-valuetext="step ${step} of ${run.steps}, state ${state}"
        onInput=${(event) => page.wish({ step: event.target.value, event: 0 })}
      />
      ${isTall && html`<${Storey} ...${given} window=${[0, scale.total]} shape=${WHOLE} isWhole />`}
      ${width > 0 && html`<${Storey} ...${given} window=${window} shape=${isPhone ? SMALL : LARGE} hasHandle=${!isTall} />`}
    </div>
  `;
}

// The number `total` of columns, and for each run a function of an event that says where its column `ends`;
// `columnAt` is the event in whose column a place is. Of
// two runs each step is as wide as the one with more events needs; an edited run has the scale of the right one.
function scaleOf(runs) {
  if (runs.length === 1) {
    return {
      total: (runs[0].right ?? runs[0]).length,
      ends: [(index) => index],
      columnAt: Math.ceil,
    };
  }
  const most = Math.max(...runs.map((run) => run.steps));
  const places = runs.map(() => [0]);
  let from = 0;
  for (let step = 1; step <= most + 1; step++) {
    const counts = runs.map(({ starts, length }) => {
      const [begin, end] = [starts[step - 1], starts[step]].map((one) => one ?? length - 1);
      return end - begin;
    });
    const widest = Math.max(...counts);
    for (const [which, count] of counts.entries()) {
      for (let one = 1; one <= count; one++) {
        places[which].push(from + (widest * one) / count);
      }
    }
    from += widest;
  }
  const ends = places.map((place) => (index) => place[index]);
  const columnAt = (place) => places[0].findIndex((end) => end >= place);
  return { total: from + 1, ends, columnAt };
}

// The subtowers of a run as brackets: of how many `disks` each is, its `first` and its `last` step. Only the
// moves of a tower are made of them; a path has those between the moves of its largest disk.
function bracketsOf({ machine, disks, steps, events, starts, last }, cell, least) {
  if (!machine.pegs || last.finding) {
    return [];
  }
  if (machine.kind === "solver" && steps === 2 ** disks - 1) {
    const sizes = Array.from({ length: disks }, (_, at) => disks - 1 - at);
    return sizes
      .filter((size) => size > 1 && (2 ** size - 1) * cell > least)
      .flatMap((size) =>
        Array.from({ length: 2 ** (disks - size) }, (_, at) => ({
          disks: size,
          first: at * 2 ** size + 1,
          last: (at + 1) * 2 ** size - 1,
        })),
      );
  }
  const moved = starts.map((at) => events[at].move?.disk ?? 0);
  const largest = moved.reduce((one, other) => Math.max(one, other), 0);
  const turns = [
    0,
    ...[...moved.keys()].filter((at) => at > 0 && moved[at] === largest),
    steps + 1,
  ];
  return turns
    .slice(1)
    .map((turn, at) => ({ disks: largest - 1, first: turns[at] + 1, last: turn - 1 }))
    .filter((one) => largest > 1 && one.last > one.first);
}

// One drawing: columns in a window, and over it what changes with a moment.
function Storey({
  page,
  moments,
  pointed,
  scale,
  runs,
  width,
  window,
  shape,
  isWhole,
  hasHandle = true,
}) {
  const [from, to] = window;
  const [{ index, run }] = moments;
  const [ends] = scale.ends;
  const cell = width / (to - from);
  const x = (place) => (place - from) * cell;
  const foot = shape.top + shape.base + shape.tall;
  const up = shape.tall / Math.max(disksOf(run) - 1, 1);
  const roof = (disk) => foot - shape.base - up * (disk - 1);
  const high = foot + (isWhole ? 4 : 7 + runs.length * (shape.low + 3));
  const room = { scale, window, shape, cell, x, foot, up, roof };
  const drawn = [scale, width, from, shape];
  const [future, gone] = ["future", "gone"].map(() =>
    useMemo(() => (isWhole ? skyline(run, width, room) : columns(runs, room)), drawn),
  );
  const brackets = useMemo(
    () => [bracketsIn(run, room, LEAST_BRACKET[isWhole ? 0 : 1]), !isWhole && wrongIn(run, room)],
    drawn,
  );
  const playhead = Math.max(0, Math.min(x(ends(index)), width - 1));
  const isBe = page.wishes().mode === "be";

  const nearest = (place) =>
    isWhole
      ? largestNear(run, Math.round(place), Math.floor(2 / cell))
      : scale.columnAt(Math.max(place - 0.5, 0));
  const follow = (event) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const place = from + (event.clientX - left) / cell;
    const { go, bracket } = event.target.closest?.("[data-go], [data-bracket]")?.dataset ?? {};
    if (event.type === "pointerdown") {
      event.currentTarget.setPointerCapture?.(event.pointerId);
    }
    if (event.buttons & 1) {
      const isPress = event.type === "pointerdown" && go !== undefined;
      page.goTo(isPress ? Number(go) : nearest(place));
    } else if (bracket) {
      const [disks, first, last] = bracket.split(" ").map(Number);
      page.point({ disks, first, last });
    } else if (!isWhole) {
      const under = scale.columnAt(place);
      const { move, taken = null } = run.events[under] ?? {};
      page.point(under > 0 ? { column: under, disk: move?.disk, edge: taken } : null);
    }
  };
  return html`
    <svg viewBox="0 0 ${width} ${high}" height=${high} aria-hidden="true" onPointerDown=${follow} onPointerMove=${follow}>
      <clipPath id=${isWhole ? "gone-whole" : "gone"}><rect width=${playhead} height=${high} /></clipPath>
      <clipPath id=${isWhole ? "drawn-whole" : "drawn"}><rect width=${isBe ? playhead : width} height=${high} /></clipPath>
      <g class="future" clip-path="url(#${isWhole ? "drawn-whole" : "drawn"})">${future}</g>
      <g class="gone" clip-path="url(#${isWhole ? "gone-whole" : "gone"})">${gone}</g>
      <g clip-path="url(#${isWhole ? "drawn-whole" : "drawn"})">
        ${brackets} ${pointed && html`<${Pointed} ...${{ run, index, pointed, room, ends, high }} />`}
      </g>
      ${!isWhole && moments.map((one, row) => nowCell(one, row, room))}
      <rect class="strip-now" x=${playhead - 1.25} y="8" width="2.5" height=${high - 8} />
      ${hasHandle && html`<${Handle} ...${{ moment: moments[0], playhead, width }} />`}
    </svg>
  `;
}

function disksOf({ events: [{ configuration }] }) {
  return configuration.length;
}

// The top of a row of states, of which there is one for each machine.
const rowAt = ({ foot, shape }, row) => foot + 5 + row * (shape.low + 3);

// A box of the strip, and in its middle a text where there is room for one.
function box([left, top, wide, high], look, said, fill) {
  const gap = Math.min(2, wide / 4);
  const size = Math.min(14, wide * 0.95);
  return html`
    ${look && html`<rect x=${left + gap / 2} y=${top} width=${Math.max(wide - gap, 0.5)} height=${high} rx=${Math.min(4, wide / 5)} ...${look} />`}
    ${size >= 9 && html`<text x=${left + wide / 2} y=${top + high / 2} font-size=${size} font-weight="700" fill=${fill}>${said}</text>`}
  `;
}

// The columns of all runs in the window.
function columns(runs, room) {
  const { window, scale, x } = room;
  return runs.map((run, row) => {
    const ends = scale.ends[row];
    const endOf = (index) => (index < run.length ? ends(index) : ends(run.length - 1) + 1);
    const [from, to] =
      runs.length > 1
        ? [1, run.length]
        : [Math.max(1, Math.floor(window[0])), Math.ceil(window[1])];
    const found = [];
    for (let index = from; index <= Math.min(to, run.length); index++) {
      const [begin, end] = [ends(index - 1), endOf(index)];
      if (end > window[0] && begin < window[1]) {
        found.push(column(run, room, { index, row, left: x(begin), wide: x(end) - x(begin) }));
      }
    }
    return found;
  });
}

const DASHED = { fill: "none", stroke: "var(--edge)", "stroke-dasharray": "4 3" };
const BAR = {
  fill: "color-mix(in oklab, var(--f) var(--bar, 100%), var(--card))",
  stroke: "var(--rim)",
};

// What an event did, only once where there are two machines, and the state that made it so.
function column(run, room, { index, row, left, wide }) {
  const { foot, roof, shape } = room;
  const { machine } = run;
  const event = run.events[index];
  const { state } = run.events[index - 1];
  const { initial, colour } = lookOf(machine, state);
  return html`
    ${event && row === 0 && html`<g data-go=${index}>${(machine.pegs ? barOf : lettersOf)(event)}</g>`}
    <g class=${colour} data-go=${index - 1}>
      ${box([left, rowAt(room, row), wide, shape.low], { fill: "var(--cell)" }, wide > NAMED ? state : initial, "var(--text)")}
    </g>
  `;

  function barOf({ move }) {
    if (!move) {
      return box([left, foot - 6, wide, 6], { fill: "var(--edge)" });
    }
    const top = roof(move.disk);
    return html`
      <g style=${diskStyle(move.disk, disksOf(run))}>
        ${box([left, top, wide, foot - top], BAR)}
        ${box([left, foot - shape.base, wide, shape.base], null, move.disk, "var(--numeral)")}
      </g>
    `;
  }

  function lettersOf({ taken, output }) {
    return [machine.transitions[taken].event, spelt(output)].map((said, at) => {
      const fits = cut(said, Math.max(1, Math.floor(wide / WIDE_LETTER)));
      const top = foot - (2 - at) * (shape.low + 3);
      return box([left, top, wide, shape.low], { fill: "var(--sunk)" }, fits, "var(--ink)");
    });
  }
}

// The column at which a run is wrong: of its latest event, or of one that is missing; 0 for none.
function wrongColumn({ last, length }) {
  return last.finding ? length - (isWrongStep(last) ? 1 : 0) : 0;
}

// Where a run is wrong: what was right, and the rest of the columns.
function wrongIn(run, room) {
  const { x, cell, shape, foot, roof, scale } = room;
  const wrong = wrongColumn(run);
  if (wrong === 0) {
    return null;
  }
  const { right, last } = run;
  const expected = right?.events[right.starts[last.finding.step]]?.move;
  const [left, top] = [x(wrong - 1), shape.top - 2];
  const high = rowAt(room, 0) + shape.low - top;
  const rest = Array.from({ length: Math.max(0, scale.total - wrong) }, (_, at) =>
    box([x(wrong + at), rowAt(room, 0), cell, shape.low], DASHED),
  );
  return html`
    ${expected && box([left, roof(expected.disk), cell, foot - roof(expected.disk)], DASHED)} ${rest}
    <g class="strip-wrong">
      ${box([left, top, cell, high], { fill: "none", stroke: "var(--fault)", "stroke-width": 2 })}
      ${box([left, top, cell, 20], null, "✗", "var(--fault)")}
    </g>
  `;
}

// The whole run, with the largest disk that moves in a pixel: one line for each disk.
function skyline(run, width, { scale, foot, roof, x }) {
  const disks = disksOf(run);
  const lines = Array.from({ length: disks + 1 }, () => []);
  const each = scale.total / Math.min(width, scale.total);
  for (let from = 1; from < run.length; from += each) {
    const disk = diskAt(run, largestBetween(run, Math.ceil(from), Math.ceil(from + each) - 1));
    lines[disk].push(`M${x(from - 0.5).toFixed(1)} ${foot}V${roof(disk || 1)}`);
  }
  const wide = Math.max(1, x(each) - 0.5);
  return lines.map(
    (line, disk) =>
      line.length > 0 &&
      html`<path style=${diskStyle(disk || 1, disks)} d=${line.join("")} fill="none" stroke-width=${wide} stroke="color-mix(in oklab, var(--f) var(--bar, 100%), var(--card))" />`,
  );
}

function diskAt({ events }, index) {
  return events[index]?.move?.disk ?? 0;
}

// Of some events the one that moves the largest disk.
function largestBetween(run, first, last) {
  let found = first;
  for (let index = first; index <= last; index++) {
    found = diskAt(run, index) > diskAt(run, found) ? index : found;
  }
  return found;
}

// An event near a place; where several share a pixel, the one that moves the largest disk.
function largestNear(run, index, around) {
  const at = Math.max(0, Math.min(index, run.length - 1));
  const largest = largestBetween(run, Math.max(at - around, 1), at + around);
  return around < 1 || at === 0 || diskAt(run, at) === diskAt(run, largest) ? at : largest;
}

function bracketsIn(run, { scale, cell, x, up, roof, window: [from, to] }, least) {
  const [ends] = scale.ends;
  return bracketsOf(run, cell, least).map(({ disks, first, last }) => {
    const [begin, end] = [ends(run.starts[first] - 1), ends(run.starts[last])];
    if (end <= from || begin >= to) {
      return null;
    }
    const [left, wide] = [x(begin) + 2, (end - begin) * cell - 4];
    const y = roof(disks + 1) + Math.min(9, up * 0.48);
    const peg = run.events[run.starts[last]].configuration.at(-1);
    const forms =
      up < 14
        ? []
        : [`tower of ${disks} to peg ${peg}`, `${disks} to peg ${peg}`, `${disks} to ${peg}`];
    const said = forms.find((one) => one.length * LETTER + 22 < wide) ?? "";
    const [middle, half] = [left + wide / 2, said && said.length * 3.3 + 5];
    return html`
      <g class="bracket" data-bracket="${disks} ${first} ${last}">
        <rect x=${left} y=${y - up * 0.46} width=${wide} height=${up} fill="#0000" />
        <path d="M${left} ${y + 5}v-5H${middle - half}M${middle + half} ${y}H${left + wide}v5" fill="none" stroke="var(--edge)" stroke-width="1.25" />
        <text x=${middle} y=${y} fill="var(--soft)" stroke="var(--card)" stroke-width="3" paint-order="stroke">${said}</text>
      </g>
    `;
  });
}

// What is pointed at: the band of a bracket, or of all else the columns that it is not in are faded.
function Pointed({ run, index, pointed, room, ends, high }) {
  const {
    x,
    window: [from, to],
    shape,
  } = room;
  const band = (begin, end) => `M${x(begin)} ${shape.top}H${x(end)}V${high}H${x(begin)}z`;
  if (pointed.first) {
    const [begin, end] = [ends(run.starts[pointed.first] - 1), ends(run.starts[pointed.last])];
    return html`<path class="strip-pointed" d=${band(begin, end)} opacity=".07" />`;
  }
  if (pointed.column || pointed.glued) {
    return null;
  }
  const shown = run.events.slice(Math.max(1, Math.floor(from)), Math.ceil(to) + 1);
  const isIn = ({ index: at, move, taken }) =>
    at === index ||
    [
      [pointed.state, run.events[at - 1].state],
      [pointed.disk, move?.disk],
      [pointed.edge, taken],
    ].every(([wanted, found]) => wanted === undefined || wanted === found);
  const faded = shown
    .filter((one) => !isIn(one))
    .map((one) => band(ends(one.index - 1), ends(one.index)));
  return html`<path class="veil" d=${faded.join("")} fill="var(--card)" opacity=".84" />`;
}

// The state now: solid, with a frame.
function nowCell({ index, machine, state, run }, row, room) {
  const { scale, x, shape, window } = room;
  const begin = scale.ends[row](index);
  const end = index + 1 < run.length ? scale.ends[row](index + 1) : begin + 1;
  if (begin < window[0] || begin >= window[1]) {
    return null;
  }
  const { initial, colour } = lookOf(machine, state);
  const wide = x(end) - x(begin);
  const look = { fill: "var(--c)", stroke: "var(--ink)", "stroke-width": 2 };
  return html`<g class="${colour} strip-state">${box([x(begin), rowAt(room, row), wide, shape.low], look, wide > NAMED ? state : initial, "var(--on)")}</g>`;
}

function Handle({ moment: { index, step, sinceStep, run }, playhead, width }) {
  const isEnd = index === run.length - 1 && !run.last.stopped && !run.last.finding;
  const count = `${step.toLocaleString("en")}${sinceStep ? ` +${sinceStep}` : ""}`;
  const label = isEnd ? "✓" : count;
  const half = 19 + label.length * 4;
  const at = Math.min(Math.max(playhead, half), width - half);
  return html`
    <g class="handle">
      <rect x=${at - half} y="-9" width=${2 * half} height="22" rx="11" />
      <text x=${at} y="2" font-size="13" font-weight="700" fill="var(--card)">${label}</text>
      <path d="M${at - half + 12} -1.5l-4 3.5 4 3.5zM${at + half - 12} -1.5l4 3.5-4 3.5z" fill="var(--card)" opacity=".75" />
      <rect x=${at - half} y="-9" width=${half} height="22" fill="#0000" data-go=${Math.max(index - 1, 0)} />
      <rect x=${at} y="-9" width=${half} height="22" fill="#0000" data-go=${index + 1} />
      ${index === 0 && html`<text class="soft" x=${at + half + 8} y="2" fill="var(--soft)" text-anchor="start">drag me</text>`}
    </g>
  `;
}
