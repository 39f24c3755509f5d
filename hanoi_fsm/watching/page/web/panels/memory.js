// A placeholder.

import { element } from "../elements.js";

export const memoryPanel = {
  name: "memory",
  title: "memory",
  applies: (machine) => "memory" !== "pegs" || machine.pegs,
  create() {
    const text = element("pre");
    return {
      element: text,
      show(moment) {
        text.textContent = JSON.stringify("memory" === "pegs" ? moment.configuration : moment.contents);
      },
    };
  },
};
