"""Champions of runs: ``run:FOLDER`` is the last one, ``run:FOLDER@K`` that of generation K.

`ponnuki.players.registry` asks this module when a spec names a run.
"""

from pathlib import Path

from ponnuki.games import SpecError
from ponnuki.players.specs import PlayerSpec
from ponnuki.runs.record import RunRecord


def champion_file(spec: PlayerSpec) -> Path:
    """The file of a run's champion.

    Raises:
        SpecError: the spec names no run.
        RunError: there is no such run, or no such champion.
    """
    folder, _, number = spec.argument.rpartition("@")
    if not number.isdecimal():
        folder, number = spec.argument, ""
    if not folder:
        raise SpecError(f"{spec.text!r} names no run: write run:FOLDER or run:FOLDER@GENERATION")
    return RunRecord.open(folder).champion(int(number) if number else None)
