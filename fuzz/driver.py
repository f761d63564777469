"""Tries inputs on a target: errors that nobody documented, hangs and memory are finds.

Inputs are made from a corpus, with no look at the code. An input whose outcome is new, an error
with other words, joins the pool that the next ones are made from.
"""

import hashlib
import random
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
from types import FrameType

from fuzz.mutation import spoil
from fuzz.target import Target

LIMIT_SECONDS = 5.0
"""CPU time of an input; so a busy machine makes no find."""
LIMIT_BYTES = 128 * 2**20
"""What the process may grow by in one input, and in all after the first WARM ones."""
WARM = 1_000
MAX_POOL = 2_000
MINIMISE_SECONDS = 30.0

_VARIABLE = re.compile(r"\S*/\S*|'[^']*'|\"[^\"]*\"|[^a-z ]+")


class HangError(BaseException):
    """An input has taken too long; no handler of the code under test catches it."""


@dataclass(frozen=True)
class Outcome:
    """What an input led to; `text` is the same for inputs that led to the same."""

    text: str
    find: bool = False
    detail: str = ""


def attempt(target: Target, data: bytes) -> Outcome:
    """Tries one input, within `watching`."""
    before = peak_memory()
    signal.setitimer(signal.ITIMER_PROF, LIMIT_SECONDS)
    try:
        target.run(data)
        outcome = Outcome("fine")
    except target.allowed as error:
        outcome = Outcome(f"{type(error).__name__}: {_VARIABLE.sub('', str(error)[:400])[:120]}")
    except HangError:
        outcome = Outcome("hang", True, f"more than {LIMIT_SECONDS} s")
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        text = f"{type(error).__name__} in {where.filename}, line {where.lineno}"
        outcome = Outcome(text, True, traceback.format_exc())
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if peak_memory() - before > LIMIT_BYTES:
        return Outcome("memory", True, f"grew by {(peak_memory() - before) >> 20} MiB")
    return outcome


@contextmanager
def watching() -> Iterator[None]:
    """While inputs are tried: the alarm of a hang is heard, and warnings are errors."""

    def ring(_: int, __: FrameType | None) -> None:
        raise HangError

    before = signal.signal(signal.SIGPROF, ring)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    finally:
        signal.signal(signal.SIGPROF, before)


def peak_memory() -> int:
    """The most bytes that the process has held so far."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


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
    rng = random.Random(f"{target.name} {seed}")
    pool, seen, warm = list(target.corpus), set[str](), 0
    first, end, done = list(target.corpus), time.monotonic() + seconds, 0
    with watching():
        while done < inputs and time.monotonic() < end:
            data = first[done] if done < len(first) else spoil(rng, pool, target.words)
            before_each(data)
            outcome = attempt(target, data)
            done += 1
            if outcome.text not in seen:
                seen.add(outcome.text)
                if outcome.find:
                    yield data, outcome
                elif done > len(first) and len(pool) < MAX_POOL:
                    pool.append(data)
            if done == WARM:
                warm = peak_memory()
            elif done > WARM and peak_memory() > warm + LIMIT_BYTES:
                yield data, Outcome("leak", True, f"grew by {LIMIT_BYTES >> 20} MiB over inputs")
                warm = peak_memory()


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
