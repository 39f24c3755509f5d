// Keys that a person presses, and which of them the page leaves to the browser.

// Whether a key belongs to the browser or the system.
export function isShortcut(event) {
  return event.ctrlKey || event.altKey || event.metaKey;
}
