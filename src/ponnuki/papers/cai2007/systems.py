"""The systems of Section 4 that learn 9×9 Go: TD(λ), fates of points, the critic, SANE."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import load_weights
from ponnuki.learners import LearnerSettings, learner, preset, settings_of
from ponnuki.papers.cai2007.measures import SEED, Points, beside_printed, verdict
from ponnuki.papers.cai2007.numbers import EVEN, SANE_WINS, STRONGER, WALLY, WEAK
from ponnuki.papers.cai2007.scale import Scale
from ponnuki.papers.claims import NOT_COMPARABLE, share_over_runs
from ponnuki.papers.workshop import UNMEASURED, Workshop
from ponnuki.players.gtp_process import find_program
from ponnuki.reports import Page
from ponnuki.reports.page import new_figure
from ponnuki.reports.plots import runs_and_interval
from ponnuki.seeds import stream
from ponnuki.settings import merged

PLAYERS = (WEAK, STRONGER)


@dataclass(frozen=True)
class System:
    """A way to learn, and what the survey says of it.

    Attributes:
        name: of the experiment.
        title: for people.
        said: what the survey says, in its words or ours.
        figure: the share of games against Wally that it reports.
        variants: by name, settings that differ from those of the preset of that name.
        preset: whose settings they are.
    """

    name: str
    title: str
    said: str
    figure: float
    variants: Mapping[str, Mapping[str, Any]]
    preset: str

    def settings(self, variant: str, scale: Scale, seed: int) -> LearnerSettings:
        """One of its runs; it keeps as many nets as there are steps."""
        table = preset(self.preset)
        if "method" in table:
            size: dict[str, Any] = {
                "generations": scale.sane,
                "keep_every": max(1, scale.sane // scale.steps),
                "population": scale.nets,
                "settings": {"neurons": 10 * scale.nets},
            }
        else:
            games = scale.outside if self.meets_program(variant) else scale.games
            size = {"generations": scale.steps, "games": games, "keep_every": 1}
        whole = settings_of(merged(table, size, {"seed": seed, "measure": UNMEASURED}))
        return whole.but(**self.variants[variant])

    def meets_program(self, variant: str) -> bool:
        """Whether runs of a variant play against GNU Go, whose games take long."""
        return str(self.variants[variant].get("opponent", "")).startswith("gnugo")


TD = System(
    name="td",
    title="TD(λ) with Gibbs sampling",
    said="TD(0) by self-play with Gibbs sampling edged past Wally",
    figure=EVEN,
    variants={"TD(0)": {"lambda": 0.0}, "TD(0.7)": {"lambda": 0.7}},
    preset="td",
)
FATE = System(
    name="fate",
    title="The fate of every point (Schraudolph et al.)",
    said="a net that predicts the fate of every point, trained by TD(0) with Gibbs sampling, edged "
    "past Wally and beat Many Faces of Go at a low level",
    figure=EVEN,
    variants={
        "in self-play": {},
        "against naive": {"difference": "two-plies", "opponent": "naive,noise=0.1"},
    },
    preset="fate",
)
HDP = System(
    name="hdp",
    title="The adaptive critic (HDP)",
    said="it learned against Wally and surpassed the strength of Wally",
    figure=EVEN,
    variants={
        "against naive": {},
        "against pattern": {"opponent": "pattern"},
        "against GNU Go, level 1": {"opponent": "gnugo,level=1"},
    },
    preset="hdp",
)
SANE = System(
    name="sane",
    title="SANE: neurons and blueprints",
    said="after a few hundred generations it beat Wally in 75 % of games",
    figure=SANE_WINS,
    variants={
        "against naive": {},
        "in self-play": {
            "games": {"opponents": 3, "fixed": 0.0, "population": 1.0, "fixed_players": []}
        },
    },
    preset="sane",
)


@dataclass(frozen=True, eq=False)
class Course:
    """The nets of one run in its course.

    Attributes:
        games: played before each of them was measured.
        points: against each player.
    """

    games: list[int]
    points: NDArray[np.float64]


def td(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """TD(0) and TD(λ) beside each other."""
    return _experiment(TD, workshop, scale, page)


def fate(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The fate of every point, learned in self-play and against the stand-in."""
    return _experiment(FATE, workshop, scale, page)


