"""Engines and the texts that players are made from."""

import sys
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki import Engine, Search, SpecError, evaluator, save_weights
from ponnuki.evaluators import Evaluator
from ponnuki.players import Choice, RandomPlayer
from tests.players.positions import Case, cases, score_of
from tests.programs import run

GAMES = ["capture-go:5", "capture-go:4,captures=2", "go:4", "othello:6", "tic-tac-toe"]


def engine(spec: str, seed: int = 1, kind: str = "window", **options: Any) -> Engine:
    """An untrained engine; options of a choice go to the choice, others to the search."""
    net = evaluator(kind, spec)
    choice = {name: options.pop(name) for name in ("noise", "creative") if name in options}
    search = Search(**{"depth": 2, **options})
    return Engine(net, net.initial(1, seed)[0], search, Choice(**choice))


@pytest.fixture
def net() -> Evaluator:
    """A small net."""
    return evaluator("window", "capture-go:5")


@pytest.fixture
def file(net: Evaluator, tmp_path: Path) -> Path:
    """Three rows of weights."""
    path = tmp_path / "net.safetensors"
    save_weights(path, net, net.initial(3, 5))
    return path


# Populations


def test_engines_of_rows_are_engines_one_by_one(net: Evaluator) -> None:
    """They play the same games, keep their own weights, and cannot be changed."""
    rows = net.initial(3, 5)
    search, choice = Search(depth=2), Choice(noise=0.2)
    together = Engine.of_rows(net, rows, search, choice)
    one_by_one = [Engine(net, row, search, choice) for row in rows]
    rows[:] = 0
    pairings = [(0, 1), (1, 2), (2, 0)]
    moves = [
        ponnuki.play_games(net.game, players, pairings, [1, 2, 3]).moves.tolist()
        for players in (together, one_by_one)
    ]
    assert moves[0] == moves[1]
    for left, right in zip(together, one_by_one, strict=True):
        assert np.array_equal(left.weights, right.weights)
        assert (left.search, left.choice, left.spec) == (search, choice, right.spec)
        assert not np.asarray(left.weights).flags.writeable


def test_engines_of_bad_rows(net: Evaluator) -> None:
    """The error says which row."""
    rows = net.initial(3, 5)
    rows[1, 4] = inf
    with pytest.raises(ValueError, match=r"weights\[1, 4\] is inf"):
        Engine.of_rows(net, rows)
    with pytest.raises(ValueError, match="do not fit"):
        Engine.of_rows(net, rows[0])


# Choosing


@pytest.mark.parametrize("choice", [{}, {"noise": 0.5}, {"creative": 0.3}, {"noise": 1.0}])
@pytest.mark.parametrize("spec", GAMES)
def test_a_whole_game_of_legal_moves(spec: str, choice: dict[str, Any]) -> None:
    """An engine plays a game to its end, and the same seeds give the same game."""
    player = engine(spec, **choice)
    games = []
    for _ in range(2):
        position = player.evaluator.game.start()
        moves = []
        while position.outcome is None:
            move = player.choose(position, seed=position.plies)
            assert isinstance(move, int)
            assert move in position.legal_numbers()
            moves.append(move)
            position = position.play(move)
        games.append(moves)
    assert games[0] == games[1]


def test_choose_is_the_search_s_move() -> None:
    """Without noise or creativity an engine plays what its search finds."""
    for case in cases("capture-go:5", "window", (1, 2, 3), 12):
        player = Engine(case.evaluator, case.weights, Search(depth=case.depth))
        for seed in 0, 7, 2**64 - 1:
            found = player.search.run(case.position, case.evaluator, case.weights, seed=seed)
            assert player.choose(case.position, seed=seed) == found.move


