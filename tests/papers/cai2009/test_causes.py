"""The control of the growth of weights: training in which coins stand for games."""

from typing import Any

import numpy as np
import pytest

from ponnuki.learners import SelfPlay, SelfPlaySettings, preset
from ponnuki.optimisers import size
from ponnuki.papers.cai2009.coins import CoinRuns, Coins
from ponnuki.papers.workshop import Workshop


def settings(method: str, seed: int = 1, **changes: Any) -> SelfPlaySettings:
    """The printed method with small nets, for a hundred generations."""
    tables = preset("cai2009", method) | {"game": "capture-go:5", "seed": seed}
    tables["settings"] = {**tables["settings"], **changes}
    return SelfPlaySettings.of(tables)


def sizes(workshop: Workshop, rate: float, method: str = "pso", **changes: Any) -> Any:
    """The size of weights by generation, mean over three runs."""
    runs = tuple(settings(method, seed, **changes) for seed in (1, 2, 3))
    return np.mean(CoinRuns(runs, rate).answer(workshop), axis=0)


def test_coins_know_nothing_and_remember_numbers() -> None:
    """A duel has its coin by its number, so that it may be asked in portions, or again."""
    coins, nets = Coins(0.3, 7), np.zeros((1000, 2), np.float32)
    won = coins.duel(nets, nets)
    assert np.array_equal(coins.duel(nets[:400], nets[:1], first=600), won[600:])
    assert won.mean() == pytest.approx(0.3, abs=0.05)
    assert not Coins(0.0, 7).duel(nets, nets).any()
    assert Coins(1.0, 7).duel(nets, nets).all()
    assert len(set(coins.score(nets))) == 1000


def test_weights_of_a_printed_swarm_grow_by_coins_alone(tmp_path: Any) -> None:
    """Where no best is replaced particles come back to their bests; else bests drift.

    With the share of duels that is won in games the size after a hundred generations is that of
    the kept engines, whose logs at depth 3 say 0.57 at first and 2.0 at last.
    """
    workshop = Workshop(tmp_path, say=len)
    still, usual, often = (sizes(workshop, rate) for rate in (0.0, 0.23, 0.5))
    assert still[0] == pytest.approx(0.57, abs=0.03)
    assert still[-1] == pytest.approx(0.28, abs=0.03)
    assert usual[0] == pytest.approx(0.57, abs=0.03)
    assert 1.5 < usual[-1] < 2.5
    assert often[-1] > 1.4 * usual[-1]


def test_growth_by_coins_goes_with_vmax(tmp_path: Any) -> None:
    """A quarter of vmax is about a quarter of the growth, beyond the nets that all start from."""
    workshop = Workshop(tmp_path, say=len)
    wide = sizes(workshop, 0.23)
    narrow = sizes(workshop, 0.23, vmax=0.5, start_velocity=0.5)
    assert narrow[-1] == pytest.approx(wide[-1] / 4, rel=0.2)


@pytest.mark.parametrize("method", ["ea", "hc"])
def test_coins_let_other_methods_drift_too(tmp_path: Any, method: str) -> None:
    """Mutations add up whoever is selected."""
    grown = sizes(Workshop(tmp_path, say=len), 0.17, method)
    assert grown[-1] > 1.3 * grown[0]


def test_coins_change_the_judge_alone(tmp_path: Any) -> None:
    """The runs start from the nets of training; a climber that never wins stays there."""
    run = settings("hc")
    (found,) = CoinRuns((run,), 0.0).answer(Workshop(tmp_path, say=len))
    one = SelfPlay(run)
    start = one.optimiser.weights(one.start().state)
    assert found == pytest.approx([size(start)] * run.generations)
