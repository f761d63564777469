"""The kinds of n-tuple networks beyond Kim & Cho 2007, and how each of them learns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ponnuki.learners import preset, settings_of
from ponnuki.learners.self_play_settings import SelfPlaySettings
from ponnuki.learners.td.settings import DifferenceSettings
from ponnuki.papers.kim2007.scale import Scale

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
        table = preset(self.preset)
        for name, value in self.changes.items():
            table[name] = {**table[name], **value} if isinstance(value, Mapping) else value
        generations, games = table["generations"], self.times * scale.learned
        table |= {"games": max(1, games // generations), "seed": seed}
        table |= {"keep_every": generations}
        if games < generations:
            table["generations"] = games
        table["rate_halving"] = table["rate_halving"] * games / LEARNED
        made = settings_of(table)
        assert isinstance(made, DifferenceSettings)
        return made


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
        table = preset(self.preset)
        games, taught = table["games"], table["taught"]
        table |= {
            "generations": min(table["generations"], scale.evolved),
            "population": min(table["population"], scale.population),
            "games": {**games, "opponents": min(games["opponents"], scale.games)},
            "taught": {**taught, "games": min(taught["games"], scale.learned)},
            "seed": seed,
            "keep_every": table["generations"],
        }
        return SelfPlaySettings.of(table)


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
