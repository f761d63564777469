"""What the framework finds out anew for every page, found out once.

A page has about 70 elements. The framework looks at the signatures of three handlers of each.
"""

from collections.abc import Callable
from functools import cache
from types import FunctionType, MethodType
from typing import Any

from nicegui import helpers
from nicegui.helpers import functions


def quicken() -> None:
    """Spares pages what is the same for all of them; to be called once, before the server runs."""
    helpers.expects_arguments = expects_arguments


def expects_arguments(func: Callable[..., Any]) -> bool:
    """Whether a handler must be given arguments; kept for methods, whose class decides it."""
    if isinstance(func, MethodType) and isinstance(func.__func__, FunctionType):
        return _method_expects(func.__func__)
    return functions.expects_arguments(func)


@cache
def _method_expects(function: FunctionType) -> bool:
    return functions.expects_arguments(MethodType(function, object()))
