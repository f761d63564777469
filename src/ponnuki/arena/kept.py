"""The folder of a tournament: its settings, and its games as gzipped lines of JSON.

    tournament.json                        the settings, and a fingerprint of every player
    games/00000000-00000064.jsonl.gz       games 0 to 63, one GameRecord a line
    results.json                           the results, once all games are played
    manifest.json                          what the settings hash to; at the end, all files

A file appears whole or not at all. What is read may come from a stranger: it is read with limits,
never through a link, and every game is replayed by the rules. A tournament is at its end when all
games are there; results and the last manifest follow from them.
"""

import contextlib
import gzip
import io
import json
import os
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from ponnuki.arena.batch import GameBatch
from ponnuki.arena.record import GameRecord, check_margin, read_more
from ponnuki.games import Game, Outcome
from ponnuki.store import MANIFEST, Store, StoreError, digest, kind_of
from ponnuki.store.files import make_folder
from ponnuki.store.folder import LOCK
from ponnuki.store.manifest import digest_of_file
from ponnuki.store.store import LOST

SETTINGS = "tournament.json"
RESULTS = "results.json"
GAMES = "games"
LISTED = "listed"
"""What `tournament.json` says beside the settings: that there is a manifest."""
MAX_SETTINGS = 8 * 2**20
MAX_FILE = 2**30
MAX_LINE = 128 * 2**10
MAX_FILES = 10**6
MAX_GAMES = 10**8
MAX_DEPTH = 4

AGAIN = "without the file its games are played again"

_NAME = re.compile(r"(\d{8})-(\d{8})\.jsonl\.gz")
_DAMAGE = (ValueError, RecursionError, EOFError, zlib.error, gzip.BadGzipFile)


class TournamentError(StoreError):
    """A folder that holds another tournament, none, or a damaged one."""


