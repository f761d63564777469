"""Measuring: what a champion is worth against opponents that stay the same.

Scores of a generation say how nets fared against each other. They cannot be compared over time, and
beating a random mover is no evidence of learning: an untrained net with the same search does it
every time. So a champion meets players with rules written by hand, from random openings, and fixed
untrained nets with the same search. These nets are a sample: intervals are over nets, not over
games, so that they say what other untrained nets would.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import ALL_CORES, Arena, Contest, Opening, Results
from ponnuki.arena.layout import PROBE, STRENGTH
from ponnuki.arena.opening import START
from ponnuki.evaluators import Evaluator
from ponnuki.games import Game
from ponnuki.learners.settings import (
    AUTO,
    EARLIER,
    UNTRAINED,
    MeasureSettings,
    named_players,
)
from ponnuki.players import Choice, Engine, Player, Search, player
from ponnuki.words import word_of

PLAYERS_SEED = 0x57E6
"""Games against players draw from here and from nowhere else: they are the same for every run."""
NETS_SEED = 0x9B0B
"""Untrained nets and the games against nets draw from here, so that they are the same, too."""
HELD_OUT_SEED = 0x4E1D
"""Nets for a last examination, which no run ever sees."""

YARDSTICKS: dict[str, tuple[str, ...]] = {
    "capture-go": ("defensive",),
    "go": ("naive", "pattern"),
    "othello": ("standard-wpc",),
}
"""By game: the players that `auto` stands for; the random player in other games."""

Weights = NDArray[np.float32]


def measured(results: Results) -> dict[str, Any]:
    """What the first player of a contest did against the others, as plain data.

    The interval is over opponents. Against a single one it is over the games, however few.
    """
    tally, opponents = results.total, len(results.opponents())
    interval = tally.interval if opponents == 1 else results.interval(over="opponents")
    return {
        **tally.to_json(),
        "share": tally.share,
        "interval": None if interval is None else list(interval),
        "opponents": opponents,
    }


def against_player(
    engine: Engine,
    other: Player,
    number: int,
    games: int,
    arena: Arena = ALL_CORES,
    opening: Opening = START,
    seed: int = PLAYERS_SEED,
) -> Results:
    """An engine's games against a player, half of them as black.

    Args:
        engine: who is measured.
        other: the player.
        number: its place among the players that the engine meets; each has seeds of its own.
        games: how many.
        arena: who plays the games.
        opening: how they begin.
        seed: of all games that measure.
    """
    return Contest(
        engine.game,
        [engine, other],
        opening=opening,
        games=2 * (games // 2),
        seed=seed,
        layout=STRENGTH,
        place=number,
    ).play(arena)


@dataclass(frozen=True)
class Nets:
    """Measures nets against others of their architecture, with one search.

    Attributes:
        evaluator: the nets' architecture.
        search: of both sides.
        settings: how many games.
        arena: who plays the games.
        seed: of the untrained nets and of the games.
        opening: how games begin.
    """

    evaluator: Evaluator
    search: Search
    settings: MeasureSettings
    arena: Arena = ALL_CORES
    seed: int = NETS_SEED
    opening: Opening = START

    def untrained(self, champion: Weights) -> dict[str, Results]:
        """Against who has learned nothing: the random player, untrained nets, and with noise."""
        others = self.evaluator.initial(self.settings.nets, self.seed)
        engine = Engine(self.evaluator, champion, self.search)
        chance = player("random", self.evaluator.game)
        return {
            "random": self._met([engine, chance], self.settings.nets),
            **self.against(UNTRAINED, champion, others),
        }

    def against(
        self, name: str, champion: Weights, others: Sequence[Weights] | Weights
    ) -> dict[str, Results]:
        """Against each of some nets; '_noise' for games with random moves of both sides."""
        own = self.settings
        return {
            name: self.one(champion, others, 0.0, 1),
            f"{name}_noise": self.one(champion, others, own.noise, own.rounds),
        }

    def one(
        self,
        champion: Weights,
        others: Sequence[Weights] | Weights,
        noise: float,
        rounds: int,
    ) -> Results:
        """A champion's games against each of some nets, both colours, `rounds` times over."""
        choice = Choice(noise=noise)
        players = [Engine(self.evaluator, row, self.search, choice) for row in (champion, *others)]
        return self._met(players, rounds)

    def _met(self, players: Sequence[Player], rounds: int) -> Results:
        return Contest(
            self.evaluator.game,
            players,
            pairing="first",
            opening=self.opening,
            games=2 * rounds,
            seed=self.seed,
            layout=PROBE,
        ).play(self.arena)


@dataclass(frozen=True)
class Measuring:
    """Measures the champions of a run, as its settings say.

    Attributes:
        evaluator: the nets' architecture.
        search: how the champion looks ahead.
        settings: whom it meets.
        arena: who plays the games.
    """

    evaluator: Evaluator
    search: Search
    settings: MeasureSettings
    arena: Arena = ALL_CORES

    @cached_property
    def players(self) -> dict[str, tuple[str, Player]]:
        """The players that the champion meets, by their specs, and as which opponent.

        Raises:
            SettingsError: there is no such player, or it is a program.
            NoProgramError: its program is not installed.
        """
        game = self.evaluator.game
        found: dict[str, tuple[str, Player]] = {}
        for opponent in self.settings.opponents:
            if opponent in {UNTRAINED, EARLIER}:
                continue
            specs = yardsticks(game) if opponent == AUTO else [opponent]
            made = named_players("measure.opponents", specs, game)
            for spec, one in zip(specs, made, strict=True):
                found.setdefault(spec, (opponent, one))
        return found

    def measure(
        self, champion: Weights, met_now: Collection[str], earlier: Sequence[Weights] = ()
    ) -> dict[str, Results]:
        """What a champion did, by the names under which a run's record has it.

        Args:
            champion: its weights.
            met_now: those of the opponents that it meets.
            earlier: champions of the run before it.
        """
        found = self._against_players(champion, met_now)
        nets = Nets(self.evaluator, self.search, self.settings, self.arena)
        if UNTRAINED in met_now:
            found |= nets.untrained(champion)
        if EARLIER in met_now and len(earlier):
            found |= nets.against(EARLIER, champion, earlier)
        return found

    def _against_players(self, champion: Weights, met_now: Collection[str]) -> dict[str, Results]:
        own = self.settings
        engine = Engine(self.evaluator, champion, self.search)
        ways = {"start": 0} if own.start or not own.opening else {}
        ways |= {"opening": own.opening} if own.opening else {}
        return {
            f"{word_of(spec)}_{way}": against_player(
                engine, other, number, own.games, self.arena, Opening(plies)
            )
            for way, plies in ways.items()
            for number, (spec, (opponent, other)) in enumerate(self.players.items())
            if opponent in met_now
        }


def yardsticks(game: Game) -> list[str]:
    """The players that `auto` stands for in a game; there is always somebody."""
    found = []
    for spec in YARDSTICKS.get(game.id, ()):
        with suppress(ValueError):
            found.append(player(spec, game).spec)
    return found or ["random"]
