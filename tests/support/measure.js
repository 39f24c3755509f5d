// The measurements that clashes.py needs from the browser.
let svg;
let toSheet;
let filled;
const SHAPES = "path, polygon, polyline, ellipse, circle, rect, line";

function mapper(element) {
  const matrix = toSheet.multiply(element.getScreenCTM());
  return (x, y) => {
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return [point.x, point.y];
  };
}

function isDrawn(element) {
  return !element.closest("defs, clipPath, symbol, marker, pattern, mask");
}

function cornersOf(shape) {
  if (shape.tagName === "polygon") {
    return Array.from(shape.points, (point) => [point.x, point.y]);
  }
  const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => shape[name].baseVal.value);
  return [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ]; // prettier-ignore
}

// Points along a shape, the corners of a polygon or a rectangle among them.
function course(shape, apart) {
  const map = mapper(shape);
  if (["polygon", "rect"].includes(shape.tagName)) {
    const corners = cornersOf(shape);
    return corners.flatMap(([x, y], i) => {
      const [u, v] = corners[(i + 1) % corners.length];
      const parts = Math.max(1, Math.ceil(Math.hypot(u - x, v - y) / apart));
      const at = (part) => map(x + ((u - x) * part) / parts, y + ((v - y) * part) / parts);
      return Array.from({ length: parts }, (_, part) => at(part));
    });
  }
  const length = shape.getTotalLength();
  const parts = Math.min(1500, Math.max(8, Math.ceil(length / apart)));
  return Array.from({ length: parts + 1 }, (_, i) => {
    const point = shape.getPointAtLength((length * i) / parts);
    return map(point.x, point.y);
  });
}

const shapesIn = (group) => Array.from(group.querySelectorAll(SHAPES)).filter(isDrawn);
const isFilled = (shape) => getComputedStyle(shape).fill !== "none";
const titleOf = (group) => group.querySelector(":scope > title")?.textContent ?? "";

// One text or tspan without parts of its own. Blanks at its ends take up room, but show nothing.
function measureText(text) {
  const raw = text.textContent;
  const kept = getComputedStyle(text).whiteSpace.startsWith("pre");
  const words = kept ? raw : raw.replace(/\s+/g, " ").trim();
  const many = text.getNumberOfChars();
  if (!words.trim() || !many) {
    return null;
  }
  const first = Math.min(words.search(/\S/), many - 1);
  const last = Math.min(words.trimEnd().length, many) - 1;
  const map = mapper(text);
  const corners = [];
  for (let i = first; i <= last; i++) {
    const box = text.getExtentOfChar(i);
    // Capitals and figures do not fill the height that a font reserves above the baseline.
    const top = box.y + 0.16 * box.height,
      bottom = box.y + 0.98 * box.height;
    for (const x of [box.x, box.x + box.width]) {
      corners.push(map(x, top), map(x, bottom));
    }
  }
  const xs = corners.map((corner) => corner[0]),
    ys = corners.map((corner) => corner[1]);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return {
    words: words.trim(),
    box,
    owner: text.closest("g.node, g.edge")?.id ?? "",
    colour: text.getAttribute("fill") ?? "#000000",
    behind: behind(text, box),
  };
}

// The colour of the last shape that is drawn before a text and behind its middle.
function behind(text, [left, top, right, bottom]) {
  const middle = new DOMPoint((left + right) / 2, (top + bottom) / 2);
  const last = filled.findLast(
    ([shape, fromSheet]) =>
      shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING &&
      shape.isPointInFill(middle.matrixTransform(fromSheet)),
  );
  return last?.[0].getAttribute("fill") ?? "";
}

function show(text) {
  svg = document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  document.body.replaceChildren(svg);
  toSheet = svg.getScreenCTM().inverse();
  filled = shapesIn(svg)
    .filter(isFilled)
    .map((shape) => [shape, toSheet.multiply(shape.getScreenCTM()).inverse()]);
}

// All of the picture, with its texts stretched to be `wider`.
export function measured(picture, wider) {
  show(picture);
  const texts = Array.from(svg.querySelectorAll("text, tspan")).filter(
    (text) => isDrawn(text) && !text.querySelector("tspan"),
  );
  if (wider !== 1) {
    const widths = texts.map((text) => text.getComputedTextLength());
    for (const [i, text] of texts.entries()) {
      text.setAttribute("textLength", widths[i] * wider);
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
  }
  const view = svg.viewBox.baseVal;
  const sheet = view?.width
    ? [view.x, view.y, view.x + view.width, view.y + view.height]
    : [0, 0, svg.width.baseVal.value, svg.height.baseVal.value];

  return {
    sheet,
    texts: texts.map(measureText).filter(Boolean),
    edges: Array.from(svg.querySelectorAll("g.edge"), (group) => {
      const shapes = shapesIn(group);
      const lines = shapes.filter((shape) => !isFilled(shape) && shape.tagName !== "polygon");
      return {
        id: group.id,
        title: titleOf(group),
        course: lines.flatMap((line) => course(line, 2)), // with a gap for its label
        width: lines.length ? parseFloat(getComputedStyle(lines[0]).strokeWidth) : 0,
        heads: shapes.filter((shape) => !lines.includes(shape)).map((shape) => course(shape, 2)),
      };
    }).filter((edge) => edge.course.length),
    nodes: Array.from(svg.querySelectorAll("g.node"), (group) => ({
      id: group.id,
      title: titleOf(group),
      outlines: shapesIn(group).map((shape) => course(shape, 4)),
    })),
    boxes: Array.from(svg.querySelectorAll("rect"))
      .filter((rect) => isDrawn(rect) && !rect.closest("g.node, g.edge"))
      .map((rect) => course(rect, 4)),
  };
}
