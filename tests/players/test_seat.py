"""Seats: who plays move by move, inside of the core and outside."""

import sys
import threading
from pathlib import Path

import pytest

import ponnuki
from ponnuki import Engine, MoveError, Search, evaluator, play_games
from ponnuki.apps.gtp import GtpEngine
from ponnuki.games import GameSoFar, Position, Side
from ponnuki.players import Draws, ForfeitError, Guest, Player, PlayerSeat, ask, seat_of
from tests.players.test_external import fake

GAME = ponnuki.game("capture-go:5")
START = GameSoFar(GAME.start())


class Wrong:
    """A player written in Python that chooses whatever it was given."""

    spec, game = "wrong", None

    def __init__(self, move: object) -> None:
        self.move = move

    def choose(self, position: Position, *, seed: int) -> int:
        """Its move, or its error."""
        del position, seed
        if isinstance(self.move, Exception):
            raise self.move
        return self.move  # type: ignore[return-value] # it is wrong


@pytest.mark.parametrize("move", [99, -1, "C3", None, 12])
def test_a_move_that_is_not_legal_names_the_player(move: object) -> None:
    """Whatever it is that it has chosen."""
    game = START.play("C3")
    with pytest.raises(MoveError, match=r"^move 2 of player 'wrong': "):
        ask(seat_of(Wrong(move)), game, "wrong")


def test_an_exception_names_the_player() -> None:
    """It stays what it was, with a note; so it does in a match."""
    with pytest.raises(ZeroDivisionError) as caught:
        ask(seat_of(Wrong(ZeroDivisionError("oh"))), START, "wrong")
    assert caught.value.__notes__ == ["at move 1 of player 'wrong'"]
    with pytest.raises(KeyError) as other:
        ponnuki.match("random", Wrong(KeyError("x")), GAME, games=2)
    assert other.value.__notes__[0].endswith("of player 'wrong'")


class Counting:
    """A player that remembers its game."""

    spec, game = "counting", None

    def __init__(self) -> None:
        self.seats: list[CountingSeat] = []

    def choose(self, position: Position, *, seed: int) -> int:
        """It is not asked."""
        raise AssertionError(f"it has a seat; {position} {seed}")

    def seat(self) -> "CountingSeat":
        """One that writes down what it hears."""
        self.seats.append(CountingSeat())
        return self.seats[-1]


class CountingSeat:
    """Chooses the last legal move."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.seen = START

    def begin(self, side: Side, seed: int, draws: Draws | None = None) -> None:
        """A new game."""
        assert draws is not None
        self.heard.append(f"{side} {seed}")

    def see(self, game: GameSoFar) -> None:
        """The game so far."""
        self.seen = game

    def choose(self) -> int:
        """The last of the legal moves."""
        self.heard.append(str(len(self.seen)))
        return self.seen.position.legal_numbers()[-1]

    def close(self) -> None:
        """The end."""
        self.heard.append("closed")


def test_a_player_with_a_seat_of_its_own_is_asked_there() -> None:
    """It hears of each game, of every turn of its own, and of the end; a seat for each colour."""
    one = Counting()
    players: list[Player] = [one, ponnuki.player("random", GAME)]
    batch = play_games(GAME, players, [(0, 1), (1, 0), (0, 0)], [7, 8, 9], threads=1)
    first, second = one.seats
    mine = [
        *("black 7", *map(str, range(0, len(batch[0].moves), 2))),
        *("white 8", *map(str, range(1, len(batch[1].moves), 2))),
        *("black 9", *map(str, range(0, len(batch[2].moves), 2))),
        "closed",
    ]
    assert first.heard == mine
    assert second.heard[0] == "white 9"
    assert second.heard[-1] == "closed"


class Waiting(Counting):
    """A player whose seat waits until it is closed."""

    def seat(self) -> "CountingSeat":
        """One that waits."""
        self.seats.append(WaitingSeat())
        return self.seats[-1]


class WaitingSeat(CountingSeat):
    """Chooses when it is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.closed = threading.Event()

    def choose(self) -> int:
        """The last of the legal moves, in the end."""
        WAITS.set()
        assert self.closed.wait(60)
        return super().choose()

    def close(self) -> None:
        """It need not wait any more."""
        super().close()
        self.closed.set()


WAITS = threading.Event()


class Late(Wrong):
    """Goes wrong as soon as the other one waits."""

    def choose(self, position: Position, *, seed: int) -> int:
        """Its error."""
        assert WAITS.wait(60)
        return super().choose(position, seed=seed)


