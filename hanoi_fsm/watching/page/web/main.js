// The page: what is wished for comes from the fragment and the controls, and becomes one moment.

import { App, MODES, sentenceOf } from "./app.js";
import { pageData } from "./data.js";
import { editedMachine, unreadEdit } from "./edit.js";
import { fragmentOf, wishesIn, writeFragment } from "./fragment.js";
import { createPlayer } from "./player.js";
import { runOf } from "./runs.js";
import { withStop } from "./tour.js";
import { html, render } from "./vendor/preact.js";
import { inputsOf, machineNamed, momentOf, settled } from "./wishes.js";

const root = document.getElementById("page");
const modes = MODES.filter((one) => one.name !== "try" || pageData.pending_moves);
let shown = {};
let moments = [];
let pointed = null;
let problem = "";
let status = "";

const page = {
  data: pageData,
  modes,
  moment: () => moments[0],
  wishes: () => shown,
  // Show something else; what is not wished for stays.
  wish(wishes) {
    const edit = wishes.by && wishes.by !== shown.by ? undefined : shown.edit;
    settle({ ...shown, edit, ...wishes });
  },
  // Show what a link would.
  open(wishes, follows = false) {
    settle(withStop(wishes), follows);
  },
  goTo(index) {
    const { run } = page.moment();
    const wanted = Math.min(Math.max(index, 0), run.length - 1);
    const step = run.stepAt[wanted];
    page.wish({ step, event: wanted - run.starts[step] });
  },
  // By some events, whether they move a disk or not.
  goBy(events) {
    page.goTo(page.moment().index + events);
  },
  goToStep(step) {
    page.wish({ step, event: 0 });
  },
  atEnd() {
    const { index, run } = page.moment();
    return index === run.length - 1;
  },
  // A panel that is closed leaves the focus where it can be opened again.
  close(name) {
    page.wish({ closed: [...closedPanels(shown), name].join(",") });
    document.querySelector("#panels summary").focus();
  },
  // A subtower that a person points at, and the steps that move it; null for none.
  pointed: () => pointed,
  point(subtower) {
    pointed = subtower;
    draw();
  },
  // What a mode says of itself on the body, in place of the moment.
  publish({ configuration, move, step }) {
    const { dataset } = document.body;
    const before = dataset.configuration;
    dataset.configuration = configuration ?? "";
    dataset.move = move ? `${move.disk}:${move.source}:${move.target}` : "";
    dataset.step = step;
    if (shown.tour && dataset.configuration !== before) {
      queueMicrotask(draw); // it may be what a stop asks for
    }
  },
  // What a mode keeps in the fragment.
  remember(wishes) {
    shown = { ...shown, ...wishes };
    writeFragment(fragmentOf(shown));
  },
  link: () => location.href.split("#")[0] + fragmentOf(shown),
  draw,
};
page.player = createPlayer(page);

// The moment of another run that goes beside one: after as many steps, or both at their end. A run
// that ends in a fault keeps the other where it is.
function beside(run, { step, finding, stopped }) {
  const ended = page.atEnd() && !finding && !stopped;
  return ended || step > run.steps ? run.last : run.at(run.indexOf(step));
}

// Show what is wished for. Where the page has no such run it says why, and goes on showing what it
// shows, or at first what is usual.
function settle(wishes, follows = false) {
  const before = shown;
  let runs;
  try {
    shown = settled(pageData, modes, wishes);
    const [machine, ...others] = [shown.by, shown.and].map((name) => machineNamed(pageData, name));
    const machines = [editedMachine(machine, shown.edit), ...others];
    runs = machines.filter(Boolean).map((one) => runOf(one, inputsOf(shown, one)));
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    if (moments.length) {
      shown = before;
      page.player.stop();
    } else {
      settle({ by: wishes.by, disks: wishes.disks, mode: wishes.mode, closed: wishes.closed });
    }
    problem = error.message;
    draw();
    return;
  }
  problem = unknownName(wishes) || unreadEdit(machineNamed(pageData, shown.by), wishes.edit);
  const moment = momentOf(shown, runs[0]);
  moments = [moment]; // what goes beside it asks where it is
  moments.push(...runs.slice(1).map((run) => beside(run, moment)));
  shown.step = moment.step;
  shown.event = moment.sinceStep || undefined;
  document.body.dataset.automaton = moment.machine.name;
  document.body.dataset.state = moment.state;
  document.body.dataset.event = moment.sinceStep;
  document.body.dataset.mode = shown.mode;
  page.publish(moment);
  const isNew = before.by !== undefined && !follows && isChoice(before, shown);
  writeFragment(fragmentOf(shown), isNew); // before a mode remembers something in the new entry
  if (shown.mode !== before.mode && shown.mode !== "watch") {
    page.player.stop();
  }
  draw();
}

// Whether one goes back to what was shown before: not to each step of a run.
function isChoice(before, now) {
  const chosen = ({ step, event, at, closed, pace, glue, ...others }) => fragmentOf(others);
  return chosen(before) !== chosen(now);
}

function unknownName({ by, and }) {
  const name = [by, and].find((one) => one && !machineNamed(pageData, one));
  return name ? `This page has no automaton with the name ${name}.` : "";
}

function closedPanels({ closed = "" }) {
  return closed.split(",").filter(Boolean);
}

// What a screen reader says of each moment; while a machine plays it would be too much.
function draw() {
  if (!page.player.playing()) {
    const others = moments.slice(1).map((one) => `${one.machine.name}: ${sentenceOf(one)}`);
    status = [sentenceOf(moments[0]), ...others].join(" ");
  }
  document.body.dataset.playing = page.player.playing();
  const look = { page, shown, moments, pointed, problem, status, closed: closedPanels(shown) };
  render(html`<${App} ...${look} />`, root);
}

// The address may have been written to again since a link was followed: what counts is the link.
addEventListener("hashchange", (event) => page.open(wishesIn(new URL(event.newURL).hash), true));
page.open(wishesIn(location.hash));
