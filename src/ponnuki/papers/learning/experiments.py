"""Every method trains some nets, and all of them are examined by the same opponents.

Some of these are untrained nets, which are also what a few methods train against; the others are
players that nobody trained against.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import Evaluator, evaluator, load_weights
from ponnuki.learners import SelfPlay, SelfPlaySettings, preset
from ponnuki.learners.examination import scores
from ponnuki.learners.measuring import HELD_OUT_SEED, Nets
from ponnuki.learners.settings import MeasureSettings, SearchSettings
from ponnuki.papers.cai2007.measures import Points
from ponnuki.papers.cai2009.outside import gnu_go
from ponnuki.papers.learning.report import GNU_GO, print_report
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import UNMEASURED, Workshop
from ponnuki.players.gtp_process import find_program
from ponnuki.reports import Page
from ponnuki.runs.shelf import run_name
from ponnuki.settings import Settings, setting

METHODS: dict[str, tuple[str, str | None]] = {
    "PSO, as printed": ("cai2009", "pso"),
    "EA, as printed": ("cai2009", "ea"),
    "hybrid, as printed": ("cai2009", "hybrid"),
    "HC, as printed": ("cai2009", "hc"),
    "PSO, stable constants": ("stable", "pso"),
    "hybrid, stable constants": ("stable", "hybrid"),
    "ES, in the halving preset's games": ("halving", "es"),
    "selection alone": ("halving", "selection"),
    "halving preset": ("halving", None),
}
"""The rows of the table: a preset and a method."""

GAME = "capture-go:9"
"""By whose rules all are examined, whatever a preset trains with."""

YARDSTICK = "selection alone"
"""The method that learns nothing: what others have above it, they have learned."""

UNTRAINED_SEED = 77
"""Of the nets that never trained."""

SCRIPTED = {
    "naive": "naive",
    "defensive, 10 % random": "defensive,noise=0.1",
    "influence": "influence,depth={depth}",
}
"""Players with rules written by hand; influence searches as deep as the nets."""

STRANGER_SEED = 0x57A6
"""Of the games against players that nobody trained against."""


@dataclass(frozen=True)
class Scale(Settings):
    """How much is done."""

    depth: int = setting(..., "of all searches", low=1)
    seeds: int = setting(..., "runs a method", low=1)
    more_seeds: int = setting(..., "runs in the halving preset's games", low=1)
    share: float = setting(..., "of the budget of 32,000 games a run", above=0)
    nets: int = setting(..., "held-out nets that a champion meets", low=1)
    rounds: int = setting(..., "with random moves against each of them, both colours", low=1)
    scripted: int = setting(
        ..., "games of a champion against each player with rules written by hand", low=1
    )
    outside: int = setting(..., "games of a champion against GNU Go, level 1", low=1)

    def __str__(self) -> str:
        return (
            f"depth {self.depth}, {self.seeds} runs a method ({self.more_seeds} in the "
            f"halving preset's games), {self.share:.0%} of 32,000 games a run, {self.nets} "
            f"held-out nets, {2 * self.nets} games without and {2 * self.nets * self.rounds} with "
            f"random moves, {self.scripted} games against each player with rules written by hand, "
            f"{self.outside} against GNU Go"
        )


SCALES = {
    "smoke": Scale(
        depth=1, seeds=1, more_seeds=2, share=0.01, nets=4, rounds=1, scripted=4, outside=2
    ),
    "small": Scale(
        depth=2, seeds=5, more_seeds=10, share=1.0, nets=200, rounds=1, scripted=200, outside=10
    ),
}


def settings_of(row: str, scale: Scale, seed: int) -> SelfPlaySettings:
    """The settings of one run."""
    name, method = METHODS[row]
    own = SelfPlaySettings.of(preset(name, method))
    generations = max(1, round(own.generations * scale.share))
    return own.but(
        search={"depth": scale.depth}, seed=seed, generations=generations, measure=UNMEASURED
    )


@dataclass(frozen=True)
class ProbeSettings:
    """How many games nets play, as questions say it whose answers are kept.

    Attributes:
        nets: how many held-out nets each meets, with both colours.
        rounds: how often each pair meets with random moves.
        noise: share of random moves in these games.
        every: says nothing, as `earlier` does; answers are kept under them.
        earlier: see `every`.
    """

    nets: int
    rounds: int
    noise: float = 0.1
    every: int = 10
    earlier: int = 5


@dataclass(frozen=True, eq=False)
class Examination(Question[list[dict[str, Any]]]):
    """What nets are worth against held-out nets with the same search: tallies by opponent.

    Attributes:
        net: the architecture of all nets.
        search: of both sides.
        champions: the nets, a row each.
        probe: how many games against how many nets, with which share of random moves.
        seed: of the held-out nets and of the games.
    """

    net: Evaluator
    search: SearchSettings
    champions: NDArray[np.float32]
    probe: ProbeSettings
    seed: int

    def answer(self, workshop: Workshop) -> list[dict[str, Any]]:
        """Plays the games."""
        own = self.probe
        asked = MeasureSettings(nets=own.nets, rounds=own.rounds, noise=own.noise)
        nets = Nets(self.net, self.search.search(), asked, workshop.arena, self.seed)
        return [scores(nets.untrained(row)) for row in self.champions]


def _examination(
    settings: SelfPlaySettings, scale: Scale, champions: NDArray[np.float32]
) -> Examination:
    probe = ProbeSettings(nets=scale.nets, rounds=scale.rounds)
    net = evaluator("window", GAME)
    return Examination(net, settings.search, champions, probe, HELD_OUT_SEED)


def _strangers(
    workshop: Workshop,
    name: str,
    settings: SelfPlaySettings,
    scale: Scale,
    champions: NDArray[np.float32],
) -> list[dict[str, float]]:
    """Points a game of each champion against each player that nobody trained against.

    GNU Go is met where it is installed.
    """
    net, search = evaluator("window", GAME), settings.search.search()
    specs = tuple(spec.format(depth=settings.search.depth) for spec in SCRIPTED.values())
    scripted = Points(net, champions, search, specs, scale.scripted, STRANGER_SEED)
    points = workshop.ask(f"scripted-{name}", scripted)
    found = [dict(zip(SCRIPTED, row, strict=True)) for row in points]
    if find_program("gnugo") is not None:
        outside = Points(net, champions, search, (gnu_go(1),), scale.outside, STRANGER_SEED)
        points = workshop.ask(f"gnugo-{name}", outside)
        for one, row in zip(found, points, strict=True):
            (one[GNU_GO],) = row
    return found


def _seeds(row: str, scale: Scale) -> range:
    return range(1, 1 + (scale.more_seeds if METHODS[row][0] == "halving" else scale.seeds))


def methods(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """All methods beside each other."""
    found: dict[str, list[dict[str, Any]]] = {}
    runs = {row: [settings_of(row, scale, seed) for seed in _seeds(row, scale)] for row in METHODS}
    workshop.train_each("methods", [one for many in runs.values() for one in many])
    for row in METHODS:
        found[row] = []
        for seed, settings in zip(_seeds(row, scale), runs[row], strict=True):
            record = workshop.train(settings)
            champion = load_weights(record.champion()).weights[:1]
            question = _examination(settings, scale, champion)
            (examined,) = workshop.ask(f"examine-{run_name(settings)}", question)
            (strangers,) = _strangers(workshop, run_name(settings), settings, scale, champion)
            found[row].append(
                {
                    "seed": seed,
                    **examined,
                    "strangers": strangers,
                    **_history(record.generations()),
                }
            )
    settings = settings_of("halving preset", scale, 1)
    rows = SelfPlay(settings).evaluator.initial(4 * scale.seeds, UNTRAINED_SEED)
    baseline = workshop.ask("examine-untrained", _examination(settings, scale, rows))
    met = _strangers(workshop, "untrained", settings, scale, rows)
    baseline = [one | {"strangers": other} for one, other in zip(baseline, met, strict=True)]
    starts = {row: _start(settings_of(row, scale, 1)) for row in METHODS}
    paired = {row for row in METHODS if starts[row] == starts[YARDSTICK]} - {YARDSTICK}
    print_report(page, found, baseline, YARDSTICK, paired)
    return {"methods": found, "untrained": baseline}


def _start(settings: SelfPlaySettings) -> tuple[str, int]:
    """Which nets a run starts from, but for its seed: an architecture, and how many."""
    one = SelfPlay(settings)
    nets = 1 if one.optimiser.single_start else settings.population
    return one.evaluator.fingerprint, nets


def _history(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """What is drawn over generations."""
    return {
        "games": sum(line["games"] for line in lines),
        "seconds": sum(line["seconds"] for line in lines),
        "weight_size": [line["weight_size"] for line in lines],
        "reliability": [line.get("reliability") for line in lines],
        "duels": [
            line["duels_won"] / line["duels_fought"] if line.get("duels_fought") else None
            for line in lines
        ],
    }
