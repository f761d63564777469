"""Searches: the fast one says what plain minimax says, move for move and value for value."""

import itertools
import threading
from collections.abc import Iterator
from math import inf, nan
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki import Engine, Limit, Position, Search, _core, evaluator
from ponnuki.players import SearchResult, Stop
from tests.players.positions import SWITCHES, Case, black_view, cases, score_of, weights_for
from tests.programs import LIMIT

ALL_OFF = SWITCHES[-1]


@pytest.fixture(params=_core.instruction_sets())
def instruction_set(request: pytest.FixtureRequest) -> Iterator[str]:
    """Every instruction set of this machine; the former one comes back at the end."""
    before = _core.instruction_set()
    _core.use_instruction_set(request.param)
    yield request.param
    _core.use_instruction_set(before)


def check(case: Case, plain: dict[str, Any] | None = None, **options: Any) -> None:
    """Fails if a search with any switch differs from the plain one, at the root or below it."""
    scores = case.plain(**(plain or {}))
    for switches in SWITCHES:
        found = case.run(**options, **switches)
        shown = f"depth {case.depth}, seed {case.seed}, {switches}: {found}, {scores}"
        assert case.same(scores, found), f"{case.position}\n{shown}"
        check_line(case, found)
        assert found.complete
        assert found.depth == case.depth
        assert found.root_values == {}
    every = case.run(**options, all_moves=True)
    assert case.same(scores, every), case.position
    expected = {move: black_view(score, case.position) for move, score in scores.items()}
    assert every.root_values == expected, case.position


def check_line(case: Case, found: SearchResult) -> None:
    """Fails if the line does not begin with the move or cannot be played."""
    assert found.line[0] == found.move
    position = case.position.play_all(found.line)
    if position.outcome is not None and found.decided is not None:
        assert (position.outcome.winner, len(found.line)) == found.decided
    if found.decided is not None:
        assert len(found.line) <= found.decided[1]


def ends(found: SearchResult) -> tuple[int, float, object]:
    """What must not depend on how a search is run."""
    return found.move, found.value, found.decided


# Equal to plain minimax


@pytest.mark.parametrize(
    ("spec", "kind", "depths", "count", "scale"),
    [
        ("capture-go:3", "window", (1, 2, 3, 4), 16, 1.0),
        ("capture-go:4", "window", (1, 2, 3, 4), 28, 1.0),
        ("capture-go:4", "window", (1, 2, 3, 4), 20, 10.0),
        ("capture-go:5", "window", (1, 2, 3, 4), 16, 1.0),
        ("capture-go:5", "window", (1, 2, 3), 12, 10.0),
        ("capture-go:7", "window", (1, 2), 9, 1.0),
        ("capture-go:7", "window", (1, 2), 6, 10.0),
        ("capture-go:9", "window", (1, 2), 8, 1.0),
        ("capture-go:9", "window", (1,), 4, 10.0),
        ("capture-go:13", "window", (1,), 4, 1.0),
        ("capture-go:4", "wpc", (1, 2, 3), 15, 1.0),
        ("capture-go:5", "wpc", (1, 2, 3), 9, 1.0),
        ("capture-go:9", "wpc", (1, 2), 4, 1.0),
        ("capture-go:4", "mlp", (1, 2, 3), 15, 1.0),
        ("capture-go:7", "mlp", (1, 2), 6, 5.0),
        ("capture-go:4,passing=no", "window", (1, 2, 3), 15, 1.0),
        ("capture-go:5,passing=no", "window", (1, 2, 3), 12, 10.0),
        ("capture-go:4,passing=no,no_move=draws", "wpc", (1, 2, 3), 12, 1.0),
        ("capture-go:3,passing=no,no_move=passes", "window", (2, 3, 4), 12, 1.0),
        ("capture-go:4,captures=2", "window", (1, 2, 3), 15, 1.0),
        ("capture-go:5,captures=2", "window", (1, 2), 12, 10.0),
        ("capture-go:4,captures=3,scoring=area", "mlp", (2, 3), 8, 1.0),
        ("capture-go:6,start=crosscut", "window", (1, 2, 3), 9, 1.0),
        ("go:4", "mlp", (1, 2, 3), 18, 1.0),
        ("go:4,ko=simple", "mlp", (1, 2, 3, 4), 20, 1.0),
        ("go:4,ko=simple,komi=0.5", "window", (1, 2, 3), 9, 1.0),
        ("go:3,cap=9", "wpc", (2, 3, 4), 12, 1.0),
        ("othello:6", "wpc", (1, 2, 3, 4), 20, 1.0),
        ("othello:6", "window", (1, 2, 3), 12, 1.0),
        ("othello:6", "mlp", (2, 3, 4), 9, 1.0),
        ("othello:8", "wpc", (2, 3), 6, 1.0),
        ("tic-tac-toe", "mlp", (1, 2, 3, 4), 40, 1.0),
        ("tic-tac-toe", "window", (2, 3, 4), 12, 1.0),
    ],
)
def test_search_is_plain_minimax(
    spec: str, kind: str, depths: tuple[int, ...], count: int, scale: float
) -> None:
    """Move, value, line and the worth of all moves are plain minimax's, with any switch off."""
    for case in cases(spec, kind, depths, count, scale=scale):
        check(case)