def test_a_seat_that_waits_is_closed_when_another_game_goes_wrong() -> None:
    """Once; nobody waits for its move."""
    one = Waiting()
    players: list[Player] = [one, Late(ZeroDivisionError("oh")), ponnuki.player("random", GAME)]
    with pytest.raises(ZeroDivisionError):
        play_games(GAME, players, [(0, 2), (1, 2)], [1, 2], threads=2)
    assert [seat.heard.count("closed") for seat in one.seats] == [1]


def test_a_search_goes_on_with_its_tree_as_inside_the_core() -> None:
    """Engines with `reuse` play move by move the games of a batch, and value fewer positions."""
    net = evaluator("conv", GAME, blocks=1)
    row = net.initial(1, seed=1)[0]
    leaves = {}
    for reuse in False, True:
        engine = Engine(net, row, Search(visits=60, reuse=reuse))
        (record,) = play_games(GAME, [engine], [(0, 0)], [5])
        game, draws, leaves[reuse] = START, Draws(5), 0
        seats = PlayerSeat(engine), PlayerSeat(engine)
        seats[0].begin("black", 5, draws)
        seats[1].begin("white", 5, draws)
        while game.position.outcome is None:
            decided = ask(seats[len(game) % 2], game, "engine")
            assert decided.found is not None
            leaves[reuse] += decided.found.leaves
            game = game.play(decided.move)
        assert game.moves == record.moves
    assert leaves[True] < leaves[False]


def plays(log: Path) -> list[str]:
    """The moves that an engine was told, in order."""
    return [line.split()[1] for line in log.read_text().splitlines()]


def test_a_program_follows_a_game_in_which_moves_are_taken_back(tmp_path: Path) -> None:
    """It is told what is new; after a move was taken back it is told the game again."""
    log = tmp_path / "log"
    log.touch()
    one = fake("--log", log)
    seat = one.seat()
    try:
        seat.begin("black", 1)
        game = START.play_all(["C3", "B2"])
        mine = ask(seat, game, one.spec).move
        assert plays(log) == ["C3", "B2"]
        other = next(move for move in GAME.start().legal_numbers() if move not in game.moves)
        on = game.play(mine)
        answer = next(move for move in on.position.legal_numbers() if move != other)
        ask(seat, on.play(answer), one.spec)
        assert plays(log)[2:] == [GAME.text(answer)]
        log.write_text("")
        ask(seat, game, one.spec)
        assert plays(log) == ["C3", "B2"]
    finally:
        seat.close()


def test_a_program_is_given_a_board_that_was_set_up(tmp_path: Path) -> None:
    """Stone by stone, and then the moves of both sides, whoever is to move first."""
    log = tmp_path / "log"
    log.touch()
    one = fake("--log", log)
    seat = one.seat()
    try:
        seat.begin("white", 1)
        start = GAME.parse("X....\n.....\n.....\n.....\n.....\nwhite to move")
        ask(seat, GameSoFar(start).play_all(["C3", "B2"]), one.spec)
        assert plays(log) == ["A5", "C3", "B2"]
    finally:
        seat.close()


def test_a_guest_that_has_lost_may_be_asked_again(tmp_path: Path) -> None:
    """It begins anew: here with another process, which behaves."""
    guest = Guest(fake("--do", "die", "--once", tmp_path / "once", restarts=0))
    try:
        with pytest.raises(ForfeitError, match="death"):
            guest.ask(START, 1)
        assert guest.ask(START, 1).move in GAME.start().legal_numbers()
    finally:
        guest.close()


def test_a_program_behind_gtp_follows_its_board(tmp_path: Path) -> None:
    """It hears each move once, and the game again after an undo."""
    log = tmp_path / "log"
    log.touch()
    engine = GtpEngine(GAME, lambda rules: fake("--log", log, rules=rules), seed=1)
    try:
        said = [engine.handle(line) for line in ("play b C3", "genmove w", "play b A1")]
        assert all(one.startswith("=") for one in said)
        engine.handle("genmove w")
        assert plays(log) == ["C3", "A1"]
        log.write_text("")
        engine.handle("undo")
        engine.handle("genmove w")
        assert plays(log) == ["C3", said[1].split()[1], "A1"]
    finally:
        engine.close()


OTHELLO = f"gtp:{sys.executable} -c pass"


def test_no_board_of_othello_is_set_up_for_a_program() -> None:
    """It plays whole games; what it cannot do it does not pretend."""
    rules = ponnuki.game("othello:8")
    seat = ponnuki.player(OTHELLO, rules)
    later = GameSoFar(rules.start().play("f5"))
    with pytest.raises(ValueError, match="whole games of Othello"):
        seat.choose(later.position, seed=1)
