// A placeholder.

export const guardsPanel = {
  name: "guards",
  title: "guards",
  applies: () => false,
  create: () => ({ element: document.createElement("p"), show() {} }),
};
