// The page: what is wished for comes from the fragment and the controls, and becomes one moment.

import { createControls } from "./controls.js";
import { pageData } from "./data.js";
import { element } from "./elements.js";
import { fragmentOf, wishesIn, writeFragment } from "./fragment.js";
import { helpMenu } from "./menus.js";
import { beMode } from "./modes/be.js";
import { tryMode } from "./modes/try.js";
import { closedPanels, createPanelMenu } from "./panel_menu.js";
import { createPlayer } from "./player.js";
import { runOf } from "./runs.js";
import { createSide, sentenceOf } from "./side.js";
import { inputsOf, machineNamed, momentOf, settled } from "./wishes.js";

const MODES = { watch: { name: "watch", title: "Watch" }, try: tryMode, be: beMode };
if (!pageData.pending_moves) {
  delete MODES.try; // no machine of this page is about the puzzle
}

let shown = {};
let moment = null;
let sides = [];
let mode = null;
let pointedAt = null;

const page = {
  data: pageData,
  // Show something else; what is not wished for stays.
  wish(wishes) {
    settle({ ...shown, ...wishes });
  },
  goTo(index) {
    const { run } = moment;
    const wanted = Math.min(Math.max(index, 0), run.length - 1);
    const step = run.stepAt[wanted];
    page.wish({ step, event: wanted - run.starts[step] });
  },
  // By some events, whether they move a disk or not.
  goBy(events) {
    page.goTo(moment.index + events);
  },
  goToStep(step) {
    page.wish({ step, event: 0 });
  },
  // To the next moment after a step, or to the end.
  forward() {
    page.goTo(moment.run.stopAfter(moment.index));
  },
  back() {
    page.goTo(moment.run.stopBefore(moment.index));
  },
  atEnd() {
    return moment.index === moment.run.length - 1;
  },
  close(name) {
    panelMenu.close(name);
  },
  // What a mode says of itself on the body, in place of the moment.
  publish({ configuration, move, step }) {
    const { body } = document;
    body.dataset.configuration = configuration ?? "";
    body.dataset.move = move ? `${move.disk}:${move.source}:${move.target}` : "";
    body.dataset.step = step;
  },
  // What a mode keeps in the fragment.
  remember(wishes) {
    shown = { ...shown, ...wishes };
    writeFragment(fragmentOf(shown));
  },
  wishes: () => shown,
  // A subtower that a person points at, and the steps that move it; null for none.
  pointed: () => pointedAt,
  point(subtower) {
    pointedAt = subtower;
    settle(shown);
  },
  moment: () => moment,
  // What a screen reader says; while a machine plays it would be too much.
  announce() {
    const others = sides.slice(1).map((one) => `${one.machine.name}: ${one.said()}`);
    status.textContent = moment ? [sentenceOf(moment), ...others].join(" ") : "";
  },
};

const controls = createControls(page);
const player = createPlayer(page);
const problem = document.getElementById("problem");
const status = document.getElementById("status");
const view = document.getElementById("view");
const panelMenu = createPanelMenu(page);
const help = helpMenu(() => location.href.split("#")[0] + fragmentOf(shown));

// The moment of another run that goes beside one: after as many steps, or both at their end. A run
// that ends in a fault keeps the other where it is.
function beside(run) {
  const ended = page.atEnd() && !moment.finding && !moment.stopped;
  return ended || moment.step > run.steps ? run.last : run.at(run.indexOf(moment.step));
}

// Show what is wished for. Where the page has no such run it says why, and goes on showing what it
// shows, or at first what is usual.
function settle(wishes) {
  const before = shown;
  let machines;
  let runs;
  try {
    shown = settled(pageData, MODES, wishes);
    machines = [shown.by, shown.and].map((name) => machineNamed(pageData, name)).filter(Boolean);
    runs = machines.map((one) => runOf(one, inputsOf(shown, one)));
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    if (moment === null) {
      settle({ by: wishes.by, disks: wishes.disks, mode: wishes.mode, closed: wishes.closed });
    } else {
      shown = before;
      player.stop();
      controls.keep(shown);
    }
    problem.textContent = error.message;
    problem.hidden = false;
    return;
  }
  problem.textContent = unknownName(wishes);
  problem.hidden = !problem.textContent;
  moment = momentOf(shown, runs[0]);
  shown.step = moment.step;
  shown.event = moment.sinceStep || undefined;
  show(machines, runs);
}

function unknownName({ by, and }) {
  const name = [by, and].find((one) => one && !machineNamed(pageData, one));
  return name ? `This page has no automaton with the name ${name}.` : "";
}

function show(machines, runs) {
  const [machine] = machines;
  if (sides.length !== machines.length || sides.some((one, at) => one.machine !== machines[at])) {
    sides = machines.map((one) => createSide(page, one));
    view.replaceChildren(...sides.map((one) => one.element));
    view.dataset.sides = sides.length;
  }
  showMode();
  controls.show(shown, machine);
  player.show(moment);
  const { body } = document;
  body.dataset.automaton = machine.name;
  body.dataset.state = moment.state;
  body.dataset.event = moment.sinceStep;
  page.publish(moment);
  const moments = [moment, ...runs.slice(1).map(beside)];
  for (const [at, side] of sides.entries()) {
    side.show(moments[at], closedPanels(shown));
  }
  mode?.show(shown.mode === "try" ? task() : moment);
  panelMenu.show(shown, machine);
  if (!player.playing()) {
    page.announce();
  }
  writeFragment(fragmentOf(shown));
}

function task() {
  return { disks: shown.disks, source: shown.from, target: shown.to };
}

// Enter or leave a mode, if it is another than before.
function showMode() {
  const { body } = document;
  if (body.dataset.mode === shown.mode) {
    return;
  }
  mode?.leave();
  mode?.element.remove();
  body.dataset.mode = shown.mode;
  mode = MODES[shown.mode].create?.(page) ?? null;
  if (mode) {
    view.before(mode.element);
    player.stop();
  }
  for (const tab of document.querySelectorAll("#modes button")) {
    tab.setAttribute("aria-pressed", tab.dataset.mode === shown.mode);
  }
}

document
  .getElementById("modes")
  .append(
    ...Object.values(MODES).map((one) =>
      element(
        "button",
        { type: "button", "data-mode": one.name, click: () => page.wish({ mode: one.name }) },
        one.title,
      ),
    ),
  );
const form = document.getElementById("controls");
form.append(...controls.elements, element("div", { class: "menus" }, panelMenu.element, help));
form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("player").append(...player.elements);
// The address may have been written to again since a link was followed: what counts is the link.
addEventListener("hashchange", (event) => settle(wishesIn(new URL(event.newURL).hash)));
settle(wishesIn(location.hash));
