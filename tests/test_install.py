"""Before anything is built: what is missing is said in one line, and how far the build is."""

import ast
import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from install import needs
from tests.programs import run

ROOT = Path(__file__).resolve().parents[1]
NEEDS, PROGRESS = ROOT / "install/needs.py", ROOT / "install/progress.py"
SHELL = Path("/bin/sh")

pytestmark = pytest.mark.skipif(not SHELL.exists(), reason="there is no /bin/sh")


def stub(folder: Path, name: str, script: str = "exit 0") -> Path:
    """A program that does what a line of shell says."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all that PATH names; it has a compiler and Debian's installer."""
    folder = tmp_path / "path"
    stub(folder, "g++")
    stub(folder, "apt-get")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(needs, "_has_venv", lambda: True)
    monkeypatch.setattr(sysconfig, "get_paths", lambda: {"include": str(tmp_path / "include")})
    (tmp_path / "include").mkdir()
    (tmp_path / "include/Python.h").touch()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10**12))
    return folder


VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


def said() -> str:
    """What is missing, in one line."""
    found = needs.complaint(".venv", "demo")
    assert found is not None
    assert "\n" not in found
    return found


@pytest.mark.usefixtures("path")
def test_nothing_is_said_where_nothing_is_missing() -> None:
    """A compiler, headers, venv and space are enough."""
    assert needs.complaint(".venv", "demo") is None


def test_old_pythons_can_read_the_check() -> None:
    """It is text of Python 3.6."""
    ast.parse(NEEDS.read_text(encoding="utf-8"), feature_version=(3, 6))


def test_an_old_python_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says where to get another, or which one is there."""
    monkeypatch.setattr(sys, "version_info", (3, 8, 18, "final", 0))
    assert said().startswith(f"Python 3.8 ({sys.executable}) is too old")
    assert "https://www.python.org/downloads" in said()
    stub(path, "python3.14", "echo broken >&2; exit 1")
    stub(path, "python3.12", "echo 1")
    assert said().endswith("; say: make PYTHON=python3.12 demo")


def test_a_missing_compiler_is_named(path: Path) -> None:
    """The command of this system that gets one is said."""
    (path / "g++").unlink()
    assert said() == "missing: a C++ compiler; say: sudo apt install g++"
    (path / "apt-get").unlink()
    assert said().startswith("missing: a C++ compiler; get")
    stub(path, "xcode-select")
    assert said() == "missing: a C++ compiler; say: xcode-select --install"


def test_an_old_compiler_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that cannot read C++20 is as good as none; CXX names another."""
    stub(path, "g++", "exit 1")
    assert said().startswith("missing: a compiler for C++20, which g++ is not")
    monkeypatch.setenv("CXX", str(stub(path / "new", "clang++")))
    assert needs.complaint(".venv", "demo") is None


def test_all_that_is_missing_is_said_at_once(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Headers, venv and compiler make one line with one command."""
    (path / "g++").unlink()
    (tmp_path / "include/Python.h").unlink()
    monkeypatch.setattr(needs, "_has_venv", lambda: False)
    packages = f"g++ python{VERSION}-dev python{VERSION}-venv"
    assert said().endswith(f"; say: sudo apt install {packages}")
    assert "Python.h" in said()


@pytest.mark.usefixtures("path")
def test_too_little_space_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """With how much there is, and how much is needed."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=50 * 10**6))
    assert "has 50 MB free, and 1,000 MB are needed" in said()


@pytest.mark.usefixtures("path")
def test_a_full_disk_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no temporary file can be written, Python names no folder for them."""

    def nowhere() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    assert said().startswith("no space: no folder for temporary files can be written to")


@pytest.mark.parametrize("fault", ["gone", "old", "moved", "no pip"])
@pytest.mark.usefixtures("path")
def test_a_broken_environment_is_said(tmp_path: Path, fault: str) -> None:
    """Its Python is gone or too old, it was moved, or pip is missing: a new one is a command away.

    Nothing is said of one that is whole.
    """
    programs = tmp_path / ".venv/bin"
    python = stub(programs, "python", "echo 3 11")
    pip = programs / "pip"
    pip.write_text(f"#!{python}\n")
    (tmp_path / ".venv/.tools").touch()
    assert needs.complaint(".venv", "demo") is None
    pip.write_text(f'#!/bin/sh\n\'\'\'exec\' "{python}" "$0" "$@"\n')
    assert needs.complaint(".venv", "demo") is None, "as long paths are written"
    if fault == "gone":
        python.unlink()
        python.symlink_to(tmp_path / "nowhere")
    elif fault == "old":
        stub(programs, "python", "echo 3 9")
    elif fault == "moved":
        pip.write_text(f"#!{tmp_path}/before/.venv/bin/python\n")
    else:
        pip.unlink()
    assert said().startswith(".venv is broken (")
    assert said().endswith("; say: rm -rf .venv && make demo")


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_says_it_before_it_builds(tmp_path: Path) -> None:
    """`make demo` stops with the line; a Python that is not there is said, too."""
    for name in "make", "find":
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    bare = {"PATH": str(tmp_path), "LC_ALL": "C"}
    venv = f"VENV={tmp_path}/venv"
    lost = run(["make", "-C", str(ROOT), "PYTHON=python9", venv, "demo"], check=False, env=bare)
    assert lost.returncode == 2
    assert lost.stderr.splitlines()[0].startswith("missing: python9; get Python 3.11")
    asked = ["make", "-C", str(ROOT), f"PYTHON={sys.executable}", venv, "demo"]
    result = run(asked, check=False, env=bare)
    assert result.returncode == 2
    assert result.stderr.splitlines()[0].startswith("missing: a C++ compiler")
    assert not (tmp_path / "venv").exists()


def test_progress_is_that_of_the_build(tmp_path: Path) -> None:
    """Steps are counted as they come, and all that was said is kept."""
    script = stub(
        tmp_path,
        "build",
        "echo '  Downloading numpy-2.1.0-x.whl (3 MB)'; "
        'for i in 1 2 3 4; do echo "  [$i/4] Building CXX object"; done; echo done',
    )
    log = tmp_path / "new/log.txt"
    result = run([sys.executable, str(PROGRESS), str(log), str(script)])
    steps = [line.partition(" (")[0] for line in result.stderr.splitlines()]
    assert steps == [*(f"compiling the core: {i} of 4" for i in range(1, 5)), "installed"]
    assert log.read_text().splitlines()[-1] == "done"


@pytest.mark.parametrize("said", ["x.cpp:3: error: no such header", "what nobody foresaw"])
def test_a_build_that_fails_is_shown(tmp_path: Path, said: str) -> None:
    """From its first error, or its last lines; where the rest is, and its exit code."""
    after = 60 if "error" in said else 0
    script = stub(tmp_path, "build", f"seq 100; echo '{said}' >&2; seq {after}; exit 3")
    log = tmp_path / "log.txt"
    result = run([sys.executable, str(PROGRESS), str(log), str(script)], check=False)
    assert result.returncode == 3
    lines = result.stderr.splitlines()
    assert lines[0].startswith("stopped (")
    assert lines[1 if after else -2] == said
    assert lines[-1] == f"everything that was said: {log}"
    assert len(lines) == 32
    assert len(log.read_text().splitlines()) == 101 + after


def test_this_machine_can_build() -> None:
    """The check lets a machine pass that has built the extension."""
    if shutil.which("c++") is None:
        pytest.skip("there is no compiler")
    asked = [sys.executable, str(NEEDS), os.devnull, "test"]
    assert run(asked, check=False).stderr == ""
