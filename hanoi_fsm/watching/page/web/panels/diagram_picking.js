// Picking transitions by their edges in a diagram, with the mouse or the keyboard.

import { setAttributes } from "../elements.js";

// Lets a person pick one of the transitions `choices` (their numbers) by its edge in the diagram that
// is in `root`. `onPick` gets the numbers of all choices that the edge stands for. Returns a function
// that ends it.
export function pickTransitions(root, choices, onPick) {
  const svg = root.querySelector("svg.state-diagram");
  if (!svg) {
    return () => {};
  }
  const role = svg.getAttribute("role");
  svg.setAttribute("role", "group"); // the parts of an image are not presented to screen readers
  const ends = [];
  const labels = svg.querySelectorAll(".label");
  svg.querySelectorAll(".edge").forEach((edge, at) => {
    const numbers = edge.dataset.transitions.split(" ").map(Number);
    const offered = numbers.filter((one) => choices.includes(one));
    if (!offered.length) {
      return;
    }
    ends.push(pickableEdge(edge, labels[at], () => onPick(offered)));
  });
  return () => {
    for (const end of ends) {
      end();
    }
    svg.setAttribute("role", role);
  };
}

// Makes a button of an edge; its label can be clicked as well.
function pickableEdge(edge, label, pick) {
  const both = [edge, label];
  const attributes = {
    role: "button",
    tabindex: "0",
    "aria-label": edge.querySelector("title").textContent.replaceAll("\n", ", or "),
  };
  const broad = edge.querySelector(".line").cloneNode();
  broad.setAttribute("class", "broad");
  const aim = (aimed) => () => {
    for (const one of both) {
      one.classList.toggle("aimed", aimed);
    }
  };
  const onKey = (event) => {
    if (event.key !== "Enter" && event.key !== " ") {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    pick();
  };
  const ending = new AbortController();
  const { signal } = ending;
  for (const one of both) {
    one.classList.add("pickable");
    one.addEventListener("click", pick, { signal });
    one.addEventListener("pointerenter", aim(true), { signal });
    one.addEventListener("pointerleave", aim(false), { signal });
  }
  setAttributes(edge, attributes);
  edge.prepend(broad);
  edge.addEventListener("keydown", onKey, { signal });
  edge.addEventListener("focus", aim(true), { signal });
  edge.addEventListener("blur", aim(false), { signal });
  return () => {
    ending.abort();
    for (const one of both) {
      one.classList.remove("pickable", "aimed");
    }
    for (const name of Object.keys(attributes)) {
      edge.removeAttribute(name);
    }
    broad.remove();
  };
}