def hdp(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The critic against each of three opponents in training."""
    return _experiment(HDP, workshop, scale, page)


def sane(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Neurons and blueprints against the stand-in, and in self-play."""
    return _experiment(SANE, workshop, scale, page)


def _experiment(system: System, workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    variants = [
        variant
        for variant in system.variants
        if find_program("gnugo") or not system.meets_program(variant)
    ]
    found = {
        variant: [
            _course(workshop, system, settings, scale)
            for settings in _runs(workshop, system, variant, scale)
        ]
        for variant in variants
    }
    page.heading(system.title)
    page.text(
        f"9×9 Go, one ply deep, both sides after two random plies. The survey: {system.said}. "
        f"Wally is not to be had, and nobody has met both it and our players, so a figure against "
        f"it is {NOT_COMPARABLE}. What is judged is whether the nets have more than an even score "
        f"against `{WEAK}`; `{STRONGER}` is a stronger player. Points a game, mean over runs with "
        "95 % intervals over runs. The untrained nets are those that the runs began with."
    )
    if len(variants) < len(system.variants):
        page.text("GNU Go was not installed, and what learns against it is left out.")
    rows = []
    verdicts = {}
    for variant, courses in found.items():
        final = _at(courses, -1, WEAK)
        verdicts[variant] = {
            "even": verdict(final, EVEN),
            "survey": beside_printed(final, WEAK, system.figure, WALLY),
        }
        rows.append(
            [
                variant,
                f"{np.mean([course.games[-1] for course in courses]):,.0f}",
                *(share_over_runs(_at(courses, 0, spec)) for spec in PLAYERS),
                *(share_over_runs(_at(courses, -1, spec)) for spec in PLAYERS),
                verdicts[variant]["even"],
                f"{system.figure:.2f}: {verdicts[variant]['survey']}",
            ]
        )
    before, after = ([f"{spec}, {when}" for spec in PLAYERS] for when in ("untrained", "trained"))
    judged = f"{WEAK}, and an even score", f"survey, against {WALLY}"
    page.table([system.name, "games a run", *before, *after, *judged], rows)
    page.figure(f"cai2007-{system.name}", f"{system.title}: points", _picture, found)
    return {
        "verdicts": verdicts,
        "courses": {
            variant: [{"games": one.games, "points": one.points.tolist()} for one in courses]
            for variant, courses in found.items()
        },
    }


def _runs(
    workshop: Workshop, system: System, variant: str, scale: Scale
) -> Sequence[LearnerSettings]:
    """The settings of runs that are done."""
    runs = [system.settings(variant, scale, seed) for seed in range(1, scale.runs + 1)]
    workshop.train_all(f"{system.name}, {variant}", runs)
    return runs


def _course(workshop: Workshop, system: System, run: LearnerSettings, scale: Scale) -> Course:
    """The nets that a run kept, measured; the untrained one first."""
    record = workshop.train(run)
    one = learner(run)
    first = one.evaluator.initial(1, stream(run.seed, "start", 0))
    kept = sorted(record.champions())
    rows = np.concatenate([first, *(load_weights(record.champion(n)).weights[:1] for n in kept)])
    question = Points(one.evaluator, rows, one.search, PLAYERS, scale.measured, SEED)
    points = workshop.ask(f"{system.name}-{run.seed}", question)
    played = np.cumsum([line["games"] for line in record.generations()])
    return Course([0, *(int(played[number - 1]) for number in kept)], np.array(points))


def _at(courses: Sequence[Course], at: int, spec: str) -> list[float]:
    return [float(one.points[at, PLAYERS.index(spec)]) for one in courses]


def _picture(found: Mapping[str, Sequence[Course]]) -> Any:
    figure = new_figure(8, 4)
    axis = figure.subplots()
    for number, (variant, courses) in enumerate(found.items()):
        for at, games in enumerate(courses[0].games):
            label = variant if at == 0 else None
            runs_and_interval(axis, games, _at(courses, at, WEAK), f"C{number}", label)
    axis.axhline(EVEN, color="grey", lw=0.8, ls="--", label="even")
    axis.set_xlabel("games of a run")
    axis.set_ylabel(f"points a game against {WEAK}")
    axis.set_ylim(0, 1)
    axis.legend()
    return figure
