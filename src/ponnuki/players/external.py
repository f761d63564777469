"""External players: any engine that speaks GTP, as a process. Its moves count, our rules decide.

A spec is ``gtp:COMMAND``, and everything behind the first colon is the command:
``gtp:gnugo --mode gtp --level 1``. Options stand before the colon:
``gtp,seconds=10,noise=0.1:gnugo --mode gtp``.
"""

import shlex
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ponnuki.formats import gtp
from ponnuki.formats.gtp import GtpError
from ponnuki.games import Game, GameSoFar, Position, Side, SpecError
from ponnuki.games.notation import GO_NOTATION, Notation
from ponnuki.games.strings import strings
from ponnuki.players.draws import Draws
from ponnuki.players.gtp_process import (
    EngineDeadError,
    EngineTimeoutError,
    GtpProcess,
    find_program,
)
from ponnuki.seeds import stream
from ponnuki.settings import Settings, setting

GAMES = ("capture-go", "go", "othello")
"""The games that GTP engines play. In Othello passes are not told: nobody chooses them."""

REQUIRED = ("boardsize", "clear_board", "komi", "play", "genmove")
"""The commands without which no game can be played."""

OWN_NAME = "Ponnuki"
"""What this program calls itself over GTP."""

MAX_SECONDS = 86_400.0
MAX_RESTARTS = 100


class ForfeitError(GtpError):
    """An engine has lost its game by what it did.

    Attributes:
        reason: one of `ponnuki.games.FORFEITS`.
        detail: what it did, in words.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


class NoProgramError(SpecError):
    """A player's program is not installed."""


