// The parts of a line of generated Python that have a colour. No token spans several lines.

const KEYWORDS = "False|None|True|and|def|elif|else|for|if|in|is|not|raise|return|while|yield";
const TOKEN = new RegExp(
  [
    "(?<comment>#.*)",
    `(?<string>'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*")`,
    `(?<keyword>(?<![\\p{L}\\p{N}_])(?:${KEYWORDS})(?![\\p{L}\\p{N}_]))`,
    "(?<number>(?<![\\p{L}\\p{N}_])\\d+)",
  ].join("|"),
  "gu",
);

// Where each begins, how long it is, and of which kind.
export function coloursOf(line) {
  return [...line.matchAll(TOKEN)].map(({ 0: text, index, groups }) => {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    return [index, text.length, kind];
  });
}
