"""Cells: configurations of Franken & Engelbrecht 2003, their training runs and their measures."""

from dataclasses import asdict, dataclass, replace
from typing import Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

from ponnuki.learners.tic_tac_toe import (
    Coevolution,
    OnePly,
    Output,
    Ties,
    coevolve,
    exact_standings,
    opponent_policy,
    sampled_standings,
)
from ponnuki.learners.tic_tac_toe.coevolution import Players
from ponnuki.optimisers import Ea, Pso
from ponnuki.optimisers.neighbourhoods import Neighbours
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.kept import Arrays
from ponnuki.papers.questions import ArrayQuestion, Question
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import mean_interval
from ponnuki.seeds import stream, streams

NEIGHBOURHOODS: tuple[Neighbours, ...] = ("lbest", "gbest", "von-neumann")
RULES: tuple[Ties, ...] = ("first", "random")
SEED = 2003


@dataclass(frozen=True)
class Cell:
    """One configuration; its runs differ in their seed alone.

    Attributes:
        algorithm: a neighbourhood, or 'ep'.
        particles: how many.
        hidden: units.
        ties: the rule for equal values.
        encoding: of the board.
        c2: the pull of the leader.
        vmax: the velocity limit; None for none.
        output: how finely outputs are told apart.
    """

    algorithm: str
    particles: int
    hidden: int
    ties: Ties
    encoding: Literal["own-opponent", "messerschmidt"] = "own-opponent"
    c2: float = 1.0
    vmax: float | None = None
    output: Output = "grid"

    @property
    def name(self) -> str:
        """Of its file."""
        more = "" if self.encoding == "own-opponent" else "-" + self.encoding
        more += "" if self.c2 == 1 else f"-c{self.c2:g}"
        more += "" if self.vmax is None else f"-v{self.vmax:g}"
        more += "" if self.output == "grid" else f"-{self.output}"
        return f"{self.algorithm}-p{self.particles}-h{self.hidden}-{self.ties}{more}"

    @property
    def player(self) -> OnePly:
        """The nets and how they play."""
        return OnePly.of(self.hidden, self.encoding, ties=self.ties, output=self.output)

    def coevolution(self, epochs: int, *, history: bool = False) -> Coevolution:
        """A run."""
        method: Pso | Ea
        if self.algorithm == "ep":
            method = Ea()
        else:
            method = Pso(
                inertia=1.0,
                c1=1.0,
                c2=self.c2,
                vmax=self.vmax,
                neighbourhood=self.algorithm,  # type: ignore[arg-type]  # checked there
                bests="replay",
            )
        return Coevolution(self.player, method, self.particles, epochs, history=history)


class CellResult(TypedDict):
    """What is known of a cell.

    Attributes:
        algorithm: a neighbourhood, or 'ep'.
        particles: how many.
        hidden: units.
        ties: the rule for equal values.
        encoding: of the board.
        c2: the pull of the leader.
        vmax: the velocity limit.
        output: how finely outputs are told apart.
        s: sampled, a value a run.
        s_exact: of the same nets.
        s_best: the highest exact S among a run's personal bests.
        s_everyone: the mean exact S of a run's personal bests.
        indifferent: the share of positions in which the champion values all moves alike.
        weight_size: root mean square of the weights of a run's personal bests.
        mean: of `s`.
        interval90: of that mean.
        interval95: of that mean.
        mean_exact: of `s_exact`.
        games: played in training, all runs together.
    """

    algorithm: str
    particles: int
    hidden: int
    ties: str
    encoding: str
    c2: float
    vmax: float | None
    output: str
    s: list[float]
    s_exact: list[float]
    s_best: list[float]
    s_everyone: list[float]
    indifferent: list[float]
    weight_size: list[float]
    mean: float
    interval90: tuple[float, float]
    interval95: tuple[float, float]
    mean_exact: float
    games: int


