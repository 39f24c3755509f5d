// The state diagram of a machine: the current state and the transition just taken are lit, and each
// edge shows how often it was taken so far. The drawing and all its places come from Python.
import { element } from "../elements.js";
import { faultyTransition } from "../run.js";
import { html, render } from "../vendor/preact.js";
import { partsOf } from "./diagram_parts.js";
import { diagramView } from "./diagram_view.js";

export const diagramPanel = {
  name: "diagram",
  title: "State diagram",
  applies: () => true,
  create(_page, machine) {
    if (machine.diagram.failed) {
      const why = element("p", {}, `This diagram is not drawn: ${machine.diagram.failed}`);
      return { element: element("div", { class: "diagram" }, why), show() {} };
    }
    return diagramOf(machine);
  },
};

function diagramOf(machine) {
  const drawing = diagramDrawing(machine);
  const view = diagramView(drawing.svg, machine.diagram);
  const now = element("p", { class: "diagram-now" });
  const shared = diagramShared(machine);
  const root = element("div", { class: "diagram" }, view.tools, view.element, now);
  root.append(element("p", { class: "diagram-shared" }, shared));
  const say = (moment) => now.replaceChildren(...diagramWords(machine, moment));
  return {
    element: root,
    measure: say,
    show(moment) {
      drawing.show(moment);
      say(moment);
      view.keep(diagramPlaces(machine, moment));
    },
  };
}

// What the marks mean, and what is not written at each edge or state, as all have it in common.
function diagramShared(machine) {
  const words = ["lit: the state now and the transition just taken", "× n: taken n times so far"];
  if (machine.diagram.event) {
    words.push(`every edge: event ${machine.diagram.event}`);
  }
  if (machine.diagram.all_final) {
    words.push("every state is final");
  }
  return words.join(" · ");
}

// The drawing without what follows from a moment.
function Drawing({ machine }) {
  const { viewBox, start, states, edges, labels } = partsOf(machine);
  const shape = ({ tag, look, text }) => html`<${tag} ...${look}>${text}</${tag}>`;
  const words = ({ text, transition }) =>
    transition === undefined ? text : html`<tspan data-transition=${transition}>${text}</tspan>`;
  const edge = (name, { transitions }, inside) => html`
    <g class=${name} data-transitions=${transitions.join(" ")}>
      <title>${transitions.map((one) => machine.transitions[one].text).join("\n")}</title>${inside}
    </g>`;
  return html`
    <svg class="state-diagram" viewBox=${viewBox} role="img"
      font-family="Helvetica,Arial,sans-serif" text-anchor="middle">
      ${start.map((shapes) => html`<g class="start">${shapes.map(shape)}</g>`)}
      ${edges.map((one) => edge("edge", one, one.shapes.map(shape)))}
      <g font-size="12">
        ${labels.map((lines, at) => {
          const texts = lines.map(
            ({ x, y, parts }, line) =>
              html`<text x=${x} y=${y} class=${line === lines.length - 1 ? "count" : null}>
                ${parts.map(words)}
              </text>`,
          );
          return edge("label", edges[at], texts);
        })}
      </g>
      <g font-size="15">
        ${states.map(({ name, shapes }, at) => {
          const { final, meaning } = machine.states[at];
          return html`<g class=${final ? "state final" : "state"} data-state=${name}>
            <title>${meaning ? `${name}: ${meaning}` : name}</title>${shapes.map(shape)}
          </g>`;
        })}
      </g>
    </svg>`;
}

function diagramDrawing(machine) {
  const root = element("div");
  render(html`<${Drawing} machine=${machine} />`, root);
  const svg = root.firstElementChild;
  const states = new Map();
  svg.querySelectorAll("[data-state]").forEach((group, at) => {
    states.set(machine.states[at].name, group);
  });
  const labels = [...svg.querySelectorAll(".label")];
  const edges = [...svg.querySelectorAll(".edge")].map((group, at) => ({
    group,
    label: labels[at],
    transitions: machine.diagram.edges[at].transitions,
    text: labels[at].querySelector(".count"),
    count: 0,
  }));
  const edgeOf = new Map(edges.flatMap((edge) => edge.transitions.map((one) => [one, edge])));
  let lit = [];
  const light = (group, ...names) => {
    if (!group) {
      return;
    }
    group.classList.add(...names);
    lit.push(group);
  };
  return {
    svg,
    show(moment) {
      for (const group of lit) {
        group.classList.remove("lit", "fault");
      }
      lit = [];
      const faulty = faultyTransition(moment);
      light(states.get(moment.state), "lit", ...(moment.finding ? ["fault"] : []));
      for (const taken of new Set([moment.taken, faulty])) {
        const names = taken === faulty ? ["lit", "fault"] : ["lit"];
        const edge = edgeOf.get(taken);
        light(edge?.group, ...names);
        light(edge?.label, ...names);
        light(edge?.label.querySelector(`[data-transition="${taken}"]`), ...names);
      }
      for (const one of edges) {
        const count = one.transitions.reduce((sum, taken) => sum + moment.counts[taken], 0);
        if (count === one.count) {
          continue;
        }
        one.count = count;
        one.text.textContent = count ? `× ${count}` : "";
      }
      svg.setAttribute("aria-label", diagramLabel(machine, moment));
    },
  };
}

function diagramLabel(machine, moment) {
  const words = [`State diagram of ${machine.title}. Current state: ${moment.state}.`];
  if (moment.taken !== null) {
    words.push(`Transition just taken: ${machine.transitions[moment.taken].text}.`);
  }
  return words.join(" ");
}

// Below the diagram: the state with its meaning, the transition that led there, and one that fails.
function diagramWords(machine, moment) {
  const meaning = machine.states.find((one) => one.name === moment.state)?.meaning;
  const words = [element("strong", {}, moment.state), meaning ? `: ${meaning}` : ""];
  if (moment.taken !== null) {
    const text = machine.transitions[moment.taken].text;
    words.push(element("span", { class: "diagram-taken" }, `taken: ${text}`));
  }
  const faulty = faultyTransition(moment);
  if (faulty !== null && faulty !== moment.taken) {
    const text = machine.transitions[faulty].text;
    words.push(element("span", { class: "diagram-fails" }, `fails: ${text}`));
  }
  return words;
}

// The boxes to be kept in view: that of the state, and that of the label of the edge taken.
function diagramPlaces(machine, moment) {
  const at = machine.states.findIndex((one) => one.name === moment.state);
  const last = faultyTransition(moment) ?? moment.taken;
  const edge = machine.diagram.edges.find((one) => one.transitions.includes(last));
  return [machine.diagram.states[at], edge?.box].filter(Boolean);
}
