// What the keys, the words and the colours mean.

import { html } from "./vendor/preact.js";

const HELP = {
  Keys: [
    ["← →", "one event back or forward, or one move"],
    ["Shift ← →", "one move back or forward"],
    ["Home, End", "the start, the end"],
    ["Space", "play or pause"],
  ],
  Words: [
    ["event", "what the machine is given; for each it takes one transition"],
    ["step", "an event that moves a disk; where there are no pegs, any event"],
    ["012", "a configuration: the peg of each disk, the largest disk first"],
    ["link", "the address of the page is that of this moment"],
  ],
  Colours: [
    ["orange", "the state now, the transition just taken, and what it changed", "lit"],
    ["violet", "the goal; what is pointed at, glued, or meant by ahead and behind", "second"],
    ["red", "where a machine fails its check", "fault"],
  ],
};

export function Help() {
  const row = ([name, text, colour]) => html`
    <dt>${colour && html`<span class="chip ${colour}" aria-hidden="true"></span>`} ${name}</dt>
    <dd>${text}</dd>
  `;
  return html`
    <div id="help" popover="auto">
      ${Object.entries(HELP).map(([title, rows]) => html`<h2>${title}</h2><dl>${rows.map(row)}</dl>`)}
    </div>
  `;
}
