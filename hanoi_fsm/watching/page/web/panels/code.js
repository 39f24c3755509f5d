// A placeholder.

export const codePanel = {
  name: "code",
  title: "code",
  applies: () => false,
  create: () => ({ element: document.createElement("p"), show() {} }),
};
