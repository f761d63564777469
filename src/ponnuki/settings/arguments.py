"""Arguments of functions, checked with the words that settings have."""

from typing import Any

from ponnuki.settings.errors import SettingsError, not_allowed
from ponnuki.settings.forms import Bounds, RefusedError, Whole


def whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number within a range, as Python has it.

    Raises:
        SettingsError: it is none, or out of the range.
    """
    if type(value) is int and low <= value <= high:
        return value
    try:
        return Whole(Bounds(low, high)).check(value)
    except RefusedError as error:
        raise SettingsError.of([not_allowed(name, value, str(error))]) from None
