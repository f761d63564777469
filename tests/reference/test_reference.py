"""Checks of the reference games themselves against facts known from elsewhere.

Nothing here touches the fast core; the tests that compare it with these games are its own.
"""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from typing import Protocol, TypeVar

import pytest

from ponnuki.papers.cai2009.printed_games import PRINTED_GAMES
from tests.reference import capture_go, go, othello, tic_tac_toe
from tests.reference.capture_go import CaptureGo, Neutral, NoMove
from tests.reference.go import Go, Ko
from tests.reference.grid import Cells, Scoring, place_stone, string_and_liberties, territory
from tests.reference.othello import Othello
from tests.reference.outcome import Outcome
from tests.reference.tic_tac_toe import TicTacToe


class AnyState(Protocol):
    """What the states of all games have in common."""

    @property
    def cells(self) -> Cells:
        """The board."""

    @property
    def to_move(self) -> int:
        """The side to move."""

    @property
    def plies(self) -> int:
        """The number of moves played."""


S = TypeVar("S", bound=AnyState)


class Rules(Protocol[S]):
    """What the rules of all games have in common."""

    def start(self) -> S:
        """The position before the first move."""

    def legal_moves(self, state: S) -> list[int]:
        """The legal moves in ascending order."""

    def play(self, state: S, move: int) -> S:
        """The state after a legal move."""

    def outcome(self, state: S) -> Outcome | None:
        """The result, or None while the game goes on."""


def board(*rows: str) -> Cells:
    """The cells of a diagram: X black, O white, . empty."""
    return tuple({"X": 1, "O": -1, ".": 0}[mark] for mark in "".join(rows))


def play_all(rules: Rules[S], moves: list[int], state: S | None = None) -> S:
    """The state after these moves, each of which must be legal."""
    if state is None:
        state = rules.start()
    for move in moves:
        assert move in rules.legal_moves(state), f"move {move} at ply {state.plies}"
        state = rules.play(state, move)
    return state


def random_game(rules: Rules[S], seed: int) -> list[S]:
    """The states of a game of uniformly random moves."""
    generator = random.Random(seed)
    states = [rules.start()]
    while moves := rules.legal_moves(states[-1]):
        states.append(rules.play(states[-1], generator.choice(moves)))
    return states


def perft(rules: Rules[S], state: S, depth: int) -> int:
    """The number of move sequences of this length."""
    if depth == 0:
        return 1
    return sum(
        perft(rules, rules.play(state, move), depth - 1) for move in rules.legal_moves(state)
    )


def value(rules: Rules[S]) -> int:
    """The winner under best play (0: draw), by memoised minimax over whole states."""
    known: dict[S, int] = {}

    def best(state: S) -> int:
        if state not in known:
            outcome = rules.outcome(state)
            if outcome is not None:
                known[state] = outcome.winner
            else:
                after = [best(rules.play(state, move)) for move in rules.legal_moves(state)]
                known[state] = max(after) if state.to_move == 1 else min(after)
        return known[state]

    return best(rules.start())


# All games


def check_random_play(rules: Rules[S]) -> None:
    """Random games alternate, list their moves in order and end exactly when none is left."""
    for seed in range(5):
        states = random_game(rules, seed)
        assert states[0].to_move == 1
        for before, after in pairwise(states):
            moves = rules.legal_moves(before)
            assert moves == sorted(set(moves))
            assert rules.outcome(before) is None
            assert after.to_move == -before.to_move
            assert after.plies == before.plies + 1
        outcome = rules.outcome(states[-1])
        assert outcome is not None
        assert outcome.plies == len(states) - 1
        assert outcome.margin >= 0


@pytest.mark.parametrize(
    "rules",
    [
        CaptureGo(5),
        CaptureGo(5, scoring="area", neutral="majority", captures=3),
        CaptureGo(5, passing=False, start_from="crosscut"),
        CaptureGo(4, passing=False, captures=4, no_move="draws"),
        CaptureGo(4, passing=False, captures=4, no_move="passes"),
    ],
)
def test_random_capture_go(rules: CaptureGo) -> None:
    """Random play keeps the common contract in the variants of Capture Go."""
    check_random_play(rules)


@pytest.mark.parametrize("rules", [Go(4), Go(3, ko="simple", scoring="area", komi=0.5)])
def test_random_go(rules: Go) -> None:
    """Random play keeps the common contract in Go."""
    check_random_play(rules)


@pytest.mark.parametrize("size", [6, 8])
def test_random_othello(size: int) -> None:
    """Random play keeps the common contract in Othello."""
    check_random_play(Othello(size))


