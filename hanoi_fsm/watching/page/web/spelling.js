// How values of a run are written: moves and outputs as `hanoi-fsm trace` writes them.

// The text of a move.
export function moveText(move) {
  return `disk ${move.disk}: ${move.source} -> ${move.target}`;
}

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

// What an event put out, or an empty text.
export function putOut(moment) {
  if (moment.move) {
    return moveText(moment.move);
  }
  return moment.output === null || moment.output === undefined ? "" : spelt(moment.output);
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
