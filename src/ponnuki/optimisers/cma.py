"""CMA-ES, the evolution strategy that learns its covariances (Hansen), by the package `cma`.

The package's object cannot be saved as arrays. What it does follows from the start, the seeds and
the scores, so these are the state, and the object is built again from them when it is not at hand.
"""

import importlib
import warnings
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Annotated, Any, ClassVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ponnuki.extras import need
from ponnuki.optimisers.counts import check_population, check_single
from ponnuki.optimisers.judge import Judge, ask_scores
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.state import Row, State, Stored, no_scores
from ponnuki.optimisers.weights import Weights, check_weights, one_net, rounded
from ponnuki.settings import setting


@dataclass(frozen=True, eq=False, kw_only=True)
class CmaState(State):
    """All that the strategy was ever told.

    Attributes:
        origin: where the search started.
        mean: where it is.
        average: the running average of where it was.
        seeds: what the samples of each generation were drawn from.
        history: the scores of each generation, a row each.
    """

    origin: Row
    mean: Row
    average: Row
    seeds: Annotated[NDArray[np.int64], Stored(np.int64, ("generations?",))]
    history: Annotated[NDArray[np.float64], Stored(np.float64, ("generations?", "n?"))]


@dataclass(frozen=True)
class Cma(Optimiser[CmaState]):
    """CMA-ES.

    It remembers the object of the last state that a step made, so that an ordinary run never
    builds it twice; a resumed run does so once, for as long as all steps so far take without
    judging.
    """

    sigma: float = setting(0.1, "the standard deviation of samples at the start, σ", above=0)
    population: int | None = None
    diagonal: bool = setting(
        True,
        "whether covariances between weights are left out; with them memory and time grow with the "
        "square of the number of weights",
    )
    average: float = setting(
        0.0,
        "share of the old running average of means that a step keeps; the average is the champion, "
        "because it wanders less where scores are noisy; 0 for the mean itself",
        low=0,
        high=1,
    )
    state_type: ClassVar[type[CmaState]] = CmaState
    single_start: ClassVar[bool] = True

    def check(self) -> None:
        """Raises ValueError if there are too few samples; None is the package's own number."""
        if self.population is not None:
            check_population(self.population, 2)

    def check_packages(self) -> None:
        """Raises MissingPackageError if the package is not installed."""
        need("cma", "method='cma'")

    def start(self, weights: Weights, _rng: np.random.Generator, /) -> CmaState:
        """The first mean, the only row of `weights`.

        Raises:
            MissingPackageError: the package is not installed.
        """
        self.check_packages()
        origin = check_weights(weights)
        check_single(len(origin))
        return CmaState(
            origin=origin,
            mean=origin,
            average=origin,
            seeds=np.zeros(0, np.int64),
            history=np.zeros((0, 0), np.float64),
            scores=no_scores(),
        )

    def step(self, state: CmaState, judge: Judge, rng: np.random.Generator, /) -> CmaState:
        """Judges the samples and tells the strategy."""
        strategy = self._live.pop(state, None) or self._replayed(state)
        seed = int(rng.integers(2**63 - 1))
        samples = strategy.ask(seed)
        scores = ask_scores(judge, rounded(samples))
        strategy.tell(samples, scores)
        mean = strategy.mean[None]
        average = self.average * state.average.astype(np.float64) + (1 - self.average) * mean
        later = CmaState(
            origin=state.origin,
            mean=rounded(mean),
            average=rounded(average),
            seeds=np.append(state.seeds, np.int64(seed)),
            history=np.concatenate([state.history.reshape(-1, len(scores)), scores[None]]),
            scores=scores,
        )
        self._live[later] = strategy
        return later

    def champion(self, state: CmaState) -> Weights:
        """The average of means, or the mean itself."""
        return one_net(state.average)

    def weights(self, state: CmaState) -> Weights:
        """The mean as a population of one."""
        return state.mean

    @cached_property
    def _live(self) -> "WeakKeyDictionary[CmaState, _Strategy]":
        """The strategy that has been told exactly what a state says, for the latest states."""
        return WeakKeyDictionary()

    def _replayed(self, state: CmaState) -> "_Strategy":
        """A strategy that has been told all that the state says."""
        strategy = _Strategy(one_net(state.origin), self)
        for seed, scores in zip(state.seeds.tolist(), state.history, strict=True):
            strategy.tell(strategy.ask(seed), scores)
        return strategy


class _Strategy:
    """The package's object, made to draw from a generation's own seed and from nothing else."""

    def __init__(self, origin: Weights, settings: Cma) -> None:
        self._rng = np.random.default_rng(0)
        options: dict[str, Any] = {
            "CMA_diagonal": settings.diagonal,
            "randn": self._draw,
            "seed": np.nan,  # leaves NumPy's global generator alone
            "verbose": -10,  # prints nothing, reads no file of options
        }
        if settings.population is not None:
            options["popsize"] = settings.population
        start = origin.astype(np.float64)
        self._es = _import_cma().CMAEvolutionStrategy(start, settings.sigma, options)

    @property
    def mean(self) -> NDArray[np.float64]:
        return np.asarray(self._es.mean, np.float64)

    def ask(self, seed: int) -> NDArray[np.float64]:
        self._rng = np.random.default_rng(seed)
        return np.array(self._es.ask(), np.float64)

    def tell(self, samples: NDArray[np.float64], scores: NDArray[np.float64]) -> None:
        self._es.tell(list(samples), (-scores).tolist())

    def _draw(self, *shape: int) -> NDArray[np.float64]:
        return self._rng.standard_normal(shape)


def _import_cma() -> ModuleType:
    """The package, imported when it is first needed."""
    need("cma", "method='cma'")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns if there is no matplotlib
        return importlib.import_module("cma")
