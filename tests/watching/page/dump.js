// What the page shows of the moments of some runs, panel by panel, as a person reads it. A run is a
// fragment; it is gone through event by event by the buttons of the page, forwards or backwards, or not at all.

const all = (root, selector) => [...(root?.querySelectorAll(selector) ?? [])];
const visible = (one) => getComputedStyle(one).visibility === "visible";
const texts = (root, selector) =>
  all(root, selector)
    .filter(visible)
    .map((one) => one.textContent.trim());
const seen = (one) =>
  one?.checkVisibility({ visibilityProperty: true }) ? one.textContent.trim() : "";
const textIn = (root, selector) => seen(root?.querySelector(selector));
const numbersOf = (one) => one.dataset.transitions.split(" ").map(Number);
const has = (one, name) => one.classList.contains(name);

// Where the disks are drawn, largest first, and what of the picture does not fit together.
function pegsIn(side) {
  const panel = side.querySelector(".panel-pegs");
  const picture = panel?.querySelector(".pegs");
  if (!picture) {
    return null;
  }
  const box = (one) => one.getBoundingClientRect();
  const columns = all(picture, ".pegs-peg").map(box);
  const pegOf = ({ left, right }) =>
    columns.findIndex((one) => one.left < (left + right) / 2 && (left + right) / 2 < one.right);
  const disks = all(picture, ".pegs-disk").map((one) => ({
    disk: Number(one.dataset.disk),
    body: box(one.querySelector("rect")),
    numeral: box(one.querySelector("text")),
    says: one.textContent.trim(),
  }));
  disks.sort((one, other) => other.disk - one.disk);
  const sheet = box(picture);
  const untidy = disks.flatMap(({ disk, body, numeral, says }, at) => [
    ...(says === String(disk) ? [] : [`disk ${disk} is called ${says}`]),
    ...(sheet.left <= body.left + 0.5 && body.right <= sheet.right + 0.5 ? [] : [`${disk} is out`]),
    ...(sheet.top <= body.top + 0.5 && body.bottom <= sheet.bottom + 0.5 ? [] : [`${disk} is off`]),
    ...(body.left < numeral.left && numeral.right < body.right ? [] : [`the numeral of ${disk}`]),
    ...disks
      .slice(at + 1)
      .flatMap((smaller) => [
        ...(body.width > smaller.body.width + 2
          ? []
          : [`${disk} is no wider than ${smaller.disk}`]),
        ...(pegOf(body) !== pegOf(smaller.body) || smaller.body.bottom <= body.top + 1
          ? []
          : [`${disk} lies on ${smaller.disk}`]),
      ]),
  ]);
  const [ghost] = all(picture, ".pegs-ghost").map(box);
  const source = ghost && pegOf(ghost);
  return {
    digits: disks.map(({ body }) => pegOf(body)).join(""),
    untidy,
    moved: all(picture, ".moved").map((one) => Number(one.dataset.disk)),
    from: ghost ? [source] : [],
    meant: texts(picture, ".pegs-meant").flatMap((said, peg) => (said ? [peg] : [])),
    label: picture.getAttribute("aria-label"),
    caption: textIn(panel, ".pegs-caption"),
  };
}

const marked = (cells) => [...cells.keys()].filter((at) => has(cells[at], "memory-changed"));

function listIn(part) {
  const cells = all(part, ".memory-cell");
  return [cells.map((one) => one.textContent), marked(cells)];
}

function stackIn(part) {
  const rows = all(part, "tbody tr").reverse();
  const frames = rows.map((row) => texts(row, "td"));
  const top = rows.findIndex((row) => textIn(row, "th").startsWith("top"));
  return [texts(part, "thead th"), frames, top, marked(rows)];
}

function wordIn(part) {
  if (!part) {
    return null;
  }
  const cells = all(part, ".memory-cell");
  const heads = [...cells.keys()].filter((at) => has(cells[at], "memory-head"));
  return [cells.map((one) => one.textContent), heads];
}

function memoryIn(side) {
  const panel = side.querySelector(".panel-memory");
  const name = (part) => part.querySelector(".memory-name").textContent;
  // In pairs: on its way to Python an object would lose what is called `__proto__`.
  const named = (selector, read) => all(panel, selector).map((part) => [name(part), read(part)]);
  const register = (part) => [
    part.querySelector(".memory-value").textContent,
    textIn(part, ".memory-was"),
    has(part, "memory-changed"),
  ];
  const kinds = ["changed", "top"];
  const cell = (one) => [
    one.textContent.trim(),
    kinds.filter((kind) => has(one, `memory-${kind}`)).join(" "),
  ];
  return {
    matrix: all(panel, ".memory-matrix tbody tr").map((row) => all(row, "td").map(cell)),
    registers: named(".memory-register", register),
    lists: named(".memory-list", listIn),
    stacks: named(".memory-stack", stackIn),
    word: wordIn(panel?.querySelector(".memory-input")),
  };
}

function tableIn(panel) {
  const [events, ...states] = all(panel, ".state-table tr");
  const labels = all(panel, ".state-table .label");
  return {
    events: texts(events, "th"),
    cells: states.map((row) => [
      textIn(row, "th"),
      ...all(row, "td").map((cell) => texts(cell, ".label")),
    ]),
    states: texts(panel, ".state-table tr.lit th"),
    taken: [...labels.keys()].filter((at) => has(labels[at], "lit")),
    now: textIn(panel, ".diagram-now"),
  };
}

