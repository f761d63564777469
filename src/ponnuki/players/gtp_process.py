"""A GTP engine as a process: commands in, responses out, each within a time."""

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO

from ponnuki.formats import gtp
from ponnuki.formats.gtp import GtpError, Response
from ponnuki.players import gtp_launcher
from ponnuki.players.gtp_guard import GUARD, POSSIBLE

GAMES_FOLDERS = ("/usr/games", "/usr/local/games")
"""Where distributions put games; these folders are often not on the path."""

MAX_UNASKED = 16
"""Responses that an engine may have given without being asked before it is given up."""

_LAUNCHER = gtp_launcher.__file__
_CHUNK = 65_536
_STDERR_KEPT = 2_000
_GRACE = 0.5


class EngineDeadError(GtpError):
    """The engine's process has ended."""


class EngineTimeoutError(GtpError):
    """The engine has not answered in time."""


def find_program(name: str) -> str | None:
    """The path of a program; a bare name is also looked for where games are kept."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(GAMES_FOLDERS))


class GtpProcess:
    """A running engine. It is started without a shell, in a process group of its own.

    Whatever goes wrong ends the process: after an error it can be closed, and nothing else. It is
    also killed when it is forgotten, when Python ends, and when this program is killed.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        """Starts it.

        Args:
            arguments: the program and its arguments.

        Raises:
            GtpError: it cannot be started.
        """
        try:
            self._process = _start(arguments)
        except (OSError, ValueError) as error:
            raise GtpError(f"{arguments[0]!r} cannot be started: {error}") from None
        self._stdin, stdout, stderr = _pipes(self._process)
        self._said: queue.SimpleQueue[Response | GtpError] = queue.SimpleQueue()
        self._errors: deque[bytes] = deque(maxlen=8)
        self._readers = [
            threading.Thread(target=target, args=arguments, daemon=True)
            for target, arguments in (
                (_read_responses, (stdout, self._said)),
                (_drain, (stderr, self._errors)),
            )
        ]
        for reader in self._readers:
            reader.start()
        self._id = 0
        self._closing = False
        self._finish = weakref.finalize(self, _end, self._process, self._readers)

    @property
    def pid(self) -> int:
        """The number of the process, which is also that of its group."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it has not been closed. A process may have died since it was last asked."""
        return self._finish.alive

    def ask(self, name: str, *arguments: str | float, seconds: float) -> Response:
        """Sends a command and waits for its answer.

        Raises:
            EngineDeadError: the process has ended.
            EngineTimeoutError: there was no answer in time.
            GtpError: the answer is no GTP, or belongs to another command.
        """
        if self._closing or not self.alive:
            raise EngineDeadError("the engine has been closed")
        self._id += 1
        line = gtp.command(name, *arguments, id=self._id)
        try:
            return self._exchange(line, seconds)
        except BaseException:
            self.kill()
            raise

    def _exchange(self, line: str, seconds: float) -> Response:
        try:
            unasked = not self._said.empty()
            if not unasked:
                self._stdin.write(line.encode())
            answer = self._said.get(timeout=seconds)
        except (OSError, ValueError):  # it has ended, or another thread has closed its input
            raise self._dead(line) from None
        except queue.Empty:
            asked = line.split(maxsplit=1)[1].strip()
            raise EngineTimeoutError(f"no answer to {asked!r} in {seconds:.3g} s") from None
        if self._closing or isinstance(answer, EngineDeadError):  # what it says now answers quit
            raise self._dead(line)
        if isinstance(answer, GtpError):
            raise answer
        if unasked:
            raise GtpError(f"the engine spoke without being asked: {answer.text[:50]!r}")
        if answer.id not in {None, self._id}:
            raise GtpError(f"the answer to command {self._id} has the number {answer.id}")
        return answer

    def _dead(self, line: str) -> EngineDeadError:
        """The error that says how the process ended."""
        self.kill()
        said = b"".join(self._errors)[-_STDERR_KEPT:].decode("utf-8", "replace").split("\n")
        words = [text.strip() for text in said if text.strip()]
        last = f"; it said {words[-1][:200]!r}" if words else ""
        asked = line.split(maxsplit=1)[1].strip()
        code = self._process.returncode
        return EngineDeadError(f"the engine ended (exit code {code}) at {asked!r}{last}")

    def close(self) -> None:
        """Asks it to quit, then to terminate, and kills it and its children if nothing helps."""
        if self.alive:
            self._closing = True
            with contextlib.suppress(OSError, ValueError):  # it may have ended, or been closed
                self._stdin.write(b"quit\n")
                self._stdin.close()
            self._readers[0].join(_GRACE)  # to the end of its output: it must not be waited for yet
            if self._readers[0].is_alive() and self.alive:
                _signal(self._process, signal.SIGTERM)
                self._readers[0].join(_GRACE)
            self.kill()

    def kill(self) -> None:
        """Kills it and its children at once. Any thread may do so."""
        self._finish()


