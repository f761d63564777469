"""What a silent record means stays what it was, whatever becomes of defaults."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ponnuki.learners.registry import settings_of
from ponnuki.learners.settings import parse_table
from ponnuki.runs.earlier import config_now
from tests.golden.meanings import FILE, meanings, mistakes

ENGINES = sorted((Path(__file__).parents[2] / "docs" / "papers" / "engines").glob("*.zip"))


def test_silence_means_what_it_meant() -> None:
    """Whoever changes a default writes `was=OLD`; a new setting is added to the file."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert mistakes(kept) == []
    assert meanings() == kept, "write what is new: python -m tests.golden.meanings"


def test_what_was_forgotten_is_named() -> None:
    """A default that is another one, and a setting that old tables do not leave out."""
    kept = meanings()
    kept["game go"]["komi"] = 6.5
    del kept["net mlp"]["biases"]
    del kept["learner zero"]["keep"]
    assert mistakes(kept) == [
        "net mlp: biases is new: say later=True, or digests change",
        "game go: komi meant 6.5: say was=OLD, or raise the version",
    ]


def configs(path: Path) -> dict[str, dict[str, Any]]:
    """The tables of all runs in a file of kept engines."""
    with zipfile.ZipFile(path) as kept:
        return {
            name: parse_table(kept.read(name).decode(), name)
            for name in kept.namelist()
            if name.endswith("config.toml")
        }


@pytest.mark.parametrize("path", ENGINES, ids=lambda path: path.stem)
def test_kept_configs_are_read_and_written_back(path: Path) -> None:
    """Each has a digest of its own, whatever wrote it; its table is what it was, by new names."""
    tables = {name: config_now(table) for name, table in configs(path).items()}
    assert len(tables) >= 40
    read = {name: settings_of(table) for name, table in tables.items()}
    assert len({own.digest for own in read.values()}) == len(tables)
    for name, own in read.items():
        assert own.table() == tables[name], name
        assert settings_of(own.changed() | {"learner": own.learner}) == own
