// What is on the page: a sentence, the choices, the stage with the pegs, the machine and the player, and the cards.

import { Controls } from "./controls.js";
import { Help } from "./help.js";
import { lookOf } from "./looks.js";
import { Be } from "./modes/be.js";
import { Try } from "./modes/try.js";
import { DiagramPane } from "./panels/diagram.js";
import { Editor, Said } from "./panels/editor.js";
import { formulaPanel } from "./panels/formula.js";
import { gluePanel } from "./panels/glue.js";
import { graphPanel } from "./panels/graph.js";
import { guardsPanel } from "./panels/guards.js";
import { memoryPanel } from "./panels/memory.js";
import { PegsPane } from "./panels/pegs.js";
import { tracePanel } from "./panels/trace.js";
import { Player } from "./player.js";
import { sentenceOf } from "./spelling.js";
import { hasTour, stopOf, Tour } from "./tour.js";
import { html, useState } from "./vendor/preact.js";
import { Voice } from "./voice.js";
import { MODES } from "./wishes.js";

// The cards. Each has a `name`, which is also in its class `panel-NAME`, and a `title`. It says of a machine
// whether it `applies`, and in one line what there is of a moment. Its `View` is a function of the page, a moment,
// and what is `pointed` at. Two machines on one task have some in common.
const CARDS = [guardsPanel, gluePanel, graphPanel, memoryPanel, formulaPanel, tracePanel];
const OWN = [guardsPanel, memoryPanel, tracePanel];
const OPEN = matchMedia("(max-width: 640px)").matches ? 1 : 3;
const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

export function App({ page, shown, moments, attempt, pointed, note, motion, problem, editing }) {
  const { mode } = shown;
  const [moment] = moments;
  const { machine } = moment;
  const given = { page, shown, pointed, motion };
  const isTried = mode === "try";
  const [isMore, setMore] = useState(false); // of the choices, on a phone
  return html`
    <header id="top" class="row">
      <h1><${Sentence} machine=${machine} /></h1>
      <button class="btn only" aria-expanded=${isMore} onClick=${() => setMore(!isMore)}>More</button>
      <button id="get-help" class="btn extra" popovertarget="help">Help</button>
      ${hasTour && !shown.tour && html`<button id="begin-tour" class="btn ink" onClick=${() => page.open({ tour: 1 })}><span class="long">Take the tour</span><span class="only">Tour</span></button>`}
      <${Help} />
    </header>
    <section id="setup" class="row soft" aria-label="What is watched">
      <${Controls} page=${page} shown=${shown} machine=${machine} />
      ${verdictOn(page, moment)}
      <nav id="modes" class="choice push" aria-label="Mode">
        ${Object.entries(MODES).map(
          ([name, title]) => html`
            <button aria-pressed=${name === mode} onClick=${() => page.wish({ mode: name })}>${title}</button>
          `,
        )}
      </nav>
    </section>
    <p id="problem" class="fault" role="alert" hidden=${!problem}>${problem}</p>
    ${shown.tour && html`<${Tour} page=${page} shown=${shown} />`}
    <main>
      <section id="stage" class="box" aria-label="Stage" ...${reactions(page)}>
        ${isTried ? html`<${Try} page=${page} attempt=${attempt} />` : html`<${Watched} ...${given} ...${{ moments, note, editing }} />`}
      </section>
      ${
        !isTried &&
        html`<div id="cards">
        ${moments.flatMap((one, at) =>
          CARDS.filter((card) => card.applies(one.machine) && (at === 0 || OWN.includes(card))).map(
            (card, place) => html`
              <${Card} key=${`${card.name}-${at}`} ...${given} card=${card} moment=${one} isOpen=${at === 0 && place < OPEN} several=${moments.length > 1 && OWN.includes(card)} />
            `,
          ),
        )}
      </div>`
      }
    </main>
  `;
}

