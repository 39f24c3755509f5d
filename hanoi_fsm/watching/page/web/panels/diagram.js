// The state diagram of a machine: the current state and the transition just taken are lit, and each
// edge shows how often it was taken so far. The drawing and all its places come from Python.
import { element, parsedSvg } from "../elements.js";
import { faultyTransition } from "../run.js";
import { diagramView } from "./diagram_view.js";

export const diagramPanel = {
  name: "diagram",
  title: "State diagram",
  applies: () => true,
  create(_page, machine) {
    if (!machine.diagram.svg) {
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

function diagramDrawing(machine) {
  const svg = parsedSvg(machine.diagram.svg);
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
  svg.setAttribute("role", "img");
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
