"""The engines of Cai et al. 2009, how they are trained, and how they meet."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest
from ponnuki.arena.layout import CAI2009_TABLE
from ponnuki.evaluators import Evaluator, evaluator, load_weights
from ponnuki.learners import SelfPlaySettings, preset
from ponnuki.learners.settings import SearchSettings
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import UNMEASURED, Workshop
from ponnuki.players import Choice, Engine, Player, player
from ponnuki.runs import RunRecord
from ponnuki.seeds import stream
from ponnuki.settings import merged

GAME = "capture-go:9,neutral=majority"
"""As the printed games are counted: their margins need neutral points to go to the majority."""
METHODS = {"hybrid": "hybrid", "PSO": "pso", "EA": "ea", "HC": "hc"}
NOISE = 0.1
"""The share of random moves on each side, in tournaments (section 6.2)."""
UNTRAINED_SEED = 0xCA12009
YARDSTICK_SEED = 0xCA12010
UNTRAINED = "untrained"

Side = NDArray[np.float32] | str
"""Engines by their weights, or the name of one player without a net."""
Scores = NDArray[np.float64]


@cache
def settings_of(method: str, scale: Scale, seed: int) -> SelfPlaySettings:
    """The settings of one training run: the preset's, but for what the scale says."""
    printed = preset("cai2009", METHODS[method])
    said: dict[str, Any] = {
        "search": {"depth": scale.depth},
        "generations": scale.generations,
        "seed": seed,
        "measure": UNMEASURED,
    }
    if scale.at_rest and "start_velocity" in printed.get("settings", {}):
        said["settings"] = {"start_velocity": 0.0}
    return SelfPlaySettings.of(merged(printed, said))


def trained(workshop: Workshop, scale: Scale) -> dict[str, list[RunRecord]]:
    """All training runs, seed by seed, so that early ones of every method come first."""
    seeds = range(1, scale.engines + 1)
    runs = [settings_of(method, scale, seed) for seed in seeds for method in scale.methods]
    records = workshop.train_each("engines", runs)
    count = len(scale.methods)
    return {method: records[i::count] for i, method in enumerate(scale.methods)}


@dataclass(frozen=True, eq=False)
class Meeting(Question[dict[str, Any]]):
    """Every black against every white: wins of black, draws, how games ended, moves a game.

    Attributes:
        net: the architecture of engines.
        search: of engines.
        blacks: a row of weights each, or the name of one player without a net.
        whites: likewise.
        noise: share of random moves on each side; a random player needs none.
        games: of each pair.
        seed: of the games.
    """

    version: ClassVar[int] = 2

    net: Evaluator
    search: SearchSettings
    blacks: Side
    whites: Side
    noise: float
    games: int
    seed: int

    def answer(self, workshop: Workshop) -> dict[str, Any]:
        """Plays the games."""
        blacks, whites = self._players(self.blacks), self._players(self.whites)
        results = Contest(
            self.net.game,
            [blacks, whites],
            games=self.games,
            seed=self.seed,
            layout=CAI2009_TABLE,
        ).play(workshop.arena)
        first = results.first
        return {
            "wins": results.wins[:first, first:].tolist(),
            "draws": results.draws[:first, first:].tolist(),
            "games": self.games,
            "plies": results.plies_mean(),
            "by_capture": results.ends("black").get("capture", 0),
        }

    def _players(self, side: Side) -> list[Player]:
        if isinstance(side, str):
            plain = side == "random" or not self.noise
            return [player(side if plain else f"{side},noise={self.noise}", self.net.game)]
        search, choice = self.search.search(), Choice(noise=self.noise)
        return [Engine(self.net, row, search, choice) for row in side]


@dataclass(frozen=True, eq=False)
class Field:
    """The engines that meet each other: rows of weights by method."""

    net: Evaluator
    scale: Scale
    rows: dict[str, NDArray[np.float32]]

    @classmethod
    def of(cls, workshop: Workshop, scale: Scale) -> "Field":
        """Trained engines, and as many untrained nets."""
        net = evaluator("window", GAME)
        rows = {method: champions(records) for method, records in trained(workshop, scale).items()}
        rows[UNTRAINED] = net.initial(scale.engines, UNTRAINED_SEED)
        return cls(net, scale, rows)

    def side(self, name: str, count: int | None = None) -> Side:
        """The first engines of a method, or the name of a player without a net."""
        return self.rows[name][:count] if name in self.rows else name

    def cell(
        self, workshop: Workshop, black: str, white: str, noise: float, count: int | None = None
    ) -> dict[str, Any]:
        """One cell of a table: the engines of one method as black against another's as white.

        Args:
            workshop: where it is kept.
            black: a method, untrained, or a player without a net.
            white: likewise.
            noise: share of random moves.
            count: how many engines a method; None for all.
        """
        # Without random moves engines repeat themselves; random players never do.
        games = self.scale.games if noise or "random" in {black, white} else 1
        question = Meeting(
            self.net,
            settings_of("hybrid", self.scale, 1).search,
            self.side(black, count),
            self.side(white, count),
            noise,
            games,
            stream(2009, f"{black} {white}", 0),
        )
        kind = "noisy" if noise else "quiet"
        size = "" if count is None else f"-{count}"
        return workshop.ask(f"{black}-{white}-{kind}{size}-depth{self.scale.depth}", question)


@dataclass(frozen=True, eq=False)
class Yardstick:
    """Fresh untrained nets with the same search, whom engines meet with both colours.

    Attributes:
        search: of both sides.
        nets: how many.
        games: against each of them with each colour.
        noise: share of random moves on both sides.
    """

    search: SearchSettings
    nets: int
    games: int = 1
    noise: float = NOISE

    def scores(self, workshop: Workshop, name: str, rows: NDArray[np.float32]) -> Scores:
        """What each engine (row) scored against each net (column), in per cent, draws half."""
        net = evaluator("window", GAME)
        others = net.initial(self.nets, YARDSTICK_SEED)
        seed = stream(2009, "yardstick", 0)
        black, white = (
            workshop.ask(
                f"yardstick-{name}-{colour}-depth{self.search.depth}",
                Meeting(net, self.search, one, other, self.noise, self.games, seed),
            )
            for colour, one, other in (("black", rows, others), ("white", others, rows))
        )
        scores: Scores = (share(black, draws=0.5) + 100 - share(white, draws=0.5).T) / 2
        return scores


def champions(records: Sequence[RunRecord]) -> NDArray[np.float32]:
    """The weights of the engines that runs delivered, a row each."""
    return np.stack([load_weights(one.champion()).weights[0] for one in records])


def share(result: dict[str, Any], *, draws: float = 0.0) -> NDArray[np.float64]:
    """Black's wins in per cent for every pair of engines; draws count as given."""
    won = np.array(result["wins"], np.float64) + draws * np.array(result["draws"], np.float64)
    shares: NDArray[np.float64] = 100 * won / result["games"]
    return shares
