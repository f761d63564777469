"""Batches of games between engines: each game depends on its players and its seed alone."""

import itertools
import os
import signal
import sys
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki import Engine, Player, Position, Search, evaluator, play_games
from ponnuki.arena import Contest, GameBatch, Opening, game_seeds
from ponnuki.players import Choice, RandomPlayer
from tests.programs import started

SPECS = ["capture-go:5", "capture-go:4,passing=no", "go:4", "go:4,ko=simple", "othello:6"]
SPECS += ["tic-tac-toe", "capture-go:5,captures=2"]


def population(spec: str, count: int, kind: str = "window", **options: Any) -> list[Player]:
    """Untrained engines; options of a choice go to the choice, others to the search."""
    net = evaluator(kind, spec)
    choice = {name: options.pop(name) for name in ("noise", "creative") if name in options}
    search = Search(**{"depth": 2, **options})
    return [Engine(net, row, search, Choice(**choice)) for row in net.initial(count, 3)]


def everybody(count: int) -> list[tuple[int, int]]:
    """Every pair of different players, both ways."""
    return list(itertools.permutations(range(count), 2))


def same(one: GameBatch, other: GameBatch) -> bool:
    """Whether two batches hold the same games, found with the same work."""
    names = "pairings", "seeds", "winners", "reasons", "margins", "offsets", "moves", "nodes"
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in (*names, "leaves")
    )


@pytest.mark.parametrize("kind", ["window", "wpc", "mlp"])
@pytest.mark.parametrize("spec", SPECS)
def test_records_replay(spec: str, kind: str) -> None:
    """A population plays every pairing, and every record leads to its outcome."""
    players = population(spec, 3, kind, depth=1, noise=0.1)
    pairings = everybody(3)
    batch = play_games(spec, players, pairings, game_seeds(5, 6), threads=1)
    assert len(batch) == 6
    assert batch.game == ponnuki.game(spec)
    assert batch.pairings.tolist() == [list(pair) for pair in pairings]
    for record, seed in zip(batch, game_seeds(5, 6), strict=True):
        assert record.replay().outcome == record.outcome
        assert record.seed == seed
        assert record.players == ("engine", "engine")
        assert ponnuki.arena.GameRecord.from_json(record.to_json()) == record
    assert np.all(batch.leaves >= 0)
    assert np.all(batch.nodes + batch.leaves > 0)


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("capture-go:5", {}),
        ("capture-go:5", {"noise": 0.2, "depth": 3}),
        ("capture-go:5", {"creative": 0.2}),
        ("capture-go:5", {"depth": 5, "nodes": 300}),
        ("capture-go:5", {"depth": 3, "nodes": 1, "creative": 0.2}),
        ("go:4", {"kind": "mlp", "noise": 0.1}),
        ("othello:6", {"kind": "wpc", "depth": 3}),
        ("tic-tac-toe", {"kind": "mlp", "creative": 0.1, "noise": 0.1}),
    ],
)
def test_threads_and_instruction_sets_change_nothing(spec: str, options: dict[str, Any]) -> None:
    """Games, nodes and leaves are the same whatever plays them."""
    players = [*population(spec, 3, **options), RandomPlayer()]
    pairings, seeds = everybody(4), game_seeds(1, 12)
    expected = play_games(spec, players, pairings, seeds, threads=1)
    before = ponnuki._core.instruction_set()
    try:
        for name, threads in itertools.product(ponnuki._core.instruction_sets(), (1, 2, 8)):
            ponnuki._core.use_instruction_set(name)
            assert same(play_games(spec, players, pairings, seeds, threads=threads), expected)
    finally:
        ponnuki._core.use_instruction_set(before)


@pytest.mark.parametrize("spec", [*SPECS, "capture-go:9", "othello:8"])
def test_random_players_play_the_random_games(spec: str) -> None:
    """Two random players play the games of `play_random` with the same seeds."""
    random = ponnuki.play_random(spec, 70, seed=9, threads=1)
    batch = play_games(spec, [RandomPlayer()], [[0, 0]] * 70, game_seeds(9, 70), threads=2)
    assert same(batch, random)
    assert batch.players == ("random",)


def test_noise_alone_plays_the_random_games() -> None:
    """Engines with noise 1 are random players, but draw for the noise as well."""
    players = population("capture-go:5", 1, noise=1.0)
    batch = play_games("capture-go:5", players, [[0, 0]] * 50, game_seeds(2, 50))
    assert batch.nodes.sum() == batch.leaves.sum() == 0
    assert len({record.moves for record in batch}) == 50


