// All moments of the run that is shown, one after the other by the buttons of the page, and of each
// what the page shows of it. `backwards` goes from the last moment to the first.

function texts(root, selector) {
  return Array.from(root.querySelectorAll(selector), (one) => one.textContent);
}

function matrixIn(panel) {
  const rows = Array.from(panel.querySelectorAll(".memory-matrix tbody tr"), (row) => texts(row, "td"));
  const heights = rows.pop();
  rows.reverse();
  const pegs = [0, 1, 2].map((peg) => [`peg ${peg}`, rows.map((row) => row[peg])]);
  return { ...Object.fromEntries(pegs), heights };
}

function stackIn(part) {
  const fields = texts(part, "thead th");
  const rows = Array.from(part.querySelectorAll("tbody tr:not(.memory-unused)"), (row) =>
    texts(row, "td:not(.memory-sign)"),
  );
  return rows.reverse().map((row) => Object.fromEntries(fields.map((name, at) => [name, row[at]])));
}

// What the panel of the memory says: by name a text, a list of texts, or a list of frames.
function memoryIn(side) {
  const panel = side.querySelector(".panel-memory");
  const found = {};
  for (const register of panel.querySelectorAll(".memory-register")) {
    found[register.querySelector(".memory-name").textContent] =
      register.querySelector(".memory-value").textContent;
  }
  for (const part of panel.querySelectorAll(".memory-list")) {
    found[part.querySelector(".memory-name").textContent] = texts(
      part,
      ".memory-cell:not(.memory-unused)",
    );
  }
  for (const part of panel.querySelectorAll(".memory-output")) {
    found.tape = texts(part, ".memory-cell:not(.memory-unused)");
  }
  for (const part of panel.querySelectorAll(".memory-stack")) {
    found[part.querySelector(".memory-name").textContent] = stackIn(part);
  }
  return panel.querySelector(".memory-matrix") ? { ...found, ...matrixIn(panel) } : found;
}

function momentNow() {
  const { body } = document;
  const side = document.querySelector("#view .side");
  return { ...body.dataset, memory: memoryIn(side) };
}

function button(fine, rough) {
  const one = document.querySelector(fine);
  return one.hidden ? document.querySelector(rough) : one;
}

export function walk(backwards) {
  const [start, end] = backwards ? ["#last", "#first"] : ["#first", "#last"];
  const rows = [];
  document.querySelector(start).click();
  for (;;) {
    rows.push(momentNow());
    if (document.querySelector(end).disabled) return rows;
    button(...(backwards ? ["#back-event", "#back"] : ["#forward-event", "#forward"])).click();
  }
}
