// What the memory panel shows: each part as the texts that are read there, with its marks.

export function memoryShown() {
  const marks = (one) =>
    [...one.classList].filter((name) => /-(changed|top|asked|compared|head)$/.test(name)).sort();
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const used = (one) => !one.classList.contains("memory-unused");
  const panel = document.querySelector(".panel-memory");
  return {
    matrix: all(".memory-matrix tbody tr", panel).map((row) =>
      all("td", row).map((cell) => [cell.textContent, marks(cell)]),
    ),
    registers: all(".memory-register", panel).map((one) => [
      one.querySelector(".memory-name").textContent,
      one.querySelector(".memory-value").textContent,
      one.querySelector(".memory-was").textContent,
      marks(one),
    ]),
    lists: all(".memory-list, .memory-input", panel).map((one) => [
      one.querySelector(".memory-name").textContent,
      all(".memory-cell", one)
        .filter(used)
        .map((cell) => [cell.textContent, marks(cell)]),
      marks(one.querySelector(".memory-cells")),
    ]),
    stacks: all(".memory-stack", panel).map((one) => [
      one.querySelector(".memory-name").textContent,
      all("th", one).map((cell) => cell.textContent),
      all("tbody tr", one).map((row) => [
        used(row) ? all("td", row).map((cell) => cell.textContent.trim()) : null,
        marks(row),
      ]),
    ]),
  };
}