@pytest.mark.parametrize(
    "options", [{}, {"noise": 0.3}, {"depth": 3}, {"depth": 6, "nodes": 200}], ids=str
)
def test_a_game_depends_on_nothing_else(options: dict[str, Any]) -> None:
    """A game is the same alone, among others, in another order, and beside deeper players."""
    spec = "capture-go:5"
    players = population(spec, 4, **options)
    pairings, seeds = everybody(4), game_seeds(7, 12)
    whole = play_games(spec, players, pairings, seeds, threads=1)
    for i in 0, 5, 11:
        black, white = pairings[i]
        alone = play_games(spec, [players[white], players[black]], [[1, 0]], seeds[i : i + 1])
        assert alone[0] == whole[i]
        assert (alone.nodes[0], alone.leaves[0]) == (whole.nodes[i], whole.leaves[i])
    order = [11, 3, 0, 5, 5]
    mixed = play_games(spec, players, [pairings[i] for i in order], seeds[order], threads=2)
    assert list(mixed) == [whole[i] for i in order]
    assert mixed.nodes.tolist() == whole.nodes[order].tolist()
    deeper = [*players, *population(spec, 1, depth=8)]
    assert list(play_games(spec, deeper, pairings, seeds, threads=1)) == list(whole)


def test_counts_depend_on_nothing_else() -> None:
    """Nodes and leaves of a game do not depend on who else could play in the batch."""
    spec = "capture-go:7"
    players = population(spec, 2, depth=4)
    seeds = game_seeds(3, 2)
    alone = play_games(spec, players, [[0, 1], [1, 0]], seeds)
    beside = play_games(spec, [*players, *population(spec, 1, depth=9)], [[0, 1], [1, 0]], seeds)
    assert list(beside) == list(alone)
    assert beside.nodes.tolist() == alone.nodes.tolist()
    assert beside.leaves.tolist() == alone.leaves.tolist()


@pytest.mark.parametrize(
    ("spec", "kind", "options"),
    [
        ("capture-go:5", "window", {"depth": 1}),
        ("capture-go:5", "window", {"depth": 3}),
        ("capture-go:5", "window", {"depth": 2, "ataris": True}),
        ("capture-go:7", "window", {"depth": 2, "candidates": "local", "radius": 1}),
        ("capture-go:5", "wpc", {"depth": 2}),
        ("capture-go:4,captures=2", "window", {"depth": 2}),
        ("go:4", "mlp", {"depth": 2}),
        ("go:4,ko=simple", "window", {"depth": 2}),
        ("othello:6", "wpc", {"depth": 3}),
        ("tic-tac-toe", "mlp", {"depth": 4}),
    ],
)
def test_every_move_is_the_search_s(spec: str, kind: str, options: dict[str, Any]) -> None:
    """Each move of a game is what the mover's search finds with the game's seed for ties."""
    players = population(spec, 2, kind, **options)
    pairings = [[0, 1], [1, 0]]
    batch = play_games(spec, players, pairings, [12, 2**64 - 1], threads=1)
    for record, pair in zip(batch, pairings, strict=True):
        for position, move in zip(record.positions(), record.moves, strict=False):
            player = players[pair[position.plies % 2]]
            assert isinstance(player, Engine)
            found = player.search.run(position, player.evaluator, player.weights, seed=record.seed)
            assert found.move == move


@pytest.mark.parametrize("creative", [0.05, 0.5])
def test_creative_games(creative: float) -> None:
    """Each move of a creative game is worth at least the share of the best."""
    (player,) = population("capture-go:4", 1, creative=creative, depth=2)
    assert isinstance(player, Engine)
    batch = play_games("capture-go:4", [player], [[0, 0]] * 12, game_seeds(1, 12))
    assert len({record.moves for record in batch}) > 1
    for record in batch:
        for position, move in zip(record.positions(), record.moves, strict=False):
            found = player.search.run(
                position, player.evaluator, player.weights, seed=record.seed, all_moves=True
            )
            if found.decided is not None:
                assert move == found.move
                continue
            sign = 1 if position.to_move == "black" else -1
            best = sign * found.value
            assert sign * found.root_values[move] >= best - creative * abs(best)


