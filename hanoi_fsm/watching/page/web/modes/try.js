// The mode in which a person moves the disks, and is told how far the goal is and what the best move
// would be.

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
    useKeys(doing);
    const button = (title, possible, ...action) => html`
      <button disabled=${!possible} onClick=${() => doing(...action)}>${title}</button>
    `;
    const { made, path, task } = attempt;
    const facts = {
      "Moves made": made,
      "Distance to the goal": attempt.distance,
      Optimum: attempt.optimum,
      "Extra moves": attempt.detour,
    };
    return html`
      <div class="try columns">
        <section class="column wide" aria-label="The pegs">
          <div class="try-pegs" ...${useDragging(attempt, doing)}>
            <${Pegs} ...${attempt} ...${task} choose=${(peg) => doing("choose", peg)} />
          </div>
          <p class="try-message ${attempt.look}" role="status">${attempt.sentence}</p>
          <p class="try-buttons row">
            ${button("Undo", made > 0, "step", -1)} ${button("Redo", made + 1 in path, "step", 1)}
            ${button("Reset", true, "begin")} ${button("Show the best move", true, "best", false)}
            ${button("Make the best move", true, "best", true)}
          </p>
          <p class="faint">
            Drag a disk, or click a peg and then another. Keys: 0, 1 and 2 choose pegs, Escape lets go,
            U undoes, R redoes.
          </p>
        </section>
        <section class="column" aria-label=${graphPanel.title}>
          <dl class="try-facts">
            ${Object.entries(facts).map(([title, value]) => html`<dt>${title}</dt><dd>${value}</dd>`)}
          </dl>
          <${graphPanel.View} moment=${attempt.moment} />
        </section>
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

function useKeys(doing) {
  const pressed = ({ key, target, ctrlKey, altKey, metaKey }) => {
    if (KEYS[key] && !target.closest("input, select") && !(ctrlKey || altKey || metaKey)) {
      doing(...KEYS[key]);
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
    if (isDragged) {
      drag.disk.style.translate = "";
      if (attempt.held !== null) {
        doing("choose", event.type === "pointerup" ? pegAt(event) : attempt.held);
      }
    }
    drag.disk = null;
  };
  return {
    onPointerDown: pressed,
    onPointerMove: moved,
    onPointerUp: ended,
    onPointerCancel: ended,
  };
}
