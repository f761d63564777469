"""What a training run would take on a cluster: its batches are counted, its games timed here.

A few generations are made one ply deep, which takes a moment. They say how many games come at a
time, and their nets are like those of the run. Some of their games are then played as deep as the
run plays, on one core, against the clock. The rest is `ponnuki.arena.cluster.model`.
"""

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from rich.console import Console

from ponnuki.arena import Arena, GameBatch
from ponnuki.arena.arena import Progress
from ponnuki.arena.cluster import node
from ponnuki.arena.cluster.model import Work
from ponnuki.arena.opening import START, Opening
from ponnuki.games import Game
from ponnuki.learners import LearnerSettings, Measuring, learner, settings_of
from ponnuki.optimisers import UnstableSwarmWarning
from ponnuki.players import Engine, Player
from ponnuki.seeds import stream

GENERATIONS = 5
"""That are made one ply deep."""
FEWEST_GAMES = 4
"""That are timed, however long they take."""
MOST_GAMES = 400


@dataclass(frozen=True, eq=False)
class Batch:
    """A batch that a run has asked for.

    Attributes:
        rules: the game.
        players: who may play.
        pairings: who meets whom.
        seeds: of the games.
        opening: how they begin.
    """

    rules: Game
    players: Sequence[Player]
    pairings: Any
    seeds: Any
    opening: Opening

    def __len__(self) -> int:
        return len(self.pairings)


@dataclass(frozen=True)
class Listening(Arena):
    """Plays games here, and remembers which were asked for."""

    heard: list[Batch] = field(default_factory=list, compare=False)

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
        begin = Opening.of(opening)
        batch = super().play(game, players, pairings, seeds, progress, opening=begin)
        self.heard.append(Batch(batch.game, players, batch.pairings, batch.seeds, begin))
        return batch


@dataclass(frozen=True)
class RunPlan:
    """What a training run consists of, and what its games take on one core of this machine.

    Attributes:
        name: for people, with its depth.
        generations: how many.
        work: the batches of `counted` generations.
        counted: how many generations that are.
        before: the batches before the first generation.
        measure: the batches of a measure of the champion, if there are any.
        measures: how many of these there are.
        timed: how many games were timed.
    """

    name: str
    generations: int
    work: Work
    counted: int
    before: Work
    measure: Work
    measures: int
    timed: int

    @property
    def games(self) -> int:
        """Of the whole run, about."""
        learned = sum(self.work.batches) * self.generations / self.counted
        return round(learned + sum(self.before.batches) + sum(self.measure.batches) * self.measures)

    @property
    def core_seconds(self) -> float:
        """What all games of the run take on one core."""
        return self.games * self.work.game_seconds

    @property
    def most_cores(self) -> int:
        """More cores than that are of no use to one run: no batch has more games."""
        return max((*self.work.batches, *self.measure.batches))

    def seconds(self, nodes: int, cores: int) -> float:
        """What the run takes on so many nodes of so many cores each."""
        learned = self.work.seconds(nodes, cores) * self.generations / self.counted
        return (
            learned
            + self.before.seconds(nodes, cores)
            + self.measure.seconds(nodes, cores) * self.measures
        )

    def all_seconds(self, nodes: int, cores: int, runs: int, games: int) -> float:
        """What so many such runs take side by side, and then so many more games in one batch."""
        own = self.seconds(nodes, cores)
        together = own if runs == 1 else own + (runs - 1) * self.core_seconds / (nodes * cores)
        more = replace(self.work, batches=(games,) if games else ())
        return together + more.seconds(nodes, cores)

    def to_json(self, nodes: Sequence[int], cores: int, runs: int, games: int) -> dict[str, Any]:
        """All that is known, as plain data."""
        return {
            "run": self.name,
            "generations": self.generations,
            "batches": list(self.work.batches),
            "batches_of_generations": self.counted,
            "games": self.games,
            "game_seconds": self.work.game_seconds,
            "longest_game_seconds": self.work.longest_seconds,
            "games_timed": self.timed,
            "batch_bytes": self.work.batch_bytes,
            "core_seconds": self.core_seconds,
            "most_cores": self.most_cores,
            "runs": runs,
            "further_games": games,
            "clusters": [
                {
                    "nodes": one,
                    "cores": cores,
                    "run_seconds": self.seconds(one, cores),
                    "all_seconds": self.all_seconds(one, cores, runs, games),
                    "used": self.core_seconds / (self.seconds(one, cores) * one * cores),
                }
                for one in nodes
            ],
        }


