"""Keeps anew what pins say: `python -m tests.golden.pins [--into FOLDER] [NAME ...]`.

A change that alters a pin has changed a result, a name or a default, and says so in the changelog.
"""

import os
import sys
import time
from pathlib import Path
from unittest import mock

from tests.golden.pins.kept import FOLDER, differences, read, write
from tests.golden.pins.registry import ELSEWHERE, PINS


def main(arguments: list[str]) -> None:
    """Writes the pins of these names, or all, and says what differs from before."""
    folder = FOLDER
    if arguments[:1] == ["--into"]:
        folder, arguments = Path(arguments[1]), arguments[2:]
    pins = PINS | ELSEWHERE
    for name in arguments or pins:
        begin = time.perf_counter()
        try:
            cases = pins[name]()
        except ModuleNotFoundError as error:  # cma or torch, extras of the package
            print(f"{name}: left out, {error}")
            continue
        seconds = time.perf_counter() - begin
        said = differences(cases, read(name)) if (FOLDER / f"{name}.json").exists() else ["new"]
        write(name, cases, folder)
        print(f"{name}: {len(cases)} cases, {seconds:.1f} s, {len(said)} differences", flush=True)
        print(*(f"  {line}" for line in said), sep="\n", end="\n" if said else "")


if __name__ == "__main__":
    with mock.patch.object(os, "fsync"):  # what must outlive a power cut, git keeps
        main(sys.argv[1:])
