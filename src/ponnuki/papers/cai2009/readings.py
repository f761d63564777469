"""What the decisions change: other readings of Cai et al. 2009, measured beside ours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ponnuki.arena.intervals import FEWEST, enough
from ponnuki.learners import SelfPlaySettings
from ponnuki.papers.cai2009.engines import Scores, Yardstick, champions, settings_of
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval


@dataclass(frozen=True)
class Reading:
    """Another way to read the paper.

    Attributes:
        name: what is otherwise, for people.
        where: the section.
        method: that it is measured with.
        changes: of the settings; tables change in what they name.
    """

    name: str
    where: str
    method: str
    changes: Mapping[str, Any]


READINGS = (
    Reading("velocities start at rest", "4.1", "hybrid", {"settings": {"start_velocity": 0.0}}),
    Reading("velocities start in ±0.2", "4.1", "hybrid", {"settings": {"start_velocity": 0.2}}),
    Reading("τ = 0.0090, the formula", "4.3", "hybrid", {"settings": {"tau": 0.00897}}),
    Reading("τ = 0.0090, the formula", "4.3", "EA", {"settings": {"tau": 0.00897}}),
    Reading("only black earns points", "5.2", "hybrid", {"games": {"schedule": "player-one"}}),
    Reading("most points, no knock-out", "5.2", "hybrid", {"settings": {"candidate": "score"}}),
    Reading("neutral points to nobody", "2.2", "hybrid", {"game": "capture-go:9"}),
)


@dataclass(frozen=True, eq=False)
class Trained:
    """Engines of one kind, measured.

    Attributes:
        scores: of each engine (row) against each untrained net (column).
        weights: their size in the last generation, mean over runs.
    """

    scores: Scores
    weights: float

    @property
    def by_run(self) -> list[float]:
        """The score of each engine."""
        return [float(one) for one in self.scores.mean(axis=1)]


def measured(
    workshop: Workshop, scale: Scale, name: str, runs: Sequence[SelfPlaySettings]
) -> Trained:
    """Trains runs and lets their engines meet the yardstick."""
    records = workshop.train_each(name, runs)
    yardstick = Yardstick(runs[0].search, scale.yardstick)
    scores = yardstick.scores(workshop, name, champions(records))
    sizes = [record.generations()[-1]["weight_size"] for record in records]
    return Trained(scores, float(np.mean(sizes)))


def readings(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Every other reading beside the one that is taken, over runs from the same nets."""
    seeds = range(1, scale.readings + 1)
    scale = replace(scale, generations=scale.reading_generations)
    page.heading("Other readings of the paper")
    page.text(
        f"Where the paper leaves something open, {scale.readings} runs of {scale.generations} "
        "generations were trained in the other way too, from the same nets as those with our "
        "decision. Score in per cent against "
        f"{scale.yardstick} untrained nets with the same search, both colours, 10 % random moves. "
        "The difference is the other reading less ours, in pairs from the same nets, with its 95 % "
        f"interval corrected for {len(READINGS)} comparisons (Bonferroni), if there are {FEWEST} "
        "runs. Weights: rms in the last generation."
    )
    ours = {
        method: measured(
            workshop, scale, method, [settings_of(method, scale, seed) for seed in seeds]
        )
        for method in dict.fromkeys(one.method for one in READINGS)
    }
    rows = [
        ["as decided", "", method, f"{np.mean(one.by_run):.1f}", "", "", f"{one.weights:.2f}"]
        for method, one in ours.items()
    ]
    results: dict[str, Any] = {"as decided": {name: one.by_run for name, one in ours.items()}}
    for number, reading in enumerate(READINGS):
        runs = [settings_of(reading.method, scale, seed).but(**reading.changes) for seed in seeds]
        other = measured(workshop, scale, f"reading{number}", runs)
        text, verdict = compared(other.by_run, ours[reading.method].by_run, len(READINGS))
        rows.append(
            [
                reading.name,
                reading.where,
                reading.method,
                f"{np.mean(other.by_run):.1f}",
                text,
                verdict,
                f"{other.weights:.2f}",
            ]
        )
        results[f"{reading.method}, {reading.name}"] = {"scores": other.by_run, "verdict": verdict}
    page.table(
        ["reading", "section", "method", "score", "difference", "shown", "weights"],
        rows,
    )
    return results


def compared(ones: Sequence[float], others: Sequence[float], comparisons: int) -> tuple[str, str]:
    """A difference in pairs as text, and whether it is shown among that many comparisons."""
    differences = np.subtract(ones, others)
    if not enough(len(differences)):
        return f"{differences.mean():+.1f}", "too few runs"
    found = mean_interval(differences.tolist(), 1 - 0.05 / comparisons)
    text = f"{found.mean:+.1f} ({found.low:+.1f} to {found.high:+.1f})"
    if found.low <= 0 <= found.high:
        return text, "no"
    return text, "higher" if found.mean > 0 else "lower"
