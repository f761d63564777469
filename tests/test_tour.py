"""The tour through the house names files that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_every_file_of_the_tour_exists() -> None:
    """Python files and presets stand under src/ponnuki, C++ files under cpp."""
    text = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/-]+/[\w-]+\.(?:py|js|toml|hpp|cpp))`", text)
    assert len(named) > 40
    folder = {True: ROOT, False: ROOT / "src" / "ponnuki"}
    missing = [one for one in named if not (folder[one.startswith("cpp/")] / one).exists()]
    assert not missing


def test_every_name_of_the_tour_is_in_its_file() -> None:
    """A function or class that a line names is defined in the file that the line begins with."""
    text = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    for file, rest in re.findall(r"^\d+\. `([\w/]+\.py)`: (.*)$", text, re.MULTILINE):
        source = (ROOT / "src" / "ponnuki" / file).read_text(encoding="utf-8")
        for name in re.findall(r"`((?:\w+\.)?\w+)`", rest):
            word = name.split(".")[-1]
            assert re.search(rf"\b{word}\b", source), f"{file} does not have {name}"


def test_the_life_of_a_setting_goes_through_these_files() -> None:
    """The setting that the tour follows stands in each file of C++ and TOML, and in its class."""
    text = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    walk = text.split("## One setting: ")[1]
    name = walk.split("`")[1]
    carries = re.findall(r"^\d+\. `([\w/]+\.(?:toml|hpp|cpp))`", walk, re.MULTILINE)
    assert len(carries) == 4
    for file in *carries, "learners/td/settings.py", "learners/td/games.py":
        folder = ROOT if file.startswith("cpp/") else ROOT / "src" / "ponnuki"
        assert re.search(rf"\b{name}\b", (folder / file).read_text(encoding="utf-8")), file
