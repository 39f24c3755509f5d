// Disks 1 to k as one: with them glued together n disks move as n - k + 1 do. On the left runs the
// cycle around a tower of k storeys, on the right, in step with it, the two states.

import { diskColours } from "../configuration.js";
import { pageData } from "../data.js";
import { runOf } from "../runs.js";
import { html } from "../vendor/preact.js";
import { machineNamed } from "../wishes.js";
import { Pegs } from "./pegs.js";

const USUAL = 2;
const RADIUS = 76;
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
    members.set(storeys, {
      ...machineNamed(pageData, memory),
      ...tables[storeys - 1],
      ...{ name: `storeys-${storeys}`, memory, known: undefined },
    });
  }
  return members.get(storeys);
}

// How many moves the two states have made after some steps, and how many steps of the next one are
// under way: a glued tower is moved in 2^k - 1 of them, and then a larger disk in one.
export function inStep(step, storeys) {
  const round = 2 ** storeys;
  const within = step % round;
  const isCarried = within === round - 1;
  return {
    moves: 2 * Math.floor(step / round) + (isCarried ? 1 : 0),
    underWay: isCarried ? 0 : within,
  };
}

function Glue({ page, moment }) {
  const { disks, source, target } = moment.run;
  if (disks === 0) {
    return html`<p class="glue-said">There is no disk to glue.</p>`;
  }
  const most = Math.min(disks, pageData.family.members.length);
  const storeys = Math.min(Math.max(page.wishes().glue ?? USUAL, 1), most);
  const step = Math.min(moment.step, 2 ** disks - 1);
  const { moves, underWay } = inStep(step, storeys);
  const tall = momentAt(storeys, { disks, source, target }, step, moment);
  const flat = momentAt(1, { disks: disks - storeys + 1, source, target }, moves, moment);
  const block = storeys === 1 ? "disk 1" : `disks 1-${storeys}`;
  const carried = underWay
    ? `${block} under way: ${underWay} of ${2 ** storeys - 1} steps`
    : `${moves} of ${2 ** (disks - storeys + 1) - 1} moves`;
  return html`
    <div class="glue">
      <label class="control">
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
        <${Half}
          name=${NICKNAMES[storeys] ?? `storeys-${storeys}`}
          storeys=${storeys}
          state=${tall.state}
          said="step ${step} of ${2 ** disks - 1}"
        >
          <${Pegs} small glued=${storeys} configuration=${tall.configuration} source=${source} target=${target} />
        <//>
        <${Half} name="two-state, ${diskCount(disks - storeys + 1)}" storeys=${1} standsFor=${storeys} state=${flat.state} said=${carried}>
          <${Pegs} small standsFor=${storeys} configuration=${flat.configuration} source=${source} target=${target} />
        <//>
      </div>
      <p class="glue-said">
        ${insight(disks, storeys)}
        ${moment.machine.name === pageData.family.memory ? "" : ` Whatever machine is chosen, it is these two that run here.`}
      </p>
    </div>
  `;
}

const NICKNAMES = { 1: "two-state", 2: "two-storey" };

// At the end of a run the machine has said that it has finished, too.
function momentAt(storeys, task, step, { run, index }) {
  const found = runOf(member(storeys), task);
  return index === run.length - 1 && step === found.steps
    ? found.last
    : found.at(found.indexOf(step));
}

function diskCount(disks) {
  return disks === 1 ? "1 disk" : `${disks} disks`;
}

function insight(disks, storeys) {
  const compared = 2 ** (disks - storeys) - 1;
  const said = `In ${compared} of ${2 ** disks - 1} steps two disks are compared`;
  if (storeys === disks) {
    return `${said}: this is the recursion, unrolled.`;
  }
  const round = 2 ** storeys;
  return storeys === 1
    ? `${said}, which is at every other step. Glue more disks to ask less.`
    : `${said}, once in ${round}: the other ${round - 1} steps of a round move ${storeys} disks as one, and nothing is compared.`;
}

// Pegs above the ring of the states: each has the colour of the disk that it moves next, and in the
// state with a question mark, the foundation, two disks are compared.
function Half({ name, storeys, standsFor = 1, state, said, children }) {
  return html`
    <div class="glue-half" role="group" aria-label=${name}>
      <h4>${name}</h4>
      ${children}
      <${Ring} storeys=${storeys} standsFor=${standsFor} state=${state} />
      <p>${said}</p>
    </div>
  `;
}

function Ring({ storeys, standsFor, state }) {
  const round = 2 ** storeys;
  const size = Math.max(2.5, Math.min(17, (Math.PI * RADIUS) / round - 1));
  const place = (number) => {
    const turn = (2 * Math.PI * (number - 0.5)) / round - Math.PI;
    return { x: RADIUS * Math.sin(-turn), y: RADIUS * Math.cos(-turn) };
  };
  const states = Array.from({ length: round }, (_, at) => {
    const isFoundation = at === round - 1;
    const disk = 32 - Math.clz32((at + 1) & -(at + 1));
    const { fill, numeral } = isFoundation ? FOUNDATION : diskColours(disk + standsFor - 1);
    const number = standsFor > 1 ? `1-${standsFor}` : String(disk);
    const name = isFoundation ? "foundation" : String(at + 1);
    return { name, fill, numeral, text: isFoundation ? "?" : number, ...place(at + 1) };
  });
  const [first, last] = [place(0.62), place(round - 0.62)];
  const arc = `M${first.x * 1.32} ${first.y * 1.32}A${RADIUS * 1.32} ${RADIUS * 1.32} 0 ${storeys > 1 ? 1 : 0} 1 ${last.x * 1.32} ${last.y * 1.32}`;
  return html`
    <svg class="glue-ring" viewBox="-112 -112 224 224" role="img" aria-label="state ${state}">
      <circle class="glue-way" r=${RADIUS} />
      ${storeys > 1 && html`<path class="glue-arc" d=${arc} />`}
      ${states.map(
        ({ name, fill, numeral, text, x, y }) => html`
          <g class=${name === state ? "glue-state lit" : "glue-state"} transform="translate(${x} ${y})">
            <circle r=${size} style=${{ fill }} />
            ${size > 9 && html`<text y="5" style=${{ fill: numeral }}>${text}</text>`}
          </g>
        `,
      )}
      <g class=${state === "done" ? "glue-state lit" : "glue-state"}>
        <rect x="-26" y="-14" width="52" height="28" rx="6" />
        <rect x="-23" y="-11" width="46" height="22" rx="4" />
        <text y="5">done</text>
      </g>
    </svg>
  `;
}

const FOUNDATION = { fill: "var(--paper)", numeral: "var(--ink)" };
