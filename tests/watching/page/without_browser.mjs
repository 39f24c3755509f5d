// Runs the script of a page, with as much of a document as it draws into. The arguments are files with the
// script and its data, and fragments. Prints for each fragment what the page notes of its moment, and its text.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [script, data, ...fragments] = process.argv.slice(2);
const TOO_OLD = 69;
if (!Array.prototype.toSorted) {
  process.exit(TOO_OLD);
}

class Node {
  childNodes = [];
  attributes = [];
  style = { setProperty() {} };
  dataset = {};

  constructor(localName, text = "") {
    Object.assign(this, { localName, data: text, nodeType: localName ? 1 : 3 });
  }

  get parentElement() {
    return this.parentNode;
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const beside = this.parentNode?.childNodes ?? [];
    return beside[beside.indexOf(this) + 1] ?? null;
  }

  get textContent() {
    return this.data + this.childNodes.map((one) => one.textContent).join(" ");
  }

  insertBefore(child, next) {
    child.parentNode?.removeChild(child);
    const at = this.childNodes.indexOf(next);
    this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, child);
    child.parentNode = this;
  }

  appendChild(child) {
    this.insertBefore(child, null);
  }

  removeChild(child) {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
  }

  querySelectorAll() {
    return [];
  }

  getBoundingClientRect() {
    return { width: 600, height: 400, left: 0, top: 0 };
  }

  // Of a canvas.
  getContext() {
    return new Proxy({}, { get: () => () => ({ width: 20 }), set: () => true });
  }

  setAttribute() {}
  removeAttribute() {}
  addEventListener() {}
  removeEventListener() {}
}

const elements = { data: new Node("script", await readFile(data, "utf-8")), page: new Node("div") };
const listeners = {};
Object.assign(globalThis, {
  document: {
    body: new Node("body"),
    title: "the title",
    getElementById: (id) => elements[id],
    createElement: (name) => new Node(name),
    createElementNS: (_, name) => new Node(name),
    createTextNode: (text) => new Node("", text),
    addEventListener() {},
  },
  window: {},
  matchMedia: () => ({ matches: false }),
  devicePixelRatio: 1,
  location: { hash: "" },
  history: { replaceState() {}, pushState() {} },
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
  requestAnimationFrame: (run) => setTimeout(run),
  cancelAnimationFrame: clearTimeout,
  scrollTo() {},
  getComputedStyle: () => ({ getPropertyValue: () => "" }),
  addEventListener: (name, listener) => {
    listeners[name] = listener;
  },
});

// Browsers have it, and Node since version 21.
Object.groupBy ??= (values, keyOf) => {
  const groups = {};
  for (const value of values) {
    groups[keyOf(value)] = [...(groups[keyOf(value)] ?? []), value];
  }
  return groups;
};

await import(pathToFileURL(script));
for (const fragment of fragments) {
  listeners.hashchange({ newURL: `file:///page.html#${fragment}` });
  const { textContent } = elements.page;
  process.stdout.write(`${JSON.stringify([document.body.dataset, textContent])}\n`);
}