function diagramIn(side) {
  const panel = side.querySelector(".panel-diagram");
  const picture = panel?.querySelector("svg.state-diagram");
  if (!picture) {
    return tableIn(panel);
  }
  const lit = (selector) => all(picture, `${selector}.lit`);
  const edges = lit(".edge").map(numbersOf);
  return {
    states: lit(".state").map((one) => one.dataset.state),
    edges,
    labels: lit(".label").map(numbersOf),
    drawn: all(picture, ".label").map(numbersOf),
    faulty: all(picture, ".fault").map((one) => one.getAttribute("class").split(" ")[0]),
    label: picture.getAttribute("aria-label"),
    now: textIn(panel, ".diagram-now"),
  };
}

function nextIn(side) {
  const panel = side.querySelector(".panel-guards");
  return {
    ended: textIn(panel, ".guards-state").includes("has ended"),
    stopped: textIn(panel, ".guards-fault"),
    questions: all(panel, "[data-guard]").map((one) => [
      one.dataset.guard,
      textIn(one, ".guards-answer"),
      textIn(one, ".guards-meaning"),
    ]),
    comparisons: all(panel, "[data-guard]").flatMap((one) => {
      const said = textIn(one, ".guards-comparison");
      return said ? [[one.dataset.guard, textIn(one, ".guards-answer"), said]] : [];
    }),
    choices: all(panel, "[data-taken]").map((row) => [
      Number(row.dataset.taken),
      has(row, "enabled"),
      has(row, "now"),
      texts(row, "td").slice(1),
    ]),
  };
}

function traceIn(side) {
  return all(side, ".panel-trace tbody tr")
    .map((row) => [
      row.dataset.index,
      all(row, "td")
        .filter((cell) => !cell.hidden)
        .map((cell) => cell.textContent.trim()),
      row.getAttribute("aria-current") === "step",
    ])
    .filter(([, cells]) => cells.some(Boolean));
}

function formulaIn(side) {
  const panel = side.querySelector(".panel-formula");
  const disks = texts(panel, ".formula-bits thead th").map(Number);
  const disksOf = (look) =>
    all(panel, ".formula-bits td").flatMap((one, at) => (one.matches(look) ? [disks[at + 1]] : []));
  return (
    panel && {
      bits: texts(panel, ".formula-bits td").join(""),
      lowest: disksOf(".now"),
      zeros: disksOf(".lit"),
      lines: texts(panel, ".formula-lines dd"),
      numbering: textIn(panel, ".formula-numbering"),
      move: textIn(panel, ".formula-move code"),
    }
  );
}

// Points are given within the triangle of the drawing: to the right and downwards, from 0 to 1.
function graphIn(side) {
  const panel = side.querySelector(".panel-graph, .try");
  const svg = panel?.querySelector("svg.graph");
  const edges = svg?.querySelector(".graph-edges");
  if (!edges) {
    return null;
  }
  const { x: left, y: top, width, height } = edges.getBBox();
  const within = (x, y) => [(x - left) / width, (y - top) / height];
  const place = (selector) => {
    const circle = svg.querySelector(selector);
    const hidden = circle.getAttribute("visibility") === "hidden";
    return hidden ? null : within(...["cx", "cy"].map((name) => Number(circle.getAttribute(name))));
  };
  const line = svg.querySelector(".graph-path").getAttribute("points").split(" ");
  return {
    path: line.map((point) => within(...point.split(",").map(Number))),
    now: place(".graph-marker"),
    goal: place(".graph-goal"),
    caption: textIn(panel, ".graph-caption"),
    edges: edges.getAttribute("d").split("M").length - 1,
    fault: svg.querySelector(".graph-fault").getAttribute("points") !== "",
    wrong: svg.querySelector(".graph-marker.fault") !== null,
  };
}

function momentNow(side) {
  return {
    body: { ...document.body.dataset },
    count: document.querySelector("#count").textContent.trim(),
    now: textIn(side, ".now"),
    fault: textIn(side, ".now + .fault"),
    pegs: pegsIn(side),
    memory: memoryIn(side),
    diagram: diagramIn(side),
    next: nextIn(side),
    trace: traceIn(side),
    formula: formulaIn(side),
    graph: graphIn(side),
  };
}

function momentsNow(way) {
  const button = (name) => document.getElementById(name);
  if (way === "here") {
    return [momentNow(document.querySelector("#view .side"))];
  }
  const [start, end, next] =
    way === "backwards" ? ["last", "first", "back"] : ["first", "last", "forward"];
  const rows = [];
  button(start).click();
  for (;;) {
    rows.push(momentNow(document.querySelector("#view .side")));
    if (button(end).disabled || rows.length > 2000) {
      return rows;
    }
    button(next).click();
  }
}

export async function dump(fragments, way) {
  const found = [];
  for (const fragment of fragments) {
    const before = location.hash;
    location.hash = fragment;
    if (location.hash !== before) {
      await new Promise((done) => {
        addEventListener("hashchange", done, { once: true });
      });
    }
    const moments = momentsNow(way);
    found.push({ problem: seen(document.getElementById("problem")), moments });
  }
  return found;
}
