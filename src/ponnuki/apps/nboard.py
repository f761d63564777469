"""An NBoard engine: any player of Othello behind the protocol of the NBoard program.

`NBoardEngine.handle` turns a line into the lines of its answer and does no input or output; `serve`
is the loop around it. Lines are read while the engine thinks: a ping ends a thought.
"""

import re
import threading
import time
from collections.abc import Callable, Iterator
from math import isinf

from ponnuki.apps.gtp_clock import Clock
from ponnuki.arena.batch import usable_cores
from ponnuki.formats import ggf
from ponnuki.formats.gtp_server import MAX_LINE
from ponnuki.formats.nboard import (
    SOLVED,
    WON,
    Command,
    NBoardError,
    move_line,
    name_line,
    parse_command,
    read_move,
    search_line,
    status_line,
)
from ponnuki.formats.othello import disc_margin, play_with_passes
from ponnuki.games import Game, GameSoFar, MoveError, Position, Side, SpecError
from ponnuki.players import (
    Engine,
    Guest,
    Limit,
    Player,
    SearchResult,
    Stop,
    depth_of,
    reach,
    visits_of,
)
from ponnuki.players.external import OWN_NAME
from ponnuki.players.limit import MAX_DEPTH
from ponnuki.seeds import stream

Lines = Iterator[str]


class Interrupts:
    """Ends thoughts for pings that have been read and not yet answered. For two threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting = 0
        self._over = False
        self._stop = Stop()

    def ping_read(self) -> None:
        """A ping waits behind the command that is being carried out, and ends its thought."""
        with self._lock:
            self._waiting += 1
            self._stop.set()

    def ping_answered(self) -> None:
        """The ping's turn has come."""
        with self._lock:
            self._waiting = max(0, self._waiting - 1)

    def end(self) -> None:
        """Nobody listens any more: no further thought is worth a while."""
        with self._lock:
            self._over = True
            self._stop.set()

    def stop(self) -> Stop:
        """The stop of a new thought."""
        with self._lock:
            self._stop = Stop()
            if self._waiting or self._over:
                self._stop.set()
            return self._stop


