// Disks 1 to k as one: with them glued together n disks move as n - k + 1 do. On the left runs the
// cycle around a tower of k storeys, on the right, in step with it, the two states.

import { diskColours } from "../configuration.js";
import { machineNamed, pageData } from "../data.js";
import { runOf } from "../run.js";
import { html } from "../vendor/preact.js";
import { Pegs } from "./pegs.js";

const USUAL = 2;
const NICKNAMES = { 1: "two-state", 2: "two-storey" };

// The cycles around a tower of one storey, of two, .., as machines of the page.
const { memory, members = [] } = pageData.family ?? {};
const cycles = members.map((table, at) => {
  const own = { name: `storeys-${at + 1}`, memory, right: null };
  return { ...machineNamed(memory), ...table, ...own };
});

export const gluePanel = {
  name: "glue",
  title: "Glued disks",
  applies: (machine) => machine.kind === "solver" && machine.pegs && cycles.length > 0,
  View: Glue,
};

function Glue({ page, moment }) {
  const { disks, source, target } = moment.run;
  if (disks === 0) {
    return html`<p class="glue-said">There is no disk to glue.</p>`;
  }
  const most = Math.min(disks, cycles.length);
  const storeys = Math.min(Math.max(page.wishes().glue ?? USUAL, 1), most);
  const left = disks - storeys + 1;
  const step = Math.min(moment.step, 2 ** disks - 1);
  // A glued tower is moved in 2^k - 1 steps, and then a larger disk in one.
  const within = step % 2 ** storeys;
  const underWay = within < 2 ** storeys - 1 ? within : 0;
  const moves = 2 * Math.floor(step / 2 ** storeys) + (within > underWay ? 1 : 0);
  const tall = momentAt(storeys, { disks, source, target }, step, moment);
  const flat = momentAt(1, { disks: left, source, target }, moves, moment);
  const block = storeys === 1 ? "disk 1" : `disks 1-${storeys}`;
  const carried = underWay
    ? `${block} under way: ${underWay} of ${2 ** storeys - 1} steps`
    : `${moves} of ${2 ** left - 1} moves`;
  const rest =
    storeys === disks
      ? ": this is the recursion, unrolled."
      : `, once in ${2 ** storeys}.${storeys < most ? " Glue more disks to ask less." : ""}`;
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
      <${Half} ...${tall} name=${NICKNAMES[storeys] ?? `storeys-${storeys}`} storeys=${storeys} framed=${storeys} said="step ${step} of ${2 ** disks - 1}" />
      <${Half} ...${flat} name="two-state, ${left} disk${left > 1 ? "s" : ""}" storeys=${1} standsFor=${storeys} said=${carried} />
    </div>
    <p class="glue-said">
      In ${2 ** (disks - storeys) - 1} of ${2 ** disks - 1} steps two disks are compared${rest}
    </p>
  `;
}

// At the end of a run the machine has said that it has finished, too.
function momentAt(storeys, task, step, { run, index }) {
  const found = runOf(cycles[storeys - 1], task);
  const isEnd = index === run.length - 1 && step === found.steps;
  return isEnd ? found.last : found.events[found.starts[step]];
}

// Pegs above the states of a cycle: each has the colour of the disk that it moves next, and in that
// with a question mark, the foundation, two disks are compared.
function Half({ name, storeys, state, said, configuration, framed, standsFor = 1 }) {
  const chip = (one, text, style) => html`
    <span class="chip ${one === state ? "lit" : ""}" style=${style}>${text}</span>
  `;
  const moving = Array.from({ length: 2 ** storeys - 1 }, (_, at) => {
    const disk = 32 - Math.clz32((at + 1) & -(at + 1));
    const { fill, numeral } = diskColours(disk + standsFor - 1);
    const text = standsFor > 1 ? `1-${standsFor}` : disk;
    return chip(String(at + 1), text, { background: fill, color: numeral });
  });
  return html`
    <div class="glue-half" role="group" aria-label=${name}>
      <h4>${name}</h4>
      <${Pegs} ...${{ configuration, framed, standsFor }} wide=${50} />
      <div class="row" role="img" aria-label="state ${state}">
        ${moving} ${chip("foundation", "?")} ↻ ${chip("done", "done")}
      </div>
      <p class="caption">${said}</p>
    </div>
  `;
}
