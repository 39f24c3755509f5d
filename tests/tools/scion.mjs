// SCION, an SCXML interpreter, as a server of lines on standard input and output.
//
// A line asked is {document, words, step}. For each of `words`, a list of events, a fresh run
// answers {outputs, state}: the data item `output` after each event, and the state entered last.
// With `step`, one run sends that event until it is done, and the guards and actions of the object
// `memory` are asked of the other side, which is Python: {call} goes out, the answer comes in.
// A line answered is {version, answers}.
import { readSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import vm from "node:vm";

const require = createRequire(import.meta.url);
const scxml = require("@scion-scxml/scxml");
const { version } = require("@scion-scxml/scxml/package.json");
const quiet = { log() {}, error() {}, warn() {} };
const patience = 10000;

let rest = "";
function readLine() {
  const bytes = Buffer.alloc(65536);
  while (!rest.includes("\n")) {
    const count = readSync(0, bytes, 0, bytes.length, null);
    if (count === 0) {
      return null;
    }
    rest += bytes.toString("utf8", 0, count);
  }
  const end = rest.indexOf("\n");
  const line = rest.slice(0, end);
  rest = rest.slice(end + 1);
  return JSON.parse(line);
}
const writeLine = (value) => writeSync(1, `${JSON.stringify(value)}\n`);

const memory = new Proxy(
  {},
  {
    get: (_, name) => () => {
      writeLine({ call: name });
      return readLine();
    },
  },
);

function statechart(prepared) {
  const chart = new scxml.core.Statechart(prepared, { console: quiet });
  chart.registerListener({
    onEntry: (state) => {
      chart.entered = state;
    },
  });
  chart.start();
  return chart;
}

function read(prepared, word) {
  const chart = statechart(prepared);
  const outputs = [];
  for (const event of word) {
    if (chart.isFinal()) {
      break;
    }
    chart.gen({ name: event });
    outputs.push(chart.getSnapshot()[3]?.output ?? "");
  }
  return { outputs, state: chart.entered };
}

function run(prepared, step) {
  const chart = statechart(prepared);
  for (let sent = 0; !chart.isFinal() && sent < patience; sent++) {
    chart.gen({ name: step });
  }
  return { outputs: [], state: chart.entered };
}

const promised = (call) =>
  new Promise((done, fail) => {
    call((error, value) => (error ? fail(error) : done(value)));
  });

async function answered({ document, words, step }) {
  const model = await promised((next) =>
    scxml.documentStringToModel("handed.scxml", document, next),
  );
  const prepared = await promised((next) => model.prepare(next, vm.createContext({ memory })));
  return step ? [run(prepared, step)] : words.map((word) => read(prepared, word));
}

for (let asked = readLine(); asked !== null; asked = readLine()) {
  writeLine({ version, answers: await answered(asked) });
}
