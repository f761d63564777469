"""Champions of runs: ``run:FOLDER`` is the last one, ``run:FOLDER@K`` that of generation K.

`ponnuki.players.registry` asks this module when a spec names a run.
"""

from pathlib import Path

from ponnuki.runs.record import RunRecord


def champion_file(folder: str, generation: int | None) -> Path:
    """The file of a run's champion; of the last one if no generation is said.

    Raises:
        RunError: there is no such run, or no such champion.
    """
    return RunRecord.open(folder).champion(generation)
