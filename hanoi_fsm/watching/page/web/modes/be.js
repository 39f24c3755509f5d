// A placeholder.

import { element } from "../elements.js";

export const beMode = {
  name: "be",
  title: "be",
  create() {
    const text = element("pre");
    return {
      element: text,
      show(moment) {
        text.textContent = String(moment);
      },
      leave() {},
    };
  },
};
