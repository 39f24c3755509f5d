// The colour of each text and of what is painted behind its middle, as they appear on this page.
const isDrawn = (element) => !element.closest("defs, clipPath, symbol, marker, pattern, mask");

function painted(below, style) {
  const [red, green, blue, alpha = 1] = style.fill.match(/[\d.]+/g).map(Number);
  const share = alpha * style.fillOpacity * style.opacity;
  return [red, green, blue].map((part, i) => Math.round(share * part + (1 - share) * below[i]));
}

function behind(text, middle, shapes, page) {
  let colour = page;
  for (const shape of shapes) {
    if (text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING) {
      break;
    }
    const point = middle.matrixTransform(shape.getScreenCTM().inverse());
    if (shape.isPointInFill(point)) {
      colour = painted(colour, getComputedStyle(shape));
    }
  }
  return colour;
}

export function contrasts(page) {
  const svg = document.querySelector("svg") ?? document.documentElement;
  const shapes = Array.from(svg.querySelectorAll("path, polygon, ellipse, circle, rect")).filter(
    (shape) => isDrawn(shape) && getComputedStyle(shape).fill !== "none",
  );
  return Array.from(svg.querySelectorAll("text, tspan"))
    .filter((text) => isDrawn(text) && !text.querySelector("tspan") && text.textContent.trim())
    .map((text) => {
      const box = (text.tagName === "text" ? text : text.closest("text")).getBBox();
      const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(
        text.getScreenCTM(),
      );
      const ground = behind(text, middle, shapes, page);
      return [text.textContent.trim(), painted(ground, getComputedStyle(text)), ground];
    });
}
