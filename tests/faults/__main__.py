"""Puts faults into a copy of the tree, one at a time, and says whether its test catches each.

    python -m tests.faults               those that were not tried since their line changed
    python -m tests.faults NAME ...      these, once more

The copy, a build of C++ for the plain CPU, and what came out lie in
build/faults. The checkout itself stays as it is. A test has to pass in the copy before it can catch
anything. Faults in Python use the extension that is installed; the first one in C++ builds its own.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any

from tests.faults.catalogue import ROOT, Fault, faults

FOLDER = ROOT / "build" / "faults"
TREE = FOLDER / "tree"
BUILD = FOLDER / "build"
SITE = FOLDER / "site"
RESULTS = FOLDER / "results.json"
LIMIT = 900
"""Seconds that a test may take with a fault in the program: one that never ends is caught."""

NO_EDITABLE = """import sys

# The copy is what is imported, not the checkout that is installed.
sys.meta_path[:] = [
    one for one in sys.meta_path if not type(one).__module__.startswith("_editable")
]
"""


def main() -> int:
    """Runs the command; 1 if a fault was not caught."""
    chosen = _chosen()
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    copy_tree()
    open_faults = [
        one
        for one in chosen
        if one.name in sys.argv or kept.get(one.name, {}).get("key") != key(one)
    ]
    for compiled in False, True:
        some = [one for one in open_faults if one.compiled == compiled]
        if not some:
            continue
        provide_core(compiled)
        tests = list(dict.fromkeys(one.test for one in some))
        broken = fail_without_faults(tests)
        for one in some:
            result = {"outcome": "fails without it"} if one.test in broken else attempt(one)
            kept[one.name] = {"key": key(one), **result}
            _write_results(kept)
            print(_line(one, kept[one.name]), flush=True)
    return _summary(chosen, kept)


def _chosen() -> list[Fault]:
    every = {one.name: one for one in faults()}
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*every, []], metavar="NAME")
    return [every[name] for name in parser.parse_args().names] or list(every.values())


def key(one: Fault) -> str:
    """Changes when the fault, its file or its test does: then it is tried again."""
    said = json.dumps(astuple(one)).encode()
    for path in one.file, one.test.partition("::")[0]:
        said += (ROOT / path).read_bytes()
    return hashlib.sha256(said).hexdigest()[:16]


def copy_tree() -> None:
    """Makes the copy equal to the checkout. What is equal stays, so that builds are short."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    names = {name for name in found.split("\0") if name and (ROOT / name).is_file()}
    for name in names:
        data, there = (ROOT / name).read_bytes(), TREE / name
        if not there.exists() or there.read_bytes() != data:
            _write(there, data)
    for folder, _, files in os.walk(TREE):
        for path in (Path(folder) / one for one in files):
            own = path.suffix == ".pyc" or path.name.startswith("_core")
            if not own and path.relative_to(TREE).as_posix() not in names:
                path.unlink()
    _write(SITE / "sitecustomize.py", NO_EDITABLE.encode())


def _write(path: Path, data: bytes) -> None:
    """Writes a file, and forgets what Python compiled of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    if path.suffix == ".py":
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def provide_core(compiled: bool) -> None:
    """Puts an extension into the copy: the one that is installed, or one of its own."""
    spec = importlib.util.find_spec("ponnuki._core")
    assert spec is not None
    assert spec.origin is not None, "install the package first: make setup"
    core = Path(spec.origin)
    if compiled:
        if (problem := build()) is not None:
            sys.exit(f"the copy does not compile without faults:\n{problem}")
        (core,) = BUILD.glob("_core*.so")
    for old in (TREE / "src" / "ponnuki").glob("_core*"):
        old.unlink()
    shutil.copy2(core, TREE / "src" / "ponnuki")
    code = "import ponnuki, ponnuki._core; print(ponnuki.__file__, ponnuki._core.__file__)"
    said = _run([sys.executable, "-c", code]).stdout.split()
    assert all(Path(one).is_relative_to(TREE) for one in said), said


def build() -> str | None:
    """Builds the extension of the copy; what the compiler said, if it failed."""
    if not (BUILD / "build.ninja").exists():
        nanobind = _run([sys.executable, "-m", "nanobind", "--cmake_dir"]).stdout.strip()
        options = {
            "CMAKE_MAKE_PROGRAM": _tool("ninja"),
            "PONNUKI_PYTHON": "ON",
            "PONNUKI_TESTS": "OFF",
            "PONNUKI_INSTRUCTION_SETS": "baseline",
            "Python_EXECUTABLE": sys.executable,
            "nanobind_DIR": nanobind,
        }
        said = [f"-D{name}={value}" for name, value in options.items()]
        _run([_tool("cmake"), "-G", "Ninja", "-S", str(TREE), "-B", str(BUILD), *said])
    cores = str(os.cpu_count())
    words = [_tool("cmake"), "--build", str(BUILD), "--target", "_core", "-j", cores]
    done = _run(words, check=False)
    return done.stdout[-4000:] if done.returncode else None


def _tool(name: str) -> str:
    """A tool beside this Python, or the system's."""
    folders = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    found = shutil.which(name, path=folders)
    assert found is not None, f"{name} is not installed"
    return found


