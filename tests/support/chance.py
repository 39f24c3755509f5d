"""Random choices that can be made again."""

import os
import secrets
from random import Random


def chance() -> Random:
    """A source of random choices; a failing test shows its seed, and HANOI_SEED sets it."""
    seed = int(os.environ.get("HANOI_SEED") or secrets.randbits(32))
    print(f"HANOI_SEED={seed}")
    return Random(seed)
