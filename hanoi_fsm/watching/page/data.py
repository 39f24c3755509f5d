"""The data of the page, as the JSON within it holds them.

`contents_of` makes it, and `web/data.js` reads it. Transitions, states and nodes are known
by their numbers, places in the lists that hold them. What is in brackets may be missing.

The page
    machines
    puzzle              whether a machine is about the puzzle
    [tour]              the stops of the tour, where the page has their automata

A machine
    name, title, kind
    pegs                whether it moves disks
    initial, events     an event with free inputs once for all their values, as `coin[paid&!open]`
    states              each its name, its meaning, what it does, its initial, the class `colour`
                        of its colours, the `letters` of the longest name where initials are
                        drawn beside names (or else 0), and the composite states `around` it, the
                        outermost first
    final               the names of the final states
    autonomous          whether its only event happens by itself, and it reads no word
    word                what it reads at first: the events that lead to its fault, or some that
                        it does not refuse
    most                the most disks
    starts              of small runs, by their inputs (`disks`, `source` and `target`,
                        `start` and `goal`, or `begin`), each with its `state`, or its `node`
    transitions         each its source, target, event, guards and actions
    guards, actions     all words of its memory, with their meanings
    claims              each its text, whether it holds (or null), and why
    compares            each word of the memory that compares tops, with the registers of their pegs
    holds, verdict      what the check says, in few words and in full
    diagram             `failed` says why there is none; or else for panes of two shapes a
                        sketch, `wide` and `tall`
    drawn               the states as they were written, the outer ones first: the name, whether it
                        is composite, or even a region, and the `inner` states of a run in
                        which it is active
    editable            whether its table can be edited: it is live, and not of a chart
    [right]             what is right, of a version of another machine that fails its check: the
                        table of that one

A machine that the page runs
    live                true
    shows               where the memory keeps what it shows

A machine that the page does not run
    nodes               a state with a memory: the `state`, the `contents`, the `answers` of the
                        guards, and where each event leads to `next`: a transition, the output, and
                        a node, or why it is refused

A sketch: a state diagram as it is drawn in a pane, in pixels, with y downwards from the top left.
It may be scaled by 0.72 to 1.15 to fit the pane, and is scrolled in a pane that is still smaller.
No label meets a state or another label.
    width, height
    does                whether a state has a second line, what it `does`
    states              boxes in the order of what is drawn: left, top, width and height
    starts              each a start point, the end of its line, and the tip of its head
    edges               those that share an arrow have the same `line` and `tip`

An edge of a sketch
    transitions         their numbers
    lines               of the label, each a pair: its quiet part, such as guards, and its action,
                        which stands after that; either may be empty
    box                 of this label: left, top, width and height
    line                the arrow without its head in one or, with a gap where labels are, two
                        parts; each part is `x, y` of its begin, and then the three points of each
                        of its Bezier curves
    tip                 the head leads from the end of the last part to it
"""

from typing import Any

Data = dict[str, Any]  # of JSON
"""An object of that JSON."""
