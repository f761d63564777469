"""Fuzzes targets: ``python -m fuzz sgf weights --seconds 60 --jobs 2``."""

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fuzz import driver
from fuzz.board import Board
from fuzz.driver import Outcome
from fuzz.target import Target
from fuzz.targets import TARGETS

FINDS = Path(__file__).parent / "finds"
STALL_SECONDS = 120.0
MAX_BYTES = 8 * 2**30


def main() -> int:
    """Runs the command; 1 if there was a find."""
    options = _options()
    if options.file:
        return _again(TARGETS[options.targets[0]], options.file.read_bytes())
    if options.board:
        return _work(TARGETS[options.targets[0]], options)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # workers and folders go with us
    failed = False
    with tempfile.TemporaryDirectory(prefix="ponnuki-fuzz-", dir=_fast_folder()) as place:
        for name in options.targets or TARGETS:
            failed |= _watch(TARGETS[name], options, Path(place))
    return int(failed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], metavar="TARGET")
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--seconds", type=float, default=float("inf"), help="for each target")
    amount.add_argument("--inputs", type=int, help="of each target; 10,000 if nothing is said")
    parser.add_argument("--seed", default="0", help="the same one gives the same inputs")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--finds", type=Path, default=FINDS, help="where finds are written")
    parser.add_argument("--file", type=Path, help="tries this input alone")
    parser.add_argument("--board", type=Path, help=argparse.SUPPRESS)  # we are a worker
    options = parser.parse_args()
    if options.inputs is None:
        options.inputs = 10_000 if options.seconds == float("inf") else sys.maxsize
    if options.file and len(options.targets) != 1:
        parser.error("--file needs one target")
    return options


def _again(target: Target, data: bytes) -> int:
    with driver.watching():
        outcome = driver.attempt(target, data)
    print(outcome.text, outcome.detail, sep="\n")
    return int(outcome.find)


def _work(target: Target, options: argparse.Namespace) -> int:
    """A worker: tries inputs, and says what it finds."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    board = Board(options.board)
    found = driver.fuzz(
        target,
        options.seed,
        inputs=options.inputs,
        seconds=options.seconds,
        before_each=board.put,
    )
    failed = 0
    for data, outcome in found:

        def same(shorter: bytes, text: str = outcome.text) -> bool:
            board.put(shorter, counts=False)
            return driver.attempt(target, shorter).text == text

        small = data if outcome.text == "leak" else driver.minimise(data, same)
        print(driver.keep(options.finds, target, small, outcome), flush=True)
        failed = 1
    return failed


def _watch(target: Target, options: argparse.Namespace, place: Path) -> bool:
    """Has workers try a target; one that dies or stands still is a find as well."""
    began, failed = time.monotonic(), False
    share = -(-options.inputs // options.jobs)
    boards = [Board(place / f"{target.name}-{job}") for job in range(options.jobs)]
    workers = [
        _start(target.name, "--board", str(place / f"{target.name}-{job}"),
               "--seconds" if options.inputs == sys.maxsize else "--inputs",
               str(options.seconds if options.inputs == sys.maxsize else share),
               "--seed", f"{options.seed}.{job}", "--finds", str(options.finds), place=place)
        for job in range(options.jobs)
    ]  # fmt: skip
    try:
        for worker, board in zip(workers, boards, strict=True):
            code = _wait(worker, board)
            failed |= code != 0
            if code not in {0, 1}:
                small = driver.minimise(board.data, lambda data: _dies(target, data, place))
                how = "stands still" if code is None else f"dies with exit code {code}"
                print(driver.keep(options.finds, target, small, Outcome(how, True)), flush=True)
    finally:
        for worker in workers:
            worker.kill()
    done, seconds = sum(board.head[0] for board in boards), time.monotonic() - began
    print(f"{target.name:14} {done:12,} inputs {done / seconds:9,.0f}/s", flush=True)
    return failed


def _start(*arguments: str, place: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "fuzz", *arguments], env={**os.environ, "TMPDIR": str(place)}
    )


def _wait(worker: "subprocess.Popen[bytes]", board: Board) -> int | None:
    """The exit code of a worker; None if it stands still."""
    beats, since = -1, time.monotonic()
    while worker.poll() is None:
        if board.head[1] != beats:
            beats, since = board.head[1], time.monotonic()
        if time.monotonic() - since > STALL_SECONDS:
            worker.send_signal(signal.SIGKILL)
            worker.wait()
            return None
        time.sleep(0.2)
    return worker.returncode


def _dies(target: Target, data: bytes, place: Path) -> bool:
    path = place / "smaller"
    path.write_bytes(data)
    command = [sys.executable, "-m", "fuzz", target.name, "--file", str(path)]
    try:
        return subprocess.call(command, stdout=subprocess.DEVNULL, timeout=20) not in {0, 1}
    except subprocess.TimeoutExpired:
        return True


def _fast_folder() -> str | None:
    """A folder in memory, where the system has one: targets write files."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


if __name__ == "__main__":
    sys.exit(main())
