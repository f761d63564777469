"""Kinds of runs of Kim & Cho 2007: how they evolve, and what their champions are worth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest, Opening
from ponnuki.arena.layout import KIM2007_FRESH
from ponnuki.evaluators import Evaluator, load_weights
from ponnuki.learners import learner, preset
from ponnuki.learners.self_play_settings import SelfPlaySettings
from ponnuki.papers.kim2007.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import UNMEASURED, Workshop
from ponnuki.players import Engine, Search
from ponnuki.players.standard import STANDARD
from ponnuki.reports import Page

NOISE = 0.1
SEED = 2007
"""Of all games that measure."""
MARKS = 10
"""So many champions of a run are measured afresh, at equal distances, the last one last."""


READINGS = {"gene": "Mutation per gene", "child": "Mutation per child"}
"""How the printed mutation rate is read: the words of `settings.mutation_per`, for people."""


@dataclass(frozen=True)
class Cell:
    """Runs that evolve alike; they differ in the seed alone.

    Attributes:
        name: of its files.
        words: for people.
        changes: settings that differ from those of the preset; tables are merged.
        larger: whether it has the larger population.
        outlook: whether it has the shorter runs of the outlook.
    """

    name: str
    words: str
    changes: Mapping[str, Any]
    larger: bool = False
    outlook: bool = False

    def settings(self, scale: Scale, seed: int) -> SelfPlaySettings:
        """One of its runs. All champions are kept, and measured afterwards."""
        opponents = scale.outlook_games if self.outlook else scale.games
        if self.changes["games"].get("colours") == "both":
            opponents //= 2
        own = SelfPlaySettings.of(preset("kim2007")).but(
            population=scale.larger if self.larger else scale.population,
            generations=scale.outlook if self.outlook else scale.generations,
            seed=seed,
            keep_every=1,
            measure=UNMEASURED,
            games={"opponents": opponents},
        )
        return own.but(**self.changes)

    @property
    def opponent(self) -> str:
        """The spec of the fixed player whom its nets meet: while they evolve, or afterwards."""
        (spec,) = self.changes["games"].get("fixed_players") or [STANDARD]
        return str(spec)


def _cell(name: str, words: str, opening: int | str = 0, **changes: Any) -> Cell:
    own = {key: changes.pop(key) for key in ("larger", "outlook") if key in changes}
    games = {"opening": opening, **changes.pop("games", {})}
    return Cell(name, words, {"games": games, **changes}, **own)


_FIRST = {"fixed_players": [f"{STANDARD},ties=first"]}
_EACH_OTHER = {
    "population": 1.0,
    "fixed": 0.0,
    "fixed_players": [],
    "schedule": "player-one",
    "colours": "both",
}
_ADAPTIVE: dict[str, Any] = {"method": "ea", "settings": {"sigma": 0.05}}

PER_GENE = {
    one.name: one
    for one in (
        _cell("wpc", "WPC"),
        _cell("book", "WPC with openings", "book"),
        _cell("wpc-100", "WPC, larger population", larger=True),
        _cell("mlp", "MLP", net={"kind": "mlp"}),
        _cell("book-noise", "with openings, random moves inside the book too", "book,noise=yes"),
        _cell("first", "the standard WPC plays the first of equal moves", games=_FIRST),
        _cell("book-first", "the same, with openings", "book", games=_FIRST),
        _cell("likeliest", "with openings, the likeliest line", "book,line=likeliest"),
        _cell("outlook-wpc", "WPC, roulette and crossover", outlook=True),
        _cell("outlook-mlp", "MLP, roulette and crossover", net={"kind": "mlp"}, outlook=True),
        _cell(
            "outlook-mlp-adaptive",
            "MLP, self-adaptive mutation",
            net={"kind": "mlp"},
            outlook=True,
            **_ADAPTIVE,
        ),
        _cell("outlook-wpc-adaptive", "WPC, self-adaptive mutation", outlook=True, **_ADAPTIVE),
        _cell(
            "outlook-window",
            "spatial net, roulette and crossover",
            net={"kind": "window"},
            outlook=True,
        ),
        _cell(
            "outlook-window-adaptive",
            "spatial net, self-adaptive mutation",
            net={"kind": "window"},
            outlook=True,
            **_ADAPTIVE,
        ),
        _cell("outlook-coevolution", "WPC, co-evolution", games=_EACH_OTHER, outlook=True),
    )
}
"""Every kind of run by its name, mutation as the preset has it."""

_PER_CHILD = {
    f"{name}-child": replace(
        one,
        name=f"{name}-child",
        changes={**one.changes, "settings": {"mutation_per": "child"}},
    )
    for name, one in PER_GENE.items()
    if "method" not in one.changes
}

CELLS: dict[str, Cell] = PER_GENE | _PER_CHILD
"""Every kind of run by its name, under both readings of the mutation rate."""


def cell(name: str, per: str) -> Cell:
    """A kind of runs under one of the `READINGS`; without a genetic algorithm it has only one."""
    return CELLS.get(f"{name}-{per}", CELLS[name])


@dataclass(frozen=True, eq=False)
class Fresh(Question[list[list[float]]]):
    """What nets score against a fixed player, half of the games as black; both sides have noise.

    Attributes:
        net: their architecture.
        rows: their weights.
        opening: of the nets alone, as settings say it.
        opponent: the spec of the fixed player.
        games: of each net, an even number.
        seed: of the games, the same for all nets.
    """

    net: Evaluator
    rows: NDArray[np.float32]
    opening: int | str
    opponent: str
    games: int
    seed: int

    def answer(self, workshop: Workshop) -> list[list[float]]:
        """Plays the games: for each net the share of points as black and as white."""
        choice = Opening.of(self.opening).choice(NOISE)
        engines = Engine.of_rows(self.net, self.rows, Search(depth=1), choice)
        results = Contest(
            self.net.game,
            [engines, [self.opponent]],
            noise=NOISE,
            games=self.games,
            seed=self.seed,
            layout=KIM2007_FRESH,
        ).play(workshop.arena)
        by_colour = [results.scores("black")[:-1, -1], results.scores("white")[:-1, -1]]
        found: list[list[float]] = np.stack(by_colour, axis=1).tolist()
        return found


@dataclass(frozen=True, eq=False)
class Course:
    """A kind of runs, from its records.

    Attributes:
        cell: which.
        net: the architecture.
        best: the highest fitness of each run and generation, of the number of games.
        mean: the average fitness likewise.
        champions: the highest-scoring net of each run and generation.
        games: by which a net was judged.
        marks: the generations whose champions are measured afresh.
        fresh: what they scored, a share of all points, by run and mark.
    """

    cell: Cell
    net: Evaluator
    best: NDArray[np.float64]
    mean: NDArray[np.float64]
    champions: NDArray[np.float32]
    games: int
    marks: list[int]
    fresh: NDArray[np.float64]

    @property
    def share(self) -> NDArray[np.float64]:
        """The highest fitness of each run and generation as a share of all points."""
        return self.best / self.games

    @property
    def last(self) -> list[float]:
        """What the champion of each run's last generation scores afresh."""
        scores: list[float] = self.fresh[:, -1].tolist()
        return scores

    def plain(self) -> dict[str, Any]:
        """The course as plain data."""
        return {
            "best": self.best.tolist(),
            "mean": self.mean.tolist(),
            "games": self.games,
            "marks": self.marks,
            "fresh": self.fresh.tolist(),
        }


