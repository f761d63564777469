"""Players from runs: ``run:FOLDER`` is the last champion, ``run:FOLDER@K`` that of generation K."""

from ponnuki.games import Game, SpecError
from ponnuki.players import Player
from ponnuki.players.registry import PLAYERS, Asked, engine_from_file
from ponnuki.players.specs import PlayerSpec
from ponnuki.runs.record import RunRecord


def _from_run(spec: PlayerSpec, game: Game, asked: Asked) -> Player:
    folder, _, number = spec.argument.rpartition("@")
    if not number.isdecimal():
        folder, number = spec.argument, ""
    if not folder:
        raise SpecError(f"{spec.text!r} names no run: write run:FOLDER or run:FOLDER@GENERATION")
    path = RunRecord.open(folder).champion(int(number) if number else None)
    return engine_from_file(path, spec, game, asked)


PLAYERS["run"] = _from_run
