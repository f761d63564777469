"""The random player."""

from dataclasses import dataclass, field

from ponnuki import _core
from ponnuki.games import Position
from ponnuki.pickles import Rebuilt
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

    def choose(self, position: Position, *, seed: int) -> int:
        """A legal move drawn with that seed."""
        return _core.random_move(position._core, seed)
