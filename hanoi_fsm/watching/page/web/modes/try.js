// The mode in which a person moves the disks, and is told how far the goal is and what the best move
// would be.

import { graphPanel } from "../panels/graph.js";
import { Pegs } from "../panels/pegs.js";
import { html, useRef } from "../vendor/preact.js";

export function Try({ page, attempt }) {
  const doing = (name, ...given) => {
    attempt[name](...given);
    page.draw();
  };
  const button = (title, action) => html`<button onClick=${() => doing(action)}>${title}</button>`;
  const { moment, facts } = attempt;
  return html`
    <div class="try columns">
      <section class="column wide" aria-label="The pegs">
        <div class="try-pegs" ...${useDragging(attempt, doing)}>
          <${Pegs} ...${attempt} ...${moment} />
        </div>
        <p class="try-message caption ${attempt.look}" role="status">${attempt.sentence}</p>
        <p class="row" role="group" aria-label="Pegs">
          ${[0, 1, 2].map(
            (peg) => html`
              <button aria-pressed=${peg === attempt.held} onClick=${() => doing("choose", peg)}>Peg ${peg}</button>
            `,
          )}
        </p>
        <p class="try-buttons row">
          ${button("Undo", "undo")} ${button("Reset", "begin")} ${button("Make the best move", "makeBest")}
        </p>
        <p class="faint">Drag a disk, or click a peg and then another.</p>
      </section>
      <section class="column" aria-label=${graphPanel.title}>
        <dl class="try-facts">
          <dt>Moves made</dt><dd>${facts.made}</dd>
          <dt>Distance to the goal</dt><dd>${facts.left}</dd>
          <dt>Optimum</dt><dd>${facts.optimum}</dd>
          <dt>Extra moves</dt><dd>${facts.extra}</dd>
        </dl>
        <${graphPanel.View} moment=${moment} />
      </section>
    </div>
  `;
}

// The listeners that let a pointer take a disk and put it down, by a drag or by two clicks.
function useDragging(attempt, doing) {
  const drag = useRef({}).current;
  const pegAt = ({ clientX, currentTarget }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(2, Math.floor(((clientX - left) * 3) / width)));
  };
  const ended = (event) => {
    drag.disk?.style.removeProperty("translate");
    drag.disk = null;
    if (event.type === "pointerup" && attempt.held !== null && attempt.held !== pegAt(event)) {
      doing("choose", pegAt(event));
    }
  };
  return {
    onPointerDown(event) {
      if (event.button === 0) {
        const { clientX: x, clientY: y, currentTarget } = event;
        doing("choose", pegAt(event));
        currentTarget.setPointerCapture(event.pointerId);
        Object.assign(drag, { x, y, disk: currentTarget.querySelector(".held") });
      }
    },
    onPointerMove({ clientX, clientY }) {
      const scale = drag.disk?.getScreenCTM().a; // of the drawing
      const [x, y] = [clientX - drag.x, clientY - drag.y].map((one) => one / scale);
      drag.disk?.style.setProperty("translate", `${x}px ${y}px`);
    },
    onPointerUp: ended,
    onPointerCancel: ended,
  };
}
