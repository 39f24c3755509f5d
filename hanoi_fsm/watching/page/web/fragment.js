// What the page shows, as the fragment of its address: a link holds exactly one moment.

const KEYS = [
  ["by", "text"],
  ["and", "text"],
  ["disks", "number"],
  ["from", "number"],
  ["to", "number"],
  ["begin", "text"],
  ["word", "text"],
  ["start", "text"],
  ["goal", "text"],
  ["step", "number"],
  ["event", "number"],
  ["edit", "text"],
  ["mode", "text"],
  ["pace", "text"],
  ["glue", "number"],
  ["tour", "number"],
  ["at", "text"],
  ["closed", "text"],
];

// The wishes of a fragment; what cannot be read is left out.
export function wishesIn(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const wishes = {};
  for (const [key, type] of KEYS) {
    const text = given.get(key);
    if (text === null || (type === "number" && !/^\d{1,9}$/.test(text))) {
      continue;
    }
    wishes[key] = type === "number" ? Number(text) : text;
  }
  return wishes;
}

// The fragment of what is shown; what is not set, or empty, is left out.
export function fragmentOf(shown) {
  const parts = KEYS.filter(([key]) => shown[key] !== undefined && shown[key] !== "").map(
    ([key]) =>
      `${key}=${encodeURIComponent(shown[key]).replaceAll("%2C", ",").replaceAll("%20", "+")}`,
  );
  return `#${parts.join("&")}`;
}

// Browsers refuse more than about a hundred writes in half a minute: this many may come at once, and
// this many per second after that.
const MOST_IN_A_ROW = 40;
const WRITES_PER_SECOND = 2;

let writesLeft = MOST_IN_A_ROW;
let lastWrite = 0;
let writing = 0;
let isNew = false;

// Write the fragment, as a `choice` with a new entry in the history: at once, or as soon as the browser
// can be asked again. A page inside of another one may have no address to write to.
export function writeFragment(fragment, choice = false) {
  clearTimeout(writing);
  isNew ||= choice && fragment !== location.hash;
  const since = (performance.now() - lastWrite) / 1000;
  const left = Math.min(MOST_IN_A_ROW, writesLeft + since * WRITES_PER_SECOND);
  if (left < 1) {
    const wait = (1000 * (1 - left)) / WRITES_PER_SECOND;
    writing = setTimeout(() => writeFragment(fragment), Math.ceil(wait));
    return;
  }
  [writesLeft, lastWrite] = [left - 1, performance.now()];
  try {
    history[isNew ? "pushState" : "replaceState"](null, "", fragment);
  } catch {
    // the moment is shown all the same
  }
  isNew = false;
}