def test_random_tic_tac_toe() -> None:
    """Random play keeps the common contract in tic-tac-toe."""
    check_random_play(TicTacToe())


# Grid


def test_legal_boards_3x3() -> None:
    """Of the 3^9 boards 12675 have a liberty for every string (Tromp & Farneback)."""
    legal = sum(
        all(string_and_liberties(3, cells, p)[1] for p in range(9) if cells[p])
        for cells in product((-1, 0, 1), repeat=9)
    )
    assert legal == 12675


def test_string_and_liberties() -> None:
    """A string is connected by sides, not corners, and shared liberties count once."""
    cells = board(
        "XX..",
        "X.X.",
        ".OO.",
        "....",
    )
    assert string_and_liberties(4, cells, 0) == ({0, 1, 4}, {2, 5, 8})
    assert string_and_liberties(4, cells, 10) == ({9, 10}, {5, 8, 11, 13, 14})


def test_place_stone() -> None:
    """Occupied points and suicide are not allowed; a capture without a liberty of its own is."""
    eyes = board(".X.", "XX.", "...")
    assert place_stone(3, eyes, 0, -1) is None
    assert place_stone(3, eyes, 0, 1) == (board("XX.", "XX.", "..."), 0)
    assert place_stone(3, eyes, 1, 1) is None
    assert place_stone(3, board("O.X", "XXX", "..."), 1, -1) is None
    atari = board(".XO", "XO.", "O..")
    assert place_stone(3, atari, 0, -1) == (board("O.O", ".O.", "O.."), 2)


@pytest.mark.parametrize(
    ("cells", "strict", "majority"),
    [
        (board("...", "...", "..."), (0, 0), (0, 0)),  # no stones
        (board("...", ".X.", "..."), (8, 0), (8, 0)),  # one stone holds the board
        (board(".X.", "XXO", ".O."), (1, 1), (1, 1)),  # neutral points, evenly touched
        (board("XXX", "X.O", "X.O"), (0, 0), (1, 0)),  # one neutral point is mostly black's
    ],
)
def test_territory(cells: Cells, strict: tuple[int, int], majority: tuple[int, int]) -> None:
    """Territory with and without neutral points given to the majority."""
    assert territory(3, cells) == strict
    assert territory(3, cells, neutral_to_majority=True) == majority


# Capture Go


@pytest.mark.parametrize(
    ("number", "neutral", "margin"),
    [(0, "nobody", 21), (0, "majority", 19), (1, "nobody", 11), (1, "majority", 11)],
)
def test_paper_games(number: int, neutral: Neutral, margin: int) -> None:
    """Both printed games are legal and won by black by the points that are counted for them."""
    moves = list(PRINTED_GAMES[number][0])
    rules = CaptureGo(9, neutral=neutral)
    final = play_all(rules, moves)
    assert rules.outcome(final) == Outcome(1, "territory", margin, len(moves))
    assert rules.legal_moves(final) == []


def test_first_player_wins_3x3() -> None:
    """Without passing the first player wins on 3x3."""
    assert value(CaptureGo(3, passing=False)) == 1


def test_first_capture_wins() -> None:
    """With captures=1 the third move ends this game."""
    rules = CaptureGo(3)
    final = play_all(rules, [1, 0, 3])
    assert final == capture_go.State(board(".X.", "X..", "..."), -1, 3, 0, (1, 0))
    assert rules.outcome(final) == Outcome(1, "capture", 1, 3)
    assert rules.legal_moves(final) == []


def test_more_captures() -> None:
    """With captures=2 the game goes on after one, and the margin counts both sides' stones."""
    rules = CaptureGo(3, captures=2)
    state = play_all(rules, [1, 0, 3])
    assert rules.outcome(state) is None
    assert rules.legal_moves(state) == [2, 4, 5, 6, 7, 8, 9]
    won = replace(state, captured=(1, 3))
    assert rules.outcome(won) == Outcome(-1, "capture", 2, 3)


def test_crosscut() -> None:
    """The crosscut stands in the middle, a little up and left on odd boards."""
    crosscut = CaptureGo(5, start_from="crosscut").start()
    assert crosscut.cells == board(".....", ".XO..", ".OX..", ".....", ".....")
    assert (crosscut.to_move, crosscut.plies) == (1, 0)
    assert CaptureGo(6, start_from="crosscut").start().cells[14:16] == (1, -1)