@dataclass(unsafe_hash=True)
class ExternalPlayer(Settings):
    """A player outside of this program.

    Processes are started when they are needed. `choose` keeps one, which `close`, the end of a
    with-block, or the end of Python ends; games have their own, at a `seat`.

    Attributes:
        command: the program and its arguments, as a shell would read them. No shell is started.
        game: what it plays.
        spec: the text that it was made from, if it was.
    """

    command: str
    game: Game
    seconds: float = setting(
        30.0, "the time for a move; an engine that takes longer has lost", above=0, high=MAX_SECONDS
    )
    start: float = setting(
        30.0,
        "the time in which it must be ready to play after its start",
        above=0,
        high=MAX_SECONDS,
    )
    restarts: int = setting(
        2, "how often in a game an engine that dies is started again", low=0, high=MAX_RESTARTS
    )
    noise: float = setting(
        0.0, "share of moves that are drawn at random for it from the legal ones", low=0, high=1
    )
    spec: str = ""
    arguments: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _own: "ExternalSeat | None" = field(default=None, init=False, repr=False, compare=False)
    _lock: threading.Lock = field(
        default_factory=threading.Lock, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if self.game.id not in GAMES:
            *some, last = GAMES
            allowed = f"{', '.join(some)} and {last}"
            raise SpecError(f"GTP engines play {allowed}, not {self.game.spec}")
        super().__post_init__()
        self.arguments = _arguments(self.command)
        self.spec = self.spec or f"gtp:{self.command}"

    def choose(self, position: Position, *, seed: int, draws: Draws | None = None) -> int:
        """A legal move in a position that is not over.

        The position is set up stone by stone. Of the past an engine learns a ko and whether the
        last move was a pass; under superko that is not all that matters. Positions of Othello
        cannot be set up: there an engine plays whole games alone.

        Raises:
            ForfeitError: the engine resigns, is late, or names no legal move.
            GtpError: it cannot be started, or cannot play this game or position.
        """
        if position.game != self.game:
            raise ValueError(f"{self.spec!r} is for {self.game.spec}, not {position.game.spec}")
        if position.outcome is not None:
            raise ValueError(f"the game is over: {position.outcome}")
        if self.game.id == "othello" and position != self.game.start():
            raise GtpError(f"{self.spec!r} plays whole games of Othello, not single positions")
        with self._lock:
            if self._own is None:
                self._own = self.seat()
            self._own.begin("black", seed, draws or Draws.at(position, seed))
            self._own.see(GameSoFar(position))
            return self._own.choose()

    def seat(self) -> "ExternalSeat":
        """A process of its own, which follows games."""
        return ExternalSeat(self)

    def close(self) -> None:
        """Ends the process that `choose` has kept, also while another thread waits for its move."""
        own = self._own
        if own is not None:
            own.close()
            with self._lock:
                if self._own is own:
                    self._own = None

    def __enter__(self) -> "ExternalPlayer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _arguments(command: str) -> tuple[str, ...]:
    """The program's path and its arguments."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SpecError(f"the command {command!r} cannot be read: {error}") from None
    if not words:
        raise SpecError("no command is given: write gtp:COMMAND, such as gtp:gnugo --mode gtp")
    program = find_program(words[0])
    if program is None:
        raise NoProgramError(
            f"there is no program {words[0]!r} on the path or where games are kept"
        )
    return (program, *words[1:])


class ExternalSeat:
    """An engine at a board: one process that plays one game after the other.

    It follows a game lazily: what has been played since its last move it is told when it is to move
    again. So whatever it does wrong, it does on its own turn.
    """

    def __init__(
        self,
        player: ExternalPlayer,
        spawn: Callable[[Sequence[str]], GtpProcess] = GtpProcess,
    ) -> None:
        """Starts nothing yet.

        Args:
            player: whose seat it is.
            spawn: starts a process.
        """
        self._player = player
        self._spawn = spawn
        self._process: GtpProcess | None = None
        self._commands: frozenset[str] = frozenset()
        self._game: GameSoFar | None = None
        self._told: tuple[Position, tuple[int, ...]] | None = (
            None  # what its board has: from, moves
        )
        self._restarts_left = 0
        self._side: Side = "black"
        self._seed = 0
        self._draws: Draws | None = None
        self._name = ""
        self._ready_by: float | None = None  # while it is made ready
        self._closed = False

    def begin(self, side: Side, seed: int, draws: Draws | None = None) -> None:
        """Makes the engine ready for a new game.

        Args:
            side: which it has: other programs get a seed of their own for each.
            seed: the game's.
            draws: the game's generator: it may draw a random move instead; None if that follows
                from the seed and the position.

        Raises:
            GtpError: it cannot be started, does not speak GTP, or cannot play this game.
        """
        self._side, self._seed, self._draws, self._game = side, seed, draws, None
        self._restarts_left = self._player.restarts
        if self._process is not None and self._process.alive:
            try:
                self._make_ready(self._new_game)
            except GtpError:
                self._process.kill()  # it has not survived the last game; a new one may do better
            else:
                return
        self._start()

    def see(self, game: GameSoFar) -> None:
        """Shows it the game as it is."""
        self._game = game

    def choose(self) -> int:
        """The engine's move, which is legal.

        Raises:
            ForfeitError: the engine has lost the game; the error says by what.
        """
        game, noise = self._game, self._player.noise
        assert game is not None, "a seat sees a game before it chooses"
        if noise > 0:
            draws = self._draws or Draws.at(game.position, self._seed)
            if draws.chance(noise):
                return draws.random_move(game.position)
        while True:
            try:
                return self._choose(game)
            except EngineTimeoutError as error:
                raise ForfeitError("time", str(error)) from None
            except EngineDeadError as error:
                self._revive(error)
            except ForfeitError:
                raise
            except GtpError as error:
                raise ForfeitError("bad reply", str(error)) from None

    def dead_stones(self, game: GameSoFar) -> frozenset[int] | None:
        """The stones that the engine calls dead at the end of a game of Go.

        Returns:
            The points of whole strings; None if it does not say, or says what cannot be. What this
            program says across GTP is not asked for, as it is not asked inside.
        """
        if self._name == OWN_NAME or "final_status_list" not in self._commands:
            return None
        position = game.position
        try:
            self._follow(game)
            words = self._require("final_status_list", "dead").split()
            points = frozenset(gtp.read_move(word, position.game.size) for word in words)
        except GtpError:
            return None
        whole = [set(one.points) for one in strings(position.cells) if points & set(one.points)]
        dead = frozenset(point for one in whole for point in one)
        return dead if dead == points else None

    def close(self) -> None:
        """Ends the process, for good."""
        self._closed = True
        if self._process is not None:
            self._process.close()

    def _revive(self, error: EngineDeadError) -> None:
        """Starts a new process for the same game, if that is still allowed."""
        while self._restarts_left > 0:
            self._restarts_left -= 1
            try:
                self._start()
            except GtpError as next_error:
                error = EngineDeadError(str(next_error))
            else:
                return
        raise ForfeitError("death", f"{error}; restarts in a game: {self._player.restarts}")

    def _choose(self, game: GameSoFar) -> int:
        position = game.position
        if self._skips_passes and position.legal_numbers() == [position.game.pass_move]:
            return position.game.points
        self._follow(game)
        reply = self._ask("genmove", position.to_move)
        if not reply.success:
            raise GtpError(f"genmove failed: {reply.text[:100]!r}")
        move = gtp.read_move(reply.text, position.game.size, self._notation)
        if move is None:
            raise ForfeitError("resignation", f"it resigned at move {position.plies + 1}")
        why = position.why_illegal(move)
        if why is not None:
            name = self._vertex(move)
            raise ForfeitError("illegal move", f"{name} for {position.to_move}: {why}")
        self._told = game.start, (*game.moves, move)
        return move

    def _follow(self, game: GameSoFar) -> None:
        """Brings the engine's board to where a game is."""
        start, moves = game.start, game.moves
        if self._told is not None and not game.goes_on(*self._told):  # moves were taken back
            self._require("clear_board")
            self._told = None
        if self._told is None:
            self._set_up(start)
        told = 0 if self._told is None else len(self._told[1])
        first = 0 if start.to_move == "black" else 1
        for index in range(told, len(moves)):
            side = "white" if (first + index) % 2 else "black"
            if self._skips_passes and moves[index] == game.rules.pass_move:
                continue
            reply = self._ask("play", side, self._vertex(moves[index]))
            if not reply.success:
                if self._skips_passes:
                    raise GtpError(f"it refuses {self._vertex(moves[index])}: {reply.text[:100]!r}")
                # By its own rules it may not go there: it is given the board as it is.
                self._require("clear_board")
                self._set_up(game.position)
                break
        self._told = start, moves

    def _set_up(self, position: Position) -> None:
        """Puts a position on the engine's empty board.

        Every string of a position has a liberty, so every part of one has: stones can be put down
        in any order and nothing is captured. A ko is made by its last move.
        """
        if position.game.id == "othello":
            if position != position.game.start():
                raise GtpError("it plays whole games of Othello, not single positions")
            return  # which is on the board already
        size, stones, ko = position.game.size, position.stones, position.ko
        mover = 1 if position.to_move == "black" else -1
        taker = None if ko is None else _ko_taker(position, ko)
        if ko is not None and taker is not None:
            stones[taker], stones[ko] = 0, mover
        for point, stone in enumerate(stones):
            if stone:
                self._require("play", _side(stone), gtp.vertex(point, size))
        if taker is not None:
            self._require("play", _side(-mover), gtp.vertex(taker, size))
        elif position.passes:
            self._require("play", _side(-mover), "pass")

    def _start(self) -> None:
        """Starts a process and has it ready for the game.

        Raises:
            GtpError: that failed; the message names the player.
        """
        if self._closed:
            raise GtpError(f"{self._player.spec!r} has been closed")
        self._process = self._spawn(self._player.arguments)
        if self._closed:  # meanwhile
            self._process.kill()
        try:
            self._make_ready(self._shake_hands, self._new_game)
        except GtpError as error:
            self._process.kill()
            raise GtpError(f"{self._player.spec!r} cannot play: {error}") from None

    def _make_ready(self, *steps: Callable[[], None]) -> None:
        """Takes the steps, all of them within the time for a start."""
        self._ready_by = time.monotonic() + self._player.start
        try:
            for step in steps:
                step()
        finally:
            self._ready_by = None

    def _shake_hands(self) -> None:
        """Makes sure that it speaks GTP, and learns what it knows."""
        version = self._require("protocol_version")
        if version != "2":
            raise GtpError(f"it speaks GTP version {version[:20]!r}, not 2")
        self._name = self._require("name")
        self._commands = frozenset(self._require("list_commands").split())
        missing = [name for name in REQUIRED if name not in self._commands]
        if missing:
            raise GtpError(f"it does not know the commands {', '.join(missing)}")

    def _new_game(self) -> None:
        """Gives the engine an empty board."""
        game = self._player.game
        self._told = None
        if game.id == "othello" and "set_game" in self._commands:
            self._require("set_game", "Othello")
        self._require("boardsize", game.size)
        self._require("clear_board")
        self._require("komi", getattr(game.options, "komi", 0.0))
        # Not in the standard, but where they are known they make games repeatable.
        if "set_random_seed" in self._commands:
            self._ask("set_random_seed", self._own_seed())
        if "clear_cache" in self._commands:
            self._ask("clear_cache")

    @property
    def _notation(self) -> Notation:
        """How moves are written: as in Go, or as in Othello."""
        game = self._player.game
        return game.kind.notation if game.id == "othello" else GO_NOTATION

    @property
    def _skips_passes(self) -> bool:
        """Whether passes go without saying: in Othello only who has no move passes."""
        return self._player.game.id == "othello"

    def _vertex(self, move: int) -> str:
        return gtp.vertex(move, self._player.game.size, self._notation)

    def _own_seed(self) -> int:
        """The game's seed for this program, which then plays as it does inside; else 31 bits."""
        if self._name == OWN_NAME:
            return self._seed
        return stream(stream(self._seed, "seat", int(self._side == "white")), "gtp", 0) % 2**31

    def _ask(self, name: str, *arguments: str | float) -> gtp.Response:
        assert self._process is not None
        seconds = self._player.seconds
        if self._ready_by is not None:
            seconds = max(0.001, self._ready_by - time.monotonic())
        return self._process.ask(name, *arguments, seconds=seconds)

    def _require(self, name: str, *arguments: str | float) -> str:
        """The answer to a command that must succeed."""
        reply = self._ask(name, *arguments)
        if not reply.success:
            said = " ".join([name, *map(str, arguments)])
            raise GtpError(f"{said!r} failed: {reply.text[:100]!r}")
        return reply.text.strip()


def _side(stone: int) -> str:
    return "black" if stone > 0 else "white"


def _ko_taker(position: Position, ko: int) -> int | None:
    """The stone that has just taken in a ko: the one that playing at the ko point would take."""
    size, cells = position.game.size, position.cells
    row, column = divmod(ko, size)
    mover = 1 if position.to_move == "black" else -1
    for r, c in _neighbours(row, column, size):
        around = [cells[at] for at in _neighbours(r, c, size) if at != (row, column)]
        if cells[r, c] == -mover and all(stone == mover for stone in around):
            return r * size + c
    return None


def _neighbours(row: int, column: int, size: int) -> list[tuple[int, int]]:
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [(r, c) for r, c in beside if 0 <= r < size and 0 <= c < size]
