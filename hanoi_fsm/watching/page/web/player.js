// The player: a slider over all steps, buttons and keys. It goes through the moments of a run.

import { element, svgElement } from "./elements.js";
import { isShortcut } from "./keys.js";
import { eventsInWords } from "./side.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16];
const USUAL_SPEED = 2;

// Signs of 20 x 20, drawn since fonts lack some of them.
const SIGNS = {
  first: "M4 4h2.5v12H4zM16 4v12L7.5 10z",
  back: "M14.5 4v12L5.5 10z",
  backEvent: "M12.5 4.5l-5.5 5.5 5.5 5.5 1.4-1.4-4.1-4.1 4.1-4.1z",
  play: "M5 3.5v13L16 10z",
  pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
  forwardEvent: "M7.5 4.5l5.5 5.5-5.5 5.5-1.4-1.4 4.1-4.1-4.1-4.1z",
  forward: "M5.5 4v12l9-6z",
  last: "M4 4v12l8.5-6zM13.5 4H16v12h-2.5z",
};

function sign(name) {
  const look = { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" };
  return svgElement("svg", look, svgElement("path", { d: SIGNS[name] }));
}

function button(id, name, label, key, click) {
  const look = { type: "button", id, "aria-label": label, title: `${label} (${key})`, click };
  return element("button", look, sign(name));
}

export function createPlayer(page) {
  const slider = element("input", {
    id: "step",
    type: "range",
    min: 0,
    step: 1,
    "aria-label": "Step",
    input: () => page.goToStep(Number(slider.value)),
  });
  const speed = element(
    "select",
    { id: "speed", change: () => playing && start() },
    ...SPEEDS.map((one) =>
      element("option", { value: one, selected: one === USUAL_SPEED }, `${one} steps/s`),
    ),
  );
  const play = button("play", "play", "Play", "Space", () => (playing ? stop() : start()));
  const buttons = {
    first: button("first", "first", "First step", "Home", () => page.goTo(0)),
    back: button("back", "back", "One step back", "←", () => page.back()),
    backEvent: button("back-event", "backEvent", "One event back", "Shift ←", () => page.goBy(-1)),
    play,
    forwardEvent: button("forward-event", "forwardEvent", "One event forward", "Shift →", () =>
      page.goBy(1),
    ),
    forward: button("forward", "forward", "One step forward", "→", () => page.forward()),
    last: button("last", "last", "Last step", "End", () => page.goTo(Number.POSITIVE_INFINITY)),
  };
  const count = element("output", { id: "count", for: "step" });
  let playing = 0;

  function start() {
    clearInterval(playing);
    if (page.atEnd()) {
      page.goTo(0);
    }
    playing = setInterval(advance, 1000 / Number(speed.value));
    say();
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
    say();
    page.announce();
  }

  function advance() {
    page.forward();
    if (page.atEnd()) {
      stop();
    }
  }

  function say() {
    const name = playing ? "Pause" : "Play";
    play.replaceChildren(sign(playing ? "pause" : "play"));
    play.setAttribute("aria-label", name);
    play.title = `${name} (Space)`;
    document.body.dataset.playing = Boolean(playing);
  }

  const KEYS = {
    ArrowLeft: (event) => (event.shiftKey ? page.goBy(-1) : page.back()),
    ArrowRight: (event) => (event.shiftKey ? page.goBy(1) : page.forward()),
    Home: () => page.goTo(0),
    End: () => page.goTo(Number.POSITIVE_INFINITY),
    " ": () => (playing ? stop() : start()),
  };

  function pressed(event) {
    const own =
      document.body.dataset.mode === "try" ||
      event.target.closest("input:not(#step), select, textarea");
    const clicks = event.key === " " && event.target.closest("button, a, summary, label");
    if (!KEYS[event.key] || own || clicks || isShortcut(event)) {
      return;
    }
    event.preventDefault();
    KEYS[event.key](event);
  }

  document.addEventListener("keydown", pressed);
  say();

  return {
    elements: [
      element("div", { class: "buttons" }, ...Object.values(buttons)),
      slider,
      count,
      element("label", { class: "control speed" }, element("span", {}, "Speed"), speed),
    ],
    stop,
    playing: () => Boolean(playing),
    show(moment) {
      const { run } = moment;
      slider.max = run.steps;
      slider.value = moment.step;
      slider.setAttribute("aria-valuetext", `step ${moment.step} of ${run.steps}`);
      const events = moment.sinceStep;
      count.textContent = `${moment.step} / ${run.steps}`;
      count.append(element("small", {}, events ? `+${eventsInWords(events)}` : ""));
      buttons.first.disabled = buttons.back.disabled = moment.index === 0;
      const last = moment.index === run.length - 1;
      buttons.last.disabled = buttons.forward.disabled = last;
      const fine = run.steps + 1 < run.length;
      buttons.backEvent.hidden = buttons.forwardEvent.hidden = !fine;
      buttons.backEvent.disabled = moment.index === 0;
      buttons.forwardEvent.disabled = last;
    },
  };
}
