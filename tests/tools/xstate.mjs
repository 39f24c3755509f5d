// XState 4, which converts SCXML: a JSON list of {document, words} on standard input; on standard
// output for each document a run per word, {outputs, state}: the data item `output` after each event
// of the word, and the state at its end. A document that it cannot convert is answered by {error}.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { toMachine } = require("xstate/lib/scxml.js");

function read(machine, word) {
  let state = machine.initialState;
  const outputs = [];
  for (const name of word) {
    if (state.done) {
      break;
    }
    state = machine.transition(state, { type: name, name });
    outputs.push(state.context?.output ?? "");
  }
  return { outputs, state: state.value };
}

function runs({ document, words }) {
  try {
    const machine = toMachine(document, {});
    return words.map((word) => read(machine, word));
  } catch (error) {
    return { error: error.message };
  }
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(runs)));
