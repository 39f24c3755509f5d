// The page: what is wished for comes from the fragment and the controls, and becomes one moment.

import { App, modes, sentenceOf } from "./app.js";
import { machineNamed } from "./data.js";
import { editedMachine } from "./edit.js";
import { fragmentOf, wishesIn, writeFragment } from "./fragment.js";
import { createPlayer } from "./player.js";
import { runOf } from "./run.js";
import { withStop } from "./tour.js";
import { html, render } from "./vendor/preact.js";
import { inputsOf, momentOf, settled } from "./wishes.js";

let shown = {};
let moments = [];
let pointed = null;
let problem = "";
let status = "";

const page = {
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
  goToStep(step) {
    page.wish({ step, event: 0 });
  },
  atEnd() {
    const { index, run } = page.moment();
    return index === run.length - 1;
  },
  // A subtower that a person points at, and the steps that move it; null for none.
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
    shown = settled(modes, wishes);
    const [machine, ...others] = [shown.by, shown.and].map(machineNamed);
    const machines = [editedMachine(machine, shown.edit), ...others];
    runs = machines.filter(Boolean).map((one) => runOf(one, inputsOf(shown, one)));
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    shown = before;
    if (moments.length === 0) {
      settle({ by: wishes.by, disks: wishes.disks, mode: wishes.mode });
    }
    page.player.stop();
    problem = error.message;
    draw();
    return;
  }
  problem = "";
  const moment = momentOf(shown, runs[0]);
  moments = [moment]; // what goes beside it asks where it is
  moments.push(...runs.slice(1).map((run) => beside(run, moment)));
  shown.step = moment.step;
  shown.event = moment.sinceStep || undefined;
  const { name: automaton } = moment.machine;
  const { state, sinceStep: event } = moment;
  Object.assign(document.body.dataset, { automaton, state, event, mode: shown.mode });
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
  const chosen = ({ step, event, at, pace, glue, ...others }) => fragmentOf(others);
  return chosen(before) !== chosen(now);
}

// What a screen reader says of each moment; while a machine plays it would be too much.
function draw() {
  const playing = page.player.playing();
  if (!playing) {
    const others = moments.slice(1).map((one) => `${one.machine.name}: ${sentenceOf(one)}`);
    status = [sentenceOf(moments[0]), ...others].join(" ");
  }
  document.body.dataset.playing = playing;
  const look = { page, shown, moments, pointed, problem, status };
  render(html`<${App} ...${look} />`, document.getElementById("page"));
}

// The address may have been written to again since a link was followed: what counts is the link.
addEventListener("hashchange", (event) => page.open(wishesIn(new URL(event.newURL).hash), true));
page.open(wishesIn(location.hash));
