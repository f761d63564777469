"""The record of a training run: a folder that a person can read and a program can resume from.

    config.toml          all settings
    provenance.json      program, machine, time, seed, command; every resume
    generations.jsonl    one line a generation
    state.safetensors    the exact state after the last generation, and its line
    start.safetensors    the net that it started from, if it started from one
    manifest.json        which files must be there, and what the finished ones hash to
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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Self, SupportsIndex, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki.evaluators import Evaluator, WeightsFile, load_weights, weights_bytes
from ponnuki.evaluators.files import MAX_BYTES as MAX_WEIGHTS
from ponnuki.runs import state as states
from ponnuki.runs.earlier import config_now, line_now
from ponnuki.runs.log import GENERATIONS, MAX_GENERATIONS, read_log
from ponnuki.runs.provenance import digest_of, facts
from ponnuki.runs.state import MAX_GENERATION, RunError, RunState, StateHead, read_object
from ponnuki.store import MANIFEST, Files, Store, damage_of, digest
from ponnuki.store.files import make_folder
from ponnuki.store.folder import LOCK
from ponnuki.store.manifest import SUMS, digest_of_file
from ponnuki.store.store import LOST, OTHER

if TYPE_CHECKING:
    from filelock import BaseFileLock
    from matplotlib.figure import Figure

_T = TypeVar("_T")

FORMAT = "ponnuki-run-2"
OLDER_FORMAT = "ponnuki-run-1"
"""What earlier versions wrote: folders with SHA256SUMS, or without any digest."""

CONFIG = "config.toml"
PROVENANCE = "provenance.json"
STATE = "state.safetensors"
START = "start.safetensors"
CHAMPIONS = "champions"
GAMES = "games"

MAX_CONFIG = 2**20
MAX_PROVENANCE = 2**24
MAX_LINE = 2**20
MAX_GAME = 2**20

_BUSY = "writing this run"

_CHAMPION = re.compile(r"generation-([0-9]{4}|[1-9][0-9]{4,8})\.safetensors")
_OF = re.compile(r"(?:champions|games)/generation-([0-9]{4,9})\W.*")
_GAME = re.compile(r"generation-([0-9]{4}|[1-9][0-9]{4,8})-[0-9]{1,6}\.(?:sgf|ggf)")


class RunRecord:
    """A run's folder, opened for reading, or for writing by one process at a time.

    Attributes:
        folder: where it lies.
        config: all settings of the run.
        provenance: what it came from; see `ponnuki.runs.provenance`.
    """

    def __init__(self, folder: str | Path, *, lost: bool = False) -> None:
        """Opens a run for reading; `create` and `resume` open it for writing.

        Args:
            folder: the run's.
            lost: whether it may have lost its manifest.
        """
        self.folder = Path(folder)
        self._files = Store(folder, "run", RunError)
        self._lock: BaseFileLock | None = None
        self._last: StateHead | None = None
        self._size = 0  # bytes of generations.jsonl that count
        self._hash = hashlib.sha256()  # over them
        self._new: dict[str, str] = {}  # digests of files written since the last generation
        self._until: int | None = None  # later generations are not looked at
        if not os.path.isdir(self._files.root):  # whatever its name is, however long
            raise RunError(f"{str(folder)[:500]}: there is no such folder")
        self.provenance = opened(self._files, lost)
        self._written = _read_config(self._files)
        self.config = config_now(self._written)

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
        start: WeightsFile | None = None,
    ) -> Self:
        """A new run for writing, in a folder that is empty or not there yet.

        What a creation that was broken off has left does not count, and is written anew.

        Args:
            folder: where; folders above it are made too.
            config: all settings, as nested tables. A seed in it goes to the provenance.
            provenance: more facts, beside those of `ponnuki.runs.provenance.facts`.
            start: the net that it starts from, if it starts from one.

        Raises:
            RunError: the folder is not empty, another process is writing there, or the settings
                or facts cannot be written.
            OSError: the folder cannot be written.
        """
        files = Store(folder, "run", RunError)
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
            lock = files.lock(_BUSY)
            undo.callback(lock.release)
            _check_empty(files, settings)
            for name in GENERATIONS, MANIFEST, SUMS, CONFIG, START, PROVENANCE:
                undo.callback(files.at(name).unlink, missing_ok=True)
            files.clean()
            files.write(GENERATIONS, b"")  # tells what follows from a person's files
            files.files = {CONFIG: (digest(settings),), PROVENANCE: (digest(origin),)}
            files.files[GENERATIONS] = ()
            if start is not None:
                net = weights_bytes(start.evaluator, start.weights, start.metadata)
                files.files[START] = (digest(net),)
            files.save()
            files.write(CONFIG, settings)
            if start is not None:
                files.write(START, net)
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
            lock = files.lock(_BUSY)
            undo.callback(lock.release)
            record = cls(folder)
            record._take_up()
            record._lock = lock
            undo.pop_all()
        return record

    def _take_up(self) -> None:
        """Mends the folder of a run that goes on, unless a file is gone or another one."""
        state = self.state()  # a damaged one is found now
        self._last = self._head()
        listed = self._listed()
        if self._last is None and STATE in listed:
            self._refuse_without_state()
        for name in sorted(listed):
            if name != GENERATIONS and self._counts(name):  # the log is mended
                self._files.require(name, states.MAX_BYTES)
        for folder in "", CHAMPIONS, GAMES:
            self._files.clean(folder)
        self._mend()
        generation = None if state is None else state.generation
        self.provenance["resumes"].append({"generation": generation, **facts()})
        self._list_anew()

    def _list_anew(self, done: int | None = None) -> None:
        """Writes the manifest and the provenance as this version has them.

        What lies ahead of the state is made again, and is no longer listed. Of folders of earlier
        versions all files are listed as they are.
        """
        own = self._files
        if not own.manifest:
            there = [f"{kind}/{name}" for kind in (CHAMPIONS, GAMES) for name in own.names(kind)]
            for name in {CONFIG, *there} - own.files.keys():
                own.files[name] = (digest(own.read(name, MAX_WEIGHTS)),)
        own.files = {name: said for name, said in own.files.items() if self._counts(name, done)}
        own.files[GENERATIONS] = ()
        if self._last is not None:
            own.files[STATE] = ()
        own.put(PROVENANCE, provenance_text(self.provenance))
        own.save()
        own.at(SUMS).unlink(missing_ok=True)

    def write_anew(self, write: bool) -> list[str]:
        """The files that are written as this version does, or would be; none if all are so.

        Raises:
            RunError: the run is damaged, or another process is writing it.
            OSError: the folder cannot be written; nothing is lost.
        """
        own = self._files
        names = self._of_earlier_versions()
        if not write or not names:
            return names
        with self._amending():
            lines = self.generations()
            if own.manifest:
                pass
            elif self._last is None and len(lines) > 1:  # a packed run
                self._list_anew(lines[-1]["generation"])
                own.files[GENERATIONS] = (digest(own.read(GENERATIONS, MAX_GENERATIONS)),)
                own.save()
            else:
                self._mend()
                self._list_anew()
            if {CONFIG, GENERATIONS} & set(names):
                self._put(self.config, lines)
        return names

    def _of_earlier_versions(self) -> list[str]:
        """The files that this version would not write as they are."""
        own = self._files
        found = [] if own.manifest else [MANIFEST, PROVENANCE]
        found += [SUMS] if own.at(SUMS).exists() else []
        if any(one != line_now(one, self.config) for one in self._entries()):
            found += [GENERATIONS, *([STATE] if self._head() is not None else [])]
        return found + ([CONFIG] if self.config != self._written else [])

    def amend(self, config: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> None:
        """Writes other settings and lines of the same generations in place of those there were.

        What is learned stays: it is for what only measures, shows or keeps.

        Raises:
            RunError: they cannot be written, or another process is writing the run.
            OSError: the folder cannot be written; no generation is lost.
        """
        with self._amending():
            self._put(config, lines)

    @contextlib.contextmanager
    def _amending(self) -> Iterator[None]:
        self._lock = self._files.lock(_BUSY)
        with self:
            self._files.load()
            self._last = self._head()
            yield

    def _put(self, config: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> None:
        """Writes settings and lines.

        Whatever breaks it off leaves a run: until its lines are in place, the state does not say
        what they hash to. The settings come last, so that what asks for other lines asks again.
        """
        settings = _toml(config)
        texts = [_json("line", one, MAX_LINE) for one in lines]
        whole = b"".join(texts)
        if len(whole) > MAX_GENERATIONS:
            raise RunError(f"{GENERATIONS}: {len(whole)} bytes, at most {MAX_GENERATIONS}")
        log = hashlib.sha256(whole)
        with self._saying_what_is_safe():
            state = self.state()
            if self._last is None or state is None:
                if lines:  # a packed run
                    self._files.put(GENERATIONS, whole)
            else:
                self._files.files |= {GENERATIONS: (), STATE: ()}
                self._files.save()
                between = replace(self._last, line=texts[-1].decode().rstrip(), log="")
                self._last = replace(between, log=log.hexdigest())
                self._files.write(STATE, states.encode(between, state.arrays))
                self._files.write(GENERATIONS, whole)
                self._files.write(STATE, states.encode(self._last, state.arrays))
            self._files.put(CONFIG, settings)
            self._files.save()
        self._size, self._hash = len(whole), log
        self._written = self.config = tomllib.loads(settings.decode())

    def _counts(self, name: str, done: int | None = None) -> bool:
        """Whether a file is of a generation that is done, or of none."""
        found = _OF.fullmatch(name)
        if done is None:
            done = -1 if self._last is None else self._last.generation
        return found is None or int(found[1]) <= done

    def _listed(self) -> Files:
        """What the manifest lists, and what came with the last generation."""
        if self._lock is None:
            self._files.load()
            with contextlib.suppress(RunError):
                head = self._head()
                new = {} if head is None else head.files
                self._files.files |= {
                    name: (said,) for name, said in new.items() if name not in self._files.files
                }
        return self._files.files

    def close(self) -> None:
        """Lets another process write; lists the files of a run that is at its end."""
        if self._lock is not None:
            with contextlib.suppress(OSError, RunError):  # who goes on with it lists them
                self.finish()
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
        """Draws what its champions were worth, and the curves that its learner wants shown.

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
            return line_now(head.entry(), self.config)
        lines = self.generations()
        return lines[-1] if lines else None

    def generations(self) -> list[dict[str, Any]]:
        """The lines of all generations up to the state's.

        In a folder without a state these are all whole lines that there are.

        Raises:
            RunError: a line is damaged or missing.
        """
        last = self._until
        return [
            line_now(one, self.config)
            for one in self._entries()
            if last is None or one["generation"] <= last
        ]

    def _entries(self) -> list[dict[str, Any]]:
        """The lines as they were written; errors as of `generations`."""
        head = self._head()  # before the lines: a writer adds the line first
        entries = [entry for _, entry in read_log(self._files, head, self.folder / GENERATIONS)]
        return entries + ([] if head is None else [head.entry()])

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
        line_text = text.decode().rstrip()
        head = StateHead(number, first, line_text, said, log.hexdigest(), dict(self._new))
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
        self._new = {}
        self._files.files |= {GENERATIONS: (), STATE: ()}
        if not self._is_finished():  # `finish` lists the rest
            with self._saying_what_is_safe():
                self._files.save()

    def _is_finished(self) -> bool:
        planned = setting(self.config, "generations")
        done = self._last
        return done is not None and type(planned) is int and done.generation >= planned

    def finish(self, without: Iterable[int] = ()) -> None:
        """Lists the files of a run that is at its end, with what all of them hash to.

        Args:
            without: generations whose champions are not kept any longer.

        Raises:
            OSError: it cannot be written; no generation is lost.
        """
        self._check_writing()
        if self._is_finished():
            with self._files.open(STATE, states.MAX_BYTES) as state:
                found = digest_of_file(state)
            self._files.files |= {STATE: (found,), GENERATIONS: (self._hash.hexdigest(),)}
        with self._saying_what_is_safe():
            self._files.drop(f"{CHAMPIONS}/{_champion(one)}" for one in without)

    def set_config(self, config: Mapping[str, Any]) -> None:
        """Writes other settings in place of those that there were.

        Raises:
            RunError: they cannot be written, or the run is not open for writing.
            OSError: the folder cannot be written.
        """
        self._check_writing()
        settings = _toml(config)
        with self._saying_what_is_safe():
            self._files.put(CONFIG, settings)
        self._written = self.config = tomllib.loads(settings.decode())

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
        name = f"{CHAMPIONS}/{_champion(number)}"
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

    def start(self) -> WeightsFile:
        """The net that it started from.

        Raises:
            RunError: there is none, or it is damaged.
        """
        try:
            self._files.require(START, MAX_WEIGHTS)
            return load_weights(self._files.at(START))
        except FileNotFoundError:
            raise RunError(f"{self.folder / START}: the file is missing") from None

    def _add(self, name: str, data: bytes) -> Path:
        """Writes a file that comes with the next generation, and says where it is."""
        with self._saying_what_is_safe():
            self._files.put(name, data)
        self._new[name] = digest(data)
        return self._files.at(name)

    def champions(self) -> list[int]:
        """The generations whose champions there are or should be, ascending."""
        listed = (name.rpartition("/")[2] for name in self._listed() if name.startswith(CHAMPIONS))
        found = map(_CHAMPION.fullmatch, {*self._files.names(CHAMPIONS), *listed})
        known = sorted(int(match[1]) for match in found if match)
        return [one for one in known if self._until is None or one <= self._until]

    def champion(self, generation: SupportsIndex | None = None) -> Path:
        """The file of a generation's champion, or of the latest.

        Raises:
            RunError: there is none, or it is damaged; the message lists those that there are.
        """
        known = self.champions()
        if generation is None and known:
            generation = known[-1]
        number = None if generation is None else operator.index(generation)
        if number not in known:
            wanted = "a champion" if number is None else f"a champion of generation {number}"
            raise RunError(f"{self.folder} does not have {wanted}; it has: {_some(known)}")
        name = f"{CHAMPIONS}/{_champion(number)}"
        try:
            self._files.require(name, MAX_WEIGHTS)
        except RunError as error:
            others = _some([one for one in known if one != number])
            raise RunError(f"{error}; champions of other generations: {others}") from None
        return self._files.at(name)

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
            self._files.lock(_BUSY, 0).release()
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
            file = self._files.open(STATE, states.MAX_BYTES)
        except FileNotFoundError:
            return None
        with file, damage_of(self.folder / STATE, RunError):
            return read(file)

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
            self._refuse_without_state()
        else:  # broken off in the first generation
            lines = []
        mended = b"".join(line + b"\n" for line in lines)
        self._files.write(GENERATIONS, mended)
        self._size = len(mended)
        self._hash = hashlib.sha256(mended)

    def _refuse_without_state(self) -> None:
        raise RunError(
            f"{self.folder / STATE} is gone: the run can be read, but not resumed; put the file "
            "back, or train into another folder"
        )

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


