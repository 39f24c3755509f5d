// The code panel: the generated program. The branch that was just taken has a bar and an arrow, the
// line that asked for it a question mark, and the arm of the present state a thin bar.
import { classes } from "../spelling.js";
import { html, useLayoutEffect, useMemo, useRef } from "../vendor/preact.js";

const KEYWORDS = "False|None|True|and|def|elif|else|for|if|in|is|not|raise|return|while|yield";
const WORDS = `(?<![\\p{L}\\p{N}_])(?:\\d+|${KEYWORDS})(?![\\p{L}\\p{N}_])`;
const TOKEN = new RegExp(`(#.*|'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|${WORDS})`, "u");

export const codePanel = { name: "code", title: "Generated code", applies: () => true, View };

function View({ moment }) {
  const { code } = moment.machine;
  return code.why
    ? html`<p class="code-why">${code.why}</p>`
    : html`<${Listing} code=${code} moment=${moment} />`;
}

function Listing({ code, moment }) {
  const listing = useRef(null);
  const { state, taken } = moment;
  const plain = useMemo(() => code.lines.map((text, at) => lineOf(text, at)), [code]);
  const arm = Object.hasOwn(code.arms, state) ? code.arms[state] : null;
  const branch = code.branches[taken] ?? null;
  const asked = code.tests[taken] ?? [];
  const isIn = (range, at) => range && range[0] <= at && at <= range[1];
  useLayoutEffect(() => {
    const test = branch && asked.includes(branch[0] - 1) ? 1 : 0;
    const wanted = branch ? [branch[0] - test, branch[1]] : arm;
    // A layout in the middle of a change of moment would take longer than all the rest.
    const frame = requestAnimationFrame(
      () => wanted && scroll(listing.current, wanted, arm ?? wanted),
    );
    return () => cancelAnimationFrame(frame);
  });
  const lines = plain.map((line, at) => {
    const look = {
      "code-arm": isIn(arm, at),
      "code-taken": isIn(branch, at),
      "code-asked": asked.includes(at),
    };
    return classes(look) ? lineOf(code.lines[at], at, look) : line;
  });
  return html`
    <p class="code-where">
      <span><b>\u25b6</b> just taken: ${linesText(branch)}</span>
      <span><b>\u2502</b> state now: ${linesText(arm)}</span>
    </p>
    <div
      ref=${listing}
      class="code-listing"
      tabindex="0"
      role="group"
      aria-label="The lines of the code"
    >
      <div class="code-lines">${lines}</div>
    </div>
  `;
}

function lineOf(text, at, look = {}) {
  const code = text.trimStart();
  const parts = tokensOf(code).map(([part, kind]) =>
    kind ? html`<span class=${`code-${kind}`}>${part}</span>` : part,
  );
  const sign = (look["code-asked"] && "?") || (look["code-taken"] && "\u25b6");
  return html`
    <div class=${classes({ "code-line": true, ...look })}>
      <span class="code-at">${at + 1}</span>
      <span class="code-sign">${sign}</span>
      <code>
        <span class="code-indent">${text.slice(0, text.length - code.length)}</span>${parts}
      </code>
    </div>
  `;
}

// The parts of a line of generated Python, each with its kind if it has a colour: a keyword, or what is
// quiet, which are comments, texts and numbers. No token spans several lines.
export function tokensOf(line) {
  const kindOf = (token) => (/^\p{L}/u.test(token) ? "keyword" : "quiet");
  return line.split(TOKEN).map((part, at) => [part, at % 2 ? kindOf(part) : null]);
}

// Bring the branch into view, and with it as much of the arm as there is room for.
function scroll(listing, wanted, arm) {
  const lines = listing.firstChild.children;
  const room = listing.clientHeight;
  const top = (at) => lines[at].offsetTop;
  const bottom = (at) => top(at) + lines[at].offsetHeight;
  const both = [Math.min(wanted[0], arm[0]), Math.max(wanted[1], arm[1])];
  const fits = bottom(both[1]) - top(both[0]) <= room;
  const [first, last] = fits ? both : wanted;
  const least = !fits && arm[0] > first ? top(first) : listing.scrollTop;
  listing.scrollTop = Math.min(top(first), Math.max(least, bottom(last) - room));
}

function linesText(range) {
  if (!range) {
    return "-";
  }
  return range[0] === range[1] ? `line ${range[0] + 1}` : `lines ${range[0] + 1}-${range[1] + 1}`;
}
