"""Programs that tests start: they hear signals, and none is waited for without end."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests import programs

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def test_programs_hear_signals_whatever_the_tests_were_told() -> None:
    """Also where the suite was started in the background or with nohup, which ignore them."""
    code = "import signal; print(*(int(signal.getsignal(s) == signal.SIG_IGN) for s in (1, 2)))"
    assert programs.run([sys.executable, "-c", code]).stdout == "0 0\n"


def test_a_program_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the limit, and who reads from it comes to an end of its output."""
    monkeypatch.setattr(programs, "LIMIT", 0.5)
    command = [sys.executable, "-c", "import time; time.sleep(600)"]
    with pytest.raises(subprocess.TimeoutExpired):
        programs.run(command)
    with programs.started(command) as process:
        assert process.stdout is not None
        assert process.stdout.read() == ""


def test_a_fork_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the limit, and whoever waited for it is told."""
    monkeypatch.setattr(programs, "LIMIT", 0.5)
    child = os.fork()
    if child == 0:
        time.sleep(600)
        os._exit(0)
    with pytest.raises(AssertionError, match="a process took more than"), programs.limited(child):
        _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL


def test_no_program_outlives_its_test() -> None:
    """What still runs at the end is killed."""
    with programs.started([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        assert process.poll() is None
    assert process.returncode == -9
