"""The genetic algorithm, operator by operator."""

from typing import Any

import numpy as np
import pytest

from ponnuki.optimisers import FunctionJudge, Ga
from ponnuki.optimisers.ga import MutationPer, wheel
from tests.optimisers.judges import ScoreCall, ScriptedJudge, column, uniform

RNG = np.random.default_rng


def flat(rows: Any) -> Any:
    """Everybody scores the same."""
    return np.zeros(len(rows))


@pytest.mark.parametrize(
    ("scores", "shares"),
    [
        ([1, 3, 0, 4], [1 / 8, 3 / 8, 0, 4 / 8]),
        ([5, 5], [0.5, 0.5]),
        ([-2, 1, -1], [0, 3 / 4, 1 / 4]),  # raised by 2
        ([0, 0, 0, 0], [0.25] * 4),
        ([-7, -7], [0.5, 0.5]),
        ([1e308, 1e308, 0], [0.5, 0.5, 0]),
    ],
)
def test_the_wheel(scores: list[float], shares: list[float]) -> None:
    """Shares follow scores; negative scores are raised, equal ones share equally."""
    assert wheel(np.array(scores, np.float64)) == pytest.approx(np.array(shares))


def test_selection_follows_the_wheel() -> None:
    """Without crossover and mutation children are copies, as many as their parents' shares."""
    ga = Ga(crossover_rate=0, mutation_rate=0, elite=0)
    nets = np.arange(4000, dtype=np.float32)[:, None] % 4
    state = ga.start(nets, RNG(0))
    state = ga.step(
        state, FunctionJudge(lambda rows: -np.array([1, 2, 3, 4])[rows[:, 0].astype(int)]), RNG(0)
    )
    counts = np.bincount(state.population[:, 0].astype(int)) / 4000
    assert counts == pytest.approx(np.array([0.1, 0.2, 0.3, 0.4]), abs=0.03)


def test_the_elite_survives() -> None:
    """The best come first, unchanged; the best of all is the champion."""
    ga = Ga(mutation_rate=1.0, elite=2)
    judge = ScriptedJudge(scores=[[1, 7, 3, 7, 5]], duels=[])
    state = ga.step(ga.start(column(10, 20, 30, 40, 50), RNG(0)), judge, RNG(0))
    assert judge.asked() == [ScoreCall([10, 20, 30, 40, 50])]
    assert state.population[:2, 0].tolist() == [20, 40]
    assert (np.abs(state.population[2:]) <= 1).all()
    assert ga.champion(state).tolist() == [20]


def test_without_an_elite_the_champion_is_still_the_best() -> None:
    """It is kept although it is gone from the population."""
    ga = Ga(mutation_rate=1.0, elite=0)
    judge = ScriptedJudge(scores=[[1, 2, 0]], duels=[])
    state = ga.step(ga.start(column(10, 20, 30), RNG(0)), judge, RNG(0))
    assert (np.abs(state.population) <= 1).all()
    assert ga.champion(state).tolist() == [20]


def test_one_point_crossover() -> None:
    """A child has one parent's genes up to a point, the other's behind it; points are uniform."""
    genes = 5
    ga = Ga(crossover_rate=1.0, mutation_rate=0, elite=0)
    nets = np.repeat(np.array([[0.0], [1.0]], np.float32), genes, axis=1)
    nets = np.tile(nets, (1000, 1))
    children = ga.step(ga.start(nets, RNG(0)), FunctionJudge(flat), RNG(0)).population
    changes = np.diff(children, axis=1) != 0
    assert changes.sum(axis=1).max() == 1
    mixed = changes.any(axis=1)
    assert mixed.mean() == pytest.approx(0.5, abs=0.05)  # half of the pairs are of one kind
    points = np.bincount(changes[mixed].argmax(axis=1), minlength=genes - 1) / mixed.sum()
    assert points == pytest.approx(np.full(genes - 1, 0.25), abs=0.05)
    assert children.mean() == pytest.approx(0.5, abs=0.05)  # nothing is lost on average


def test_the_crossover_rate() -> None:
    """The other pairs are copied."""
    nets = np.tile(np.repeat(np.array([[0.0], [1.0]], np.float32), 5, axis=1), (1000, 1))
    ga = Ga(crossover_rate=0.4, mutation_rate=0, elite=0)
    children = ga.step(ga.start(nets, RNG(0)), FunctionJudge(flat), RNG(0)).population
    assert (np.ptp(children, axis=1) > 0).mean() == pytest.approx(0.4 * 0.5, abs=0.03)