def test_seeds_decide_among_equals() -> None:
    """Where all moves are equal, other seeds play other moves."""
    net = evaluator("wpc", "capture-go:5")
    player = Engine(net, np.zeros(25), Search(depth=1))
    moves = [player.choose(net.game.start(), seed=seed) for seed in range(200)]
    assert len(set(moves)) > 20
    assert moves == [player.choose(net.game.start(), seed=seed) for seed in range(200)]


@pytest.mark.parametrize("spec", GAMES)
def test_pure_noise_is_the_random_player(spec: str) -> None:
    """With noise 1 every move is drawn from those that the random player draws from."""
    player = engine(spec, noise=1.0)
    game = player.evaluator.game
    position = game.start().play(game.start().legal_numbers()[3])
    decisions = [player.decide(position, seed=seed) for seed in range(300)]
    assert all(one.exploratory and one.found is None for one in decisions)
    drawn = [one.move for one in decisions]
    assert set(drawn) == {RandomPlayer().choose(position, seed=seed) for seed in range(300)}
    passes = ponnuki._core.random_passes(game._core)
    wanted = [move for move in position.legal_numbers() if passes or move != game.pass_move]
    assert set(drawn) == set(wanted)


def test_some_noise() -> None:
    """With noise 0.1 about one move in ten differs from the search's."""
    quiet, noisy = engine("capture-go:7", depth=1), engine("capture-go:7", depth=1, noise=0.1)
    start = quiet.evaluator.game.start()
    other = sum(quiet.choose(start, seed=s) != noisy.choose(start, seed=s) for s in range(1000))
    assert 50 < other < 150


@pytest.mark.parametrize("creative", [0.05, 0.3, 1.0])
@pytest.mark.parametrize(
    ("spec", "kind"), [("capture-go:4", "window"), ("go:4", "mlp"), ("othello:6", "wpc")]
)
def test_creative_choice(spec: str, kind: str, creative: float) -> None:
    """Every move that is played is worth at least the share of the best, and all such are."""
    varied = 0
    for case in cases(spec, kind, (1, 2), 12, limit=400):
        player = Engine(
            case.evaluator, case.weights, Search(depth=case.depth), Choice(creative=creative)
        )
        scores = case.plain()
        best = max(scores.values())
        drawn = {player.choose(case.position, seed=seed) for seed in range(40)}
        if best[0]:
            assert all(scores[move] == best for move in drawn)
            continue
        bar = (0, best[1] - creative * abs(best[1]))
        good = {move for move, score in scores.items() if score >= bar}
        assert drawn <= good
        varied += len(drawn) > 1
        if len(good) <= 4:
            assert drawn == good
    assert varied or creative == 0.05


def test_no_creativity_where_the_game_is_decided() -> None:
    """A win in sight is taken, and not one of the moves that also win some time."""
    game = ponnuki.game("capture-go:5")
    position = game.parse("O X . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .")
    player = engine("capture-go:5", creative=1.0)
    assert {player.choose(position, seed=seed) for seed in range(20)} == {game.move("A4")}


def test_creative_choice_under_a_limit() -> None:
    """A limit that stops the search does not let moves through that are worth less."""
    stopped = 0
    for case in cases("capture-go:5", "window", (3,), 10, limit=21.0**3):
        search = Search(depth=3, nodes=60)
        found = search.run(case.position, case.evaluator, case.weights, all_moves=True)
        if found.complete or found.depth == 0 or found.decided is not None:
            continue
        stopped += 1
        scores = case.plain(found.depth)
        best = score_of(found, case.position)
        player = Engine(case.evaluator, case.weights, search, Choice(creative=0.01))
        for seed in range(20):
            move = player.choose(case.position, seed=seed)
            assert scores[move] >= (0, best[1] - 0.01 * abs(best[1]))
    assert stopped


