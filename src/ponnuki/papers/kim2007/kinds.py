"""The kinds of n-tuple networks beyond Kim & Cho 2007, and how each of them learns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ponnuki.learners import preset, settings_of
from ponnuki.learners.self_play_settings import SelfPlaySettings
from ponnuki.learners.td.settings import TdSettings
from ponnuki.papers.kim2007.scale import Scale
from ponnuki.papers.workshop import UNMEASURED

LEARNED = 1_000_000
"""Games of a run as the presets have it; the learning rate falls in proportion."""


@dataclass(frozen=True)
class Kind:
    """Runs that learn alike by temporal differences.

    Attributes:
        words: for people.
        preset: whose settings they have.
        changes: settings that differ from those; tables are merged.
        times: as many games as the others.
    """

    words: str
    preset: str
    changes: Mapping[str, Any]
    times: int = 1

    def settings(self, scale: Scale, seed: int) -> TdSettings:
        """One of its runs."""
        own = settings_of(preset(self.preset)).but(**self.changes)
        assert isinstance(own, TdSettings)
        games = self.times * scale.learned
        return own.but(
            games=max(1, games // own.generations),
            generations=min(own.generations, games),
            seed=seed,
            keep_every=own.generations,
            measure=UNMEASURED,
            rate_halving=own.rate_halving * games / LEARNED,
        )


@dataclass(frozen=True)
class Evolved:
    """Runs of evolution from a net that has learned, as a preset has them; less at a small scale.

    Attributes:
        words: for people.
        preset: whose settings they have.
        learned: what differs from a specialist's settings in the runs whose nets they start from.
    """

    words: str
    preset: str
    learned: Mapping[str, Any]

    def first(self, scale: Scale, seed: int) -> TdSettings:
        """The run whose net one of them starts from."""
        own = settings_of(preset("specialist")).but(**self.learned, seed=seed)
        assert isinstance(own, TdSettings)
        return own.but(games=min(own.games, scale.learned), keep_every=own.generations)

    def settings(self, scale: Scale, seed: int) -> SelfPlaySettings:
        """One of its runs, but for the net that it starts from."""
        own = SelfPlaySettings.of(preset(self.preset))
        return own.but(
            generations=min(own.generations, scale.evolved),
            population=min(own.population, scale.population),
            games={"opponents": min(own.games.opponents, scale.games)},
            seed=seed,
            keep_every=own.generations,
            measure=UNMEASURED,
        )


PAIRS: dict[str, Any] = {"net": {"shapes": ["straight-2"]}, "rate": 0.0005}

EVOLVED = Evolved(
    "specialist, pairs of points, evolved",
    "pairs",
    {**PAIRS, "rate_halving": 5_000.0, "games": 5_000},
)

ACTOR = Kind("specialist, pairs of points, actor and critic", "actor-critic", {}, times=2)

KINDS: dict[str, Kind | Evolved] = {
    "all": Kind("all-rounder", "all-rounder", {}),
    "pairs": Kind("specialist, pairs of points", "specialist", PAIRS),
    "lines": Kind("specialist, whole lines", "specialist", {}),
    "evolved": EVOLVED,
    "actor": ACTOR,
}
"""The kinds of runs by the names of their files."""
