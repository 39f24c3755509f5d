"""Single edits of an automaton: mutants, which checks must notice, and repairs.

Child processes judge them, so a version that hangs or ends its process costs only itself.
"""

from hanoi_fsm.fsm.isolate import Limits

LIMITS = Limits(seconds=60.0)
TOGETHER = 16
"""The number of versions per child: starting one costs as much as judging a few versions."""