@pytest.mark.parametrize("encoding", ["own-opponent", "messerschmidt", "koten", "katatsugi"])
def test_nets_with_a_viewer(encoding: str) -> None:
    """Such nets see the board from the side of the player to move at the root, at every depth."""
    for spec in "tic-tac-toe", "capture-go:4":
        for case in cases(
            spec, "mlp", (1, 2, 3), 9, encoding=encoding, output_activation="sigmoid"
        ):
            check(case)


@pytest.mark.parametrize("radius", [1, 2])
@pytest.mark.parametrize(
    ("spec", "kind", "depths", "count"),
    [
        ("capture-go:5", "window", (1, 2, 3), 12),
        ("capture-go:7", "window", (1, 2), 6),
        ("capture-go:5,passing=no", "wpc", (1, 2, 3), 6),
        ("capture-go:5,captures=2", "window", (1, 2), 6),
        ("go:4", "mlp", (1, 2, 3), 6),
        ("tic-tac-toe", "mlp", (2, 3, 4), 9),
        ("othello:6", "wpc", (2, 3), 6),
    ],
)
def test_local_candidates(
    spec: str, kind: str, depths: tuple[int, ...], count: int, radius: int
) -> None:
    """With candidates near stones only, the result is that of plain minimax over those."""
    for case in cases(spec, kind, depths, count, limit=3000):
        check(case, {"radius": radius}, candidates="local", radius=radius)


def test_local_candidates_far_from_all() -> None:
    """A radius across the board is the full search, on the empty board every radius is."""
    for case in cases("capture-go:5", "window", (1, 2), 6, limit=1000):
        assert ends(case.run(candidates="local", radius=26)) == ends(case.run())
    net = evaluator("window", "capture-go:5")
    empty = Case(net.game.start(), net, net.initial(1, 1)[0], 2, 5)
    assert ends(empty.run(1, candidates="local", radius=1)) == ends(empty.run(1))
    check(empty, {"radius": 1}, candidates="local", radius=1)


@pytest.mark.parametrize(
    ("spec", "kind", "depths", "count"),
    [
        ("capture-go:4", "window", (1, 2, 3), 12),
        ("capture-go:5", "window", (1, 2, 3), 9),
        ("capture-go:4,passing=no", "wpc", (1, 2, 3), 6),
        ("capture-go:9", "window", (1,), 3),
    ],
)
def test_without_forced_moves(spec: str, kind: str, depths: tuple[int, ...], count: int) -> None:
    """Without rules for what is forced, every move costs depth, as in plain minimax."""
    for case in cases(spec, kind, depths, count, limit=8000):
        check(case, {"forced": False}, forced=False)
        local = {"candidates": "local", "radius": 1}
        check(case, {"forced": False, "radius": 1}, forced=False, **local)