class KeptGames:
    """A tournament's folder. To write, take it with `open`, which keeps other processes out."""

    def __init__(self, folder: str | Path) -> None:
        self.store = Store(folder, "tournament", TournamentError)
        self.folder = self.store.root
        self.lost = False  # whether there was a manifest, and is none
        self._games: dict[str, str] = {}  # digests of the files of games that were seen

    @classmethod
    @contextlib.contextmanager
    def open(cls, folder: str | Path, identity: dict[str, Any]) -> Iterator["KeptGames"]:
        """A new folder for this tournament, or the one that holds it already.

        Raises:
            TournamentError: it holds something else, or another process writes to it.
        """
        kept = cls(folder)
        kept._check_place()
        make_folder(kept.folder / GAMES)
        lock = kept.store.lock("playing this tournament", 1.0)
        try:
            for place in "", GAMES:
                kept.store.clean(place)
            if (kept.folder / SETTINGS).exists():
                kept._check_same(identity)
            if not kept.store.manifest:
                kept.list_settings(identity)
            yield kept
        finally:
            lock.release()

    def list_settings(self, identity: dict[str, Any]) -> None:
        """Writes the settings and the manifest of a new folder, or of one without a manifest."""
        text = _pretty({**identity, LISTED: True})
        with contextlib.suppress(FileNotFoundError):
            self.store.files[SETTINGS] = (digest(self.store.read(SETTINGS, MAX_SETTINGS)),)
            self.store.put(SETTINGS, text)
            return
        self.store.files[SETTINGS] = (digest(text),)
        self.store.save()
        self.store.write(SETTINGS, text)

    def identity(self) -> dict[str, Any]:
        """What the folder says about its tournament.

        Raises:
            TournamentError: there is none, or it cannot be read, or the manifest is gone.
        """
        found = self.settings()
        if self.lost:
            raise TournamentError(f"{self.folder / MANIFEST}: {LOST}")
        return found

    def settings(self) -> dict[str, Any]:
        """The same, be the manifest there or not; errors as of `identity`."""
        self.store.load()
        if not (self.folder / SETTINGS).exists():
            gone = f", though {MANIFEST} lists it" if self.store.manifest else ""
            raise TournamentError(
                f"{self.folder}: no tournament lies here, it has no {SETTINGS}{gone}"
            )
        found = self._table(SETTINGS, "settings")
        self.lost = bool(found.pop(LISTED, False)) and not self.store.manifest
        return found

    def results(self) -> dict[str, Any]:
        """The results, as `write_results` was given them.

        Raises:
            TournamentError: the tournament is not at its end, or they cannot be read.
        """
        self.store.load()
        if not (self.folder / RESULTS).exists():
            if RESULTS in self.store.files:
                gone = f"{self.folder / RESULTS} is gone: the same command counts the games again"
                raise TournamentError(gone)
            raise TournamentError(f"{self.folder}: this tournament is not at its end yet")
        return self._table(RESULTS, "results")

    def _table(self, name: str, what: str) -> dict[str, Any]:
        """The table in a JSON file.

        Raises:
            TournamentError: it cannot be read.
        """
        try:
            data = json.loads(self.store.checked(name, MAX_SETTINGS))
        except TournamentError:
            raise
        except (ValueError, RecursionError) as error:
            raise TournamentError(f"{self.folder / name}: no usable {what}: {error}") from None
        if not isinstance(data, dict):
            raise TournamentError(f"{self.folder / name}: no usable {what}: it is no table")
        return data

    def game(self, number: int) -> GameRecord:
        """One game by its number, replayed, whatever its players and its seed.

        Raises:
            TournamentError: it is not there, or damaged.
        """
        self.store.load()
        for first, stop in self.ranges(MAX_GAMES):
            if first <= number < stop:
                name = f"{GAMES}/{games_file(first, stop)}"
                try:
                    with (
                        self.store.checked_open(name, MAX_FILE) as raw,
                        gzip.GzipFile(fileobj=raw) as lines,
                    ):
                        for _ in range(number - first):
                            _whole(lines.readline(MAX_LINE))
                        return GameRecord.from_json(json.loads(_whole(lines.readline(MAX_LINE))))
                except TournamentError:
                    raise
                except _DAMAGE as error:
                    path = self.folder / name
                    raise TournamentError(f"{path}: damaged, at game {number}: {error}") from None
        raise TournamentError(f"{self.folder}: there is no game {number}")

    def ranges(self, total: int) -> list[tuple[int, int]]:
        """The first game of every file and the one behind its last, ascending.

        Raises:
            TournamentError: a file's name does not fit a tournament of that many games.
        """
        folder = self.folder / GAMES
        if folder.is_symlink():
            raise TournamentError(f"{folder}: a link, which is not allowed here")
        found: list[tuple[int, int]] = []
        end = 0
        for name in sorted(os.listdir(folder)) if folder.is_dir() else ():
            if re.fullmatch(r"\..*\.tmp", name):
                continue
            match = _NAME.fullmatch(name)
            first, stop = (int(match[1]), int(match[2])) if match else (0, 0)
            if not first < stop <= total or len(found) >= MAX_FILES:
                raise TournamentError(f"{folder / name}: no file of games of this tournament")
            if first < end:
                raise TournamentError(f"{folder / name}: its games are in another file as well")
            end = stop
            found.append((first, stop))
        return found

    def write(self, first: int, batch: GameBatch) -> None:
        """Keeps games, numbered from `first` on."""
        lines = io.BytesIO()
        head = {"game": batch.game.spec, "rules_version": batch.game.rules_version}
        texts = _texts(batch.game)
        with gzip.GzipFile(fileobj=lines, mode="wb", compresslevel=6, mtime=0) as pressed:
            for record in batch:
                line = {
                    **head,
                    "players": record.players,
                    "seed": record.seed,
                    "moves": [texts[move] for move in record.moves],
                    "winner": record.outcome.winner,
                    "reason": record.outcome.reason,
                    "margin": record.outcome.margin,
                    **record.more(),
                }
                pressed.write(json.dumps(line).encode() + b"\n")
        name = f"{GAMES}/{games_file(first, first + len(batch))}"
        self.store.write(name, lines.getvalue())
        self._games[name] = digest(lines.getvalue())

    def read(
        self,
        rules: Game,
        first: int,
        stop: int,
        expected: Sequence[tuple[tuple[str, str], int]],
    ) -> Iterator[GameRecord]:
        """The games of a file, each replayed.

        Args:
            rules: of the tournament.
            first: the first game of the file.
            stop: the game behind its last.
            expected: the players, black first, and the seed of every game.

        Raises:
            TournamentError: the file is damaged, or has other games than these.
        """
        name = f"{GAMES}/{games_file(first, stop)}"
        moves = {text: move for move, text in enumerate(_texts(rules))}
        number = first
        try:
            with self.store.checked_open(name, MAX_FILE) as raw:
                self._games[name] = digest_of_file(raw)
                raw.seek(0)
                lines = gzip.GzipFile(fileobj=raw)
                for players, seed in expected:
                    yield _record(lines.readline(MAX_LINE), rules, moves, players, seed)
                    number += 1
                _check_end(lines)
        except TournamentError as error:
            raise TournamentError(f"{error}; {AGAIN}") from None
        except _DAMAGE as error:
            said = f"damaged or not of this tournament, at game {number}: {error}"
            raise TournamentError(f"{self.folder / name}: {said}; {AGAIN}") from None

    def write_results(self, results: dict[str, Any]) -> None:
        """Keeps the results of a tournament that is at its end, and lists all its files."""
        self.store.put(RESULTS, _pretty(results))
        files = self.store.files
        others = {name: files[name] for name in files if not name.startswith(f"{GAMES}/")}
        self.store.files = others | {name: (said,) for name, said in self._games.items()}
        self.store.save()

    def _check_place(self) -> None:
        """Raises TournamentError if the folder has something else in it."""
        if not self.folder.exists():
            return
        if not self.folder.is_dir():
            raise TournamentError(f"{self.folder}: not a folder")
        names = set(os.listdir(self.folder))
        if SETTINGS in names:
            return
        for name in sorted(names - {LOCK, GAMES, MANIFEST}):
            if not re.fullmatch(r"\..*\.tmp", name):
                raise TournamentError(
                    f"{self.folder}: the folder is not empty (it has {name!r}) and holds no "
                    "tournament; name another one"
                )

    def _check_same(self, identity: dict[str, Any]) -> None:
        """Raises TournamentError if the folder holds another tournament; says what differs."""
        found = self.identity()
        if found == identity:
            return
        raise TournamentError(
            f"{self.folder}: the folder holds another tournament: {_difference(found, identity)}"
        )