class NBoardEngine:
    """Answers NBoard commands. Same seed and commands, same moves, while time does not matter.

    Attributes:
        game: Othello, 8×8.
        running: False after quit.
        interrupts: what ends a thought.
    """

    def __init__(
        self, game: Game, make_player: Callable[[int | None], Player], *, seed: int
    ) -> None:
        """Sets up the usual first position.

        Args:
            game: Othello, 8×8.
            make_player: makes the player for the depth that the program asks for, None before it
                does.
            seed: decides among moves of equal worth, and all that a player draws.

        Raises:
            SpecError: NBoard is not for this game, or there is no such player.
        """
        if (game.id, game.size) != ("othello", 8):
            raise SpecError(f"NBoard is for othello:8, not {game.spec}")
        self.game = game
        self.running = True
        self.interrupts = Interrupts()
        self._make_player = make_player
        self._seed = seed
        self._games = 0
        self._guest = Guest(make_player(None))
        self._version = 2
        self._so_far = GameSoFar(game.start())
        self._left: dict[Side, float | None] = {"black": None, "white": None}
        self._lost = ""  # why the program's position is not known, if it is not
        self._handlers: dict[str, Callable[[str], Lines]] = {
            "nboard": self._do_nboard,
            "set depth": self._do_set_depth,
            "set game": self._do_set_game,
            "set contempt": self._do_nothing,
            "move": self._do_move,
            "hint": self._do_hint,
            "go": self._do_go,
            "ping": self._do_ping,
            "learn": self._do_learn,
            "analyze": self._do_analyze,
            "quit": self._do_quit,
        }

    @property
    def player(self) -> Player:
        """Who chooses the moves."""
        return self._guest.player

    def close(self) -> None:
        """Gives back what the player holds."""
        self._guest.close()

    @property
    def commands(self) -> list[str]:
        """The names of all commands."""
        return sorted(self._handlers)

    def handle(self, line: str) -> Lines:
        """The lines of the answer, one by one as they are found; none to what is not known.

        It never raises: what is wrong is said in a status line.
        """
        command = parse_command(line[: MAX_LINE + 1])
        if command is None or command.name not in self._handlers:
            return
        if len(line) > MAX_LINE:
            self._lost = "a line was too long"
            yield status_line(self._lost)
            return
        try:
            yield from self._carry_out(command)
        except NBoardError as error:
            yield status_line(str(error))
        except Exception as error:  # whatever it is, the program hears of it and goes on
            yield status_line(f"error: {error}" if str(error) else type(error).__name__)

    def _carry_out(self, command: Command) -> Lines:
        return self._handlers[command.name](command.text)

    # About the engine

    def _do_nboard(self, text: str) -> Lines:
        self._version = _number(text)
        yield self._name()

    def _do_set_depth(self, text: str) -> Lines:
        depth = _number(text)
        if depth == 0:
            raise NBoardError("a depth is at least 1")
        if depth_of(self.player) is not None:
            player, before = self._make_player(min(depth, MAX_DEPTH)), self._guest
            self._guest = Guest(player)
            before.close()
        yield self._name()

    def _do_nothing(self, _: str) -> Lines:
        yield from ()

    def _do_ping(self, text: str) -> Lines:
        self.interrupts.ping_answered()
        yield f"pong {_number(text)}"

    def _do_learn(self, _: str) -> Lines:
        yield "learned"

    def _do_quit(self, _: str) -> Lines:
        self.running = False
        yield from ()

    def _name(self) -> str:
        words = OWN_NAME, self.player.spec, reach(depth_of(self.player), visits_of(self.player))
        return name_line(" ".join(filter(None, words)))

    # The board

    def _do_set_game(self, text: str) -> Lines:
        try:
            record = ggf.read_records(text)[0]
            game = ggf.game_of(record, self.game)
        except ggf.GgfError as error:
            self._lost = f"cannot set the game: {error}"
            raise NBoardError(self._lost) from None
        self._games += bool(len(self._so_far)) and not game.moves
        self._so_far = GameSoFar(game.start).play_all(game.moves)
        self._guest.new_game()
        self._left = {side: record.seconds_left(side) for side in self._left}
        self._lost = ""
        yield from ()

    def _do_move(self, text: str) -> Lines:
        side = self._here().to_move
        try:
            move, seconds = read_move(text, self.game)
            _, played = play_with_passes(self._here(), move)
        except (NBoardError, MoveError) as error:
            raise NBoardError(f"cannot play: {error}") from None
        self._so_far = self._so_far.play_all(played)
        left = self._left[side]
        if left is not None:
            self._left[side] = max(0.0, left - seconds)
        yield from ()

    def _here(self) -> Position:
        """The position of the program.

        Raises:
            NBoardError: it is not known; an answer would be about another one.
        """
        if self._lost:
            raise NBoardError(f"there is no position: {self._lost}")
        return self._so_far.position

    def _open(self) -> Position:
        """The position, in which somebody has a move."""
        position = self._here()
        if position.outcome is not None:
            raise NBoardError(f"the game is over: {position.outcome}")
        return position

    # Thinking

    def _do_go(self, _: str) -> Lines:
        position = self._open()
        yield status_line("thinking")
        began, stop = time.monotonic(), self.interrupts.stop()
        limit = Limit(seconds=self._seconds(position), stop=stop, threads=usable_cores())
        decision = self._guest.ask(self._so_far, self._game_seed, limit)
        seconds = time.monotonic() - began
        value, move, found = None, decision.move, decision.found
        if found is not None and found.depth > 0:
            value = _worth(position, found)
            yield from self._statistics(found.nodes, seconds)
        yield move_line(move, value, seconds, self.game)
        yield status_line("waiting")

    def _do_hint(self, text: str) -> Lines:
        position, engine = self._open(), self._thinker()
        count = max(1, _number(text or "1"))
        yield status_line("thinking")
        began, stop, nodes = time.monotonic(), self.interrupts.stop(), 0
        most = min(engine.search.depth, 2 * position.stones.count(0))  # every move, every pass
        first = most if visits_of(engine) else 1  # a tree is searched once
        for depth in range(max(1, first), max(1, most) + 1):
            limit = Limit(depth=depth, stop=stop, threads=usable_cores())
            found = engine.think(position, limit, seed=self._seed, all_moves=count > 1)
            if not found.complete:
                break
            nodes += found.nodes
            yield from self._hints(position, found, count)
            yield from self._statistics(nodes, time.monotonic() - began)
            if found.margin is not None:
                break  # a deeper search finds nothing more
        yield status_line("waiting")

    def _hints(self, position: Position, found: SearchResult, count: int) -> Lines:
        """The best moves of a search, the best first."""
        values = found.root_margins or found.root_values or {found.move: _value(found)}
        worth = {move: _bounded(position, value) for move, value in values.items()}
        best = sorted(worth, key=lambda move: (-worth[move], move != found.move, move))
        for move in best[:count]:
            line = found.line if move == found.move and found.line else (move,)
            known = found.margin is not None or isinf(values[move])
            depth = SOLVED if known else str(found.depth)
            yield search_line(line, worth[move], depth, self.game)

    def _do_analyze(self, _: str) -> Lines:
        """What every position of the game is worth to the side to move there, the last first."""
        self._here()
        engine = self._thinker()
        limit = Limit(stop=self.interrupts.stop(), threads=usable_cores())
        yield status_line("analyzing")
        for number, position in reversed(list(enumerate(self._so_far.positions))):
            if position.outcome is not None:
                value = float(disc_margin(position)) * _sign(position)
            else:
                found = engine.think(position, limit, seed=self._seed)
                if not found.complete and limit.stop is not None and limit.stop.is_set():
                    break
                value = _worth(position, found)
            yield f"analysis {number} {value:+.3f}"
        yield status_line("waiting")

    def _thinker(self) -> Engine:
        if not isinstance(self.player, Engine):
            raise NBoardError(f"{self.player.spec} does not think")
        return self.player

    def _statistics(self, nodes: int, seconds: float) -> Lines:
        if self._version > 1:
            yield f"nodestats {nodes} {seconds:.2f}"

    def _seconds(self, position: Position) -> float:
        """Time for the next move; 0 if no clock runs."""
        left = self._left[position.to_move]
        if left is None:
            return 0.0
        return Clock(left, 0, 0).seconds(max(4, position.stones.count(0) // 2))

    @property
    def _game_seed(self) -> int:
        """The seed itself for the first game: then it is the game that the core plays with it."""
        return stream(self._seed, "nboard game", self._games) if self._games > 0 else self._seed


def _number(text: str) -> int:
    """A whole number that is not negative."""
    if not re.fullmatch("[0-9]{1,9}", text, re.ASCII):
        raise NBoardError(f"{text[:20]!r} is no number")
    return int(text)


def _sign(position: Position) -> int:
    return 1 if position.to_move == "black" else -1


def _value(found: SearchResult) -> float:
    """What a search found in black's view: discs, if it knows them."""
    return found.value if found.margin is None else found.margin


def _worth(position: Position, found: SearchResult) -> float:
    """What a search found, as the side to move sees it."""
    return _bounded(position, _value(found))


def _bounded(position: Position, value: float) -> float:
    """A value in black's view as the side to move sees it."""
    return _sign(position) * max(-WON, min(WON, value))