@pytest.mark.parametrize(
    ("scoring", "neutral", "winner", "margin"),
    [
        ("territory", "nobody", 0, 0),
        ("territory", "majority", 1, 1),
        ("area", "nobody", 1, 3),
        ("area", "majority", 1, 4),
    ],
)
def test_two_passes(scoring: Scoring, neutral: Neutral, winner: int, margin: int) -> None:
    """Two passes end the game by the chosen count."""
    rules = CaptureGo(3, scoring=scoring, neutral=neutral)
    state = replace(rules.start(), cells=board("XXX", "X.O", "X.O"))
    assert rules.outcome(play_all(rules, [9], state)) is None
    final = play_all(rules, [9, 9], state)
    assert rules.outcome(final) == Outcome(winner, scoring, margin, 2)


def test_a_stone_breaks_the_passes() -> None:
    """Only passes in a row count."""
    rules = CaptureGo(3)
    assert play_all(rules, [9, 0, 9]).passes == 1


@pytest.mark.parametrize(
    ("no_move", "outcome", "moves"),
    [
        ("loses", Outcome(1, "no move", 0, 9), []),
        ("draws", Outcome(0, "no move", 0, 9), []),
        ("passes", None, [9]),
    ],
)
def test_no_move(no_move: NoMove, outcome: Outcome | None, moves: list[int]) -> None:
    """Where passing is forbidden a side with no legal point loses, draws or has to pass."""
    rules = CaptureGo(3, passing=False, no_move=no_move)
    state = capture_go.State(board(".X.", "XXX", ".X."), -1, 9, 0, (0, 0))
    assert rules.outcome(state) == outcome
    assert rules.legal_moves(state) == moves
    assert rules.legal_moves(replace(state, to_move=1)) == [0, 2, 6, 8]


def test_two_forced_passes_are_scored() -> None:
    """No play leads there, but a state with two forced passes is scored like any other."""
    rules = CaptureGo(3, passing=False, no_move="passes")
    state = capture_go.State(board(".X.", "XXX", ".X."), -1, 9, 2, (0, 0))
    assert rules.outcome(state) == Outcome(1, "territory", 4, 9)


# Go

KO_FIGHT = [1, 2, 5, 8, 11, 12, 24, 6, 7]  # black has just taken the ko at 6 on 5x5


@pytest.mark.parametrize(("ko", "point"), [("simple", 6), ("superko", None)])
def test_ko(ko: Ko, point: int | None) -> None:
    """The ko may not be retaken at once, but after a move elsewhere or a pass."""
    rules = Go(5, ko=ko)
    state = play_all(rules, KO_FIGHT)
    assert state.cells == board(".XO..", "X.XO.", ".XO..", ".....", "....X")
    assert state.captured == (1, 0)
    assert state.ko == point
    assert 6 not in rules.legal_moves(state)
    for elsewhere in (20, 25):
        retaken = play_all(rules, [elsewhere, 4, 6], state)
        assert retaken.captured == (1, 1)
    assert 6 in rules.legal_moves(play_all(rules, [25], state))  # a pass lets black fill the ko


@pytest.mark.parametrize(
    ("cells", "captured"),
    [
        (board("OO.O", "XXO.", "....", "...."), (2, 1)),  # two stones were taken
        (board("XO.X", "OXOO", "....", "...."), (1, 3)),  # the taking string has two stones
        (board("XO..", "OXO.", "....", "...."), (1, 1)),  # the taking stone has two liberties
    ],
)
def test_no_simple_ko(cells: Cells, captured: tuple[int, int]) -> None:
    """Black takes at 2, and white may play at 1 at once: none of these is a simple ko."""
    rules = Go(4, ko="simple")
    taken = play_all(rules, [2], replace(rules.start(), cells=cells))
    assert taken.ko is None
    assert play_all(rules, [1], taken).captured == captured


def test_superko_forbids_every_earlier_board() -> None:
    """No stone of a superko game ever brings an earlier board back."""
    rules = Go(3)
    for seed in range(20):
        states = random_game(rules, seed)
        boards = [states[0].cells] + [s.cells for s in states[1:] if s.passes == 0]
        assert len(boards) == len(set(boards))
        assert states[-1].history == set(boards)


@pytest.mark.parametrize(
    ("scoring", "komi", "winner", "margin"),
    [
        ("territory", 0.0, 1, 8.0),  # 7 points and a prisoner
        ("territory", 8.5, -1, 0.5),
        ("area", 0.0, 1, 9.0),  # 7 points and 2 stones
        ("area", 9.0, 0, 0.0),
    ],
)
def test_go_scoring(scoring: Scoring, komi: float, winner: int, margin: float) -> None:
    """Prisoners count with territory, stones with area, komi with both."""
    rules = Go(3, scoring=scoring, komi=komi)
    final = play_all(rules, [1, 0, 3, 9, 9])
    assert rules.outcome(final) == Outcome(winner, scoring, margin, 5)


