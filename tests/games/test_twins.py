"""The core's rules beside slow plain twins, move by move, for every option."""

import dataclasses
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ponnuki
from ponnuki.games.go import GoOptions
from tests.reference import capture_go, go, othello, tic_tac_toe
from tests.specs import SPECS

SIGNS = {"black": 1, "white": -1, None: 0}


def twin_of(game: ponnuki.Game) -> Any:
    """The plain twin of a game."""
    options = game.options.table()
    if game.id == "capture-go":
        options["start_from"] = options.pop("start")
        return capture_go.CaptureGo(**options)
    if isinstance(game.options, GoOptions):
        return go.Go(**{**options, "cap": game.options.move_cap})
    return {"othello": othello.Othello, "tic-tac-toe": tic_tac_toe.TicTacToe}[game.id](**options)


def games_for(spec: str) -> int:
    """As many games as a slow twin can follow in a second or two."""
    size = ponnuki.game(spec).size
    return max(2, 6_000 // size**3)


def small_specs() -> Iterator[str]:
    """Every spec, and every option of the Go family on smaller boards, where more games fit."""
    yield from SPECS
    for spec in SPECS:
        name, _, options = spec.partition(":")
        size, _, rest = options.partition(",")
        if name in {"capture-go", "go"} and rest and int(size) > 5:
            yield f"{name}:5,{rest}"
            yield f"{name}:4,{rest}"


def allowed(spec: str) -> bool:
    """Whether the smaller board still has room for the options."""
    try:
        ponnuki.game(spec)
    except ponnuki.SpecError:
        return False
    return True


TWIN_SPECS = [spec for spec in dict.fromkeys(small_specs()) if allowed(spec)]


def assert_same(twin: Any, state: Any, position: ponnuki.Position) -> None:
    """Board, turn, legal moves and outcome agree."""
    assert state.cells == tuple(position.stones)
    assert state.to_move == SIGNS[position.to_move]
    assert state.plies == position.plies
    assert twin.legal_moves(state) == position.legal_numbers()
    expected, found = twin.outcome(state), position.outcome
    if expected is None or found is None:
        assert expected == found
    else:
        facts = SIGNS[found.winner], found.reason, found.margin, found.plies
        assert dataclasses.astuple(expected) == facts


@pytest.mark.parametrize("spec", TWIN_SPECS)
def test_games_of_the_random_player_agree(spec: str) -> None:
    """Every game of a sample from the core agrees with the twin at every move, to the end."""
    game = ponnuki.game(spec)
    twin = twin_of(game)
    for record in ponnuki.play_random(game, games_for(spec), seed=1, threads=1):
        state, position = twin.start(), game.start()
        for move in record.moves:
            assert_same(twin, state, position)
            state, position = twin.play(state, move), position.play(move)
        assert_same(twin, state, position)
        assert position.outcome is not None


@pytest.mark.parametrize("spec", TWIN_SPECS)
def test_games_with_passes_agree(spec: str) -> None:
    """Games in which players pass now and then, so that many end by the score, agree as well."""
    game = ponnuki.game(spec)
    twin = twin_of(game)
    rng = random.Random(2)
    for _ in range(games_for(spec)):
        state, position = twin.start(), game.start()
        while position.outcome is None:
            assert_same(twin, state, position)
            legal = position.legal_numbers()
            pass_now = legal[-1] == game.pass_move and rng.random() < 0.15
            move = legal[-1] if pass_now else rng.choice(legal)
            state, position = twin.play(state, move), position.play(move)
        assert_same(twin, state, position)


def twin_perft(twin: Any, state: Any, depth: int) -> list[int]:
    """Sequences of 1 .. depth moves, counted by a twin."""
    counts = [0] * depth
    for move in twin.legal_moves(state):
        counts[0] += 1
        if depth > 1:
            deeper = twin_perft(twin, twin.play(state, move), depth - 1)
            counts[1:] = [a + b for a, b in zip(counts[1:], deeper, strict=True)]
    return counts


PERFT_LINES = [
    line.split()
    for path in sorted(Path(__file__).parents[1].glob("golden/perft/*go.txt"))
    for line in path.read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("line", PERFT_LINES, ids=lambda line: line[0])
def test_perft_counts_are_the_twin_s(line: list[str]) -> None:
    """The golden counts of the Go family come from the twins as well, as deep as these can go."""
    spec, *counts = line
    twin = twin_of(ponnuki.game(spec))
    depth = next((d for d, count in enumerate(counts) if int(count) > 60_000), len(counts))
    assert depth >= 2
    assert twin_perft(twin, twin.start(), depth) == list(map(int, counts[:depth]))
