"""Carrying out experiments: reports and results, numbers of a scale, errors."""

from pathlib import Path
from typing import Any

import pytest

import ponnuki
from ponnuki.papers import reproduce
from ponnuki.runs.provenance import facts
from tests.apps.conftest import Command, run  # noqa: F401 - a fixture


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nobody", [], "smoke"), "paper='nobody' is not allowed: use cai2007"),
        (
            ("cai2009", ["table9"], "smoke"),
            "experiment='table9' is not allowed: cai2009 has table1",
        ),
        (("cai2009", [], "huge"), "scale='huge' is not allowed: use smoke"),
    ],
)
def test_errors(arguments: tuple[str, list[str], str], message: str, tmp_path: Path) -> None:
    """Errors name the argument, the value and what is allowed."""
    with pytest.raises(ValueError, match=message):
        reproduce(*arguments, tmp_path, say=len)


def test_numbers_of_a_scale(tmp_path: Path) -> None:
    """A report on fewer engines uses the parts of the whole, and says its numbers."""
    said: list[str] = []
    reproduce("cai2009", ["table1"], "smoke", tmp_path, say=said.append, numbers={"engines": 1})
    assert sum(one.startswith("train ") for one in said) == 4
    text = (tmp_path / "report.md").read_text()
    assert "`ponnuki reproduce cai2009 table1 engines=1 --scale smoke`" in text
    assert "depth 1, 1 engines a method" in text
    made = facts()["commit"]
    made = f"version {ponnuki.__version__}" if made is None else made[:10]
    assert f"The training runs in this report were made by the program at {made}." in text
    said.clear()
    reproduce("cai2009", ["table1"], "smoke", tmp_path, say=said.append)
    assert [one.rpartition("-")[0] for one in said] == [
        f"train cai2009-{method}-1-seed2" for method in ("hybrid", "pso", "ea", "hc")
    ]


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"nets": 1}, "nets is no setting: use depth, engines, generations"),
        ({"engines": 0}, "engines=0 is not allowed: use a whole number from 1 on"),
        ({"engines": ["few"]}, r"engines=\['few'\] is not allowed: use a whole number"),
        ({"methods": ["EA", "GA"]}, r"methods=.* is not allowed: use a list, each hybrid, PSO, EA"),
        ({"methods": 2}, "methods=2 is not allowed: use a list, each hybrid, PSO, EA or HC"),
        ({"methods": []}, "methods is empty: use some of hybrid, PSO, EA, HC"),
    ],
)
def test_numbers_that_are_not_allowed(
    numbers: dict[str, Any], message: str, tmp_path: Path
) -> None:
    """Only numbers that the scale has, and at least 1; only names that it has."""
    with pytest.raises(ValueError, match=message):
        reproduce("cai2009", [], "smoke", tmp_path, say=len, numbers=numbers)


def test_some_of_the_names_of_a_scale(tmp_path: Path) -> None:
    """They stand in the command that the report says, and count in the scale's order."""
    numbers = {"engines": 1, "methods": ["HC", "EA"]}
    said: list[str] = []
    reproduce("cai2009", ["table1"], "smoke", tmp_path, say=said.append, numbers=numbers)
    trained = [one.rpartition("-")[0] for one in said if one.startswith("train")]
    assert trained == [f"train cai2009-{method}-1-seed1" for method in ("ea", "hc")]
    text = (tmp_path / "report.md").read_text()
    assert "table1 engines=1 methods=HC,EA --scale smoke" in text
    assert "1 engines a method (EA, HC)" in text


def test_an_old_option_says_what_is_written_now(run: Command) -> None:  # noqa: F811 - the fixture
    """The whole command, so that it can be copied; no folder is made."""
    said = run("reproduce", "cai2009", "--set", "engines=3", "table1", "--set=games=2")
    words = "cai2009 table1 engines=3 games=2"
    assert said.err == f"error: --set is no option any more; write: ponnuki reproduce {words}\n"
    said = run("reproduce", "--st", "engines=3", "cai2009")
    assert said.err == "error: --st is no option of 'ponnuki reproduce': see --help\n"
    assert not Path("runs").exists()
