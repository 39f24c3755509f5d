// How values, guards and faults are written.

// The text of anything that a memory holds or a machine puts out.
export function spelt(value) {
  if (typeof value === "boolean") {
    return value ? "yes" : "no";
  }
  if (Array.isArray(value)) {
    return value.length ? `(${value.map(spelt).join(", ")})` : "-";
  }
  if (value instanceof Object) {
    const parts = Object.entries(value).map(([name, part]) => `${name}: ${spelt(part)}`);
    return parts.join(", ") || "-";
  }
  return String(value ?? "-");
}

// A text cut to some characters.
export function cut(text, most) {
  const letters = Array.from(text.slice(0, 2 * most + 2));
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}\u2026` : text;
}

// The guards of a transition, as on diagrams; empty without any.
export function guardsText({ guards }) {
  return guards.map(([name, answer]) => (answer ? name : `!${name}`)).join(" & ");
}

// The label of a transition in two lines: the event with what is asked, and the actions.
export function labelLines({ event, guards, actions }) {
  const asked = guards.length > 0 && `[${guardsText({ guards })}]`;
  const effect = actions.length > 0 && `/ ${actions.join(", ")}`;
  return [[event, asked].filter(Boolean).join(" "), effect].filter(Boolean);
}

// What is wrong at a moment, or why the run cannot go on; empty where neither is so.
export function faultText({ finding, stopped }) {
  const instead = finding && (stopped ? `but ${stopped}` : `got ${finding.got}`);
  const said = finding ? `expected ${finding.expected}, ${instead}` : stopped;
  return said?.replaceAll("->", "\u2192");
}

// The names of classes whose condition holds, as an element has them.
export function classes(conditions) {
  const names = Object.keys(conditions).filter((name) => conditions[name]);
  return names.join(" ") || undefined;
}

// A text that begins with a capital letter.
export function capital(text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

// A number of things, and their name in the singular.
export function counted(number, name) {
  return `${number.toLocaleString("en")} ${name}${number === 1 ? "" : "s"}`;
}

// The meaning of a state as a sentence.
export function sentenceOf(meaning) {
  const text = capital(meaning.replace(/^next, /, ""));
  return text && `${text}${/[.?!]$/.test(text) ? "" : "."}`;
}

// Whether a run has ended well.
export const isDone = ({ run, index, finding, stopped }) =>
  index === run.length - 1 && !stopped && !finding;

// The step, and how many events there were since.
export function countText({ step, sinceStep }) {
  return `${step.toLocaleString("en")}${sinceStep ? ` +${sinceStep}` : ""}`;
}