@pytest.mark.parametrize(
    ("spec", "kind", "scale"),
    [
        ("capture-go:4", "window", 250.0),
        ("capture-go:5", "window", 250.0),
        ("capture-go:5,captures=2", "window", 250.0),
        ("capture-go:4", "mlp", 250.0),
        ("tic-tac-toe", "mlp", 50.0),
        ("capture-go:4", "wpc", 0.0),
        ("othello:6", "wpc", 0.0),
        ("go:4,ko=simple", "window", 250.0),
    ],
)
def test_ties(spec: str, kind: str, scale: float) -> None:
    """Where values are saturated and many moves are equal, the seed decides as it should."""
    ties = 0
    for case in cases(spec, kind, (1, 2, 3), 12, scale=scale, limit=4000):
        check(case)
        scores = case.plain()
        best = [move for move in scores if scores[move] == max(scores.values())]
        ties += len(best) > 1
        for seed in range(5):
            again = Case(case.position, case.evaluator, case.weights, case.depth, seed)
            assert again.run().move == again.best_move(scores)
            assert again.run().move in best
    assert ties


@pytest.mark.parametrize(
    ("spec", "kind", "depths", "limit"),
    [
        ("capture-go:4", "window", (6, 5), 8.0**6),
        ("capture-go:4", "wpc", (6, 5), 8.0**6),
        ("capture-go:4,passing=no", "window", (6, 5), 7.0**6),
        ("tic-tac-toe", "mlp", (6, 5), 6.0**6),
        ("go:3,ko=simple", "wpc", (6, 5), 4.0**6),
        ("capture-go:7", "window", (3,), 20_000),
    ],
)
def test_late_positions(spec: str, kind: str, depths: tuple[int, ...], limit: float) -> None:
    """Late in a game, where few moves are left, deeper searches are plain minimax too."""
    for case in cases(spec, kind, depths, 5, limit=limit):
        check(case)


@pytest.mark.parametrize("depth", [7, 20, 64])
def test_deeper_than_the_game_is_long(depth: int) -> None:
    """A search that reaches the end of every line knows the result of tic-tac-toe."""
    for case in cases("tic-tac-toe", "mlp", (9,), 6, limit=7.0**9):
        scores = case.plain()
        for switches in {}, ALL_OFF:
            found = case.run(max(depth, 9), **switches)
            assert case.same(scores, found)
            assert found.decided or found.value == 0


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize(
    ("spec", "kind", "depths", "count"),
    [
        ("capture-go:4", "window", (2, 3), 6),
        ("capture-go:5", "window", (1, 2, 3), 6),
        ("capture-go:9", "window", (1,), 3),
        ("capture-go:7", "window", (2,), 2),
        ("capture-go:5,captures=2", "window", (1, 2), 3),
        ("capture-go:5", "mlp", (1, 2), 4),
        ("go:4", "mlp", (2, 3), 4),
        ("othello:6", "wpc", (2, 3), 4),
        ("tic-tac-toe", "mlp", (3, 4), 4),
    ],
)
def test_every_instruction_set(spec: str, kind: str, depths: tuple[int, ...], count: int) -> None:
    """The search is plain minimax on every instruction set."""
    for case in cases(spec, kind, depths, count, seed=8, limit=3000):
        check(case)


