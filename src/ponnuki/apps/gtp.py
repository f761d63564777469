"""A GTP 2 engine: any player behind the Go Text Protocol, for Go and Capture Go.

`GtpEngine.handle` turns a line into a response and does no input or output but for the files that
a command names; `gtp_server.serve` is the loop around it.
"""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import ponnuki
from ponnuki.apps import gtp_gogui
from ponnuki.apps.gtp_analysis import Analysis, Request, report
from ponnuki.apps.gtp_clock import Clock
from ponnuki.apps.gtp_table import Table, TableError, read_file, star_points
from ponnuki.arena.batch import usable_cores
from ponnuki.formats import sgf
from ponnuki.formats.gtp_server import MAX_LINE, Command, parse_command, write_response
from ponnuki.games import Game, Outcome, Position, Side
from ponnuki.players import (
    Engine,
    ForfeitError,
    Guest,
    Limit,
    Player,
    SearchResult,
    root_moves,
    visits_of,
)
from ponnuki.players.external import OWN_NAME
from ponnuki.seeds import MAX_SEED, stream

Arguments = tuple[str, ...]

_TAKES = {
    **dict.fromkeys(("known_command", "set_random_seed", "boardsize", "komi", "genmove"), 1),
    **dict.fromkeys(("fixed_handicap", "place_free_handicap", "reg_genmove"), 1),
    "final_status_list": 1,
    "play": 2,
    "time_settings": 3,
    "time_left": 3,
}
"""So many arguments each command takes; those that are not here take none."""

_ANY = ("set_free_handicap", "loadsgf", "printsgf")
"""Commands that take as many as there are; those of trees read their own."""


