// The menu of the panels: a box for each panel that applies to the machine, ticked while it is open.
// Which are closed is in the fragment, their names joined by commas.

import { element } from "./elements.js";
import { menu } from "./menus.js";
import { PANELS } from "./side.js";

export function closedPanels(wishes) {
  return (wishes.closed ?? "").split(",").filter(Boolean);
}

export function createPanelMenu(page) {
  const boxes = PANELS.map((panel) => {
    const change = () => setClosed(panel.name, !box.checked);
    const box = element("input", { type: "checkbox", value: panel.name, change });
    return { panel, box, label: element("label", {}, box, panel.title) };
  });
  const list = element("div", {}, ...boxes.map((one) => one.label));
  const panels = menu("panels", "Panels", list);

  function setClosed(name, closed) {
    const others = closedPanels(page.wishes()).filter((one) => one !== name);
    page.wish({ closed: (closed ? [...others, name] : others).join(",") });
  }

  return {
    element: panels,
    close(name) {
      setClosed(name, true);
      panels.querySelector("summary").focus();
    },
    show(wishes, machine) {
      const closed = closedPanels(wishes);
      for (const { panel, box, label } of boxes) {
        label.hidden = !panel.applies(machine);
        box.checked = !closed.includes(panel.name);
      }
    },
  };
}
