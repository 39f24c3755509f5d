// The panel of the Hanoi graph: where the disks are, and the path that led there. The graph is a
// Sierpinski triangle: a vertex is at u * e1 + v * e2, with unit vectors 60 degrees apart.

import { lookOf } from "../looks.js";
import { isWrongStep } from "../run.js";
import { html } from "../vendor/preact.js";

const WIDTH = 300;
const MARGIN = 32;
const SIDE = WIDTH - 2 * MARGIN;
const SLOPE = Math.sqrt(3) / 2;
const PEGS = ["0", "1", "2"];
const MOST_LABELLED = 3; // with more disks than this, names would overlap
const MOST_DOTTED = 6; // with more disks than this, dots would
const MOST_DISKS = 8;
const NEAR = 12; // pixels

const known = []; // by the number of disks

export const graphPanel = {
  name: "graph",
  title: "Hanoi graph",
  applies: (machine) => machine.pegs,
  said: ({ configuration }) => `at ${configuration || "its only vertex"}`,
  View({ page, moment, pointed }) {
    const { configuration, run, step } = moment;
    const disks = configuration.length;
    if (disks > MOST_DISKS) {
      return html`<p>A graph of ${disks} disks is too large to draw: choose at most ${MOST_DISKS}.</p>`;
    }
    const goal = run.goal ?? String(run.target ?? "").repeat(disks);
    const where = `At ${configuration} after step ${step}${goal && `, goal ${goal}`} (largest disk first)`;
    const text = disks ? where : "No disks: one vertex, no edge";
    return html`<${Picture} ...${{ page, moment, pointed, disks, goal, text }} />`;
  },
};

function Picture({ page, moment, pointed, disks, goal, text }) {
  const { run, index, configuration, machine, state } = moment;
  known[disks] ??= new Places(disks);
  const places = known[disks];
  const fault = isWrongStep(moment) ? "fault" : "";
  const placeAt = (at) => places.named.get(run.events[at].configuration);
  const isBe = page?.wishes().mode !== "watch"; // then what is to come is not shown
  const way = run.starts.map(placeAt);
  const gone = run.starts.filter((at) => at <= index).map(placeAt);
  const [onWay, visited] = [isBe ? [] : way, gone].map((one) => new Set(one));
  const isLabelled = disks <= MOST_LABELLED;
  const solid = isLabelled ? "var(--tint)" : "var(--c)";
  const large = isLabelled ? 15 : 7; // the radius of a mark, or of a vertex with its name in it
  const small = isLabelled ? large : Math.min(4, places.unit * 0.22);
  const circle = (place, r, look) =>
    place && html`<circle cx=${place.x} cy=${place.y} r=${r} ...${look} />`;
  const vertex = (place) => {
    const [isGone, isOnWay] = [visited.has(place), onWay.has(place)];
    const hollow = isLabelled || isOnWay ? "var(--card)" : "var(--edge)";
    const look = {
      fill: isGone && !isLabelled ? "var(--ink)" : hollow,
      stroke: isGone ? "var(--ink)" : "var(--edge)",
    };
    return circle(place, isOnWay || isLabelled ? small : small * 0.6, look);
  };
  const nameOf = ({ name, x, y }) => {
    const below = y > MARGIN ? 20 : -18;
    return html`<text x=${x} y=${y + (isLabelled ? 0 : below)}>${name}</text>`;
  };
  // A press goes to the step that is nearest.
  const press = ({ currentTarget, clientX, clientY }) => {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const away = way.map(({ x, y }) =>
      Math.hypot(left + (x * width) / WIDTH - clientX, top + (y * width) / WIDTH - clientY),
    );
    const nearest = away.indexOf(Math.min(...away));
    if (page && away[nearest] < NEAR) {
      page.goTo(run.starts[nearest]);
    }
  };
  return html`
    <svg role="img" aria-label="Hanoi graph. ${text}" class="graph" viewBox="0 0 ${WIDTH} ${places.height}" onClick=${press}>
      <polygon class="graph-subtower" opacity=".08" points=${pointed?.first ? lineOf(subtowerIn(places, run, pointed)) : ""} />
      <path class="graph-edges" d=${places.edges} stroke="var(--edge)" opacity=".35" />
      <polyline class="graph-path" points=${lineOf(gone)} fill="none" stroke="var(--ink)" stroke-width="2" />
      <polyline class="graph-fault" points=${fault && moment.move ? lineOf(gone.slice(-2)) : ""} fill="none" stroke="var(--fault)" stroke-width="4" />
      <g class="graph-vertices">${disks <= MOST_DOTTED && places.all.map(vertex)}</g>
      ${circle(places.named.get(goal), large + 3.5, { class: "graph-goal", fill: "none", stroke: "var(--ink)", "stroke-width": 2 })}
      <g class=${machine ? lookOf(machine, state).colour : "s0"}>
        ${circle(places.named.get(configuration), large, { class: `graph-marker ${fault}`, fill: fault ? "var(--fault)" : solid, stroke: "var(--ink)", "stroke-width": 2.5 })}
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
    this.all = configurations(disks).map((name) => {
      const [u, v] = addressOf(name);
      return { name, x: WIDTH / 2 + (unit * (v - u)) / 2, y: MARGIN + unit * (u + v) * SLOPE };
    });
    this.named = new Map(this.all.map((place) => [place.name, place]));
    const lines = edgesOf(disks).map((ends) => lineOf(ends.map((name) => this.named.get(name))));
    this.edges = lines.map((line) => `M${line}`).join("");
  }

  // The corners of the triangle in which the larger disks stay where they are, and those below move.
  corners(larger, disks) {
    return PEGS.map((peg) => this.named.get(larger + peg.repeat(disks)));
  }
}

function configurations(disks) {
  const all = Array.from({ length: 3 ** disks }, (_, number) => number.toString(3));
  return disks ? all.map((one) => one.padStart(disks, "0")) : [""];
}

// The pairs of configurations with a move between them: a disk goes from one peg to another where all
// smaller ones are on the third.
export function edgesOf(disks) {
  const numbers = Array.from({ length: disks }, (_, many) => many);
  return numbers.flatMap(configurations).flatMap((larger) =>
    PEGS.map((third) => {
      const smaller = third.repeat(disks - 1 - larger.length);
      return PEGS.filter((peg) => peg !== third).map((peg) => larger + peg + smaller);
    }),
  );
}

// The numbers u and v of a configuration, as sierpinski-reader writes them: each digit chooses one of
// three smaller triangles, and exchanges the corners of the two other pegs.
export function addressOf(configuration) {
  let [u, v, corners] = [0, 0, [0, 1, 2]];
  for (const digit of configuration) {
    const corner = corners[digit];
    u = 2 * u + (corner === 1);
    v = 2 * v + (corner === 2);
    corners = corners.map((_, peg) => corners[peg === Number(digit) ? peg : 3 - digit - peg]);
  }
  return [u, v];
}
