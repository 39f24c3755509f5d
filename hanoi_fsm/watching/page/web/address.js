// The modes of the page, and its address, which holds the moment that is shown.

import { pageData } from "./data.js";

export const MODES = {
  watch: "Watch",
  ...(pageData.puzzle && { try: "Try it yourself" }),
  be: "Be the machine",
};
const PAUSE = 100; // browsers refuse more than about ten writes per second

let waiting = 0;

// Write a fragment into the address: in a new entry of the history after the entry `left`, or else in
// place of the present one, once nothing has followed for a moment.
export function writeFragment(fragment, left) {
  clearTimeout(waiting);
  if (left) {
    write("replaceState", left, history.state);
    write("pushState", fragment, { entry: entry() + 1 });
  } else {
    waiting = setTimeout(() => write("replaceState", fragment, history.state), PAUSE);
  }
}

// The number of entries that the page has written before the present one.
function entry() {
  return history.state?.entry ?? 0;
}

// Go back to the entry that the page has written before the present one, or forward again.
export function undo(isBack) {
  if (!isBack) {
    history.forward();
  } else if (entry() > 0) {
    history.back();
  }
}

function write(how, fragment, state) {
  try {
    history[how](state, "", fragment);
  } catch {
    // a page inside of another one may have no address to write to
  }
}
