// A placeholder.

import { element } from "../elements.js";

export const tryMode = {
  name: "try",
  title: "try",
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
