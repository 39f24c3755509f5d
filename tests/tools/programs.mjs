// Runs generated programs in one process, which saves starting Node for each: as a server of lines.
//
// A line asked is {script, words, given}: a program, the words of its command line, and its input.
// Answered is [exit code, output, errors]. With `runs` in place of words, the control of the program
// and the interpreter of its table go through the same events: each run is the arguments of `begin`,
// the initial state, and the events. Answered is where they differ, or "".
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const texts = new Map();

function loaded(script, words, given) {
  if (!texts.has(script)) {
    texts.set(script, readFileSync(script, "utf8"));
  }
  const printed = [];
  const said = [];
  const files = {
    readFileSync: () => given,
    writeSync: (_, bytes) => printed.push(Buffer.from(bytes)) && bytes.length,
  };
  const module = {};
  const require = Object.assign(() => files, { main: words ? module : null });
  const process = {
    argv: ["node", script, ...(words ?? [])],
    exitCode: 0,
    stderr: { write: (text) => said.push(text) },
  };
  new Function("require", "module", "process", texts.get(script))(require, module, process);
  return {
    ended: [process.exitCode, `${Buffer.concat(printed)}`, said.join("")],
    ...module.exports,
  };
}

function tried(work) {
  try {
    return work();
  } catch (error) {
    return `${error}`;
  }
}

function difference({ automaton, begin, react, step }, runs) {
  for (const [given, initial, events] of runs) {
    const one = begin(...given);
    const other = begin(...given);
    let state = initial;
    for (const event of events) {
      const after = tried(() => react(state, one, event));
      const found = tried(() => step(state, other, event));
      const isOver = !automaton.states.includes(after);
      const isLike = isOver || JSON.stringify(one) === JSON.stringify(other);
      if (!isLike || after !== (found.target ?? found)) {
        return `${state} ${event}: ${after}, ${JSON.stringify(found)}`;
      }
      if (isOver) {
        break;
      }
      state = after;
    }
  }
  return "";
}

for await (const line of createInterface({ input: process.stdin })) {
  const { script, words, given, runs } = JSON.parse(line);
  const program = loaded(script, words, given);
  console.log(JSON.stringify(runs ? difference(program, runs) : program.ended));
}
