"""The co-evolution of tic-tac-toe nets as a learner: some epochs of the core are one generation."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import Evaluator
from ponnuki.learners.learner import (
    Generation,
    Learner,
    LearnerState,
    Shape,
    Weights,
)
from ponnuki.learners.settings import KeptSettings, learner_word, run_length
from ponnuki.learners.tic_tac_toe.coevolution import MAX_PARTICLES, Coevolution, Players, coevolve
from ponnuki.learners.tic_tac_toe.nets import OnePly, Output, Ties
from ponnuki.learners.tic_tac_toe.standings import exact_standings
from ponnuki.learners.views import DIVERSITY_CHART, FITNESS_CHART, Chart, Curve, Phrase, View
from ponnuki.optimisers import METHODS, Ea, Optimiser, Pso, size, spread
from ponnuki.players import Search
from ponnuki.seeds import stream
from ponnuki.settings import Said, setting


@dataclass(frozen=True)
class TicTacToeSettings(KeptSettings):
    """Co-evolution of tic-tac-toe nets."""

    word: ClassVar[str] = "tic-tac-toe"

    learner: str = learner_word(word)
    game: str = setting("tic-tac-toe", "what is played", choices=["tic-tac-toe"])
    hidden: int = setting(7, "units of the nets 9-hidden-1", low=1, high=16)
    encoding: str = setting("own-opponent", "of the board")
    sees_wins: bool = setting(
        OnePly.sees_wins, "whether a move that makes a line is played without asking the net"
    )
    ties: Ties = setting(OnePly.ties, "which of equally valued moves is played")
    output: Output = setting(OnePly.output, "how finely outputs are told apart")
    method: Literal["pso", "ea"] = setting(
        "pso", "the optimiser: pso, or ea for evolutionary programming"
    )
    settings: Said[Optimiser[Any]] = setting(
        Said(
            Pso,  # Franken & Engelbrecht 2003
            {"bests": "replay", "vmax": None, "inertia": 1.0, "c1": 1.0, "c2": 1.0},
            "pso",
        ),
        "of the optimiser",
        kinds=METHODS,
        by="method",
        complete=True,
    )
    population: int = setting(
        Coevolution.particles, "particles; twice as many play", low=1, high=MAX_PARTICLES
    )
    opponents: int = setting(
        Coevolution.opponents, "games of every player as player one in an epoch", low=1, high=10**6
    )
    points: tuple[float, float, float] = setting(Coevolution.points, "for a win, a draw and a loss")
    epochs: int = setting(10, "of one generation", low=1)
    generations: int = run_length(50)

    @property
    def name(self) -> str:
        """The optimiser's name."""
        return self.method

    def check(self) -> None:
        """There are such nets, and the optimiser is one of those that the core knows."""
        super().check()
        self.coevolution(self.generations * self.epochs)

    def coevolution(self, epochs: int) -> Coevolution:
        """The run up to that many epochs."""
        player = OnePly.of(
            self.hidden,
            self.encoding,
            sees_wins=self.sees_wins,
            ties=self.ties,
            output=self.output,
        )
        method = self.settings.make()
        assert isinstance(method, Pso | Ea)
        return Coevolution(player, method, self.population, epochs, self.opponents, self.points)


@dataclass(frozen=True, eq=False)
class TicTacToeState(LearnerState):
    """The players between two generations, as `Players` has them.

    There are none before the first generation, because the core draws them; but where learning
    starts from a net.
    """

    positions: Weights | None = None
    velocities: Weights | None = None
    bests: Weights | None = None
    best_scores: NDArray[np.float64] | None = None


class TicTacToeLearner(Learner[TicTacToeSettings, TicTacToeState]):
    """Whole epochs in the core; its champion is the best personal best."""

    state_type = TicTacToeState
    view = View(
        phrases=(
            Phrase("epoch {epochs}"),
            Phrase("S {s:.2f}"),
            Phrase("score {best:.1f} best {mean:.1f} mean"),
            Phrase("weights {weight_size:.3f}"),
        ),
        charts=(
            Chart(
                "S of the champion, exactly",
                (Curve("s", "S", ".2f"),),
                compared="S of the champion, exactly",
            ),
            FITNESS_CHART,
            DIVERSITY_CHART,
        ),
    )

    @cached_property
    def player(self) -> OnePly:
        """How nets play."""
        return self.settings.coevolution(1).player

    @property
    def evaluator(self) -> Evaluator:
        """The nets' architecture."""
        return self.player.evaluator

    @property
    def search(self) -> Search:
        """One ply, as in training."""
        return Search(depth=1)

    def start(self) -> TicTacToeState:
        """No players yet; or the net that it starts from, and others around it."""
        own = self.settings
        nets = self.first_nets(self._moving, stream(own.seed, "weights", 0))
        if self.start_from is None:
            return TicTacToeState(0)
        method = own.coevolution(1).method
        steps = np.full_like(nets, method.sigma if isinstance(method, Ea) else 0.0)
        bests = nets[: own.population]
        return TicTacToeState(0, nets, steps, bests, np.zeros(own.population))

    @property
    def _moving(self) -> int:
        """How many nets change in an epoch."""
        return self.settings.population * (2 if self.settings.method == "ea" else 1)

    def step(self, before: TicTacToeState) -> tuple[TicTacToeState, Generation]:
        """The epochs of one generation."""
        own = self.settings
        number = before.generation + 1
        settings = own.coevolution(number * own.epochs)
        arrays = self.arrays(before)
        arrays.pop("generation")
        players = Players(before.generation * own.epochs, **arrays) if arrays else None
        (run,) = coevolve([settings], [own.seed], self.arena, players=[players])
        standings = exact_standings(self.player, run.champion[None], arena=self.arena)
        facts = {
            "generation": number,
            "epochs": run.epochs,
            "games": run.games,
            "best": float(run.best_scores.max()),
            "mean": float(run.best_scores.mean()),
            "s": float(standings.s[0]),
            "weight_size": size(run.positions),
            "champion_size": size(run.champion[None]),
            "diversity": spread(run.positions),
        }
        finite = {name: value for name, value in facts.items() if np.isfinite(value)}
        after = run.players._asdict()
        after.pop("epochs")
        return TicTacToeState(number, **after), Generation(number, run.champion, finite)

    def shapes(self, generation: int) -> dict[str, Shape]:
        """Those of the players; there may be none before the first generation."""
        if generation == 0 and not self.settings.start_from:
            return {}
        nets, width = self.settings.population, self.evaluator.weight_count
        return {
            "positions": (np.float32, (self._moving, width)),
            "velocities": (np.float32, (self._moving, width)),
            "bests": (np.float32, (nets, width)),
            "best_scores": (np.float64, (nets,)),
        }
