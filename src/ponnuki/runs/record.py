"""The record of a training run: a folder that a person can read and a program can resume from.

    config.toml          all settings
    provenance.json      program, machine, time, seed, command; every resume
    generations.jsonl    one line a generation
    state.safetensors    the exact state after the last generation, and its line
    SHA256SUMS           what config.toml, champions and games were when they were written
    champions/           generation-0100.safetensors
    games/               generation-0100-1.sgf, of Othello .ggf
    .lock                held by the process that writes

A generation counts from the moment that its state is in place. Its line is written before; a line
without its state does not count, and the state's own line mends what is torn or missing. So
whatever breaks off a run leaves it as it was after one of its generations.
"""

import contextlib
import errno
import hashlib
import json
import operator
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Self, SupportsIndex, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki.evaluators import Evaluator, weights_bytes
from ponnuki.files import make_folder
from ponnuki.runs import state as states
from ponnuki.runs.folder import Folder, RunError, damage_of
from ponnuki.runs.log import GENERATIONS, MAX_GENERATIONS, read_log
from ponnuki.runs.provenance import digest_of, facts
from ponnuki.runs.state import MAX_GENERATION, RunState, StateHead, read_object
from ponnuki.runs.sums import SUMS, add_sum, digest, sums_text

if TYPE_CHECKING:
    from filelock import BaseFileLock
    from matplotlib.figure import Figure

_T = TypeVar("_T")

FORMAT = "ponnuki-run-1"
CONFIG = "config.toml"
PROVENANCE = "provenance.json"
STATE = "state.safetensors"
CHAMPIONS = "champions"
GAMES = "games"
LOCK = ".lock"

MAX_CONFIG = 2**20
MAX_PROVENANCE = 2**24
MAX_LINE = 2**20
MAX_GAME = 2**20

_LOCK_WAIT = 0.5
"""Seconds that a writer waits: `is_being_written` holds the lock for a moment."""

_CHAMPION = re.compile(r"generation-([0-9]{4}|[1-9][0-9]{4,8})\.safetensors")
_GAME = re.compile(r"generation-([0-9]{4}|[1-9][0-9]{4,8})-[0-9]{1,6}\.(?:sgf|ggf)")


