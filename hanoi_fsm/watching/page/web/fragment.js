// What the page shows, as the fragment of its address: a link holds exactly one moment.

const KEYS = {
  by: String,
  and: String,
  disks: Number,
  from: Number,
  to: Number,
  begin: String,
  word: String,
  start: String,
  goal: String,
  step: Number,
  event: Number,
  edit: String,
  mode: String,
  pace: String,
  glue: Number,
  tour: Number,
  at: String,
};
const PAUSE = 100; // browsers refuse more than about ten writes per second

// The wishes of a fragment; what cannot be read is left out.
export function wishesIn(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const read = [...given].filter(
    ([key, text]) => Object.hasOwn(KEYS, key) && (KEYS[key] === String || /^\d{1,9}$/.test(text)),
  );
  return Object.fromEntries(read.map(([key, text]) => [key, KEYS[key](text)]));
}

// The fragment of what is shown; what is not set, or empty, is left out.
export function fragmentOf(shown) {
  const set = Object.keys(KEYS).filter((key) => (shown[key] ?? "") !== "");
  return `#${new URLSearchParams(set.map((key) => [key, shown[key]]))}`;
}

let waiting = 0;
let unwritten = null;

// Write the fragment, as a choice with a new entry in the history: else in place of what is there.
export function writeFragment(fragment, isChoice = false) {
  if (isChoice && fragment !== location.hash) {
    flush();
    write("pushState", fragment);
  } else {
    unwritten = fragment;
    waiting ||= setTimeout(flush, PAUSE);
  }
}

function flush() {
  clearTimeout(waiting);
  waiting = 0;
  if (unwritten !== null) {
    write("replaceState", unwritten);
    unwritten = null;
  }
}

function write(how, fragment) {
  try {
    history[how](null, "", fragment);
  } catch {
    // a page inside of another one may have no address to write to
  }
}
