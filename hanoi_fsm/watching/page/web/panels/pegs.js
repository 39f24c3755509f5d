// A placeholder.

import { element } from "../elements.js";

export const pegsPanel = {
  name: "pegs",
  title: "pegs",
  applies: (machine) => "pegs" !== "pegs" || machine.pegs,
  create() {
    const text = element("pre");
    return {
      element: text,
      show(moment) {
        text.textContent = JSON.stringify("pegs" === "pegs" ? moment.configuration : moment.contents);
      },
    };
  },
};
