// The panel of the Hanoi graph: where the disks are, and the path that led there. The graph is a
// Sierpinski triangle: a vertex is at u * e1 + v * e2, with unit vectors 60 degrees apart.

import { verticesOf } from "../core/formulas.js";
import { isWrongStep } from "../core/run.js";
import { lookOf } from "../looks.js";
import { html } from "../vendor/preact.js";

const WIDTH = 300;
const MARGIN = 32;
const SIDE = WIDTH - 2 * MARGIN;
const SLOPE = Math.sqrt(3) / 2;
const MOST_LABELLED = 3; // with more disks than this, names would overlap
const MOST_DISKS = 6;
const NEAR = 12; // pixels

const known = []; // by the number of disks

export const graphPanel = {
  name: "graph",
  title: "Hanoi graph",
  applies: (machine) => machine.pegs,
  said: ({ configuration }) => configuration && `at ${configuration}`,
  View({ page, moment, pointed }) {
    const disks = moment.configuration.length;
    known[disks] ??= disks <= MOST_DISKS && new Places(disks);
    return known[disks]
      ? html`<${Picture} ...${{ page, moment, pointed, disks, places: known[disks] }} />`
      : html`<p>A graph of ${disks} disks is too large to draw: choose at most ${MOST_DISKS}.</p>`;
  },
};

function Picture({ page, moment, pointed, disks, places }) {
  const { run, index, configuration, step, machine, state, move } = moment;
  const goal = run.goal ?? String(run.target ?? "").repeat(disks);
  const isHidden = page.wishes().mode !== "watch"; // what is to come
  const isLabelled = disks <= MOST_LABELLED;
  const large = isLabelled ? 15 : 7; // the radius of a mark, or of a vertex with its name in it
  const small = isLabelled ? large : Math.min(4, places.unit * 0.22);
  const placeAt = (at) => places.named.get(run.events[at].configuration);
  const way = run.starts.map(placeAt);
  const gone = run.starts.filter((at) => at <= index).map(placeAt);
  const [onWay, visited] = [isHidden ? [] : way, gone].map((one) => new Set(one));
  const isRinged = (event) => !isHidden && event.state === pointed?.state;
  const ringed = run.events.filter(isRinged).map((event) => placeAt(event.index));
  const wrong = isWrongStep(moment) && move ? gone.slice(-2) : [];
  const circle = ({ x, y }, r, look) => html`<circle cx=${x} cy=${y} r=${r} ...${look} />`;
  const vertex = (place) => {
    const stroke = visited.has(place) ? "var(--ink)" : "var(--edge)";
    const isHollow = isLabelled || (onWay.has(place) && !visited.has(place));
    const r = onWay.has(place) || isLabelled ? small : small * 0.6;
    return circle(place, r, { fill: isHollow ? "var(--card)" : stroke, stroke });
  };
  const nameOf = ({ name, x, y }) => {
    const below = y > MARGIN ? 20 : -18;
    return html`<text x=${x} y=${y + (isLabelled ? 0 : below)}>${name}</text>`;
  };
  // A press goes to the step that is nearest.
  const press = ({ currentTarget, clientX, clientY }) => {
    const { a, e, f } = currentTarget.getScreenCTM();
    const away = way.map(({ x, y }) => Math.hypot(e + x * a - clientX, f + y * a - clientY));
    const nearest = away.indexOf(Math.min(...away));
    if (!isHidden && away[nearest] < NEAR) {
      page.goTo(run.starts[nearest]);
    }
  };
  const solid = isLabelled ? "var(--tint)" : "var(--c)";
  const fault = wrong.length > 0;
  const where = `At ${configuration} after step ${step}${goal && `, goal ${goal}`}`;
  return html`
    <svg role="img" aria-label="Hanoi graph. ${where} (largest disk first)" class="graph" width="100%" height="292" viewBox="0 0 ${WIDTH} ${places.height}" onClick=${press}>
      <polygon class="graph-subtower" opacity=".08" points=${pointed?.first ? lineOf(subtowerIn(places, run, pointed)) : ""} />
      <path class="graph-edges" d=${places.edges} stroke="var(--edge)" opacity=".35" />
      <polyline class="graph-path" points=${lineOf(gone)} fill="none" stroke="var(--ink)" stroke-width="2" />
      <polyline class="graph-fault" points=${lineOf(wrong)} fill="none" stroke="var(--fault)" stroke-width="4" />
      <g class="graph-vertices">${places.all.map(vertex)}</g>
      <g fill="none" stroke="var(--ink)" stroke-width="2">${ringed.map((place) => circle(place, large, {}))} ${places.named.has(goal) && circle(places.named.get(goal), large + 3.5, { class: "graph-goal" })}</g>
      <g class=${machine ? lookOf(machine, state).colour : "s0"} stroke="var(--ink)" stroke-width="2.5" fill=${fault ? "var(--fault)" : solid}>
        ${circle(placeAt(index), large, { class: `graph-marker ${fault ? "fault" : ""}` })}
      </g>
      ${(isLabelled ? places.all : places.corners("", disks)).map(nameOf)}
    </svg>
  `;
}

// Where the larger disks stay while the subtower that is pointed at moves.
function subtowerIn(places, run, { disks, first }) {
  const { configuration } = run.events[run.starts[first]];
  return places.corners(configuration.slice(0, -disks), disks);
}

function lineOf(places) {
  return places.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
}

// The vertices of a graph by configuration, and where they are in the drawing.
class Places {
  constructor(disks) {
    const unit = SIDE / Math.max(1, 2 ** disks - 1);
    this.unit = unit;
    this.height = Math.ceil(2 * MARGIN + (disks && SIDE * SLOPE));
    this.all = verticesOf(disks).map(({ name, u, v }) => {
      return { name, x: WIDTH / 2 + (unit * (v - u)) / 2, y: MARGIN + unit * (u + v) * SLOPE };
    });
    this.named = new Map(this.all.map((place) => [place.name, place]));
    const isBeside = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 1.5 * unit;
    const linesFrom = (one, at) => {
      const others = this.all.slice(0, at).filter((other) => isBeside(one, other));
      return others.map((other) => `M${lineOf([one, other])}`);
    };
    this.edges = this.all.flatMap(linesFrom).join("");
  }

  // The corners of the triangle in which the larger disks stay where they are, and those below move.
  corners(larger, disks) {
    return ["0", "1", "2"].map((peg) => this.named.get(larger + peg.repeat(disks)));
  }
}
