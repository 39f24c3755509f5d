// Elements of HTML and SVG by one call each. Texts become text nodes, so that no name can be markup.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

export function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    target.setAttribute(name, value);
  }
}

function filled(created, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      created.addEventListener(name, value);
    } else if (value === true) {
      created.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      created.setAttribute(name, value);
    }
  }
  created.append(...children.filter((child) => child !== null && child !== undefined));
  return created;
}

// A function among the attributes is a listener of the event of that name.
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svgElement(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG_NAMESPACE, tag), attributes, children);
}
