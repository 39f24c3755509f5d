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
    const say = ({ configuration, move, compared, index }) => {
      caption.textContent = pegsCaption(configuration ?? "", move, compared, index);
    };
    return {
      element: element("div", {}, drawing.element, caption),
      measure: say,
      show(moment) {
        const { move, compared, run } = moment;
        const configuration = moment.configuration ?? "";
        const wanted = { disks: configuration.length, source: run?.source, target: run?.target };
        if (JSON.stringify(wanted) !== task) {
          task = JSON.stringify(wanted);
          drawing.setTask(wanted);
        }
        drawing.show({ configuration, move, compared });
        say(moment);
      },
    };
  },
};

// The move of a moment, and what the tops were that were compared for it.
function pegsCaption(configuration, move, compared, index) {
  const stacks = pegStacks(configurationBefore(configuration, move));
  const tops = compared.map((peg) => {
    const top = stacks[peg].at(-1);
    return `${top ? `disk ${top}` : "nothing"} on ${peg}`;
  });
  const said = move ? [`moved ${moveText(move)}`] : [];
  if (tops.length > 0) {
    said.push(`compared ${tops.join(" with ")}`);
  }
  return said.join("; ") || (index ? "this event moved no disk" : "no disk has moved yet");
}
