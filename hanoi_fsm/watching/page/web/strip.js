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

// The rows of brackets, the largest subtower first: of how many disks each is. Only the moves of a
// tower are made of subtowers.
export function bracketRows({ machine, disks, steps }, width) {
  if (machine.kind !== "solver" || !machine.pegs || steps !== 2 ** disks - 1) {
    return [];
  }
  const sizes = Array.from({ length: MOST_ROWS }, (_, row) => disks - 1 - row);
  return sizes.filter((size) => size > 1 && (width / 2 ** disks) * (2 ** size - 1) >= NARROWEST);
}

// The subtower whose bracket is at a place between 0 and 1, in the row of those of `size` disks.
function subtowerAt(place, size, { steps }) {
  const step = Math.floor(place * (steps + 1));
  const round = 2 ** size;
  const first = step - (step % round) + 1;
  return step % round === 0 ? null : { disks: size, first, last: first + round - 2 };
}

class Drawing {
  constructor(canvas, run) {
    this.run = run;
    this.style = getComputedStyle(canvas);
    this.width = canvas.clientWidth;
    this.rows = bracketRows(run, this.width);
    this.top = this.rows.length * ROW;
    const height = this.top + CELLS + STATES;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(this.width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    this.pen = canvas.getContext("2d");
    this.pen.scale(devicePixelRatio, devicePixelRatio);
    this.cell = this.width / (run.steps + 1);
    this.rows.forEach((size, row) => {
      this.brackets(size, row * ROW);
    });
    this.cells();
    this.states();
  }

  colour(name) {
    return this.style.getPropertyValue(name.replace(/^var\(|\)$/g, ""));
  }

  brackets(size, top) {
    const { pen, cell, run } = this;
    pen.strokeStyle = this.colour("--line");
    pen.beginPath();
    for (let before = 0; before <= run.steps; before += 2 ** size) {
      const [left, right] = [(before + 1) * cell + 1, (before + 2 ** size) * cell - 1];
      pen.moveTo(left, top + ROW - 1);
      pen.lineTo(left, top + 2.5);
      pen.lineTo(right, top + 2.5);
      pen.lineTo(right, top + ROW - 1);
    }
    pen.stroke();
  }

  // Where there are more steps than pixels, the largest disk that moves in a pixel has its colour.
  cells() {
    const { run } = this;
    const wrong = wrongStep(run);
    for (const { first, last, left, right } of this.columns(1)) {
      const disk = run.machine.pegs ? largestDisk(run.moves, first, last) : 0;
      const { fill, numeral } = disk ? diskColours(disk) : { fill: "--shade", numeral: "--ink" };
      const isWrong = first <= wrong && wrong <= last;
      this.box(left, right, this.top, CELLS, this.colour(isWrong ? "--fault-fill" : fill));
      const text = disk ? String(disk) : String(run.word?.[first - 1] ?? "");
      this.text(text, left, right, this.top + CELLS / 2, this.colour(isWrong ? "--ink" : numeral));
    }
  }

  // A state is named where there is room, and has a colour of its own that may be another's, too. The
  // last is red where the step that should follow it is missing.
  states() {
    const { run } = this;
    const names = run.machine.states.map((one) => one.name);
    const top = this.top + CELLS + 2;
    const isShort = wrongStep(run) > run.steps;
    for (const { first, last, left, right } of this.columns(0)) {
      const state = run.states[run.starts[first]];
      const chip = `--chip-${(names.indexOf(state) % CHIPS) + 1}`;
      const isWrong = isShort && last === run.steps;
      this.box(left, right, top, STATES - 2, this.colour(isWrong ? "--fault-fill" : chip));
      const name = isWrong ? `✗ ${state}` : state;
      this.text(name, left, right, top + (STATES - 2) / 2, this.colour("--ink"));
      if (isWrong) {
        this.pen.strokeStyle = this.colour("--fault-line");
        this.pen.strokeRect(left + 0.5, top + 0.5, right - left - 1, STATES - 3);
      }
    }
  }

  // The steps from one on that share a pixel, or each by itself.
  *columns(from) {
    const many = Math.max(1, Math.ceil(1 / this.cell));
    for (let first = from; first <= this.run.steps; first += many) {
      const last = Math.min(first + many - 1, this.run.steps);
      yield { first, last, left: first * this.cell, right: (last + 1) * this.cell };
    }
  }

  box(left, right, top, height, colour) {
    const gap = right - left > 4 ? 1 : 0;
    this.pen.fillStyle = colour;
    this.pen.fillRect(left, top, right - left - gap, height);
  }

  text(text, left, right, middle, colour) {
    this.pen.font = `12px ${this.style.fontFamily}`;
    this.pen.fillStyle = colour;
    this.pen.textAlign = "center";
    this.pen.textBaseline = "middle";
    if (text && this.pen.measureText(text).width < right - left - 3) {
      this.pen.fillText(text, (left + right) / 2, middle + 1);
    }
  }
}

// The step at which a run is wrong, which may be one that it did not make; null where all are right.
function wrongStep({ fault: { finding }, steps }) {
  return finding ? (finding.step ?? steps) : null;
}

function largestDisk(moves, first, last) {
  let largest = 0;
  for (let step = first; step <= last; step++) {
    largest = Math.max(largest, moves[step - 1].disk);
  }
  return largest;
}

// The step at a place; where several share a few pixels, the one that moves the largest disk.
function stepNear({ moves, steps, machine }, place, { clientWidth }) {
  const step = Math.floor(place * (steps + 1));
  const around = Math.floor((2 * steps) / clientWidth);
  if (!machine.pegs || around < 2) {
    return step;
  }
  let best = step;
  for (let near = Math.max(step - around, 1); near <= Math.min(step + around, steps); near++) {
    if (best === 0 || moves[near - 1].disk > moves[best - 1].disk) {
      best = near;
    }
  }
  return step === 0 ? 0 : best;
}

export function Strip({ page, moment, pointed }) {
  const canvas = useRef(null);
  const drawing = useRef(null);
  const { run, step } = moment;
  useLayoutEffect(() => {
    const draw = () => {
      drawing.current = canvas.current.clientWidth > 0 ? new Drawing(canvas.current, run) : null;
    };
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const observer = new ResizeObserver(draw);
    observer.observe(canvas.current.parentElement);
    dark.addEventListener("change", draw);
    draw();
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", draw);
    };
  }, [run]);

