"""The machine's part: which kernels of the core run here, and what compiled them.

No result depends on any of it.
"""

from ponnuki import _core

COMPILER: str = _core.COMPILER
"""What the core was compiled with."""


def instruction_sets() -> list[str]:
    """The instruction sets that this build has kernels for and this CPU can run, ascending."""
    return _core.instruction_sets()


def instruction_set() -> str:
    """The instruction set that is used."""
    return _core.instruction_set()


def use_instruction_set(name: str) -> None:
    """Uses the kernels for that instruction set from now on."""
    _core.use_instruction_set(name)
