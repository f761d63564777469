"""Configurations of Mayer 2007: their training runs, and how strong their nets are."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Opening
from ponnuki.evaluators import Evaluator, load_weights
from ponnuki.learners import learner, preset
from ponnuki.learners.measuring import against_player
from ponnuki.learners.settings import named_player
from ponnuki.learners.td.settings import TdSettings
from ponnuki.papers.mayer2007.numbers import OPPONENTS
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import UNMEASURED, Workshop
from ponnuki.players import Engine, Search
from ponnuki.words import word_of

Passes = Literal["free", "eyes"]
PASSES: tuple[Passes, ...] = ("free", "eyes")
"""When a net may pass, which the paper does not say."""
PASS_WORDS = {"free": "passes freely", "eyes": "keeps its eyes"}

REPRESENTATIONS: dict[str, dict[str, Any]] = {
    "koten": {"encoding": "koten", "hidden": [25]},
    "katatsugi": {"encoding": "katatsugi", "hidden": [25]},
    "roban": {"encoding": "roban", "hidden": [20, 20]},
}
SELECTIONS = {"epsilon": "ε-greedy", "creative": "creative"}
SEED = 2007
"""Of all games that measure."""


@dataclass(frozen=True)
class Cell:
    """Nets that learn alike; their runs differ in the seed alone.

    Attributes:
        name: of its files, and for people.
        passes: when its nets may pass, while learning and after.
        changes: settings that differ from those of the preset.
        players: against whom its nets are measured.
        preset: whose settings they are.
    """

    name: str
    passes: Passes
    changes: Mapping[str, Any]
    players: tuple[str, ...] = OPPONENTS
    preset: str = "mayer2007"

    def settings(self, scale: Scale, seed: int) -> TdSettings:
        """One of its runs. Its nets are kept and measured afterwards."""
        own = TdSettings.of(preset(self.preset)).but(
            games=scale.games,
            generations=scale.generations,
            seed=seed,
            passes=self.passes,
            measure=UNMEASURED,
        )
        return own.but(**self.changes)


def cell(
    representation: str,
    selection: str,
    passes: Passes,
    label: str = "",
    /,
    **changes: Any,
) -> Cell:
    """A configuration of the paper, or one that differs from it in some settings."""
    net = {**REPRESENTATIONS[representation], **changes.pop("net", {})}
    own = {"net": net, "selection": {"kind": selection}, **changes}
    name = "-".join(filter(None, [representation, selection, passes, label]))
    return Cell(name, passes, own)


def search_of(passes: Passes, depth: int = 1) -> Search:
    """How a net looks ahead: it values boards for the side that has just moved, as it learned."""
    return Search(depth=depth, eyes=passes == "eyes", afterstates=True, draw=0.5)


@dataclass(frozen=True)
class StrengthSettings:
    """Whom nets meet, and how often, as questions say it whose answers are kept.

    Attributes:
        players: their specs.
        games: against each of them, half of them as black.
        every: says nothing; answers are kept under it.
        opening: random plies at the start of the games of a second measure.
    """

    players: tuple[str, ...]
    games: int
    every: int = 1
    opening: int = 2


@dataclass(frozen=True, eq=False)
class Strengths(Question[list[dict[str, float]]]):
    """How strong nets are: a row of weights each.

    Attributes:
        net: their architecture.
        rows: their weights.
        depth: of their search.
        passes: when they may pass.
        games: whom they meet and how often.
        seed: of the games.
    """

    version: ClassVar[int] = 2

    net: Evaluator
    rows: NDArray[np.float32]
    depth: int
    passes: Passes
    games: StrengthSettings
    seed: int

    def answer(self, workshop: Workshop) -> list[dict[str, float]]:
        """Plays the games: the share won against each player, and their mean as `strength`.

        Names of the second measure, from random openings, end in '_opening'. A draw is no win.
        """
        return [dict(self._facts(row, workshop)) for row in self.rows]

    def _facts(self, row: NDArray[np.float32], workshop: Workshop) -> Iterator[tuple[str, float]]:
        engine = Engine(self.net, row, search_of(self.passes, self.depth))
        asked = self.games
        for ending, plies in ("", 0), ("_opening", asked.opening):
            shares = []
            for number, spec in enumerate(asked.players):
                other = named_player(spec, engine.game)
                found = against_player(
                    engine, other, number, asked.games, workshop.arena, Opening(plies), self.seed
                )
                tally = found.tally(repeats=False)
                shares.append(tally.wins / tally.games)
                yield f"{word_of(spec)}{ending}", shares[-1]
            yield f"strength{ending}", float(np.mean(shares))


@dataclass(frozen=True, eq=False)
class Course:
    """A configuration in the course of its runs.

    Attributes:
        cell: which.
        net: the architecture.
        games: after how many games nets were measured, 0 first.
        rows: weights, by run and measure.
        facts: shares of wins, by run and measure.
    """

    cell: Cell
    net: Evaluator
    games: list[int]
    rows: NDArray[np.float32]
    facts: list[list[dict[str, float]]]

    def of(self, name: str, at: int = -1) -> list[float]:
        """A share of wins of every run, at one of the measures; the last one if none is named."""
        return [run[at][name] for run in self.facts]

    def best(self) -> tuple[int, float]:
        """The run whose last net is the strongest, and its strength."""
        values = self.of("strength")
        return int(np.argmax(values)), max(values)

    def plain(self) -> dict[str, Any]:
        """The course as plain data."""
        return {"games": self.games, "facts": self.facts}


def courses(workshop: Workshop, cells: Sequence[Cell], scale: Scale, name: str) -> list[Course]:
    """Trains the runs of some configurations and measures their nets, all cores at a time."""
    runs = [one.settings(scale, seed) for one in cells for seed in range(1, scale.runs + 1)]
    workshop.train_all(name, runs)
    found = []
    questions: list[tuple[str, Question[list[dict[str, float]]]]] = []
    for one in cells:
        trained = [_rows(workshop, one.settings(scale, seed)) for seed in range(1, scale.runs + 1)]
        rows = np.stack([rows for _, rows in trained])
        net = trained[0][0]
        met = StrengthSettings(players=one.players, games=scale.measured)
        questions += [
            (f"strength-{one.name}-{seed}", Strengths(net, run, 1, one.passes, met, SEED))
            for seed, run in enumerate(rows, start=1)
        ]
        settings = one.settings(scale, 1)
        marks = [settings.games * i for i in range(settings.generations + 1)]
        found.append((one, net, marks, rows))
    answers = workshop.ask_all(f"measure {name}", questions)
    return [
        Course(*parts, answers[i * scale.runs : (i + 1) * scale.runs])
        for i, parts in enumerate(found)
    ]


def _rows(workshop: Workshop, settings: TdSettings) -> tuple[Evaluator, NDArray[np.float32]]:
    """The nets of a run: untrained, then after each generation."""
    record = workshop.train(settings)
    one = learner(settings)
    kept = [
        load_weights(record.champion(number)).weights[0]
        for number in range(1, settings.generations + 1)
    ]
    return one.evaluator, np.stack([one.start().weights, *kept])
