"""An engine's examination: games against random, and against untrained nets that no run has seen.

Beating a random mover is no evidence of learning: an untrained net with this search does it every
time. What counts is the score against untrained nets with the same search, and what other untrained
nets would say: the interval is over nets.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ponnuki.arena import ALL_CORES, Arena, Opening, Results
from ponnuki.arena.opening import START
from ponnuki.drawing import Interval, draw_intervals
from ponnuki.learners.measuring import HELD_OUT_SEED, Nets, measured
from ponnuki.learners.settings import MeasureSettings
from ponnuki.players import Engine, depth_of, named, visits_of
from ponnuki.words import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

EXAMINERS = 200
"""Untrained nets that an examination has, if nobody says another number."""


@dataclass(frozen=True, eq=False)
class Examination:
    """What an engine did against those who examined it, with its own search on both sides.

    Attributes:
        engine: who was examined.
        measures: the games by opponent: random, untrained, untrained_noise (with random moves of
            both sides); the engine is the first player of each.
        opening: how the games began.
    """

    engine: Engine
    measures: Mapping[str, Results]
    opening: Opening = START

    @property
    def name(self) -> str:
        """The engine with its net and its search."""
        one = self.engine
        return named(one.spec, one.net_name, depth_of(one), visits_of(one))

    @property
    def nets(self) -> int:
        """How many untrained nets it met."""
        return len(self.measures["untrained"].opponents())

    @property
    def titles(self) -> dict[str, str]:
        """What the opponents are called."""
        return {
            "random": "random player",
            "untrained": f"{self.nets} untrained nets",
            "untrained_noise": "same, 10 % random",
        }

    def __str__(self) -> str:
        lines = [f"{self.name}, {self.engine.game.spec}, both sides with this search"]
        for name, one in self.measures.items():
            tally, interval = one.total, one.interval(over="opponents")
            record = f"{tally.wins}-{tally.draws}-{tally.losses}"
            said = f"{record} of {tally.games:,} games, {percent(tally.share, interval)}"
            lines.append(f"  against {self.titles[name]}: {said}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        one = self.measures["untrained"]
        said = percent(one.share(), one.interval(over="opponents"))
        return f"<Examination of {self.name}: {said} against {self.titles['untrained']}>"

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Draws the shares of points with their intervals.

        Raises:
            ImportError: matplotlib is not installed; says how to get it.
        """
        rows = [
            Interval(self.titles[name], one.share(), one.interval(over="opponents"))
            for name, one in self.measures.items()
        ]
        return draw_intervals(rows, "score", self.name, 0.5, axes)

    def to_json(self) -> dict[str, Any]:
        """The examination as plain data."""
        return {
            **scores(self.measures),
            "game": self.engine.game.spec,
            "opening": self.opening.plain(),
            "net": self.engine.net_name,
            "depth": depth_of(self.engine),
            "visits": visits_of(self.engine),
        }


def examine_engine(
    engine: Engine,
    nets: int = EXAMINERS,
    rounds: int = 1,
    arena: Arena = ALL_CORES,
    opening: Opening = START,
) -> Examination:
    """Plays an examination, always the same for the same engine.

    Args:
        engine: who is examined.
        nets: untrained nets that it meets.
        rounds: pairs of games a net with random moves.
        arena: who plays the games. Changes no result.
        opening: how games begin.

    Raises:
        SettingsError: a number is not allowed.
    """
    asked = MeasureSettings.of({"nets": nets, "rounds": rounds})
    examiners = Nets(engine.evaluator, engine.search, asked, arena, HELD_OUT_SEED, opening)
    found = examiners.untrained(np.asarray(engine.weights, np.float32))
    return Examination(engine, found, opening)


def scores(measures: Mapping[str, Results]) -> dict[str, dict[str, Any]]:
    """Measures as examinations say them, in JSON and in answers on disk: the share is the score."""
    return {
        name: {"score" if key == "share" else key: value for key, value in measured(one).items()}
        for name, one in measures.items()
    }