def test_move_cap() -> None:
    """The cap ends a game and scores it; two passes come before it; it is 4 n^2 if not given."""
    capped = Go(3, cap=3)
    assert capped.outcome(play_all(capped, [1, 0, 3])) == Outcome(1, "move cap", 8.0, 3)
    passed = Go(3, cap=3)
    assert passed.outcome(play_all(passed, [4, 9, 9])) == Outcome(1, "territory", 8.0, 3)
    assert Go(5).move_cap == 100


def test_pass_is_always_legal_in_go() -> None:
    """The pass is the last legal move of every position before the end."""
    for state in random_game(Go(3), 1)[:-1]:
        assert Go(3).legal_moves(state)[-1] == 9


def test_simple_ko_keeps_no_history() -> None:
    """With simple ko two states differ only in what the rules need."""
    rules = Go(3, ko="simple")
    expected = go.State(board("...", ".X.", "..."), -1, 1, 0, (0, 0), None, frozenset())
    assert play_all(rules, [4]) == expected


# Othello


def test_othello_perft() -> None:
    """The numbers of move sequences of 1 to 5 plies."""
    rules = Othello()
    counts = [perft(rules, rules.start(), depth) for depth in range(1, 6)]
    assert counts == [4, 12, 56, 244, 1396]


def test_shortest_othello_game() -> None:
    """Nine moves wipe white out, the shortest game there is."""
    moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]
    rules = Othello()
    final = play_all(rules, [(int(m[1]) - 1) * 8 + "abcdefgh".index(m[0]) for m in moves])
    assert rules.outcome(final) == Outcome(1, "discs", 13, 9)


def test_othello_pass() -> None:
    """A player who cannot flip passes if the other can; otherwise the game is over."""
    rules = Othello(6)
    state = othello.State(board("XO....") + (0,) * 30, -1, 0)
    assert rules.legal_moves(state) == [36]
    state = play_all(rules, [36], state)
    assert rules.legal_moves(state) == [2]
    state = play_all(rules, [2], state)
    assert rules.legal_moves(state) == []
    assert rules.outcome(state) == Outcome(1, "discs", 3, 2)


# Tic-tac-toe


def test_tic_tac_toe_counts() -> None:
    """There are 255168 games (131184, 77904, 46080 by result) and 5478 positions."""
    rules = TicTacToe()
    seen: set[Cells] = set()
    paths = Counter({rules.start(): 1})  # in how many ways each state of this ply is reached
    games: Counter[int] = Counter()
    while paths:
        following: Counter[tic_tac_toe.State] = Counter()
        for state, ways in paths.items():
            seen.add(state.cells)
            outcome = rules.outcome(state)
            if outcome is not None:
                games[outcome.winner] += ways
            for move in rules.legal_moves(state):
                following[rules.play(state, move)] += ways
        paths = following
    assert games == {1: 131184, -1: 77904, 0: 46080}
    assert games.total() == 255168
    assert len(seen) == 5478


def test_tic_tac_toe_is_a_draw() -> None:
    """Best play draws."""
    assert value(TicTacToe()) == 0


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        ([0, 3, 1, 4, 2], Outcome(1, "line", 1, 5)),
        ([0, 3, 1, 4, 8, 5], Outcome(-1, "line", 1, 6)),
        ([0, 3, 1, 4, 5, 6, 8, 7, 2], Outcome(1, "line", 2, 9)),  # two lines at once
        ([0, 4, 8, 1, 7, 6, 2, 5, 3], Outcome(0, "full board", 0, 9)),
    ],
)
def test_tic_tac_toe_endings(moves: list[int], outcome: Outcome) -> None:
    """A line, two lines with one stone, and a full board end the game."""
    rules = TicTacToe()
    assert rules.outcome(play_all(rules, moves)) == outcome


# Options


@pytest.mark.parametrize("size", [2, 14])
def test_board_sizes(size: int) -> None:
    """Boards outside 3 to 13 are refused, and Othello knows 6 and 8 only."""
    with pytest.raises(ValueError, match="size"):
        CaptureGo(size)
    with pytest.raises(ValueError, match="size"):
        Go(size)
    with pytest.raises(ValueError, match="size"):
        Othello(size)
