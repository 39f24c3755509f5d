// A placeholder.

export const formulaPanel = {
  name: "formula",
  title: "formula",
  applies: () => false,
  create: () => ({ element: document.createElement("p"), show() {} }),
};