def fail_without_faults(tests: Sequence[str]) -> set[str]:
    """Those tests that fail in the copy as it is: they can catch nothing."""
    if run_tests(tests) == 0:
        return set()
    return {one for one in tests if run_tests([one]) != 0}


def run_tests(tests: Sequence[str]) -> int | None:
    """The exit code of tests in the copy; None if they came to no end."""
    options = ["-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
    try:
        done = _run([sys.executable, "-m", "pytest", *options, *tests], check=False)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


def attempt(one: Fault) -> dict[str, Any]:
    """Puts a fault into the copy, runs its test and takes it out; what came of it."""
    begin, before = time.monotonic(), _cpu()
    with _faulty(one):
        outcome = _outcome(one)
    return {
        "outcome": outcome,
        "seconds": round(time.monotonic() - begin, 1),
        "cpu": round(_cpu() - before, 1),
    }


def _outcome(one: Fault) -> str:
    if one.compiled:
        if build() is not None:
            return "does not compile"
        (core,) = BUILD.glob("_core*.so")
        shutil.copy2(core, TREE / "src" / "ponnuki")
    code = run_tests([one.test])
    # 1: a test failed. Others: there is no such test, or nothing could be imported.
    return {0: "missed", 1: "caught", None: "caught: it does not end"}.get(code, f"error {code}")


@contextmanager
def _faulty(one: Fault) -> Iterator[None]:
    """The copy with the fault in it."""
    path = TREE / one.file
    sound = path.read_bytes()
    _write(path, one.put_into(sound.decode()).encode())
    try:
        yield
    finally:
        _write(path, sound)


def _run(words: Sequence[str], *, check: bool = True) -> "subprocess.CompletedProcess[str]":
    """A program in the copy, whose Python knows the copy alone."""
    paths = os.pathsep.join([str(SITE), str(TREE / "src")])
    return subprocess.run(
        words,
        cwd=TREE,
        env=os.environ | {"PYTHONPATH": paths},
        check=check,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=None if "--build" in words else LIMIT,
    )


def _cpu() -> float:
    """Seconds of the CPU that programs took so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _write_results(kept: dict[str, Any]) -> None:
    there = RESULTS.with_suffix(".tmp")
    there.write_text(json.dumps(kept, indent=1))
    there.replace(RESULTS)


def _line(one: Fault, result: dict[str, Any]) -> str:
    took = f"{result['seconds']:6.1f} s" if "seconds" in result else "        "
    return f"{took}  {result['outcome']}: {one.name} ({one.test})"


def _summary(chosen: Sequence[Fault], kept: dict[str, Any]) -> int:
    found = [kept[one.name] for one in chosen]
    caught = sum(one["outcome"].startswith("caught") for one in found)
    minutes, cpu = (sum(one.get(name, 0) for one in found) / 60 for name in ("seconds", "cpu"))
    print(f"{caught} of {len(found)} caught; {minutes:.0f} minutes, {cpu:.0f} of CPU time")
    return int(caught < len(found))


if __name__ == "__main__":
    sys.exit(main())
