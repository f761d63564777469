"""Where results draw themselves, if matplotlib is there: empty axes, values with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ponnuki.extras import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Interval:
    """A value with its interval, and what it is called; None where no interval is known."""

    name: str
    value: float
    interval: tuple[float, float] | None


def new_picture(panels: int = 1, height: float = 3) -> "Figure":
    """A picture with panels below each other, each so many inches high; a notebook shows it.

    Raises:
        MissingPackageError: matplotlib is not installed; says how to get it.
    """
    need("plots", "plot()")
    from matplotlib import pyplot  # noqa: PLC0415 - few need it, and it is slow to import

    figure = pyplot.figure(figsize=(8, height * panels), layout="constrained")
    figure.subplots(panels, 1, squeeze=False)
    return figure


def whole_numbers(axes: "Axes") -> None:
    """Only whole numbers stand below the panel."""
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 - as above

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def draw_intervals(
    rows: Sequence[Interval],
    label: str,
    title: str,
    even: float,
    axes: "Axes | None" = None,
) -> "Axes":
    """Values with their intervals below each other, the first on top.

    Args:
        rows: the values.
        label: what they are.
        title: of the picture.
        even: where a thin line stands: nobody is better there.
        axes: where to draw; None for a new picture.

    Raises:
        MissingPackageError: matplotlib is not installed; says how to get it.
    """
    where = axes or new_picture(height=1.2 + 0.3 * len(rows)).axes[0]
    for height, row in enumerate(reversed(rows)):
        where.plot(row.value, height, "o", color="C0")
        if row.interval is not None:
            where.plot(row.interval, (height, height), "-", color="C0")
    where.set_yticks(range(len(rows)), [row.name for row in reversed(rows)])
    where.set_ylim(-0.5, len(rows) - 0.5)
    where.axvline(even, color="grey", lw=0.8)
    where.set_xlabel(label)
    where.set_title(title)
    return where
