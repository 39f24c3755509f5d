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
  return step % round === 0 ? null : { disks: size, first, last: first + round - 2 };
}

// Draw a run, and return its rows of brackets.
function drawn(canvas, run) {
  const width = canvas.clientWidth;
  const rows = bracketRows(run, width);
  const top = rows.length * ROW;
  const cell = width / (run.steps + 1);
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

  const box = (first, last, y, height, fill, text, ink) => {
    const [left, right] = [first * cell, (last + 1) * cell];
    pen.fillStyle = colour(fill);
    pen.fillRect(left, y, right - left - (right - left > 4 ? 1 : 0), height);
    if (text && pen.measureText(text).width < right - left - 3) {
      pen.fillStyle = colour(ink);
      pen.fillText(text, (left + right) / 2, y + height / 2 + 1);
    }
  };
  rows.forEach((size, row) => {
    const y = row * ROW + 2.5;
    for (let before = 0; before <= run.steps; before += 2 ** size) {
      const wide = (2 ** size - 1) * cell - 2;
      pen.strokeRect((before + 1) * cell + 1, y, wide, ROW);
    }
    pen.clearRect(0, y + ROW - 3, width, ROW);
  });
  // Where there are more steps than pixels, the largest disk that moves in a pixel has its colour. A
  // state is named where there is room; the last is red where the step that should follow it is missing.
  const wrong = wrongStep(run);
  const names = run.machine.states.map((one) => one.name);
  const many = Math.max(1, Math.ceil(1 / cell));
  for (let first = 0; first <= run.steps; first += many) {
    const last = Math.min(first + many - 1, run.steps);
    const disk = run.machine.pegs ? largestDisk(run.moves, first, last) : 0;
    const { fill, numeral } = disk ? diskColours(disk) : { fill: "--shade", numeral: "--ink" };
    const isWrong = first <= wrong && wrong <= last;
    const text = String(disk || (run.word?.[first - 1] ?? ""));
    if (last > 0) {
      box(
        first,
        last,
        top,
        CELLS,
        isWrong ? "--fault-fill" : fill,
        text,
        isWrong ? "--ink" : numeral,
      );
    }
    const state = run.states[run.starts[first]];
    const isShort = wrong > run.steps && last === run.steps;
    const chip = isShort ? "--fault-fill" : `--chip-${(names.indexOf(state) % CHIPS) + 1}`;
    box(first, last, top + CELLS + 2, STATES - 2, chip, isShort ? `✗ ${state}` : state, "--ink");
  }
  return rows;
}

// The step at which a run is wrong, which may be one that it did not make; null where all are right.
function wrongStep({ fault: { finding }, steps }) {
  return finding ? (finding.step ?? steps) : null;
}

function largestDisk(moves, first, last) {
  let largest = 0;
  for (let step = Math.max(first, 1); step <= last; step++) {
    largest = Math.max(largest, moves[step - 1].disk);
  }
  return largest;
}

// The step at a place; where several share a few pixels, the one that moves the largest disk.
function stepNear({ moves, steps, machine }, step, width) {
  const around = Math.floor((2 * steps) / width);
  if (!machine.pegs || around < 2 || step === 0) {
    return step;
  }
  const [first, last] = [Math.max(step - around, 1), Math.min(step + around, steps)];
  const largest = largestDisk(moves, first, last);
  return moves[step - 1].disk === largest
    ? step
    : moves.findIndex((one, at) => at >= first - 1 && one.disk === largest) + 1;
}

export function Strip({ page, moment, pointed }) {
  const canvas = useRef(null);
  const rows = useRef([]);
  const { run, step } = moment;
  useLayoutEffect(() => {
    const draw = () => {
      rows.current = canvas.current.clientWidth > 0 ? drawn(canvas.current, run) : [];
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
    return {
      at: Math.floor(place * (run.steps + 1)),
      row: Math.floor((event.clientY - top) / ROW),
    };
  };
  const scrub = (event) => {
    page.goToStep(stepNear(run, placeOf(event).at, canvas.current.clientWidth));
  };
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
    const { at, row } = placeOf(event);
    const size = rows.current[row];
    const found = size ? subtowerAt(at, size) : null;
    if (JSON.stringify(found) !== JSON.stringify(pointed)) {
      page.point(found);
    }
  };
  const over = (name, from, many) => {
    const percent = (steps) => `${(100 * steps) / (run.steps + 1)}%`;
    return html`<div class="strip-${name}" style=${{ left: percent(from), width: percent(many) }}></div>`;
  };
  return html`
    <div class="strip">
      <input
        id="step"
        type="range"
        min="0"
        max=${run.steps}
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
      ${pointed && over("pointed", pointed.first, pointed.last - pointed.first + 1)}
      ${page.wishes().mode === "be" && over("later", step + 1, run.steps - step)}
      ${over("now", step, 1)}
    </div>
  `;
}