@pytest.mark.parametrize("nodes", [1, 2, 10, 50])
@pytest.mark.parametrize(
    ("spec", "kind"), [("capture-go:5", "window"), ("othello:6", "wpc"), ("go:4", "mlp")]
)
def test_creative_choice_without_a_finished_search(spec: str, kind: str, nodes: int) -> None:
    """A limit that leaves no search finished still leaves a legal move."""
    for case in cases(spec, kind, (3,), 8, limit=inf):
        player = Engine(
            case.evaluator, case.weights, Search(depth=3, nodes=nodes), Choice(creative=0.3)
        )
        assert player.choose(case.position, seed=1) in case.position.legal_numbers()


@pytest.mark.parametrize("name", ["noise", "creative"])
@pytest.mark.parametrize("value", [-0.1, 1.1, nan, inf])
def test_bad_choices(name: str, value: float) -> None:
    """Shares are from 0 to 1."""
    settings: dict[str, Any] = {name: value}
    with pytest.raises(ValueError, match=f"{name}={value} is not allowed: use 0 to 1"):
        Choice(**settings)


def test_engines_keep_their_weights(net: Evaluator) -> None:
    """Weights that are changed outside, or that one tries to change inside, change no engine."""
    row = net.initial(1, 1)[0]
    player = Engine(net, row, Search(depth=1))
    before = player.choose(net.game.start(), seed=1)
    row[:] = net.initial(1, 2)[0]
    inside = player.weights
    assert isinstance(inside, np.ndarray)
    assert np.array_equal(inside, net.initial(1, 1)[0])
    with pytest.raises(ValueError, match="read-only"):
        inside[0] = 1.0
    assert player.choose(net.game.start(), seed=1) == before


def test_bad_engines(net: Evaluator) -> None:
    """Weights that do not fit make no engine, and no engine plays another game."""
    with pytest.raises(ValueError, match="do not fit"):
        Engine(net, np.zeros(5))
    with pytest.raises(ValueError, match="do not fit"):
        Engine(net, net.initial(2, 1))
    with pytest.raises(ValueError, match="must be finite"):
        Engine(net, np.full(net.weight_count, nan))
    player = Engine(net, net.initial(1, 1)[0], Search(depth=1))
    with pytest.raises(ValueError, match="a position of capture-go:4 was given"):
        player.choose(ponnuki.game("capture-go:4").start(), seed=1)
    with pytest.raises(ValueError, match="the game is over"):
        player.choose(net.game.start().play_all([25, 25]), seed=1)


# Specs


def test_random_spec() -> None:
    """The random player has no options."""
    game = ponnuki.game("othello:6")
    player = ponnuki.player("random", game)
    assert isinstance(player, RandomPlayer)
    assert player.spec == "random"
    assert player.choose(game.start(), seed=1) in game.start().legal_numbers()


@pytest.mark.parametrize(
    ("spec", "kind", "seed", "search", "choice"),
    [
        ("untrained", "window", 0, Search(depth=2), Choice()),
        ("untrained,seed=7,depth=2", "window", 7, Search(depth=2), Choice()),
        ("untrained,depth=64,seed=18446744073709551615", "window", 2**64 - 1, Search(64), Choice()),
        ("untrained,net=mlp,seed=1", "mlp", 1, Search(depth=2), Choice()),
        ("untrained,net=wpc,noise=0.25", "wpc", 0, Search(depth=2), Choice(noise=0.25)),
        ("untrained, seed=3, creative=0.5", "window", 3, Search(depth=2), Choice(0, 0.5)),
        (
            "untrained,candidates=local,radius=3,nodes=1000,seconds=2.5,depth=1",
            "window",
            0,
            Search(depth=1, candidates="local", radius=3, nodes=1000, seconds=2.5),
            Choice(),
        ),
    ],
)
def test_untrained_specs(spec: str, kind: str, seed: int, search: Search, choice: Choice) -> None:
    """A spec says the net, its seed, the search and the choice."""
    game = ponnuki.game("capture-go:5")
    player = ponnuki.player(spec, game)
    assert isinstance(player, Engine)
    assert player.spec == spec
    assert player.evaluator == evaluator(kind, game)
    assert np.array_equal(np.asarray(player.weights), player.evaluator.initial(1, seed)[0])
    assert player.search == search
    assert player.choice == choice