class GtpEngine:
    """Answers GTP commands. Same seed and same commands, same answers, while time does not matter.

    Attributes:
        table: the game in progress.
        running: False after quit.
    """

    def __init__(
        self,
        game: Game,
        make_player: Callable[[Game], Player],
        *,
        seed: int,
        resign: bool = False,
    ) -> None:
        """Sets up the first game.

        Args:
            game: what is played until the controller says another size or komi.
            make_player: makes the player for a game; it is called again when that changes.
            seed: decides among moves of equal worth, and all that a player draws.
            resign: whether a game that is lost for certain is given up.

        Raises:
            SpecError: GTP is not for this game, or there is no such player.
        """
        self.table = Table(game)
        self.running = True
        self._make_player = make_player
        self._seed = seed
        self._resign = resign
        self._games = 0
        self._clocks: dict[Side, Clock] = {}
        self._handlers: dict[str, Callable[[Arguments], str]] = {
            "protocol_version": self._do_protocol_version,
            "name": self._do_name,
            "version": self._do_version,
            "known_command": self._do_known_command,
            "list_commands": self._do_list_commands,
            "quit": self._do_quit,
            "cputime": self._do_cputime,
            "set_random_seed": self._do_set_random_seed,
            "get_random_seed": self._do_get_random_seed,
            "boardsize": self._do_boardsize,
            "clear_board": self._do_clear_board,
            "komi": self._do_komi,
            "get_komi": self._do_get_komi,
            "play": self._do_play,
            "undo": self._do_undo,
            "showboard": self._do_showboard,
            "fixed_handicap": self._do_fixed_handicap,
            "place_free_handicap": self._do_place_free_handicap,
            "set_free_handicap": self._do_set_free_handicap,
            "loadsgf": self._do_loadsgf,
            "printsgf": self._do_printsgf,
            "genmove": self._do_genmove,
            "reg_genmove": self._do_reg_genmove,
            "time_settings": self._do_time_settings,
            "time_left": self._do_time_left,
            "final_score": self._do_final_score,
            "final_status_list": self._do_final_status_list,
            "gogui-analyze_commands": self._do_gogui_analyze_commands,
            "ponnuki-values": self._do_ponnuki_values,
            "ponnuki-value_map": self._do_ponnuki_value_map,
            "ponnuki-line": self._do_ponnuki_line,
        }
        self._tree_handlers: dict[str, Callable[[Arguments], str | Analysis]] = {
            "lz-analyze": lambda words: self._analysis(words, kata=False),
            "lz-genmove_analyze": lambda words: self._genmove_analyze(words, kata=False),
            "kata-analyze": lambda words: self._analysis(words, kata=True),
            "kata-genmove_analyze": lambda words: self._genmove_analyze(words, kata=True),
        }
        self._guest = Guest(make_player(game))
        self._known = self._commands()

    def _commands(self) -> dict[str, Callable[[Arguments], str | Analysis]]:
        """The commands by name; analysis is for players that search a tree."""
        return {**self._handlers, **(self._tree_handlers if visits_of(self.player) else {})}

    def _sit(self, player: Player) -> None:
        """Another player takes the seat."""
        self._guest.close()
        self._guest = Guest(player)
        self._known = self._commands()

    @property
    def player(self) -> Player:
        """Who chooses the engine's moves."""
        return self._guest.player

    def close(self) -> None:
        """Gives back what the player holds."""
        self._guest.close()

    @property
    def commands(self) -> list[str]:
        """The names of all commands."""
        return sorted(self._known)

    def handle(self, line: str) -> str:
        """The response to a line; empty if the line has no command. It never raises.

        An analysis is answered with one report.
        """
        said = self.answer(line, once=True)
        assert isinstance(said, str)
        return said

    def answer(self, line: str, *, once: bool = False) -> str | Analysis:
        """The response to a line, or what it asks to be analysed until the next line comes.

        Args:
            line: as it was read.
            once: whether an analysis is answered with one report.
        """
        command = parse_command(line[: MAX_LINE + 1])
        if command is None:
            return ""
        if len(line) > MAX_LINE and not {"#", "\n"} & set(line[:MAX_LINE]):
            return write_response(False, command.id, "line too long")
        try:
            found = self._carry_out(command)
            if isinstance(found, Analysis):
                if not once:
                    return replace(found, id=command.id)
                found = f"\n{found.once()}"
            return write_response(True, command.id, found)
        except TableError as error:
            return write_response(False, command.id, str(error))
        except Exception as error:  # whatever it is, the controller hears of it and goes on
            text = " ".join(str(error).split())[:500]
            return write_response(False, command.id, text or type(error).__name__)

    def _carry_out(self, command: Command) -> str | Analysis:
        handler = self._known.get(command.name)
        if handler is None:
            raise TableError("unknown command")
        free = command.name in _ANY or command.name in self._tree_handlers
        if not free and len(command.arguments) > _TAKES.get(command.name, 0):
            raise TableError("syntax error")
        return handler(command.arguments)

    # About the engine

    def _do_protocol_version(self, _: Arguments) -> str:
        return "2"

    def _do_name(self, _: Arguments) -> str:
        return OWN_NAME

    def _do_version(self, _: Arguments) -> str:
        return ponnuki.__version__

    def _do_known_command(self, arguments: Arguments) -> str:
        return "true" if _word(arguments) in self._known else "false"

    def _do_list_commands(self, _: Arguments) -> str:
        return "\n".join(self.commands)

    def _do_quit(self, _: Arguments) -> str:
        self.running = False
        return ""

    def _do_cputime(self, _: Arguments) -> str:
        return f"{time.process_time():.3f}"

    def _do_set_random_seed(self, arguments: Arguments) -> str:
        word = _word(arguments)
        if not re.fullmatch("[0-9]{1,20}", word, re.ASCII) or int(word) > MAX_SEED:
            raise TableError("syntax error")
        self._seed = int(word)
        self._games = -bool(len(self.table.so_far))  # the next game is the first with this seed
        self._guest.new_game()
        return ""

    def _do_get_random_seed(self, _: Arguments) -> str:
        return str(self._seed)

    # The board

    def _do_boardsize(self, arguments: Arguments) -> str:
        game = self.table.resized(_number(_word(arguments)))
        try:
            self._change_game(game)
        except (ValueError, OSError):  # a net for another size
            raise TableError("unacceptable size") from None
        self._new_game()
        return ""

    def _do_clear_board(self, _: Arguments) -> str:
        self._new_game()
        return ""

    def _do_komi(self, arguments: Arguments) -> str:
        word = _word(arguments)
        if not re.fullmatch(r"[+-]?[0-9]{1,4}(\.[0-9]{0,4})?", word, re.ASCII):
            raise TableError("syntax error")
        game = self.table.with_komi(float(word))
        if game != self.table.game:
            player = self._make_player(game)
            self.table.adopt(game)
            self._sit(player)
        self.table.komi = float(word)
        return ""

    def _do_get_komi(self, _: Arguments) -> str:
        return f"{self.table.komi:g}"

    def _do_play(self, arguments: Arguments) -> str:
        if len(arguments) < 2:
            raise TableError("syntax error")
        side = _side(arguments[0])
        if arguments[1].lower() == "resign":
            if self.table.position.outcome is not None or self.table.resigned:
                raise TableError("illegal move")
            self.table.resigned = side
        else:
            self.table.play(side, self._vertex(arguments[1]))
        return ""

    def _do_undo(self, _: Arguments) -> str:
        self.table.undo()
        return ""

    def _do_showboard(self, _: Arguments) -> str:
        return f"\n{self.table.position}"

    def _do_fixed_handicap(self, arguments: Arguments) -> str:
        self.table.require_empty()
        points = star_points(self.table.game.size, _number(_word(arguments)), least_size=7)
        if points is None:
            raise TableError("invalid number of stones")
        self.table.handicap(points)
        return self._texts(points)

    def _do_place_free_handicap(self, arguments: Arguments) -> str:
        self.table.require_empty()
        count, size = _number(_word(arguments)), self.table.game.size
        # Fewer stones than asked for may be put.
        options = (star_points(size, least, least_size=4) for least in range(min(count, 9), 1, -1))
        points = next((found for found in options if found), None)
        if points is None or count >= self.table.game.points:
            raise TableError("invalid number of stones")
        self.table.handicap(points)
        return self._texts(points)

    def _do_set_free_handicap(self, arguments: Arguments) -> str:
        self.table.require_empty()
        points = [self._vertex(word) for word in arguments]
        game = self.table.game
        if len(points) < 2 or len(set(points)) < len(points) or game.points in points:
            raise TableError("bad vertex list")
        self.table.handicap(points)
        return ""

    # Files

    def _do_loadsgf(self, arguments: Arguments) -> str:
        *words, last = arguments or ("",)
        before = _number(last) if words and last.isdecimal() and last.isascii() else None
        path = " ".join(words if before is not None else arguments)
        if not path or before == 0:
            raise TableError("syntax error")
        try:
            root = sgf.read_tree(read_file(path))
            game = self.table.resized(sgf.board_size(root))
            self._load(root, game, before)
        except (ValueError, OSError) as error:
            raise TableError(f"cannot load file: {error}") from None
        return self.table.position.to_move

    def _load(self, root: sgf.Node, game: Game, before: int | None) -> None:
        """Takes a file's game over, or changes nothing."""
        table = Table(game)
        komi = (root.simple("KM") or "").strip()
        if re.fullmatch(r"[+-]?[0-9]{1,4}(\.[0-9]{0,4})?", komi, re.ASCII):
            try:
                game = table.with_komi(float(komi))
            except TableError:  # not one of our rules; the komi stays as it is
                pass
            else:
                table.komi = float(komi)
        table.load(root, game, before)
        if game != self.table.game:
            self._sit(self._make_player(game))
        self.table = table
        self._guest.new_game()
        self._games += 1

    def _do_printsgf(self, arguments: Arguments) -> str:
        text = self.table.sgf_text()
        if not arguments:
            return f"\n{text}"
        try:
            Path(" ".join(arguments)).write_text(text, encoding="utf-8")
        except (OSError, ValueError) as error:
            raise TableError(f"cannot save file: {error}") from None
        return ""

    # Thinking

    def _do_genmove(self, arguments: Arguments) -> str:
        return self._genmove(_side(_word(arguments)))[0]

    def _genmove(self, side: Side) -> tuple[str, SearchResult | None]:
        """Plays for a side: the move or 'resign', and what was found when it was searched for."""
        began = time.monotonic()
        clock = self._clocks.get(side)
        move, found = self._choose(side, clock)
        if move is None:
            if self.table.position.outcome is None:
                self.table.resigned = side
            return "resign", found
        self.table.play(side, move)
        if clock is not None:
            clock.spend(time.monotonic() - began)
        return self.table.game.text(move), found

    def _do_reg_genmove(self, arguments: Arguments) -> str:
        move, _ = self._choose(_side(_word(arguments)), None)
        return "resign" if move is None else self.table.game.text(move)

    def _do_time_settings(self, arguments: Arguments) -> str:
        if len(arguments) < 3:
            raise TableError("syntax error")
        main, period, stones = map(_number, arguments)
        self._clocks = {side: Clock(main, period, stones) for side in ("black", "white")}
        return ""

    def _do_time_left(self, arguments: Arguments) -> str:
        if len(arguments) < 3:
            raise TableError("syntax error")
        side, left, stones = _side(arguments[0]), _number(arguments[1]), _number(arguments[2])
        self._clocks.setdefault(side, Clock(left, 0, 0)).set(left, stones)
        return ""

    def _choose(self, side: Side, clock: Clock | None) -> tuple[int | None, SearchResult | None]:
        """A move for a side, None if it resigns; and what its search found, if it searched."""
        outcome = self.table.position.outcome
        if outcome is not None or self.table.resigned:
            outcome = outcome or self.table.outcome()
            if self._resign and outcome.winner not in {None, side}:
                return None, None
            raise TableError(f"game over: {outcome}")
        try:
            game = self.table.turn(side)
        except TableError:
            raise TableError(f"it is not {side}'s turn, and passing is not allowed") from None
        position, player = game.position, self.player
        seconds = 0.0 if clock is None else clock.seconds(_moves_to_come(position))
        limit = Limit(seconds=seconds, threads=usable_cores())
        try:
            decision = self._guest.ask(game, self._game_seed, limit)
        except ForfeitError as error:
            if error.reason != "resignation":
                raise
            return None, None
        if self._resign and isinstance(player, Engine):
            found = decision.found or player.think(position, limit, seed=self._game_seed)
            if found.decided is not None and found.decided[0] != side:
                return None, found
        return decision.move, decision.found

    # The end

    def _do_final_score(self, _: Arguments) -> str:
        return _score_text(self.table.outcome())

    def _do_final_status_list(self, arguments: Arguments) -> str:
        """The game is scored as the board stands, so all stones are alive."""
        status = _word(arguments)
        if status not in {"alive", "dead", "seki"}:
            raise TableError("syntax error")
        if status != "alive":
            return ""
        return "\n".join(self._texts(string) for string in self.table.strings())

    # What Sabaki and Lizzie show

    def _analysis(self, arguments: Arguments, *, kata: bool) -> Analysis:
        """What is to be analysed until the next command comes; errors as of all commands."""
        try:
            request = Request.of(arguments)
        except ValueError as error:
            raise TableError(str(error)) from None
        engine, position = self._thinker()
        if request.side is not None:
            position = self.table.turn(request.side).position
        return Analysis(engine, position, self._seed, kata, request)

    def _genmove_analyze(self, arguments: Arguments, *, kata: bool) -> str:
        asked = self._analysis(arguments, kata=kata)
        side = asked.request.side or asked.position.to_move
        move, found = self._genmove(side)
        moves = [] if found is None else root_moves(asked.engine, asked.position, found)
        return f"\n{report(asked.position, moves[: asked.request.moves], kata=kata)}\nplay {move}"

    # What GoGui shows

    def _do_gogui_analyze_commands(self, _: Arguments) -> str:
        return "\n".join(gtp_gogui.ANALYZE_COMMANDS)

    def _do_ponnuki_values(self, _: Arguments) -> str:
        return gtp_gogui.values(*self._think())

    def _do_ponnuki_value_map(self, _: Arguments) -> str:
        return gtp_gogui.value_map(*self._think())

    def _do_ponnuki_line(self, _: Arguments) -> str:
        return gtp_gogui.line(*self._think(all_moves=False))

    def _think(self, *, all_moves: bool = True) -> tuple[Position, SearchResult]:
        """What the engine finds in the position as it is."""
        engine, position = self._thinker()
        limit = Limit(threads=usable_cores())
        return position, engine.think(position, limit, seed=self._seed, all_moves=all_moves)

    def _thinker(self) -> tuple[Engine, Position]:
        """The engine and the position, in which it can think."""
        position = self.table.position
        if not isinstance(self.player, Engine):
            raise TableError(f"{self.player.spec} does not think")
        if position.outcome is not None:
            raise TableError(f"game over: {position.outcome}")
        return self.player, position

    # Help for the above

    def _change_game(self, game: Game) -> None:
        if game != self.table.game:
            self._sit(self._make_player(game))
            komi = self.table.komi
            self.table = Table(game)
            self.table.komi = komi

    def _new_game(self) -> None:
        self._games += bool(len(self.table.so_far))
        self._guest.new_game()
        self.table.clear()

    @property
    def _game_seed(self) -> int:
        """The seed itself for the first game: then it is the game that the core plays with it."""
        return stream(self._seed, "gtp game", self._games) if self._games > 0 else self._seed

    def _vertex(self, word: str) -> int:
        """The move that a word names.

        Raises:
            TableError: it is no vertex, or not on this board.
        """
        try:
            return self.table.game.move(word)
        except ValueError:
            on_some_board = re.fullmatch(r"[a-hj-zA-HJ-Z]([1-9]|1[0-9]|2[0-5])", word, re.ASCII)
        if self.table.game.pass_move is None and word.lower() == "pass":
            raise TableError("illegal move")
        raise TableError("illegal move" if on_some_board else "syntax error")

    def _texts(self, points: list[int]) -> str:
        return " ".join(self.table.game.text(point) for point in points)


def _word(arguments: Arguments) -> str:
    """The first argument."""
    if not arguments:
        raise TableError("syntax error")
    return arguments[0]


def _number(word: str) -> int:
    """A whole number that is not negative."""
    if not re.fullmatch("[0-9]{1,19}", word, re.ASCII):
        raise TableError("syntax error")
    return int(word)


def _side(word: str) -> Side:
    """A colour."""
    sides: dict[str, Side] = {"b": "black", "black": "black", "w": "white", "white": "white"}
    if word.lower() not in sides:
        raise TableError("syntax error")
    return sides[word.lower()]


def _moves_to_come(position: Position) -> int:
    """A guess at how many moves a side will still make."""
    return max(10, position.stones.count(0) // 3)


def _score_text(outcome: Outcome) -> str:
    """A result as GTP has it; a win by capture is one by so many stones."""
    text = sgf.result_text(outcome)
    return f"{text}{outcome.margin:g}" if text.endswith("+") and outcome.margin else text