  const placeOf = (event) => {
    const { left, top, width } = canvas.current.getBoundingClientRect();
    const place = Math.min(Math.max((event.clientX - left) / width, 0), 1 - 1e-9);
    return { place, row: Math.floor((event.clientY - top) / ROW) };
  };
  const scrub = (event) => page.goToStep(stepNear(run, placeOf(event).place, canvas.current));
  const pressed = (event) => {
    if (event.button === 0) {
      canvas.current.setPointerCapture(event.pointerId);
      scrub(event);
    }
  };
  const moved = (event) => {
    if (event.buttons & 1) {
      scrub(event);
    }
    const { place, row } = placeOf(event);
    const size = drawing.current?.rows[row];
    const found = size ? subtowerAt(place, size, run) : null;
    if (JSON.stringify(found) !== JSON.stringify(pointed)) {
      page.point(found);
    }
  };
  const percent = (steps) => `${(100 * steps) / (run.steps + 1)}%`;
  return html`
    <div class="strip">
      <input
        id="step"
        type="range"
        min="0"
        max=${run.steps}
        step="1"
        value=${step}
        aria-label="Step"
        aria-valuetext="step ${step} of ${run.steps}"
        onInput=${(event) => page.goToStep(Number(event.target.value))}
      />
      <canvas
        ref=${canvas}
        aria-hidden="true"
        onPointerDown=${pressed}
        onPointerMove=${moved}
        onPointerLeave=${() => pointed && page.point(null)}
      ></canvas>
      ${
        pointed &&
        html`<div
        class="strip-pointed"
        style=${{ left: percent(pointed.first), width: percent(pointed.last - pointed.first + 1) }}
      ></div>`
      }
      ${
        page.wishes().mode === "be" &&
        html`<div
        class="strip-later"
        style=${{ left: percent(step + 1), height: `${CELLS + STATES}px` }}
      ></div>`
      }
      <div class="strip-now" style=${{ left: percent(step), width: percent(1) }}></div>
    </div>
  `;
}
