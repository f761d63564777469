"""The grand table: every learner on every game, by one budget of games and one of seconds.

All have the same net of a game, look one ply ahead, and meet the same opponents afterwards, whom
none of them has met in training.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ponnuki.evaluators import load_weights
from ponnuki.extras import how_to_install, installed
from ponnuki.learners import LearnerSettings, learner, settings_of
from ponnuki.papers.cai2007.measures import SEED, Points
from ponnuki.papers.cai2007.scale import Scale
from ponnuki.papers.claims import share_over_runs
from ponnuki.papers.workshop import UNMEASURED, Workshop
from ponnuki.reports import Page
from ponnuki.reports.page import new_figure
from ponnuki.reports.plots import runs_and_interval
from ponnuki.seeds import stream

HIDDEN = 20
NET = {
    "kind": "mlp",
    "encoding": "own-opponent",
    "hidden": [HIDDEN],
    "hidden_activation": "tanh",
    "output_activation": "sigmoid",
    "biases": True,
    "bound": 0.2,
}
"""The net of all games and learners: one hidden layer, so that SANE has its neurons."""

UNTRAINED = tuple(f"untrained,net=mlp,seed={seed},depth=1" for seed in range(9001, 9006))
OPPONENTS: dict[str, tuple[str, ...]] = {
    "capture-go:5": ("random", "naive", "defensive", *UNTRAINED),
    "go:5": ("random", "naive", "pattern", *UNTRAINED),
    "othello:8": ("random", "standard-wpc", *UNTRAINED),
    "tic-tac-toe": ("random", *UNTRAINED),
}
"""By game: players whom no learner has met. A score is the mean of points against them."""

POPULATION = 20
ROUNDS = 4
GENERATION = POPULATION * ROUNDS * 2
"""Games of a generation of a population: every net asks four others, with both colours."""

STABLE = {"inertia": 0.729, "c1": 1.494, "c2": 1.494}
POPULATIONS: dict[str, tuple[dict[str, Any], int]] = {
    "pso": (STABLE, GENERATION + POPULATION * 2),  # and duels
    "ea": ({}, GENERATION),
    "hybrid": (STABLE, GENERATION + POPULATION),
    "hc": ({"challenges": GENERATION // 2}, GENERATION),
    "ga": ({}, GENERATION),
    "es": ({}, GENERATION),
    "cma": ({}, GENERATION),
    "halving": ({}, GENERATION * 2 // 5),  # 20, 10, 5, 3, 2 nets, and again
    "sane": ({"hidden": HIDDEN, "biases": True}, GENERATION),
    "selection": ({}, GENERATION),
}
"""Methods with a population: their settings, and games of a generation, about."""

GAMES_STEPS = 4
"""Generations of learners by games, whatever the budget."""

TRAINER = "untrained,net=mlp,seed=8001,depth=1,noise=0.1"
"""Whom the critic meets in training."""

BY_GAMES: dict[str, dict[str, Any]] = {
    "TD(0)": {"learner": "temporal-differences"},
    "TD(0.7)": {"learner": "temporal-differences", "lambda": 0.7},
    "HDP": {
        "learner": "temporal-differences",
        "opponent": TRAINER,
        "discount": 0.95,
        "utility": {"stones": 0.3, "areas": 0.5, "prisoners": 0.2},
    },
}
GIBBS = {"kind": "gibbs", "temperature": 0.1, "learned": False}

BUDGETS = {"games": "the same games", "seconds": "the same seconds"}


@dataclass(frozen=True)
class Cell:
    """A learner on a game."""

    method: str
    game: str

    def settings(self, generations: int, games: int, seed: int) -> LearnerSettings:
        """A run; `games` are those of a generation, for learners by games."""
        table: dict[str, Any] = {
            "game": self.game,
            "net": NET,
            "search": {"depth": 1},
            "passes": "eyes" if self.game.startswith("go:") else "free",
            "generations": generations,
            "seed": seed,
            "measure": UNMEASURED,
        }
        if self.method in BY_GAMES:
            own = {"games": games, "selection": GIBBS, "opening": 2}
            return settings_of({**table, **own, **BY_GAMES[self.method]})
        settings, _ = POPULATIONS[self.method]
        met = {"opponents": ROUNDS, "colours": "both", "payoff": "share", "opening": 2}
        own = {"method": self.method, "settings": settings, "population": POPULATION, "games": met}
        return settings_of({**table, **own, "keep_every": generations})

    def by_games(self, budget: int, seed: int) -> LearnerSettings:
        """The run that has played so many games, or a little less."""
        if self.method in BY_GAMES:
            return self.settings(GAMES_STEPS, max(1, budget // GAMES_STEPS), seed)
        _, games = POPULATIONS[self.method]
        return self.settings(max(1, budget // games), 0, seed)

    def by_seconds(self, seconds: float, a_generation: float, games: int, seed: int) -> Any:
        """The run that takes so long, if a generation takes what it took in another run."""
        generations = max(1, int(seconds / max(a_generation, 1e-4)))
        return self.settings(generations, games, seed)


def usable() -> list[str]:
    """The learners that can be run here."""
    return [name for name in (*POPULATIONS, *BY_GAMES) if name != "cma" or installed("cma")]


def methods(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Trains and measures all, and prints the table and its picture."""
    if "cma" not in usable():
        workshop.say(f"The method cma is left out: {how_to_install('cma')}")
    cells = [Cell(method, game) for game in OPPONENTS for method in usable()]
    runs = {
        cell: [cell.by_games(scale.table_games, seed) for seed in range(1, scale.table_runs + 1)]
        for cell in cells
    }
    workshop.train_all("methods, by games", [one for many in runs.values() for one in many])
    longer = {cell: _longer(workshop, cell, runs[cell], scale) for cell in cells}
    workshop.train_all("methods, by seconds", [one for many in longer.values() for one in many])
    found = {
        budget: _measured(workshop, chosen, scale, budget)
        for budget, chosen in (("games", runs), ("seconds", longer))
    }
    baseline = _untrained(workshop, scale)
    _print(page, found, baseline)
    page.figure("cai2007-methods", "Every learner on every game", _picture, found, baseline)
    return {
        "untrained": baseline,
        **{
            budget: [
                {"method": cell.method, "game": cell.game, **facts}
                for cell, facts in cells_found.items()
            ]
            for budget, cells_found in found.items()
        },
    }


