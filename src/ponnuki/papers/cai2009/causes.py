"""What may explain the tables: growth of weights, worth of scores, share of duels won.

Weights grow in every method. The control is the same training with coins in place of games: what it
gives as well, no game has taught.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ponnuki.fitness import from_zero, mean_reliability
from ponnuki.learners import SelfPlay
from ponnuki.papers.cai2009.coins import CoinRuns
from ponnuki.papers.cai2009.engines import settings_of, trained
from ponnuki.papers.cai2009.readings import compared, measured
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval
from ponnuki.reports.page import new_figure

Lines = list[list[dict[str, Any]]]
"""The lines of generations of every run of a method."""
Sizes = list[list[float]]
"""The size of weights by generation, a list a run."""

RATES = (0.0, 0.05, 0.1, 0.23, 0.5, 1.0)
"""Shares of duels that challengers win where coins decide. In games it is about 0.23."""
USUAL = 0.23
SWARMS: Mapping[str, Mapping[str, float]] = {
    "at rest at first": {"start_velocity": 0.0},
    "vmax 1": {"vmax": 1.0, "start_velocity": 1.0},
    "vmax 0.5": {"vmax": 0.5, "start_velocity": 0.5},
    "vmax 0.2": {"vmax": 0.2, "start_velocity": 0.2},
    "constants 0.729, 1.494, 1.494, at rest at first": {
        "inertia": 0.729,
        "c1": 1.494,
        "c2": 1.494,
        "start_velocity": 0.0,
    },
}
"""Other swarms than the printed one, whose duels are coins."""


@dataclass(frozen=True)
class Change:
    """Other games or another swarm.

    Attributes:
        name: for people.
        changes: of the settings; tables change in what they name.
        beside: the name of the runs that it is compared with; none for those that are.
    """

    name: str
    changes: Mapping[str, Any]
    beside: str | None = None


PRINTED, OPENED = "as printed", "two random plies, 2 games a duel"
CHANGES = (
    Change(PRINTED, {}),
    Change("vmax 1", {"settings": SWARMS["vmax 1"]}, PRINTED),
    Change("vmax 0.5", {"settings": SWARMS["vmax 0.5"]}, PRINTED),
    Change("vmax 0.2", {"settings": SWARMS["vmax 0.2"]}, PRINTED),
    Change(OPENED, {"games": {"opening": 2}}),
    Change("4 games a duel", {"games": {"opening": 2, "duel_games": 4}}, OPENED),
    Change("16 games a duel", {"games": {"opening": 2, "duel_games": 16}}, OPENED),
)
"""Swarms that play games, of which nets hear more or step less far."""


def causes(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """What training runs say of themselves, what coins say, and what more games a duel say."""
    lines = {
        method: [record.generations() for record in records]
        for method, records in trained(workshop, scale).items()
    }
    page.heading("Why: weights, scores, duels")
    page.text(
        "Mean over runs. Reliability says how much of the differences between scores of one "
        "generation would come again with other games: selection sees that share and no more. "
        "Weights start with an rms of 0.115; a unit whose inputs sum to more than 3 is saturated."
    )
    page.table(
        [
            "method",
            "weights, first",
            "weights, last",
            "champion's weights",
            "reliability, second half",
            "duels won",
        ],
        [[method, *_cells(runs)] for method, runs in lines.items()],
    )
    coins = _coins(workshop, scale, lines, page)
    words = "Weights and reliability of scores by generation"
    page.figure("causes", words, _picture, lines, coins)
    swarms = _swarms(workshop, scale, page)
    return {
        "games": {method: _sizes(runs) for method, runs in lines.items()},
        "coins": coins,
        "swarms": swarms,
        "more games": _more_games(workshop, scale, page),
    }


def _coins(
    workshop: Workshop, scale: Scale, lines: dict[str, Lines], page: Page
) -> dict[str, Sizes]:
    """Every method again from the same nets, with coins that win as many duels as its games."""
    rates = {method: _share_won(runs) for method, runs in lines.items()}
    asked = [
        (
            f"coins-{method}-depth{scale.depth}",
            CoinRuns(
                tuple(settings_of(method, scale, seed + 1) for seed in range(len(runs))),
                rates[method] or 0.0,
            ),
        )
        for method, runs in lines.items()
    ]
    coins = dict(zip(lines, workshop.ask_all("coins", asked), strict=True))
    page.heading("Coins instead of games", 3)
    page.text(
        f"The same training, {scale.engines} runs of {scale.generations} generations a method from "
        "the same nets, but without a game: scores are drawn by chance, and a "
        "challenger wins its duel by the toss of a coin, as often as in the games above. What "
        "weights do here, no game has made them do. Size of weights (rms), mean over runs and "
        "from the smallest to the largest."
    )
    page.table(
        ["method", "decided by", "duels won", *_generations(scale.generations)],
        [
            [method, decided, _percent(rates[method]), *_grown(sizes)]
            for method, runs in lines.items()
            for decided, sizes in (("games", _sizes(runs)), ("coins", coins[method]))
        ],
    )
    return coins


def _swarms(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Sizes]:
    """Swarms without games: the printed one at several shares of duels won, and others."""
    runs = [settings_of("PSO", replace(scale, at_rest=False), 1 + i) for i in range(scale.engines)]
    asked = {
        f"as printed, {_percent(rate)} of duels won": CoinRuns(tuple(runs), rate) for rate in RATES
    }
    for name, settings in SWARMS.items():
        other = tuple(run.but(settings=settings) for run in runs)
        asked[f"{name}, {_percent(USUAL)} of duels won"] = CoinRuns(other, USUAL)
    named = [(f"coins-swarm{number}", one) for number, one in enumerate(asked.values())]
    found = dict(zip(asked, workshop.ask_all("coin swarms", named), strict=True))
    swarm: Any = SelfPlay(runs[0]).optimiser
    page.text(
        "Swarms whose duels are coins (PSO, printed constants unless said otherwise). Around bests "
        "that stay, a particle comes to rest: its second moment shrinks by "
        f"{swarm.growth:.3f} a step in the long run, because vmax cuts wide swings off (without "
        f"vmax it would grow by {replace(swarm, vmax=None).growth:.3f}). So weights grow where "
        "bests are replaced, and the more, the more often:"
    )
    page.table(
        ["swarm", *_generations(scale.generations)],
        [[name, *_grown(sizes)] for name, sizes in found.items()],
    )
    return found


def _more_games(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """PSO whose duels say more, and PSO whose particles step less far, in games of depth 1."""
    scale = replace(scale, depth=1, generations=scale.reading_generations, at_rest=False)
    printed = [settings_of("PSO", scale, seed) for seed in range(1, scale.readings + 1)]
    page.heading("Duels of more games, and smaller steps", 3)
    page.text(
        "PSO at depth 1, whatever the depth of the report; runs have "
        f"{scale.generations} generations, and a row has {scale.readings} of them. Engines are "
        "deterministic, so duels of more games need random openings; the runs that they are "
        "compared with have them too. 'Coins' is the size of weights at last if coins win as many "
        "duels. Score in per cent against "
        f"{scale.yardstick} untrained nets with the same search, both colours, 10 % random moves; "
        "differences are from the same nets in pairs, with 95 % intervals corrected for "
        f"{sum(one.beside is not None for one in CHANGES)} comparisons (Bonferroni)."
    )
    found: dict[str, dict[str, Any]] = {}
    for number, change in enumerate(CHANGES):
        runs = [one.but(**change.changes) for one in printed]
        scores = measured(workshop, scale, f"cause{number}", runs).by_run
        lines = [workshop.train(one).generations() for one in runs]
        rate = _share_won(lines)
        coins = workshop.ask(f"coins-cause{number}", CoinRuns(tuple(runs), rate or 0.0))
        found[change.name] = {
            "won": rate,
            "reliability": _reliability(lines),
            "sizes": _sizes(lines),
            "coins": coins,
            "scores": scores,
        }
    comparisons = sum(one.beside is not None for one in CHANGES)
    rows = []
    for change in CHANGES:
        own = found[change.name]
        difference, shown = "", ""
        if change.beside is not None:
            others = found[change.beside]["scores"]
            difference, shown = compared(own["scores"], others, comparisons)
        trust = own["reliability"]
        rows.append(
            [
                change.name,
                _percent(own["won"]),
                "–" if trust is None else f"{from_zero(trust):.2f}",
                f"{np.mean(own['sizes'], axis=0)[-1]:.2f}",
                f"{np.mean(own['coins'], axis=0)[-1]:.2f}",
                mean_interval(own["scores"]).within(100).text(),
                difference,
                shown,
            ]
        )
    page.table(
        [
            *("PSO", "duels won", "reliability", "weights, last", "coins"),
            *("score", "difference", "shown"),
        ],
        rows,
    )
    return found


def _generations(count: int) -> list[str]:
    return [f"generation {number}" for number in _shown(count)]


def _shown(count: int) -> list[int]:
    """The first generation, the middle one and the last."""
    return sorted({1, max(1, count // 2), count})


def _grown(sizes: Sizes) -> list[str]:
    """The size of weights at the generations that are shown."""
    cells = []
    for number in _shown(len(sizes[0])):
        values = [run[number - 1] for run in sizes]
        cells.append(f"{np.mean(values):.2f} ({min(values):.2f} to {max(values):.2f})")
    return cells


def _sizes(runs: Lines) -> Sizes:
    return [[line["weight_size"] for line in run] for run in runs]


def _share_won(runs: Lines) -> float | None:
    """The share of duels that challengers won, all runs together; None without duels."""
    fought = sum(line.get("duels_fought", 0) for run in runs for line in run)
    won = sum(line.get("duels_won", 0) for run in runs for line in run)
    return won / fought if fought else None


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def _reliability(runs: Lines) -> float | None:
    """Of scores in the second half; None if nothing is said about it."""
    half = slice(-max(1, len(runs[0]) // 2), None)
    late = [line["reliability"] for run in runs for line in run[half] if "reliability" in line]
    return mean_reliability(late) if late else None


def _cells(runs: Lines) -> list[str]:
    sizes = (
        _mean(runs, "weight_size", slice(0, 1)),
        _mean(runs, "weight_size", slice(-1, None)),
        _mean(runs, "champion_size", slice(-1, None)),
    )
    trust = _reliability(runs)
    return [
        *(f"{one:.2f}" for one in sizes),
        "–" if trust is None else f"{from_zero(trust):.2f}",
        _percent(_share_won(runs)),
    ]


def _mean(runs: Lines, name: str, generations: slice) -> float:
    return float(np.mean([line[name] for run in runs for line in run[generations]]))


def _picture(lines: dict[str, Lines], coins: Mapping[str, Sizes]) -> Any:
    figure = new_figure(9, 3.5)
    sizes, trust = figure.subplots(1, 2)
    for number, (method, runs) in enumerate(lines.items()):
        colour = f"C{number}"
        curve = np.mean(_sizes(runs), axis=0)
        generations = np.arange(1, len(curve) + 1)
        sizes.plot(generations, curve, colour, label=method)
        sizes.plot(generations, np.mean(coins[method], axis=0), colour, ls=":")
        known = [[line.get("reliability", np.nan) for line in run] for run in runs]
        if np.isfinite(known).all():
            trusted = [from_zero(mean_reliability(one)) for one in np.transpose(known)]
            trust.plot(generations, trusted, colour, label=method)
    sizes.plot([], [], "grey", ls=":", label="coins for games")
    sizes.set_yscale("log")
    sizes.set_xlabel("generation")
    sizes.set_ylabel("size of weights (rms)")
    sizes.legend()
    trust.set_xlabel("generation")
    trust.set_ylabel("reliability of scores")
    trust.set_ylim(0, 1)
    return figure
