// Mermaid's own parser, without a browser: a JSON list of texts on standard input, what Mermaid
// understood of each on standard output. Mermaid keeps its entities (#58;) coded until it draws;
// here they are decoded with the function that its drawing uses.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html>");
Object.assign(globalThis, { window, document: window.document });
const { default: mermaid } = await import("mermaid");
const { version } = createRequire(import.meta.url)("mermaid/package.json");

const page = window.document.createElement("textarea");
function shown(text) {
  const coded = (text ?? "")
    .replace(/ﬂ°°/g, "&#").replace(/ﬂ°/g, "&").replace(/¶ß/g, ";");
  page.innerHTML = coded;
  return page.value;
}

async function understood(text) {
  try {
    await mermaid.parse(text);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const { nodes, edges } = db.getData();
    return {
      nodes: nodes.map((node) => ({
        id: node.id, shape: node.shape, label: shown(node.label), css: node.cssClasses ?? "",
      })),
      edges: edges.map((edge) => [edge.start, edge.end, shown(edge.label)]),
    };
  } catch (error) {
    return { error: String(error.message ?? error).split("\n")[0] };
  }
}

const texts = JSON.parse(readFileSync(0, "utf8"));
const answers = [];
for (const text of texts) answers.push(await understood(text));
console.log(JSON.stringify({ version, answers }));
