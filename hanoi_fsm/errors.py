"""All errors: those of the framework, and those of the puzzle; each is a `HanoiError`.

Those for a wrong argument are `BadInput`, hence `ValueError`.
"""

from hanoi_fsm.fsm.errors import (
    BadAction,
    BadAnswer,
    BadInput,
    BadMemory,
    BadSpecification,
    DefinitionError,
    DotError,
    ExportError,
    HanoiError,
    JsonError,
    LoadError,
    MachineStopped,
    NotationError,
    NotInferred,
    NotInstalled,
    RenderError,
    UnknownName,
)
from hanoi_fsm.hanoi.errors import (
    BadConfiguration,
    BadDisks,
    BadPeg,
    BadStep,
    IllegalMove,
    NotOnPath,
)

__all__ = ["BadAction", "BadAnswer", "BadConfiguration", "BadDisks", "BadInput", "BadMemory"]
__all__ += ["BadPeg", "BadSpecification", "BadStep", "DefinitionError", "DotError", "ExportError"]
__all__ += ["HanoiError", "IllegalMove", "JsonError", "LoadError", "MachineStopped", "NotOnPath"]
__all__ += ["NotInferred", "NotInstalled", "NotationError", "RenderError", "UnknownName"]
