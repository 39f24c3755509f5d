// The panel with the pegs: where the disks are, which one has moved, and which tops were compared.

import { configurationBefore, moveText, pegStacks } from "../configuration.js";
import { element } from "../elements.js";
import { PegsDrawing } from "./pegs_drawing.js";

export const pegsPanel = {
  name: "pegs",
  title: "Pegs",
  applies: (machine) => machine.pegs,
  create() {
    const drawing = new PegsDrawing();
    const caption = element("p", { class: "pegs-caption" });
    let task = "";
    return {
      element: element("div", {}, drawing.element, caption),
      show(moment) {
        const { move, compared, run } = moment;
        const configuration = moment.configuration ?? "";
        const wanted = { disks: configuration.length, source: run?.source, target: run?.target };
        if (JSON.stringify(wanted) !== task) {
          task = JSON.stringify(wanted);
          drawing.setTask(wanted);
        }
        drawing.show({ configuration, move, compared });
        caption.textContent = pegsCaption(configuration, move, compared);
      },
    };
  },
};

// The move of a moment, and what the tops were that were compared for it.
function pegsCaption(configuration, move, compared) {
  const stacks = pegStacks(configurationBefore(configuration, move));
  const tops = compared.map((peg) => {
    const top = stacks[peg].at(-1);
    return `${top ? `disk ${top}` : "nothing"} on ${peg}`;
  });
  const said = move ? [`moved ${moveText(move)}`] : [];
  if (tops.length > 0) {
    said.push(`compared ${tops.join(" with ")}`);
  }
  return said.join("; ") || "no disk has moved";
}
