// Keeps each panel as high as it gets in the course of a run, so that nothing moves up or down while
// one steps through it.

const HEIGHTS_MOST = 32;

// `parts` are the panels of a side, `again` shows its moment in them once they are measured.
export function keepHeights(around, parts, again) {
  let wanted = null;
  let kept = {};
  let waiting = false;

  const measure = () => {
    waiting = false;
    const names = open()
      .map((one) => one.panel.name)
      .join();
    if (!wanted || (kept.run === wanted && kept.names === names)) {
      return;
    }
    kept = { run: wanted, names };
    heightsOf(open(), wanted);
    again();
  };
  // A drawing is as high as its width allows, which it hears of after all that is due in a frame.
  const later = () => {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(measure);
    }
  };
  const open = () => parts.filter((one) => !one.box.hidden);
  new ResizeObserver(() => {
    kept = {};
    later();
  }).observe(around);
  return (run) => {
    wanted = run;
    later();
  };
}

function heightsOf(parts, run) {
  const highest = parts.map(() => 0);
  for (const { box } of parts) {
    box.style.minHeight = "";
  }
  for (const moment of heightsMoments(run)) {
    for (const { made } of parts) {
      (made.measure ?? made.show).call(made, moment);
    }
    parts.forEach(({ box }, at) => {
      highest[at] = Math.max(highest[at], Math.ceil(box.getBoundingClientRect().height));
    });
  }
  parts.forEach((one, at) => {
    one.box.style.minHeight = `${highest[at]}px`;
    one.shown = null;
  });
}

// Moments that differ in what is said of them; of all others there are some that look alike.
function heightsMoments(run) {
  const found = new Map([["last", run.last]]);
  for (let index = 0; index < run.length; index += Math.ceil(run.length / 200)) {
    const one = run.at(index);
    const asked = one.questions.map((question) => [question.answer, Boolean(question.comparison)]);
    const key = JSON.stringify([one.taken, one.state, asked, one.move?.disk === 1]);
    if (!found.has(key) && found.size < HEIGHTS_MOST) {
      found.set(key, one);
    }
  }
  return [...found.values()];
}
