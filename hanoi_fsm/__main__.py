"""`python -m hanoi_fsm` is the command `hanoi-fsm`."""

import sys

from hanoi_fsm.cli import main

sys.exit(main())