def test_deeper_search_wins() -> None:
    """A net that looks three plies ahead beats itself at one ply more often than not."""
    shallow, deep = (population("capture-go:5", 1, depth=depth)[0] for depth in (1, 3))
    noisy = [
        Engine(one.evaluator, one.weights, one.search, Choice(noise=0.1))
        for one in (shallow, deep)
        if isinstance(one, Engine)
    ]
    pairings = [[0, 1], [1, 0]] * 50
    batch = play_games("capture-go:5", noisy, pairings, game_seeds(4, 100))
    signs = batch.winners.copy()
    signs[0::2] *= -1
    assert signs.sum() > 20


def test_an_empty_batch() -> None:
    """No games are no error, with or without players."""
    for players in [], population("capture-go:5", 2):
        batch = play_games("capture-go:5", players, [], [])
        assert len(batch) == len(batch.nodes) == len(batch.moves) == 0


def test_arguments_are_left_alone() -> None:
    """The caller's arrays can be changed afterwards, and that changes no batch."""
    players = population("capture-go:4", 2, depth=1)
    pairings = np.array([[0, 1], [1, 0]], np.int32)
    seeds = np.array([5, 6], np.uint64)
    batch = play_games("capture-go:4", players, pairings, seeds)
    records = list(batch)
    pairings[:] = 0
    seeds[:] = 0
    assert list(batch) == records
    assert batch.pairings.tolist() == [[0, 1], [1, 0]]
    for array in batch.pairings, batch.seeds, batch.moves, batch.nodes, batch.leaves:
        assert not array.flags.writeable


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"pairings": [[0, 2]]}, "pairings are not allowed: use indices 0 to 1"),
        ({"pairings": [[-1, 0]]}, "pairings are not allowed: use indices 0 to 1"),
        ({"pairings": [[0.5, 1]]}, "pairings are not allowed: use indices 0 to 1"),
        ({"pairings": [[0, 1], [1, 0]]}, r"seeds of shape \(1,\) do not fit 2 games"),
        ({"pairings": [0, 1, 0]}, "."),
        ({"pairings": [[0, 1, 0, 1]]}, "."),
        ({"pairings": [[0, 2**40]]}, "."),
        ({"seeds": []}, r"seeds of shape \(0,\) do not fit 1 games"),
        ({"seeds": [1, 2]}, r"seeds of shape \(2,\) do not fit 1 games"),
        ({"seeds": [[1]]}, r"seeds of shape \(1, 1\) do not fit 1 games"),
        ({"seeds": [-1]}, "."),
        ({"seeds": [2**64]}, "."),
        ({"threads": 0}, "threads=0 is not allowed: use 1 to 1024"),
        ({"game": "capture-go:4"}, "player 'engine' is for capture-go:5, the game is capture-go:4"),
        ({"game": "capture-go:5,passing=no"}, "the game is capture-go:5,passing=no"),
        ({"game": "go:5"}, "player 'engine' is for capture-go:5, the game is go:5"),
        ({"game": "chess"}, "game='chess' is not allowed"),
        ({"game": 5}, "game=5 is not allowed: use a text such as 'capture-go:9'"),
        ({"players": []}, "pairings are not allowed"),
        ({"players": ["random", "random"]}, "players.0.='random' is not allowed: .* use a player"),
        ({"players": [None, None]}, "players.0.=None is not allowed"),
        ({"players": 5}, "players=5 is not allowed: use a list of players"),
        ({"seeds": [1.5]}, "seeds=1.5 is not allowed: use 0 to 18446744073709551615"),
        ({"seeds": np.array([1.5])}, "seeds=1.5 is not allowed"),
        ({"seeds": np.array([-1])}, "seeds=-1 is not allowed"),
        ({"seeds": ["a"]}, "seeds='a' is not allowed"),
        ({"opening": -1}, "opening=-1 is not allowed: use 0 to 1000 random plies, or 'book'"),
        ({"opening": 2.5}, "opening=2.5 is not allowed"),
    ],
    ids=str,
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    """What does not fit is a ValueError that names it."""
    good: dict[str, Any] = {
        "game": "capture-go:5",
        "players": population("capture-go:5", 2, depth=1),
        "pairings": [[0, 1]],
        "seeds": [1],
    }
    assert len(play_games(**good)) == 1
    with pytest.raises(ValueError, match=message):
        play_games(**{**good, **arguments})


