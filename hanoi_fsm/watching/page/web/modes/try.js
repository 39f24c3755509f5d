// The mode in which a person moves the disks of the stage, and reads how far the goal is.

import { graphPanel } from "../panels/graph.js";
import { PegsPane } from "../panels/pegs.js";
import { html, useRef } from "../vendor/preact.js";

export function Try({ page, attempt }) {
  const doing = (name, ...given) => {
    attempt[name](...given);
    page.draw();
  };
  const { moment, held } = attempt;
  const button = (title, action) =>
    html`<button class="btn" onClick=${() => doing(action)}>${title}</button>`;
  const peg = (number) =>
    html`<button aria-pressed=${number === held} onClick=${() => doing("choose", number)}>Peg ${number}</button>`;
  return html`
    <div class="panes">
      <${PegsPane} page=${page} moment=${moment} held=${held} onPointer=${useDragging(attempt, doing)} />
      <section class="pane try" aria-label=${graphPanel.title}><${graphPanel.View} page=${page} moment=${moment} /></section>
    </div>
    <div id="voice" class="row">
      <span class="try-message ${attempt.look}" role="status">${attempt.sentence}</span>
      <span class="choice push" role="group" aria-label="Pegs">${[0, 1, 2].map(peg)}</span>
      <span class="try-buttons row">${button("Undo", "undo")} ${button("Reset", "begin")}</span>
      <span class="small soft">Drag a disk, or press a peg and then another.</span>
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
    style: { touchAction: "pinch-zoom" },
    onPointerDown(event) {
      if (event.button === 0) {
        const { clientX: x, clientY: y, currentTarget } = event;
        doing("choose", pegAt(event));
        currentTarget.setPointerCapture(event.pointerId);
        Object.assign(drag, { x, y, disk: currentTarget.querySelector(".held") });
      }
    },
    onPointerMove({ clientX, clientY }) {
      drag.disk?.style.setProperty("translate", `${clientX - drag.x}px ${clientY - drag.y}px`);
    },
    onPointerUp: ended,
    onPointerCancel: ended,
  };
}
