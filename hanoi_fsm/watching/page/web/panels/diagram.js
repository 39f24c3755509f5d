// A placeholder.

export const diagramPanel = {
  name: "diagram",
  title: "diagram",
  applies: () => false,
  create: () => ({ element: document.createElement("p"), show() {} }),
};
