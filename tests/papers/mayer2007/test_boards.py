"""Nets carried over to larger boards."""

import numpy as np
import pytest

from ponnuki.evaluators import evaluator
from ponnuki.papers.mayer2007.boards import carry

SMALL = evaluator("mlp", "go:5", encoding="koten", hidden=(3,))


def test_a_net_on_its_own_board_stays_as_it_is() -> None:
    """Carried from 5×5 to 5×5 nothing changes."""
    row = SMALL.initial(1, 1)[0]
    assert np.array_equal(carry(SMALL, row, SMALL), row)


@pytest.mark.parametrize("size", [7, 9])
def test_points_go_to_the_nearest_points(size: int) -> None:
    """Corners fall on corners and the centre on the centre; what a unit has is shared out."""
    larger = evaluator("mlp", f"go:{size}", encoding="koten", hidden=(3,))
    row = np.zeros(SMALL.weight_count, np.float32)
    first = row[:75].reshape(3, 25)
    first[0, 0], first[1, 12], first[2] = 1, 2, 1
    row[75:] = 5, 6, 7
    found = carry(SMALL, row, larger)
    spread = found[: 3 * size * size].reshape(3, size, size)
    assert spread[0, 0, 0] > 0
    assert spread[0, -1].max() == 0
    assert spread[1, size // 2, size // 2] > 0
    assert spread.sum(axis=(1, 2)) == pytest.approx([1, 2, 25], rel=1e-5)
    assert np.array_equal(spread[2], spread[2].T)
    assert found[-3:].tolist() == [5, 6, 7]
    assert len(found) == larger.weight_count


def test_other_nets_cannot_be_carried() -> None:
    """Roban sees squares, whose number changes with the board."""
    roban = evaluator("mlp", "go:5", encoding="roban", hidden=(3,))
    with pytest.raises(ValueError, match="cannot be carried over"):
        carry(roban, roban.initial(1, 1)[0], SMALL)
