"""The engines that are kept with the reports: sound runs, each with the settings of its scale."""

import zipfile
from pathlib import Path

import pytest

from ponnuki.arena import Arena
from ponnuki.learners import SelfPlaySettings, learner
from ponnuki.papers.cai2009.engines import METHODS, settings_of
from ponnuki.papers.cai2009.scale import SCALES
from ponnuki.papers.workshop import UNMEASURED, Workshop
from ponnuki.runs import RunRecord, summary
from ponnuki.runs.check import check_run
from ponnuki.runs.shelf import Shelf

KEPT = Path(__file__).parents[3] / "docs" / "papers" / "engines"
NAMES = "shallow", "small", "medium", "deep"
BY_SEARCH = {(SCALES[name].depth, SCALES[name].at_rest): SCALES[name] for name in NAMES}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them, unpacked where a workshop looks."""
    folder = tmp_path_factory.mktemp("engines")
    for path in KEPT.glob("cai2009*.zip"):
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder / "runs")
    return folder


def test_kept_engines_are_finished_runs_of_a_scale(kept: Path) -> None:
    """Their settings are those that the paper's command asks for, so it finds them."""
    names = {method: name for name, method in METHODS.items()}
    shelf = Shelf(kept / "runs")
    for folder in sorted((kept / "runs").iterdir()):
        assert summary(folder).status == "finished"
        assert {one.status for one in check_run(folder).files} <= {"sound", "unchecked"}
        settings = SelfPlaySettings.of(RunRecord.open(folder).config)
        at_rest = settings.settings.values.get("start_velocity") == 0
        scale = BY_SEARCH[settings.search.depth, at_rest]
        asked = settings_of(names[settings.method], scale, settings.seed)
        assert settings.but(measure=UNMEASURED) == asked
        assert shelf.folder(asked) == folder
        assert shelf.measured(folder, asked), "no measure is asked for: nothing is played"
        assert shelf.folder(settings) == folder


@pytest.mark.parametrize(
    ("scale", "method", "count"),
    [(name, method, SCALES[name].engines) for name in NAMES for method in SCALES[name].methods],
)
def test_nobody_trains_them_again(kept: Path, scale: str, method: str, count: int) -> None:
    """A method is there with as many seeds as its scale has engines."""
    said: list[str] = []
    workshop = Workshop(kept, say=said.append)
    for seed in range(1, count + 1):
        record = workshop.train(settings_of(method, SCALES[scale], seed))
        assert len(record.generations()) == record.config["generations"]
    assert said == []


@pytest.mark.parametrize("method", ["hybrid", "EA"])
def test_the_first_generation_comes_again(kept: Path, method: str) -> None:
    """Whoever played the games of a run: leaves alone depend on that, no other figure."""
    settings = settings_of(method, SCALES["medium"], 2)
    line = RunRecord.open(Shelf(kept / "runs").folder(settings)).generations()[0]
    one = learner(settings, Arena())
    _, generation = next(one.run(one.start()))
    again = {name: fact for name, fact in generation.facts.items() if name != "leaves"}
    assert again == {name: line[name] for name in again}
