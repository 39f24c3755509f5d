// What is on the page: the controls, the player, and a side for each machine with a panel for each
// thing to see of it.

import { moveInWords } from "./configuration.js";
import { Controls } from "./controls.js";
import { Help, PanelMenu } from "./menus.js";
import { beMode } from "./modes/be.js";
import { tryMode } from "./modes/try.js";
import { EditedVerdict } from "./panels/editor.js";
import { COLUMNS, SHARED, WITHOUT_PEGS } from "./panels.js";
import { Player } from "./player.js";
import { isFinal } from "./run.js";
import { eventsInWords, faultText, spelt } from "./spelling.js";
import { hasTour, panelOfStop, Tour } from "./tour.js";
import { html } from "./vendor/preact.js";

export const MODES = [{ name: "watch", title: "Watch" }, tryMode, beMode];

export function App({ page, shown, moments, pointed, problem, status, closed }) {
  const mode = MODES.find((one) => one.name === shown.mode);
  const [moment, other] = moments;
  const alone = mode.name === "try";
  page.picking = null; // a mode may offer transitions to pick in the diagram
  const given = { page, shown, pointed, closed };
  return html`
    <header id="top">
      <h1>${document.title}</h1>
      <nav id="modes" aria-label="Mode">
        ${page.modes.map(
          ({ name, title }) => html`
            <button
              type="button"
              data-mode=${name}
              aria-pressed=${name === mode.name ? "true" : "false"}
              onClick=${() => page.wish({ mode: name })}
            >
              ${title}
            </button>
          `,
        )}
      </nav>
      <div class="menus">
        ${hasTour && !shown.tour && html`<button type="button" id="begin-tour" onClick=${() => page.open({ tour: 1 })}>Tour</button>`}
        <${PanelMenu} page=${page} machine=${moment.machine} closed=${closed} hidden=${alone} />
        <${Help} page=${page} />
      </div>
    </header>
    ${shown.tour && html`<${Tour} page=${page} shown=${shown} />`}
    <${Controls} page=${page} shown=${shown} machine=${moment.machine} />
    <section id="player" aria-label="Player" hidden=${alone}>
      <${Player} page=${page} moment=${moment} pointed=${pointed} />
    </section>
    <p id="problem" role="alert" hidden=${!problem}>${problem}</p>
    <p id="status" class="visually-hidden" aria-live="polite">${status}</p>
    <main>
      ${mode.View && html`<${mode.View} key=${mode.name} ...${given} moment=${moment} />`}
      <div id="view" data-sides=${moments.length} hidden=${alone}>
        ${moments.map((one) => html`<${Side} key=${one.machine.name} moment=${one} ...${given} beside=${Boolean(other)} />`)}
        ${other?.machine.pegs && html`<${Shared} moment=${moment} ...${given} />`}
      </div>
    </main>
  `;
}

// What a moment is, in a sentence for everybody.
export function sentenceOf(moment) {
  const { machine, run, move, output } = moment;
  const later = moment.sinceStep ? ` and ${eventsInWords(moment.sinceStep)}` : "";
  const where = `Step ${moment.step} of ${run.steps}${later}`;
  const moved = move ? moveInWords(move) : "";
  const wrote = !move && output !== null ? `output ${spelt(output)}` : "";
  const final = isFinal(machine, moment.state) ? " (final)" : "";
  const parts = [where, moved || wrote, `state ${moment.state}${final}`].filter(Boolean);
  return `${parts.join(", ")}.`;
}

function Side({ moment, beside, ...given }) {
  const { machine } = moment;
  const wrong = machine.original ? "" : faultText(moment); // the verdict on what is edited says it
  const columns = machine.pegs ? COLUMNS : WITHOUT_PEGS;
  const [first, second, ...others] = columns;
  const inRows = [second, first, ...others].flat().filter((one) => !SHARED.includes(one));
  return html`
    <section class="side" aria-label=${machine.name}>
      <div class="heading">
        <h2>${machine.name}</h2>
        <p class="summary">${machine.title}</p>
        <${machine.original ? EditedVerdict : Verdict} moment=${moment} machine=${machine} shown=${given.shown} />
      </div>
      <div>
        <p class="now">${sentenceOf(moment)}</p>
        <p class="fault" hidden=${!wrong}>
          ${wrong && `${moment.finding ? "Wrong" : "Stopped"}: ${wrong}`}
        </p>
      </div>
      <div class="columns">
        ${(beside ? [inRows] : columns).map(
          (panels) => html`
            <div class="column">
              <${Panels} panels=${panels} moment=${moment} ...${given} />
            </div>
          `,
        )}
      </div>
    </section>
  `;
}

function Shared({ moment, ...given }) {
  return html`
    <section class="shared" aria-label="Both">
      <${Panels} panels=${SHARED} moment=${moment} ...${given} />
    </section>
  `;
}

// What a check or a proof says, which is long: where all is well its first part, and the rest on demand.
function Verdict({ machine: { holds, verdict, recorded } }) {
  if (!holds) {
    return html`<p class="verdict failing">Fails its check: ${verdict}</p>`;
  }
  const how = recorded ? `; this page shows recorded runs: ${recorded}` : "";
  const [first, ...rest] = `${verdict}${how}`.split("; ");
  return html`
    <details class="verdict">
      <summary>${first}</summary>
      ${rest.join("; ")}
    </details>
  `;
}

function Panels({ panels, moment, closed, page, ...given }) {
  const { machine } = moment;
  const open = panels.filter((one) => one.applies(machine) && !closed.includes(one.name));
  const first = panelOfStop(given.shown);
  open.sort((one, other) => (other.name === first) - (one.name === first));
  return open.map(
    (panel) => html`
      <section
        key=${panel.name}
        class="panel panel-${panel.name}"
        aria-label="${panel.title} of ${machine.name}"
      >
        <header>
          <h3>${panel.title}</h3>
          <button
            type="button"
            class="close"
            aria-label="Close ${panel.title}"
            onClick=${() => page.close(panel.name)}
          >
            ×
          </button>
        </header>
        <${panel.View} key=${machine.name} page=${page} moment=${moment} ...${given} />
      </section>
    `,
  );
}