def test_untrained_spec_plays() -> None:
    """The player that a spec names plays as the engine made by hand."""
    game = ponnuki.game("capture-go:5")
    player = ponnuki.player("untrained,seed=7,depth=2", game)
    by_hand = engine("capture-go:5", seed=7)
    for case in cases("capture-go:5", "window", (2,), 6):
        for seed in 1, 2:
            move = player.choose(case.position, seed=seed)
            assert move == by_hand.choose(case.position, seed=seed)


def test_a_game_by_its_spec() -> None:
    """A player is made for a game or for the text that names it."""
    assert ponnuki.player("naive", "go:9") == ponnuki.player("naive", ponnuki.game("go:9"))
    with pytest.raises(SpecError, match="size=99 is not allowed"):
        ponnuki.player("naive", "go:99")


def test_defaults_of_a_spec() -> None:
    """Depth and noise are the caller's where the spec does not say them."""
    game = ponnuki.game("capture-go:5")
    player = ponnuki.player("untrained", game, depth=5, noise=0.1)
    assert isinstance(player, Engine)
    assert (player.search.depth, player.choice.noise) == (5, 0.1)
    player = ponnuki.player("untrained,depth=3,noise=0", game, depth=5, noise=0.1)
    assert isinstance(player, Engine)
    assert (player.search.depth, player.choice.noise) == (3, 0.0)


def test_file_specs(file: Path, net: Evaluator) -> None:
    """A net comes from a file, the first row or the one that is asked for."""
    for text, row in ("", 0), (",row=1", 1), (",row=2", 2):
        player = ponnuki.player(f"net:{file},depth=3{text}", net.game)
        assert isinstance(player, Engine)
        assert np.array_equal(np.asarray(player.weights), net.initial(3, 5)[row])
        assert player.search == Search(depth=3)
        assert player.evaluator == net


def test_a_net_plays_its_game_with_other_options(file: Path) -> None:
    """Weights fit the same game and size whatever its options are."""
    game = ponnuki.game("capture-go:5,passing=no")
    player = ponnuki.player(f"net:{file}", game)
    assert isinstance(player, Engine)
    assert player.evaluator.game == game
    assert player.choose(game.start(), seed=1) in game.start().legal_numbers()