def _start(arguments: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Starts a program, which is guarded before it does anything.

    Raises:
        OSError: it cannot be started.
        ValueError: an argument cannot be one.
    """
    if not POSSIBLE:
        return _popen(arguments)
    with contextlib.ExitStack() as pipes:
        hear, go = _pipe(pipes)
        failed, say = _pipe(pipes)
        launcher = [sys.executable, "-I", "-S", _LAUNCHER, str(hear.fileno()), str(say.fileno())]
        process = _popen([*launcher, *arguments], pass_fds=(hear.fileno(), say.fileno()))
        try:
            GUARD.watch(process.pid)
            say.close()
            go.write(b"\n")
            error = failed.read()  # until the program runs
        except BaseException:
            _end(process, ())
            raise
    if error:
        _end(process, ())
        raise OSError(int(error), os.strerror(int(error)), arguments[0])
    return process


def _pipe(pipes: contextlib.ExitStack) -> tuple[IO[bytes], IO[bytes]]:
    """The two ends of a pipe."""
    read, write = os.pipe()
    return (
        pipes.enter_context(open(read, "rb", buffering=0)),
        pipes.enter_context(open(write, "wb", buffering=0)),
    )


def _popen(arguments: Sequence[str], pass_fds: Sequence[int] = ()) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        list(arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        pass_fds=pass_fds,
    )


def _pipes(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Its input, output and error output."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr


def _read_responses(stream: IO[bytes], said: "queue.SimpleQueue[Response | GtpError]") -> None:
    """Reads to the end and closes it; the last thing that it hands on is an error."""
    try:
        with stream:
            _hand_on(stream, said)
    except GtpError as error:
        said.put(error)
    except (OSError, ValueError):
        said.put(EngineDeadError("its output was closed"))
    else:
        said.put(EngineDeadError("its output ended"))


def _hand_on(stream: IO[bytes], said: "queue.SimpleQueue[Response | GtpError]") -> None:
    """Hands on the responses of a stream to its end.

    Raises:
        GtpError: it is no GTP, or too much that nobody has asked for.
    """
    reader = gtp.ResponseReader()
    while data := stream.read(_CHUNK):
        for response in reader.feed(data):
            said.put(response)
        if said.qsize() > MAX_UNASKED:
            raise GtpError("the engine speaks without being asked")


def _drain(stream: IO[bytes], kept: deque[bytes]) -> None:
    """Reads to the end, keeps the last of it, and closes it."""
    with contextlib.suppress(OSError, ValueError), stream:
        while data := stream.read(_CHUNK):
            kept.append(data[-_STDERR_KEPT:])


def _end(process: "subprocess.Popen[bytes]", readers: Sequence[threading.Thread]) -> None:
    """Kills a process and its group, and waits for its end.

    Nobody has waited for the process before, so its number still is its own.
    """
    _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
    GUARD.release(process.pid)
    process.wait()
    stdin, *outputs = _pipes(process)
    with contextlib.suppress(OSError):
        stdin.close()
    if not readers:  # nobody has begun to read
        for stream in outputs:
            stream.close()
        return
    deadline = time.monotonic() + _GRACE
    for reader in readers:  # they close what they read
        if reader is not threading.current_thread():
            reader.join(max(0.0, deadline - time.monotonic()))


def _signal(process: "subprocess.Popen[bytes]", number: int) -> None:
    """Sends a signal to a process and its group; it is not waited for, so its number stays."""
    if not hasattr(os, "killpg"):
        process.kill()
        return
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, number)
