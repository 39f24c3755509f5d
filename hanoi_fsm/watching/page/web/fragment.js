// What the page shows, as the fragment of its address: a link holds exactly one moment.

const PAUSE = 100; // browsers refuse more than about ten writes per second

export function wishesIn(fragment) {
  return Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, "")));
}

// The fragment of what is shown; what is not set, or empty, is left out.
export function fragmentOf(shown) {
  return `#${new URLSearchParams(Object.entries(shown).filter(([, value]) => (value ?? "") !== ""))}`;
}

let waiting = 0;

// Write a fragment in place of what is there, when nothing else has followed for a moment.
export function writeFragment(fragment) {
  clearTimeout(waiting);
  waiting = setTimeout(write, PAUSE, "replaceState", fragment);
}

// Write it as a new entry of the history, after what was shown last.
export function addFragment(fragment, last) {
  clearTimeout(waiting);
  write("replaceState", last);
  write("pushState", fragment);
}

function write(how, fragment) {
  try {
    history[how](null, "", fragment);
  } catch {
    // a page inside of another one may have no address to write to
  }
}
