"""The demo claims what a run gives, not what the best of many gave."""

import re
import shutil
from pathlib import Path

import pytest

from tests.programs import run

ROOT = Path(__file__).resolve().parents[1]
REPORT = (ROOT / "docs/papers/learning.md").read_text()


def dry_run(*arguments: str) -> str:
    """The commands that make would carry out, the setting up of the environment left out."""
    asked = ["make", "--dry-run", "--assume-old=setup", "demo", *arguments]
    return run(asked, cwd=ROOT).stdout


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_nobody_chooses_the_seed_of_the_demo() -> None:
    """It is drawn anew, unless somebody names one; what other runs gave is printed beside it."""
    trained = [re.findall(r"train --seed (\d+)", dry_run()) for _ in range(2)]
    assert trained[0] != trained[1]
    assert all(len(seeds) == 1 for seeds in trained)
    assert "train --seed 7 " in dry_run("SEED=7")
    lines = re.findall(r"^\| (?:method|halving preset) .*$", REPORT, re.MULTILINE)[:2]
    assert [line.split("|")[1].strip() for line in lines] == ["method", "halving preset"]
    assert "'^\\| (method|halving preset) ' docs/papers/learning.md" in dry_run()


def test_the_readme_says_what_to_expect() -> None:
    """Its figure of the halving preset is the report's."""
    found = re.search(r"^\| halving preset \| (\d+) \| ([\d.]+) \(([^)]*)\)", REPORT, re.MULTILINE)
    assert found is not None
    _, mean, interval = found.groups()
    said = f"{mean} % on average (95 % interval {interval})"
    assert said in (ROOT / "README.md").read_text(), f"README.md: the report has {said}"