Found = dict[Cell, dict[str, list[float]]]
"""By cell: scores, games and seconds of every run."""


def _longer(
    workshop: Workshop, cell: Cell, runs: Sequence[LearnerSettings], scale: Scale
) -> list[LearnerSettings]:
    """Runs by the budget of seconds: what a generation takes is known from the first ones."""
    out = []
    for run in runs:
        lines = workshop.train(run).generations()
        a_generation = float(np.median([line["seconds"] for line in lines]))
        games = getattr(run, "games", 0)
        chosen = cell.by_seconds(
            scale.table_seconds, a_generation, games if isinstance(games, int) else 0, run.seed
        )
        out.append(chosen)
    return out


def _measured(
    workshop: Workshop,
    runs: Mapping[Cell, Sequence[LearnerSettings]],
    scale: Scale,
    budget: str,
) -> Found:
    found: Found = {}
    for cell, many in runs.items():
        records = [workshop.train(run) for run in many]
        one = learner(many[0])
        rows = np.concatenate([load_weights(each.champion()).weights[:1] for each in records])
        question = Points(
            one.evaluator, rows, one.search, OPPONENTS[cell.game], scale.table_measured, SEED
        )
        points = workshop.ask(f"methods-{budget}-{cell.method}", question)
        lines = [each.generations() for each in records]
        found[cell] = {
            "score": [float(np.mean(row)) for row in points],
            "games": [float(sum(line["games"] for line in each)) for each in lines],
            "seconds": [float(sum(line["seconds"] for line in each)) for each in lines],
        }
    return found


