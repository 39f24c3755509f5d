// What is on the page: the controls, the player, and a side for each machine with a panel for each
// thing to see of it.

import { moveInWords } from "./configuration.js";
import { Controls } from "./controls.js";
import { Help } from "./help.js";
import { Be } from "./modes/be.js";
import { Try } from "./modes/try.js";
import { diagramPanel } from "./panels/diagram.js";
import { EditedVerdict } from "./panels/editor.js";
import { formulaPanel } from "./panels/formula.js";
import { gluePanel } from "./panels/glue.js";
import { graphPanel } from "./panels/graph.js";
import { guardsPanel } from "./panels/guards.js";
import { memoryPanel } from "./panels/memory.js";
import { pegsPanel } from "./panels/pegs.js";
import { tracePanel } from "./panels/trace.js";
import { Player } from "./player.js";
import { faultText, spelt } from "./spelling.js";
import { Steady } from "./steady.js";
import { hasTour, stopOf, Tour } from "./tour.js";
import { html } from "./vendor/preact.js";
import { MODES } from "./wishes.js";

// The panels, in the columns in which they are shown. A panel has a `name`, which is also in its class
// `panel-NAME`, and a `title`. It says of a machine whether it `applies`; its `View` is a function of the page,
// a moment, and the subtower that is `pointed` at: its number of `disks`, its `first` and its `last` step.
const COLUMNS = [
  [pegsPanel, guardsPanel, memoryPanel],
  [diagramPanel, tracePanel],
  [gluePanel, graphPanel, formulaPanel],
];
// What two machines on one task have in common.
const SHARED = [pegsPanel, gluePanel, graphPanel, formulaPanel];

export function App({ page, shown, moments, attempt, pointed, problem, status }) {
  const { mode } = shown;
  const [moment, other] = moments;
  const given = { page, shown, pointed };
  return html`
    <header id="top" class="row">
      <h1>${document.title}</h1>
      <nav id="modes" class="row" aria-label="Mode">
        ${Object.entries(MODES).map(
          ([name, title]) => html`
            <button aria-pressed=${name === mode} onClick=${() => page.wish({ mode: name })}>${title}</button>
          `,
        )}
      </nav>
      ${hasTour && !shown.tour && html`<button id="begin-tour" onClick=${() => page.open({ tour: 1 })}>Tour</button>`}
      <button id="get-help" popovertarget="help">Help</button>
      <${Help} />
    </header>
    ${shown.tour && html`<${Tour} page=${page} shown=${shown} />`}
    <${Controls} page=${page} shown=${shown} machine=${moment.machine} />
    <section id="player" class="row" aria-label="Player" hidden=${mode === "try"}>
      <${Player} page=${page} moment=${moment} pointed=${pointed} />
    </section>
    <p id="problem" class="fault" role="alert" hidden=${!problem}>${problem}</p>
    <p id="status" class="visually-hidden" aria-live="polite">${status}</p>
    <main>
      ${mode === "try" && html`<${Try} page=${page} attempt=${attempt} />`}
      ${mode === "be" && html`<${Be} page=${page} moment=${moment} />`}
      <div id="view" data-sides=${moments.length} hidden=${mode === "try"}>
        ${moments.map((one) => html`<${Side} moment=${one} ...${given} beside=${Boolean(other)} />`)}
        ${
          other?.machine.pegs &&
          html`<section class="column" aria-label="Both"><${Panels} panels=${SHARED} moment=${moment} ...${given} /></section>`
        }
      </div>
    </main>
  `;
}

// What a moment is, in a sentence for everybody.
export function sentenceOf(moment) {
  const { machine, run, move, output } = moment;
  const events = moment.sinceStep === 1 ? "1 event" : `${moment.sinceStep} events`;
  const where = `Step ${moment.step} of ${run.steps}${moment.sinceStep ? ` and ${events}` : ""}`;
  const moved = move ? moveInWords(move) : "";
  const wrote = !move && output !== null ? `output ${spelt(output)}` : "";
  const final = machine.final.includes(moment.state) ? " (final)" : "";
  const parts = [where, moved || wrote, `state ${moment.state}${final}`].filter(Boolean);
  return `${parts.join(", ")}.`;
}

function Side({ moment, beside, ...given }) {
  const { machine } = moment;
  const wrong = machine.original ? "" : faultText(moment); // the verdict on what is edited says it
  const alone = [diagramPanel, guardsPanel, memoryPanel, tracePanel];
  return html`
    <section class="side" aria-label=${machine.name}>
      <div class="row">
        <h2>${machine.name}</h2>
        <p class="faint">${machine.title}</p>
        ${machine.original ? html`<${EditedVerdict} page=${given.page} moment=${moment} />` : verdictOn(machine)}
      </div>
      <${Steady} of=${moment.run} class="now">${sentenceOf(moment)}<//>
      <p class="fault" hidden=${!wrong}>${moment.finding ? "Wrong" : "Stopped"}: ${wrong}</p>
      <div class="columns">
        ${(beside ? [alone] : COLUMNS).map(
          (panels, at) => html`
            <div class="column ${at === 1 ? "wide" : ""}">
              <${Panels} panels=${panels} moment=${moment} ...${given} />
            </div>
          `,
        )}
      </div>
    </section>
  `;
}

// What a check or a proof says, which is long: its first part, and the rest on demand.
function verdictOn({ holds, verdict: [first, rest] }) {
  return html`<details class="verdict ${holds ? "" : "failing"}"><summary>${first}</summary>${rest}</details>`;
}

// The panel of which a stop of the tour speaks is the first.
function Panels({ panels, moment, ...given }) {
  const { machine } = moment;
  const first = stopOf(given.shown)?.panel;
  const applying = panels
    .filter((one) => one.applies(machine))
    .sort((one, other) => (other.name === first) - (one.name === first));
  return applying.map(
    ({ name, title, View }) => html`
      <details key=${name} class="panel panel-${name}" aria-label="${title} of ${machine.name}" open>
        <summary><h3>${title}</h3></summary>
        <${View} key=${machine.name} moment=${moment} ...${given} />
      </details>
    `,
  );
}
