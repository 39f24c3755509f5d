// The page: what is wished for comes from the fragment and the controls, and becomes one moment.

import { MODES, undo, writeFragment } from "./address.js";
import { App } from "./app.js";
import { editedMachine } from "./core/edit.js";
import { fragmentOf, inputsOf, settled, wishesIn, wordText } from "./core/links.js";
import { runOf } from "./core/run.js";
import { isDone } from "./core/spelling.js";
import { machineNamed, pageData } from "./data.js";
import { guess } from "./modes/be.js";
import { Attempt } from "./modes/try.js";
import { createPlayer } from "./player.js";
import { withStop } from "./tour.js";
import { html, render } from "./vendor/preact.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

let shown = {};
let moments = [];
let attempt = null;
let pointed = null;
let note = null;
let problem = "";
let [motion, ending] = [0, 0]; // how long a move is seen, and the timer at its end
let editing = null; // the place in the table of the transition that is edited

const page = {
  moment: () => moments[0],
  wishes: () => shown,
  // Show something else, perhaps with a `seen` motion; what is not wished for stays.
  wish(wishes, seen = 0) {
    const edit = wishes.by && wishes.by !== shown.by ? undefined : shown.edit;
    settle({ ...shown, edit, ...wishes }, false, seen);
  },
  // Show what a link would.
  open(wishes, follows = false) {
    settle(withStop(wishes), follows);
  },
  // Go to a moment, and if it is the next one with a `hasMotion` that is seen.
  goTo(index, hasMotion = false) {
    const { events, starts } = moments[0].run;
    const { index: at, step } = events[Math.max(index, 0)] ?? events.at(-1);
    const isNext = at === moments[0].index + 1;
    const seen = hasMotion && isNext && !STILL.matches ? page.player.motion() : 0;
    page.wish({ step, event: at - starts[step] }, seen);
  },
  // Go to the next moment that is so, or where there is none say when the last one was.
  goToNext(isSo, name) {
    const [{ run, index }] = moments;
    const times = run.events.slice(1).filter(isSo);
    const next = times.find((one) => one.index > index);
    const last = times.at(-1);
    if (next) {
      page.goTo(next.index, true);
    } else {
      const step = html`<button class="on" onClick=${() => page.goTo(last.index)}><u>step ${last?.step}</u></button>`;
      note = html`${name}: ${last ? html`the last time was at ${step}` : "never in this run."}`;
      draw();
    }
  },
  // Give the machine an event, in place of what follows in its word.
  give(event) {
    const [{ machine, run, index, free }] = moments;
    const { word } = run.inputs;
    const isNew = word[index] !== event;
    const given = isNew ? [...word.slice(0, index), event] : word;
    const chosen = isNew ? free : undefined;
    page.wish({ word: wordText(machine, given), step: index + 1, event: 0, chosen });
  },
  // Press a transition, or the enabled one of those that share a label. In *Be the machine* that is a guess;
  // otherwise the transition is edited, or gives its event where the table is not to be edited.
  press(...numbers) {
    const [moment] = moments;
    const enabled = moment.choices.filter((one) => one.enabled).map((one) => one.taken);
    const next = moment.run.events[moment.index + 1]?.taken;
    const number = [next, ...enabled, ...numbers].find((one) => numbers.includes(one));
    const { editable, table, transitions } = moment.machine;
    if (shown.mode === "be") {
      guess(page, moment, number);
    } else if (editable) {
      page.edit((table ?? transitions).indexOf(transitions[number]));
    } else {
      const [given] = [...moment.accepted].find(([, taken]) => numbers.includes(taken)) ?? [];
      if (given) {
        page.give(given);
      }
    }
  },
  // Edit the transition in a place of the table; null closes the editor, and gives the focus back.
  edit(place) {
    const before = transitionIn(editing);
    editing = place;
    draw();
    if (place === null) {
      document.querySelector(`.label[data-edge="${before}"]`)?.focus({ preventScroll: true });
    }
  },
  // Leave the tour.
  leave() {
    page.wish({ tour: undefined });
    document.getElementById("begin-tour")?.focus();
  },
  isEdited: (number) => editing !== null && number === transitionIn(editing),
  atEnd: () => moments[0].index === moments[0].run.length - 1,
  // What a person points at: a `disk`, a `state`, an `edge`, a `column` of the strip, some glued `disks`, or a subtower
  // with its number of `disks` and its `first` and `last` step; null for nothing.
  point(what) {
    if (JSON.stringify(what) !== JSON.stringify(pointed)) {
      pointed = what;
      draw();
    }
  },
  draw,
};
page.player = createPlayer(page);

// Show what is wished for. Where the page has no such run it says why, and goes on showing what it
// shows, or at first what is usual.
function settle(wishes, follows = false, seen = 0) {
  const before = shown;
  clearTimeout(ending);
  [motion, problem, note] = [seen, "", null];
  ending = motion && setTimeout(rest, motion);
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
  // The back button returns to the view before, but not to each step of a run.
  const chosen = ({ step, event, glue, ...others }) => fragmentOf(others);
  const isNew = before.by !== undefined && !follows && chosen(before) !== chosen(shown);
  writeFragment(fragmentOf(shown), isNew && fragmentOf(before));
  draw();
}

function show(wishes) {
  const now = settled(pageData.machines, MODES, wishes);
  const [machine, other] = [now.by, now.and].map(machineNamed);
  const machines = [editedMachine(machine, now.edit), other].filter(Boolean);
  const [run, ...others] = machines.map((one) => runOf(one, inputsOf(now, one)));
  const moment = run.at(run.indexOf(now.step, now.event), wishes.chosen);
  const { step, sinceStep } = moment;
  pointed = run === moments[0]?.run ? pointed : null; // another run may lack it
  moments = [moment, ...others.map((one) => beside(one, moment))];
  editing = shown.by === now.by && now.mode === "watch" ? editing : null;
  shown = { ...now, step, event: sinceStep || undefined };
  attempt = shown.mode === "try" ? Attempt.at(shown, attempt) : null;
}

// The moment of another run that goes beside one: after as many steps, or both at their end. A run
// that ends in a fault keeps the other where it is.
function beside(run, moment) {
  return run.at(isDone(moment) ? run.length - 1 : run.indexOf(moment.step));
}

// The number of the transition in a place of the table, which has holes where some were removed.
function transitionIn(place) {
  const { table, transitions } = moments[0].machine;
  return transitions.indexOf((table ?? transitions)[place]);
}

function rest() {
  motion = 0;
  draw();
}

// Draw the moment; with a `motion` it is drawn again when that has ended.
function draw() {
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
    playing: page.player.playing(),
  });
  const given = { page, shown, moments, attempt, pointed, note, motion, problem, editing };
  render(html`<${App} ...${given} />`, document.getElementById("page"));
}

// Escape closes what lies over the page. While an edit is shown, the usual keys take it back or make it again.
addEventListener("keydown", (event) => {
  const { key, target, shiftKey } = event;
  const isEdited = editing !== null || shown.edit;
  const isTyped = target.matches("input:not(#step)");
  if (key === "Escape" && editing !== null) {
    page.edit(null);
  } else if (key === "Escape" && shown.tour) {
    page.leave();
  } else if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(key) && isEdited && !isTyped) {
    event.preventDefault();
    undo(key.toLowerCase() === "z" && !shiftKey);
  }
});
// The address may have been written to again since a link was followed: what counts is the link.
addEventListener("hashchange", (event) => page.open(wishesIn(new URL(event.newURL).hash), true));
page.open(wishesIn(location.hash));
