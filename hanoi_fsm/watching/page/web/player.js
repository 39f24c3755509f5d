// The player: buttons and keys, the strip with all events, and its legend.

import { Choice, option } from "./choices.js";
import { countText, isDone } from "./core/spelling.js";
import { Chip, diskStyle } from "./looks.js";
import { Strip } from "./strip.js";
import { html } from "./vendor/preact.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16];
const FASTEST_SEEN = 8; // what is faster is not animated

// The buttons with their keys, and signs of 20 x 20, drawn since fonts lack some of them.
const BUTTONS = [
  { id: "first", label: "First step", key: "Home", sign: "M4 4h2.5v12H4zM16 4v12L7.5 10z" },
  { id: "back", label: "One back", key: "ArrowLeft", sign: "M14.5 4v12L5.5 10z" },
  { id: "forward", label: "One forward", key: "ArrowRight", sign: "M5.5 4v12l9-6z" },
  { id: "last", label: "Last step", key: "End", sign: "M4 4v12l8.5-6zM13.5 4H16v12h-2.5z" },
];
const PLAY = { id: "play", label: "Play", key: " ", sign: "M6 3.5v13L17 10z" };
const PAUSE = { id: "play", label: "Pause", sign: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z" };

export function createPlayer(page) {
  let timer = 0;

  const player = {
    speed: 2, // events per second
    playing: () => timer !== 0,
    // How long a move is seen to take, in milliseconds.
    motion: () => (player.speed > FASTEST_SEEN ? 0 : Math.min(620, 820 / player.speed)),
    start() {
      player.stop();
      timer = setInterval(advance, 1000 / player.speed);
      (page.atEnd() ? player.first : advance)();
    },
    stop() {
      clearInterval(timer);
      timer = 0;
    },
    first: () => page.goTo(0),
    last: () => page.goTo(Number.POSITIVE_INFINITY),
    // One event or, on request, one move.
    back(byMoves = false) {
      const { run, index, step, sinceStep } = page.moment();
      page.goTo(byMoves ? run.starts[sinceStep ? step : Math.max(step - 1, 0)] : index - 1);
    },
    forward(byMoves = false) {
      const { run, index, step } = page.moment();
      page.goTo(byMoves ? (run.starts[step + 1] ?? run.length) : index + 1, true);
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
    const button = [PLAY, ...BUTTONS].find((one) => one.key === key);
    const typed = target.closest("input:not(#step), select, [role=radiogroup]");
    const clicks = key === " " && target.closest("button, summary, label, [role=button]");
    const isFar = /Home|End/.test(key) && target.closest("#cards, [role=dialog]");
    const isShortcut = event.ctrlKey || event.altKey || event.metaKey;
    if (button && !typed && !clicks && !isFar && !isShortcut && page.wishes().mode !== "try") {
      event.preventDefault();
      player[button.id](shiftKey || undefined);
    }
  });
  return player;
}

export function Player({ page, moments, pointed }) {
  const { player } = page;
  const [moment] = moments;
  const { index, run } = moment;
  const [isFirst, isLast] = [index === 0, page.atEnd()];
  const isEnd = { first: isFirst, back: isFirst, forward: isLast, last: isLast };
  const steps = Math.max(run.steps, isDone(moment) ? 0 : (run.right?.steps ?? 0)).toLocaleString(
    "en",
  );
  const button = ({ id, label, sign }) => html`
    <button id=${id} class="icon ${id}" aria-label=${label} title=${label} disabled=${isEnd[id]} onClick=${() => player[id]()}>
      <svg viewBox="0 0 20 20" aria-hidden="true"><path d=${sign} /></svg>
    </button>
  `;
  const setSpeed = (value) => {
    player.speed = Number(value);
    if (player.playing()) {
      player.start();
    }
  };
  return html`
    <section id="player" aria-label="Player">
      <div class="keys row">
        <div class="row">
          ${button(player.playing() ? PAUSE : PLAY)}
          <output id="count" for="step">${isDone(moment) ? steps : countText(moment)}<small class="soft"> / ${steps}</small>${isDone(moment) && " ✓"}</output>
        </div>
        <div class="row push">${BUTTONS.map(button)}</div>
        <span class="speed small soft">
          Speed <${Choice} id="speed" title="Speed" value=${player.speed} change=${setSpeed}>${SPEEDS.map((one) => option([one, `${one} a second`]))}<//>
        </span>
      </div>
      <div>
        <${Strip} page=${page} moments=${moments} pointed=${pointed} />
        <${Legend} ...${moment} />
      </div>
    </section>
  `;
}

function Legend({ machine, configuration: { length: disks } }) {
  const state = ({ name }) =>
    html`<button data-state=${name} title="To its next time"><${Chip} machine=${machine} state=${name} /></button>`;
  const disk = (_, at) =>
    html`<button class="d" data-disk=${at + 1} style=${diskStyle(at + 1, disks)} aria-label="disk ${at + 1}, to its next move">${at + 1}</button>`;
  return html`
    <div id="legend" class="row small soft" role="group" aria-label="Legend">
      ${machine.states.map(state)}
      ${disks > 0 && html`<span class="push">disk</span>${Array.from({ length: disks }, disk)}`}
      ${disks > 0 && disks < 9 && html`<span class="long">a bar is as high as its disk, a bracket is a smaller tower</span>`}
    </div>
  `;
}
