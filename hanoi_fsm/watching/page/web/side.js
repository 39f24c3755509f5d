// One machine of the page: its heading, its verdict, and a panel for each thing to see of it.

import { moveInWords } from "./configuration.js";
import { element } from "./elements.js";
import { keepHeights } from "./heights.js";
import { codePanel } from "./panels/code.js";
import { diagramPanel } from "./panels/diagram.js";
import { formulaPanel } from "./panels/formula.js";
import { graphPanel } from "./panels/graph.js";
import { guardsPanel } from "./panels/guards.js";
import { memoryPanel } from "./panels/memory.js";
import { pegsPanel } from "./panels/pegs.js";
import { tracePanel } from "./panels/trace.js";
import { faultText, spelt } from "./spelling.js";
import { html, render } from "./vendor/preact.js";

// A panel has a `name`, which is also in the fragment and in its class `panel-NAME`, and a `title`. It
// says of a machine whether it `applies`; its `View` is a function of the page, a moment, and the
// subtower that is `pointed` at: its number of `disks`, and the `first` and the `last` step of it.

// The panels in three columns, which follow one another where there is less room.
const WITH_PEGS = [
  [pegsPanel, memoryPanel, tracePanel],
  [diagramPanel, guardsPanel, codePanel],
  [graphPanel, formulaPanel],
];
const WITHOUT_PEGS = [[memoryPanel, guardsPanel], [diagramPanel], [tracePanel, codePanel]];

export const PANELS = WITH_PEGS.flat();

// The events since the last step, which moved no disk.
export function eventsInWords(count) {
  return `${count} event${count > 1 ? "s" : ""}`;
}

// What a moment is, in a sentence for everybody.
export function sentenceOf(moment) {
  const { machine, run, move, output } = moment;
  const later = moment.sinceStep ? ` and ${eventsInWords(moment.sinceStep)}` : "";
  const where = `Step ${moment.step} of ${run.steps}${later}`;
  const moved = move ? moveInWords(move) : "";
  const wrote = !move && output !== null ? `output ${spelt(output)}` : "";
  const final = machine.states.find((one) => one.name === moment.state)?.final ? " (final)" : "";
  const parts = [where, moved || wrote, `state ${moment.state}${final}`].filter(Boolean);
  return `${parts.join(", ")}.`;
}

// What the check says, which is long: where all is well its first part, and the rest on demand.
function verdictOf({ holds, verdict, recorded }) {
  if (!holds) {
    return element("p", { class: "verdict failing" }, `Fails its check: ${verdict}`);
  }
  const how = recorded ? `; this page shows recorded runs: ${recorded}` : "";
  const [first, ...rest] = `${verdict}${how}`.split("; ");
  const summary = element("summary", {}, `Checked: ${first}`);
  return element("details", { class: "verdict" }, summary, rest.join("; "));
}

// A view in an element of its own, which is drawn at once and not in the next frame.
function drawn(View, page) {
  const root = element("div");
  return {
    element: root,
    show(moment) {
      render(html`<${View} page=${page} moment=${moment} pointed=${page.pointed()} />`, root);
    },
  };
}

export function createSide(page, machine) {
  const now = element("p", { class: "now" });
  const fault = element("p", { class: "fault", hidden: true });
  const open = [];
  const columns = (machine.pegs ? WITH_PEGS : WITHOUT_PEGS).map((panels) => {
    const applying = panels.filter((panel) => panel.applies(machine));
    return element("div", { class: "column" }, ...applying.map((one) => opened(one)));
  });

  function opened(panel) {
    const made = panel.View ? drawn(panel.View, page) : panel.create(page, machine);
    const box = element(
      "section",
      { class: `panel panel-${panel.name}`, "aria-label": `${panel.title} of ${machine.name}` },
      element(
        "header",
        {},
        element("h3", {}, panel.title),
        element(
          "button",
          {
            type: "button",
            class: "close",
            "aria-label": `Close ${panel.title}`,
            click: () => page.close(panel.name),
          },
          "×",
        ),
      ),
      made.element,
    );
    open.push({ panel, box, made, shown: null });
    return box;
  }

  const side = element(
    "section",
    { class: "side", "aria-label": machine.name },
    element(
      "div",
      { class: "heading" },
      element("h2", {}, machine.name),
      element("p", { class: "summary" }, machine.title),
    ),
    verdictOf(machine),
    now,
    fault,
    element("div", { class: "columns" }, ...columns.filter((one) => one.childElementCount)),
  );

  let current = null;
  const showPanels = () => {
    for (const one of open) {
      const isNew = one.shown !== current || one.pointed !== page.pointed();
      if (!one.box.hidden && isNew) {
        one.made.show(current);
        one.shown = current;
        one.pointed = page.pointed();
      }
    }
  };
  const measured = open.filter(({ panel }) => !panel.View); // the others keep room by their styles
  const keep = keepHeights(side, measured, showPanels);

  return {
    element: side,
    machine,
    said: () => now.textContent,
    show(moment, closed) {
      current = moment;
      now.textContent = sentenceOf(moment);
      const wrong = faultText(moment);
      fault.textContent = wrong && `${moment.finding ? "Wrong" : "Stopped"}: ${wrong}`;
      fault.hidden = !wrong;
      for (const one of open) {
        one.box.hidden = closed.includes(one.panel.name);
      }
      showPanels();
      keep(moment.run);
    },
  };
}
