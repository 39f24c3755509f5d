// How states and disks look: a state has an initial and one of six colours, a disk a colour of the ramp.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact.js";

// Up to these shares of the ramp, on a light page and on a dark one, black is seen better than white.
const BLACK = [0.577, 0.895];

// A state of a machine with its look: its `initial`, and the class `colour` with its colours. Where the `letters` of
// the longest name are given, the initial is drawn beside the name.
export function lookOf({ states }, state) {
  return states.find((one) => one.name === state);
}

// The innermost states in which a machine is: the state itself, or one for each region of a chart.
export function partsOf(machine, state) {
  const parts = machine.drawn.filter((one) => !one.composite && one.inner.includes(state));
  const partOf = ({ name, inner }) => {
    return { ...lookOf(machine, inner[0]), name, initial: name.slice(0, 2), letters: 0 };
  };
  return parts.length < 2 ? [lookOf(machine, state)] : parts.map(partOf);
}

export function Chip({ machine, state, look = "", isShort }) {
  const { initial, colour, letters } = lookOf(machine, state);
  return html`<span class="chip ${colour} ${look}">${(letters > 0 || isShort) && html`<i>${initial}</i>`}${!isShort && state}</span>`;
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
