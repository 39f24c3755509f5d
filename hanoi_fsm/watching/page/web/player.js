// The player: the strip with all steps, buttons and keys. A machine that thinks between its moves is
// gone through by events, or on request by moves.

import { Choice } from "./controls.js";
import { eventsInWords } from "./spelling.js";
import { Strip } from "./strip.js";
import { html } from "./vendor/preact.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16];
const USUAL_SPEED = 2;

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
  let speed = USUAL_SPEED;

  const player = {
    playing: () => timer !== 0,
    speed: () => speed,
    set(value) {
      speed = value;
      if (timer) {
        player.start();
      }
    },
    start() {
      clearInterval(timer);
      timer = setInterval(advance, 1000 / speed);
      if (page.atEnd()) {
        page.goTo(0);
      }
      page.draw();
    },
    stop() {
      clearInterval(timer);
      timer = 0;
      page.draw();
    },
    first: () => page.goTo(0),
    last: () => page.goTo(Number.POSITIVE_INFINITY),
    back: (byMoves) => go(-1, byMoves),
    forward: (byMoves) => go(1, byMoves),
    play: () => (timer ? player.stop() : player.start()),
  };

  // One event or, of a machine whose every event is a step, or on request, one move.
  function go(direction, byMoves = page.wishes().pace === "moves") {
    const { run, index } = page.moment();
    if (byMoves) {
      page.goTo(direction > 0 ? run.stopAfter(index) : run.stopBefore(index));
    } else {
      page.goTo(index + direction);
    }
  }

  function advance() {
    go(1);
    if (page.atEnd()) {
      player.stop();
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

function Button({ id, label, sign, disabled, click }) {
  return html`
    <button id=${id} aria-label=${label} title=${label} disabled=${disabled} onClick=${() => click()}>
      <svg viewBox="0 0 20 20" width="20" aria-hidden="true"><path d=${sign} /></svg>
    </button>
  `;
}

export function Player({ page, moment, pointed }) {
  const { player } = page;
  const { run, index, step, sinceStep } = moment;
  const thinks = run.steps + 2 < run.length; // an event more may say that it has finished
  const disabled = { first: index === 0, back: index === 0 };
  disabled.forward = page.atEnd();
  disabled.last = disabled.forward;
  const looks = (one) => (one.id === "play" && player.playing() ? { ...one, ...PAUSE } : one);
  return html`
    <div class="row">
      ${BUTTONS.map((one) => html`<${Button} ...${looks(one)} disabled=${disabled[one.id]} click=${player[one.id]} />`)}
    </div>
    <output id="count" for="step">
      ${step} / ${run.steps} <small>${sinceStep ? `+${eventsInWords(sinceStep)}` : ""}</small>
    </output>
    <${Choice} id="pace" title="By" isShown=${thinks} value=${page.wishes().pace ?? "events"} change=${(pace) => page.wish({ pace })}>
      <option value="events">events</option>
      <option value="moves">moves</option>
    <//>
    <${Choice} id="speed" title="Speed" isShown value=${player.speed()} change=${(one) => player.set(Number(one))}>
      ${SPEEDS.map((one) => html`<option value=${one}>${one} / s</option>`)}
    <//>
    <${Strip} page=${page} moment=${moment} pointed=${pointed} />
  `;
}
