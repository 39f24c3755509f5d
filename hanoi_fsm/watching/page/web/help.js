// What the keys, the words and the colours mean.

import { html } from "./vendor/preact.js";

export function Help() {
  const chip = (look) => html`<span class="chip ${look}" aria-hidden="true"></span>`;
  return html`
    <div id="help" popover="auto">
      <h2>Keys</h2>
      <dl>
        <dt>← →</dt><dd>one event back or forward, or one move</dd>
        <dt>Shift ← →</dt><dd>one move back or forward</dd>
        <dt>Home, End</dt><dd>the start, the end</dd>
        <dt>Space</dt><dd>play or pause</dd>
      </dl>
      <h2>Words</h2>
      <dl>
        <dt>event</dt><dd>what the machine is given; for each it takes one transition</dd>
        <dt>step</dt><dd>an event that moves a disk; where there are no pegs, any event</dd>
        <dt>012</dt><dd>a configuration: the peg of each disk, the largest disk first</dd>
        <dt>link</dt><dd>the address of the page is that of this moment</dd>
      </dl>
      <h2>Colours</h2>
      <dl>
        <dt>${chip("lit")} orange</dt><dd>the state now, the transition just taken, and what it changed</dd>
        <dt>${chip("second")} violet</dt><dd>the goal; what is pointed at, glued, or meant by ahead and behind</dd>
        <dt>${chip("fault")} red</dt><dd>where a machine fails its check</dd>
      </dl>
    </div>
  `;
}
