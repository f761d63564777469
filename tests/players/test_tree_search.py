"""Monte Carlo tree search: the twin, proofs, limits, and engines that use it."""

from math import inf
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import ponnuki
from ponnuki import Engine, Search, evaluator, save_weights
from ponnuki.arena import Arena
from ponnuki.evaluators import ConvNet
from ponnuki.games import Position
from ponnuki.players import Draws, Limit, Memory, Stop
from tests.reference.conv import conv, conv_at
from tests.reference.nets import Singles
from tests.reference.tree_search import tree_search

GAMES = "tic-tac-toe", "capture-go:5", "go:5", "othello:6"


SEEING: list[tuple[str, dict[str, Any]]] = [
    *((spec, {}) for spec in GAMES),
    ("capture-go:5", {"history": 2}),
    ("othello:6", {"history": 2}),
    ("go:4", {"history": 2, "ko": True, "liberties": True}),
    ("go:4,ko=simple", {"history": 1, "ko": True}),
]
"""Games, and what a net sees of them beside stones and passes."""


def a_net(spec: str, seed: int = 1, **options: Any) -> tuple[ConvNet, Singles]:
    """A small net whose values and policy differ from move to move."""
    net = cast(ConvNet, evaluator("conv", spec, blocks=1, **options))
    rng = np.random.default_rng(seed)
    return net, rng.uniform(-0.3, 0.3, net.weight_count).astype(np.float32)


def positions(spec: str) -> list[Position]:
    """Some of a random game that are not over."""
    record = ponnuki.play_random(spec, 1, seed=5, threads=1)[0]
    found = [one for one in record.positions() if one.outcome is None]
    return found[:: max(1, len(found) // 4)]


@pytest.mark.parametrize(("spec", "options"), SEEING)
def test_the_policy_is_the_twin_s(spec: str, options: dict[str, Any]) -> None:
    """Chances of legal moves, in proportion to e to the twin's logits."""
    net, row = a_net(spec, **options)
    for position in positions(spec):
        _, logits = conv_at(net, row, position)
        legal = list(position.legal_numbers())
        expected = np.zeros(len(logits))
        expected[legal] = np.exp(logits[legal].astype(np.float64))
        found = net.policy(row, position)
        assert found == pytest.approx(expected / expected.sum(), rel=1e-6)
        assert found.sum() == pytest.approx(1)


@pytest.mark.parametrize(("gumbel", "parallel"), [(0, 1), (8, 1), (0, 6), (8, 3)])
@pytest.mark.parametrize(("spec", "options"), SEEING)
def test_visits_are_the_twin_s(
    spec: str, options: dict[str, Any], gumbel: int, parallel: int
) -> None:
    """Every candidate is tried as often as in the slow search, and is worth the same."""
    net, row = a_net(spec, **options)
    for position in positions(spec):
        expected = tree_search(net, row, position, 80, gumbel, parallel)
        search = Search(visits=80, gumbel=gumbel, parallel=parallel)
        found = search.run(position, net, row, all_moves=True)
        assert found.root_visits == {one.move: one.visits for one in expected.edges}
        assert found.nodes == expected.visits
        sign = 1 if position.to_move == "black" else -1
        for edge in expected.edges:
            value = found.root_values.get(edge.move)
            if edge.wins:
                assert value == sign * edge.wins * inf
            elif edge.visits:
                assert value == pytest.approx(sign * edge.total / edge.visits, abs=1e-5)
            else:
                assert value is None
        most = max((edge.visits for edge in expected.edges if edge.wins >= 0), default=0)
        if found.decided is None:
            assert found.root_visits[found.move] == most


@pytest.mark.parametrize("gumbel", [0, 8])
def test_threads_change_nothing(gumbel: int) -> None:
    """Leaves that are valued together are the same, whoever values them."""
    net, row = a_net("go:5")
    engine = Engine(net, row, Search(visits=200, gumbel=gumbel, parallel=8))
    for position in positions("go:5"):
        found = [engine.think(position, Limit(threads=one), seed=1) for one in (1, 2, 5)]
        assert found[0] == found[1] == found[2]
        assert found[0].nodes == 200 or found[0].decided


def test_parallel_visits_are_counted_by_limits() -> None:
    """A limit of nodes ends a search whose leaves are valued together, and so does a stop."""
    net, row = a_net("go:5")
    engine = Engine(net, row, Search(visits=100_000, parallel=16))
    found = engine.think(net.game.start(), Limit(nodes=50))
    assert not found.complete
    assert found.nodes == 51
    stop = Stop()
    stop.set()
    assert not engine.think(net.game.start(), Limit(stop=stop)).complete


@pytest.mark.parametrize(("spec", "options"), SEEING)
def test_a_search_goes_on_with_its_tree(spec: str, options: dict[str, Any]) -> None:
    """Fifty visits and then fifty more are a hundred; without a memory nothing is kept."""
    net, row = a_net(spec, **options)
    for position in positions(spec):
        whole = Engine(net, row, Search(visits=100)).think(position)
        memory = Memory()
        half = Engine(net, row, Search(visits=50, reuse=True))
        both = Engine(net, row, Search(visits=100, reuse=True))
        first = half.think(position, memory=memory)
        second = both.think(position, memory=memory)
        assert second.root_visits == whole.root_visits
        assert (second.move, second.value) == (whole.move, whole.value)
        assert first.leaves + second.leaves == whole.leaves
        assert both.think(position).leaves == whole.leaves


@pytest.mark.parametrize("history", [0, 2])
def test_a_tree_is_kept_from_move_to_move(history: int) -> None:
    """After a move and a reply that the search has seen, what it knows of them counts."""
    net, row = a_net("go:5", history=history)
    engine = Engine(net, row, Search(visits=300, reuse=True))
    memory = Memory()
    position = net.game.start()
    found = engine.think(position, memory=memory)
    position = position.play(found.line[0]).play(found.line[1])
    after = engine.think(position, memory=memory)
    assert after.nodes == 300 > after.leaves
    assert after.leaves < engine.think(position).leaves
    other = Engine(net, row * np.float32(0.5), engine.search)
    assert other.think(position, memory=memory) == other.think(position)  # another net's tree


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("capture-go:5", {}),
        ("go:5,ko=simple", {}),
        ("othello:6", {}),
        ("capture-go:5", {"history": 1}),
        ("go:5", {"history": 2, "ko": True}),
        ("othello:6", {"history": 2}),
    ],
)
def test_a_game_with_kept_trees_is_the_same_outside_the_core(
    spec: str, options: dict[str, Any]
) -> None:
    """Move by move with a memory for each side, and as the core plays it."""
    net, row = a_net(spec, **options)
    one = Engine(net, row, Search(visits=40, reuse=True))
    two = Engine(net, row[::-1].copy(), Search(visits=30, reuse=True, parallel=4))
    (inside,) = Arena(threads=1).play(net.game, [one, two], [(0, 1)], [7])
    position, memories = net.game.start(), (Memory(), Memory())
    draws = Draws(7)
    for ply, move in enumerate(inside.moves):
        engine = (one, two)[ply % 2]
        decided = engine.decide(position, seed=7, draws=draws, memory=memories[ply % 2])
        assert decided.move == move
        position = position.play(decided.move)
    assert position.outcome is not None


