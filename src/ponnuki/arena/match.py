"""A match between two players: both colours, an interval, the black and white split."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ponnuki.arena.arena import ALL_CORES, Arena, check_player
from ponnuki.arena.batch import MAX_GAMES, GameBatch, game_seeds
from ponnuki.arena.opening import START, Opening
from ponnuki.arena.pairings import both_colours
from ponnuki.arena.repeats import Repeats, counted
from ponnuki.arena.tally import Tally
from ponnuki.drawing import Interval, draw_intervals
from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.players import Player, depth_of, named, net_of, visits_of
from ponnuki.settings import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False)
class MatchResult:
    """A match of A against B. A has black in the games with an even index.

    Attributes:
        players: their specs.
        seed: of the games.
        batch: the games.
        opening: how the games began.
        nets: the names of their nets; None for a player without one.
        depths: how far they looked ahead; None for a player that does not search, or that searches
            a tree.
        visits: of their tree searches; None for a player that has none.
    """

    players: tuple[str, str]
    seed: int
    batch: GameBatch
    opening: Opening = START
    nets: tuple[str | None, str | None] = (None, None)
    depths: tuple[int | None, int | None] = (None, None)
    visits: tuple[int | None, int | None] = (None, None)

    @cached_property
    def repeats(self) -> Repeats:
        """Which games are the same, and which are independent."""
        return Repeats.of(self.batch, bool(self.opening))

    @property
    def total(self) -> Tally:
        """All games from A's side."""
        return Tally.of(self.batch, 0, None, self.repeats)

    @property
    def as_black(self) -> Tally:
        """The games in which A had black."""
        return Tally.of(self.batch, 0, "black", self.repeats)

    @property
    def as_white(self) -> Tally:
        """The games in which A had white."""
        return Tally.of(self.batch, 0, "white", self.repeats)

    @property
    def plies_mean(self) -> float:
        """Moves a game."""
        return float(self.batch.plies.mean()) if len(self.batch) else 0.0

    @property
    def names(self) -> tuple[str, str]:
        """Both players with their nets and searches."""
        a, b = map(named, self.players, self.nets, self.depths, self.visits)
        return a, b

    @property
    def ends(self) -> str:
        """How games ended, in words."""
        games = len(self.batch)
        return ", ".join(f"{count / games:.1%} {name}" for name, count in self.batch.ends.items())

    def __str__(self) -> str:
        a, b = self.names
        total = self.total
        lines = [
            f"{a} against {b}, {self.batch.game.spec}, seed {self.seed}",
            f"  both   {total}",
            f"  black  {self.as_black}",
            f"  white  {self.as_white}",
        ]
        if total.independent < total.games:
            lines.append(f"  {counted(total.games, total.distinct, total.independent)}")
        lines.append(f"  {self.plies_mean:.1f} moves a game; ended by: {self.ends or '-'}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        a, b = self.players
        return f"<MatchResult of {a} against {b}, {self.batch.game.spec}: {self.total}>"

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Draws A's shares of points with their intervals.

        Raises:
            ImportError: matplotlib is not installed; says how to get it.
        """
        tallies = {"both": self.total, "black": self.as_black, "white": self.as_white}
        rows = [Interval(name, one.share, one.interval) for name, one in tallies.items()]
        a, b = self.names
        title = f"{a} against {b}, {self.total.games:,} games"
        return draw_intervals(rows, f"score of {self.players[0]}", title, 0.5, axes)

    def to_json(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "game": self.batch.game.spec,
            "players": list(self.players),
            "nets": list(self.nets),
            "depths": list(self.depths),
            "visits": list(self.visits),
            "seed": self.seed,
            "opening": self.opening.plain(),
            **self.total.to_json(),
            "as_black": self.as_black.to_json(),
            "as_white": self.as_white.to_json(),
            "plies_mean": self.plies_mean,
            "forfeits": len(self.batch.forfeits),
            "dead": len(self.batch.dead),
            "ends": self.batch.ends,
            "nodes": int(self.batch.nodes.sum()),
            "leaves": int(self.batch.leaves.sum()),
        }


def play_match(
    a: Player,
    b: Player,
    game: Game | str,
    games: int,
    seed: int,
    arena: Arena = ALL_CORES,
    progress: Callable[[int], object] | None = None,
    opening: Opening | int | str = START,
) -> MatchResult:
    """Plays A against B with both colours in turn; A has black first.

    With an opening, or a number of random plies, games come in twos: the same opening with the
    colours swapped. With an external player, what the other player searches is not counted.

    Raises:
        ValueError: an argument is out of range, or an external player cannot be started.
    """
    whole("games", games, 1, MAX_GAMES)
    rules, begin = find_game(game), Opening.of(opening)
    for name, one in (("a", a), ("b", b)):
        check_player(name, one, rules)
    seeds = game_seeds(seed, games)
    if begin:
        seeds = begin.open_seeds(rules, np.repeat(seeds, 2)[:games])
    pairings = both_colours([(0, 1)] * ((games + 1) // 2))[:games]
    batch = arena.play(rules, [a, b], pairings, seeds, progress, opening=begin)
    nets, depths = (net_of(a), net_of(b)), (depth_of(a), depth_of(b))
    visits = visits_of(a), visits_of(b)
    return MatchResult((a.spec, b.spec), seed, batch, begin, nets, depths, visits)
