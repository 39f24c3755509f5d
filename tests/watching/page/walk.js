// What the page shows of all moments of some runs: each run is named by a fragment, and is gone
// through by the buttons of the page, from the first moment to the last or `backwards`.

function texts(root, selector) {
  return Array.from(root.querySelectorAll(selector), (one) => one.textContent);
}

// The digits of where the disks lie in the picture, largest first; a disk on a smaller one is said.
function pegsIn(side) {
  const picture = side.querySelector(".panel-pegs svg");
  if (!picture) {
    return null;
  }
  const { width } = picture.viewBox.baseVal;
  const disks = Array.from(picture.querySelectorAll("[data-disk]"), (group) => {
    const { e: x, f: y } = group.transform.baseVal.consolidate().matrix;
    return { disk: Number(group.dataset.disk), peg: Math.floor((3 * x) / width), y };
  });
  disks.sort((one, other) => other.disk - one.disk);
  const wrong = disks.filter((one, at) =>
    disks.slice(at + 1).some((smaller) => smaller.peg === one.peg && smaller.y >= one.y),
  );
  return (
    disks.map((one) => one.peg).join("") + wrong.map((one) => ` ${one.disk} lies wrong`).join()
  );
}

function matrixIn(panel) {
  const rows = Array.from(panel.querySelectorAll(".memory-matrix tbody tr"), (row) =>
    texts(row, "td"),
  );
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
  const name = (part) => part.querySelector(".memory-name").textContent;
  const cells = (part) => texts(part, ".memory-cell:not(.memory-unused)");
  const found = {};
  for (const part of panel.querySelectorAll(".memory-register")) {
    found[name(part)] = part.querySelector(".memory-value").textContent;
  }
  for (const part of panel.querySelectorAll(".memory-list")) {
    found[name(part)] = cells(part);
  }
  for (const part of panel.querySelectorAll(".memory-stack")) {
    found[name(part)] = stackIn(part);
  }
  return panel.querySelector(".memory-matrix") ? { ...found, ...matrixIn(panel) } : found;
}

// What is lit in the diagram, and how often each edge was taken.
function diagramIn(side) {
  const picture = side.querySelector(".panel-diagram svg");
  const lit = (selector) => Array.from(picture.querySelectorAll(selector));
  const counts = Array.from(picture.querySelectorAll(".label"), (label) => [
    label.dataset.transitions,
    label.querySelector(".count").textContent,
  ]);
  return {
    states: lit("[data-state].lit").map((one) => one.dataset.state),
    edges: lit(".edge.lit").map((one) => one.dataset.transitions),
    transitions: lit("[data-transition].lit").map((one) => one.dataset.transition),
    counts: Object.fromEntries(counts),
  };
}

function momentNow() {
  const side = document.querySelector("#view .side");
  const fault = side.querySelector(".fault");
  return {
    ...document.body.dataset,
    pegs: pegsIn(side),
    memory: memoryIn(side),
    diagram: diagramIn(side),
    fault: fault.hidden ? "" : fault.textContent,
  };
}

function pressed(fine, rough) {
  const one = document.querySelector(fine);
  (one.hidden ? document.querySelector(rough) : one).click();
}

function momentsNow(backwards) {
  const [start, end] = backwards ? ["#last", "#first"] : ["#first", "#last"];
  const rows = [];
  document.querySelector(start).click();
  for (;;) {
    rows.push(momentNow());
    if (document.querySelector(end).disabled) {
      return rows;
    }
    if (backwards) {
      pressed("#back-event", "#back");
    } else {
      pressed("#forward-event", "#forward");
    }
  }
}

export async function walk(fragments, backwards) {
  const found = [];
  for (const fragment of fragments) {
    if (location.hash !== `#${fragment}`) {
      const followed = new Promise((done) => {
        addEventListener("hashchange", done, { once: true });
      });
      location.hash = fragment;
      await followed;
    }
    const problem = document.getElementById("problem");
    if (!problem.hidden) {
      throw new Error(`${fragment}: ${problem.textContent}`);
    }
    found.push(momentsNow(backwards));
  }
  return found;
}
