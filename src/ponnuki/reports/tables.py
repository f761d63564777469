"""Tables that reports of several papers have: who did what against whom, and paired tests."""

from collections.abc import Callable, Sequence

from ponnuki.reports.distributions import PairedTest
from ponnuki.reports.page import Page
from ponnuki.reports.statistics import holm

PAIRED_HEADER = ["cells", "mean (95 %)", "better/worse", "p, t", "p, Wilcoxon", "p, sign"]
"""What the cells of `paired_cells` are."""
NOT_TESTED = "not tested at this scale"


def cross_table(
    page: Page, rows: Sequence[str], columns: Sequence[str], cell: Callable[[str, str], str]
) -> None:
    """Black by rows, white by columns; nobody meets itself.

    Args:
        page: where it is added.
        rows: names of blacks.
        columns: names of whites.
        cell: the text for a black and a white.
    """
    page.table(
        ["black \\ white", *columns],
        [
            [black, *("–" if white == black else cell(black, white) for white in columns)]
            for black in rows
        ],
    )


def paired_cells(test: PairedTest) -> list[str]:
    """A paired test as cells of a table."""
    return [
        str(test.pairs),
        f"{test.mean:+.2f} ({test.low:+.2f} to {test.high:+.2f})",
        f"{test.better}/{test.worse}",
        *(f"{p:.2g}" for p in (test.t_p, test.wilcoxon_p, test.sign_p)),
    ]


def paired_verdicts(tests: Sequence[PairedTest | None]) -> list[str]:
    """Whether the first of two treatments was better, in words, at 5 % by the t-test.

    The tests are judged together: p is corrected for their number (Holm).
    """
    chances = iter(holm([one.t_p for one in tests if one]))
    return [_paired_verdict(one, next(chances)) if one else NOT_TESTED for one in tests]


def _paired_verdict(test: PairedTest, p: float) -> str:
    size = f"{test.mean:+.2f}, p = {p:.2g}"
    if p >= 0.05:
        return f"no difference shown ({size})"
    return f"better ({size})" if test.mean > 0 else f"worse ({size})"
