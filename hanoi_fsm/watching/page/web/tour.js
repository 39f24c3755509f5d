// The tour: moments, each with a question that is answered by doing something on the page.

import { pageData } from "./data.js";
import { html, useRef } from "./vendor/preact.js";
import { wishesIn } from "./wishes.js";

const stops = pageData.tour ?? [];

export const hasTour = stops.length > 0;

export function stopOf({ tour }) {
  return stops[tour - 1];
}

// What a link shows: one to a stop and nothing else begins at its moment.
export function withStop({ tour, ...others }) {
  const { link } = stopOf({ tour }) ?? {};
  return link ? { ...(Object.keys(others).length ? others : wishesIn(link)), tour } : others;
}

function isDone({ done }, shown) {
  const now = { ...document.body.dataset, ...shown };
  return [...new URLSearchParams(done)].every(([key, value]) => {
    const found = String(now[key] ?? "");
    return value === "*" ? found !== "" : found === value;
  });
}

export function Tour({ page, shown }) {
  const answered = useRef(new Set()).current;
  const stop = stopOf(shown);
  if (isDone(stop, shown)) {
    answered.add(shown.tour);
  }
  const isAnswered = answered.has(shown.tour);
  const isLast = shown.tour === stops.length;
  const go = (tour) => () => page.open({ tour });
  return html`
    <section id="tour" class="box float" aria-label="Tour">
      <h2>${shown.tour}. ${stop.title}</h2>
      <p>
        ${stop.text} <small>Chapter ${stop.chapter}: <code>hanoi-fsm guide ${stop.chapter}</code></small>
      </p>
      <p role="status" class="on ${isAnswered ? "tour-done" : ""}">
        ${isAnswered ? `✓ ${stop.said}` : `○ ${stop.ask}`}
      </p>
      <div class="row">
        <button disabled=${shown.tour === 1} onClick=${go(shown.tour - 1)}>Back</button>
        <button id="tour-next" aria-pressed=${isAnswered && !isLast} disabled=${isLast} onClick=${go(shown.tour + 1)}>Next</button>
        <span>${shown.tour} of ${stops.length}</span>
        <button id="tour-leave" onClick=${() => page.wish({ tour: undefined })}>Leave the tour</button>
      </div>
    </section>
  `;
}
