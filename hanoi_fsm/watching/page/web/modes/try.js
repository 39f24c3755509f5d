// The mode in which a person moves the disks, and is told how far the goal is, what the best move
// would be, and at which disk the optimal path was left.

import { isShortcut } from "../keys.js";
import { graphPanel } from "../panels/graph.js";
import { Pegs } from "../panels/pegs.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { Attempt } from "./attempt.js";

const MOST_DISKS = 16;
const DRAG_BEGINS = 6;
const KEYS = {
  0: ["choose", 0],
  1: ["choose", 1],
  2: ["choose", 2],
  Escape: ["letGo"],
  u: ["step", -1],
  r: ["step", 1],
};

export const tryMode = {
  name: "try",
  title: "Try it yourself",
  View({ page, shown }) {
    const attempt = useAttempt(page, shown);
    const doing = (name, ...given) => {
      attempt[name](...given);
      page.draw();
    };
    useKeys(attempt, doing);
    const button = (title, possible, ...action) => html`
      <button type="button" aria-disabled=${!possible} onClick=${() => doing(...action)}>${title}</button>
    `;
    const { made, path, task } = attempt;
    return html`
      <div class="try">
        <section aria-label="The pegs">
          <div class="try-pegs" ...${useDragging(attempt, doing)}>
            <${Pegs} ...${attempt} ...${task} choose=${(peg) => doing("choose", peg)} />
          </div>
          <p class="try-message ${attempt.look}" role="status">${attempt.sentence}</p>
          <div class="try-buttons">
            ${button("Undo", made > 0, "step", -1)} ${button("Redo", made + 1 in path, "step", 1)}
            ${button("Reset", true, "begin")}
            ${button("Show the best move", true, "showBest")}
            ${button("Make the best move", true, "makeBest")}
          </div>
          <p class="try-help">
            Drag a disk, or click a peg and then another. Keys: 0, 1 and 2 choose pegs, Escape lets go,
            U undoes, R redoes.
          </p>
        </section>
        <div>
          <${Facts} attempt=${attempt} />
          ${attempt.explained && html`<${Best} page=${page} ...${attempt} />`}
          <section aria-label=${graphPanel.title}>
            <${graphPanel.View}
              page=${{ goTo: (at) => doing("arrive", at, `Back after ${at} of your moves.`) }}
              moment=${attempt.moment}
            />
          </section>
        </div>
      </div>
    `;
  },
};

// The attempt at the task of the page. Another task begins a new one, and so does a link to a position.
function useAttempt(page, { disks, from, to, at = "" }) {
  const known = useRef({ at: "" }).current;
  const task = { disks: Math.min(disks, MOST_DISKS), source: from, target: to };
  const isLinked = at !== known.at;
  if (isLinked || JSON.stringify(known.attempt?.task) !== JSON.stringify(task)) {
    known.attempt = new Attempt(task, isLinked ? at : "");
  }
  const { configuration, start, move, made } = known.attempt;
  useLayoutEffect(() => {
    known.at = configuration === start ? "" : configuration;
    page.publish({ configuration, move, step: made });
    page.remember({ at: known.at });
  });
  useLayoutEffect(() => () => page.remember({ at: "" }), []);
  return known.attempt;
}

// On a peg that has the focus, arrows go to the next one, and take and put down its disk.
function useKeys(attempt, doing) {
  const pressed = (event) => {
    const { key, target } = event;
    if (target.closest("input, select, textarea") || isShortcut(event)) {
      return;
    }
    const peg = target.closest(".pegs-peg");
    const next = { ArrowLeft: peg?.previousElementSibling, ArrowRight: peg?.nextElementSibling };
    const arrow = attempt.held === null ? "ArrowUp" : "ArrowDown";
    const action = peg && key === arrow ? ["choose", Number(peg.dataset.peg)] : KEYS[key];
    if (action || (peg && key.startsWith("Arrow"))) {
      event.preventDefault();
      next[key]?.focus();
    }
    if (action) {
      doing(...action);
    }
  };
  useLayoutEffect(() => {
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  });
}

// The listeners that let a pointer take a disk and put it down, by a drag or by two clicks; while a disk
// is dragged, a key may let go of it.
function useDragging(attempt, doing) {
  const drag = useRef({}).current;
  const pegAt = ({ clientX, currentTarget }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(2, Math.floor(((clientX - left) * 3) / width)));
  };
  const pressed = (event) => {
    const { isPrimary, button, clientX, clientY, pointerId, currentTarget } = event;
    if (isPrimary && button === 0) {
      doing("choose", pegAt(event));
      currentTarget.setPointerCapture(pointerId);
      currentTarget.classList.add("dragging");
      Object.assign(drag, { x: clientX, y: clientY, disk: currentTarget.querySelector(".held") });
    }
  };
  const moved = ({ isPrimary, clientX, clientY }) => {
    const [x, y] = [clientX - drag.x, clientY - drag.y];
    if (isPrimary && drag.disk && attempt.held !== null && Math.hypot(x, y) > DRAG_BEGINS) {
      drag.disk.style.translate = `${x}px ${y}px`;
    }
  };
  const ended = (event) => {
    const isDragged = drag.disk?.style.translate;
    event.currentTarget.classList.remove("dragging");
    if (isDragged) {
      drag.disk.style.translate = "";
    }
    drag.disk = null;
    if (isDragged && attempt.held !== null) {
      doing("putDown", event.type === "pointerup" ? pegAt(event) : attempt.held, true);
    }
  };
  return {
    onPointerDown: pressed,
    onPointerMove: moved,
    onPointerUp: ended,
    onPointerCancel: ended,
  };
}

function Facts({ attempt }) {
  const fact = (title, value, look) => html`
    <dt>${title}</dt>
    <dd class="try-${look}">${value}</dd>
  `;
  return html`
    <dl class="try-facts">
      ${fact("Moves made", attempt.made, "made")}
      ${fact("Distance to the goal", attempt.distance, "distance")}
      ${fact("Optimum", attempt.optimum, "optimum")}
      ${fact("Extra moves", attempt.detour, "detour")}
      ${fact("Optimal path", attempt.place, attempt.off ? "path off" : "path")}
    </dl>
  `;
}

// The best move, and how next-move-reader finds it: its state after each digit.
function Best({ page, explained: { sentence, word, states }, task: { disks, target } }) {
  const state = states.at(-1);
  const exchange = `It knows only the goal 2, so pegs ${target} and 2 are exchanged in what it reads and says.`;
  const cell = (one, at) => html`
    <li>
      <span class="try-heading">${at ? `disk ${disks - at + 1}` : "start"}</span>
      <span class="try-digit">${at ? `reads ${word[at - 1]}` : ""}</span>
      <strong class="try-state">${one}</strong>
    </li>
  `;
  return html`
    <section class="panel try-best" aria-label="The best move">
      <h2>The best move</h2>
      <p>${sentence}</p>
      <ol class="try-tape">${states.map(cell)}</ol>
      <p class="try-explanation">
        It ends in state ${state}: ${page.data.pending_moves[state]}. ${target === 2 ? "" : exchange}
      </p>
    </section>
  `;
}
