"""The kinds of n-tuple networks beyond Kim & Cho 2007, and how each of them learns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ponnuki.learners import preset, settings_of
from ponnuki.learners.self_play_settings import SelfPlaySettings
from ponnuki.learners.td.settings import DifferenceSettings
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

    def settings(self, scale: Scale, seed: int) -> DifferenceSettings:
        """One of its runs."""
        own = settings_of(preset(self.preset)).but(**self.changes)
        assert isinstance(own, DifferenceSettings)
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
    """Runs of evolution from a net that was taught, as a preset has them; less at a small scale.

    Attributes:
        words: for people.
        preset: whose settings they have.
    """

    words: str
    preset: str

    def settings(self, scale: Scale, seed: int) -> SelfPlaySettings:
        """One of its runs."""
        own = SelfPlaySettings.of(preset(self.preset))
        return own.but(
            generations=min(own.generations, scale.evolved),
            population=min(own.population, scale.population),
            games={"opponents": min(own.games.opponents, scale.games)},
            taught={"games": min(own.taught.get("games"), scale.learned)},
            seed=seed,
            keep_every=own.generations,
            measure=UNMEASURED,
        )


EVOLVED = Evolved("specialist, pairs of points, evolved", "pairs")

ACTOR = Kind("specialist, pairs of points, actor and critic", "actor-critic", {}, times=2)

KINDS: dict[str, Kind | Evolved] = {
    "all": Kind("all-rounder", "all-rounder", {}),
    "pairs": Kind(
        "specialist, pairs of points",
        "specialist",
        {"net": {"shapes": ["straight-2"]}, "rate": 0.0005},
    ),
    "lines": Kind("specialist, whole lines", "specialist", {}),
    "evolved": EVOLVED,
    "actor": ACTOR,
}
"""The kinds of runs by the names of their files."""
