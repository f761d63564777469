"""The package's extras: whether what they bring is installed, and how to get it."""

import importlib.util
import sys
from pathlib import Path

PACKAGES = {
    "cma": "cma",
    "frames": "pandas",
    "plots": "matplotlib",
    "ray": "ray",
    "torch": "torch",
    "web": "nicegui",
}
"""By extra: the package that it is for. What else it brings, pyproject.toml says."""


class MissingPackageError(ModuleNotFoundError):
    """A package is not installed that an extra brings."""


def installed(extra: str) -> bool:
    """Whether the package of an extra is there; it is not imported."""
    try:
        found = importlib.util.find_spec(PACKAGES[extra])
    except ValueError:  # something stands in its place that is no package
        return False
    return found is not None and found.origin is not None  # a folder of that name has none


def need(extra: str, what: str) -> None:
    """Asks for an extra before work begins.

    Args:
        extra: its name.
        what: what cannot be done without it.

    Raises:
        MissingPackageError: it is not installed; says how to get it.
    """
    if not installed(extra):
        package = PACKAGES[extra]
        said = f"{what} needs the package {package}: {how_to_install(extra)}"
        raise MissingPackageError(said, name=package)


def how_to_install(extra: str) -> str:
    """The command that adds an extra to this installation, whichever Python is first on the path.

    It adds to an installation from source as well: of what is there, pip installs nothing again.
    """
    python = Path(sys.executable)
    if python.is_relative_to(Path.cwd()):
        python = python.relative_to(Path.cwd())
    command = f'"{python}"' if " " in str(python) else str(python)
    return f'{command} -m pip install "ponnuki[{extra}]"'
