"""Kept runs played again: what is compared, and what reports say of it."""

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from benchmarks.replay import replay
from ponnuki.papers.cai2009.engines import settings_of
from ponnuki.papers.cai2009.replayed import FOLDER, Replay, replayed_text, replays
from ponnuki.papers.cai2009.scale import SCALES
from ponnuki.papers.workshop import Workshop
from ponnuki.runs import RunRecord
from ponnuki.runs.log import GENERATIONS
from ponnuki.runs.record import STATE
from ponnuki.store import digest
from tests.runs.samples import listed

KEPT = Path(__file__).parents[3] / "docs" / "papers" / "engines"
SEARCHES = {"a55e110": "f700b469e52f85e7", "8496c99": "39dc7416ab3bffab"}
"""By program the signature of its search: that of today, and that before it was mended."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two generations, without its state."""
    folder = tmp_path_factory.mktemp("replayed")
    settings = settings_of("EA", SCALES["smoke"], 1).but(generations=2)
    record = Workshop(folder, say=len).train(settings)
    (record.folder / STATE).unlink()
    return record.folder


def test_a_run_is_equal_to_its_log(run: Path) -> None:
    """Whatever its times and leaves were."""
    assert replay(run, 5) == {"log": digest((run / GENERATIONS).read_bytes()), "equal": 2}


def test_the_first_fact_that_differs_is_named(run: Path, tmp_path: Path) -> None:
    """With what the log says and what was found; nothing after it is played."""
    folder = shutil.copytree(run, tmp_path / "run")
    shutil.rmtree(folder / "champions")
    lines = [json.loads(line) for line in (run / GENERATIONS).read_text().splitlines()]
    plies = lines[1]["plies"]
    lines[1] |= {"plies": plies + 1, "leaves": 0, "seconds": 0.0}
    (folder / GENERATIONS).write_text("".join(json.dumps(line) + "\n" for line in lines))
    listed(folder)
    found = replay(folder, 2)
    assert (found["equal"], found["differs"]) == (1, {"plies": [plies + 1, plies]})


def test_duels_that_were_not_played_ahead(tmp_path: Path) -> None:
    """A log of hill climbing without them is compared without them, and the outcome says so."""
    settings = settings_of("HC", SCALES["smoke"], 1)
    alone = settings.but(settings={"lookahead": 1, "challenges": 6})
    folder = Workshop(tmp_path, say=len).train(alone).folder
    assert "lookahead" not in replay(folder, 1)
    (folder / STATE).unlink()
    config = folder / "config.toml"
    config.write_text(config.read_text().replace("lookahead = 1", "lookahead = 4"))
    listed(folder)
    found = replay(folder, 1)
    assert (found["equal"], found["lookahead"]) == (1, 1)
    assert "In 1 logs of HC no duel" in Replay("1234567", 1, {"a": found}).text(["a"])


def test_what_a_report_says() -> None:
    """How many runs are equal, and from which generation on another one differs."""
    other = {"log": "", "equal": 2, "differs": {"plies": [70, 72]}}
    runs = {"a": {"log": "", "equal": 5}, "b": other}
    text = Replay("1234567", 5, runs).text(["a", "b"])
    assert text.startswith("Generations 1 to 5 of 2 runs were played again")
    assert "at 1234567: 1 are equal" in text
    assert text.endswith("`b` (from 3: plies 72 instead of 70).")


def test_nothing_is_said_of_other_runs(run: Path) -> None:
    """Runs that were trained here are no kept ones."""
    assert replayed_text([RunRecord.open(run)]) == ""


def test_kept_runs_were_played_again() -> None:
    """All at depths 2 and 3. Their logs are those that are kept.

    Where the search of today differs from a log, the one before it was mended does not.
    """
    logs: dict[str, str] = {}
    for path in KEPT.glob("cai2009*.zip"):
        with zipfile.ZipFile(path) as archive:
            logs |= {
                name.partition("/")[0]: digest(archive.read(name))
                for name in archive.namelist()
                if name.endswith(GENERATIONS)
            }
    found = {one.commit: one for one in replays()}
    assert set(found) == set(SEARCHES)
    for one in found.values():
        assert one.generations == 5
        assert {name: run["log"] for name, run in one.runs.items()}.items() <= logs.items()
    today, before = (found[commit].runs for commit in SEARCHES)
    assert {name for name in logs if "-depth2-" in name or "-depth3-" in name} <= set(today)
    assert set(before) <= {name for name, run in today.items() if run["equal"] < 5}
    assert {run["equal"] for run in before.values()} == {5}


@pytest.mark.parametrize(("commit", "signature"), SEARCHES.items())
def test_which_search_played_again(commit: str, signature: str) -> None:
    """The outcome says so."""
    program = json.loads((FOLDER / f"{commit}.json").read_text())["program"]
    assert program["signature"]["digest"] == signature
    assert program["commit"].startswith(commit)
    assert not program["dirty"]
