// The strip: one cell for each step, coloured by its disk, nested brackets for the subtowers above, and
// the states below. It is drawn once for a run; what is shown of it now lies over the drawing.

import { diskColours } from "./configuration.js";
import { html, useLayoutEffect, useRef } from "./vendor/preact.js";

const ROW = 9; // the height of a row of brackets
const MOST_ROWS = 4;
const NARROWEST = 5; // a bracket that can still be pointed at
const CELLS = 20;
const STATES = 16;
const CHIPS = 6;
const PLAIN = { fill: "--shade", numeral: "--ink" };
const FAULT = { fill: "--fault-fill", numeral: "--ink" };

// The rows of brackets, the largest subtower first: of how many disks each is. Only the moves of a
// tower are made of subtowers.
function bracketRows({ machine, disks, steps }, width) {
  if (machine.kind !== "solver" || !machine.pegs || steps !== 2 ** disks - 1) {
    return [];
  }
  const sizes = Array.from({ length: MOST_ROWS }, (_, row) => disks - 1 - row);
  return sizes.filter((size) => size > 1 && (width / 2 ** disks) * (2 ** size - 1) >= NARROWEST);
}

// The subtower whose bracket is above a step, in the row of those of `size` disks.
function subtowerAt(step, size) {
  const round = 2 ** size;
  const first = step - (step % round) + 1;
  return size && step % round ? { disks: size, first, last: first + round - 2 } : null;
}

function diskAt({ events, starts }, step) {
  return events[starts[step]].move?.disk ?? 0;
}

// Of some steps the one that moves the largest disk.
function largestBetween(run, first, last) {
  let found = first;
  for (let step = first; step <= last; step++) {
    found = diskAt(run, step) > diskAt(run, found) ? step : found;
  }
  return found;
}

function draw(canvas, run) {
  const { steps, events, starts, machine, word, last: end } = run;
  const width = canvas.clientWidth;
  const rows = bracketRows(run, width);
  const top = rows.length * ROW;
  const cell = width / (steps + 1);
  const style = getComputedStyle(canvas);
  const colour = (name) => style.getPropertyValue(name.replace(/^var\(|\)$/g, ""));
  canvas.style.height = `${top + CELLS + STATES}px`;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round((top + CELLS + STATES) * devicePixelRatio);
  const pen = canvas.getContext("2d");
  pen.scale(devicePixelRatio, devicePixelRatio);
  pen.strokeStyle = colour("--line");
  pen.font = `12px ${style.fontFamily}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";

  rows.forEach((size, row) => {
    const y = row * ROW + 2.5;
    for (let before = 0; before <= steps; before += 2 ** size) {
      pen.strokeRect((before + 1) * cell + 1, y, (2 ** size - 1) * cell - 2, ROW);
    }
    pen.clearRect(0, y + ROW - 3, width, ROW);
  });
  // Where there are more steps than pixels, the largest disk that moves in a pixel has its colour. A
  // state is named where there is room; the last is red where the step that should follow it is missing.
  const wrong = end.finding?.step;
  const many = Math.max(1, Math.ceil(1 / cell));
  for (let first = 0; first <= steps; first += many) {
    const last = Math.min(first + many - 1, steps);
    const [left, wide] = [first * cell, (last + 1 - first) * cell];
    const box = (y, height, { fill, numeral }, text) => {
      pen.fillStyle = colour(fill);
      pen.fillRect(left, y, wide - (wide > 4 ? 1 : 0), height);
      if (pen.measureText(text).width < wide - 3) {
        pen.fillStyle = colour(numeral);
        pen.fillText(text, left + wide / 2, y + height / 2 + 1);
      }
    };
    const disk = diskAt(run, largestBetween(run, first, last));
    const look = disk ? diskColours(disk) : PLAIN;
    if (last > 0) {
      const isWrong = first <= wrong && wrong <= last;
      box(top, CELLS, isWrong ? FAULT : look, String(disk || (word?.[first - 1] ?? "")));
    }
    const { state } = events[starts[first]];
    const number = machine.states.findIndex((one) => one.name === state);
    const chip = { fill: `--chip-${(number % CHIPS) + 1}`, numeral: "--ink" };
    const isShort = wrong > steps && last === steps;
    box(top + CELLS + 2, STATES - 2, isShort ? FAULT : chip, isShort ? `✗ ${state}` : state);
  }
}

// The step at a place; where several share a few pixels, the one that moves the largest disk.
function stepNear(run, step, width) {
  const around = Math.floor((2 * run.steps) / width);
  if (around < 2 || step === 0) {
    return step;
  }
  const first = Math.max(step - around, 1);
  const largest = largestBetween(run, first, Math.min(step + around, run.steps));
  return diskAt(run, step) === diskAt(run, largest) ? step : largest;
}

export function Strip({ page, moment, pointed }) {
  const canvas = useRef(null);
  const { run, step } = moment;
  useLayoutEffect(() => {
    const redraw = () => draw(canvas.current, run);
    const observer = new ResizeObserver(redraw);
    observer.observe(canvas.current.parentElement);
    redraw();
    return () => observer.disconnect();
  }, [run]);

  const follow = (event) => {
    const { left, top, width } = canvas.current.getBoundingClientRect();
    const place = Math.min(Math.max((event.clientX - left) / width, 0), 1 - 1e-9);
    const at = Math.floor(place * (run.steps + 1));
    if (event.buttons & 1) {
      canvas.current.setPointerCapture(event.pointerId);
      page.wish({ step: stepNear(run, at, width), event: 0 });
    }
    page.point(subtowerAt(at, bracketRows(run, width)[Math.floor((event.clientY - top) / ROW)]));
  };
  const over = (name, from, many) => {
    const percent = (steps) => `${(100 * steps) / (run.steps + 1)}%`;
    return html`<div class="strip-${name}" style=${{ left: percent(from), width: percent(many) }}></div>`;
  };
  return html`
    <div class="strip">
      <input
        id="step"
        class="visually-hidden"
        type="range"
        min="0"
        max=${run.steps}
        value=${step}
        aria-label="Step"
        aria-valuetext="step ${step} of ${run.steps}"
        onInput=${(event) => page.wish({ step: event.target.value, event: 0 })}
      />
      <canvas
        ref=${canvas}
        aria-hidden="true"
        onPointerDown=${follow}
        onPointerMove=${follow}
        onPointerLeave=${() => page.point(null)}
      ></canvas>
      ${pointed && over("pointed", pointed.first, pointed.last - pointed.first + 1)}
      ${page.wishes().mode === "be" && over("later", step + 1, run.steps - step)}
      ${over("now", step, 1)}
    </div>
  `;
}