def test_a_tree_is_not_kept_with_gumbel() -> None:
    """Its halving begins anew with every search."""
    with pytest.raises(ValueError, match="reuse=yes is not allowed with gumbel=8"):
        Search(visits=10, gumbel=8, reuse=True)


def test_a_win_is_proven() -> None:
    """On 3×3 without passing the first player wins, and the search knows it."""
    spec = "capture-go:3,passing=no"
    net, row = a_net(spec)
    found = Search(visits=200_000).run(ponnuki.game(spec).start(), net, row)
    assert found.decided is not None
    assert found.decided[0] == "black"
    assert found.value == inf


def test_what_is_forced_has_its_plies() -> None:
    """Where minimax says that the next two plies decide a game, so does the first visit."""
    net, row = a_net("capture-go:5")
    seen = []
    for record in ponnuki.play_random("capture-go:5", 12, seed=1, threads=1):
        for position in record.positions():
            if position.outcome is None:
                plain = Search(depth=2, forced=False).run(position, net, row).decided
                if plain is not None and plain[1] <= 2:
                    assert Search(visits=1).run(position, net, row).decided == plain
                    seen.append(plain[1])
    assert min(seen.count(1), seen.count(2)) > 5


def found_values(position: Position, net: ConvNet, row: Singles) -> dict[int, float]:
    """What one visit knows of every move."""
    return Search(visits=1).run(position, net, row, all_moves=True).root_values


