// What is on the page: a sentence, the choices, the stage with the pegs, the machine and the player, and the cards.

import { MODES } from "./address.js";
import { Choice, option } from "./choices.js";
import { comparable } from "./core/links.js";
import { capital, sentenceOf } from "./core/spelling.js";
import { machineNamed, pageData } from "./data.js";
import { Be } from "./modes/be.js";
import { Try } from "./modes/try.js";
import { DiagramPane } from "./panels/diagram.js";
import { Editor, Said } from "./panels/editor.js";
import { gluePanel } from "./panels/glue.js";
import { graphPanel } from "./panels/graph.js";
import { guardsPanel } from "./panels/guards.js";
import { memoryPanel } from "./panels/memory.js";
import { PegsPane } from "./panels/pegs.js";
import { Player } from "./player.js";
import { hasTour, stopOf, Tour } from "./tour.js";
import { html, useState } from "./vendor/preact.js";
import { Voice } from "./voice.js";

// The cards. Each has a `name`, which is also in its class `panel-NAME`, and a `title`. It may say of a machine
// whether it `applies`, and says in one line what there is of a moment. Its `View` is a function of the page, a moment,
// and what is `pointed` at. Two machines on one task have some in common.
const CARDS = [guardsPanel, gluePanel, graphPanel, memoryPanel];
const OWN = [guardsPanel, memoryPanel];
const OPEN = matchMedia("(max-width: 640px)").matches ? 1 : 3;
const DIGITS = "the peg of each disk, the largest disk first";
const PEGS = [0, 1, 2].map((peg) => [peg, `peg ${peg}`]);
const VERBS = { solver: "moves", pathfinder: "goes from" };
const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

export function App(given) {
  const { page, shown, moments, attempt, problem } = given;
  const { mode } = shown;
  const [moment] = moments;
  const [isMore, setMore] = useState(false); // of the choices, on a phone
  const modeButton = ([name, title]) =>
    html`<button aria-pressed=${name === mode} onClick=${() => page.wish({ mode: name })}>${title}</button>`;
  return html`
    <header id="top" class="row">
      <h1>${titleOf(moment.machine)}</h1>
      <button class="btn only" aria-expanded=${isMore} onClick=${() => setMore(!isMore)}>More</button>
      <button id="get-help" class="btn extra" popovertarget="help">Help</button>
      ${hasTour && !shown.tour && html`<button id="begin-tour" class="btn ink" onClick=${() => page.open({ tour: 1 })}><span class="long">Take the tour</span><span class="only">Tour</span></button>`}
    </header>
    <section id="setup" class="row soft" aria-label="What is watched">
      <${Controls} page=${page} shown=${shown} machine=${moment.machine} />
      ${verdictOn(page, moment)}
      <nav id="modes" class="choice push" aria-label="Mode">${Object.entries(MODES).map(modeButton)}</nav>
    </section>
    <p id="problem" class="fault" role="alert" hidden=${!problem}>${problem}</p>
    <main ...${reactions(page)}>
      <section id="stage" class="box" aria-label="Stage">
        ${mode === "try" ? html`<${Try} page=${page} attempt=${attempt} />` : html`<${Watched} ...${given} />`}
      </section>
      ${mode !== "try" && html`<div id="cards">${moments.map((one, at) => cardsOf(one, at, given))}</div>`}
    </main>
    ${shown.tour && html`<${Tour} page=${page} shown=${shown} />`}
  `;
}

// Whether the memory takes the place of the pegs.
function isTape([{ machine, contents }, other]) {
  return !machine.pegs && !other && Object.keys(contents).length > 0;
}

function Watched(given) {
  const { page, shown, moments, editing } = given;
  const [moment] = moments;
  const several = moments.length > 1;
  const pane = (one) =>
    html`<${DiagramPane} key=${one.machine.name} ...${given} moment=${one} several=${several} />`;
  return html`
    <div class="panes">
      ${moment.machine.pegs && html`<${PegsPane} ...${given} moment=${moment} />`}
      ${isTape(moments) && html`<section class="pane panel-memory" aria-label="Memory" tabindex="0"><${memoryPanel.View} moment=${moment} /></section>`}
      ${moments.map(pane)}
      ${editing !== null && html`<${Editor} page=${page} moment=${moment} at=${editing} />`}
    </div>
    <div class="desk">
      ${shown.mode === "be" ? html`<${Be} page=${page} moment=${moment} />` : html`<${Voice} ...${given} />`}
      <${Player} ...${given} />
    </div>
  `;
}