def marks_of(generations: int) -> list[int]:
    """The generations whose champions are measured afresh; the last is the last."""
    count = min(MARKS, generations)
    return [generations * (i + 1) // count for i in range(count)]


def courses(
    workshop: Workshop, names: Sequence[str], scale: Scale, per: str = "gene"
) -> dict[str, Course]:
    """Trains the runs of some kinds and measures their champions, all cores at a time.

    Args:
        workshop: where runs are kept.
        names: of the kinds.
        scale: how much is done.
        per: one of the `READINGS`.
    """
    cells = {name: cell(name, per) for name in names}
    seeds = range(1, scale.seeds + 1)
    runs = [one.settings(scale, seed) for one in cells.values() for seed in seeds]
    workshop.train_all(" and ".join(one.name for one in cells.values()), runs)
    return {name: _course(workshop, one, scale) for name, one in cells.items()}


def by_reading(page: Page, part: Callable[[str], Any]) -> dict[str, Any]:
    """A part of an experiment under each of the `READINGS`, each with its heading."""
    found = {}
    for per, words in READINGS.items():
        page.heading(words, 3)
        found[per] = part(per)
    return found


def fresh_scores(
    workshop: Workshop, course: Course, rows: NDArray[np.float32], opening: int | str, games: int
) -> NDArray[np.float64]:
    """The share of points of nets of one kind against the player that they evolved against."""
    question = Fresh(course.net, rows, opening, course.cell.opponent, games, SEED)
    name = f"fresh-{course.cell.name}-{str(opening).replace(',', '-').replace('=', '-')}"
    scores: NDArray[np.float64] = np.array(workshop.ask(name, question)).mean(axis=1)
    return scores


def _course(workshop: Workshop, cell: Cell, scale: Scale) -> Course:
    best, mean, champions = [], [], []
    for seed in range(1, scale.seeds + 1):
        settings = cell.settings(scale, seed)
        record = workshop.train(settings)
        facts = record.generations()
        best.append([one["best"] for one in facts])
        mean.append([one["mean"] for one in facts])
        champions.append(
            [
                load_weights(record.champion(number)).weights[0]
                for number in range(1, settings.generations + 1)
            ]
        )
    settings = cell.settings(scale, 1)
    marks = marks_of(settings.generations)
    course = Course(
        cell,
        learner(settings).evaluator,
        np.array(best),
        np.array(mean),
        np.array(champions, np.float32),
        settings.games.opponents,
        marks,
        np.zeros((0, 0)),
    )
    rows = course.champions[:, [mark - 1 for mark in marks]]
    found = fresh_scores(
        workshop,
        course,
        rows.reshape(-1, rows.shape[-1]),
        settings.games.opening.plain(),
        scale.fresh,
    )
    return Course(**{**vars(course), "fresh": found.reshape(scale.seeds, len(marks))})
