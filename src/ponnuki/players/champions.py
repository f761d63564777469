"""Nets that are kept with the package: ``champion:tic-tac-toe``, ``champion:capture-go``.

Each is a file of weights in the folder ``champions`` of the package, with a card beside it that
says what the net is, how it was made and what it is worth.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from ponnuki.games import Game, SpecError
from ponnuki.players.engine import Engine
from ponnuki.players.levels import STRENGTHS, no_levels, strength
from ponnuki.players.registry import KeptKind
from ponnuki.players.specs import PLAYERS, Asked, PlayerSpec
from ponnuki.settings import setting
from ponnuki.settings.errors import not_among

FOLDER = Path(__file__).resolve().parents[1] / "champions"


def champions() -> list[str]:
    """The names of all of them: ids of games."""
    return sorted(path.stem for path in FOLDER.glob("*.safetensors"))


def champion_file(name: str) -> Path:
    """The file of a champion's weights.

    Raises:
        SpecError: there is none of that name.
    """
    if name not in champions():
        raise SpecError.of([not_among("champion", name, champions())])
    return FOLDER / f"{name}.safetensors"


@dataclass(frozen=True)
class ChampionKind(KeptKind):
    """A net that is kept with the package."""

    name: str = setting("", "a game, or more of a name; nothing for the game's own", argument=True)

    strength: int | None = setting(
        None,
        "the level that it plays at, 1 the weakest; 'ponnuki levels' lists them",
        low=1,
        high=6,
        later=True,
    )

    def check(self) -> None:
        """Raises SpecError if something is said that a level decides."""
        if self.strength is None:
            return
        if self.name not in {"", *STRENGTHS}:
            raise no_levels(self.name, self.strength)
        said = [*self.search.values, *(one for one in self.choice.values if one != "noise")]
        if said:
            raise SpecError(
                f"strength={self.strength} is not allowed with {' and '.join(said)}: a level "
                "decides that; leave one of them out"
            )

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Engine:
        """The player for a game, at its level if it has one."""
        made = super().make(spec, game, asked)
        if self.strength is None:
            return made
        level = strength(game, self.strength)
        search = made.search.but(**level.search)
        return replace(made, search=search, choice=made.choice.but(**level.choice))

    def weights(self, game: Game | None) -> Path | None:
        """The file in the package; by its name or else by the game."""
        if not self.name and game is None:
            return None
        return champion_file(self.name or ("" if game is None else game.id))


PLAYERS.add("champion", ChampionKind, "kept with the package")
