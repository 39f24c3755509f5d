// How states and disks look: a state has an initial and one of six colours, a disk a colour of the ramp.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact.js";

const HUES = 6;
// Up to these shares of the ramp, on a light page and on a dark one, black is seen better than white.
const BLACK = [0.577, 0.895];

const known = new WeakMap();

// The looks of all states by their names; of a machine that was edited they are as they were.
function looksOf({ original, ...machine }) {
  const { states, final, transitions } = original ?? machine;
  if (!known.has(states)) {
    const isEnd = (name) => final.includes(name) && !transitions.some((one) => one.source === name);
    const hasInitials = states.some((one) => one.initial);
    const longest = Math.max(...states.map((one) => one.name.length));
    const looks = states.map(({ name, initial }, at) => {
      const own = { initial: initial || name.slice(0, 2), colour: `s${(at % HUES) + 1}` };
      const look = isEnd(name) ? { initial: "✓", colour: "s0" } : own;
      return [name, { ...look, hasInitials, letters: hasInitials ? longest : name.length }];
    });
    known.set(states, new Map(looks));
  }
  return known.get(states);
}

// The `initial` of a state, the class `colour` with its colours, whether it `hasInitials` beside its names, and of how
// many `letters` there must be room for its name: for all names, where there are initials.
export function lookOf(machine, name) {
  return looksOf(machine).get(name);
}

// The innermost states in which a machine is: the state itself, or one for each region of a chart.
export function partsOf(machine, state) {
  const parts = machine.drawn.filter((one) => !one.composite && one.inner.includes(state));
  const isOne = parts.length < 2;
  return (isOne ? [{ name: state, inner: [state] }] : parts).map(({ name, inner }) => {
    const look = lookOf(machine, inner[0]);
    const own = isOne ? look : { initial: name.slice(0, 2), letters: name.length };
    return { ...look, ...own, name };
  });
}

export function Chip({ machine, state, look = "", isShort }) {
  const { initial, colour, hasInitials } = lookOf(machine, state);
  return html`<span class="chip ${colour} ${look}">${(hasInitials || isShort) && html`<i>${initial}</i>`}${!isShort && state}</span>`;
}

// The style of a disk: its fill and the colour of its numeral.
export function diskStyle(disk, disks) {
  const share = (disk - 1) / Math.max(disks - 1, 1);
  const at = Math.min(Math.floor(3 * share), 2);
  const numerals = BLACK.map((most) => (share < most ? "#000" : "#fff"));
  return {
    "--f": `color-mix(in srgb, var(--d${at + 2}) ${100 * (3 * share - at)}%, var(--d${at + 1}))`,
    "--n": `light-dark(${numerals})`,
  };
}

export function DiskChip({ disk, disks }) {
  return html`<span class="d" style=${diskStyle(disk, disks)}>${disk}</span>`;
}

// A reference to an element, and its width and height, which are known when it has been drawn once.
export function useSize() {
  const ref = useRef(null);
  const [size, setSize] = useState([0, 0]);
  useLayoutEffect(() => {
    const measure = () => {
      const { width, height } = ref.current.getBoundingClientRect();
      setSize((old) => (old[0] === width && old[1] === height ? old : [width, height]));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, ...size];
}
