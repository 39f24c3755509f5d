// How values, guards and faults are written.

// The text of anything that a memory holds or a machine puts out.
export function spelt(value) {
  if (value === null || value === undefined) {
    return "-";
  }
  if (typeof value === "boolean") {
    return value ? "yes" : "no";
  }
  if (Array.isArray(value)) {
    return value.length ? `(${value.map(spelt).join(", ")})` : "-";
  }
  if (typeof value === "object") {
    const parts = Object.entries(value).map(([name, part]) => `${name}: ${spelt(part)}`);
    return parts.join(", ") || "-";
  }
  return String(value);
}

// What a transition asks of its guards, as diagrams have it; empty if it asks for nothing.
export function guardsText({ guards }) {
  return guards.map(([name, answer]) => (answer ? name : `!${name}`)).join(" & ");
}

// A transition in the notation of diagrams and tables.
export function transitionText(transition) {
  const { source, target, event, action } = transition;
  const guards = guardsText(transition);
  return `${source} -> ${target} : ${event}${guards && ` [${guards}]`}${action ? ` / ${action}` : ""}`;
}

// What is wrong at a moment, or why the run cannot go on; empty where neither is so.
export function faultText({ finding, stopped }) {
  if (finding?.expected) {
    return `expected ${finding.expected}, got ${finding.got}`;
  }
  return finding?.sentence ?? stopped;
}

// Put a text into an element, cut to some characters with the whole as its title.
export function setText(target, text, most = 80) {
  const letters = text.length > most ? Array.from(text) : [];
  const long = letters.length > most;
  target.textContent = long ? `${letters.slice(0, most - 1).join("")}\u2026` : text;
  if (long) {
    target.title = letters.length > 2000 ? `${letters.slice(0, 2000).join("")}\u2026` : text;
  } else {
    target.removeAttribute("title");
  }
}
