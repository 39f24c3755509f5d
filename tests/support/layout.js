// What is wider than the window, what lies upon a control, and which controls are small to touch.
const CONTROLS = "button, input, select, textarea, summary, a[href]";

function name(element) {
  const words = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 30);
  const id = element.id ? `#${element.id}` : "";
  return `${element.localName}${id}.${element.getAttribute("class") ?? ""} "${words}"`;
}

function isShown(element) {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

// The box that an element scrolls in, or lies over the page with: a box around it of its own, or else the body.
function layerOf(element) {
  let around = element.parentElement;
  while (around !== document.body && around !== null) {
    const { overflowX, position } = getComputedStyle(around);
    if (overflowX !== "visible" || /fixed|sticky|absolute/.test(position)) {
      return around;
    }
    around = around.parentElement;
  }
  return document.body;
}

function meet(one, other) {
  const slack = 0.5;
  return (
    one.left + slack < other.right &&
    other.left + slack < one.right &&
    one.top + slack < other.bottom &&
    other.top + slack < one.bottom
  );
}

function overlaps(controls) {
  const found = [];
  const boxes = controls.map((control) => control.getBoundingClientRect());
  const layers = controls.map(layerOf);
  for (const [i, one] of controls.entries()) {
    for (const [j, other] of controls.entries()) {
      if (i >= j || layers[i] !== layers[j] || one.contains(other) || other.contains(one)) {
        continue;
      }
      if (meet(boxes[i], boxes[j])) {
        found.push(`${name(one)} overlaps ${name(other)}`);
      }
    }
  }
  return found;
}

export function untidy(least) {
  const width = document.documentElement.clientWidth;
  const shown = Array.from(document.body.querySelectorAll("*")).filter(isShown);
  const wide = shown
    .filter((one) => !one.closest("svg *, .visually-hidden") && layerOf(one) === document.body)
    .filter((one) => one.getBoundingClientRect().right > width + 0.5)
    .map((one) => `${name(one)} ends beyond the window`);
  const controls = shown.filter((one) => one.matches(CONTROLS) && !one.closest(".visually-hidden"));
  const small = controls
    .filter((one) => {
      const target = one.matches("[type=checkbox], [type=radio]") ? (one.labels[0] ?? one) : one;
      const box = target.getBoundingClientRect();
      return Math.min(box.width, box.height) < least;
    })
    .map((one) => `${name(one)} is smaller than ${least} pixels`);
  const texts = shown
    .filter((one) => !one.closest(".visually-hidden, svg, select"))
    .filter((one) =>
      Array.from(one.childNodes).some((node) => node.nodeType === 3 && node.data.trim()),
    )
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 12)
    .map((one) => `${name(one)} has a font below 12 pixels`);
  const page = document.documentElement.scrollWidth;
  const sideways = page > width ? [`the page is ${page} pixels wide, the window ${width}`] : [];
  return [...sideways, ...wide, ...overlaps(controls), ...small, ...texts];
}
