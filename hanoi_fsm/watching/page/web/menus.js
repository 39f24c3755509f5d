// Menus that open below their name, and the one with help: keys, words, colours, and the link.

import { element } from "./elements.js";

// It closes at Escape, and when something else is clicked.
export function menu(id, title, content) {
  const summary = element("summary", {}, title);
  const details = element("details", { id, class: "menu" }, summary, content);
  details.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && details.open) {
      details.open = false;
      summary.focus();
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.composedPath().includes(details)) {
      details.open = false;
    }
  });
  return details;
}

const HELP = [
  [
    "Keys",
    [
      ["← →", "one step back or forward"],
      ["Shift ← →", "one event back or forward"],
      ["Home, End", "the start, the end"],
      ["Space", "play or pause"],
    ],
  ],
  [
    "Words",
    [
      ["event", "what the machine is given; for each it takes one transition"],
      ["step", "an event that moves a disk; where there are no pegs, any event"],
    ],
  ],
  [
    "Colours",
    [
      ["orange", "the state now, the transition just taken, and what it changed", "lit"],
      ["violet", "what a guard compared; the goal", "second"],
      ["red", "where a machine fails its check", "faulty"],
    ],
  ],
];

export function helpMenu(address) {
  const parts = HELP.flatMap(([title, rows]) => [
    element("h2", {}, title),
    element("dl", {}, ...rows.flatMap(helpRow)),
  ]);
  // A page inside of a notebook has no address of its own.
  if (location.protocol !== "about:") {
    parts.push(element("h2", {}, "Link"), helpLink(address));
  }
  return menu("help", "Help", element("div", {}, ...parts));
}

function helpRow([name, text, colour]) {
  const swatch = colour && element("span", { class: `swatch ${colour}`, "aria-hidden": "true" });
  return [element("dt", {}, swatch, name), element("dd", {}, text)];
}

function helpLink(address) {
  const said = element("span", { role: "status" });
  const copy = () =>
    navigator.clipboard.writeText(address()).then(
      () => said.replaceChildren("Copied."),
      () => said.replaceChildren("The browser does not allow it: copy the address above."),
    );
  return element(
    "p",
    {},
    "The address of the page is that of this moment. ",
    navigator.clipboard ? element("button", { type: "button", click: copy }, "Copy link") : null,
    " ",
    said,
  );
}
