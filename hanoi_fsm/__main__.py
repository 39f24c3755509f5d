"""`python -m hanoi_fsm` and the command `hanoi-fsm`: Ctrl-C is quiet before anything is imported.

Only the process of the command imports this module.
"""

import _signal  # type: ignore[import-not-found]  # mypy does not know what `signal` is made of
import os
import sys

# `hanoi_fsm.cli` handles signals later, and better: all that it imports takes its time.
if _signal.getsignal(_signal.SIGINT) != _signal.SIG_IGN:
    _signal.signal(_signal.SIGINT, lambda *of_the_signal: os._exit(130))

from hanoi_fsm.cli import main

if __name__ == "__main__":
    sys.exit(main())