def test_mutation() -> None:
    """The given share of genes is drawn anew, uniformly within the limit."""
    ga = Ga(mutation_rate=0.1, limit=2.0, elite=0)
    nets = np.full((200, 500), 9, np.float32)
    children = ga.step(ga.start(nets, RNG(0)), FunctionJudge(flat), RNG(0)).population
    new = children[children != 9]
    assert new.size / children.size == pytest.approx(0.1, abs=0.005)
    assert (new.min() >= -2, new.max() <= 2) == (True, True)
    assert new.mean() == pytest.approx(0, abs=0.05)
    assert new.var() == pytest.approx(16 / 12, rel=0.05)


def test_mutation_of_children() -> None:
    """The given share of children has one gene, any, drawn anew uniformly within the limit."""
    ga = Ga(mutation_rate=0.3, limit=2.0, elite=0, mutation_per="child")
    nets = np.full((8000, 5), 9, np.float32)
    children = ga.step(ga.start(nets, RNG(0)), FunctionJudge(flat), RNG(0)).population
    new = children != 9
    assert new.sum(axis=1).max() == 1
    assert new.any(axis=1).mean() == pytest.approx(0.3, abs=0.02)
    assert new.sum(axis=0) / new.sum() == pytest.approx(np.full(5, 0.2), abs=0.03)
    assert children[new].mean() == pytest.approx(0, abs=0.1)
    assert children[new].var() == pytest.approx(16 / 12, rel=0.1)


@pytest.mark.parametrize("per", ["gene", "child"])
def test_a_generation_by_a_plain_loop(per: MutationPer) -> None:
    """Parents, cuts and mutations, gene by gene from the same draws, are what a step makes."""
    nets, genes = 6, 7
    ga = Ga(crossover_rate=0.6, mutation_rate=0.4, mutation_per=per)
    first = uniform(nets, genes, 1.0)
    scores = np.array([3.0, 1, 0, 2, 5, 4])
    after = ga.step(ga.start(first, RNG(0)), FunctionJudge(lambda _: -scores), RNG(3)).population
    rng = RNG(3)
    parents = rng.choice(nets, (2, 3), p=wheel(scores))
    cuts, crossed = rng.integers(1, genes, 3), rng.random(3)
    if per == "gene":
        chances = rng.random((5, genes))
    else:
        places, child_chances = rng.integers(0, genes, 5), rng.random(5)
    new = rng.uniform(-1, 1, (5, genes)).astype(np.float32)
    assert np.array_equal(after[0], first[4])
    for child in range(5):
        pair, second = child % 3, child >= 3
        for gene in range(genes):
            ahead = crossed[pair] >= 0.6 or gene < cuts[pair]
            expected = first[parents[int(second == ahead), pair], gene]
            if per == "gene":
                mutates = chances[child, gene] < 0.4
            else:
                mutates = gene == places[child] and child_chances[child] < 0.4
            assert after[1 + child, gene] == (new[child, gene] if mutates else expected)


def test_defaults_are_the_paper_s() -> None:
    """Kim & Cho 2007; that the rate is per gene is our reading."""
    assert Ga() == Ga(crossover_rate=0.8, mutation_rate=0.01, limit=1.0, elite=1)
    assert Ga().mutation_per == "gene"


@pytest.mark.parametrize("nets", [2, 3, 4, 5])
@pytest.mark.parametrize("elite", [0, 1])
@pytest.mark.parametrize("weights", [1, 2, 3])
def test_small_populations(nets: int, elite: int, weights: int) -> None:
    """Odd numbers of children, and nets of one gene, are no trouble."""
    ga = Ga(crossover_rate=1.0, elite=elite)
    state = ga.step(ga.start(uniform(nets, weights, 1.0), RNG(0)), FunctionJudge(flat), RNG(0))
    assert state.population.shape == (nets, weights)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"crossover_rate": 1.1}, "crossover_rate=1.1 is not allowed: use 0 to 1"),
        ({"mutation_rate": -0.1}, "mutation_rate=-0.1 is not allowed"),
        ({"elite": -1}, "elite=-1 is not allowed: use a whole number from 0 on"),
        ({"mutation_per": "net"}, "mutation_per='net' is not allowed: use gene or child"),
    ],
)
def test_bad_settings(settings: dict[str, Any], message: str) -> None:
    """Settings check themselves."""
    with pytest.raises(ValueError, match=message):
        Ga(**settings)


def test_populations_that_do_not_fit() -> None:
    """There must be room beside the elite."""
    with pytest.raises(ValueError, match="a population of 3 is not allowed: use 4 or more"):
        Ga(elite=3).start(uniform(3, 2, 1.0), RNG(0))
