"""The engines of Cai et al. 2009, how they are trained, and how they meet."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import CrossTable, every
from ponnuki.evaluators import Evaluator, evaluator, load_weights
from ponnuki.learners import SelfPlaySettings, preset
from ponnuki.learners.settings import SearchSettings
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Choice, Engine, Player, player
from ponnuki.runs import RunRecord
from ponnuki.seeds import stream, streams

GAME = "capture-go:9,neutral=majority"
"""As the printed games are counted: their margins need neutral points to go to the majority."""
METHODS = {"hybrid": "hybrid", "PSO": "pso", "EA": "ea", "HC": "hc"}
NOISE = 0.1
"""The share of random moves on each side, in tournaments (section 6.2)."""
UNTRAINED_SEED = 0xCA12009
UNTRAINED = "untrained"


def settings_of(method: str, scale: Scale, seed: int) -> SelfPlaySettings:
    """The settings of one training run, as printed."""
    tables = preset("cai2009", METHODS[method])
    tables |= {
        "search": {"depth": scale.depth},
        "generations": scale.generations,
        "seed": seed,
    }
    return SelfPlaySettings.of(tables)


def trained(workshop: Workshop, scale: Scale) -> dict[str, list[RunRecord]]:
    """All training runs, seed by seed, so that early ones of every method come first."""
    found: dict[str, list[RunRecord]] = {method: [] for method in METHODS}
    for seed in range(1, scale.engines + 1):
        for method in METHODS:
            found[method].append(workshop.train(settings_of(method, scale, seed)))
    return found


@dataclass(frozen=True, eq=False)
class Meeting(Question[dict[str, Any]]):
    """Every black against every white: wins of black, draws and moves a game.

    Attributes:
        net: the architecture of engines.
        search: of engines.
        blacks: a row of weights each.
        whites: likewise, or the name of one player without a net.
        noise: share of random moves on each side; a random player needs none.
        games: of each pair.
        seed: of the games.
    """

    net: Evaluator
    search: SearchSettings
    blacks: NDArray[np.float32]
    whites: NDArray[np.float32] | str
    noise: float
    games: int
    seed: int

    def answer(self, workshop: Workshop) -> dict[str, Any]:
        """Plays the games."""
        blacks, whites = self._engines(self.blacks), self._whites()
        players = [*blacks, *whites]
        pairings = every(range(len(blacks)), range(len(blacks), len(players)), self.games)
        seeds = streams(self.seed, "table", len(pairings))
        batch = workshop.arena.play(self.net.game, players, pairings, seeds)
        names = tuple(map(str, range(len(players))))
        table = CrossTable.count(names, batch.pairings, batch.winners)
        return {
            "wins": table.wins[: len(blacks), len(blacks) :].tolist(),
            "draws": table.draws[: len(blacks), len(blacks) :].tolist(),
            "games": self.games,
            "plies": float(batch.plies.mean()),
        }

    def _engines(self, rows: NDArray[np.float32]) -> list[Player]:
        search, choice = self.search.search(), Choice(noise=self.noise)
        return [Engine(self.net, row, search, choice) for row in rows]

    def _whites(self) -> list[Player]:
        if not isinstance(self.whites, str):
            return self._engines(self.whites)
        plain = self.whites == "random" or not self.noise
        spec = self.whites if plain else f"{self.whites},noise={self.noise}"
        return [player(spec, self.net.game)]


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
        rows = {
            method: np.stack([load_weights(one.champion()).weights[0] for one in records])
            for method, records in trained(workshop, scale).items()
        }
        rows[UNTRAINED] = net.initial(scale.engines, UNTRAINED_SEED)
        return cls(net, scale, rows)

    def cell(
        self, workshop: Workshop, black: str, white: str, noise: float, count: int | None = None
    ) -> dict[str, Any]:
        """One cell of a table: the engines of one method as black against another's as white.

        Args:
            workshop: where it is kept.
            black: a method, or untrained.
            white: likewise, or a player without a net.
            noise: share of random moves.
            count: how many engines a method; None for all.
        """
        # Without random moves engines repeat themselves; random players never do.
        games = self.scale.games if noise or white == "random" else 1
        question = Meeting(
            self.net,
            settings_of("hybrid", self.scale, 1).search,
            self.rows[black][:count],
            self.rows[white][:count] if white in self.rows else white,
            noise,
            games,
            stream(2009, f"{black} {white}", 0),
        )
        kind = "noisy" if noise else "quiet"
        size = "" if count is None else f"-{count}"
        return workshop.ask(f"{black}-{white}-{kind}{size}-depth{self.scale.depth}", question)


def share(result: dict[str, Any], *, draws: float = 0.0) -> NDArray[np.float64]:
    """Black's wins in per cent for every pair of engines; draws count as given."""
    won = np.array(result["wins"], np.float64) + draws * np.array(result["draws"], np.float64)
    shares: NDArray[np.float64] = 100 * won / result["games"]
    return shares
