// The panel of the Hanoi graph: where the disks are, and the path that led there.
// It is drawn once per number of disks; a step changes only the path, the marker and the texts.

import { element, svgElement } from "../elements.js";
import { GRAPH_TOP, GRAPH_WIDTH, GraphPlaces, graphEdges } from "./graph_places.js";

const GRAPH_RADIUS = 15; // of a vertex with its name in it
const GRAPH_MOST_LABELLED = 3; // with more disks than this, names would overlap
const GRAPH_MOST_DOTTED = 6; // with more disks than this, dots would
const GRAPH_MOST_DISKS = 8;

// The places that a run goes through, each with the index of its moment; repeated ones, where no
// disk moved, count once.
function graphPath(run, places) {
  const points = [];
  const indexes = new Map(); // by configuration: the first moment there
  let last = null;
  for (const { configuration: name, index } of run.configurations()) {
    const place = places.named.get(name);
    if (!place || name === last) {
      continue;
    }
    last = name;
    points.push({ at: `${place.x.toFixed(2)},${place.y.toFixed(2)}`, index });
    if (!indexes.has(name)) {
      indexes.set(name, index);
    }
  }
  return { points, indexes };
}

function graphGoal(run, disks) {
  if (typeof run.goal === "string") {
    return run.goal;
  }
  return Number.isInteger(run.target) ? String(run.target).repeat(disks) : null;
}

function graphText(x, y, className, text) {
  return svgElement("text", { x, y, class: className, "text-anchor": "middle" }, text);
}

// What never changes for a number of disks: edges, vertices, and the names of the corners.
function drawnGraph(places, disks) {
  const [a, b, c, d] = places.matrix;
  const transform = `matrix(${a} ${b} ${c} ${d} ${GRAPH_WIDTH / 2} ${GRAPH_TOP})`;
  const edges = svgElement("path", { class: "graph-edges", d: graphEdges(disks), transform });
  const vertices = svgElement("g", { class: "graph-vertices" });
  const radius = disks > GRAPH_MOST_LABELLED ? Math.min(4, places.unit * 0.22) : GRAPH_RADIUS;
  if (disks <= GRAPH_MOST_DOTTED) {
    for (const place of places.all) {
      place.circle = svgElement("circle", { cx: place.x, cy: place.y, r: radius });
      vertices.append(place.circle);
    }
  }
  return { edges, vertices, names: graphNames(places, disks) };
}

function graphNames(places, disks) {
  const names = svgElement("g", { class: "graph-names" });
  if (disks <= GRAPH_MOST_LABELLED) {
    for (const { name, x, y } of places.all) {
      names.append(graphText(x, y + 5, "graph-name", name));
    }
    return names;
  }
  for (const peg of "012") {
    const { name, x, y } = places.named.get(peg.repeat(disks));
    names.append(graphText(x, peg === "0" ? y - 16 : y + 28, "graph-name graph-corner", name));
  }
  return names;
}

class GraphView {
  constructor(page) {
    this.page = page;
    this.disks = null;
    this.run = null;
    this.svg = svgElement("svg", { role: "img" });
    this.caption = element("p", { class: "graph-caption" });
    this.element = element("div", { class: "graph" }, this.svg, this.caption);
    this.svg.addEventListener("pointermove", (event) => this.point(event));
    this.svg.addEventListener("pointerleave", () => this.point(null));
    this.svg.addEventListener("click", (event) => this.click(event));
  }

  show(moment) {
    const name = moment.configuration;
    if (name !== null && name.length !== this.disks) {
      this.draw(name.length);
    }
    if (this.places === undefined) {
      return;
    }
    if (moment.run !== this.run) {
      this.follow(moment.run);
    }
    const points = this.path.points.filter((one) => one.index <= moment.index);
    const drawn = points.map((one) => one.at);
    this.line.setAttribute("points", drawn.join(" "));
    const wrong = moment.move !== null && moment.finding?.step === moment.step;
    const last = wrong ? drawn.slice(-2) : [];
    this.fault.setAttribute("points", last.join(" "));
    this.mark(this.marker, name);
    for (const vertex of this.labelled) {
      const visited = this.path.indexes.get(vertex.name) <= moment.index;
      vertex.circle.classList.toggle("graph-visited", visited);
    }
    this.svg.classList.toggle("graph-wrong", moment.finding !== null);
    this.describe(moment);
  }