// What is watched, as a sentence of choices. Each writes into what the page shows.
function Controls({ page, shown, machine }) {
  const { machines } = pageData;
  const watching = shown.mode !== "try";
  const isTower = machine.kind === "solver" || !watching;
  const isPath = machine.kind === "pathfinder" && watching;
  const others = machines.filter((one) => comparable(machine, one)).map((one) => one.name);
  const begins = machine.starts.map((one) => one.begin).filter(Boolean);
  const most = Math.min(machine.most, machineNamed(shown.and)?.most ?? Infinity);
  const start = { step: 0, event: 0 };
  // An end of another length begins a new path, whose `other` end is a tower.
  const given = (key, other = key) => ({
    id: key,
    value: shown[key],
    change: (value) => {
      const old = value.length === shown.disks ? {} : { [other]: undefined };
      page.wish({ ...old, [key]: value, ...start });
    },
  });
  // Another machine on the same inputs goes to the same step.
  const choose = (by) => {
    const isAlike = comparable(machine, machineNamed(by));
    page.wish({ by, event: 0, ...(isAlike ? {} : { step: 0, word: undefined }) });
  };
  const resize = (disks) => page.wish({ start: undefined, goal: undefined, disks, ...start });
  const numbers = [...Array(most + 1).keys()].map((n) => [n, n === 1 ? "1 disk" : `${n} disks`]);
  const beside = [["", "alone"], ...others.map((one) => [one, `beside ${one}`])];
  const word = (text, isShown = true) => isShown && html`<span class="long">${text}</span>`;
  return html`
    <form id="controls" class="row" aria-label="What to watch" onSubmit=${(event) => event.preventDefault()}>
      <${Choice} id="automaton" title="Automaton" isShown=${watching} value=${machine.name} change=${choose}>
        ${Object.entries(Object.groupBy(machines, (one) => `${one.kind}s`)).map(
          ([kind, group]) =>
            html`<optgroup label=${kind}>${group.map(({ name }) => option([name]))}</optgroup>`,
        )}
      <//>
      ${word(watching ? (VERBS[machine.kind] ?? "reads") : "Move", watching ? !machine.autonomous || machine.pegs : true)}
      <${Choice} id="disks" title="Disks" isShown=${isTower} value=${shown.disks} change=${resize}>${numbers.map(option)}<//>
      ${word("from", isTower)}
      <${Choice} title="From peg" isShown=${isTower} ...${given("from")}>${PEGS.map(option)}<//>
      ${isTower && html`<span class="long">to</span><span class="only">→</span>`}
      <${Choice} title="To peg" isShown=${isTower} ...${given("to")}>${PEGS.map(option)}<//>
      <${Choice} title="Word" isShown=${watching && !machine.autonomous} hint="events" ...${given("word")} />
      <${Choice} title="Begin" isShown=${watching && begins.length > 1} ...${given("begin")}>${begins.map((one) => option([one]))}<//>
      <${Choice} title="Start" isShown=${isPath} hint="012" about=${DIGITS} ...${given("start", "goal")} />
      ${isPath && html`<span>to</span>`}
      <${Choice} title="Goal" isShown=${isPath} hint="210" about=${DIGITS} ...${given("goal", "start")} />
      ${word("with", isPath)}
      <${Choice} id="disks" title="Disks" isShown=${isPath} value=${shown.disks} change=${resize}>${numbers.map(option)}<//>
      <${Choice} id="and" title="Beside it" isShown=${shown.mode === "watch" && others.length > 0} value=${shown.and ?? ""} change=${(and) => page.wish({ and })}>
        ${beside.map(option)}
      <//>
    </form>
  `;
}

