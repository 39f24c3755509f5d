// The mode in which a person moves the disks, and is told how far the goal is, what the best move
// would be, and at which disk the optimal path was left.

import { isShortcut } from "../keys.js";
import { graphPanel } from "../panels/graph.js";
import { Pegs } from "../panels/pegs.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { Attempt, bestSentence } from "./attempt.js";
import { bestMove, reading } from "./positions.js";

const MOST_DISKS = 16;
const DRAG_BEGINS = 6;

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
    const { configuration, move, held, hinted, dropped, task } = attempt;
    const buttons = [
      ["Undo", "undo", attempt.made > 0],
      ["Redo", "redo", attempt.redoable],
      ["Reset", "begin"],
      ["Show the best move", "showBest"],
      ["Make the best move", "makeBest"],
    ];
    return html`
      <div class="try">
        <section class="try-board" aria-label="The pegs">
          <div class="try-pegs" ...${useDragging(attempt, doing)}>
            <${Pegs}
              ...${{ configuration, move, held, dropped, ...task }}
              hint=${hinted && attempt.best}
              choose=${(peg) => doing("choose", peg)}
            />
          </div>
          <p class="try-message ${attempt.look}" role="status">${attempt.sentence}</p>
          <div class="try-buttons">
            ${buttons.map(
              ([title, name, possible = true]) => html`
                <button type="button" aria-disabled=${!possible} onClick=${() => doing(name)}>
                  ${title}
                </button>
              `,
            )}
          </div>
          <p class="try-help">
            Drag a disk, or click a peg and then another. Keys: 0, 1 and 2 choose pegs, Escape lets go,
            U undoes, R redoes.
          </p>
        </section>
        <div class="try-side">
          <${Facts} attempt=${attempt} />
          ${attempt.explained !== null && html`<${Best} ...${attempt} meanings=${page.data.pending_moves} />`}
          <section aria-label=${graphPanel.title}>
            <${graphPanel.View}
              page=${{ goTo: (made) => doing("goTo", made) }}
              moment=${attempt.moment()}
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

function useKeys(attempt, doing) {
  const keys = {
    0: () => doing("choose", 0),
    1: () => doing("choose", 1),
    2: () => doing("choose", 2),
    Escape: () => doing("letGo"),
    u: () => doing("undo"),
    r: () => doing("redo"),
  };
  const onPeg = {
    ArrowLeft: (peg) => peg.previousElementSibling?.focus(),
    ArrowRight: (peg) => peg.nextElementSibling?.focus(),
    ArrowUp: ({ dataset }) => attempt.held === null && doing("choose", Number(dataset.peg)),
    ArrowDown: ({ dataset }) => attempt.held !== null && doing("choose", Number(dataset.peg)),
  };
  const pressed = (event) => {
    const peg = event.target.closest(".pegs-peg");
    const key = keys[event.key] ?? (peg && onPeg[event.key]);
    if (key && !event.target.closest("input, select, textarea") && !isShortcut(event)) {
      event.preventDefault();
      key(peg);
    }
  };
  useLayoutEffect(() => {
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  });
}

// The listeners that let a pointer drag the top disk of a peg. What is no drag is a click on the peg;
// and while a disk is dragged, a key may let go of it.
function useDragging(attempt, doing) {
  const down = useRef(null);
  const pegAt = ({ clientX, currentTarget }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(2, Math.floor(((clientX - left) * 3) / width)));
  };
  const take = ({ currentTarget, pointerId }, peg) => {
    doing("letGo");
    doing("take", peg);
    currentTarget.setPointerCapture(pointerId);
    currentTarget.classList.toggle("dragging", attempt.held === peg);
    return currentTarget.querySelector(`[data-disk="${attempt.topOf(peg)}"]`);
  };
  const pressed = (event) => {
    if (event.isPrimary && event.button === 0) {
      down.current = { x: event.clientX, y: event.clientY, peg: pegAt(event) };
    }
  };
  const moved = (event) => {
    const one = down.current;
    if (!one || !event.isPrimary) {
      return;
    }
    const [x, y] = [event.clientX - one.x, event.clientY - one.y];
    if (!one.disk && Math.hypot(x, y) > DRAG_BEGINS) {
      one.disk = take(event, one.peg);
      down.current = one.disk && one;
    }
    if (one.disk && attempt.held === one.peg) {
      one.disk.style.translate = `${x}px ${y}px`;
    }
  };
  const ended = (event) => {
    const { disk, peg } = down.current ?? {};
    down.current = null;
    if (disk) {
      event.currentTarget.classList.remove("dragging");
      disk.style.translate = "";
      if (attempt.held === peg) {
        doing("putDown", event.type === "pointerup" ? pegAt(event) : peg, true);
      }
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
  const rows = [
    ["made", "Moves made"],
    ["distance", "Distance to the goal"],
    ["optimum", "Optimum"],
    ["detour", "Extra moves"],
    ["place", "Optimal path", attempt.off ? "try-path off" : "try-path"],
  ];
  return html`
    <dl class="try-facts">
      ${rows.map(
        ([name, title, look = `try-${name}`]) => html`
          <div>
            <dt>${title}</dt>
            <dd class=${look}>${attempt[name]}</dd>
          </div>
        `,
      )}
    </dl>
  `;
}

// The best move in a configuration, and how next-move-reader finds it: its state after each digit.
function Best({ explained, task: { disks, target }, meanings }) {
  const { word, states } = reading(explained, target);
  const state = states.at(-1);
  const exchange = `It knows only the goal 2, so pegs ${target} and 2 are exchanged in what it reads and says.`;
  return html`
    <section class="try-best" aria-label="The best move">
      <h2>The best move</h2>
      <p>${bestSentence(bestMove(explained, target))}</p>
      <ol class="try-tape">
        ${states.map(
          (one, at) => html`
            <li>
              <span class="try-heading">${at ? `disk ${disks - at + 1}` : "start"}</span>
              <span class="try-digit">${at ? `reads ${word[at - 1]}` : ""}</span>
              <span class="try-state">${one}</span>
            </li>
          `,
        )}
      </ol>
      <p class="try-explanation">
        It ends in state ${state}: ${meanings[state]}.${target === 2 ? "" : ` ${exchange}`}
      </p>
    </section>
  `;
}