def _untrained(workshop: Workshop, scale: Scale) -> dict[str, list[float]]:
    """The nets that runs begin with, by the same measure."""
    out = {}
    for game, players in OPPONENTS.items():
        run = Cell("TD(0)", game).by_games(scale.table_games, 1)
        one = learner(run)
        seeds = range(1, scale.table_runs + 1)
        rows = np.concatenate([one.evaluator.initial(1, stream(n, "start", 0)) for n in seeds])
        question = Points(one.evaluator, rows, one.search, players, scale.table_measured, SEED)
        points = workshop.ask("methods-untrained", question)
        out[game] = [float(np.mean(row)) for row in points]
    return out


def _print(page: Page, found: Mapping[str, Found], baseline: Mapping[str, list[float]]) -> None:
    page.heading("Every learner on every game")
    page.text(
        f"One net for all: an mlp with one hidden layer of {HIDDEN} units that sees its own and "
        "the other side's stones. In Go all nets keep their one-point eyes and pass only if no "
        "other move is left. Populations of 20 meet each other; PSO and the hybrid have constants "
        "that settle (0.729, 1.494, 1.494), not the printed ones; TD learns in self-play with "
        "Gibbs sampling; the critic meets an untrained net that stays the same. Afterwards all "
        "meet the same players, one ply deep, after two random plies: random, players with rules "
        "written by hand, and untrained nets. A score is the mean of the points against them, in "
        "per cent, with 95 % intervals over runs if there are five. Selection changes no net: what "
        "a method with a population has above it, it has learned. Seconds are those of one core; "
        "how many generations they allow is taken from the runs by games, so they are about equal."
    )
    if "cma" not in usable():
        page.text("The package cma was not installed, and its method is left out.")
    games = list(baseline)
    cells = sum(len(one) + len(games) for one in found.values())
    page.text(
        f"Exploratory: the tables have {cells} cells, whose intervals are not corrected for so "
        "many, and no verdict is given."
    )
    for budget, words in BUDGETS.items():
        learned = found[budget]
        page.heading(f"With {words}", 3)
        rows = [["untrained", *(_percent(baseline[game]) for game in games), "–", "–"]]
        for method in dict.fromkeys(cell.method for cell in learned):
            own = [learned[Cell(method, game)] for game in games]
            rows.append(
                [
                    method,
                    *(_percent(one["score"]) for one in own),
                    f"{np.mean([np.mean(one['games']) for one in own]):,.0f}",
                    f"{np.mean([np.mean(one['seconds']) for one in own]):.1f}",
                ]
            )
        page.table(["learner", *games, "games a run", "seconds a run"], rows)


def _percent(values: Sequence[float]) -> str:
    return share_over_runs([100 * value for value in values], 1, 100)


def _picture(found: Mapping[str, Found], baseline: Mapping[str, list[float]]) -> Any:
    games = list(baseline)
    figure = new_figure(11, 3.2 * len(games))
    names = list(dict.fromkeys(cell.method for cell in found["games"]))
    for axis, game in zip(figure.subplots(len(games), 1), games, strict=True):
        axis.axhline(100 * float(np.mean(baseline[game])), color="grey", lw=0.8, ls="--")
        for shift, (budget, words), colour in zip(
            (-0.15, 0.15), BUDGETS.items(), ("C0", "C1"), strict=True
        ):
            for place, name in enumerate(names):
                scores = [100 * one for one in found[budget][Cell(name, game)]["score"]]
                label = words if place == 0 else None
                runs_and_interval(axis, place + shift, scores, colour, label)
        axis.set_xticks(range(len(names)), names)
        axis.set_ylabel("score, %")
        axis.set_title(f"{game}; the dashed line is the untrained net", fontsize=10)
        axis.legend(loc="upper left", fontsize=8)
    return figure
