// The edges of an edited machine: those that are as they were keep their places, and so do those that
// have the same states; each other transition has a plain curve between its two states.

import { guardsText } from "../spelling.js";

const HEAD = 8; // the length of an arrowhead
const LINE = 14.4; // the height of a line of a label
const LETTER = 6.6; // the width of a letter, or a little more

export function editedDiagram(machine) {
  const { diagram } = machine.original;
  if (diagram.failed) {
    return diagram;
  }
  const edges = edgesOf(machine);
  const boxes = edges.map((edge) => edge.box);
  const xs = boxes.flatMap(([x, , wide]) => [x, x + wide]);
  const ys = boxes.flatMap(([, y, , high]) => [y, y + high]);
  const [left, top] = [Math.min(0, ...xs), Math.min(0, ...ys)]; // it grows where a label needs room
  const width = Math.max(diagram.width, ...xs) - left;
  return { ...diagram, edges, left, top, width, height: Math.max(diagram.height, ...ys) - top };
}

function edgesOf({ original, table, states, transitions }) {
  const { edges, states: boxes } = original.diagram;
  const before = original.transitions;
  const isKept = (number) => table[number] === before[number];
  const now = (edge) => edge.transitions.map((number) => transitions.indexOf(before[number]));
  const found = edges
    .filter((edge) => edge.transitions.every(isKept))
    .map((edge) => ({ ...edge, transitions: now(edge) }));
  const drawn = new Set(found.flatMap((edge) => edge.transitions));
  const box = (name) => boxes[states.findIndex((one) => one.name === name)];
  for (const [number, one] of table.entries()) {
    const at = transitions.indexOf(one);
    if (one && !drawn.has(at)) {
      const asked = one.guards.length > 0 ? `[${guardsText(one)}]` : "";
      const condition = [one.event, asked].filter(Boolean).join(" ");
      const lines = [condition, one.action && `/ ${one.action}`].filter(Boolean);
      const own = edges.find(
        (edge) => edge.transitions.length === 1 && edge.transitions[0] === number,
      );
      const stays =
        own && one.source === before[number].source && one.target === before[number].target;
      const bend = 40 + 30 * found.filter((edge) => edge.isEdited).length;
      const curves = [1, -1, 2, -2, 3, -3].map((by) =>
        curve(box(one.source), box(one.target), by * bend, lines),
      );
      const others = [...boxes, ...found.map((edge) => edge.box)];
      const isFree = (label) => !others.some((other) => meet(other, around(label.box)));
      const place = stays ? own : (curves.find(isFree) ?? curves[0]);
      found.push({ ...place, transitions: [at], lines, isEdited: true });
    }
  }
  return found;
}

// A curve from one box to another or back to it, bent to one side: its line, whose last point is the tip
// of its head, and the box of its label.
function curve(from, to, bend, lines) {
  const [[x1, y1], [x2, y2]] = [from, to].map(middleOf);
  if (from === to) {
    const [top, up] = [from[1], from[1] - Math.abs(bend)];
    const line = [x1 - 16, top, x1 - 30, up, x1 + 30, up, x1 + 16, top - HEAD, x1 + 16, top];
    return { line, box: boxAround(x1, up, lines) };
  }
  const length = Math.hypot(x2 - x1, y2 - y1);
  const middle = [
    (x1 + x2) / 2 + (2 * bend * (y2 - y1)) / length,
    (y1 + y2) / 2 + (2 * bend * (x1 - x2)) / length,
  ];
  const begin = borderTowards(from, middle);
  const tip = borderTowards(to, middle, 0);
  const end = borderTowards(to, middle, HEAD);
  const bent = (one) => one.map((part, axis) => part + (2 * (middle[axis] - part)) / 3);
  const line = [begin, bent(begin), bent(end), end, tip].flat();
  const [x, y] = [0, 1].map((axis) => (begin[axis] + 2 * middle[axis] + end[axis]) / 4);
  return { line: line.map((one) => Math.round(10 * one) / 10), box: boxAround(x, y, lines) };
}

// Where the way from the middle of a box to a point leaves the box, and then goes on for a little.
function borderTowards(box, point, further = 0) {
  const [, , width, height] = box;
  const middle = middleOf(box);
  const [across, down] = point.map((part, axis) => part - middle[axis]);
  const length = Math.hypot(across, down);
  const share =
    Math.min(width / 2 / Math.abs(across), height / 2 / Math.abs(down)) + further / length;
  return [middle[0] + share * across, middle[1] + share * down];
}

function meet([x, y, width, height], [left, top, wide, high]) {
  return x < left + wide && left < x + width && y < top + high && top < y + height;
}

function middleOf([x, y, width, height]) {
  return [x + width / 2, y + height / 2];
}

function around([x, y, width, height]) {
  return [x - LINE / 2, y - LINE / 2, width + LINE, height + LINE];
}

function boxAround(x, y, lines) {
  const width = LETTER * Math.max(6, ...lines.map((line) => line.length));
  const height = LINE * lines.length;
  return [x - width / 2, y - height / 2, width, height];
}
