// The edges of an edited machine: those that are as they were keep their places, and each other
// transition has a plain curve between its two states, past what is in its way where it can be. The
// drawing grows where a curve or its label needs more room.

import { guardsText } from "../spelling.js";

const HEAD = 8; // the length of an arrowhead
const LINE = 14.4; // the height of a line of a label
const LETTER = 6.6; // the width of a letter, or a little more
const BENDS = [30, -30, 60, -60, 90, -90, 130, -130];
const STEPS = Array.from({ length: 101 }, (_, number) => number / 100);

export function editedDiagram(machine) {
  const { diagram } = machine.original;
  const edges = edgesOf(machine);
  const own = edges?.filter((edge) => edge.isEdited) ?? [];
  const xs = [0, diagram.width];
  const ys = [0, diagram.height];
  for (const {
    line,
    box: [x, y, width, height],
  } of own) {
    xs.push(x, x + width, ...line.filter((_, at) => at % 2 === 0));
    ys.push(y, y + height, ...line.filter((_, at) => at % 2 === 1));
  }
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  return { ...diagram, edges, left, top, width, height };
}

function edgesOf({ original, states, transitions }) {
  const { edges, event: shared, states: boxes, ...sheet } = original.diagram;
  if (!edges) {
    return edges;
  }
  const now = (number) => transitions.indexOf(original.transitions[number]);
  const moved = edges.map((edge) => ({ ...edge, transitions: edge.transitions.map(now) }));
  const kept = moved.filter((edge) => !edge.transitions.includes(-1));
  const drawn = new Set(kept.flatMap((edge) => edge.transitions));
  const others = [...transitions.keys()].filter((number) => !drawn.has(number));
  const box = (name) => boxes[states.findIndex((one) => one.name === name)];
  const curves = [];
  for (const number of others) {
    const { source, target, event, guards, action } = transitions[number];
    const asked = guards.length > 0 ? `[${guardsText({ guards })}]` : "";
    const condition = [shared === null && event, asked].filter(Boolean).join(" ");
    const lines = [condition, action && `/ ${action}`].filter(Boolean);
    const inTheWay = [
      ...boxes.filter((one) => one !== box(source) && one !== box(target)),
      ...[...kept, ...curves].map((edge) => edge.box),
    ];
    const tried = BENDS.map((bend) => {
      const { points, line } = curveBetween(box(source), box(target), bend);
      const label = boxAround(points[Math.floor(points.length / 2)], lines, sheet);
      const hits = points.filter((point) => inTheWay.some((one) => isWithin(one, point)));
      const clashes = inTheWay.filter((one) => meet(one, label));
      return { line, box: label, cost: hits.length + 20 * clashes.length };
    });
    const { line, box: label } = tried.reduce((best, one) => (one.cost < best.cost ? one : best));
    curves.push({ transitions: [number], isEdited: true, lines, line, box: label });
  }
  return [...kept, ...curves];
}

// A curve from one box to another or back to it, bent to one side: its points, and as a line, whose last
// point is the tip of its head.
function curveBetween(from, to, bend) {
  const middle = ([x, y, width, height]) => [x + width / 2, y + height / 2];
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const isLoop = from === to;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const aside = isLoop ? [0, -2] : [(y2 - y1) / length, (x1 - x2) / length];
  const begin = [isLoop ? x1 - 18 : x1, y1];
  const end = [isLoop ? x2 + 18 : x2, y2];
  const axes = [0, 1];
  const control = axes.map((one) => (begin[one] + end[one]) / 2 + 2 * bend * aside[one]);
  const at = (t) =>
    axes.map(
      (one) => (1 - t) ** 2 * begin[one] + 2 * t * (1 - t) * control[one] + t ** 2 * end[one],
    );
  const slope = (t) =>
    axes.map((one) => 2 * ((1 - t) * (control[one] - begin[one]) + t * (end[one] - control[one])));
  const leaves = STEPS.find((t) => !isWithin(from, at(t))) ?? 0;
  const arrives = STEPS.findLast((t) => !isWithin(to, at(t))) ?? 1;
  const stops = arrives - HEAD / Math.hypot(...slope(arrives));
  const third = (stops - leaves) / 3;
  const after = at(leaves).map((one, axis) => one + third * slope(leaves)[axis]);
  const before = at(stops).map((one, axis) => one - third * slope(stops)[axis]);
  const line = [at(leaves), after, before, at(stops), at(arrives)].flat();
  return {
    points: STEPS.filter((t) => t >= leaves && t <= arrives).map(at),
    line: line.map((one) => Math.round(10 * one) / 10),
  };
}

function isWithin([x, y, width, height], [left, top]) {
  return left >= x && left <= x + width && top >= y && top <= y + height;
}

function meet([x, y, width, height], [left, top, wide, high]) {
  return x < left + wide && left < x + width && y < top + high && top < y + height;
}

// The box of a label around a place, with a line for a count; sideways it is kept in the drawing.
function boxAround([x, y], lines, sheet) {
  const width = LETTER * Math.max(6, ...lines.map((line) => line.length));
  const height = LINE * (lines.length + 1);
  const left = Math.max(0, Math.min(x - width / 2, sheet.width - width));
  return [left, y - height / 2, width, height];
}