function Watched({ moments, note, editing, ...given }) {
  const { page, shown, pointed } = given;
  const [moment] = moments;
  return html`
    <div class="panes" data-machines=${moments.length}>
      ${moment.machine.pegs && html`<${PegsPane} moment=${moment} ...${given} />`}
      ${moments.map((one) => html`<${DiagramPane} key=${one.machine.name} moment=${one} several=${moments.length > 1} ...${given} />`)}
      ${editing !== null && html`<${Editor} page=${page} moment=${moment} at=${editing} />`}
    </div>
    <div class="desk">
      ${shown.mode === "be" ? html`<${Be} page=${page} moment=${moment} />` : html`<${Voice} page=${page} moments=${moments} note=${note} />`}
      <${Player} page=${page} moments=${moments} pointed=${pointed} />
    </div>
  `;
}

// What the page is about, in one sentence.
function Sentence({ machine }) {
  const { states, kind, title } = machine;
  const many = states.filter((one) => lookOf(machine, one.name).colour !== "s0").length;
  const number = NUMBERS[many] ?? many;
  const noun = many === 1 ? "state" : "states";
  if (kind !== "solver") {
    return sentenceOf(title);
  }
  const short = `${number.slice(0, 1).toUpperCase()}${number.slice(1)} ${noun} solve${many === 1 ? "s" : ""} Hanoi.`;
  return html`
    <span class="long">A machine with ${number} ${noun} solves the Towers of Hanoi.</span>
    <span class="only">${short}</span>
  `;
}

// What a check or a proof says, or what is found of an edit, which is long: its first part, and the rest on demand.
function verdictOn(page, moment) {
  const { machine, run } = moment;
  const [first, rest] = machine.verdict;
  const { finding } = run.last;
  const known = first.split(", ")[0];
  const isRight = machine.original ? !finding : machine.holds;
  const edited = finding ? `edited: wrong at step ${finding.step}` : "edited: still right";
  const said = machine.original ? edited : `${known.slice(0, 1).toLowerCase()}${known.slice(1)}`;
  return html`
    <details id="verdict" class=${isRight ? "extra" : "fault"}>
      <summary>${isRight ? "✓" : "✗"} ${said}</summary>
      <div class="box float">${machine.original ? html`<${Said} page=${page} moment=${moment} />` : html`${first}${rest && `; ${rest}`}`}</div>
    </details>
  `;
}

// A card is drawn where it is open; a stop of the tour opens its own.
function Card({ card, moment, isOpen, several, ...given }) {
  const { name, title, View } = card;
  const { machine } = moment;
  const [wanted, setWanted] = useState(isOpen);
  const isToured = stopOf(given.shown)?.panel === name;
  const open = wanted || isToured;
  return html`
    <details
      class="card box panel-${name} ${isToured ? "toured" : ""}"
      aria-label="${title} of ${machine.name}"
      open=${open}
      onToggle=${(event) => setWanted(event.currentTarget.open)}
    >
      <summary class="row">
        <h2>${title}${several && ` of ${machine.name}`}</h2>
        <span class="push soft">${card.said(moment, given)}</span>
      </summary>
      ${open && html`<div><${View} key=${machine.name} moment=${moment} ...${given} /></div>`}
    </details>
  `;
}

// What the stage does where something in it is pointed at or pressed.
function reactions(page) {
  const found = ({ target }) =>
    target.closest?.(".disk, .d[data-disk], main [data-state], main [data-edge]")?.dataset ?? {};
  const point = (event) => {
    if (!event.target.closest?.(".strip")) {
      const { disk, state, edge } = found(event);
      const one = { disk: disk && Number(disk), state, edge: edge && Number.parseInt(edge, 10) };
      page.point(disk || state || edge ? one : null);
    }
  };
  const press = (event) => {
    const { disk, state, edge } = found(event);
    const isNext = (run, index) => {
      const { move } = run.events[index];
      return disk ? move?.disk === Number(disk) : run.events[index].state === state;
    };
    if (edge) {
      page.press(...edge.split(" ").map(Number));
    } else if (disk || state) {
      page.goToNext(isNext, disk ? `Disk ${disk}` : state);
    }
  };
  const onKeyDown = (event) => {
    if (/^( |Enter)$/.test(event.key) && event.target.matches("g[role=button]")) {
      event.preventDefault();
      press(event);
    }
  };
  const onPointerLeave = () => page.point(null);
  return { onPointerOver: point, onfocusin: point, onPointerLeave, onClick: press, onKeyDown };
}
