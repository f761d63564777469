"""Nets that are kept with the package: ``champion:tic-tac-toe``, ``champion:capture-go``.

Each is a file of weights in the folder ``champions`` of the package, with a card beside it that
says what the net is, how it was made and what it is worth.
"""

from pathlib import Path

from ponnuki.games import Game, SpecError
from ponnuki.players.registry import PLAYERS, WEIGHTS, from_file
from ponnuki.players.specs import PlayerSpec

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
        raise SpecError(f"there is no champion {name!r}; known are: {', '.join(champions())}")
    return FOLDER / f"{name}.safetensors"


def _file(spec: PlayerSpec, game: Game | None) -> Path:
    return champion_file(spec.argument or ("" if game is None else game.id))


PLAYERS["champion"], WEIGHTS["champion"] = from_file, _file