class RunRecord:
    """A run's folder, opened for reading, or for writing by one process at a time.

    Attributes:
        folder: where it lies.
        config: all settings of the run.
        provenance: what it came from; see `ponnuki.runs.provenance`.
    """

    def __init__(self, folder: str | Path) -> None:
        """Opens a run for reading; `create` and `resume` open it for writing."""
        self.folder = Path(folder)
        self._files = Folder(folder)
        self._lock: BaseFileLock | None = None
        self._last: StateHead | None = None
        self._size = 0  # bytes of generations.jsonl that count
        self._hash = hashlib.sha256()  # over them
        self._until: int | None = None  # later generations are not looked at
        if not os.path.isdir(self._files.root):  # whatever its name is, however long
            raise RunError(f"{str(folder)[:500]}: there is no such folder")
        self.provenance = read_provenance(self._files)
        self.provenance.pop("sha256", None)  # of the file as it is now
        self.config = _read_config(self._files)

    @classmethod
    def open(cls, folder: str | Path) -> Self:
        """A run for reading; another process may be writing it meanwhile.

        Raises:
            RunError: the folder holds no run, or one of another version, or is damaged.
        """
        return cls(folder)

    def until(self, generation: int) -> Self:
        """The run as it was after a generation whose champion it has, for reading."""
        found = type(self)(self.folder)
        found._until = generation
        found.champion(generation)
        return found

    @property
    def spec(self) -> str:
        """The spec of its last champion as a player."""
        behind = "" if self._until is None else f"@{self._until}"
        return f"run:{self.folder}{behind}"

    @classmethod
    def create(
        cls,
        folder: str | Path,
        config: Mapping[str, Any],
        provenance: Mapping[str, Any] | None = None,
    ) -> Self:
        """A new run for writing, in a folder that is empty or not there yet.

        What a creation that was broken off has left does not count, and is written anew.

        Args:
            folder: where; folders above it are made too.
            config: all settings, as nested tables. A seed in it goes to the provenance.
            provenance: more facts, beside those of `ponnuki.runs.provenance.facts`.

        Raises:
            RunError: the folder is not empty, another process is writing there, or the settings
                or facts cannot be written.
            OSError: the folder cannot be written.
        """
        files = Folder(folder)
        settings = _toml(config)
        said = {"format": FORMAT, "seed": setting(config, "seed"), **facts(), **(provenance or {})}
        origin = provenance_text({**said, "format": FORMAT, "resumes": []})
        if os.path.exists(files.root) and not os.path.isdir(files.root):
            raise RunError(f"{folder}: this is a file; a run needs a folder of its own")
        _check_empty(files, settings)
        try:
            make_folder(files.root)
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:
                raise
            shown = f"{str(folder)[:80]}..."
            raise RunError(f"{shown}: the name is too long for a folder") from None
        with contextlib.ExitStack() as undo:
            lock = _take(files)
            undo.callback(lock.release)
            _check_empty(files, settings)
            for name in GENERATIONS, SUMS, CONFIG, PROVENANCE:
                undo.callback(files.at(name).unlink, missing_ok=True)
            files.clean()
            files.write(GENERATIONS, b"")  # tells what follows from a person's files
            files.write(SUMS, sums_text({CONFIG: digest(settings)}))
            files.write(CONFIG, settings)
            files.write(PROVENANCE, origin)  # from now on it is a run
            record = cls(folder)
            record._lock = lock
            undo.pop_all()
        return record

    @classmethod
    def resume(cls, folder: str | Path) -> Self:
        """A run for writing, mended to how it was after its last generation.

        Raises:
            RunError: the folder holds no run, or one of another version, or is damaged, or is
                being written by another process.
            OSError: the folder cannot be written; nothing is lost.
        """
        files = cls(folder)._files  # nothing is written into a folder that holds no run
        with contextlib.ExitStack() as undo:
            lock = _take(files)
            undo.callback(lock.release)
            record = cls(folder)
            for name in "", CHAMPIONS, GAMES:
                files.clean(name)
            state = record.state()  # a damaged one is found now
            record._last = record._head()
            record._mend()
            generation = None if state is None else state.generation
            record.provenance["resumes"].append({"generation": generation, **facts()})
            files.write(PROVENANCE, provenance_text(record.provenance))
            record._lock = lock
            undo.pop_all()
        return record

    def close(self) -> None:
        """Lets another process write."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<RunRecord {str(self.folder)!r}>"

    def __str__(self) -> str:
        """Where the run lies, what it learns, how far it is, and its last generation in words."""
        from ponnuki.learners import view_of  # noqa: PLC0415 - learning takes a while to import
        from ponnuki.learners.views import summary_line  # noqa: PLC0415

        config, last = self.config, self.last_line()
        way = setting(config, "method") or setting(config, "learner")
        done = 0 if last is None else last["generation"]
        how_far = f"{done} of {setting(config, 'generations')} generations"
        said = f"{self.folder}: {way}, {setting(config, 'game')}, {how_far}"
        if last is not None:
            with contextlib.suppress(LookupError, TypeError, ValueError, AttributeError):
                said += f"\n  {summary_line(last, view_of(config))}"
        return said

    def to_json(self) -> dict[str, Any]:
        """Where the run lies, its settings and the figures of all generations, as plain data."""
        return {
            "folder": str(self.folder),
            "config": self.config,
            "generations": self.generations(),
        }

    def plot(self) -> "Figure":
        """Draws the probes' scores, and the curves that its learner wants shown.

        Raises:
            ImportError: matplotlib is not installed; says how to get it.
            RunError: there is nothing to draw, or the lines are not those of a run.
        """
        from ponnuki.learners import view_of  # noqa: PLC0415 - learning takes a while to import
        from ponnuki.runs.curves import draw_curves  # noqa: PLC0415

        return draw_curves(self.generations(), view_of(self.config), str(self.folder))

    def last_line(self) -> dict[str, Any] | None:
        """The last of `generations`, without reading the others; None if there is none."""
        head = self._head()
        if head is not None:
            return head.entry()
        lines = self.generations()
        return lines[-1] if lines else None

    def generations(self) -> list[dict[str, Any]]:
        """The lines of all generations up to the state's.

        In a folder without a state these are all whole lines that there are.

        Raises:
            RunError: a line is damaged or missing.
        """
        head = self._head()  # before the lines: a writer adds the line first
        entries = [entry for _, entry in read_log(self._files, head, self.folder / GENERATIONS)]
        entries += [] if head is None else [head.entry()]
        last = self._until
        return [one for one in entries if last is None or one["generation"] <= last]

    def state(self) -> RunState | None:
        """The state after the last generation, or None if none is done yet.

        Raises:
            RunError: the file is damaged, or of another version.
        """
        return self._decode(states.decode)

    def commit(
        self,
        generation: SupportsIndex,
        line: Mapping[str, Any],
        state: Mapping[str, NDArray[Any]],
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        """Records a generation: its line, and the state after it. Both count, or neither.

        Args:
            generation: one more than the last; the first is 0 or 1.
            line: what to say of it, as plain data or NumPy numbers; all floats finite.
            state: arrays to resume from, of bools, whole numbers or floats.
            metadata: texts to resume from.

        Raises:
            RunError: something of it cannot be kept, or the run is not open for writing.
            OSError: it cannot be written (a full disk); the run stands at the last generation.
        """
        self._check_writing()
        number = _number("generation", generation, 0, MAX_GENERATION)
        allowed = (0, 1) if self._last is None else (self._last.generation + 1,)
        if number not in allowed:
            raise RunError(
                f"generation={number} is not allowed: the next one of {self.folder} is "
                f"{' or '.join(map(str, allowed))}"
            )
        if line.get("generation", number) != number:
            raise RunError(f"line['generation'] is {line['generation']!r}, not {number}")
        room = min(MAX_LINE, MAX_GENERATIONS - self._size)
        text = _json("line", {"generation": number, **line}, room)
        first = number if self._last is None else self._last.first
        log = self._hash.copy()
        log.update(text)
        said = dict(metadata or {})
        head = StateHead(number, first, text.decode().rstrip(), said, log.hexdigest())
        data = states.encode(head, state)
        with self._saying_what_is_safe():
            try:
                self._files.overwrite(GENERATIONS, self._size, text)
                self._files.write(STATE, data)
            except BaseException:
                self._files.cut(GENERATIONS, self._size)
                raise
        self._size += len(text)
        self._hash = log
        self._last = head

    def set_config(self, config: Mapping[str, Any]) -> None:
        """Writes other settings in place of those that there were.

        Raises:
            RunError: they cannot be written, or the run is not open for writing.
            OSError: the folder cannot be written.
        """
        self._check_writing()
        settings = _toml(config)
        self._add(CONFIG, settings)
        self.config = tomllib.loads(settings.decode())

    def add_champion(
        self,
        generation: SupportsIndex,
        net: Evaluator,
        weights: ArrayLike,
        metadata: Mapping[str, str] | None = None,
    ) -> Path:
        """Writes a champion, best before its generation is committed, and says where.

        Raises:
            ValueError: the weights are not the net's, or the run is not open for writing.
            OSError: it cannot be written.
        """
        self._check_writing()
        number = _number("generation", generation, 0, MAX_GENERATION)
        said = {"generation": str(number), **(metadata or {})}
        name = f"{CHAMPIONS}/generation-{number:04d}.safetensors"
        return self._add(name, weights_bytes(net, weights, said))

    def add_game(
        self,
        generation: SupportsIndex,
        index: SupportsIndex,
        text: str,
        kind: Literal["sgf", "ggf"] = "sgf",
    ) -> Path:
        """Writes a sample game, and says where; errors as of `add_champion`."""
        self._check_writing()
        number = _number("generation", generation, 0, MAX_GENERATION)
        which = _number("index", index, 0, 999_999)
        if len(text) > MAX_GAME:
            raise RunError(f"a game has {len(text)} characters, at most {MAX_GAME} are allowed")
        name = f"{GAMES}/generation-{number:04d}-{which}.{kind}"
        return self._add(name, text.encode(errors="replace"))

    def _add(self, name: str, data: bytes) -> Path:
        """Writes a file and its digest, and says where it is."""
        with self._saying_what_is_safe():
            self._files.write(name, data)
            add_sum(self._files, name, data)
        return self._files.at(name)

    def champions(self) -> list[int]:
        """The generations whose champions there are, ascending."""
        found = map(_CHAMPION.fullmatch, self._files.names(CHAMPIONS))
        known = sorted(int(match[1]) for match in found if match)
        return [one for one in known if self._until is None or one <= self._until]

    def champion(self, generation: SupportsIndex | None = None) -> Path:
        """The file of a generation's champion, or of the latest.

        Raises:
            RunError: there is none; the message lists those that there are.
        """
        known = self.champions()
        if generation is None and known:
            generation = known[-1]
        number = None if generation is None else operator.index(generation)
        if number not in known:
            wanted = "a champion" if number is None else f"a champion of generation {number}"
            raise RunError(f"{self.folder} does not have {wanted}; it has: {_some(known)}")
        path = self._files.at(f"{CHAMPIONS}/generation-{number:04d}.safetensors")
        if not path.is_file():
            raise RunError(f"{path}: no ordinary file")
        return path

    def games(self) -> list[Path]:
        """The files of all sample games."""
        names = self._files.names(GAMES)
        return [self._files.at(f"{GAMES}/{name}") for name in names if _GAME.fullmatch(name)]

    def is_being_written(self) -> bool:
        """Whether a process has the run open for writing."""
        if self._lock is not None:
            return True
        if not self._files.at(LOCK).is_file():
            return False
        try:
            _take(self._files, 0).release()
        except RunError:
            return True
        except OSError:  # not ours to lock
            pass
        return False

    def _head(self) -> StateHead | None:
        return self._decode(states.decode_head)

    def _decode(self, read: Callable[[BinaryIO], _T]) -> _T | None:
        """What is read from the state's file, or None if there is none."""
        try:
            with self._files.open(STATE, states.MAX_BYTES) as file, damage_of(self.folder / STATE):
                return read(file)
        except FileNotFoundError:
            return None

    def _mend(self) -> None:
        """Makes generations.jsonl end with the line of the state.

        It is a new file in any case: lines that are added to it go into no other folder's, whatever
        hard links there were.
        """
        found = read_log(self._files, self._last, self.folder / GENERATIONS)
        lines = [line for line, _ in found]
        if self._last is not None:
            lines.append(self._last.line.encode())
        elif len(lines) > 1:
            raise RunError(
                f"{self.folder / STATE} is missing, though {len(lines)} generations are done: the "
                "run can be read, but not resumed"
            )
        else:  # broken off in the first generation
            lines = []
        mended = b"".join(line + b"\n" for line in lines)
        self._files.write(GENERATIONS, mended)
        self._size = len(mended)
        self._hash = hashlib.sha256(mended)

    def _check_writing(self) -> None:
        if self._lock is None:
            raise RunError(f"{self.folder}: not open for writing; use RunRecord.resume")

    @contextlib.contextmanager
    def _saying_what_is_safe(self) -> Iterator[None]:
        """Adds to the text of an OSError up to where the run is whole."""
        try:
            yield
        except OSError as error:
            safe = "no generation" if self._last is None else f"generation {self._last.generation}"
            error.strerror = f"{error.strerror}; the run is safe up to {safe} and can be resumed"
            raise