def test_file_specs_of_every_net(tmp_path: Path) -> None:
    """Nets of every kind come back with all that makes them."""
    path = tmp_path / "net"
    options: dict[str, Any]
    for kind, spec, options in (
        ("wpc", "othello:6", {}),
        ("mlp", "go:5", {}),
        ("mlp", "tic-tac-toe", {"encoding": "messerschmidt", "hidden": (3, 2)}),
        ("mlp", "capture-go:4", {"hidden": (), "output_activation": "linear", "biases": False}),
    ):
        net = evaluator(kind, spec, **options)
        save_weights(path, net, net.initial(1, 1))
        player = ponnuki.player(f"net:{path}", net.game)
        assert isinstance(player, Engine)
        assert player.evaluator == net


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "",
            "player='' is not allowed: use random, child, defensive, naive, pattern, ryder",
        ),
        ("pachi", "player='pachi' is not allowed: did you mean 'child'"),
        ("Random", "player='Random' is not allowed: did you mean 'random'"),
        ("random,depth=2", "depth is no setting: there are none"),
        ("untrained,size=9", "size is no setting: use net, seed, depth"),
        ("untrained,table=no", "table is no setting"),
        ("untrained,batch=no", "batch is no setting"),
        ("untrained,search.depth=2", "search is no setting"),
        ("untrained,row=1", "row is no setting"),
        ("untrained,depth", "option 'depth' has no value: write name=value"),
        ("untrained,", "has no value"),
        ("untrained,depth=2,depth=3", "option 'depth' is given twice"),
        ("untrained,depth=two", "depth='two' is not allowed: use 1 to 64"),
        ("untrained,depth=", "depth='' is not allowed: use 1 to 64"),
        ("untrained,depth=2.5", "depth=2.5 is not allowed: use 1 to 64"),
        ("untrained,depth=0", "depth=0 is not allowed: use 1 to 64"),
        ("untrained,depth=65", "depth=65 is not allowed: use 1 to 64"),
        ("untrained,radius=0", "radius=0 is not allowed"),
        ("untrained,nodes=-5", "nodes=-5 is not allowed"),
        ("untrained,seconds=-1", "seconds=-1 is not allowed"),
        ("untrained,seconds=inf", "seconds=inf is not allowed"),
        ("untrained,noise=1.5", "noise=1.5 is not allowed: use 0 to 1"),
        ("untrained,noise=nan", "noise=nan is not allowed"),
        ("untrained,creative=x", "creative='x' is not allowed"),
        ("untrained,candidates=near", "candidates='near' is not allowed: use full or local"),
        ("untrained,net=cnn", "net='cnn' is not allowed: use window"),
        ("untrained,seed=-1", "seed=-1 is not allowed"),
        ("untrained,seed=18446744073709551616", "seed=18446744073709551616 is not allowed"),
        ("random:7", "nothing is allowed behind a colon: leave '7' out"),
        ("untrained:7", "nothing is allowed behind a colon"),
        ("x" * 5000, "at most 4000 characters"),
    ],
    ids=lambda text: text[:50],
)
def test_bad_specs(spec: str, message: str) -> None:
    """A spec that says no player is refused, and the message says what is wrong."""
    with pytest.raises(SpecError, match=message):
        ponnuki.player(spec, ponnuki.game("capture-go:5"))


def test_bad_file_specs(file: Path, tmp_path: Path) -> None:
    """Rows that are not there, other games, other files and no files are refused."""
    game = ponnuki.game("capture-go:5")
    with pytest.raises(SpecError, match="row=3 is not allowed: use 0 to 2"):
        ponnuki.player(f"net:{file},row=3", game)
    with pytest.raises(SpecError, match="row=-1 is not allowed: use a whole number from 0 on"):
        ponnuki.player(f"net:{file},row=-1", game)
    with pytest.raises(SpecError, match="row='last' is not allowed"):
        ponnuki.player(f"net:{file},row=last", game)
    for other in "capture-go:7", "go:5", "tic-tac-toe":
        with pytest.raises(SpecError, match=f"is a net for capture-go:5, not {other}"):
            ponnuki.player(f"net:{file}", ponnuki.game(other))
    (tmp_path / "text").write_text("no net")
    with pytest.raises(SpecError, match="no usable file of weights"):
        ponnuki.player(f"net:{tmp_path / 'text'}", game)
    for missing in "", tmp_path / "missing", tmp_path:
        with pytest.raises(OSError, match="directory"):
            ponnuki.player(f"net:{missing}", game)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_stops_a_search() -> None:
    """An interrupt ends a search that would run for hours."""
    code = (
        "import ponnuki, signal\n"
        "game = ponnuki.game('capture-go:13')\n"
        "player = ponnuki.player('untrained,depth=64', game)\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.2)\n"
        "player.choose(game.start(), seed=1)"
    )
    done = run([sys.executable, "-c", code], check=False)
    assert "KeyboardInterrupt" in done.stderr
    assert done.returncode != 0


def test_engine_is_plain_minimax() -> None:
    """What an engine plays is the best move of plain minimax, by its own seed."""
    for case in cases("othello:6", "mlp", (1, 2, 3), 9, limit=2000):
        player = Engine(case.evaluator, case.weights, Search(depth=case.depth))
        scores = case.plain()
        for seed in 3, 4:
            again = Case(case.position, case.evaluator, case.weights, case.depth, seed)
            assert player.choose(case.position, seed=seed) == again.best_move(scores)