@pytest.mark.parametrize(
    ("spec", "kind", "depths", "options"),
    [
        ("capture-go:9", "window", (3,), {}),
        ("capture-go:7", "window", (4,), {}),
        ("capture-go:13", "window", (2,), {}),
        ("capture-go:9", "window", (5,), {"candidates": "local", "radius": 1}),
        ("capture-go:6", "window", (5,), {}),
        ("capture-go:5,captures=2", "window", (4,), {}),
        ("capture-go:5", "window", (2, 3), {"ataris": True}),
        ("othello:8", "window", (5,), {}),
        ("go:5,ko=simple", "mlp", (4,), {}),
    ],
)
def test_switches_change_nothing_in_larger_trees(
    spec: str, kind: str, depths: tuple[int, ...], options: dict[str, Any]
) -> None:
    """Where plain minimax would take too long, what makes it fast changes nothing either."""
    for case in cases(spec, kind, depths, 3, limit=inf):
        for scale in 1.0, 250.0:
            weights = case.weights * np.float32(scale)
            here = Case(case.position, case.evaluator, weights, case.depth, case.seed)
            results = {ends(here.run(**options, **switches)) for switches in SWITCHES}
            assert len(results) == 1, (case.position, results)


def test_the_move_cap_of_go() -> None:
    """The table takes no position near the cap for the same position some moves earlier."""
    game = ponnuki.game("go:3,ko=simple,komi=2,cap=12")
    position = game.parse(
        """
        X . X
        X O .
        O . .
        ply 5, white to move
        """
    )
    net = evaluator("wpc", game)
    check(Case(position, net, net.initial(1, 6504)[0], 7, 0))


# The line


@pytest.mark.parametrize(
    ("spec", "kind", "depths"),
    [
        ("capture-go:5", "window", (1, 2, 3, 4)),
        ("capture-go:5", "wpc", (1, 2, 3)),
        ("capture-go:4,captures=2", "window", (1, 2, 3)),
        ("othello:6", "wpc", (2, 3, 4)),
        ("go:4", "mlp", (1, 2, 3)),
    ],
)
def test_line_leads_to_the_value(spec: str, kind: str, depths: tuple[int, ...]) -> None:
    """Without a table the line is whole: at its end the net says the value of the search."""
    for case in cases(spec, kind, depths, 16, limit=inf):
        found = case.run(transpositions=False)
        check_line(case, found)
        last = case.position.play_all(found.line)
        if found.decided is not None:
            continue
        if last.outcome is not None:
            assert last.outcome.winner is None
            assert found.value == 0
        else:
            viewer = case.position.to_move
            sign = 1 if viewer == "black" else -1
            value = case.evaluator.value(case.weights, last, viewer)[0]
            assert found.value == sign * value


# Decided games


def test_value_is_black_s_view() -> None:
    """Who wins and when is said by name, and the value is infinite in black's view."""
    game = ponnuki.game("capture-go:5")
    net = evaluator("window", game)
    row = net.initial(1, 1)[0]
    search = Search(depth=1)
    black = game.parse("O X . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .")
    found = search.run(black, net, row)
    assert (found.value, found.decided) == (inf, ("black", 1))
    assert found.line == (found.move,) == (game.move("A4"),)
    white = game.start().play_all([0, 1, 24])
    assert white.to_move == "white"
    found = search.run(white, net, row)
    assert (found.value, found.decided, found.move) == (-inf, ("white", 1), game.move("A4"))
    forked = game.parse(
        """
        O X . X O
        . . . . .
        . . . . .
        . . . . .
        . X . X .
        ply 7, white to move
        """
    )
    found = search.run(forked, net, row, all_moves=True)
    assert (found.value, found.decided) == (inf, ("black", 2))
    assert found.move in forked.legal_numbers()
    assert found.root_values == dict.fromkeys(forked.legal_numbers(), inf)
    opened = search.run(game.start(), net, row)
    assert opened.decided is None
    after = game.start().play(opened.move)
    assert opened.value == net.value(row, after)[0]
    assert opened.value == max(net.value(row, game.start().play(m))[0] for m in range(26))
    reply = search.run(after, net, row)
    values = [net.value(row, after.play(move))[0] for move in after.legal_numbers()]
    assert reply.value == min(values)


