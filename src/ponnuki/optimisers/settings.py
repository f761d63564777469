"""Checks that the settings of optimisers make of themselves."""

import operator
import sys
from math import inf


def check_number(
    name: str, value: float, low: float, high: float = inf, *, above: bool = False
) -> None:
    """Raises ValueError if a number is no finite float or is out of range.

    Args:
        name: of the setting.
        value: what was given.
        low: the least that is allowed; with `above` it is itself not allowed.
        high: the most that is allowed.
        above: whether the number must be larger than `low`.
    """
    finite = abs(value) <= sys.float_info.max  # a whole number may be larger than any float
    if finite and low <= value <= high and not (above and value == low):
        return
    least = f"more than {low:g}" if above else f"{low:g} or more"
    allowed = least if high == inf else f"{least}, up to {high:g}"
    raise ValueError(f"{name}={value} is not allowed: use {allowed}")


def check_whole(name: str, value: int, low: int) -> None:
    """Raises ValueError if a whole number is too small, TypeError if it is not a whole number."""
    if operator.index(value) < low:
        raise ValueError(f"{name}={value} is not allowed: use {low} or more")


def check_population(nets: int, least: int, *, even: bool = False) -> None:
    """Raises ValueError if a population is too small, or is odd where it must be even."""
    if nets < least or (even and nets % 2):
        wanted = f"{least} or more, an even number" if even else f"{least} or more"
        raise ValueError(f"a population of {nets} is not allowed: use {wanted}")


def check_single(nets: int) -> None:
    """Raises ValueError if a search that starts from one net is given more."""
    if nets != 1:
        raise ValueError(f"a start from {nets} nets is not allowed: use exactly 1")
