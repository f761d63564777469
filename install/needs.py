"""Says in one line what this machine lacks to build Ponnuki, and how to get it.

`make` asks it before anything is installed: `python3 install/needs.py .venv demo`. It needs nothing
but Python, and one from 3.6 on can read it, so that a Python that is too old is told so.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile

OLDEST = (3, 11)
ROOM = 1000 * 10**6
"""Bytes that the build and what it installs take, with some to spare."""
PACKAGES = {
    "apt-get": ("sudo apt install", "g++", "python{version}-dev", "python{version}-venv"),
    "dnf": ("sudo dnf install", "gcc-c++", "python3-devel", "python3"),
    "zypper": ("sudo zypper install", "gcc-c++", "python3-devel", "python3"),
    "pacman": ("sudo pacman -S", "gcc", "python", "python"),
    "apk": ("sudo apk add", "g++", "python3-dev", "python3"),
    "xcode-select": ("xcode-select --install", "", "", ""),
}
"""By the program that installs them: its command, a compiler, Python.h, the module venv."""
PROGRAM = """
#include <concepts>
#include <span>
template <std::integral T> T first(std::span<const T> all) { return all.front(); }
int main() { const int one[] = {0}; return first(std::span<const int>(one)); }
"""


def complaint(venv: str, goal: str) -> "str | None":
    """What is wrong, in one line; None if nothing is."""
    return (
        _old_python(goal)
        or _broken_venv(venv, goal)
        or (None if os.path.exists(os.path.join(venv, ".package")) else _unprepared())
    )


def _old_python(goal: str) -> "str | None":
    if sys.version_info >= OLDEST:
        return None
    newer = ["python3.{}".format(minor) for minor in range(20, OLDEST[1] - 1, -1)]  # noqa: UP032
    usable = next((name for name in newer if _says([name, "-c", "print(1)"]) == "1"), None)
    how = (
        f"say: make PYTHON={usable} {goal}"
        if usable
        else f"get one (https://www.python.org/downloads) and say: make PYTHON=python3.12 {goal}"
    )
    return "Python {}.{} ({}) is too old, Ponnuki needs {}.{} or later; {}".format(
        *sys.version_info[:2], sys.executable, *OLDEST, how
    )


def _broken_venv(venv: str, goal: str) -> "str | None":
    """Whether there is a virtual environment that can no longer be used."""
    python = os.path.join(venv, "bin", "python")
    if not os.path.lexists(python):
        return None
    version = _says([python, "-c", "import sys; print(*sys.version_info[:2])"])
    if version is None:
        fault = "its Python does not start"
    elif tuple(map(int, version.split())) < OLDEST:
        fault = "its Python is {}".format(version.replace(" ", "."))
    elif os.path.exists(os.path.join(venv, ".tools")) and not _has_own_pip(venv):
        fault = "it was moved, or has no pip"
    else:
        return None
    return f"{venv} is broken ({fault}); say: rm -rf {shlex.quote(venv)} && make {goal}"


def _has_own_pip(venv: str) -> bool:
    """Whether its programs begin with its own Python, which they name by its whole path."""
    folder = os.path.join(venv, "bin")
    try:
        with open(os.path.join(folder, "pip"), errors="replace") as file:
            head = (
                file.read(1000).replace("#!/bin/sh", "").replace("'''exec'", "").replace("#!", "")
            )
        return os.path.samefile(os.path.dirname(shlex.split(head)[0]), folder)
    except (OSError, ValueError, IndexError):
        return False


def _unprepared() -> "str | None":
    """What a first build does not find: programs, headers, modules, room."""
    missing = []
    compiler = _compiler()
    if compiler is None:
        missing.append(("a C++ compiler", 1))
    elif not _compiles(compiler):
        missing.append((f"a compiler for C++20, which {compiler[0]} is not (GCC 12 is one)", 1))
    if not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")):
        missing.append(("Python.h", 2))
    if not _has_venv():
        missing.append(("Python's modules venv and ensurepip", 3))
    if missing:
        what = " and ".join(name for name, _ in missing)
        return f"missing: {what}; {_how([kind for _, kind in missing])}"
    return _no_space(os.curdir, "") or _no_space(
        _temporary(), ", or name another folder: export TMPDIR=FOLDER"
    )


def _temporary() -> "str | None":
    """Where compilers write meanwhile; None if there is no folder that can be written to."""
    try:
        return tempfile.gettempdir()
    except OSError:
        return None


def _no_space(folder: "str | None", instead: str) -> "str | None":
    """What to say of a folder without room."""
    if folder is None:
        return (
            f"no space: no folder for temporary files can be written to: make room there{instead}"
        )
    free = shutil.disk_usage(folder).free
    if free >= ROOM:
        return None
    return (
        f"no space: {os.path.abspath(folder)} has {free // 10**6:,} MB free, and "
        f"{ROOM // 10**6:,} MB are needed: make room there{instead}"
    )


def _compiler() -> "list[str] | None":
    """The compiler that CMake will take."""
    named = shlex.split(os.environ.get("CXX", ""))
    names = [named] if named else [["c++"], ["g++"], ["clang++"]]
    return next((one for one in names if shutil.which(one[0])), None)


def _compiles(compiler: "list[str]") -> bool:
    """Whether it reads a program in C++20 with headers of the standard library."""
    asked = [*compiler, "-std=c++20", "-fsyntax-only", "-x", "c++", "-"]
    return _says(asked, PROGRAM) is not None


def _has_venv() -> bool:
    """Whether this Python can make environments; Debian packs that apart."""
    return _says([sys.executable, "-c", "import venv, ensurepip"]) is not None


def _how(kinds: "list[int]") -> str:
    """The command that gets packages."""
    manager = next((name for name in PACKAGES if shutil.which(name)), None)
    if manager is None:
        return "get them with what your system installs programs with"
    version = "{}.{}".format(*sys.version_info[:2])
    names = [PACKAGES[manager][kind].format(version=version) for kind in kinds]
    return " ".join(["say:", PACKAGES[manager][0], *dict.fromkeys(filter(None, names))])


def _says(command: "list[str]", given: str = "") -> "str | None":
    """What a program prints; None if it fails or is not there."""
    try:
        output = subprocess.run(
            command,
            input=given.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=60,
            check=True,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return output.decode(errors="replace").strip()


if __name__ == "__main__":
    found = complaint(*sys.argv[1:3])
    if found:
        sys.exit(found)
