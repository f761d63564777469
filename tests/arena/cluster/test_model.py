"""The model of what a batch takes on a cluster."""

import heapq

import numpy as np
import pytest

from ponnuki.arena.cluster.model import Costs, Work

FREE = Costs(part_seconds=0, batch_seconds=0, bytes_per_second=float("inf"))


def played(seconds: list[float], cores: int) -> float:
    """When the last game ends, if each goes to the core that is free first."""
    free = [0.0] * cores
    for one in seconds:
        heapq.heappush(free, heapq.heappop(free) + one)
    return max(free)


@pytest.mark.parametrize("cores", [1, 2, 7, 64, 500])
@pytest.mark.parametrize("seed", range(3))
def test_no_order_of_games_takes_longer_than_the_model_says(cores: int, seed: int) -> None:
    """Nor does any take less than the work divided by the cores."""
    seconds = np.random.default_rng(seed).lognormal(0, 0.7, 300)
    seconds[-1] = seconds.max() * 3  # the longest comes last
    work = Work((300,), float(seconds.mean()), float(seconds.max()))
    found = played(seconds.tolist(), cores)
    said = work.seconds(1, cores, FREE)
    assert work.core_seconds / cores <= said + 1e-9
    assert found <= said + 1e-9
    assert said <= 2 * max(work.core_seconds / cores, work.longest_seconds)


def test_batches_wait_for_each_other() -> None:
    """Two small batches gain nothing from cores that one of them cannot use."""
    two = Work((10, 10), 1.0, 1.5)
    assert two.seconds(1, 20, FREE) == two.seconds(100, 20, FREE) == 3.0
    assert two.core_seconds == 20.0


def test_what_a_cluster_costs_is_counted() -> None:
    """A batch, a part, and the bytes to every node that gets a part."""
    work = Work((4, 4), 10.0, 10.0, batch_bytes=1000)
    assert work.seconds(4, 1, Costs(0, 2.0, float("inf"))) == 2 * (10 + 2)
    assert work.seconds(4, 1, Costs(5.0, 0, float("inf"))) == 2 * 4 * 5
    assert work.seconds(4, 1, Costs(0, 0, 100.0)) == 2 * (10 + 3 * 10)
    assert work.seconds(900, 1, Costs(0, 0, 100.0)) == 2 * (10 + 3 * 10)
    assert Work((), 1.0, 1.0).seconds(4, 1) == 0