def _check_empty(files: Store, settings: bytes) -> None:
    """Raises RunError if a folder holds more than what a creation that was broken off leaves.

    That is an empty generations.jsonl and what follows it, but no provenance.json. A config.toml
    alone may be a person's, unless it says just what is to be written.
    """
    names = set(os.listdir(files.root)) if os.path.isdir(files.root) else set()
    left = {LOCK}
    if PROVENANCE not in names:
        if GENERATIONS in names and not files.at(GENERATIONS).stat().st_size:
            left |= {GENERATIONS, MANIFEST, SUMS, CONFIG, START}
        elif CONFIG in names and files.read(CONFIG, MAX_CONFIG) == settings:
            left.add(CONFIG)
    for name in sorted(names - left):
        if not re.fullmatch(r"\..*\.tmp", name):
            raise RunError(
                f"{files.root}: the folder is not empty (it has {name!r}); a new run needs an "
                "empty one, and a run that is there already is resumed"
            )


def opened(files: Store, may_be_lost: bool = False) -> dict[str, Any]:
    """What a run came from; what its folder lists is read before.

    Raises:
        RunError: no run lies here, or it is damaged.
    """
    files.load()
    found, own = read_provenance(files)
    if (lost := lost_list(files, found, own)) and not may_be_lost:
        raise RunError(f"{files.root / lost}: {LOST}")
    return found


