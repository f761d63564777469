"""Players from runs: ``run:FOLDER`` is the last champion, ``run:FOLDER@K`` that of generation K."""

from pathlib import Path

from ponnuki.games import Game, SpecError
from ponnuki.players.registry import PLAYERS, WEIGHTS, from_file
from ponnuki.players.specs import PlayerSpec
from ponnuki.runs.record import RunRecord


def _file(spec: PlayerSpec, game: Game | None) -> Path:  # noqa: ARG001
    """The file of a run's champion."""
    folder, _, number = spec.argument.rpartition("@")
    if not number.isdecimal():
        folder, number = spec.argument, ""
    if not folder:
        raise SpecError(f"{spec.text!r} names no run: write run:FOLDER or run:FOLDER@GENERATION")
    return RunRecord.open(folder).champion(int(number) if number else None)


PLAYERS["run"], WEIGHTS["run"] = from_file, _file