def test_decided_at_once() -> None:
    """Captures, and two strings in atari, need no search, and agree with the plain one."""
    seen = set()
    net = evaluator("window", "capture-go:4")
    row = net.initial(1, 1)[0]
    for record in ponnuki.play_random("capture-go:4", 60, seed=4, threads=1):
        for position in list(record.positions())[-4:-1]:
            case = Case(position, net, row, 2, record.seed % 1000)
            scores = case.plain()
            best = max(scores.values())
            if best in {(1, -1), (-1, 2)}:
                check(case)
                seen.add((best, position.to_move))
    assert len(seen) == 4


@pytest.mark.parametrize("kind", ["wpc", "window"])
@pytest.mark.parametrize("no_move", ["draws", "loses"])
@pytest.mark.parametrize("depth", [2, 3])
def test_a_double_atari_can_leave_no_move(no_move: str, kind: str, depth: int) -> None:
    """Where passing is forbidden, two ataris at once may end the game before the capture.

    After white's B5 black's C5 leaves white nothing but suicides: a draw, or a win at once.
    """
    game = ponnuki.game(f"capture-go:5,passing=no,no_move={no_move}")
    position = game.parse(
        """
        . . . O .
        O O X O O
        X X X X X
        X X X X X
        . X . X .
        ply 19, white to move
        """
    )
    ended = position.play_all([game.move("B5"), game.move("C5")]).outcome
    assert ended is not None
    assert ended.reason == "no move"
    net = evaluator(kind, game)
    for seed in range(3):
        check(Case(position, net, weights_for(net, 1, 0.0)[0], depth, seed))


QUIET_BOARDS = [
    """
    . X . O O
    O X O . O
    . O X O O
    X . X X X
    . X X . .
    ply 17, white to move
    """,
    """
    X . O O X
    X . O O X
    O X O X X
    O . O . .
    . O X X .
    ply 18, black to move
    """,
]


@pytest.mark.parametrize("board", QUIET_BOARDS)
def test_a_pass_that_wins_comes_before_a_double_atari(board: str) -> None:
    """Whoever may end the game with a pass and win wins at once, not in three plies.

    On these boards every move loses. A pass loses in two plies, because the other side passes as
    well; after most other moves the loss takes four. The other side also has a double atari.
    """
    game = ponnuki.game("capture-go:5")
    position = game.parse(board)
    net = evaluator("window", game)
    for seed in range(24):
        case = Case(position, net, weights_for(net, 1, 1.0)[0], 3, seed)
        check(case)
        assert case.run().move != game.pass_move


LADDER = """
    . . . . . . . . .
    . . . X X . . . .
    . . X O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . {} .
    . O . . . . . . .
    . {} . . . . . . .
    """

SHORT_LADDER = """
    . O . . . . . . .
    . O . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . X X .
    . . . . . X O . .
    . . . . . . . . .
    """

SQUEEZE = """
    . . . O . . . . .
    . . X X . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    O . . . . . . . .
    """


def ladder_case(diagram: str, depth: int) -> Case:
    """A ladder on 9x9 with some net."""
    game = ponnuki.game("capture-go:9")
    net = evaluator("window", game)
    return Case(game.parse(diagram), net, net.initial(1, 1)[0], depth, 3)


def texts(position: Position, moves: tuple[int, ...]) -> list[str]:
    """Moves as players write them."""
    return [position.game.text(move) for move in moves]


def test_ladders_are_read_to_the_end() -> None:
    """With ataris followed, a search of one ply sees a ladder across the board."""
    case = ladder_case(LADDER.format(".", "O"), 1)
    found = case.run(ataris=True)
    assert found.decided == ("black", 19)
    assert found.value == inf
    line = texts(case.position, found.line)
    assert line[:6] == ["D6", "E7", "F7", "E6", "E5", "F6"]
    check_line(case, found)
    assert case.run().decided is None
    for switches in SWITCHES:
        assert ends(case.run(ataris=True, **switches)) == ends(found)


