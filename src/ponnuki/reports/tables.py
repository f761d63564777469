"""Tables that reports of several papers have: who did what against whom, and paired tests."""

from collections.abc import Callable, Sequence

from ponnuki.reports.distributions import PairedTest
from ponnuki.reports.page import Page

PAIRED_HEADER = ["cells", "mean (95 %)", "better/worse", "p, t", "p, Wilcoxon", "p, sign"]
"""What the cells of `paired_cells` are."""


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


def paired_verdict(test: PairedTest | None) -> str:
    """Whether the first of two treatments was better, in words, at 5 % by the t-test."""
    if test is None:
        return "not tested at this scale"
    size = f"{test.mean:+.2f}, p = {test.t_p:.2g}"
    if test.t_p >= 0.05:
        return f"no difference shown ({size})"
    return f"better ({size})" if test.mean > 0 else f"worse ({size})"
