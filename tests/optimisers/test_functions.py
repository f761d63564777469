"""Optimisers on functions whose minimum is known: sphere, Rosenbrock, Rastrigin.

The bounds hold for every seed tried with room to spare; an untuned method is not asked for more
than it can do.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ponnuki.optimisers import (
    Ea,
    Es,
    FunctionJudge,
    Ga,
    HillClimbing,
    Hybrid,
    Optimiser,
    Pso,
    Weights,
)
from tests.optimisers.judges import Values, rastrigin, rosenbrock, sphere, uniform

STABLE: dict[str, Any] = {"inertia": 0.729, "c1": 1.494, "c2": 1.494, "vmax": None}


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(
    ("optimiser", "shape", "bound", "function", "steps", "reached"),
    [
        (Pso(**STABLE, bests="remember"), (20, 5), 5.0, sphere, 150, 1e-8),
        (Pso(**STABLE, bests="duel"), (20, 5), 5.0, sphere, 150, 1e-8),
        (Pso(**STABLE, bests="replay", neighbourhood="lbest"), (20, 5), 5.0, sphere, 150, 1e-5),
        (
            Pso(**STABLE, bests="remember", neighbourhood="von-neumann"),
            (20, 2),
            2.0,
            rosenbrock,
            200,
            1e-2,
        ),
        (
            Pso(**STABLE, bests="remember", neighbourhood="lbest"),
            (30, 3),
            5.0,
            rastrigin,
            200,
            1e-4,
        ),
        (Pso(**STABLE, bests="duel", neighbourhood="lbest"), (30, 3), 5.0, rastrigin, 200, 1e-4),
        (Ea(sigma=0.5), (20, 5), 5.0, sphere, 200, 1e-3),
        (Ea(sigma=0.2), (20, 2), 2.0, rosenbrock, 200, 0.5),
        (Hybrid(**STABLE, sigma=0.5), (20, 5), 5.0, sphere, 200, 1e-8),
        (HillClimbing(sigma=0.3, beta=0.5, challenges=50), (1, 5), 1.0, sphere, 20, 0.1),
        (Ga(mutation_rate=0.1), (30, 4), 1.0, sphere, 150, 1e-2),
        (Ga(mutation_rate=0.4, mutation_per="child"), (30, 4), 1.0, sphere, 150, 1e-2),
        (
            Es(sigma=0.1, learning_rate=0.02, population=20, momentum=0.8),
            (1, 5),
            1.0,
            sphere,
            150,
            1e-2,
        ),
    ],
)
def test_reaches(
    optimiser: Optimiser[Any],
    shape: tuple[int, int],
    bound: float,
    function: Callable[[Values], Values],
    steps: int,
    reached: float,
    seed: int,
) -> None:
    """The champion's value after so many steps."""
    judge = FunctionJudge(function)
    state = optimiser.start(uniform(*shape, bound, seed), np.random.default_rng(seed))
    for step in range(steps):
        state = optimiser.step(state, judge, np.random.default_rng([seed, step]))
    assert value(function, optimiser.champion(state)) < reached


def test_a_remembering_swarm_never_forgets() -> None:
    """The champion's value never rises, and each step costs one evaluation a particle."""
    swarm = Pso(**STABLE, bests="remember")
    judge = FunctionJudge(rastrigin)
    state = swarm.start(uniform(10, 4, 5.0), np.random.default_rng(0))
    best = np.inf
    for step in range(50):
        state = swarm.step(state, judge, np.random.default_rng(step))
        now = value(rastrigin, swarm.champion(state))
        assert now <= best
        assert now == -state.best_scores.max()
        best = now
    assert judge.evaluations == 50 * 10


def value(function: Callable[[Values], Values], net: Weights) -> float:
    """The function of one net."""
    return float(function(net[None].astype(np.float64))[0])
