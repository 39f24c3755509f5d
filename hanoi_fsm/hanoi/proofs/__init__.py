"""Proofs that a machine is right for every number of disks, and not only for those it was run with.

A check runs a machine with 0, 1, 2, ..., 10 disks, and a machine that goes wrong with 11 passes it.
Running it with more disks only moves the gap. A proof closes it, because everything in this puzzle
is regular: what a machine can see, and what it remembers, takes finitely many values, however many
disks there are. There are two kinds of proof, one per kind of machine.

**Readers** read a word: the bits of a step, the pegs of a configuration. A claim about words of any
length is a claim about a product of finitely many states, in which two or three words are read side
by side. The states that can be reached are listed; if none of them contradicts the claim, it holds.
See `readers`.

**Solvers** move disks. Why is a solver right? Follow the recursive solution: in order to move m + 1
disks from peg f to peg t over the third peg v,

    move m disks from f to v;   move disk m + 1 from f to t;   move m disks from v to t.

1. *What can the machine see?* Its guards compare the top disks of the pegs, ask whether a peg is
   empty, or whether it holds all disks. For this it is enough to know in which order the pegs were
   named last when the configuration is read from the largest disk down: 16 cases, however many
   disks there are (`abstract`).

2. *What does it do next?* That depends on its state, its registers and this order alone. So the
   machine itself is run, its own guards and actions on pegs that know nothing but the order, and
   the answer holds wherever the pegs look like that. If a guard asks for anything else, the pegs
   refuse to answer, and the machine is not provable in this way.

3. *What does it do to a whole tower?* Call its state with the values of its registers its control.
   Suppose a table F(m) for m disks gives the control in which the machine ends, for every two pegs,
   every order of the pegs below and every control in which it may begin. The table F(m + 1)
   follows: look up the first half in F(m), see whether the next move is the right one, look up the
   second half in F(m). If the move is wrong, this line of the table is a fault (`solvers`).

4. *When are all numbers of disks covered?* A table has finitely many lines with finitely many
   possible entries, so there are only finitely many tables. Since each one follows from the one
   before, F(0), F(1), F(2), ... repeats itself sooner or later. As soon as it does, there are no
   further tables: either one of them has a fault, or no tower of any size leads to one.

So the question is decided; nothing has to be guessed. The proof is given up only for a machine with
too many states or too many values in its registers, after a fixed number of steps. A fault is shown
by a run on real pegs, with its number of disks and its step.

Two things are assumed: that abstract pegs answer as the matrix does, which is tested for all
configurations of up to 8 disks; and that guards and actions depend on their memory alone.

>>> from hanoi_fsm import automata
>>> str(automata.get("three-state").prove())
'three-state: proved for every number of disks, all six tasks (852 subtowers)'
"""
