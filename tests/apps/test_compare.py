"""The command that compares ways to learn."""

import json
from pathlib import Path

import pytest

from tests.apps.conftest import Command
from tests.papers.test_comparison import FEW, compared

WORDS = [f"{name}={value}" for name, value in FEW.items()]


def test_an_array_of_jobs_is_merged(tmp_path: Path, run: Command) -> None:
    """Each trains a seed; the command without --train-only measures all, and trains nothing."""
    ways = ["default", "default,rate=0.2", *WORDS]
    for seed in "1", "2":
        out = ["--seeds", seed, "--train-only", "--out", str(tmp_path / "array")]
        assert run("compare", *ways, *out).code == 0
    out = ["--seeds", "1-2", "--games", "4", "--out", str(tmp_path / "array"), "--json"]
    done = run("compare", *ways, *out)
    assert "train" not in done.err
    whole = compared(tmp_path / "whole")
    assert json.loads(done.out)["shares"] == json.loads(json.dumps(whole.to_json()))["shares"]


def test_pictures(tmp_path: Path, run: Command) -> None:
    """Shares with intervals, or curves over what was spent."""
    words = ["default", "default,rate=0.2", *WORDS, "--seeds", "1,2", "--games", "2"]
    files = [tmp_path / "shares.svg", tmp_path / "curves.svg"]
    for file, more in zip(files, ([], ["--curve", "error/seconds"]), strict=True):
        out = ["--out", str(tmp_path / "runs"), "--plot", str(file)]
        assert run("compare", *words, *out, *more).code == 0
        assert file.read_text().count("<g ") > 10
    with pytest.raises(ValueError, match="no run has it"):
        compared(tmp_path / "runs").plot_curves("nothing")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seeds", "1-"], "--seeds '1-' is not allowed: write 1-10, or 1,4,7-9"),
        (["--budget", "games"], "--budget 'games' is not allowed: write games=10000"),
        (["--curve", "error"], "--curve is not allowed without --plot FILE"),
    ],
)
def test_words_that_are_refused(words: list[str], said: str, run: Command) -> None:
    """They name the option, the text, and how it is written."""
    done = run("compare", "default", "halving", *words)
    assert done.code == 2
    assert said in done.err
