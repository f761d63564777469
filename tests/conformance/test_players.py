"""What every registered player must do. A new kind goes through by being registered."""

import pickle
from functools import cache

import numpy as np
import pytest

import ponnuki
from ponnuki import Game, Player, Position, SpecError, play_games
from ponnuki.games import GAMES, GameSoFar
from ponnuki.players import PLAYERS, Draws, PlayerSeat, RandomPlayer, ask

NEED_MORE = {"net", "run", "gtp", "gnugo"}
"""Kinds that need a file or a program; tests/players and tests/runs have them."""

OPTIONS = {
    "untrained": ("net=mlp,depth=1", "net=wpc,seed=3,depth=3", "depth=2,candidates=local"),
    "influence": ("depth=1", "spread=distance,reach=3,depth=2"),
    "naive": ("endgame=yes",),
    "pattern": ("endgame=yes",),
    "ryder": ("look=no",),
    "zobrist": ("values=sum", "look=0"),
    "knowledge": ("style=handtalk", "style=go4", "links=no,eyes=no,reading=no,replies=no"),
}
"""What else such a player may be asked to be."""


def specs(kind: str) -> list[str]:
    """The specs of a kind that are tried."""
    return [kind, *(f"{kind},{options}" for options in OPTIONS.get(kind, ()))]


@cache
def games() -> list[Game]:
    """Every game at its usual and at its smallest size."""
    found = []
    for kind in GAMES.values():
        found.append(kind.usual())
        if len(kind.sizes()) > 1:
            found.append(ponnuki.game(kind.id, size=max(4, kind.sizes()[0])))
    found.append(ponnuki.game("go:5,scoring=area"))
    return list(dict.fromkeys(found))


def every_player() -> list[tuple[str, Game]]:
    """Every kind of player that needs no file, with every game that it plays."""
    found: list[tuple[str, Game]] = []
    for kind in PLAYERS:
        if kind in NEED_MORE:
            continue
        before = len(found)
        for spec in specs(kind):
            for game in games():
                try:
                    ponnuki.player(spec, game)
                except SpecError:  # it does not play this game
                    continue
                found.append((spec, game))
        assert len(found) > before, f"{kind} plays no game"
    return found


@pytest.fixture(params=every_player(), ids=lambda one: f"{one[0]} {one[1].spec}")
def seated(request: pytest.FixtureRequest) -> tuple[Player, Game]:
    """A player and its game."""
    spec, game = request.param
    return ponnuki.player(spec, game, depth=1, visits=3), game


def positions(game: Game, count: int = 5) -> list[Position]:
    """Positions of a random game that are not over."""
    record = ponnuki.play_random(game, 1, seed=4, threads=1)[0]
    line = [one for one in record.positions() if one.outcome is None]
    return line[:: max(1, len(line) // count)]


def test_moves_are_legal_and_repeat(seated: tuple[Player, Game]) -> None:
    """Whatever the seed; the same seed gives the same move, to an equal player too."""
    player, game = seated
    again = ponnuki.player(player.spec, game, depth=1, visits=3)
    for position in positions(game):
        for seed in 0, 1, 2**64 - 1:
            move = player.choose(position, seed=seed)
            assert move in position.legal_numbers()
            assert player.choose(position, seed=seed) == move
            assert again.choose(position, seed=seed) == move


def test_a_spec_makes_the_player_again(seated: tuple[Player, Game]) -> None:
    """Equal to it, and so is its pickle, before and after it has played."""
    player, game = seated
    assert ponnuki.player(player.spec, game, depth=1, visits=3) == player
    assert pickle.loads(pickle.dumps(player)) == player
    seed, position = 5, game.start()
    move = player.choose(position, seed=seed)
    again = pickle.loads(pickle.dumps(player))
    assert (again, again.spec) == (player, player.spec)
    assert again.choose(position, seed=seed) == move


def variants(player: Player, game: Game) -> list[Player]:
    """The player, and where it can: with random moves, creative, and both."""
    found = [player]
    for options in "noise=0.3", "creative=0.3", "noise=0.2,creative=0.5":
        try:
            found.append(ponnuki.player(f"{player.spec},{options}", game, depth=1, visits=3))
        except SpecError as error:
            assert "is no setting" in str(error)
    return found


def test_the_same_game_inside_and_outside_the_core(seated: tuple[Player, Game]) -> None:
    """What plays in batches is what `choose` plays with the game's seed and generator."""
    player, game = seated
    for one in variants(player, game):
        players = [one, RandomPlayer()]
        pairings = [[0, 0], [0, 1], [1, 0]]
        for record, pair in zip(
            play_games(game, players, pairings, [7, 8, 9]), pairings, strict=True
        ):
            so_far, draws = GameSoFar(game.start()), Draws(record.seed)
            seats = [PlayerSeat(players[number]) for number in pair]
            seats[0].begin("black", record.seed, draws)
            seats[1].begin("white", record.seed, draws)
            for ply, move in enumerate(record.moves):
                assert ask(seats[ply % 2], so_far, "a player").move == move
                so_far = so_far.play(move)
            assert so_far.position.outcome == record.outcome


def test_games_are_whole_and_repeat(seated: tuple[Player, Game]) -> None:
    """A batch has legal games to their ends, the same whoever else is in it."""
    player, game = seated
    batch = play_games(game, [player, RandomPlayer()], [[0, 1], [1, 0]], [3, 4])
    for record in batch:
        assert record.replay().outcome == record.outcome
    other = play_games(game, [RandomPlayer(), RandomPlayer(), player], [[1, 2]], [4])
    assert np.array_equal(other.moves, batch.moves[batch.offsets[1] :])


def test_noise_draws_legal_moves(seated: tuple[Player, Game]) -> None:
    """With noise and creativity, where a player has them, all moves are legal and repeat."""
    player, game = seated
    for option in "noise=0.5", "creative=0.5":
        try:
            drawn = ponnuki.player(f"{player.spec},{option}", game, depth=1, visits=3)
        except SpecError as error:
            assert "is no setting" in str(error)
            continue
        for position in positions(game, 3):
            for seed in range(4):
                move = drawn.choose(position, seed=seed)
                assert move in position.legal_numbers()
                assert drawn.choose(position, seed=seed) == move


def test_other_games_and_games_that_are_over(seated: tuple[Player, Game]) -> None:
    """A player refuses a position that it cannot play in."""
    player, game = seated
    over = ponnuki.play_random(game, 1, seed=1, threads=1)[0].replay()
    with pytest.raises(ValueError, match="the game is over"):
        player.choose(over, seed=1)
    if isinstance(player, RandomPlayer):
        return  # it plays every game
    for other in games():
        if other != game:
            with pytest.raises(ValueError, match=r"position of .* was given"):
                player.choose(other.start(), seed=1)
            with pytest.raises(ValueError, match=r"is for|plays|not"):
                play_games(other, [player], [[0, 0]], [1])


def test_options_that_nobody_knows(seated: tuple[Player, Game]) -> None:
    """They are refused, and the message names them."""
    player, game = seated
    with pytest.raises(SpecError, match="might is no setting"):
        ponnuki.player(f"{player.spec},might=9", game)
