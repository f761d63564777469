"""The random player."""

from dataclasses import dataclass, field

from ponnuki import _core
from ponnuki.games import Position
from ponnuki.pickles import Rebuilt
from ponnuki.players.draws import Draws
from ponnuki.players.search import Search


@dataclass(frozen=True)
class RandomPlayer(Rebuilt):
    """Draws uniformly from the legal moves.

    In Go the pass is one of them (Mayer 2007); in the other games it passes only when it has no
    legal point (Cai, Venayagamoorthy & Wunsch 2009).
    """

    spec: str = field(default="random", init=False)
    game: None = field(default=None, init=False)

    @property
    def _core_player(self) -> _core.EnginePlayer:
        """What plays its games in the core."""
        return _core.EnginePlayer(None, Search(depth=1)._core_settings, 0.0, 0.0)

    def choose(self, position: Position, *, seed: int, draws: Draws | None = None) -> int:
        """A legal move, from the game's generator or from one for this move alone."""
        return (draws or Draws.at(position, seed)).random_move(position)
