"""Where results draw themselves: the axes of a picture, if matplotlib is there."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def axes_or_new(axes: "Axes | None" = None) -> "Axes":
    """The axes that somebody gives, or those of a new picture, which a notebook shows by itself.

    Raises:
        ImportError: matplotlib is not installed; says how to get it.
    """
    if axes is not None:
        return axes
    try:
        from matplotlib import pyplot  # noqa: PLC0415 - few need it, and it is slow to import
    except ImportError:
        raise ImportError("plot() needs matplotlib: pip install 'ponnuki[plots]'") from None
    return pyplot.subplots(layout="constrained")[1]