def is_tournament(folder: Path) -> bool:
    """Whether a folder holds a tournament or what is left of one."""
    settings = folder / SETTINGS
    ours = os.path.isfile(settings) and not os.path.islink(settings)
    return ours or kind_of(folder) == "tournament"


def tournament_folders(root: Path, depth: int = MAX_DEPTH) -> Iterator[Path]:
    """All folders with a tournament, by name. Links are not followed."""
    if is_tournament(root):
        yield root
        return
    try:
        below = sorted(root.iterdir()) if depth else []
    except OSError:  # not there, or not ours to read
        return
    for path in below:
        if os.path.isdir(path) and not os.path.islink(path) and not path.name.startswith("."):
            yield from tournament_folders(path, depth - 1)


def _difference(found: dict[str, Any], identity: dict[str, Any]) -> str:
    """What differs first between two tournaments."""
    for name in [name for name in identity if name != "players"]:
        if found.get(name) != identity[name]:
            return f"its {name} is {found.get(name)!r}, here it is {identity[name]!r}"
    there, here = found.get("players"), identity["players"]
    if isinstance(there, list) and len(there) == len(here):
        for old, new in zip(there, here, strict=True):
            if isinstance(old, dict) and old.get("spec") == new["spec"] and old != new:
                return f"player {new['spec']!r} has changed since, for example its weights"
    return "its players are others, or in another order"


def _whole(line: bytes) -> bytes:
    """The line, if it is whole; raises ValueError if not."""
    if not line.endswith(b"\n"):
        raise ValueError("the file ends too early" if len(line) < MAX_LINE else "a line too long")
    return line


def _check_end(lines: BinaryIO | gzip.GzipFile) -> None:
    if lines.read(1):
        raise ValueError("there is more behind the last game")


def _record(
    line: bytes, rules: Game, moves: dict[str, int], players: tuple[str, str], seed: int
) -> GameRecord:
    """The game on a line, replayed.

    Raises:
        ValueError: and others; the line is no such game.
    """
    data = json.loads(_whole(line))
    if not isinstance(data, dict):
        raise ValueError("the line is no game")
    said = {"game": rules.spec, "rules_version": rules.rules_version, "players": list(players)}
    for name, value in {**said, "seed": seed}.items():
        if data.get(name) != value:
            raise ValueError(f"its {name} is {str(data.get(name))[:200]!r}, not {value!r}")
    texts = data.get("moves")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError("its moves are no texts")
    played = tuple(moves[text] if text in moves else rules.move(text[:20]) for text in texts)
    winner, reason, margin = (
        data.get("winner"),
        data.get("reason"),
        check_margin(data.get("margin")),
    )
    if not isinstance(reason, str):
        raise ValueError("it has no reason")
    outcome = Outcome(winner, reason, margin, len(played))
    record = GameRecord(rules, players, seed, played, outcome, *read_more(data, rules))
    record.replay()
    return record


def _texts(rules: Game) -> list[str]:
    """All moves of a game, as texts."""
    count = rules.points + (rules.pass_move is not None)
    return [rules.text(move) for move in range(count)]


def games_file(first: int, stop: int) -> str:
    """The name of the file with the games from `first` to before `stop`."""
    return f"{first:08d}-{stop:08d}.jsonl.gz"


def _pretty(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, indent=2) + "\n").encode()
