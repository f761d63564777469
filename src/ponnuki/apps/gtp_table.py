"""The board that a GTP engine keeps: a game of Go or Capture Go, moves of either side, undo.

GTP lets a side move several times in a row, while in our rules sides alternate: where the other
side may pass, a pass is put in between.
"""

from collections.abc import Sequence
from pathlib import Path

from ponnuki.formats import sgf
from ponnuki.games import Game, GameSoFar, MoveError, Outcome, Position, Side, SpecError
from ponnuki.games import game as make_game

SIDES: tuple[Side, Side] = ("black", "white")


class TableError(ValueError):
    """What is asked for cannot be done; the text is the one that GTP has for it."""


class Table:
    """A game in progress.

    Attributes:
        game: its rules.
        komi: as it was last said; in Capture Go it counts for nothing.
        so_far: what has been played.
        resigned: who has given up, if anybody.
    """

    def __init__(self, game: Game) -> None:
        """Starts a game.

        Raises:
            SpecError: it is not played with stones on crossings.
        """
        if game.id not in sgf.GAMES:
            raise SpecError(f"GTP is for {' and '.join(sgf.GAMES)}, not {game.spec}")
        self.game = game
        self.komi = float(getattr(game.options, "komi", 0.0))
        self.so_far = GameSoFar(game.start())
        self.resigned: Side | None = None
        self._commands: list[int] = []  # how many moves there were before each of them

    @property
    def position(self) -> Position:
        """The position now."""
        return self.so_far.position

    def clear(self) -> None:
        """A new game by the same rules."""
        self._begin(self.game.start())

    def _begin(self, start: Position) -> None:
        self.game, self.so_far = start.game, GameSoFar(start)
        self.resigned, self._commands = None, []

    def resized(self, size: int) -> Game:
        """These rules on a board of another size.

        Raises:
            TableError: there are none.
        """
        return self._changed("unacceptable size", size=size)

    def with_komi(self, komi: float) -> Game:
        """These rules with another komi; the same rules where there is none.

        Raises:
            TableError: the rules do not allow it.
        """
        if not hasattr(self.game.options, "komi"):
            return self.game
        return self._changed("unacceptable komi", komi=komi)

    def _changed(self, problem: str, **options: object) -> Game:
        try:
            return make_game(self.game, **options)
        except SpecError:
            raise TableError(problem) from None

    def adopt(self, game: Game) -> None:
        """Goes on by other rules on the same board, from the same positions."""
        self.so_far = self.so_far.under(game)
        self.game = game

    def turn(self, side: Side) -> GameSoFar:
        """The game with a side to move; the other one has passed for it if it must.

        Raises:
            TableError: it is not that side's turn, and the other may not pass.
        """
        position = self.position
        if position.outcome is not None or self.resigned:
            raise TableError("illegal move")
        if position.to_move == side:
            return self.so_far
        if position.why_illegal(self.game.points) is None:
            after = self.so_far.play(self.game.points)
            if after.position.outcome is None:
                return after
        raise TableError("illegal move")

    def play(self, side: Side, move: int) -> None:
        """A side's move.

        Raises:
            TableError: it is not legal.
        """
        try:
            after = self.turn(side).play(move)
        except MoveError:
            raise TableError("illegal move") from None
        self._commands.append(len(self.so_far))
        self.so_far = after

    def undo(self) -> None:
        """Takes back the last command that changed the board.

        Raises:
            TableError: there is none.
        """
        if self.resigned:
            self.resigned = None
        elif self._commands:
            self.so_far = self.so_far.take_back(len(self.so_far) - self._commands.pop())
        else:
            raise TableError("cannot undo")

    def handicap(self, points: Sequence[int]) -> None:
        """Puts black stones on the empty board; white is to move.

        Raises:
            TableError: the board is not empty, or these are no points for stones.
        """
        self.require_empty()
        rows = []
        for row in range(self.game.size):
            begin = row * self.game.size
            rows.append("".join(".X"[begin + i in points] for i in range(self.game.size)))
        try:
            self._begin(self.game.parse("\n".join([*rows, "white to move"])))
        except ValueError:
            raise TableError("bad vertex list") from None

    def require_empty(self) -> None:
        """Raises TableError if a handicap cannot be given now."""
        if len(self.so_far) or any(self.position.stones):
            raise TableError("board not empty")

    def outcome(self) -> Outcome:
        """How the game ended, or would end if both sides passed now.

        Raises:
            TableError: it goes on, and passing is not allowed.
        """
        position = self.position
        if self.resigned is not None:
            winner: Side = "white" if self.resigned == "black" else "black"
            return Outcome(winner, "resignation", 0, position.plies)
        while position.outcome is None:
            if position.why_illegal(self.game.points) is not None:
                raise TableError("cannot score")
            position = position.play(self.game.points)
        return position.outcome

    def strings(self) -> list[list[int]]:
        """The strings of stones on the board, each with its points."""
        size, stones = self.game.size, self.position.stones
        found: list[list[int]] = []
        seen: set[int] = set()
        for first, stone in enumerate(stones):
            if not stone or first in seen:
                continue
            seen.add(first)
            string = [first]
            for point in string:  # it grows meanwhile
                beside = {at for at in _beside(point, size) if stones[at] == stone} - seen
                seen |= beside
                string += sorted(beside)
            found.append(string)
        return found

    def sgf_text(self) -> str:
        """The game as SGF."""
        game = self.so_far
        node = root = sgf.root_node(self.game, game.start, result=self._result())
        for position, move in zip(game.positions, game.moves, strict=False):
            node = sgf.add_move(node, position, move)
        return sgf.write_tree(root)

    def _result(self) -> str:
        over = self.resigned is not None or self.position.outcome is not None
        return sgf.result_text(self.outcome()) if over else ""

    def load(self, root: sgf.Node, game: Game, before: int | None) -> None:
        """Takes over the main line of a file.

        Args:
            root: its first node.
            game: rules on its board.
            before: the number of the move that is not played any more, 1 the first; all moves are
                played if it is None.

        Raises:
            SgfError: the file holds no such game.
        """
        start, moves = sgf.moves_of(root.main_line()[-1], game)
        self._begin(start)
        self.so_far = self.so_far.play_all(moves if before is None else moves[: max(0, before - 1)])
        self._commands = list(range(len(self.so_far)))