def plan_run(settings: LearnerSettings, seconds: float) -> RunPlan:
    """Counts the batches of a run, and times its games for about so many seconds.

    Raises:
        MissingPackageError: learning takes an extra that is not installed.
        ValueError: the run's games are not played one by one: it learns inside the core.
    """
    settings.check_packages()
    arena = Listening()
    table = settings.table()
    if "search" in table:
        table["search"] = {**table["search"], "depth": 1}
    one = learner(settings_of(table), arena)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)  # training it says so
        state = one.start()
        before = list(arena.heard)
        counted = min(GENERATIONS, settings.generations)
        arena.heard.clear()
        for _ in range(counted):
            state, generation = one.step(state)
            if sum(map(len, arena.heard)) < generation.facts["games"]:
                raise ValueError(
                    f"learner={settings.learner!r} learns inside the core, on one core: a cluster "
                    "makes no single run faster, but many runs go side by side, a core each"
                )
    learned = list(arena.heard)
    arena.heard.clear()
    own = settings.measure
    last = settings.generations
    measures = sum(bool(own.due(number, number == last)) for number in range(1, last + 1))
    earlier = [generation.champion] * own.earlier
    measuring = Measuring(one.evaluator, one.search, own, arena)
    measuring.measure(generation.champion, own.opponents, earlier)
    took = _timed(learned[-8:], learner(settings).search, seconds)
    sent = [len(node.pack(node.play, (it.rules, list(it.players), it.opening))) for it in learned]

    def work(batches: Sequence[Batch]) -> Work:
        sizes = tuple(len(batch) for batch in batches)
        return Work(sizes, float(np.mean(took)), max(took), round(float(np.mean(sent))))

    name = " ".join(filter(None, [settings.preset, settings.name]))
    return RunPlan(
        f"{name}, depth {learner(settings).search.depth}",
        settings.generations,
        work(learned),
        counted,
        work(before),
        work(arena.heard),
        measures,
        len(took),
    )


def _timed(batches: Sequence[Batch], search: Any, seconds: float) -> list[float]:
    """What games of some batches take on one core, played with that search, in any order."""
    games = [(batch, i) for batch in batches for i in range(len(batch))]
    rng = np.random.default_rng(stream(1, "plan", 0))
    took: list[float] = []
    for number in rng.permutation(len(games))[:MOST_GAMES]:
        batch, i = games[number]
        players = [
            replace(one, search=search) if isinstance(one, Engine) else one
            for one in (batch.players[j] for j in batch.pairings[i])
        ]
        started = time.process_time()  # other programs on this machine do not count
        Arena(1).play(batch.rules, players, [(0, 1)], [batch.seeds[i]], opening=batch.opening)
        took.append(time.process_time() - started)
        if len(took) >= FEWEST_GAMES and sum(took) > seconds:
            break
    return took


def print_plan(
    out: Console, plan: RunPlan, nodes: Sequence[int], cores: int, runs: int, games: int
) -> None:
    """The plan in words."""
    sizes = plan.work.batches
    a_generation = sum(sizes) / plan.counted
    out.print(
        f"{plan.name}: {plan.generations} generations of about {a_generation:,.0f} games, in "
        f"batches of {min(sizes):,} to {max(sizes):,}; {plan.games:,} games a run with measures",
        markup=False,
    )
    out.print(
        f"a game takes {plan.work.game_seconds:.3g} s on one core of this machine, the longest "
        f"{plan.work.longest_seconds:.3g} s ({plan.timed} games timed, of nets after "
        f"{plan.counted} generations one ply deep): {about(plan.core_seconds)} of one core a run"
    )
    out.print(f"{plan.work.batch_bytes / 1e3:,.0f} kB of players go to every node with a batch")
    for one in nodes:
        run, all_ = plan.seconds(one, cores), plan.all_seconds(one, cores, runs, games)
        said = f"on {_count(one, 'node')} of {_count(cores, 'core')}: about {about(run)} a run"
        if runs > 1 or games:
            more = f" and {games:,} more games" if games else ""
            said += f", {about(all_)} for {_count(runs, 'run')} side by side{more}"
        used = plan.core_seconds / (run * one * cores)
        out.print(f"{said}; one run keeps {min(used, 1):.0%} of the cores busy")
    out.print(
        f"where this ends: one run has no use for more than {_count(plan.most_cores, 'core')}, as "
        "no batch has more games, and no batch is shorter than its longest game; runs side by "
        "side fill what is left"
    )
    out.print(
        "it takes every core for one like this machine's, and games for as long as they are now: "
        "where nets grow in training, so do games. What is true of a network is not in it, but "
        "that weights leave the driver at 0.1 GB a second"
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


def _count(number: float, unit: str) -> str:
    return f"{number:,g} {unit}{'' if number == 1 else 's'}"
