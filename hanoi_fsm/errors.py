"""All errors, of the framework and of the puzzle; each is an `FsmError`.

Those for a wrong argument are `BadInput`, hence `ValueError`.
"""

from hanoi_fsm.fsm.errors import (
    BadAction,
    BadAnswer,
    BadInput,
    BadMemory,
    BadSpecification,
    ConversionWarning,
    DefinitionError,
    DotError,
    ExportError,
    FileError,
    FsmError,
    JsonError,
    LoadError,
    MachineStopped,
    NotationError,
    NotInferred,
    NotInstalled,
    RenderError,
    Undecided,
    UnknownName,
)
from hanoi_fsm.hanoi.pegs import (
    BadConfiguration,
    BadDisks,
    BadPeg,
    BadStep,
    IllegalMove,
    NotOnPath,
)

__all__ = [
    "BadAction",
    "BadAnswer",
    "BadConfiguration",
    "BadDisks",
    "BadInput",
    "BadMemory",
    "BadPeg",
    "BadSpecification",
    "BadStep",
    "ConversionWarning",
    "DefinitionError",
    "DotError",
    "ExportError",
    "FileError",
    "FsmError",
    "IllegalMove",
    "JsonError",
    "LoadError",
    "MachineStopped",
    "NotInferred",
    "NotInstalled",
    "NotOnPath",
    "NotationError",
    "RenderError",
    "Undecided",
    "UnknownName",
]