def test_a_broken_ladder_is_not_won() -> None:
    """A white stone in the ladder's way changes its end, and the search sees it."""
    case = ladder_case(LADDER.format("O", "."), 1)
    found = case.run(ataris=True)
    assert found.decided is None
    first = case.position.game.move("D6")
    assert case.run(ataris=True, all_moves=True).root_values[first] < inf


def test_a_ladder_costs_a_ply_for_each_atari() -> None:
    """Without following ataris, the attacker's moves cost depth, and the defender's do not."""
    case = ladder_case(SHORT_LADDER, 2)
    near: dict[str, Any] = {"candidates": "local", "radius": 1}
    for depth, decided in (1, None), (2, ("black", 5)):
        scores = case.plain(depth, radius=1)
        found = case.run(depth, **near)
        assert case.same(scores, found)
        assert found.decided == decided
        assert case.run(depth).decided == decided
    found = case.run()
    assert texts(case.position, found.line)[:3] == ["H2", "G1", "F1"]
    assert case.run(1, ataris=True).decided == ("black", 5)


def test_a_ladder_s_last_step_takes_one_ply() -> None:
    """A stone that one atari leaves no way out is lost at depth 1, as plain minimax says."""
    case = ladder_case(SQUEEZE, 1)
    check(case)
    found = case.run()
    assert found.decided == ("black", 3)
    assert texts(case.position, found.line)[0] == "E9"
    capture = ladder_case(SQUEEZE, 1).position.play_all(found.line[:1]).play(0)
    done = Case(capture, case.evaluator, case.weights, 1, 0).run()
    assert (done.decided, texts(capture, done.line)) == (("black", 1), ["C9"])


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("capture-go:4", "window"),
        ("capture-go:4", "wpc"),
        ("capture-go:4,passing=no", "window"),
        ("capture-go:5", "window"),
    ],
)
def test_following_ataris_proves_what_is_true(spec: str, kind: str) -> None:
    """A win in t plies that ataris show is one, or a faster one, in plain minimax of depth t."""
    proved = 0
    for case in cases(spec, kind, (1, 2), 60, limit=700):
        found = case.run(ataris=True)
        check_line(case, found)
        assert found.complete
        if found.decided is None:
            continue
        kind_, plies = score_of(found, case.position)
        if len(case.position.legal_numbers()) ** abs(plies) > 60_000:
            continue
        best = max(case.plain(int(abs(plies))).values())
        assert best[0] == kind_
        assert abs(best[1]) <= abs(plies)
        proved += 1
    assert proved >= 5


# Limits


def test_node_limit_stops_a_search() -> None:
    """Fifty nodes are not enough for six plies on 9x9, but for a legal move."""
    for case in cases("capture-go:9", "window", (6,), 5, limit=inf):
        found = case.run(nodes=50)
        assert not found.complete
        assert found.depth < 6
        assert found.nodes <= 51
        assert found.move in case.position.legal_numbers()
        check_line(case, found)
        if found.depth:
            assert ends(found) == ends(case.run(found.depth))


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("capture-go:5", "window"),
        ("capture-go:5,captures=2", "window"),
        ("othello:6", "wpc"),
        ("go:5", "mlp"),
        ("tic-tac-toe", "mlp"),
    ],
)
@pytest.mark.parametrize("nodes", [1, 2, 5, 30, 200, 1000])
def test_every_node_limit_gives_a_sound_answer(spec: str, kind: str, nodes: int) -> None:
    """What a limited search says is what a search to the depth it finished says."""
    for case in cases(spec, kind, (4,), 6, limit=inf):
        found = case.run(nodes=nodes)
        assert found.move in case.position.legal_numbers()
        assert found.complete == (found.depth == 4)
        assert ends(case.run(nodes=nodes)) == ends(found)
        if found.depth:
            assert ends(found) == ends(case.run(found.depth))


