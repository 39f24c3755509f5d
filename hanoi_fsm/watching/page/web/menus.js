// Menus that open below their name: the panels, each of which can be closed, and help.

import { PANELS } from "./panels.js";
import { html, useEffect, useRef } from "./vendor/preact.js";

// It closes at Escape, and when something else is clicked.
function Menu({ id, title, hidden, children }) {
  const menu = useRef(null);
  useEffect(() => {
    const close = (event) => {
      if (!event.composedPath().includes(menu.current)) {
        menu.current.open = false;
      }
    };
    document.addEventListener("click", close);
    return () => document.removeEventListener("click", close);
  }, []);
  const pressed = (event) => {
    if (event.key === "Escape" && menu.current.open) {
      menu.current.open = false;
      menu.current.firstElementChild.focus();
    }
  };
  return html`
    <details id=${id} class="menu" ref=${menu} hidden=${hidden} onKeyDown=${pressed}>
      <summary>${title}</summary>
      <div>${children}</div>
    </details>
  `;
}

// A box for each panel that applies to the machine, ticked while it is open.
export function PanelMenu({ page, machine, closed, hidden }) {
  const change = (name) => (event) => {
    const others = closed.filter((one) => one !== name);
    page.wish({ closed: (event.target.checked ? others : [...others, name]).join(",") });
  };
  return html`
    <${Menu} id="panels" title="Panels" hidden=${hidden}>
      ${PANELS.filter((one) => one.applies(machine)).map(
        ({ name, title }) => html`
          <label>
            <input
              type="checkbox"
              value=${name}
              checked=${!closed.includes(name)}
              onChange=${change(name)}
            />
            ${title}
          </label>
        `,
      )}
    <//>
  `;
}

const HELP = [
  [
    "Keys",
    [
      ["← →", "one event back or forward, or one move"],
      ["Shift ← →", "one move back or forward"],
      ["Home, End", "the start, the end"],
      ["Space", "play or pause"],
    ],
  ],
  [
    "Words",
    [
      ["event", "what the machine is given; for each it takes one transition"],
      ["step", "an event that moves a disk; where there are no pegs, any event"],
      ["012", "a configuration: the peg of each disk, the largest disk first"],
    ],
  ],
  [
    "Colours",
    [
      ["orange", "the state now, the transition just taken, and what it changed", "lit"],
      ["violet", "what a guard compared; the goal; what is pointed at", "second"],
      ["red", "where a machine fails its check", "faulty"],
    ],
  ],
];

export function Help({ page }) {
  const said = useRef(null);
  const copy = () =>
    navigator.clipboard.writeText(page.link()).then(
      () => said.current.replaceChildren("Copied."),
      () => said.current.replaceChildren("The browser does not allow it: copy the address above."),
    );
  const rows = ([name, text, colour]) => html`
    <dt>
      ${colour && html`<span class="swatch ${colour}" aria-hidden="true"></span>`}
      ${name}
    </dt>
    <dd>${text}</dd>
  `;
  // A page inside of a notebook has no address of its own.
  return html`
    <${Menu} id="help" title="Help">
      ${HELP.map(
        ([title, lines]) => html`
          <h2>${title}</h2>
          <dl>${lines.map(rows)}</dl>
        `,
      )}
      ${
        location.protocol !== "about:" &&
        html`
        <h2>Link</h2>
        <p>
          The address of the page is that of this moment.${" "}
          ${navigator.clipboard && html`<button type="button" onClick=${copy}>Copy link</button>`}
          ${" "}<span role="status" ref=${said}></span>
        </p>
      `
      }
    <//>
  `;
}
