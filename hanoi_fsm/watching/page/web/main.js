// The page: what is wished for comes from the fragment and the controls, and becomes one moment.

import { App, sentenceOf } from "./app.js";
import { machineNamed } from "./data.js";
import { editedMachine } from "./edit.js";
import { Attempt } from "./modes/attempt.js";
import { createPlayer } from "./player.js";
import { runOf } from "./run.js";
import { withStop } from "./tour.js";
import { html, render } from "./vendor/preact.js";
import { fragmentOf, inputsOf, settled, wishesIn, writeFragment } from "./wishes.js";

let shown = {};
let moments = [];
let attempt = null;
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
    const { events, starts } = moments[0].run;
    const { index: at, step } = events[Math.max(index, 0)] ?? events.at(-1);
    page.wish({ step, event: at - starts[step] });
  },
  atEnd: () => moments[0].index === moments[0].run.length - 1,
  // A subtower that a person points at, and the steps that move it; null for none.
  point(subtower) {
    if (JSON.stringify(subtower) !== JSON.stringify(pointed)) {
      pointed = subtower;
      draw();
    }
  },
  draw,
};
page.player = createPlayer(page);

// Show what is wished for. Where the page has no such run it says why, and goes on showing what it
// shows, or at first what is usual.
function settle(wishes, follows = false) {
  const before = shown;
  problem = "";
  try {
    show(wishes);
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    problem = error.message;
    if (moments.length === 0) {
      show({ by: machineNamed(wishes.by)?.name, disks: wishes.disks, mode: wishes.mode });
    }
  }
  if (problem || (shown.mode !== before.mode && shown.mode !== "watch")) {
    page.player.stop();
  }
  const isNew = before.by !== undefined && !follows && isChoice(before, shown);
  writeFragment(fragmentOf(shown), isNew && fragmentOf(before));
  draw();
}

function show(wishes) {
  const now = settled(wishes);
  const [machine, other] = [now.by, now.and].map(machineNamed);
  const machines = [editedMachine(machine, now.edit), other].filter(Boolean);
  const [run, ...others] = machines.map((one) => runOf(one, inputsOf(now, one)));
  const moment = run.at(run.indexOf(now.step, now.event));
  const { step, sinceStep } = moment;
  moments = [moment, ...others.map((one) => beside(one, moment))];
  shown = { ...now, step, event: sinceStep || undefined };
  attempt = shown.mode === "try" ? Attempt.at(shown, attempt) : null;
}

// The moment of another run that goes beside one: after as many steps, or both at their end. A run
// that ends in a fault keeps the other where it is.
function beside(run, moment) {
  const isLast = moment.index === moment.run.length - 1;
  const hasEnded = isLast && !moment.finding && !moment.stopped;
  return run.at(hasEnded ? run.length - 1 : run.indexOf(moment.step));
}

// Whether one goes back to what was shown before: not to each step of a run.
function isChoice(before, now) {
  const chosen = ({ step, event, pace, glue, ...others }) => fragmentOf(others);
  return chosen(before) !== chosen(now);
}

// What a screen reader says of each moment; while a machine plays it would be too much.
function draw() {
  const playing = page.player.playing();
  if (!playing) {
    const others = moments.slice(1).map((one) => `${one.machine.name}: ${sentenceOf(one)}`);
    status = [sentenceOf(moments[0]), ...others].join(" ");
  }
  const { machine, state, sinceStep } = moments[0];
  const { configuration, move, step } = attempt?.moment ?? moments[0];
  Object.assign(document.body.dataset, {
    automaton: machine.name,
    mode: shown.mode,
    step,
    event: sinceStep,
    state,
    configuration: configuration ?? "",
    move: move ? `${move.disk}:${move.source}:${move.target}` : "",
    playing,
  });
  const look = { page, shown, moments, attempt, pointed, problem, status };
  render(html`<${App} ...${look} />`, document.getElementById("page"));
}

// The address may have been written to again since a link was followed: what counts is the link.
addEventListener("hashchange", (event) => page.open(wishesIn(new URL(event.newURL).hash), true));
page.open(wishesIn(location.hash));