  draw(disks) {
    this.disks = disks;
    this.run = null;
    this.labelled = [];
    this.places = disks > GRAPH_MOST_DISKS ? undefined : new GraphPlaces(disks);
    this.svg.replaceChildren();
    this.svg.style.display = this.places ? "" : "none";
    if (!this.places) {
      this.caption.textContent = `A graph of ${disks} disks is too large to draw: choose at most ${GRAPH_MOST_DISKS}.`;
      return;
    }
    const { edges, vertices, names } = drawnGraph(this.places, disks);
    const radius = disks > GRAPH_MOST_LABELLED ? 7 : GRAPH_RADIUS;
    this.line = svgElement("polyline", { class: "graph-path" });
    this.fault = svgElement("polyline", { class: "graph-fault" });
    this.goal = svgElement("circle", { class: "graph-goal", r: radius + 3.5 });
    this.marker = svgElement("circle", { class: "graph-marker", r: radius });
    this.pointed = svgElement("circle", { class: "graph-pointed", r: radius + 2 });
    this.tip = graphText(0, 0, "graph-tip", "");
    const [lines, marks] = [
      [edges, this.line, this.fault],
      [this.goal, this.marker],
    ];
    this.svg.setAttribute("viewBox", `0 0 ${GRAPH_WIDTH} ${this.places.height}`);
    this.svg.append(...lines, vertices, ...marks, names, this.pointed, this.tip);
    if (disks <= GRAPH_MOST_LABELLED) {
      this.labelled = this.places.all;
    }
    this.svg.classList.toggle("graph-labelled", this.labelled.length > 0);
    this.point(null);
  }

  follow(run) {
    this.run = run;
    this.path = graphPath(run, this.places);
    this.end = graphGoal(run, this.disks);
    this.mark(this.goal, this.end);
  }

  mark(circle, name) {
    const place = name === null ? undefined : this.places.named.get(name);
    circle.setAttribute("visibility", place ? "visible" : "hidden");
    if (!place) {
      return;
    }
    circle.setAttribute("cx", place.x);
    circle.setAttribute("cy", place.y);
  }

  describe(moment) {
    const at = this.disks ? `At ${moment.configuration}` : "No disks: one vertex, no edge";
    const goal = this.end ? `, goal ${this.end}` : "";
    const text = this.disks ? `${at} after step ${moment.step}${goal}` : at;
    this.caption.textContent = text;
    this.svg.setAttribute("aria-label", `Hanoi graph. ${text}`);
  }

  // The vertex nearest to the pointer, or none if that is outside of the graph.
  placeAt(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.places) {
      return null;
    }
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return this.places.nearest(x, y);
  }

  point(event) {
    if (!this.places) {
      return;
    }
    const place = event && this.placeAt(event);
    const index = place && this.path ? this.path.indexes.get(place.name) : undefined;
    this.mark(this.pointed, place ? place.name : null);
    this.svg.classList.toggle("graph-onpath", index !== undefined);
    this.tip.setAttribute("visibility", place ? "visible" : "hidden");
    if (!place) {
      return;
    }
    const step = index === undefined ? "" : `, step ${this.run.stepAt[index]}`;
    this.tip.textContent = `${place.name || "no disks"}${step}`;
    const half = 5 * this.tip.textContent.length;
    this.tip.setAttribute("x", Math.min(Math.max(place.x, half), GRAPH_WIDTH - half));
    this.tip.setAttribute("y", place.y < 60 ? place.y + 38 : place.y - 24);
  }

  click(event) {
    const place = this.placeAt(event);
    const index = place && this.path ? this.path.indexes.get(place.name) : undefined;
    if (index === undefined) {
      return;
    }
    // The page goes to the moments of its first machine; the other one follows by steps.
    if (this.run === this.page.moment().run) {
      this.page.goTo(index);
    } else {
      this.page.goToStep(this.run.stepAt[index]);
    }
  }
}

export const graphPanel = {
  name: "graph",
  title: "Hanoi graph",
  applies: (machine) => machine.pegs,
  create(page) {
    return new GraphView(page);
  },
};
