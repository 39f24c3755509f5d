// What the panels of the puzzle show at these steps, or at every step of the run, as a person reads it.

const texts = (selector, root = document) =>
  [...root.querySelectorAll(selector)].map((one) => one.textContent);
const shown = (selector) => {
  const found = document.querySelector(selector);
  return found?.checkVisibility() ? found.textContent : "";
};

function formula() {
  return {
    heading: shown(".formula-step"),
    fault: shown(".formula-fault"),
    disks: texts(".formula-bits td .formula-disk"),
    bits: texts(".formula-bits td .formula-digit"),
    zeros: texts(".formula-zero .formula-disk"),
    lowest: texts(".formula-lowest .formula-disk"),
    lines: [...document.querySelectorAll(".formula-lines")].map((list) => texts("dd", list)),
    numberings: texts(".formula-numbering"),
    move: shown(".formula-move code"),
    reader: [...document.querySelectorAll(".formula-reader tbody tr")].map((row) =>
      texts("td", row),
    ),
    written: shown(".formula-written"),
  };
}

// Where a point of the drawing is within the triangle of its edges, from 0 to 1 both ways.
function within(svg, x, y) {
  const edges = svg.querySelector(".graph-edges");
  const side = edges.getBBox().width;
  const corners = [
    [0, 0],
    [side, 0],
    [0, side],
  ].map(([u, v]) => new DOMPoint(u, v).matrixTransform(edges.getScreenCTM()));
  const [top, left, right] = corners;
  const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [(at.x - left.x) / (right.x - left.x), (at.y - top.y) / (left.y - top.y)];
}

function place(svg, selector) {
  const circle = svg.querySelector(selector);
  if (circle.getAttribute("visibility") === "hidden") {
    return null;
  }
  return within(svg, ...["cx", "cy"].map((name) => Number(circle.getAttribute(name))));
}

function graph() {
  const svg = document.querySelector(".graph svg");
  const line = svg.querySelector(".graph-path").getAttribute("points");
  return {
    path: line.split(" ").map((point) => within(svg, ...point.split(",").map(Number))),
    now: place(svg, ".graph-marker"),
    goal: place(svg, ".graph-goal"),
    caption: shown(".graph-caption"),
    fault: svg.querySelector(".graph-fault").getAttribute("points") !== "",
    wrong: svg.classList.contains("graph-wrong"),
  };
}

export function puzzlePanels(steps) {
  const slider = document.getElementById("step");
  return (steps ?? [...Array(Number(slider.max) + 1).keys()]).map((step) => {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    return { formula: document.querySelector(".formula") && formula(), graph: graph() };
  });
}