def _beside(point: int, size: int) -> list[int]:
    """The points next to a point."""
    row, column = divmod(point, size)
    steps = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
    return [r * size + c for r, c in steps if 0 <= r < size and 0 <= c < size]


def read_file(path: str) -> bytes:
    """What a file holds, if it can be an SGF.

    Raises:
        OSError: it cannot be read, or is no plain file.
    """
    file = Path(path)
    if not file.is_file():  # a pipe or a terminal could be waited for without end
        raise FileNotFoundError(f"there is no file {path!r}")
    with file.open("rb") as stream:
        return stream.read(4 * sgf.MAX_LENGTH + 1)


def star_points(size: int, count: int, *, least_size: int) -> list[int] | None:
    """Where handicap stones are put: GTP's table, continued to smaller boards.

    Args:
        size: of the board.
        count: of the stones.
        least_size: of boards on which there are such points.

    Returns:
        The points, or None if so many cannot be put.
    """
    if size < least_size or not 2 <= count <= (9 if size % 2 and size >= 9 else 4):
        return None
    low = 3 if size >= 13 else 2 if size >= 7 else 1
    middle, high = size // 2, size - 1 - low
    corners = [(high, low), (low, high), (low, low), (high, high)]
    sides = [(middle, low), (middle, high), (high, middle), (low, middle)]  # D10 Q10 K4 K16
    if count <= 4:
        chosen = corners[:count]
    else:
        chosen = corners + sides[: (count - 4) // 2 * 2]
        if count % 2:
            chosen.append((middle, middle))
    return [row * size + column for row, column in chosen]
