// A placeholder.

import { element } from "../elements.js";

export const tracePanel = {
  name: "trace",
  title: "trace",
  applies: (machine) => "trace" !== "pegs" || machine.pegs,
  create() {
    const text = element("pre");
    return {
      element: text,
      show(moment) {
        text.textContent = JSON.stringify("trace" === "pegs" ? moment.configuration : moment.contents);
      },
    };
  },
};