def test_an_atari_is_taken_and_saved() -> None:
    """A stone that can be captured is, and one that can be saved is, whatever the net says."""
    game = ponnuki.game("capture-go:5")
    net, row = a_net(game.spec)
    position = game.start()
    for move in ["C3", "C2", "A1", "B3", "A5", "D3"]:
        position = position.play(move)
    found = Search(visits=400).run(position, net, row)
    assert game.text(found.move) == "C4"
    assert sum(value == -inf for value in found_values(position, net, row).values()) >= 15
    position = position.play("E5")
    found = Search(visits=1).run(position, net, row)
    assert game.text(found.move) == "C4"
    assert found.decided == ("white", 1)


def test_limits_end_it() -> None:
    """Nodes cut visits; so does a stop that is set."""
    net, row = a_net("capture-go:5")
    engine = Engine(net, row, Search(visits=100_000))
    position = net.game.start()
    found = engine.think(position, Limit(nodes=50))
    assert not found.complete
    assert found.nodes <= 51
    assert found.move in position.legal_numbers()
    assert Engine(net, row, Search(visits=50)).think(position).complete


@pytest.mark.parametrize(
    ("spec", "options"),
    [("capture-go:5", {}), ("go:4", {"liberties": True, "history": 2, "ko": True})],
)
def test_games_are_the_same_for_any_threads_and_set(spec: str, options: dict[str, Any]) -> None:
    """Same seeds, same games; whoever chooses move by move plays them as well."""
    net, row = a_net(spec, **options)
    players = [Engine(net, row, Search(visits=20)), Engine(net, -row, Search(visits=20))]
    pairs, seeds = [(0, 1), (1, 0)] * 3, np.arange(6, dtype=np.uint64)
    one, two = (Arena(threads=n).play(net.game, players, pairs, seeds) for n in (1, 2))
    assert [list(game.moves) for game in one] == [list(game.moves) for game in two]
    before = ponnuki.machine.instruction_set()
    try:
        for name in ponnuki.machine.instruction_sets():
            ponnuki.machine.use_instruction_set(name)
            again = Arena(threads=1).play(net.game, players, pairs, seeds)
            assert [list(game.moves) for game in again] == [list(game.moves) for game in one]
    finally:
        ponnuki.machine.use_instruction_set(before)
    position = net.game.start()
    for number, move in enumerate(one[0].moves):
        assert players[number % 2].choose(position, seed=0) == move
        position = position.play(move)


def test_a_spec_asks_for_visits(tmp_path: Path) -> None:
    """`net:FILE,visits=N` plays by tree search, and shows no depth."""
    net, row = a_net("capture-go:5")
    save_weights(tmp_path / "a.safetensors", net, row)
    player = ponnuki.player(f"net:{tmp_path / 'a.safetensors'},visits=30", net.game)
    assert isinstance(player, Engine)
    assert player.search.visits == 30
    assert ponnuki.players.depth_of(player) is None


def test_what_is_not_allowed() -> None:
    """A net without a policy, and numbers out of range, are named."""
    window = evaluator("window", "capture-go:5")
    with pytest.raises(ValueError, match="visits=10 is not allowed with window: it has no policy"):
        Engine(window, window.initial(1, 1)[0], Search(visits=10))
    with pytest.raises(ValueError, match="visits=-1 is not allowed"):
        Search(visits=-1)
    for options in {"blocks": 0}, {"channels": 48}, {"channels": 112}, {"blocks": 1.5}:
        with pytest.raises(ponnuki.games.SpecError, match="is not allowed: use"):
            evaluator("conv", "go:5", **options)


def test_symmetries_take_the_mean_of_eight_boards() -> None:
    """One visit then says the mean value, and the board turned says the same."""
    net, row = a_net("capture-go:5")
    start = net.game.start()
    position, turned = start.play("b4").play("c2"), start.play("d4").play("b3")
    values = []
    for one in position, turned:
        found = Search(visits=1, symmetries=8).run(one, net, row)
        values.append(found.value)
        cells = one.cells.reshape(5, 5)
        boards = [np.rot90(mirrored, k) for mirrored in (cells, cells.T) for k in range(4)]
        mean = np.mean([conv(row, board, net.blocks, net.channels, 1)[0] for board in boards])
        assert found.value == pytest.approx(mean, abs=1e-6)
    assert values[0] == pytest.approx(values[1], abs=1e-6)
    assert Search(visits=1).run(position, net, row).value != pytest.approx(values[0], abs=1e-4)
    with pytest.raises(ValueError, match="symmetries=3 is not allowed: use 1 or 8"):
        Search(symmetries=3)  # type: ignore[arg-type]
