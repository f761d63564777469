"""Work of many pieces at once: results in order, errors and Ctrl-C end all of it."""

import threading
import time

import pytest

from ponnuki.papers.crew import Stop, StoppedError, each


def test_results_come_in_order() -> None:
    """Whichever piece ends first, results are in the order of the items; steps are counted."""

    def work(item: int, stop: Stop) -> int:
        time.sleep(0.001 * (5 - item))
        stop.step()
        return 10 * item

    told: list[int] = []
    assert each(work, range(5), 3, told.append) == [0, 10, 20, 30, 40]
    assert told[-1] == 5


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_ends_the_other_pieces(error: type[BaseException]) -> None:
    """A piece under way ends at its next step, one that has not begun never begins."""
    begun = []
    first_under_way = threading.Event()
    ended = []

    def work(item: int, stop: Stop) -> None:
        begun.append(item)
        if item == 1:
            first_under_way.wait(10)
            raise error
        first_under_way.set()
        try:
            for _ in range(60_000):
                time.sleep(0.001)
                stop.step()
        except StoppedError:
            ended.append(item)
            raise

    with pytest.raises(error):
        each(work, range(4), 2)
    assert sorted(begun) == [0, 1]
    assert ended == [0]


def test_ctrl_c_in_the_calling_thread_ends_all() -> None:
    """Only the calling thread sees Ctrl-C; every piece has ended when the error comes out."""
    ended = []

    def work(item: int, stop: Stop) -> None:
        try:
            for _ in range(60_000):
                time.sleep(0.001)
                stop.step()
        except StoppedError:
            ended.append(item)
            raise

    def told(steps: int) -> None:
        if steps > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        each(work, range(2), 2, told)
    assert sorted(ended) == [0, 1]