// The subject of the page in one sentence, which is short on a narrow page.
function titleOf({ states, kind, title }) {
  const many = states.filter((one) => one.colour !== "s0").length;
  const said = `${NUMBERS[many] ?? many} state${many === 1 ? "" : "s"}`;
  const short = `${capital(said)} solve${many === 1 ? "s" : ""} Hanoi.`;
  return kind === "solver"
    ? html`<span class="long">A machine with ${said} solves the Towers of Hanoi.</span><span class="only">${short}</span>`
    : sentenceOf(title);
}

const SIGNS = { true: "✓", false: "✗", null: "?" };

// The verdict of a check, a proof or an edit: in few words, and on demand in full, with a verdict on each claim.
function verdictOn(page, moment) {
  const { original, verdict, claims, holds } = moment.machine;
  const [short, whole] = verdict;
  const { finding } = moment.run.last;
  const edited = finding ? `edited: wrong at step ${finding.step}` : "edited: still right";
  const isRight = original ? !finding : holds;
  const [first, ...rest] = (original ? edited : short).split(isRight ? " " : "\n");
  const claim = ([text, isTrue, why]) =>
    html`<p class="claim ${isTrue === false ? "fault" : ""}"><b>${SIGNS[isTrue]} ${text}</b> ${why}</p>`;
  return html`
    <details id="verdict" class=${isRight ? "extra" : "fault"}>
      <summary>${SIGNS[isRight]} ${first}<span class="wide"> ${rest.join(" ")}</span></summary>
      <div class="box float">${original ? html`<${Said} page=${page} moment=${moment} />` : html`<p>${sentenceOf(whole)}</p>${claims.map(claim)}`}</div>
    </details>
  `;
}

function cardsOf(moment, at, given) {
  const isInPane = (card) => card === memoryPanel && isTape(given.moments);
  const cards = (at > 0 ? OWN : CARDS).filter(({ applies }) => applies?.(moment.machine) ?? true);
  return cards.map(
    (card, place) =>
      !isInPane(card) &&
      html`<${Card} key=${`${card.name}-${at}`} ...${given} card=${card} moment=${moment} isOpen=${at === 0 && place < OPEN} />`,
  );
}

// A card is drawn where it is open; a stop of the tour opens its own.
function Card(given) {
  const { card, moment, moments, shown, isOpen } = given;
  const { name, title, View } = card;
  const { machine } = moment;
  const [wanted, setWanted] = useState(isOpen);
  const open = wanted || stopOf(shown)?.panel === name;
  const owner = moments.length > 1 && OWN.includes(card) && ` of ${machine.name}`;
  return html`
    <details class="card box panel-${name}" aria-label="${title} of ${machine.name}" open=${open}
      onToggle=${(event) => setWanted(event.currentTarget.open)}>
      <summary class="row">
        <h2>${title}${owner}</h2>
        <span class="push soft">${card.said(moment, given)}</span>
      </summary>
      ${open && html`<div><${View} key=${machine.name} ...${given} /></div>`}
    </details>
  `;
}

// What can be pressed, or pointed at; in the diagram of a second machine nothing can.
const PARTS =
  ".disk, .d[data-disk], main :is([data-state], [data-edge], [data-glued]):not(.panel-diagram ~ .panel-diagram *)";

// The reaction of the stage and the cards to a pointer or a press.
function reactions(page) {
  const found = ({ target }) => {
    const { disk, state, edge, glued } = target.closest?.(PARTS)?.dataset ?? {};
    const [number, disks] = [disk, glued].map((one) => one && Number(one));
    return { disk: number, state, edges: edge?.split(" ").map(Number), disks };
  };
  const point = (event) => {
    const { edges, ...others } = found(event);
    const part = { ...others, edge: edges?.[0] };
    if (!event.target.closest?.(".strip")) {
      page.point(Object.values(part).some((one) => one !== undefined) ? part : null);
    }
  };
  const press = (event) => {
    const { disk, state, edges } = found(event);
    if (edges) {
      page.press(...edges);
    } else if (disk) {
      page.goToNext((one) => one.move?.disk === disk, `Disk ${disk}`);
    } else if (state) {
      page.goToNext((one) => one.state === state, state);
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
