// The content of the page at the moments of some runs, as a person reads it. A run is a fragment; it is gone through
// event by event by the buttons of the page, forwards or backwards, or not at all.

const all = (root, selector) => [...(root?.querySelectorAll(selector) ?? [])];
const textOf = (one) => one?.textContent.replace(/\s+/g, " ").trim() ?? "";
const texts = (root, selector) => all(root, selector).map(textOf);
const textIn = (root, selector) => textOf(root?.querySelector(selector));
const card = (name) => document.querySelector(`.panel-${name}`);
const has = (one, name) => one.classList.contains(name);

// Where the disks are drawn, largest first, and what of the picture does not fit together.
function pegsIn() {
  const picture = card("pegs");
  if (!picture) {
    return null;
  }
  const box = (one) => one.getBoundingClientRect();
  const middle = ({ left, right }) => (left + right) / 2;
  const pegs = all(picture, ".pegs-peg > rect").map((one) => middle(box(one)));
  const pegOf = (one) => pegs.findIndex((x) => Math.abs(x - middle(one)) < 2);
  const disks = all(picture, ".disk").map((one) => ({
    disk: Number(one.dataset.disk),
    body: box(one.querySelector("rect")),
  }));
  disks.sort((one, other) => other.disk - one.disk);
  const sheet = box(picture);
  const untidy = disks.flatMap(({ disk, body }, at) => [
    ...(sheet.left <= body.left && body.right <= sheet.right ? [] : [`${disk} is out`]),
    ...(sheet.top <= body.top && body.bottom <= sheet.bottom ? [] : [`${disk} is off`]),
    ...disks
      .slice(at + 1)
      .filter(
        (smaller) =>
          body.width <= smaller.body.width ||
          (pegOf(body) === pegOf(smaller.body) && smaller.body.bottom > body.top + 2),
      )
      .map((smaller) => `${disk} lies on ${smaller.disk}`),
  ]);
  return {
    digits: disks.map(({ body }) => pegOf(body)).join(""),
    untidy,
    moved: all(picture, ".moved").map((one) => Number(one.dataset.disk)),
    from: all(picture, ".pegs-ghost").map((one) => pegOf(box(one))),
  };
}

function memoryIn() {
  const panel = card("memory");
  const marked = (cells) => [...cells.keys()].filter((at) => has(cells[at], "changed"));
  // In pairs: on its way to Python an object would lose what is called `__proto__`.
  const named = (kind, read) =>
    all(panel, `.memory-${kind}`).map((part) => [textIn(part, ".memory-name"), read(part)]);
  const cellsOf = (part) => {
    const cells = all(part, ".memory-cell");
    return [cells.map((one) => one.textContent), marked(cells)];
  };
  const framesOf = (part) => {
    const rows = all(part, "tbody tr").reverse();
    return [texts(part, "thead th"), rows.map((row) => texts(row, "td")), marked(rows)];
  };
  return {
    registers: named("register", (part) => [
      part.querySelector(".memory-value").textContent,
      part.querySelector(".changed") !== null,
    ]),
    lists: named("list", cellsOf),
    stacks: named("stack", framesOf),
    word: named("input", cellsOf).map(([, one]) => one),
  };
}

const numbersOf = (one) => one.dataset.edge.split(" ").map(Number);

function diagramIn() {
  const panel = card("diagram");
  return {
    states: [
      ...all(panel, "g.state.lit").map((one) => one.dataset.state),
      ...texts(panel, "tr.lit th"),
    ],
    taken: all(panel, ".label.lit").map(numbersOf),
    drawn: all(panel, ".label").map(numbersOf),
  };
}

function nextIn() {
  const panel = card("guards");
  return {
    stopped: textIn(panel, ".guards-fault"),
    questions: all(panel, "[data-guard]").map((one) => [one.dataset.guard, textIn(one, ".answer")]),
    choices: all(panel, "[data-taken]").map((row) => [
      Number(row.dataset.taken),
      has(row, "enabled"),
      has(row, "now"),
    ]),
  };
}

function momentNow() {
  return {
    body: { ...document.body.dataset },
    count: textIn(document, "#count"),
    voice: textIn(document, "#voice"),
    strip: all(document, ".strip-state text").map((one) => one.textContent),
    pegs: pegsIn(),
    memory: memoryIn(),
    diagram: diagramIn(),
    next: nextIn(),
  };
}

function momentsNow(way) {
  const button = (name) => document.getElementById(name);
  if (way === "here") {
    return [momentNow()];
  }
  const [start, end, next] =
    way === "backwards" ? ["last", "first", "back"] : ["first", "last", "forward"];
  const rows = [];
  button(start).click();
  for (;;) {
    rows.push(momentNow());
    if (button(end).disabled || rows.length > 2000) {
      return rows;
    }
    button(next).click();
  }
}

const later = () => new Promise((done) => setTimeout(done, 30));

export async function dump(fragments, way) {
  const found = [];
  for (const fragment of fragments) {
    const before = location.hash;
    location.hash = fragment;
    if (location.hash !== before) {
      await new Promise((done) => addEventListener("hashchange", done, { once: true }));
    }
    await later();
    for (const one of all(document, ".card:not([open])")) {
      one.open = true;
    }
    await later();
    found.push({ problem: textIn(document, "#problem"), moments: momentsNow(way) });
  }
  return found;
}
