"""Tries inputs on a target: errors that nobody documented, hangs and memory are finds.

Inputs are made from a corpus, with no look at the code. An input whose outcome is new, an error
from other lines or with other words, joins those that the next ones are made from, and so do the
last ones that were read without an error.
"""

import hashlib
import re
import resource
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType

from fuzz.mutation import Spoiler
from fuzz.target import Target

LIMIT_SECONDS = 5.0
"""CPU time of an input; so a busy machine makes no find."""
LIMIT_BYTES = 128 * 2**20
"""What the process may grow by in one input, and in all after the first WARM ones."""
WARM = 1_000
MINIMISE_SECONDS = 30.0

_TICKS = 5  # of the clock in LIMIT_SECONDS
_FRAMES = 12  # of a traceback that tell errors apart
_OFTEN = 1_000  # errors of the same lines, after which the words of few are looked at
_SELDOM = 16  # of so many, one
_VARIABLE = re.compile(r"\S*/\S*|'[^']*'|\"[^\"]*\"|[^a-z ]+")


class HangError(BaseException):
    """An input has taken too long; no handler of the code under test catches it."""


@dataclass(frozen=True)
class Outcome:
    """What an input led to; `text` is the same for inputs that led to the same."""

    text: str
    find: bool = False
    detail: str = ""


FINE = Outcome("fine")


class _Clock:
    """Hears a signal a few times in LIMIT_SECONDS, and ends what goes on for too many of them.

    An input has only to set `ticks` to 0 when it begins; a timer of its own costs as much as many
    inputs do.
    """

    def __init__(self) -> None:
        self.ticks = 0
        self.busy = False

    def tick(self, _: int, __: FrameType | None) -> None:
        self.ticks += 1
        if self.busy and self.ticks > _TICKS:
            raise HangError


_clock = _Clock()


def attempt(target: Target, data: bytes) -> Outcome:
    """Tries one input, within `watching`."""
    before = peak_memory()
    error = _run(target, data)
    outcome = FINE if error is None else _outcome(target, error)
    return _greedy(peak_memory() - before) or outcome


def _run(target: Target, data: bytes) -> BaseException | None:
    """What a target raises."""
    _clock.ticks = 0
    _clock.busy = True
    try:
        target.run(data)
    except (Exception, HangError) as error:
        return error
    finally:
        _clock.busy = False
    return None


def _outcome(target: Target, error: BaseException) -> Outcome:
    """What an error means."""
    if isinstance(error, target.allowed):
        return Outcome(f"{type(error).__name__}: {_VARIABLE.sub('', str(error)[:400])[:120]}")
    if isinstance(error, HangError):
        return Outcome("hang", True, f"more than {LIMIT_SECONDS} s")
    where = traceback.extract_tb(error.__traceback__)[-1]
    text = f"{type(error).__name__} in {where.filename}, line {where.lineno}"
    return Outcome(text, True, "".join(traceback.format_exception(error)))


def _greedy(growth: int) -> Outcome | None:
    """The find that an input by which the process grew so is, if it is one."""
    if growth <= LIMIT_BYTES:
        return None
    return Outcome("memory", True, f"grew by {growth >> 20} MiB")


@contextmanager
def watching() -> Iterator[None]:
    """While inputs are tried: the clock that ends a hang runs, and warnings are errors."""
    before = signal.signal(signal.SIGPROF, _clock.tick)
    signal.setitimer(signal.ITIMER_PROF, LIMIT_SECONDS / _TICKS, LIMIT_SECONDS / _TICKS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def peak_memory() -> int:
    """The most bytes that the process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT


_UNIT = 1 if sys.platform == "darwin" else 1024


class _Seen:
    """The outcomes so far: errors by the lines that they come from and by their words."""

    def __init__(self) -> None:
        self._texts = set[str]()
        self._lines = dict[tuple[int, ...], int]()  # how often since the last new words

    def is_new(self, target: Target, error: BaseException) -> Outcome | None:
        """The outcome of an error, unless it is known or there were too many like it."""
        lines = _lines(error.__traceback__)
        often = self._lines.get(lines, 0) + 1
        self._lines[lines] = often
        if often > _OFTEN and often % _SELDOM and isinstance(error, target.allowed):
            return None
        outcome = _outcome(target, error)
        if outcome.text in self._texts and (often > 1 or outcome.find):
            return None
        self._lines[lines] = 1
        self._texts.add(outcome.text)
        return outcome


def _lines(trace: TracebackType | None) -> tuple[int, ...]:
    """Where an error went through, as far as it tells errors apart."""
    places = list[int]()
    while trace is not None and len(places) < 2 * _FRAMES:
        places += id(trace.tb_frame.f_code), trace.tb_lasti
        trace = trace.tb_next
    return tuple(places)


def fuzz(
    target: Target,
    seed: str,
    *,
    inputs: float = float("inf"),
    seconds: float = float("inf"),
    before_each: Callable[[bytes], None] = lambda _: None,
) -> Iterator[tuple[bytes, Outcome]]:
    """The finds: the corpus as it is, then spoilt inputs until there are enough of them.

    Args:
        target: what is tried.
        seed: decides all inputs.
        inputs: how many to try.
        seconds: how long to go on.
        before_each: hears each input before it is tried.
    """
    spoiler = Spoiler(f"{target.name} {seed}", target.corpus, target.words)
    seen, found = _Seen(), set[str]()
    first, end, done = target.corpus, time.monotonic() + seconds, 0
    peak = warm = peak_memory()
    with watching():
        while done < inputs and time.monotonic() < end:
            data = first[done] if done < len(first) else spoiler.spoil()
            before_each(data)
            error = _run(target, data)
            done += 1
            if error is None:
                spoiler.add_fine(data)
            elif outcome := seen.is_new(target, error):
                if outcome.find:
                    yield data, outcome
                else:
                    spoiler.add_new(data)
            before, peak = peak, peak_memory()
            if peak == before and done != WARM:
                continue
            if (greedy := _greedy(peak - before)) and greedy.text not in found:
                found.add(greedy.text)
                yield data, greedy
            if done <= WARM:
                warm = peak
            elif peak > warm + LIMIT_BYTES:
                yield data, Outcome("leak", True, f"grew by {LIMIT_BYTES >> 20} MiB over inputs")
                warm = peak


def minimise(data: bytes, same: Callable[[bytes], bool]) -> bytes:
    """A shorter input with the same outcome, as far as one is found in time."""
    end = time.monotonic() + MINIMISE_SECONDS
    size = len(data) // 2
    while size:
        at = 0
        while at < len(data):
            if time.monotonic() > end:
                return data
            shorter = data[:at] + data[at + size :]
            if same(shorter):
                data = shorter
            else:
                at += size
        size //= 2
    return data


def keep(folder: Path, target: Target, data: bytes, outcome: Outcome) -> str:
    """Writes a find to a file; says what it is and how to repeat it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{target.name}-{hashlib.sha256(data).hexdigest()[:8]}"
    path.write_bytes(data)
    again = f"python -m fuzz {target.name} --file {path}"
    return (
        f"{target.name}: {outcome.text}\n{outcome.detail}\n  {len(data)} bytes, again by: {again}"
    )
