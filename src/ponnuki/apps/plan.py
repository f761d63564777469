"""How long a training run would take on more cores: one generation is timed and multiplied.

Games of nets as they are drawn are short. So some generations are first made one ply deep, which
takes a moment, and the next one is played as deep as the run plays.
"""

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console

from ponnuki.arena import Arena, GameBatch
from ponnuki.arena.arena import Progress
from ponnuki.arena.opening import START, Opening
from ponnuki.games import Game
from ponnuki.learners import LearnerSettings, learner, settings_of
from ponnuki.optimisers import UnstableSwarmWarning
from ponnuki.players import Player

SHALLOW = 5
"""Generations that are made one ply deep."""


@dataclass(frozen=True)
class Timed(Arena):
    """Plays games here, and writes down how many each batch had, and its seconds of one core."""

    batches: list[tuple[int, float]] = field(default_factory=list, compare=False)

    def play(
        self,
        game: Game | str,
        players: Sequence[Player],
        pairings: Any,
        seeds: Any,
        progress: Progress | None = None,
        *,
        opening: Opening | int | str = START,
    ) -> GameBatch:
        """Plays games; arguments and errors as of `Arena.play`."""
        begin = time.process_time()  # of all threads; other programs do not count
        batch = super().play(game, players, pairings, seeds, progress, opening=opening)
        self.batches.append((len(batch), time.process_time() - begin))
        return batch


@dataclass(frozen=True)
class RunPlan:
    """What a generation of a run took, and how many there will be.

    Attributes:
        name: for people.
        generations: how many.
        batches: of that generation: games, and seconds of one core.
        alone: seconds of one core that it took besides, which no cluster makes shorter.
    """

    name: str
    generations: int
    batches: tuple[tuple[int, float], ...]
    alone: float

    @property
    def core_seconds(self) -> float:
        """What the run takes on one core."""
        return self.seconds(1)

    @property
    def most_cores(self) -> int:
        """More cores than that are of no use to one run: no batch has more games."""
        return max((games for games, _ in self.batches), default=1)

    def seconds(self, cores: int, runs: int = 1) -> float:
        """What so many such runs take side by side on so many cores, at least.

        >>> plan = RunPlan("a run", 10, ((100, 50.0), (2, 1.0)), alone=0.5)
        >>> plan.seconds(1), plan.seconds(10), plan.seconds(1000), plan.seconds(10, runs=4)
        (515.0, 60.0, 15.0, 206.0)
        """
        shared = sum(seconds / min(cores, games) for games, seconds in self.batches if games)
        own = self.generations * (shared + self.alone)
        return own if runs == 1 else max(own, runs * self.core_seconds / cores)

    def to_json(self, cores: Sequence[int], runs: int) -> dict[str, Any]:
        """All that is known, as plain data."""
        return {
            "run": self.name,
            "generations": self.generations,
            "batches": [{"games": games, "core_seconds": one} for games, one in self.batches],
            "alone_seconds": self.alone,
            "core_seconds": self.core_seconds,
            "most_cores": self.most_cores,
            "runs": runs,
            "clusters": [
                {
                    "cores": one,
                    "run_seconds": self.seconds(one),
                    "all_seconds": self.seconds(one, runs),
                }
                for one in cores
            ],
        }


def plan_run(settings: LearnerSettings) -> RunPlan:
    """Plays a generation of a run here.

    Raises:
        MissingPackageError: learning takes an extra that is not installed.
    """
    settings.check_packages()
    arena = Timed()
    one = learner(settings, arena)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)  # training it says so
        table = settings.table()
        if "search" in table:
            table["search"] = {**table["search"], "depth": 1}
        quick = learner(settings_of(table), arena)
        state = quick.start()
        for _ in range(min(SHALLOW, settings.generations - 1) if "search" in table else 0):
            state, _ = quick.step(state)
        arena.batches.clear()
        begin = time.process_time()
        one.step(state)
        took = time.process_time() - begin
    name = " ".join(filter(None, [settings.preset, settings.name]))
    alone = max(0.0, took - sum(seconds for _, seconds in arena.batches))
    return RunPlan(name, settings.generations, tuple(arena.batches), alone)


def print_plan(out: Console, plan: RunPlan, cores: Sequence[int], runs: int) -> None:
    """The plan in words."""
    games = sum(games for games, _ in plan.batches)
    played = sum(seconds for _, seconds in plan.batches)
    out.print(
        f"{plan.name}: one of {plan.generations:,} generations took "
        f"{about(played + plan.alone)} of one core of this machine, {about(played)} of it for "
        f"{games:,} games in {_count(len(plan.batches), 'batch', 'es')}",
        markup=False,
    )
    for one in cores:
        said = f"on {_count(one, 'core')}: at least {about(plan.seconds(one))} a run"
        if runs > 1:
            said += f", {about(plan.seconds(one, runs))} for {runs:,} runs side by side"
        out.print(said)
    out.print(
        f"one run has no use for more than {_count(plan.most_cores, 'core')}: no batch has more "
        "games. Where nets grow in training, games take longer than they do now"
    )


def about(seconds: float) -> str:
    """A duration as one says it, with two digits at the most.

    >>> about(0.4), about(95), about(3000), about(100_000), about(10**6)
    ('0.4 seconds', '95 seconds', '50 minutes', '28 hours', '12 days')
    """
    for unit, size, most in (("second", 1, 100), ("minute", 60, 100), ("hour", 3600, 100)):
        if seconds < size * most:
            return _count(float(f"{seconds / size:.2g}"), unit)
    days = seconds / 86400
    return _count(float(f"{days:.2g}"), "day") if days < 1000 else f"{days / 365:.2g} years"


def _count(number: float, unit: str, more: str = "s") -> str:
    return f"{number:,g} {unit}{'' if number == 1 else more}"
