// A button that copies a text, and what came of it.

import { html, useRef } from "./vendor/preact.js";

export function Copy({ title, text }) {
  const said = useRef(null);
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => said.current.replaceChildren("Copied."),
      () => said.current.replaceChildren("The browser does not allow it."),
    );
  return html`
    ${navigator.clipboard && html`<button onClick=${copy}>${title}</button>`}
    ${" "}<span role="status" ref=${said}></span>
  `;
}
