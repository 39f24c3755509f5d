// The window on a diagram: as large as its panel allows, never with letters that are too small, with
// buttons to zoom; what is lit is scrolled into view.
import { element } from "../elements.js";
import { lessMotion } from "../motion.js";

const VIEW_LEAST = 1; // at this scale the letters of labels have 12 pixels
const VIEW_MOST = 1.6;
const VIEW_HEIGHT = 0.7; // of the window's height, as in the style sheet
const VIEW_STEP = 1.25;
const VIEW_MARGIN = 16;

export function diagramView(svg, { width, height }) {
  const view = element(
    "div",
    { class: "diagram-view", tabindex: "0", role: "group", "aria-label": "The diagram, to scroll" },
    svg,
  );
  let room = { width: 0, height: 0 };
  let chosen = null;
  let scale = 1;
  let kept = [];
  let place = { left: 0, top: 0 }; // known from events, since asking would have the page laid out
  view.addEventListener("scroll", () => {
    place = { left: view.scrollLeft, top: view.scrollTop };
  });

  const whole = () => {
    const high = VIEW_HEIGHT * window.innerHeight;
    return Math.min((room.width || width) / width, high / height);
  };
  const resize = () => {
    scale = chosen ?? Math.min(VIEW_MOST, Math.max(VIEW_LEAST, whole()));
    svg.style.width = `${Math.floor(width * scale)}px`;
    svg.style.height = `${Math.floor(height * scale)}px`;
    room = { width: view.clientWidth, height: view.clientHeight };
    scrollTo("instant");
  };
  const scrollTo = (behavior) => {
    if (width * scale <= room.width && height * scale <= room.height) {
      return;
    }
    const wanted = diagramScroll(place, room, scale, kept);
    if (wanted) {
      view.scrollTo({ ...wanted, behavior });
    }
  };
  const zoomed = (factor) => () => {
    chosen = Math.min(4, Math.max(Math.min(0.1, whole()), factor(scale)));
    resize();
  };
  const button = (text, label, factor) => {
    const found = element("button", { type: "button", "aria-label": label, title: label }, text);
    found.addEventListener("click", zoomed(factor));
    return found;
  };
  const tools = element(
    "div",
    { class: "diagram-tools", role: "group", "aria-label": "Size of the diagram" },
    button("−", "Smaller diagram", (now) => now / VIEW_STEP),
    button("+", "Larger diagram", (now) => now * VIEW_STEP),
    button("Whole", "Whole diagram", () => Math.min(VIEW_MOST, whole())),
  );
  new ResizeObserver(() => {
    if (view.clientWidth === room.width) {
      return;
    }
    room = { width: view.clientWidth, height: view.clientHeight };
    resize();
  }).observe(view);
  return {
    element: view,
    tools,
    keep(boxes) {
      kept = boxes;
      scrollTo(lessMotion.matches ? "instant" : "smooth");
    },
  };
}

// Where to scroll so that these boxes are in view, the first at least; null if all are.
function diagramScroll(place, room, scale, boxes) {
  if (!boxes.length || !room.width) {
    return null;
  }
  const all = diagramAround(boxes, scale);
  const fits = all.right - all.left <= room.width && all.bottom - all.top <= room.height;
  const { left, right, top, bottom } = fits ? all : diagramAround(boxes.slice(0, 1), scale);
  const { left: x, top: y } = place;
  if (left >= x && right <= x + room.width && top >= y && bottom <= y + room.height) {
    return null;
  }
  return { left: (left + right - room.width) / 2, top: (top + bottom - room.height) / 2 };
}

function diagramAround(boxes, scale) {
  return {
    left: Math.min(...boxes.map(([x]) => x)) * scale - VIEW_MARGIN,
    right: Math.max(...boxes.map(([x, , width]) => x + width)) * scale + VIEW_MARGIN,
    top: Math.min(...boxes.map(([, y]) => y)) * scale - VIEW_MARGIN,
    bottom: Math.max(...boxes.map(([, y, , height]) => y + height)) * scale + VIEW_MARGIN,
  };
}
