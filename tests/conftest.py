"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

# Other work may share the machine: no example is judged by the clock.
settings.register_profile("everyday", deadline=None)
settings.load_profile("everyday")
