// The parts of a state diagram, each as the data of an element, in the places that Python has found.

const LETTERS = { label: 12, state: 15 };
const LINE_HEIGHT = 1.2;
const BASELINE = 0.35; // how far it is below the middle of a line, in sizes of its letters
const HEAD = 3.2; // half the width of an arrowhead
const BORDER = 4; // between the two of a final state

// The start and each state and edge with its shapes; each label with its lines, the last for a count.
export function partsOf({ diagram, states, transitions }) {
  const { width, height, start, edges } = diagram;
  const dot = { tag: "circle", look: { cx: start[0], cy: start[1], r: 6 } };
  return {
    viewBox: `0 0 ${width} ${height}`,
    start: start.length ? [[dot, ...arrow(start)]] : [],
    states: diagram.states.map((box, at) => ({
      name: states[at].name,
      shapes: stateShapes(states[at], box, states[at].final && !diagram.all_final),
    })),
    edges: edges.map((one) => ({ transitions: one.transitions, shapes: arrow(one.line) })),
    labels: edges.map((one) => labelLines(one, transitions)),
  };
}

// A line, and its head from where the curve ends to the tip.
function arrow(line) {
  const [x, y, tipX, tipY] = line.slice(-4);
  const share = HEAD / Math.hypot(tipX - x, tipY - y);
  const [across, up] = [(tipY - y) * share, (x - tipX) * share];
  const corners = [x + across, y + up, tipX, tipY, x - across, y - up];
  const d = `M${line.slice(0, 2)}C${line.slice(2, -2)}`;
  const points = corners.map((one) => one.toFixed(1)).join(" ");
  return [
    { tag: "path", look: { class: "line", fill: "none", d } },
    { tag: "polygon", look: { class: "head", points } },
  ];
}

function stateShapes({ name }, box, doubled) {
  const border = ([x, y, width, height], less, look) => ({
    tag: "rect",
    look: { x: x + less, y: y + less, width: width - 2 * less, height: height - 2 * less, ...look },
  });
  return [
    border(box, 0, { rx: 8 }),
    ...(doubled ? [border(box, BORDER, { rx: 8, class: "inner" })] : []),
    { tag: "text", look: baseline(box, LETTERS.state), text: name },
  ];
}

function labelLines({ transitions: numbers, lines, box }, transitions) {
  const waiting = numbers.length > 1 ? [...numbers] : [];
  return [...lines, ""].map((line, at) => ({
    ...baseline(box, LETTERS.label, at, lines.length + 1),
    parts: partsOfLine(line, waiting, transitions),
  }));
}

// A line of a label, in which each event that stands for a transition is a part.
function partsOfLine(line, waiting, transitions) {
  const parts = [];
  let rest = line;
  while (waiting.length && rest.startsWith(transitions[waiting[0]].event)) {
    const transition = waiting.shift();
    const { event } = transitions[transition];
    const [comma] = rest.slice(event.length).match(/^[, ]*/);
    parts.push({ text: event, transition }, { text: comma });
    rest = rest.slice(event.length + comma.length);
  }
  return [...parts, { text: rest }];
}

// Where the text of a line begins, of the `lines` that fill a box.
function baseline([x, y, width, height], size, line = 0, lines = 1) {
  const down = (line - (lines - 1) / 2) * LINE_HEIGHT + BASELINE;
  return { x: x + width / 2, y: (y + height / 2 + down * size).toFixed(1) };
}
