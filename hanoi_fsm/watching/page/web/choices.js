// Choices: one of some values in a list that opens, or side by side, or a text.

import { html } from "./vendor/preact.js";

// A choice of one of its children, or where there is a `hint` a text. One that is written stays, also where
// the page can do nothing with it, so that it can be corrected.
export function Choice({ id, title, isShown = true, value, change, hint, about, children }) {
  const onChange = (event) => change(event.target.value.trim());
  const named = { id, "aria-label": title, title: about ?? title, onChange };
  const text = { key: value, defaultValue: value, placeholder: hint, autocomplete: "off" };
  if (!isShown) {
    return null;
  }
  return hint
    ? html`<input ...${named} spellcheck="false" ...${text} />`
    : html`<select ...${named} value=${String(value)}>${children}</select>`;
}

export function option([value, text = value]) {
  return html`<option value=${value}>${text}</option>`;
}

const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// One of some values side by side, each `shown` in its own way: one stop for Tab, and arrows go on.
export function Radios({ id, title, look = "choice", value, values, change, shown = String }) {
  const at = values.indexOf(value);
  const onKeyDown = (event) => {
    const by = ARROWS[event.key];
    if (by) {
      event.preventDefault();
      const next = Math.min(Math.max(at + by, 0), values.length - 1);
      const { children } = event.currentTarget;
      change(values[next]);
      children[next].focus();
    }
  };
  const radio = (one) =>
    html`<button role="radio" aria-checked=${one === value} tabindex=${one === value ? 0 : -1} data-value=${one} aria-label=${one} onClick=${() => change(one)}>${shown(one)}</button>`;
  return html`<span id=${id} class=${look} role="radiogroup" aria-label=${title} onKeyDown=${onKeyDown}>${values.map(radio)}</span>`;
}
