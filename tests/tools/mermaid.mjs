// Mermaid itself, without a browser: a JSON list of texts on standard input; on standard output what
// Mermaid understood of each, and the texts in the picture that it draws. Mermaid keeps its entities
// (#58;) coded until it draws; here they are decoded with the function that its drawing uses.
// jsdom has no layout: sizes of texts are made up, so that places in the picture mean nothing.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html>", { pretendToBeVisual: true });
const { document, CSSStyleSheet, SVGElement } = window;
Object.assign(globalThis, { window, document, CSSStyleSheet });
SVGElement.prototype.getBBox = function () {
  return { x: 0, y: 0, width: 8 * this.textContent.length, height: 16 };
};
SVGElement.prototype.getComputedTextLength = function () {
  return 8 * this.textContent.length;
};
const { default: mermaid } = await import("mermaid");
const { version } = createRequire(import.meta.url)("mermaid/package.json");

const page = document.createElement("textarea");
function shown(text) {
  const coded = (text ?? "").replace(/ﬂ°°/g, "&#").replace(/ﬂ°/g, "&").replace(/¶ß/g, ";");
  page.innerHTML = coded;
  return page.value;
}

function texts(picture, selector) {
  return [...picture.querySelectorAll(selector)].map((element) => element.textContent);
}

async function drawn(text, number) {
  const { svg } = await mermaid.render(`picture${number}`, text);
  const picture = document.createElement("div");
  picture.innerHTML = svg;
  for (const line of picture.querySelectorAll("br")) {
    line.replaceWith("\n");
  }
  return {
    titles: texts(picture, "svg > text"),
    states: texts(picture, ".nodeLabel").filter(Boolean),
    labels: texts(picture, "span.edgeLabel")
      .flatMap((label) => label.split("\n"))
      .filter(Boolean),
    elements: [...new Set([...picture.querySelectorAll("*")].map((element) => element.localName))],
  };
}

async function understood(text, number) {
  try {
    await mermaid.parse(text);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const { nodes, edges } = db.getData();
    return {
      nodes: nodes.map((node) => ({
        id: node.id,
        shape: node.shape,
        label: shown(node.label),
        css: node.cssClasses ?? "",
      })),
      edges: edges.map((edge) => [edge.start, edge.end, shown(edge.label)]),
      drawn: await drawn(text, number),
    };
  } catch (error) {
    return { error: String(error.message ?? error).split("\n")[0] };
  }
}

const answers = [];
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  answers.push(await understood(text, answers.length));
}
console.log(JSON.stringify({ version, answers }));
