// The core of the page by itself: runs, their judgement, edits, links and formulas, without a document.

import assert from "node:assert/strict";
import { test } from "node:test";

const core = new URL("../../../hanoi_fsm/watching/page/web/core/", import.meta.url);
const load = (name) => import(new URL(name, core));
const { editedMachine, editText, eventWith, transitionOf } = await load("edit.js");
const { distance, verticesOf } = await load("formulas.js");
const { fragmentOf, inputsOf, settled, wishesIn } = await load("links.js");
const { Run } = await load("run.js");

// A lamp that a press turns on and off, and that says what it then is.
function lamp(said = ["on", "off"]) {
  const rows = [
    ["dark", "bright", "press"],
    ["bright", "dark", "press"],
  ];
  const node = (state, next) => ({ state, contents: { lit: state }, answers: {}, next });
  return {
    name: "lamp",
    kind: "machine",
    pegs: false,
    initial: "dark",
    states: [{ name: "dark" }, { name: "bright" }],
    final: [],
    events: ["press"],
    autonomous: false,
    word: "press press",
    most: 4,
    starts: [{ node: 0, state: "dark" }],
    transitions: rows.map(transitionOf),
    guards: {},
    actions: { shine: "" },
    compares: [],
    nodes: [node("dark", { press: [0, said[0], 1] }), node("bright", { press: [1, said[1], 0] })],
    right: null,
  };
}

const word = ["press", "press", "press"];

test("a run has a moment for each event, with the memory before and after it", () => {
  const run = new Run(lamp(), { word });
  assert.deepEqual(
    run.events.map((one) => [one.step, one.state, one.output]),
    [
      [0, "dark", null],
      [1, "bright", "on"],
      [2, "dark", "off"],
      [3, "bright", "on"],
    ],
  );
  const { before, contents, changed } = run.at(2);
  assert.deepEqual([before.lit, contents.lit, Object.keys(changed)], ["bright", "dark", ["lit"]]);
  assert.equal(run.indexOf(9), 3);
});

test("a free input comes with the next event, or as somebody chose it", () => {
  const events = ["press[held&!wet]", "press[!held&!wet]", "press[held&wet]", "press[!held&wet]"];
  const next = Object.fromEntries(events.map((event) => [event, [0, null, 0]]));
  const nodes = [{ state: "dark", contents: {}, answers: {}, next }];
  const transitions = [transitionOf(["dark", "dark", "press", ["held"]])];
  const run = new Run({ ...lamp(), events, nodes, transitions }, { word: [events[0]] });
  assert.deepEqual(run.at(0).free, { held: true, wet: false });
  assert.equal(run.at(0).choices[0].enabled, true);
  const { free, choices } = run.at(0, { held: false, wet: true });
  assert.equal(choices[0].enabled, false);
  assert.equal(eventWith(run.machine, "press", free), "press[!held&wet]");
  assert.equal(eventWith(run.machine, "press", run.at(1).free), "press[!held&!wet]");
});

test("the first step at which a run does otherwise than the right one is its fault", () => {
  const right = lamp();
  const { finding, stopped } = new Run({ ...lamp(["on", "dim"]), right }, { word }).last;
  assert.deepEqual([finding, stopped], [{ step: 2, expected: "off", got: "dim" }, ""]);
  assert.equal(new Run({ ...lamp(), right }, { word }).last.finding, null);
});

test("an edit is the same machine again by its text, and one that does not fit is refused", () => {
  const machine = { ...lamp(), live: true };
  const table = machine.transitions.with(1, undefined);
  const text = editText(machine, table);
  assert.equal(text, "[[1,null]]");
  assert.equal(editText(machine, editedMachine(machine, text).table), text);
  assert.equal(editedMachine(machine, ""), machine);
  for (const wrong of ["[1]", "x", '[[0,["dark","nowhere","press"]]]']) {
    assert.throws(() => editedMachine(machine, wrong), RangeError);
  }
});

test("what a link holds is settled once and for all", () => {
  const machines = [{ ...lamp(), kind: "solver", pegs: true, autonomous: true }, lamp()];
  const modes = { watch: "", be: "" };
  for (const link of ["", "disks=99&from=2&to=2", "step=-1&glue=x", "mode=no&by=lamp&event=7"]) {
    const once = settled(machines, modes, wishesIn(link));
    assert.deepEqual(settled(machines, modes, wishesIn(fragmentOf(once))).disks, once.disks);
    assert.notEqual(once.from, once.to);
  }
  assert.throws(() => settled(machines, modes, { by: "nobody" }), /no machine nobody/);
  assert.deepEqual(inputsOf({ word: "press  press" }, machines[1]).word, ["press", "press"]);
  assert.throws(() => inputsOf({ word: "push" }, machines[1]), /does not read push/);
});

// The configurations to which a move leads: a disk that is the top one of its peg goes onto a larger one.
function after(at) {
  const top = (peg) => at.lastIndexOf(peg);
  const moves = [..."012"].flatMap((one) => [..."012"].map((other) => [one, other]));
  const legal = moves.filter(([one, other]) => top(one) > top(other));
  return legal.map(([one, to]) => at.slice(0, top(one)) + to + at.slice(top(one) + 1));
}

test("the distance to a tower is the shortest way through the graph", () => {
  const near = new Map([["2222", 0]]);
  for (const at of near.keys()) {
    for (const one of after(at).filter((next) => !near.has(next))) {
      near.set(one, near.get(at) + 1);
    }
  }
  assert.equal(near.size, 81);
  assert.ok([...near].every(([one, far]) => distance(one, 2) === far));
});

test("two vertices of the graph are one apart exactly where there is a move between them", () => {
  const vertices = verticesOf(3);
  assert.equal(new Set(vertices.map((one) => one.name)).size, 27);
  const apart = ({ u, v }, { u: x, v: y }) =>
    Math.max(Math.abs(u - x), Math.abs(v - y), Math.abs(u + v - x - y));
  for (const one of vertices) {
    const beside = vertices.filter((other) => apart(one, other) === 1).map(({ name }) => name);
    assert.deepEqual(beside.toSorted(), after(one.name).toSorted());
  }
});
