"""Runs the tests that need a Ray cluster, if Ray is installed."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.programs import run

TESTS = Path(__file__).with_name("on_ray.py")


@pytest.mark.skipif(not find_spec("ray"), reason="needs pip install 'ponnuki[ray]'")
@pytest.mark.skipif(sys.platform != "linux", reason="they look at processes in /proc")
def test_games_on_a_cluster() -> None:
    """They have one cluster together, and leave no threads of Ray in this process."""
    root = TESTS.parents[3]
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "--durations=5", "--no-header"]
    command = [sys.executable, "-m", "pytest", *options, str(TESTS)]
    done = run(command, check=False, cwd=root)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
    assert " skipped" not in done.stdout