def read_provenance(files: Store) -> tuple[dict[str, Any], bool]:
    """What a run came from, and whether the file has a digest of its own.

    Raises:
        RunError: no run lies here, or the file is damaged.
    """
    try:
        text = files.checked(PROVENANCE, MAX_PROVENANCE)
    except FileNotFoundError:
        more = ""
        if os.path.lexists(files.root / GENERATIONS):
            more = "; if its creation was broken off, train into the folder again"
        raise RunError(f"{files.root}: no run lies here, it has no {PROVENANCE}{more}") from None
    with damage_of(files.root / PROVENANCE, RunError):
        found = read_object(text)
        if found.get("format") not in {FORMAT, OLDER_FORMAT}:
            raise ValueError(f"its format is {found.get('format')!r}; here {FORMAT!r} is read")
        if not isinstance(found.get("resumes"), list):
            raise ValueError("'resumes' is no list")
        own = found.pop("sha256", None) is not None
        if own and text != _json_of({**found, "sha256": digest_of(found)}):
            raise ValueError(OTHER)
    return found, own


def lost_list(files: Store, provenance: Mapping[str, Any], own: bool) -> str:
    """The file that should list the others and does not; '' if all is well.

    Earlier versions wrote SHA256SUMS, or nothing; with it, provenance had its own digest.
    """
    if files.manifest:
        return ""
    if provenance["format"] == FORMAT:
        return MANIFEST
    return SUMS if own and CONFIG not in files.files else ""


def _read_config(files: Store) -> dict[str, Any]:
    try:
        text = files.checked(CONFIG, MAX_CONFIG)
    except FileNotFoundError:
        raise RunError(f"{files.root / CONFIG}: the file is missing") from None
    except RunError as error:
        if OTHER not in str(error):
            raise
        more = "a command changes it: 'ponnuki resume --generations N', or with NAME=VALUE"
        raise RunError(f"{error}; {more}") from None
    with damage_of(files.root / CONFIG, RunError):
        return tomllib.loads(text.decode())


def provenance_text(provenance: Mapping[str, Any]) -> bytes:
    """The file of a provenance, as this version writes it."""
    return _json_of({**provenance, "format": FORMAT})


def _json_of(provenance: Mapping[str, Any]) -> bytes:
    return _json("provenance", provenance, MAX_PROVENANCE, 2)


def _champion(generation: int) -> str:
    return f"generation-{generation:04d}.safetensors"


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