def test_worth_of_all_moves_under_a_limit() -> None:
    """If a limit stops the search, the worth of all moves is exact for the depth it finished."""
    stopped = 0
    for case in cases("capture-go:5", "window", (3,), 8, limit=inf):
        for nodes in 60, 300:
            found = case.run(nodes=nodes, all_moves=True)
            if found.complete or found.depth == 0 or len(case.position.legal_numbers()) > 20:
                continue
            stopped += 1
            exact = case.plain(found.depth)
            assert found.root_values == {
                move: black_view(score, case.position) for move, score in exact.items()
            }
    assert stopped


@pytest.mark.parametrize(
    "limits",
    [
        {"nodes": 10**9},
        {"seconds": 3600.0},
        {"nodes": 10**9, "seconds": 1e6},
        {"nodes": 2**62},
        {"seconds": 1e10},
        {"seconds": 1e300},
    ],
    ids=str,
)
def test_a_generous_limit_changes_nothing(limits: dict[str, Any]) -> None:
    """A limit that is not reached leaves the result as it is."""
    for spec, kind in ("capture-go:9", "window"), ("othello:8", "wpc"), ("go:5", "mlp"):
        for case in cases(spec, kind, (4,), 2, limit=inf):
            found = case.run(**limits)
            assert found.complete
            assert found.depth == 4
            assert ends(found) == ends(case.run())


@pytest.mark.parametrize("all_moves", [False, True])
def test_another_thread_can_end_a_search(all_moves: bool) -> None:
    """It then has the result of what was finished, as with any limit, even if asked before."""
    net = ponnuki.evaluator("window", "capture-go:9")
    engine = Engine(net, net.initial(1, 1)[0], Search(depth=64))
    start, stop = net.game.start(), Stop()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    found = engine.think(start, Limit(stop=stop), all_moves=all_moves)
    timer.join(LIMIT)
    assert stop.is_set()
    assert not found.complete
    assert found.move in start.legal_numbers()
    again = engine.think(start, Limit(stop=stop), all_moves=all_moves)
    assert not again.complete
    assert again.move in start.legal_numbers()


def test_time_limit() -> None:
    """A search that has no time still gives a legal move."""
    for case in cases("capture-go:9", "window", (64,), 3, limit=inf):
        for seconds in 1e-9, 0.01:
            found = case.run(seconds=seconds)
            assert found.move in case.position.legal_numbers()
            assert not found.complete or found.decided is not None
            check_line(case, found)


# Counts


@pytest.mark.parametrize(
    ("spec", "kind", "depth"),
    [("capture-go:7", "window", 4), ("othello:8", "wpc", 4), ("go:5", "mlp", 3)],
)
def test_counts_are_reproducible(spec: str, kind: str, depth: int) -> None:
    """A search looks at the same positions again, whatever was searched before it."""
    some = list(cases(spec, kind, (depth,), 4, limit=inf))
    first = [case.run() for case in some]
    other = evaluator("window", "capture-go:9")
    Search(depth=3).run(other.game.start(), other, other.initial(1, 5)[0])
    again = [case.run() for case in reversed(some)][::-1]
    assert first == again
    assert all(found.leaves > 0 and found.nodes > 0 for found in first if found.decided is None)


def test_switches_save_work() -> None:
    """Everything together looks at fewer positions than nothing of it."""
    some = list(cases("capture-go:7", "window", (4,), 3, limit=inf))
    fast = sum(case.run().nodes for case in some)
    slow = sum(case.run(**ALL_OFF).nodes for case in some)
    assert fast < slow


