"""The judge of self-play: scores are points from games between nets, all cores at once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import ALL_CORES, Arena, GameBatch, Opening, Repeats
from ponnuki.arena.opening import START
from ponnuki.evaluators import Evaluator
from ponnuki.fitness.payoffs import PAYOFFS
from ponnuki.fitness.reliability import reliability, reliability_of_rows
from ponnuki.fitness.schedules import as_black, as_player_one, duels_of, every
from ponnuki.players import Choice, Engine, Player, Search
from ponnuki.seeds import stream, streams
from ponnuki.settings import Settings, setting

Weights = NDArray[np.float32]


def _share(usual: float, about: str) -> Any:
    return setting(usual, about, low=0, high=1)


@dataclass(frozen=True)
class GameSettings(Settings):
    """The games by which nets are judged."""

    opponents: int = setting(
        8,
        "how many a net meets in a generation as the one who asks for the game",
        low=1,
        high=1_000_000,
    )
    population: float = _share(1.0, "share of these opponents that are nets of the population")
    hall: float = _share(
        0.0, "share that are earlier champions; until there are some, untrained nets stand in"
    )
    untrained: float = _share(
        0.0, "share that are fresh nets with initial weights, new ones every generation"
    )
    fixed: float = _share(0.0, "share that are the fixed players")
    fixed_players: tuple[str, ...] = setting((), "their specs")
    schedule: Literal["as-black", "player-one"] = setting(
        "as-black",
        "how opponents in the population are drawn: different ones, and both sides earn points "
        "(as-black), or each drawn anew, and only player one earns points (player-one)",
    )
    colours: Literal["black", "both", "random"] = setting(
        "black",
        "the net that asks has black (black), every game is played twice (both), or the colours of "
        "every game are drawn, the same for all nets (random)",
    )
    payoff: Literal["win-loss", "quick-win", "share"] = setting("win-loss", "what a game is worth")
    opening: Opening = setting(
        START,
        "how games begin: after so many random plies, or with 'book': then the nets that are "
        "judged follow the game's opening book, and nobody else does",
    )
    noise: float = _share(0.0, "share of random moves")
    duel_games: int = setting(
        2, "games of a duel, half of them with each colour", low=2, high=1_000_000, step=2
    )

    def check(self) -> None:
        """Shares add up, and fixed players have names."""
        total = self.population + self.hall + self.untrained + self.fixed
        if abs(total - 1) > 1e-9:
            raise ValueError(
                f"population, hall, untrained and fixed add up to {total:g}: the shares of "
                "opponents must add up to 1"
            )
        if self.fixed and not self.fixed_players:
            raise ValueError("fixed is above 0, but fixed_players names nobody")
        if self.colours == "random" and (self.population or self.noise == 0):
            raise ValueError(
                "colours='random' is not allowed: use it for games with noise against opponents "
                "from outside the population"
            )

    def counts(self) -> dict[str, int]:
        """How many opponents come from each source: whole numbers nearest to the shares."""
        shares = {
            name: getattr(self, name) for name in ("population", "hall", "untrained", "fixed")
        }
        counts = {name: int(share * self.opponents) for name, share in shares.items()}
        by_rest = sorted(shares, key=lambda name: counts[name] - shares[name] * self.opponents)
        for name in by_rest[: self.opponents - sum(counts.values())]:
            counts[name] += 1
        return counts


@dataclass
class GameJudge:
    """Plays the games of one generation and counts them. All chance comes from its seed.

    Attributes:
        evaluator: the nets' architecture.
        search: how engines look ahead.
        games: which games are played.
        seed: of this generation.
        arena: who plays the games.
        hall: earlier champions, one a row; where there are none yet, untrained nets stand in.
        fixed: fixed players.
        played: games so far.
        leaves: positions that nets valued so far.
        plies: moves so far.
        reliability: of the scores last given.
        sample: the games last played for scores; without any, those of the first duels.
    """

    evaluator: Evaluator
    search: Search
    games: GameSettings
    seed: int
    arena: Arena = ALL_CORES
    hall: Weights | None = None
    fixed: Sequence[Player] = ()
    played: int = field(default=0, init=False)
    leaves: int = field(default=0, init=False)
    plies: int = field(default=0, init=False)
    reliability: float = field(default=float("nan"), init=False)
    sample: GameBatch | None = field(default=None, init=False)
    _scorings: int = field(default=0, init=False)
    _choice: Choice = field(init=False)
    _own_choice: Choice = field(init=False)

    def __post_init__(self) -> None:
        self._choice = Choice(noise=self.games.noise)
        self._own_choice = self.games.opening.choice(self.games.noise)

    def score(self, weights: Weights) -> NDArray[np.float64]:
        """The points of each net among these."""
        seed = stream(self.seed, "scoring", self._scorings)
        self._scorings += 1
        rng = np.random.default_rng(seed)
        nets = len(weights)
        counts = self.games.counts()
        others = counts["population"]
        if self.games.schedule == "as-black":  # few nets, as halving leaves them, meet all others
            others = min(others, nets - 1)
        strangers = self._strangers(counts, rng)
        pairings = np.concatenate(
            [
                self._within(nets, others, rng),
                every(range(nets), range(nets, nets + len(strangers))),
            ]
        )
        # Games against a stranger have the same seed for every net: they differ by the net alone.
        inside = nets * others
        seeds = streams(seed, "game", inside + len(strangers))
        numbers = np.concatenate(
            [np.arange(inside), np.tile(np.arange(len(strangers)), nets) + inside]
        )
        if self.games.colours == "random":
            turned = np.tile(rng.random(len(strangers)) < 0.5, nets)
            pairings[turned] = pairings[turned, ::-1]
        if self.games.colours == "both":
            pairings = np.concatenate([pairings, pairings[:, ::-1]])
            numbers = np.concatenate([numbers, numbers])
        own = self._engines(weights, self._own_choice)
        batch = self._play([*own, *strangers], pairings, seeds[numbers])
        points = PAYOFFS[self.games.payoff](batch)
        if self.games.colours == "random":
            return self._scores_with_random_colours(batch, points, nets)
        earns = np.ones(points.shape, bool)
        if self.games.schedule == "player-one":
            asked = np.arange(len(points)) < len(points) / (1 + (self.games.colours == "both"))
            earns = np.stack([asked, ~asked], axis=1)
        players = np.where(earns, batch.pairings, -1).ravel()
        scores = np.zeros(nets)
        counted = (players >= 0) & (players < nets)
        np.add.at(scores, players[counted], points.ravel()[counted])
        met, earned = np.where(earns, batch.pairings, -1), points
        if self.games.colours == "both":  # a game and its mirror image belong to one half
            half = len(points) // 2
            met, earned = met[:half], points[:half] + points[half:, ::-1]
        new = self._first_times(batch, strangers, nets, len(met))
        self.reliability = reliability(met[new].ravel(), earned[new].ravel(), nets)
        self.sample = batch
        return scores

    def _scores_with_random_colours(
        self, batch: GameBatch, points: NDArray[np.float64], nets: int
    ) -> NDArray[np.float64]:
        """The points of nets that all met the same strangers; random moves make games differ."""
        earned = np.where(batch.pairings[:, 0] < nets, points[:, 0], points[:, 1])
        by_net = earned.reshape(nets, -1)
        self.reliability = reliability_of_rows(by_net)
        self.sample = batch
        scores: NDArray[np.float64] = by_net.sum(axis=1)
        return scores

    @staticmethod
    def _first_times(
        batch: GameBatch, strangers: Sequence[Player], nets: int, asked: int
    ) -> NDArray[np.bool_]:
        """Which games, with their mirror images, are no repeats of games before them.

        A fixed opponent without random moves plays the same game each time, or nearly so: halves of
        such games agree, and say nothing about other games.
        """
        who = [
            np.asarray(one.weights).tobytes() if isinstance(one, Engine) else one.spec
            for one in strangers
        ]
        number = np.array([*range(nets), *(nets + who.index(one) for one in who)], np.int32)
        moves = np.split(batch.moves, batch.offsets[1:-1])
        units = Repeats.find(batch.game, number[batch.pairings], moves).units
        mirrored = units.reshape(-1, asked).T
        new = np.zeros(asked, np.bool_)
        new[np.unique(mirrored, axis=0, return_index=True)[1]] = True
        return new

    def duel(
        self, challengers: Weights, incumbents: Weights, *, first: int = 0
    ) -> NDArray[np.bool_]:
        """Whether each challenger earned more than its incumbent in a match with both colours."""
        count = len(challengers)
        rounds = self.games.duel_games // 2
        pairings = duels_of(count, len(incumbents), rounds)
        duels = [stream(self.seed, "duel", first + i) for i in range(count)]
        seeds = [stream(duel, "game", i) for duel in duels for i in range(rounds)]
        players = self._engines(challengers, self._own_choice)
        players += self._engines(incumbents, self._own_choice)
        batch = self._play(
            players, pairings.reshape(-1, 2), np.repeat(np.array(seeds, np.uint64), 2)
        )
        if self.sample is None:
            self.sample = batch
        points = PAYOFFS[self.games.payoff](batch).reshape(pairings.shape)
        earned = (points[:, :, 0] + points[:, :, 1, ::-1]).sum(axis=1)
        won: NDArray[np.bool_] = earned[:, 0] > earned[:, 1]
        return won

    def _play(
        self, players: Sequence[Player], pairings: NDArray[np.int32], seeds: NDArray[np.uint64]
    ) -> GameBatch:
        batch = self.arena.play(
            self.evaluator.game, players, pairings, seeds, opening=self.games.opening
        )
        self.played += len(batch)
        self.leaves += int(batch.leaves.sum())
        self.plies += len(batch.moves)
        return batch

    def _engines(self, rows: Weights, choice: Choice) -> list[Engine]:
        return Engine.of_rows(self.evaluator, rows, self.search, choice)

    def _within(self, nets: int, opponents: int, rng: np.random.Generator) -> NDArray[np.int32]:
        if opponents == 0:
            return np.zeros((0, 2), np.int32)
        draw = as_black if self.games.schedule == "as-black" else as_player_one
        return draw(nets, opponents, rng)

    def _strangers(self, counts: dict[str, int], rng: np.random.Generator) -> list[Player]:
        """Opponents from outside the population, the same for every net of it."""
        strangers: list[Player] = []
        hall = 0 if self.hall is None else min(len(self.hall), counts["hall"])
        if self.hall is not None and hall:
            chosen = rng.choice(len(self.hall), hall, replace=False)
            strangers += self._engines(self.hall[np.sort(chosen)], self._choice)
        fresh = counts["untrained"] + counts["hall"] - hall
        if fresh:
            rows = self.evaluator.initial(fresh, stream(self.seed, "untrained", self._scorings))
            strangers += self._engines(rows, self._choice)
        if counts["fixed"]:
            strangers += [self.fixed[i % len(self.fixed)] for i in range(counts["fixed"])]
        return strangers
