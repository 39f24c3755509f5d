// The player: the strip with all steps, buttons and keys. A machine that thinks between its moves is
// gone through by events, or on request by moves.

import { Choice } from "./controls.js";
import { Strip } from "./strip.js";
import { html } from "./vendor/preact.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16];

// The buttons with their keys, and signs of 20 x 20, drawn since fonts lack some of them.
const BUTTONS = [
  { id: "first", label: "First step", key: "Home", sign: "M4 4h2.5v12H4zM16 4v12L7.5 10z" },
  { id: "back", label: "One back", key: "ArrowLeft", sign: "M14.5 4v12L5.5 10z" },
  { id: "play", label: "Play", key: " ", sign: "M5 3.5v13L16 10z" },
  { id: "forward", label: "One forward", key: "ArrowRight", sign: "M5.5 4v12l9-6z" },
  { id: "last", label: "Last step", key: "End", sign: "M4 4v12l8.5-6zM13.5 4H16v12h-2.5z" },
];
const PAUSE = { label: "Pause", sign: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z" };

export function createPlayer(page) {
  let timer = 0;

  const player = {
    speed: 2, // events or moves per second
    playing: () => timer !== 0,
    start() {
      player.stop();
      timer = setInterval(advance, 1000 / player.speed);
      if (page.atEnd()) {
        page.goTo(0);
      }
    },
    stop() {
      clearInterval(timer);
      timer = 0;
    },
    first: () => page.goTo(0),
    last: () => page.goTo(Number.POSITIVE_INFINITY),
    // One event or, on request, one move.
    back(byMoves = page.wishes().pace === "moves") {
      const { run, index, step, sinceStep } = page.moment();
      page.goTo(byMoves ? run.starts[sinceStep ? step : Math.max(step - 1, 0)] : index - 1);
    },
    forward(byMoves = page.wishes().pace === "moves") {
      const { run, index, step } = page.moment();
      page.goTo(byMoves ? (run.starts[step + 1] ?? run.length) : index + 1);
    },
    play() {
      (timer ? player.stop : player.start)();
      page.draw();
    },
  };

  function advance() {
    player.forward();
    if (page.atEnd()) {
      player.play();
    }
  }

  document.addEventListener("keydown", (event) => {
    const { key, target, shiftKey } = event;
    const button = BUTTONS.find((one) => one.key === key);
    const typed = target.closest("input:not(#step), select");
    const clicks = key === " " && target.closest("button, summary, label");
    const isShortcut = event.ctrlKey || event.altKey || event.metaKey;
    if (button && !typed && !clicks && !isShortcut && page.wishes().mode !== "try") {
      event.preventDefault();
      player[button.id](shiftKey || undefined);
    }
  });
  return player;
}

export function Player({ page, moment, pointed }) {
  const { player } = page;
  const { run, index, step, sinceStep } = moment;
  const thinks = run.steps + 2 < run.length; // an event more may say that it has finished
  const isFirst = index === 0;
  const disabled = { first: isFirst, back: isFirst, forward: page.atEnd(), last: page.atEnd() };
  const button = (one) => {
    const { id, label, sign } = one.id === "play" && player.playing() ? { ...one, ...PAUSE } : one;
    return html`
      <button id=${id} aria-label=${label} title=${label} disabled=${disabled[id]} onClick=${() => player[id]()}>
        <svg viewBox="0 0 20 20" width="20" aria-hidden="true"><path d=${sign} /></svg>
      </button>
    `;
  };
  const setSpeed = (value) => {
    player.speed = Number(value);
    if (player.playing()) {
      player.start();
    }
  };
  return html`
    <div class="row">${BUTTONS.map(button)}</div>
    <output id="count" for="step">
      ${step} / ${run.steps} <small>${sinceStep ? `+${sinceStep}` : ""}</small>
    </output>
    <${Choice} id="pace" title="By" isShown=${thinks} value=${page.wishes().pace ?? "events"} change=${(pace) => page.wish({ pace })}>
      <option value="events">events</option>
      <option value="moves">moves</option>
    <//>
    <${Choice} id="speed" title="Speed" isShown value=${player.speed} change=${setSpeed}>
      ${SPEEDS.map((one) => html`<option value=${one}>${one} / s</option>`)}
    <//>
    <${Strip} page=${page} moment=${moment} pointed=${pointed} />
  `;
}