# Errors


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"depth": 0}, "depth=0 is not allowed: use 1 to 64"),
        ({"depth": 65}, "depth=65 is not allowed: use 1 to 64"),
        ({"depth": -1}, "depth=-1 is not allowed: use 1 to 64"),
        ({"candidates": "near"}, "candidates='near' is not allowed: use full or local"),
        ({"candidates": ""}, "candidates='' is not allowed"),
        ({"radius": 0}, "radius=0 is not allowed: use 1 to 26"),
        ({"radius": 27}, "radius=27 is not allowed"),
        ({"nodes": -1}, "nodes=-1 is not allowed"),
        ({"nodes": 2**63}, "nodes=9223372036854775808 is not allowed"),
        ({"seconds": -0.5}, "seconds=-0.5 is not allowed: use a number from 0 on"),
        ({"seconds": nan}, "seconds=nan is not allowed"),
        ({"seconds": inf}, "seconds=inf is not allowed"),
    ],
)
def test_bad_settings(options: dict[str, Any], message: str) -> None:
    """Settings that are not allowed are refused with what is."""
    with pytest.raises(ValueError, match=message):
        Search(**options)


@pytest.mark.parametrize("options", [{"depth": 1.5}, {"nodes": 2.0}, {"radius": "2"}])
def test_whole_numbers(options: dict[str, Any]) -> None:
    """Depth, radius and nodes are whole numbers."""
    with pytest.raises(ValueError, match="is not allowed: use"):
        Search(**options)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_that_is_none(seed: int) -> None:
    """It is named, and what is allowed."""
    game = ponnuki.game("capture-go:3")
    net = ponnuki.evaluator("window", game)
    with pytest.raises(
        ValueError, match=f"seed={seed} is not allowed: use 0 to 18446744073709551615"
    ):
        ponnuki.Search(depth=1).run(game.start(), net, net.initial(1, 1)[0], seed=seed)


def test_no_search_after_the_end() -> None:
    """A finished game is refused, and the message says how it ended."""
    net = evaluator("window", "capture-go:5")
    over = net.game.start().play_all([25, 25])
    with pytest.raises(ValueError, match="the game is over: draw"):
        Search(depth=1).run(over, net, net.initial(1, 1)[0])
    captured = net.game.start().play_all([1, 0, 5])
    assert captured.outcome is not None
    with pytest.raises(ValueError, match="the game is over"):
        Search(depth=1).run(captured, net, net.initial(1, 1)[0])


@pytest.mark.parametrize("spec", ["capture-go:7", "go:5", "capture-go:5,passing=no", "tic-tac-toe"])
def test_no_search_of_another_game(spec: str) -> None:
    """A position of another game is refused."""
    net = evaluator("window", "capture-go:5")
    with pytest.raises(ValueError, match=f"a position of {spec} was given, the evaluator is for"):
        Search(depth=1).run(ponnuki.game(spec).start(), net, net.initial(1, 1)[0])


def test_no_search_with_bad_weights() -> None:
    """Weights that are not finite or do not fit are refused."""
    net = evaluator("wpc", "capture-go:5")
    start, search = net.game.start(), Search(depth=1)
    for bad, message in (
        (np.full(25, nan), "is nan: all must be finite"),
        (np.full(25, inf), "is inf: all must be finite"),
        (np.zeros(24), "do not fit"),
        (np.zeros((1, 25)), "do not fit"),
    ):
        with pytest.raises(ValueError, match=message):
            search.run(start, net, bad)


def test_seeds_only_matter_among_equals() -> None:
    """With one best move every seed plays it; among equals all are played."""
    net = evaluator("wpc", "capture-go:5")
    start = net.game.start()
    equal = weights_for(net, 1, 0.0)[0]
    drawn = {Search(depth=1).run(start, net, equal, seed=seed).move for seed in range(300)}
    assert drawn == set(range(26))
    clear = equal.copy()
    clear[7] = 1.0
    for seed, depth in itertools.product((0, 1, 2**64 - 1), (1, 3)):
        assert Search(depth=depth).run(start, net, clear, seed=seed).move == 7
