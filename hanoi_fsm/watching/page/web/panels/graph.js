// A placeholder.

export const graphPanel = {
  name: "graph",
  title: "graph",
  applies: () => false,
  create: () => ({ element: document.createElement("p"), show() {} }),
};
