"""Players from runs: ``run:FOLDER`` is the last champion, ``run:FOLDER@K`` that of generation K."""

from dataclasses import dataclass
from pathlib import Path

from ponnuki.games import Game, SpecError
from ponnuki.players.registry import KeptKind
from ponnuki.players.specs import PLAYERS
from ponnuki.runs.record import RunRecord
from ponnuki.settings import setting


@dataclass(frozen=True)
class RunKind(KeptKind):
    """A run's champion."""

    folder: str = setting("", "the run, with @GENERATION behind it for another", argument=True)

    @property
    def parts(self) -> tuple[str, int | None]:
        """The folder, and the generation if it is said."""
        folder, _, number = self.folder.rpartition("@")
        return (folder, int(number)) if number.isdecimal() else (self.folder, None)

    def weights(self, game: Game | None) -> Path | None:
        """The file of the champion."""
        folder, generation = self.parts
        if not folder and game is None:
            return None
        if not folder:
            raise SpecError("run names no folder: write run:FOLDER or run:FOLDER@GENERATION")
        return RunRecord.open(folder).champion(generation)


PLAYERS.add("run", RunKind, "a run's champion, the last or that of run:FOLDER@GENERATION")
