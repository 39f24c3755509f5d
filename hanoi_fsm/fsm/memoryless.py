"""A Mealy machine that is only drawn: it needs no memory, each action is what is put out."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory, action


@dataclass(frozen=True, repr=False)
class Memoryless(Machine):
    """A machine without data whose actions put out their own names."""

    @classmethod
    def of(cls, automaton: Automaton) -> "Memoryless":
        """The machine of an automaton without guards.

        Raises `BadInput` for an action with a name that every memory uses for something else.

        >>> parity = Automaton.from_table("parity", initial="even", table='''
        ...     even -> odd  : 1 / odd
        ...     odd  -> even : 1 / even
        ... ''')
        >>> [record.output for record in Memoryless.of(parity).run("1", "1", "1")]
        ['odd', 'even', 'odd']
        """
        return cls(automaton, memory_of(automaton.actions))

    @property
    def outputs(self) -> Mapping[str, str]:
        return {name: name for name in self.automaton.actions}


def memory_of(actions: Iterable[str]) -> type[Memory]:
    """A memory without data, with these actions."""
    try:
        return type("Outputs", (Memory,), {name: _put_out(name) for name in actions})
    except TypeError as error:  # it says which name is reserved
        raise BadInput(str(error)) from None


def _put_out(name: str) -> Callable[[Memory], None]:
    def put_out(memory: Memory) -> None:
        memory.output = name

    put_out.__doc__ = f"put out {name}"
    return action(put_out)
