"""Without the extras: what needs one says so in one line before work begins, the rest works."""

import json
import sys
import tomllib
from pathlib import Path

import pytest

from ponnuki import extras
from tests import programs
from tests.apps.conftest import Command

ROOT = Path(__file__).resolve().parents[2]

NEEDED = [
    ("web", ["play", "--no-open"]),
    ("ray", ["match", "random", "random", "--cluster", "local:1"]),
    ("ray", ["train", "default", "--cluster", "local:1"]),
    ("ray", ["cluster", "nodes"]),
    ("cma", ["train", "halving", "method=cma"]),
    ("cma", ["train", "pairs"]),
    ("cma", ["cluster", "plan", "pairs"]),
    ("cma", ["reproduce", "kim2007"]),
    ("torch", ["reproduce", "zero", "planes", "--scale", "gpu"]),
    ("torch", ["train", "zero", "device=cuda"]),
]
"""Commands that cannot begin without an extra."""

IMPORT_ALL = """
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))
import ponnuki
for one in pkgutil.walk_packages(ponnuki.__path__, "ponnuki."):
    if not one.name.startswith("ponnuki.apps.web"):
        importlib.import_module(one.name)
"""


@pytest.mark.parametrize(("extra", "command"), NEEDED, ids=lambda one: "".join(one[:2]))
def test_a_missing_extra_is_one_line_before_work_begins(
    extra: str, command: list[str], run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the package and the command that brings it; nothing is printed or written."""
    monkeypatch.setitem(sys.modules, extras.PACKAGES[extra], None)
    said = run(*command)
    assert (said.code, said.out) == (2, "")
    (line,) = said.err.splitlines()
    assert line.startswith("error: ")
    assert f" needs the package {extras.PACKAGES[extra]}: " in line
    assert line.endswith(f'-m pip install "ponnuki[{extra}]"')
    assert not list(tmp_path.iterdir())


def test_every_extra_is_said_by_some_command() -> None:
    """But pictures, without which reports are written, and data frames, which Python alone has."""
    assert {extra for extra, _ in NEEDED} == set(extras.PACKAGES) - {"frames", "plots"}


def test_extras_are_those_of_the_project() -> None:
    """Each brings the package that is looked for; all of them leave out what is large."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = project["optional-dependencies"]
    assert declared.pop("all") == ["ponnuki[cma,plots,web]"]
    assert declared.keys() == extras.PACKAGES.keys()
    for extra, package in extras.PACKAGES.items():
        assert any(one.startswith(package) for one in declared[extra])


def test_all_but_the_pages_is_imported_without_extras() -> None:
    """Rules, players, learning, measuring, papers and the command line."""
    packages = [*extras.PACKAGES.values(), "starlette", "uvicorn"]
    programs.run([sys.executable, "-c", IMPORT_ALL, *packages])


def test_a_report_without_pictures_says_so_first(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the terminal before any work, with what to install, and in the report."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = run("reproduce", "mayer2007", "figure4", "--out", "new", "--json")
    assert said.code == 0
    first, *_ = said.err.splitlines()
    assert first.startswith("This report has no pictures, which need the package matplotlib: ")
    assert first.endswith('-m pip install "ponnuki[plots]"')
    report = (tmp_path / "new" / "report.md").read_text(encoding="utf-8")
    assert report.count("This report has no pictures, which need the package matplotlib.") == 1
    assert "![" not in report
    assert json.loads((tmp_path / "new" / "results.json").read_text(encoding="utf-8"))["figure4"]


def test_the_advice_names_this_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As it can be typed here: shorter below this folder, in quotes where it has spaces."""
    monkeypatch.chdir(tmp_path)
    for python, typed in (
        (tmp_path / ".venv" / "bin" / "python", Path(".venv", "bin", "python")),
        (tmp_path.parent / "python", tmp_path.parent / "python"),
        (tmp_path / "my venv" / "python", f'"{Path("my venv", "python")}"'),
    ):
        monkeypatch.setattr(sys, "executable", str(python))
        assert extras.how_to_install("web") == f'{typed} -m pip install "ponnuki[web]"'


def test_a_folder_of_the_same_name_is_no_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Python would import any folder as an empty package."""
    (tmp_path / "folder_of_games").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(extras.PACKAGES, "web", "folder_of_games")
    assert not extras.installed("web")
