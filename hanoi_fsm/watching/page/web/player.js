// The player: the strip with all steps, buttons and keys. A machine that thinks between its moves is
// gone through by events, or on request by moves.

import { isShortcut } from "./keys.js";
import { eventsInWords } from "./spelling.js";
import { Strip } from "./strip.js";
import { html } from "./vendor/preact.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16];
const USUAL_SPEED = 2;

// Signs of 20 x 20, drawn since fonts lack some of them.
const SIGNS = {
  first: "M4 4h2.5v12H4zM16 4v12L7.5 10z",
  back: "M14.5 4v12L5.5 10z",
  play: "M5 3.5v13L16 10z",
  pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
  forward: "M5.5 4v12l9-6z",
  last: "M4 4v12l8.5-6zM13.5 4H16v12h-2.5z",
};

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
    toggle: () => (timer ? player.stop() : player.start()),
    // One event or, of a machine whose every event is a step, or on request, one move.
    go(direction, byMoves = page.wishes().pace === "moves") {
      const { run, index } = page.moment();
      if (!byMoves) {
        page.goBy(direction);
      } else {
        page.goTo(direction > 0 ? run.stopAfter(index) : run.stopBefore(index));
      }
    },
  };

  function advance() {
    player.go(1);
    if (page.atEnd()) {
      player.stop();
    }
  }

  const keys = {
    ArrowLeft: (event) => player.go(-1, event.shiftKey || undefined),
    ArrowRight: (event) => player.go(1, event.shiftKey || undefined),
    Home: () => page.goTo(0),
    End: () => page.goTo(Number.POSITIVE_INFINITY),
    " ": () => player.toggle(),
  };

  document.addEventListener("keydown", (event) => {
    const own =
      page.wishes().mode === "try" || event.target.closest("input:not(#step), select, textarea");
    const clicks = event.key === " " && event.target.closest("button, a, summary, label");
    if (!keys[event.key] || own || clicks || isShortcut(event)) {
      return;
    }
    event.preventDefault();
    keys[event.key](event);
  });
  return player;
}

function Button({ id, label, keys, sign = id, disabled, click }) {
  return html`
    <button
      type="button"
      id=${id}
      aria-label=${label}
      title="${label} (${keys})"
      disabled=${disabled}
      onClick=${click}
    >
      <svg viewBox="0 0 20 20" class="sign" aria-hidden="true"><path d=${SIGNS[sign]} /></svg>
    </button>
  `;
}

export function Player({ page, moment, pointed }) {
  const { player } = page;
  const { run, index, step, sinceStep } = moment;
  const isFirst = index === 0;
  const isLast = index === run.length - 1;
  const thinks = run.steps + 2 < run.length; // an event more may say that it has finished
  const playing = player.playing();
  const what = thinks && page.wishes().pace !== "moves" ? "event" : "step";
  return html`
    <div class="buttons">
      <${Button} id="first" label="First step" keys="Home" disabled=${isFirst} click=${() => page.goTo(0)} />
      <${Button} id="back" label="One ${what} back" keys="←" disabled=${isFirst} click=${() => player.go(-1)} />
      <${Button}
        id="play"
        label=${playing ? "Pause" : "Play"}
        keys="Space"
        sign=${playing ? "pause" : "play"}
        click=${player.toggle}
      />
      <${Button} id="forward" label="One ${what} forward" keys="→" disabled=${isLast} click=${() => player.go(1)} />
      <${Button} id="last" label="Last step" keys="End" disabled=${isLast} click=${() => page.goTo(Number.POSITIVE_INFINITY)} />
    </div>
    <output id="count" for="step">
      ${step} / ${run.steps}<small>${sinceStep ? `+${eventsInWords(sinceStep)}` : ""}</small>
    </output>
    <label class="control" hidden=${!thinks}>
      <span>By</span>
      <select id="pace" value=${page.wishes().pace ?? "events"} onChange=${(event) => page.wish({ pace: event.target.value })}>
        <option value="events">events</option>
        <option value="moves">moves</option>
      </select>
    </label>
    <label class="control speed">
      <span>Speed</span>
      <select id="speed" value=${player.speed()} onChange=${(event) => player.set(Number(event.target.value))}>
        ${SPEEDS.map((one) => html`<option value=${one}>${one} / s</option>`)}
      </select>
    </label>
    <${Strip} page=${page} moment=${moment} pointed=${pointed} />
  `;
}
