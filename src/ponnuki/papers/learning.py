"""The study behind the default preset: which method learns, measured over training runs."""

import textwrap
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Arena
from ponnuki.evaluators import load_weights
from ponnuki.fitness import mean_reliability
from ponnuki.papers.workshop import Workshop, mark, run_name
from ponnuki.reports import Page, mean_difference, mean_interval
from ponnuki.reports.page import new_figure
from ponnuki.trainers import Probe, Trainer, TrainingSettings, preset
from ponnuki.trainers.probes import HELD_OUT_SEED
from ponnuki.trainers.settings import ProbeSettings

INTRODUCTION = """
Every method has the paper's budget of 32,000 games, or the share of it that the scale names, at the
most. Duels of swarms come on top; hill climbing counts a challenge as two games, and what it asks
ahead of need and throws away comes on top. The champion that a run delivers then meets untrained
nets that no run has ever seen, with the same search, with both colours: once without random moves,
and some times with 10 % random moves on both sides. A run is one value; intervals are 95 %
t-intervals over runs with different seeds, because games of one run are not independent. An
untrained net scores 50 % by definition, on average over such nets, but one is stronger than another
by chance: selection alone draws as many nets as the default preset, changes none of them, and
delivers the one with the most points in about as many games. What a method has above that row it
has learned.
"""

METHODS: dict[str, tuple[str, str | None]] = {
    "PSO, as printed": ("cai2009", "pso"),
    "EA, as printed": ("cai2009", "ea"),
    "hybrid, as printed": ("cai2009", "hybrid"),
    "HC, as printed": ("cai2009", "hc"),
    "PSO, stable constants": ("stable", "pso"),
    "hybrid, stable constants": ("stable", "hybrid"),
    "ES, in the default preset's games": ("default", "es"),
    "selection alone": ("default", "selection"),
    "default preset": ("default", None),
}
"""The rows of the table: a preset and a method."""


@dataclass(frozen=True)
class Scale:
    """How much is done."""

    depth: int
    seeds: int
    more_seeds: int
    share: float
    nets: int
    rounds: int

    def __str__(self) -> str:
        return (
            f"depth {self.depth}, {self.seeds} runs a method ({self.more_seeds} in the "
            f"default preset's games), {self.share:.0%} of 32,000 games a run, {self.nets} "
            f"held-out nets, {2 * self.nets} games without and {2 * self.nets * self.rounds} with "
            "random moves"
        )


SCALES = {
    "smoke": Scale(depth=1, seeds=2, more_seeds=3, share=0.02, nets=4, rounds=1),
    "small": Scale(depth=2, seeds=5, more_seeds=10, share=1.0, nets=20, rounds=5),
}


def settings_of(row: str, scale: Scale, seed: int) -> TrainingSettings:
    """The settings of one run."""
    name, method = METHODS[row]
    tables = preset(name, method)
    tables["search"] = {"depth": scale.depth}
    tables["seed"] = seed
    tables["generations"] = max(1, round(tables["generations"] * scale.share))
    return TrainingSettings.of(tables)