@dataclass(frozen=True)
class Training(ArrayQuestion):
    """The nets that the runs of a cell bring.

    Attributes:
        run: what every run does.
        runs: how many.
        seed: from which the seeds of runs are drawn.
        marks: the epochs whose champions are kept, ascending; the last is the run's last.
    """

    run: Coevolution
    runs: int
    seed: int
    marks: tuple[int, ...]

    def shapes(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """The last personal bests of every run with their points, and its champions by epoch."""
        weights = self.run.player.evaluator.weight_count
        return {
            "bests": ("<f4", (self.runs, self.run.particles, weights)),
            "best_scores": ("<f8", (self.runs, self.run.particles)),
            "champions": ("<f4", (len(self.marks), self.runs, weights)),
        }

    def answer(self, workshop: Workshop) -> Arrays:
        """Trains them."""
        seeds = streams(self.seed, "run", self.runs)
        players: list[Players | None] = [None] * self.runs
        champions = []
        for mark in self.marks:
            until = replace(self.run, epochs=mark)
            found = coevolve([until] * self.runs, seeds, workshop.arena, players=players)
            players = [run.players for run in found]
            champions.append([run.champion for run in found])
        return {
            "bests": np.stack([run.bests for run in found]),
            "best_scores": np.stack([run.best_scores for run in found]),
            "champions": np.array(champions),
        }


@dataclass(frozen=True)
class Measures(Question[CellResult]):
    """What is known of a cell, from its nets.

    Attributes:
        cell: which.
        training: what brought the nets.
        games: with each colour, by which S is sampled.
        seed: of these games.
    """

    cell: Cell
    training: Training
    games: int
    seed: int

    def answer(self, workshop: Workshop) -> CellResult:
        """Measures the nets, after training them if they are not there."""
        nets = workshop.nets(self.cell.name, self.training)
        player, arena = self.training.run.player, workshop.arena
        bests, champions = nets["bests"], nets["champions"][-1]
        sampled = sampled_standings(
            player, champions, self.games, self.seed, arena=arena
        ).s.tolist()
        exact = exact_standings(player, champions, arena=arena).s
        everyone = exact_standings(player, np.concatenate(bests), arena=arena).s
        everyone = everyone.reshape(self.training.runs, -1)
        narrow, wide = mean_interval(sampled, 0.90), mean_interval(sampled, 0.95)
        return {
            **asdict(self.cell),  # type: ignore[typeddict-item]
            "s": sampled,
            "s_exact": exact.tolist(),
            "s_best": everyone.max(axis=1).tolist(),
            "s_everyone": everyone.mean(axis=1).tolist(),
            "indifferent": [indifference(player, row) for row in champions],
            "weight_size": [
                float(np.sqrt(np.square(rows, dtype=np.float64).mean())) for rows in bests
            ],
            "mean": narrow.mean,
            "interval90": (narrow.low, narrow.high),
            "interval95": (wide.low, wide.high),
            "mean_exact": float(exact.mean()),
            "games": self.training.runs * self.training.run.games,
        }


def training_of(cell: Cell, scale: Scale) -> Training:
    """The runs of a cell."""
    seed = stream(SEED, cell.name, 0)
    return Training(cell.coevolution(scale.epochs), scale.runs, seed, scale.marks)


def run_cell(workshop: Workshop, cell: Cell, scale: Scale) -> CellResult:
    """The result of a cell: from disk, or from its kept nets, or worked out now."""
    training = training_of(cell, scale)
    return workshop.ask(cell.name, Measures(cell, training, scale.games, training.seed))


def indifference(player: OnePly, weights: NDArray[np.float32]) -> float:
    """The share of positions with two moves or more in which a net values all of them alike."""
    moves = replace(player, ties="random").policy(weights)
    legal = opponent_policy("random")
    asked = np.bitwise_count(legal) > 1
    return float((moves[asked] == legal[asked]).mean())
