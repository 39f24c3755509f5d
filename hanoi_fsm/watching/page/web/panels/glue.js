// Disks 1 to k as one: they move in 2^k - 1 steps by heart, and only then are two disks compared. A block of disks,
// the ring of moves that are known by heart, and columns of the comparisons, one for each number of glued disks.

import { Radios } from "../choices.js";
import { counted } from "../core/spelling.js";
import { diskStyle, lookOf } from "../looks.js";
import { html } from "../vendor/preact.js";
import { pegPlaces } from "./pegs.js";

const USUAL = 2;
const [WIDTH, HEIGHT] = [216, 122];
const MOST_RING = 6; // the parts of a larger ring could not be distinguished

export const gluePanel = {
  name: "glue",
  title: "Glued disks",
  applies: (machine) => machine.kind === "solver" && machine.pegs,
  said({ run: { disks } }, { page }) {
    const compared = counted(comparisons(disks, gluedIn(page, disks)), "comparison");
    return disks > 0 && `${compared} in ${(2 ** disks - 1).toLocaleString("en")} moves`;
  },
  View: Glue,
};

const comparisons = (disks, glued) => 2 ** (disks - glued) - 1;
const gluedIn = (page, disks) => Math.min(Math.max(page.wishes().glue ?? USUAL, 1), disks);

function Glue({ page, moment }) {
  const { disks } = moment.run;
  if (disks === 0) {
    return html`<p class="glue-said">There is no disk to glue.</p>`;
  }
  const glued = gluedIn(page, disks);
  const step = Math.min(moment.step, 2 ** disks - 1);
  const most = Math.max(comparisons(disks, 1), 1);
  const column = (glue) => html`
    <small>${comparisons(disks, glue).toLocaleString("en")}</small>
    <i style=${{ height: `${3 + (100 * comparisons(disks, glue)) / most}px` }}></i>
    <span>${glue === 1 && disks < 9 ? "none" : glue}</span>
  `;
  const numbers = Array.from({ length: disks }, (_, at) => at + 1);
  const isAll = glued === disks;
  const rest = isAll ? "the recursion, unrolled" : "then two disks are compared";
  return html`
    <div class="glue" data-glued=${glued}>
      <div>${block(moment.run, step, glued)} ${ring(moment, step, glued)}</div>
      <div class="small soft">
        <p>comparisons</p>
        <${Radios} id="glue" title="Disks glued" look="columns" value=${glued} values=${numbers} change=${(glue) => page.wish({ glue })} shown=${column} />
        <p>disks glued</p>
      </div>
    </div>
    <p class="glue-said">
      <b>${counted(2 ** glued - 1, "move")} by heart${isAll && ": no two disks compared"},</b>${" "}${rest}.
    </p>
  `;
}

// The disks with the glued ones as one block, as wide as the largest of them; under way it is in the air.
function block({ disks, steps, starts, events }, step, glued) {
  const { x, foot, row, wide, place, margin } = pegPlaces(disks, WIDTH, HEIGHT + 24);
  const within = step % 2 ** glued;
  const share = within / (2 ** glued - 1);
  const at = (one) => events[starts[Math.min(one, steps)]].configuration;
  const around = [0, 2 ** glued - 1].map((one) => place(at(step - within + one), glued));
  const [[from, low], [to, end]] = around;
  const air = share > 0 && share < 1 ? 16 : 0;
  const [middle, floor] = [from + (to - from) * share, low + (end - low) * share + row / 2 - air];
  const bar = (disk, [left, bottom], high, look) => html`
    <g style=${diskStyle(disk, disks)} class=${look.class}>
      <rect x=${left - wide(disk) / 2} y=${bottom - high} width=${wide(disk)} height=${high - 1.5} rx="4" fill="var(--f)" ...${look} />
      ${row > 11 && html`<text x=${left} y=${bottom - high / 2} font-size="11" font-weight="700" fill="var(--n)">${look.said ?? disk}</text>`}
    </g>
  `;
  const larger = Array.from({ length: disks - glued }, (_, number) => disks - number);
  const said = glued > 1 ? `1-${glued}` : 1;
  return html`
    <svg class="glue-block" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Disks 1 to ${glued} as one block">
      ${[0, 1, 2].map((peg) => html`<rect x=${x(peg) - 2.5} y="14" width="5" height=${foot - 14} rx="2.5" fill="var(--peg)" /><text x=${x(peg)} y=${foot + 13} fill="var(--soft)">${peg}</text>`)}
      <rect x=${margin} y=${foot} width=${WIDTH - 2 * margin} height="5" rx="2.5" fill="var(--peg)" />
      ${larger.map((disk) => bar(disk, [place(at(step), disk)[0], place(at(step), disk)[1] + row / 2], row, { stroke: "var(--rim)" }))}
      ${bar(glued, [middle, floor], glued * row, { class: "block", stroke: "var(--ink)", "stroke-width": 2.5, said })}
    </svg>
  `;
}

// A part for each move by heart, with its disk, and one where two disks are compared. It is the cycle of two-storey
// itself where that has two disks glued, and then has its states.
function ring({ machine, run }, step, glued) {
  const isAll = glued === run.disks;
  const many = 2 ** glued - (isAll ? 1 : 0);
  const within = Math.min(step % 2 ** glued, many - 1);
  const turn = (2 * Math.PI) / many;
  const at = (radius, a) => `${108 + radius * Math.cos(a)},${70 + radius * Math.sin(a)}`;
  const drawn = many > 1 ? 97 : 100; // of a part, in hundredths
  const isOwn = machine.name === "two-storey" && glued === 2;
  const part = (_, one) => {
    const disk = 32 - Math.clz32((one + 1) & -(one + 1));
    const isAsked = one === 2 ** glued - 1;
    const none = { colour: "s0" };
    const { initial, colour } = isOwn ? lookOf(machine, machine.states[one].name) : none;
    const [solid, ink] = isOwn || isAsked ? ["var(--c)", "var(--on)"] : ["var(--f)", "var(--n)"];
    const fill = one === within ? solid : `color-mix(in oklab, ${solid} 30%, var(--card))`;
    const [left, top] = at(44, one * turn - Math.PI / 2).split(",");
    return html`
      <g class=${colour} style=${isOwn || isAsked ? {} : diskStyle(disk, run.disks)}>
        <circle cx="108" cy="70" r="44" fill="none" stroke=${fill} stroke-width="24" transform="rotate(-90 108 70)" pathLength=${100 * many} stroke-dasharray="${drawn} ${100 * many - drawn}" stroke-dashoffset=${drawn / 2 - 100 * one} />
        <text x=${left} y=${top} font-weight="700" fill=${one === within ? ink : "var(--ink)"}>${many <= 16 && (isAsked ? "?" : (initial ?? disk))}</text>
      </g>
    `;
  };
  const angle = within * turn - Math.PI / 2;
  return html`
    <svg class="glue-ring" viewBox="0 0 216 142" role="img" aria-label="A ring of ${many} states, at ${within + 1}">
      ${glued <= MOST_RING && Array.from({ length: many }, part)}
      <polygon points="0,0 9,-6 9,6" transform="translate(${at(59, angle)}) rotate(${(angle * 180) / Math.PI})" />
      <text x="108" y="65" font-size="22" font-weight="600">${many.toLocaleString("en")}</text>
      <text x="108" y="83" fill="var(--soft)">state${many > 1 && "s"}${isAll && " ✓"}</text>
    </svg>
  `;
}
