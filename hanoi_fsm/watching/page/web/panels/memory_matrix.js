// The peg matrix in the memory panel: one column of cells per peg with the sentinel in cell 0, at
// the bottom, and the height of each column below it. The top of each column is marked, and so are
// the two tops that the guards compare now, and those that the latest event compared.
import { diskColours } from "../configuration.js";
import { element } from "../elements.js";

const MATRIX_PEGS = [0, 1, 2];
const MATRIX_COMPARED = [
  ["memory-asked", "tops that a guard compares now"],
  ["memory-compared", "tops that the latest event compared"],
];

// Whether what a memory holds is a peg matrix, and of one size, at all moments of a run.
export function isMatrix(run) {
  const sampled = run.sampled();
  const levels = sampled[0]["peg 0"]?.length;
  return sampled.every((contents) => holdsMatrix(contents, levels));
}

function holdsMatrix(contents, levels) {
  const columns = MATRIX_PEGS.map((peg) => contents[`peg ${peg}`]);
  const { heights = [] } = contents;
  return (
    levels > 0 &&
    columns.every((column) => column?.length === levels) &&
    heights.length === 3 &&
    heights.every((height) => height >= 0 && height < levels)
  );
}

// The part of the panel that shows the matrix.
export function memoryMatrix(first) {
  const levels = first.contents["peg 0"].length;
  const cells = MATRIX_PEGS.map(() => Array.from({ length: levels }, () => element("td")));
  const heights = MATRIX_PEGS.map(() => element("td"));
  const row = (name, columns, heading) =>
    element("tr", { class: name }, element("th", { scope: "row" }, heading), ...columns);
  const rows = Array.from({ length: levels }, (_, at) => levels - 1 - at).map((level) =>
    row(
      level ? "" : "memory-sentinel",
      cells.map((column) => column[level]),
      level ? String(level) : "sentinel 0",
    ),
  );
  const table = element(
    "table",
    { class: "memory-matrix" },
    element("caption", { class: "visually-hidden" }, "The peg matrix"),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("td"),
        ...MATRIX_PEGS.map((peg) => element("th", { scope: "col" }, `peg ${peg}`)),
      ),
    ),
    element("tbody", {}, ...rows, row("memory-heights", heights, "height")),
  );
  return {
    element: table,
    legend: matrixLegend,
    show(moment, before) {
      const asked = new Set(moment.questions.flatMap((question) => question.compared));
      for (const peg of MATRIX_PEGS) {
        const height = moment.contents.heights[peg];
        const earlier = moment.compared.includes(peg) ? before?.contents.heights[peg] : null;
        cells[peg].forEach((cell, level) => {
          const disk = moment.contents[`peg ${peg}`][level];
          cell.textContent = disk === 0 && level ? "" : String(disk);
          const { fill, numeral } = level && disk ? diskColours(disk) : { fill: "", numeral: "" };
          cell.style.backgroundColor = fill;
          cell.style.color = numeral;
          cell.className = [
            level === height ? "memory-top" : "",
            level === height && asked.has(peg) ? "memory-asked" : "",
            level === earlier ? "memory-compared" : "",
            moment.changed[`peg ${peg}`]?.includes(level) ? "memory-changed" : "",
          ].join(" ");
        });
        heights[peg].textContent = String(height);
        const changed = moment.changed.heights?.includes(peg);
        heights[peg].className = changed ? "memory-changed" : "";
      }
    },
  };
}

function matrixLegend({ machine }) {
  const found = Object.values(machine.compares ?? machine.pegs_compared);
  const compares = found.some((pegs) => pegs.length);
  return [["memory-top", "top of a peg"], ...(compares ? MATRIX_COMPARED : [])];
}