def setting(config: Mapping[str, Any], name: str) -> Any:
    """A setting from the top of a config, or else from the first of its tables that has it."""
    tables = [config, *(value for value in config.values() if isinstance(value, Mapping))]
    return next((table[name] for table in tables if name in table), None)


def _take(files: Folder, seconds: float = _LOCK_WAIT) -> "BaseFileLock":
    """The lock, held.

    Raises:
        RunError: another process holds it.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 - only writing needs it

    lock = FileLock(files.at(LOCK), timeout=seconds, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise RunError(f"{files.root}: another process is writing this run") from None
    return lock


def _check_empty(files: Folder, settings: bytes) -> None:
    """Raises RunError if a folder holds more than what a creation that was broken off leaves.

    That is an empty generations.jsonl and what follows it, but no provenance.json. A config.toml
    alone may be a person's, unless it says just what is to be written.
    """
    names = set(os.listdir(files.root)) if os.path.isdir(files.root) else set()
    left = {LOCK}
    if PROVENANCE not in names:
        if GENERATIONS in names and not files.at(GENERATIONS).stat().st_size:
            left |= {GENERATIONS, SUMS, CONFIG}
        elif CONFIG in names and files.read(CONFIG, MAX_CONFIG) == settings:
            left.add(CONFIG)
    for name in sorted(names - left):
        if not re.fullmatch(r"\..*\.tmp", name):
            raise RunError(
                f"{files.root}: the folder is not empty (it has {name!r}); a new run needs an "
                "empty one, and a run that is there already is resumed"
            )


def read_provenance(files: Folder) -> dict[str, Any]:
    """What a run came from.

    Raises:
        RunError: no run lies here, or it is damaged.
    """
    try:
        text = files.read(PROVENANCE, MAX_PROVENANCE)
    except FileNotFoundError:
        more = ""
        if os.path.lexists(files.root / GENERATIONS):
            more = "; if its creation was broken off, train into the folder again"
        raise RunError(f"{files.root}: no run lies here, it has no {PROVENANCE}{more}") from None
    with damage_of(files.root / PROVENANCE):
        found = read_object(text)
        if found.get("format") != FORMAT:
            raise ValueError(f"its format is {found.get('format')!r}; here {FORMAT!r} is read")
        if not isinstance(found.get("resumes"), list):
            raise ValueError("'resumes' is no list")
    return found


def _read_config(files: Folder) -> dict[str, Any]:
    try:
        text = files.read(CONFIG, MAX_CONFIG)
    except FileNotFoundError:
        raise RunError(f"{files.root / CONFIG}: the file is missing") from None
    with damage_of(files.root / CONFIG):
        return tomllib.loads(text.decode())


def provenance_text(provenance: Mapping[str, Any]) -> bytes:
    """The file of a provenance, with its digest."""
    plain = json.loads(_json("provenance", provenance, MAX_PROVENANCE))
    return _json("provenance", {**plain, "sha256": digest_of(plain)}, MAX_PROVENANCE, 2)


def _toml(config: Mapping[str, Any]) -> bytes:
    import tomli_w  # noqa: PLC0415 - only new runs need it

    try:
        text = tomli_w.dumps(config)
        tomllib.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise RunError(f"config cannot be written as TOML: {error}") from None
    return _limited("config", text, MAX_CONFIG)


def _json(name: str, data: Mapping[str, Any], limit: int, indent: int | None = None) -> bytes:
    """JSON with an end of line; on one line unless it is indented."""
    try:
        text = json.dumps(data, indent=indent, allow_nan=False, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise RunError(f"{name} cannot be written as JSON: {error}") from None
    return _limited(name, f"{text}\n", limit)


def _limited(name: str, text: str, limit: int) -> bytes:
    try:
        data = text.encode()
    except UnicodeError as error:
        raise RunError(f"{name} cannot be written: {error}") from None
    if len(data) > limit:
        raise RunError(f"{name} has {len(data)} bytes as text, at most {limit} are allowed")
    return data


def _plain(value: object) -> object:
    """NumPy's numbers and arrays as plain data."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is no plain data")


def _number(name: str, value: SupportsIndex, low: int, high: int) -> int:
    number = operator.index(value)
    if not low <= number <= high:
        raise RunError(f"{name}={number} is not allowed: use {low} to {high}")
    return number


def _some(numbers: list[int]) -> str:
    """Numbers for an error message; of many, the first and last."""
    texts = [str(number) for number in numbers]
    if len(texts) > 20:
        texts[10:-9] = ["..."]
    return ", ".join(texts) or "none"
