"""Games one ply deep have a way of their own in the core: it must be that of the search."""

from typing import Any, Literal

import numpy as np
import pytest

import ponnuki
from ponnuki import _core
from ponnuki.arena import Arena, GameBatch, Opening
from ponnuki.evaluators import Evaluator, evaluator
from ponnuki.players import Choice, Engine, Player, RandomPlayer, Search

NETS: dict[str, dict[str, Any]] = {
    "wpc": {},
    "mlp": {},
    "mlp of two layers": {"hidden": (12, 5), "hidden_activation": "sigmoid"},
    "linear mlp": {"hidden": (9,), "hidden_activation": "linear", "output_activation": "linear"},
    "mlp without hidden layers": {"hidden": (), "output_activation": "linear"},
    "flat mlp": {"hidden": (4,), "bound": 20.0},  # saturated: many moves are equal
    "n-tuples": {"shapes": ["straight-2"], "output_activation": "linear"},
    "n-tuples in stages": {"shapes": ["lines", "square-3"], "stages": 3},
    "flat n-tuples": {"shapes": ["straight-3"], "bound": 20.0},
}
SLOW = 10**9
"""A limit that no search reaches: with one, every move is searched."""


def batch(
    net: Evaluator, nodes: int, opening: int = 0, ties: str = "seed", noise: float = 0.1
) -> GameBatch:
    """Games between four nets, the random player and a net of another kind."""
    search = Search(depth=1, nodes=nodes, ties=ties)  # type: ignore[arg-type]
    players: list[Player] = [*Engine.of_rows(net, net.initial(4, 5), search, Choice(noise=noise))]
    other = evaluator("wpc", net.game)
    book: Literal["chance", "none"] = "chance" if net.game.size == 8 else "none"
    players += [
        RandomPlayer(),
        Engine(other, np.ones(other.weight_count), search, Choice(book=book)),
    ]
    count = len(players)
    pairings = [(one, two) for one in range(count) for two in range(count)] * 6
    seeds = np.arange(len(pairings), dtype=np.uint64)
    return Arena(2).play(net.game, players, pairings, seeds, opening=Opening(opening))


def same(one: GameBatch, other: GameBatch) -> bool:
    """Whether all games, results and counts are equal."""
    names = "winners", "margins", "reasons", "offsets", "moves", "nodes", "leaves"
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


@pytest.mark.parametrize("spec", ["othello:8", "othello:6"])
@pytest.mark.parametrize("name", NETS)
def test_games_are_those_of_the_search(spec: str, name: str) -> None:
    """Moves, results, nodes and leaves are equal to the last one."""
    kind = "wpc" if name == "wpc" else "ntuple" if "tuples" in name else "mlp"
    net = evaluator(kind, spec, **NETS[name])
    assert same(batch(net, 0), batch(net, SLOW))


@pytest.mark.parametrize("name", ["wpc", "mlp", "ntuple"])
def test_under_other_settings(name: str) -> None:
    """So they are after random plies, without random moves, and where the first of equals wins."""
    net = evaluator(name, "othello:8")
    tried: tuple[dict[str, Any], ...] = ({"opening": 7}, {"noise": 0.0}, {"ties": "first"})
    for settings in tried:
        assert same(batch(net, 0, **settings), batch(net, SLOW, **settings))


def test_for_every_instruction_set() -> None:
    """Every instruction set of this machine plays the same games."""
    before = _core.instruction_set()
    nets = [evaluator(kind, "othello:8") for kind in ("wpc", "mlp", "ntuple")]
    try:
        found = []
        for name in _core.instruction_sets():
            _core.use_instruction_set(name)
            found.append([batch(net, 0) for net in nets])
    finally:
        _core.use_instruction_set(before)
    for other in found[1:]:
        assert all(map(same, found[0], other))


def test_the_first_of_equals() -> None:
    """A net that finds all moves equal plays the first on the board, or one that the seed says."""
    game = ponnuki.game("othello:8")
    net = evaluator("wpc", game)
    nothing = np.zeros(net.weight_count)
    first = Engine(net, nothing, Search(depth=1, ties="first"))
    by_seed = Engine(net, nothing, Search(depth=1))
    start = game.start()
    assert {first.choose(start, seed=seed) for seed in range(20)} == {start.legal_numbers()[0]}
    assert {by_seed.choose(start, seed=seed) for seed in range(60)} == set(start.legal_numbers())
    deeper = Engine(net, nothing, Search(depth=3, ties="first"))
    assert {deeper.choose(start, seed=seed) for seed in range(9)} == {start.legal_numbers()[0]}
    with pytest.raises(ValueError, match="ties='last' is not allowed: use seed or first"):
        Search(ties="last")  # type: ignore[arg-type]
