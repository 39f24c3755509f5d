"""Single edits of an automaton: mutants, which checks must notice, and repairs.

Children judge them. A version that takes too long or ends its process costs only itself.
"""

from hanoi_fsm.fsm.isolate import Limits

LIMITS = Limits(seconds=60.0)
TOGETHER = 16
"""How many versions go to one child: to start it costs as much as to judge a few of them."""
