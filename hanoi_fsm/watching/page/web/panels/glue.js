// Disks 1 to k as one: with them glued together n disks move as n - k + 1 do. On the left runs the
// cycle around a tower of k storeys, on the right, in step with it, the two states.

import { diskColours } from "../configuration.js";
import { machineNamed, pageData } from "../data.js";
import { runOf } from "../run.js";
import { html } from "../vendor/preact.js";
import { Pegs } from "./pegs.js";

const USUAL = 2;
const RADIUS = 76;
const NICKNAMES = { 1: "two-state", 2: "two-storey" };
const members = new Map();

export const gluePanel = {
  name: "glue",
  title: "Glued disks",
  applies: (machine) => machine.kind === "solver" && machine.pegs && Boolean(pageData.family),
  View: Glue,
};

// The cycle around a tower of some storeys, as a machine of the page.
function member(storeys) {
  if (!members.has(storeys)) {
    const { memory, members: tables } = pageData.family;
    const own = { name: `storeys-${storeys}`, memory, known: undefined };
    members.set(storeys, { ...machineNamed(memory), ...tables[storeys - 1], ...own });
  }
  return members.get(storeys);
}

// How many moves the two states have made after some steps, and how many steps of the next one are
// under way: a glued tower is moved in 2^k - 1 of them, and then a larger disk in one.
function inStep(step, storeys) {
  const round = 2 ** storeys;
  const within = step % round;
  const isCarried = within === round - 1;
  const moves = 2 * Math.floor(step / round) + (isCarried ? 1 : 0);
  return { moves, underWay: isCarried ? 0 : within };
}

function Glue({ page, moment }) {
  const { disks, source, target } = moment.run;
  if (disks === 0) {
    return html`<p class="glue-said">There is no disk to glue.</p>`;
  }
  const most = Math.min(disks, pageData.family.members.length);
  const storeys = Math.min(Math.max(page.wishes().glue ?? USUAL, 1), most);
  const left = disks - storeys + 1;
  const step = Math.min(moment.step, 2 ** disks - 1);
  const { moves, underWay } = inStep(step, storeys);
  const tall = momentAt(storeys, { disks, source, target }, step, moment);
  const flat = momentAt(1, { disks: left, source, target }, moves, moment);
  const block = storeys === 1 ? "disk 1" : `disks 1-${storeys}`;
  const carried = underWay
    ? `${block} under way: ${underWay} of ${2 ** storeys - 1} steps`
    : `${moves} of ${2 ** left - 1} moves`;
  const pegs = { source, target };
  return html`
    <label class="row">
      <span>Glue</span>
      <input
        id="glue"
        type="range"
        min="1"
        max=${most}
        value=${storeys}
        aria-valuetext="${block} as one"
        onInput=${(event) => page.wish({ glue: Number(event.target.value) })}
      />
      <output for="glue">${block}</output>
    </label>
    <div class="glue-both">
      <${Half} name=${NICKNAMES[storeys] ?? `storeys-${storeys}`} storeys=${storeys} state=${tall.state} said="step ${step} of ${2 ** disks - 1}">
        <${Pegs} ...${pegs} framed=${storeys} configuration=${tall.configuration} />
      <//>
      <${Half} name="two-state, ${left} disk${left > 1 ? "s" : ""}" storeys=${1} standsFor=${storeys} state=${flat.state} said=${carried}>
        <${Pegs} ...${pegs} standsFor=${storeys} configuration=${flat.configuration} />
      <//>
    </div>
    <p class="glue-said">${insight(disks, storeys)}</p>
  `;
}

// At the end of a run the machine has said that it has finished, too.
function momentAt(storeys, task, step, { run, index }) {
  const found = runOf(member(storeys), task);
  const isEnd = index === run.length - 1 && step === found.steps;
  return isEnd ? found.last : found.at(found.indexOf(step));
}

function insight(disks, storeys) {
  const said = `In ${2 ** (disks - storeys) - 1} of ${2 ** disks - 1} steps two disks are compared`;
  return storeys === disks
    ? `${said}: this is the recursion, unrolled.`
    : `${said}, once in ${2 ** storeys}. Glue more disks to ask less.`;
}

// Pegs above the ring of the states: each has the colour of the disk that it moves next, and in the
// state with a question mark, the foundation, two disks are compared.
function Half({ name, storeys, standsFor = 1, state, said, children }) {
  const round = 2 ** storeys;
  const size = Math.max(2.5, Math.min(17, (Math.PI * RADIUS) / round - 1));
  const states = Array.from({ length: round }, (_, at) => {
    const turn = (2 * Math.PI * (at + 0.5)) / round - Math.PI;
    const place = { x: RADIUS * Math.sin(-turn), y: RADIUS * Math.cos(-turn) };
    if (at === round - 1) {
      return {
        name: "foundation",
        fill: "var(--paper)",
        numeral: "var(--ink)",
        text: "?",
        ...place,
      };
    }
    const disk = 32 - Math.clz32((at + 1) & -(at + 1));
    const text = standsFor > 1 ? `1-${standsFor}` : disk;
    return { name: String(at + 1), text, ...diskColours(disk + standsFor - 1), ...place };
  });
  const look = (one) => (one === state ? "glue-state lit" : "glue-state");
  return html`
    <div class="glue-half" role="group" aria-label=${name}>
      <h4>${name}</h4>
      ${children}
      <svg viewBox="-100 -100 200 200" role="img" aria-label="state ${state}">
        <circle class="none" r=${RADIUS} />
        ${states.map(
          (one) => html`
            <g class=${look(one.name)} transform="translate(${one.x} ${one.y})">
              <circle r=${size} style=${{ fill: one.fill }} />
              ${size > 9 && html`<text y="5" style=${{ fill: one.numeral }}>${one.text}</text>`}
            </g>
          `,
        )}
        <g class=${look("done")}>
          <rect x="-26" y="-14" width="52" height="28" rx="6" />
          <text y="5">done</text>
        </g>
      </svg>
      <p>${said}</p>
    </div>
  `;
}
