"""What the page knows, as the JSON within it holds it.

`contents_of` makes it, and `web/data.js` reads it. Transitions, states and nodes are known
by their numbers, places in the lists that hold them. What is in brackets may be missing.

The page
    machines
    puzzle              whether a machine is about the puzzle
    [family]            the machine whose `memory` the cycles around a tower have, and as `members`
                        their tables, if the page can run them
    [tour]              the stops of the tour, where the page has all automata

A machine
    name, title, kind
    pegs                whether it moves disks
    initial, events     and `states`, each with its name and its meaning
    final               the names of the final states
    autonomous          whether its only event happens by itself, and it reads no word
    word                what it reads at first: the events that lead to its fault, or some that
                        it does not refuse
    most                the most disks
    starts              of small runs, by what they are known by (`disks`, `source` and `target`,
                        `start` and `goal`, or `begin`), each with its `state`, or its `node`
    transitions         source, target, event, [guards, [action]]
    guards, actions     all words of its memory, with their meanings
    caption             the lines of the title of its diagram
    compares            each word of the memory that compares tops, with the registers of their pegs
    means               each word of the memory with the registers that it compares or speaks of
    holds, verdict      what the check says: its first part, and the rest
    diagram             `failed` says why there is none; `width` and `height`; the boxes of
                        `states`; the lines of the `start` and of `edges`, to their tip, where the
                        head before it ends; of each edge the `transitions`, the `lines` of its
                        label, and the `box`
    [right]             what is right, of a version of another machine that fails its check: the
                        table of that one

A machine that the page runs
    live                true
    shows               where the memory keeps what it shows

A machine that the page does not run
    nodes               a state with a memory: the `state`, the `contents`, the `answers` of the
                        guards, and where each event leads to `next`: a transition, the output, and
                        a node, or why it is refused
"""

from typing import Any

Data = dict[str, Any]
"""An object of that JSON."""
