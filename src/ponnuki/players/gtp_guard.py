"""A process that ends engines when the program that has started them is gone.

A program that is killed can end nothing any more, and an engine may ignore the end of its input. So
a small process of its own knows which engines run. It reads their numbers from a pipe; when the
pipe ends, its program has ended, however that came, and it kills what is left. A signal at the
parent's death (Linux) would not do: it is sent when the thread ends that has started an engine.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading

POSSIBLE = hasattr(os, "killpg")
"""Where there are no process groups, nothing is guarded."""


class Guard:
    """Which engines of this program run, told to a process that outlives it."""

    def __init__(self) -> None:
        """Starts nothing yet."""
        self._lock = threading.RLock()  # an engine may be collected, and released, anywhere
        self._groups: set[int] = set()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process, if it has been started."""
        return None if self._process is None else self._process.pid

    def watch(self, group: int) -> None:
        """A process group that must not outlive this program."""
        if not POSSIBLE:
            return
        with self._lock:
            self._groups.add(group)
            if not self._tell(f"+{group}\n"):
                self._start()

    def release(self, group: int) -> None:
        """It has ended. To be said before its number can be another's."""
        if not POSSIBLE:
            return
        with self._lock:
            self._groups.discard(group)
            self._tell(f"-{group}\n")

    def forget(self) -> None:
        """In a copy of this process: its engines and their guard are the other's."""
        process, self._process = self._process, None
        self._lock, self._groups = threading.RLock(), set()
        if process is not None and process.stdin is not None:
            process.stdin.close()
            process.returncode = 0  # not ours to wait for

    def _start(self) -> None:
        """Starts the process and tells it everything. Where that fails, nothing is guarded."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait()  # nobody reads its pipe any more, so it has ended
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                cwd="/",
                start_new_session=True,  # signals to this program's group are not for it
            )
        except OSError:
            self._process = None
        self._tell("".join(f"+{group}\n" for group in sorted(self._groups)))

    def _tell(self, text: str) -> bool:
        if self._process is None or self._process.stdin is None:
            return False
        try:
            self._process.stdin.write(text.encode())
        except OSError:  # somebody has killed it
            return False
        return True


GUARD = Guard()
"""The one of this program."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=GUARD.forget)


def main() -> None:
    """Notes what runs until the pipe ends, and then kills it."""
    groups: set[int] = set()
    for line in sys.stdin:
        (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
    for group in groups:
        with contextlib.suppress(OSError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
