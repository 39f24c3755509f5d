// How to read the page, and what its keys and words mean.

import { html } from "./vendor/preact.js";

export function Help() {
  return html`
    <div id="help" class="box float" popover="auto">
      <h2>How to read it</h2>
      <dl>
        <dt>warm</dt><dd>the disks: the larger, the darker and the higher</dd>
        <dt>cool</dt><dd>the states of the machine: solid is now</dd>
        <dt>ink</dt><dd>what you can drag, press or choose, and what comes next</dd>
        <dt>red ✗</dt><dd>what is wrong</dd>
        <dt>ahead</dt><dd>the peg to which disk 1 goes next; behind is the one that it came from</dd>
      </dl>
      <h2>What you can touch</h2>
      <dl>
        <dt>bars</dt><dd>drag over them to any step; a bracket is a smaller tower</dd>
        <dt>disk, state</dt><dd>to its next time</dd>
        <dt>edge</dt><dd>to its editor, or its event is given; Ctrl+Z takes a change back, Ctrl+Y makes it again</dd>
        <dt>← →</dt><dd>one event back or forward; with Shift one move</dd>
        <dt>Home, End</dt><dd>the start, the end</dd>
        <dt>Space</dt><dd>play or pause</dd>
      </dl>
      <h2>Words</h2>
      <dl>
        <dt>event</dt><dd>what the machine is given; for each it takes one transition</dd>
        <dt>step</dt><dd>an event that moves a disk; where there are no pegs, any event</dd>
        <dt>012</dt><dd>a configuration: the peg of each disk, the largest disk first</dd>
        <dt>link</dt><dd>the address of the page holds this moment; Back takes a choice back, or a change</dd>
      </dl>
    </div>
  `;
}
