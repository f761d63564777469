"""What every registered game must do. A new game goes through by being registered."""

import copy
import itertools
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ponnuki
from ponnuki import Game, MoveError, Position
from ponnuki.games.registry import restore
from tests.specs import SPECS


@pytest.fixture(params=SPECS)
def game(request: pytest.FixtureRequest) -> Game:
    """Every game with its options."""
    return ponnuki.game(request.param)


def sample_positions(game: Game, games: int = 2, every: int = 5) -> list[Position]:
    """Positions of random games: every fifth, the first and the last."""
    positions = []
    for record in ponnuki.play_random(game, games, seed=3, threads=1):
        line = list(record.positions())
        positions += [*line[::every], line[-1]]
    return positions


def test_spec_round_trip(game: Game) -> None:
    """A spec gives the same game back, and so does pickling."""
    assert ponnuki.game(game.spec) == game
    assert ponnuki.game(game.spec).spec == game.spec
    assert ponnuki.game(game.spec).options == game.options
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(ValueError, match="here is version"):
        restore(game.spec, game.rules_version + 1)
    assert game.rules_version >= 1


def test_start(game: Game) -> None:
    """Black begins a game that is not over, at ply 0."""
    start = game.start()
    assert (start.to_move, start.plies, start.outcome) == ("black", 0, None)
    assert start == game.start()
    assert start.legal_numbers()


def test_moves_are_exactly_the_playable_ones(game: Game) -> None:
    """A legal move can be played and changes the turn; every other one is refused with a reason."""
    for position in sample_positions(game, games=1):
        legal = position.legal_numbers()
        assert legal == sorted(set(legal))
        assert bool(legal) == (position.outcome is None)
        for move in range(-1, game.points + 2):
            if move in legal:
                after = position.play(move)
                assert after.plies == position.plies + 1
                assert after.to_move != position.to_move
                assert position.why_illegal(move) is None
            else:
                with pytest.raises(MoveError, match="not legal"):
                    position.play(move)


def test_playing_leaves_the_position_alone(game: Game) -> None:
    """Positions are values: playing gives a new one."""
    start = game.start()
    before = str(start)
    for move in start.legal_numbers():
        assert start.play(move) != start
    assert str(start) == before


def test_diagram_round_trip(game: Game) -> None:
    """A printed position parses back to an equal one with the same hash, over or not."""
    for position in sample_positions(game):
        again = game.parse(str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert again.outcome == position.outcome
        assert str(again) == str(position)


def test_pickle_round_trip(game: Game) -> None:
    """Pickling and copying keep everything, the boards seen and the moves made before included."""
    for position in sample_positions(game):
        for again in pickle.loads(pickle.dumps(position)), copy.deepcopy(position):
            assert again == position
            assert again.legal_numbers() == position.legal_numbers()
            assert again._core.trail() == position._core.trail()
            assert again.last_moves == position.last_moves


def test_move_text_round_trip(game: Game) -> None:
    """Every move has a text that names it, in either case."""
    moves = [*range(game.points), *([] if game.pass_move is None else [game.pass_move])]
    texts = [game.text(move) for move in moves]
    assert len(set(texts)) == len(moves)
    for move, text in zip(moves, texts, strict=True):
        assert game.move(text) == game.move(text.upper()) == game.move(text.lower()) == move
    for text in "", "A0", "A", "Z1", "A99", "E5 ", "٣", "A١", "resign":
        with pytest.raises(MoveError, match="is no move"):
            game.move(text)
    for move in -1, game.points + 1:
        with pytest.raises(MoveError, match="is no move"):
            game.text(move)


def test_cells(game: Game) -> None:
    """Cells are a read-only square of -1, 0 and 1."""
    for position in sample_positions(game):
        cells = position.cells
        assert cells.shape == (game.size, game.size)
        assert cells.dtype == np.int8
        assert set(np.unique(cells)) <= {-1, 0, 1}
        assert cells.ravel().tolist() == position.stones
        with pytest.raises(ValueError, match="read-only"):
            cells[0, 0] = 1


def test_outcome(game: Game) -> None:
    """Games end with facts that fit together."""
    for record in ponnuki.play_random(game, 20, seed=8, threads=1):
        outcome = record.replay().outcome
        assert outcome is not None
        assert outcome == record.outcome
        assert outcome.plies == len(record.moves)
        assert outcome.reason in game.reasons[1:]
        assert outcome.margin >= 0
        assert outcome.winner in {"black", "white", None}
        if outcome.winner is None:
            assert outcome.margin == 0


def test_records_replay_and_survive_json(game: Game) -> None:
    """A record is enough to play the game again; as plain data too; a forged one is refused."""
    for record in ponnuki.play_random(game, 3, seed=4, threads=1):
        data = record.to_json()
        assert ponnuki.arena.GameRecord.from_json(data) == record
        with pytest.raises(ValueError, match="margin"):
            ponnuki.arena.GameRecord.from_json({**data, "margin": data["margin"] + 1})
        with pytest.raises(ValueError, match="lead to None"):
            ponnuki.arena.GameRecord.from_json({**data, "moves": data["moves"][:-1]})


def test_batches_do_not_depend_on_threads_or_instruction_set(game: Game) -> None:
    """The same seed gives the same games, whatever plays them."""
    expected = ponnuki.play_random(game, 130, seed=2, threads=1)
    before = ponnuki._core.instruction_set()
    try:
        for name, threads in itertools.product(ponnuki._core.instruction_sets(), (1, 2, 5)):
            ponnuki._core.use_instruction_set(name)
            batch = ponnuki.play_random(game, 130, seed=2, threads=threads)
            assert np.array_equal(batch.moves, expected.moves)
            assert np.array_equal(batch.offsets, expected.offsets)
            assert np.array_equal(batch.winners, expected.winners)
    finally:
        ponnuki._core.use_instruction_set(before)


def turn(cells: NDArray[Any], symmetry: int) -> NDArray[Any]:
    """One of the eight symmetries of the square."""
    return np.rot90(np.fliplr(cells) if symmetry >= 4 else cells, symmetry % 4)


def test_symmetry(game: Game) -> None:
    """Where the start is symmetric, a turned game has the turned boards and the same outcome."""
    start = game.start()
    points = np.arange(game.points).reshape(game.size, game.size)
    symmetric = [s for s in range(8) if np.array_equal(turn(start.cells, s), start.cells)]
    assert len(symmetric) >= 2
    for record in ponnuki.play_random(game, 3, seed=6, threads=1):
        last = record.replay()
        for symmetry in symmetric:
            image = np.argsort(turn(points, symmetry).ravel())
            turned = start.play_all([image[m] if m < game.points else m for m in record.moves])
            assert turned.outcome == last.outcome
            assert np.array_equal(turned.cells, turn(last.cells, symmetry))


def test_random_player_is_uniform(game: Game) -> None:
    """The random player draws every legal move equally often, within five standard deviations."""
    random = ponnuki.player("random", game)
    records = ponnuki.play_random(game, 1, seed=5, threads=1)[0]
    line = list(records.positions())
    position = line[len(line) // 2]
    legal = position.legal_numbers()
    if len(legal) > 1 and not ponnuki._core.random_passes(game._core):
        legal = [move for move in legal if move != game.pass_move]
    draws = 400 * len(legal)
    seen = np.bincount(
        [random.choose(position, seed=seed) for seed in range(draws)], minlength=game.points + 1
    )
    assert seen.sum() == seen[legal].sum() == draws
    assert np.all(np.abs(seen[legal] - 400) < 5 * np.sqrt(400))