def test_seeds_of_any_size() -> None:
    """Small and large ones together lose no digit."""
    players = population("capture-go:5", 1, depth=1)
    seeds = [1, 2**63, 2**64 - 1]
    assert play_games("capture-go:5", players, [[0, 0]] * 3, seeds).seeds.tolist() == seeds


@dataclass(frozen=True)
class Stubborn:
    """A player of somebody's own who always names one move."""

    move: Any
    spec: str = "stubborn"
    game: None = None

    def choose(self, position: Position, *, seed: int) -> Any:
        """The move, legal or not."""
        del position, seed
        return self.move


@pytest.mark.parametrize("move", [99, -1, None, "A1", 1.5])
def test_an_illegal_move_names_its_player(move: Any) -> None:
    """And which move it was."""
    rules = ponnuki.game("capture-go:5")
    players: list[Any] = [Stubborn(0), Stubborn(move, "mine")]
    with pytest.raises(ValueError, match="move 2 of player 'mine': "):
        play_games(rules, players, [[0, 1]], [1])


def test_a_player_without_a_game() -> None:
    """What lacks a part of a player is told, wherever it is given."""
    rules = ponnuki.game("capture-go:5")
    nobody: Any = SimpleNamespace(spec="mine", choose=None)
    random = ponnuki.player("random", rules)
    with pytest.raises(ValueError, match=r"players\[1\]=.* is not allowed: it has no 'game'"):
        play_games(rules, [random, nobody], [[0, 1]], [1])
    with pytest.raises(ValueError, match=r"players\[1\]=.* is not allowed: it has no 'game'"):
        Contest(rules, [random, nobody], games=2).play()
    with pytest.raises(ValueError, match=r"game=.* is not allowed: use a text"):
        Contest(random, [random, random], games=2)  # type: ignore[arg-type]


def test_an_opening_is_also_a_number() -> None:
    """As files of settings say it."""
    rules = ponnuki.game("capture-go:5")
    two = [ponnuki.player(spec, rules) for spec in ("naive", "random")]
    found = Contest(rules, two, games=4, opening=4).play()
    same = Contest(rules, two, games=4, opening=Opening(4)).play()
    assert found.to_json() == same.to_json()
    with pytest.raises(ValueError, match="opening='four' is not allowed"):
        Contest(rules, two, games=4, opening="four")


def test_progress_is_reported_and_its_error_stops_the_batch() -> None:
    """The callback sees the number of games done; what it raises comes out."""
    seen: list[int] = []

    def stop(done: int) -> None:
        seen.append(done)
        raise RuntimeError("enough")

    players = population("capture-go:9", 2, depth=6)
    with pytest.raises(RuntimeError, match="enough"):
        play_games("capture-go:9", players, [[0, 1]] * 999, range(999), progress=stop)
    assert len(seen) == 1
    assert 0 <= seen[0] < 999


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_ctrl_c_stops_deep_games() -> None:
    """An interrupt ends a batch of deep games that would run for hours."""
    code = (
        "import ponnuki\n"
        "def say(done): print('going', flush=True)\n"
        "game = ponnuki.game('capture-go:9')\n"
        "players = [ponnuki.player(f'untrained,seed={i},depth=6', game) for i in (1, 2)]\n"
        "ponnuki.play_games(game, players, [[0, 1]] * 99999, range(99999), progress=say)"
    )
    with started([sys.executable, "-c", code]) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "going\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors
    assert process.returncode != 0


class First:
    """A player written in Python: it plays the first legal move."""

    spec = "first"
    game = None

    def choose(self, position: ponnuki.Position, *, seed: int) -> int:  # noqa: ARG002
        """The first legal move."""
        return position.legal_numbers()[0]


def test_players_written_in_python() -> None:
    """They play against each other and against players of the core, in one batch with others."""
    game = ponnuki.game("capture-go:4")
    players: list[ponnuki.Player] = [First(), ponnuki.player("naive", game)]
    batch = play_games(game, players, [(0, 0), (0, 1), (1, 0), (1, 1)], [1, 2, 3, 4])
    assert batch.players == ("first", "naive")
    for index, record in enumerate(batch):
        position = game.start()
        for ply, move in enumerate(record.moves):
            if batch.pairings[index][ply % 2] == 0:
                assert move == position.legal_numbers()[0]
            position = position.play(move)
        assert position.outcome == record.outcome
    alone = play_games(game, [players[1]], [(0, 0)], [4])
    assert alone[0].moves == batch[3].moves
