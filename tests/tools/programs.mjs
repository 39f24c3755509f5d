// Runs generated programs in one process, which saves starting Node for each: as a server of lines.
//
// A line asked is {script, words, given}: a program, the words of its command line, and its input.
// Answered is [exit code, output, errors].
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const texts = new Map();

function loaded(script, words, given) {
  if (!texts.has(script)) {
    texts.set(script, readFileSync(script, "utf8"));
  }
  const printed = [];
  const said = [];
  let rest = Buffer.from(given);
  const files = {
    readSync: (_, block) => {
      const size = rest.copy(block);
      rest = rest.subarray(size);
      return size;
    },
    writeSync: (_, bytes) => printed.push(Buffer.from(bytes)) && bytes.length,
  };
  const module = {};
  const require = Object.assign(() => files, { main: module });
  const process = {
    argv: ["node", script, ...words],
    exitCode: 0,
    stderr: { write: (text) => said.push(text) },
  };
  new Function("require", "module", "process", texts.get(script))(require, module, process);
  return [process.exitCode, `${Buffer.concat(printed)}`, said.join("")];
}

for await (const line of createInterface({ input: process.stdin })) {
  const { script, words, given } = JSON.parse(line);
  console.log(JSON.stringify(loaded(script, words, given)));
}
