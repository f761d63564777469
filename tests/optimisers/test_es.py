"""The evolution strategy: samples, ranks, gradient, momentum."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ponnuki.optimisers import Es, FunctionJudge, Weights
from ponnuki.optimisers.es import centred_ranks

RNG = np.random.default_rng


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ([3, 1, 2], [0.5, -0.5, 0]),
        ([1e9, 0, -1e9, 5], [0.5, -1 / 6, -0.5, 1 / 6]),
        ([1, 1, 1, 1], [0, 0, 0, 0]),
        ([0, 1, 1, 2], [-0.5, 0, 0, 0.5]),  # equal scores share a rank
    ],
)
def test_centred_ranks(scores: list[float], ranks: list[float]) -> None:
    """From -½ to ½ whatever the scale of the scores."""
    assert centred_ranks(np.array(scores, np.float64)) == pytest.approx(np.array(ranks))


class Recorder(FunctionJudge):
    """Keeps the samples that it was asked for."""

    samples: Any = None

    def score(self, weights: Weights) -> NDArray[np.float64]:
        """As the function says."""
        self.samples = weights
        return super().score(weights)


def test_samples_are_mirrored() -> None:
    """The second half lies opposite to the first, at distances of σ."""
    es = Es(sigma=0.1, population=400)
    judge = Recorder(lambda rows: rows[:, 0])
    state = es.start(np.full((1, 200), 2, np.float32), RNG(0))
    es.step(state, judge, RNG(0))
    one, other = np.split(judge.samples.astype(np.float64), 2)
    assert (one + other) / 2 == pytest.approx(np.full((200, 200), 2.0), abs=1e-6)
    assert (one - 2).std() == pytest.approx(0.1, rel=0.02)


def test_the_gradient_of_a_slope() -> None:
    """On a slope the mean moves straight down it, and nowhere else on average."""
    es = Es(sigma=0.5, learning_rate=0.1, population=20_000)
    state = es.start(np.zeros((1, 3), np.float32), RNG(0))
    mean = es.champion(es.step(state, FunctionJudge(lambda rows: -rows[:, 1]), RNG(0)))
    # E[(rank - ½) ε] of a normal ε is 1 / (2√π)
    assert mean[1] == pytest.approx(0.1 / 0.5 / (2 * np.sqrt(np.pi)), rel=0.02)
    assert mean[[0, 2]] == pytest.approx(np.zeros(2), abs=2e-3)


def test_momentum() -> None:
    """A flat world shows what is left of the velocity; without momentum nothing is."""
    slope, plain = (
        FunctionJudge(lambda rows: rows[:, 0]),
        FunctionJudge(lambda rows: 0 * rows[:, 0]),
    )
    for momentum in 0.0, 0.5:
        es = Es(momentum=momentum)
        first = es.step(es.start(np.zeros((1, 2), np.float32), RNG(0)), slope, RNG(0))
        second = es.step(first, plain, RNG(1))
        third = es.step(second, plain, RNG(2))
        step = first.mean
        assert second.mean - first.mean == pytest.approx(momentum * step, rel=1e-4)
        assert third.mean - second.mean == pytest.approx(momentum**2 * step, rel=1e-4)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"sigma": 0.0}, "sigma=0.0 is not allowed"),
        ({"learning_rate": -1.0}, "learning_rate=-1.0 is not allowed: use a number above 0"),
        ({"population": 7}, "a population of 7 is not allowed: use 2 or more, an even number"),
        ({"momentum": 1.5}, "momentum=1.5 is not allowed"),
    ],
)
def test_bad_settings(settings: dict[str, Any], message: str) -> None:
    """Settings check themselves."""
    with pytest.raises(ValueError, match=message):
        Es(**settings)
