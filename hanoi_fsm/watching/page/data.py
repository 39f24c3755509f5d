"""What the page knows, as the JSON within it holds it.

`contents_of` makes it, and `web/data.js` reads it. Transitions, states, moments and nodes are known
by their numbers, places in the lists that hold them. What is in brackets may be missing.

The page
    disks               solvers whose runs are recorded move towers of 0 .. `disks` disks
    paths, words        those that somebody asked for, besides the usual ones
    longest_word        how many events a word may have
    machines
    puzzle              whether a machine is about the puzzle
    [family]            the machine whose `memory` the cycles around a tower have, and as `members`
                        their tables, if the page can run them
    [tour]              the stops of the tour, where the page has all automata

A machine
    name, title, kind
    pegs                whether it moves disks
    initial, events     and `states`, each with its name, whether it is final, and its meaning
    transitions         source, target, event, [guards, [action, [the output that this is]]]
    guards, actions     all words of its memory, with their meanings
    caption             the lines of the title of its diagram
    compares            of which registers' pegs a word of the memory compares the tops
    tape                the part of the memory that holds all outputs so far, or an empty text
    holds, verdict      what the check says
    diagram             `failed` says why there is none; `width` and `height`; the boxes of
                        `states`; the lines of the `start` and of `edges`, to their tip, where the
                        head before it ends; of each edge the `transitions`, the `lines` of its
                        label, and the `box`
    recorded            why the page does not run it; empty for a machine that it runs

A machine that the page runs
    live                true
    names               the states and events that messages show otherwise
    shows               where the memory keeps what it shows, if not as its public data
    runs or starts      the starts, by their names in `begin`

A machine that the page does not run
    moments             the transition `taken`, the `state`, the `output` and the `move` that it is,
                        the pegs `compared`, `contents`, `configuration`, `questions`, and the
                        transitions that are `enabled`
    runs                of one without events: its `moments`, what it is known by (`disks`, `source`
                        and `target`, `start` and `goal`, or `begin`), and its fault
    starts              of one that reads events: `begin`, and its `moment` and `node`
    nodes               where each event leads to `next`, a moment and a node, or the fault for
                        which it is refused; and a fault
    wrong               words that are answered wrongly: `begin`, `word`, and the fault

A fault has the `finding` (step, expected, got, sentence), or says why the run `stopped`, or both.
"""

from typing import Any

Data = dict[str, Any]
"""An object of that JSON."""
