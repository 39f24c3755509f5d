// The edges of an edited machine: those that are as they were keep their places, and each other
// transition has a plain curve between its two states.

import { labelLines } from "../spelling.js";

const HEAD = 8; // the length of an arrowhead
const LINE = 14.4; // the height of a line of a label
const LETTER = 6.6; // the width of a letter, or a little more
const BENDS = [40, -40, 80, -80, 120, -120]; // how far a curve is from a straight line
const SHARES = [0.5, 0.35, 0.65]; // how far along it its label is
const PLACES = BENDS.flatMap((bend) => SHARES.map((share) => ({ bend, share })));

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
  const before = original.transitions;
  const found = original.diagram.edges
    .filter((edge) => edge.transitions.every((number) => table[number] === before[number]))
    .map((edge) => ({
      ...edge,
      transitions: edge.transitions.map((number) => transitions.indexOf(before[number])),
    }));
  const boxes = original.diagram.states;
  const boxOf = (name) => boxes[states.findIndex((one) => one.name === name)];
  const drawn = new Set(found.flatMap((edge) => edge.transitions));
  for (const [at, one] of transitions.entries()) {
    if (!drawn.has(at)) {
      const lines = labelLines(one);
      const curves = PLACES.map((place) =>
        curve(boxOf(one.source), boxOf(one.target), place, lines),
      );
      const others = [...boxes, ...found.map((edge) => edge.box)];
      const isFree = ({ box }) => !others.some((other) => meet(box, other));
      const best = curves.find(isFree) ?? curves[0];
      found.push({ ...best, transitions: [at], lines, isEdited: true });
    }
  }
  return found;
}

// A curve from one box to another or back to it, bent to one side: its line, whose last point is the tip
// of its head, and the box of its label.
function curve(from, to, { bend, share }, lines) {
  const [[x1, y1], [x2, y2]] = [from, to].map(middleOf);
  if (from === to) {
    const [top, up] = [from[1], from[1] - Math.abs(bend)];
    const line = [x1 - 16, top, x1 - 30, up, x1 + 30, up, x1 + 16, top - HEAD, x1 + 16, top];
    return { line, box: boxAround(x1, up, lines) };
  }
  const out = (2 * bend) / Math.hypot(x2 - x1, y2 - y1);
  const [x, y] = [(x1 + x2) / 2 + out * (y2 - y1), (y1 + y2) / 2 + out * (x1 - x2)];
  const tip = borderTowards(to, [x, y], 0);
  const end = borderTowards(to, [x, y], HEAD);
  // A curve with one point beside it as one with two; it begins behind its box.
  const line = [x1, y1, (x1 + 2 * x) / 3, (y1 + 2 * y) / 3];
  line.push((end[0] + 2 * x) / 3, (end[1] + 2 * y) / 3, ...end, ...tip);
  const along = (one, between, other) =>
    (1 - share) ** 2 * one + 2 * share * (1 - share) * between + share ** 2 * other;
  return { line, box: boxAround(along(x1, x, x2), along(y1, y, y2), lines) };
}

// Where the way from the middle of a box to a point leaves the box, and then goes on for a little.
function borderTowards(box, point, further) {
  const middle = middleOf(box);
  const [across, down] = point.map((part, axis) => part - middle[axis]);
  const out = Math.min(box[2] / 2 / Math.abs(across), box[3] / 2 / Math.abs(down));
  const share = out + further / Math.hypot(across, down);
  return [middle[0] + share * across, middle[1] + share * down];
}

function middleOf([x, y, width, height]) {
  return [x + width / 2, y + height / 2];
}

function boxAround(x, y, lines) {
  const width = LETTER * Math.max(6, ...lines.map((line) => line.length));
  const height = LINE * lines.length;
  return [x - width / 2, y - height / 2, width, height];
}

// Whether two boxes have less than half a line between them.
function meet([x, y, width, height], [left, top, wide, high]) {
  const gap = LINE / 2;
  const isBeside = x > left + wide + gap || left > x + width + gap;
  return !isBeside && y <= top + high + gap && top <= y + height + gap;
}