def methods(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """All methods beside each other."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in METHODS:
        found[row] = []
        seeds = scale.more_seeds if METHODS[row][0] == "default" else scale.seeds
        for seed in range(1, seeds + 1):
            settings = settings_of(row, scale, seed)
            name = run_name(settings)
            record = workshop.train(settings)
            champion = load_weights(record.champion()).weights[0]
            examined = workshop.part(
                f"examine-{name}",
                [mark(champion), scale.depth, scale.nets, scale.rounds],
                partial(_examine, workshop, champion, settings, scale),
            )
            lines = record.generations()
            found[row].append({"seed": seed, **examined, **_history(lines)})
    baseline = workshop.part(
        "examine-untrained", asdict(scale), lambda: _untrained(workshop, scale)
    )
    _tables(page, found, baseline)
    return {"methods": found, "untrained": baseline}


def _examine(
    workshop: Workshop,
    champion: NDArray[np.float32],
    settings: TrainingSettings,
    scale: Scale,
) -> dict[str, Any]:
    probe = _probe(settings, scale, workshop.arena)
    return {name: one.to_json() for name, one in probe.tallies(champion).items()}


def _probe(settings: TrainingSettings, scale: Scale, arena: Arena) -> Probe:
    trainer = Trainer(settings)
    asked = ProbeSettings(nets=scale.nets, rounds=scale.rounds)
    return Probe(trainer.evaluator, trainer.search, asked, arena, HELD_OUT_SEED)


def _untrained(workshop: Workshop, scale: Scale) -> list[dict[str, Any]]:
    """The same examination of nets that never trained."""
    settings = settings_of("default preset", scale, 1)
    probe = _probe(settings, scale, workshop.arena)
    rows = Trainer(settings).evaluator.initial(4 * scale.seeds, 77)
    return [{name: one.to_json() for name, one in probe.tallies(row).items()} for row in rows]


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


def share(tally: dict[str, Any]) -> float:
    """Points a game in per cent."""
    return float(100 * (tally["wins"] + tally["draws"] / 2) / tally["games"])


def _tables(
    page: Page, found: dict[str, list[dict[str, Any]]], baseline: list[dict[str, Any]]
) -> None:
    page.heading("Against untrained nets, in per cent")
    rows = []
    for row, runs in [("untrained", baseline), *found.items()]:
        cells = [
            mean_interval([share(run[name]) for run in runs]).text()
            for name in ("untrained", "untrained_noise")
        ]
        rows.append([row, len(runs), *cells, _above(runs, 60)])
    page.table(
        ["method", "runs", "no random moves", "10 % random moves", "whole interval above 60"], rows
    )
    if min(map(len, found.values())) > 1:
        page.text(
            "How much higher than selection alone, with Welch's 95 % interval: what was learned "
            "beyond a lucky draw."
        )
        yardstick = found["selection alone"]
        page.table(
            ["method", "no random moves", "10 % random moves"],
            [
                [
                    row,
                    *(
                        mean_difference(
                            [share(run[name]) for run in runs],
                            [share(run[name]) for run in yardstick],
                        ).text()
                        for name in ("untrained", "untrained_noise")
                    ),
                ]
                for row, runs in found.items()
                if runs is not yardstick
            ],
        )
    page.heading("What scores are worth, and how weights grow")
    page.text(
        "Reliability: how much of the differences between scores in a generation would come again "
        "with other games (1 all, 0 none), over all generations. Duels won: share of challengers "
        "that beat the recorded best. Where a net meets one opponent a generation its games cannot "
        "be split, and nothing is said about reliability; nor where fewer than ten nets are left."
    )
    rows = []
    for row, runs in found.items():
        late = [one for run in runs for one in run["reliability"] if one is not None]
        duels = [one for run in runs for one in run["duels"] if one is not None]
        rows.append(
            [
                row,
                f"{np.mean([run['games'] for run in runs]):,.0f}",
                f"{mean_reliability(late):.2f}" if late else "–",
                f"{100 * np.mean(duels):.0f} %" if duels else "–",
                f"{np.mean([run['weight_size'][0] for run in runs]):.2f}",
                f"{np.mean([run['weight_size'][-1] for run in runs]):.2f}",
            ]
        )
    page.table(
        ["method", "games a run", "reliability", "duels won", "weights, first", "weights, last"],
        rows,
    )
    page.figure("learning", _picture(found, baseline), "Scores, weights and reliability by method")


def _above(runs: list[dict[str, Any]], bar: float) -> str:
    lows = [
        mean_interval([share(run[name]) for run in runs]).low
        for name in ("untrained", "untrained_noise")
    ]
    return "yes" if min(lows) > bar else "no"


def _picture(found: dict[str, list[dict[str, Any]]], baseline: list[dict[str, Any]]) -> Any:
    figure = new_figure(10, 8)
    (scores, _), (weights, trust) = figure.subplots(2, 2)
    grid = scores.get_gridspec()
    for axis in figure.axes[:2]:
        axis.remove()
    scores = figure.add_subplot(grid[0, :])
    everything = [("untrained", baseline), *found.items()]
    for i, (row, runs) in enumerate(everything):
        for shift, name, colour in ((-0.15, "untrained", "C0"), (0.15, "untrained_noise", "C1")):
            values = [share(run[name]) for run in runs]
            interval = mean_interval(values)
            scores.plot([i + shift] * len(values), values, ".", color=colour, alpha=0.4)
            scores.errorbar(
                i + shift,
                interval.mean,
                yerr=[[interval.mean - interval.low], [interval.high - interval.mean]],
                fmt="o",
                color=colour,
                capsize=4,
                label={"untrained": "no random moves", "untrained_noise": "10 % random moves"}[name]
                if i == 0
                else None,
            )
        del row
    scores.axhline(50, color="grey", lw=0.8)
    labels = [textwrap.fill(row, 12) for row, _ in everything]
    scores.set_xticks(range(len(everything)), labels, fontsize=8)
    scores.set_ylabel("score against untrained nets, %")
    scores.legend(loc="upper left")
    for i, (row, runs) in enumerate(found.items()):
        length = min(len(run["weight_size"]) for run in runs)
        steps = np.arange(1, length + 1) / length * 100
        sizes = np.mean([run["weight_size"][:length] for run in runs], axis=0)
        weights.plot(steps, sizes, color=f"C{i}", label=row)
        known = np.array([run["reliability"][:length] for run in runs], dtype=float)
        said = np.isfinite(known).all(axis=0)
        if said.any():
            mean = [mean_reliability(column) for column in known[:, said].T]
            width = max(1, len(mean) // 10)
            smooth = np.convolve(mean, np.ones(width) / width, mode="valid")
            trust.plot(steps[said][-len(smooth) :], smooth, color=f"C{i}", label=row)
    weights.set_yscale("log")
    weights.set_xlabel("budget used, %")
    weights.set_ylabel("size of weights (rms)")
    weights.legend(fontsize=7, framealpha=0.5)
    trust.set_xlabel("budget used, %")
    trust.set_ylabel("reliability of scores")
    trust.axhline(0, color="grey", lw=0.8)
    return figure
