// The tour: moments, each with a question that is answered by doing something on the page.

import { wishesIn } from "./core/links.js";
import { pageData } from "./data.js";
import { html, useLayoutEffect, useRef } from "./vendor/preact.js";

const PHONE = 640;
const stops = pageData.tour ?? [];

export const hasTour = stops.length > 0;

export function stopOf({ tour }) {
  return stops[tour - 1];
}

// The view of a link: a link to a stop and nothing else begins at its moment.
export function withStop({ tour, ...others }) {
  const { link } = stopOf({ tour }) ?? {};
  return link ? { ...(Object.keys(others).length ? others : wishesIn(link)), tour } : others;
}

function isDone({ done }, shown) {
  const now = { ...document.body.dataset, ...shown };
  const isSo = ([key, value]) => (value === "*" ? now[key] : String(now[key]) === value);
  return [...new URLSearchParams(done)].every(isSo);
}

export function Tour({ page, shown }) {
  const answered = useRef(new Set()).current;
  const box = useRef(null);
  const stop = stopOf(shown);
  useLayoutEffect(() => showBeside(box.current, stop.panel), [stop]);
  if (isDone(stop, shown)) {
    answered.add(shown.tour);
  }
  const isAnswered = answered.has(shown.tour);
  const go = (tour) => page.open({ tour });
  const [isFirst, isLast] = [shown.tour === 1, shown.tour === stops.length];
  return html`
    <aside id="tour" class="box float" aria-label="Tour" ref=${box}>
      <p class="row small soft">
        Tour · ${shown.tour} of ${stops.length}
        <button id="tour-leave" class="icon push" aria-label="Leave the tour" onClick=${() => page.leave()}>✕</button>
      </p>
      <h2 tabindex="-1">${stop.title}</h2>
      <p>${stop.text} <small>Chapter ${stop.chapter}: <code>hanoi-fsm guide ${stop.chapter}</code></small></p>
      <p role="status" class="on ${isAnswered ? "tour-done" : ""}">${isAnswered ? `✓ ${stop.said}` : `○ ${stop.ask}`}</p>
      <div class="row">
        <button class="btn" disabled=${isFirst} onClick=${() => go(shown.tour - 1)}>Back</button>
        <button id="tour-next" class="btn ink push" disabled=${isLast} onClick=${() => go(shown.tour + 1)}>Next</button>
      </div>
    </aside>
  `;
}

// Show what a stop speaks of, above the box of the stop; both end with the stop.
function showBeside(box, name) {
  const { style } = document.documentElement;
  const panel = document.querySelector(name ? `.panel-${name}` : "#stage");
  panel?.toggleAttribute("data-toured", true);
  style.setProperty("--sheet", `${box.offsetHeight}px`);
  const block = name && innerWidth <= PHONE ? "start" : "nearest";
  requestAnimationFrame(() => panel?.scrollIntoView({ block })); // when all of it is drawn
  box.querySelector("h2").focus({ preventScroll: true });
  return () => {
    panel?.toggleAttribute("data-toured", false);
    style.removeProperty("--sheet");
  };
}
