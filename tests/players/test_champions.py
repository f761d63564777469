"""Nets kept with the package."""

import re
import shlex

import numpy as np
import pytest

import ponnuki
from ponnuki import SpecError, load_weights
from ponnuki.apps.commands.chosen import chosen
from ponnuki.learners import learner
from ponnuki.learners.tic_tac_toe import S_LIMIT, SAFE_S_LIMIT, OnePly, exact_standings
from ponnuki.players import Engine, champions
from ponnuki.players.champions import FOLDER, champion_file


@pytest.mark.parametrize("name", champions())
def test_every_champion_plays(name: str) -> None:
    """It has a card, a file of one game, and makes legal moves that depend on the seed alone."""
    assert (FOLDER / f"{name}.md").read_text().startswith("# ")
    game = load_weights(champion_file(name)).evaluator.game
    engine = ponnuki.player(f"champion:{name}", game)
    assert engine.spec == f"champion:{name}"
    position = game.start()
    move = engine.choose(position, seed=3)
    assert move in position.legal_numbers()
    if name == game.id:
        assert ponnuki.player("champion", game).choose(position, seed=3) == move


@pytest.mark.parametrize("name", champions())
def test_every_card_has_commands_that_are_allowed(name: str) -> None:
    """From nothing to the file; one that came from a GPU says so before all else."""
    text = (FOLDER / f"{name}.md").read_text()
    commands = "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    assert commands
    first = text.split("\n\n")[1]
    assert ("device=cuda" in commands) == first.startswith("**This file comes from a GPU")
    net = load_weights(champion_file(name)).evaluator
    for line in commands.splitlines():
        if "ponnuki train " not in line:
            continue
        own = shlex.split(line.split("ponnuki train ")[1].split(";")[0])
        named = {"--seed", "--out", "--start-from"}
        places = {one for i, word in enumerate(own) if word in named for one in (i, i + 1)}
        settings = chosen("train", [word for i, word in enumerate(own) if i not in places])
        assert learner(settings).evaluator.fingerprint == net.fingerprint
        folder = own[own.index("--out") + 1]
        last = f"{folder}/champions/generation-{settings.generations:04d}.safetensors"
        assert last in text or f"run:{folder}" in text or "$seed" in folder


def test_capture_go_beats_the_defensive_player() -> None:
    """With few visits, on boards of several sizes; the evolved net of the paper does not."""
    for size, games in ((9, 12), (7, 6)):
        game = ponnuki.game(f"capture-go:{size}")
        players = [ponnuki.player(spec, game) for spec in ("champion,visits=16", "defensive")]
        pairs, seeds = [(0, 1), (1, 0)] * (games // 2), np.repeat(np.arange(games // 2), 2)
        batch = ponnuki.play_games(game, players, pairs, seeds, opening=2)
        signs = np.where(batch.pairings[:, 0] == 0, batch.winners, -batch.winners)
        assert (signs > 0).mean() > 0.8


def test_go_beats_the_pattern_player() -> None:
    """By tree search with few visits; the tables of patterns do so one ply deep."""
    game = ponnuki.game("go:5")
    for spec in "champion:go,visits=32", "champion:go-tuples":
        players = [ponnuki.player(one, game) for one in (spec, "pattern")]
        pairs, seeds = [(0, 1), (1, 0)] * 50, np.repeat(np.arange(50), 2)
        batch = ponnuki.play_games(game, players, pairs, seeds, opening=2)
        signs = np.where(batch.pairings[:, 0] == 0, batch.winners, -batch.winners)
        assert (signs > 0).mean() > 0.7


def test_tic_tac_toe_figures() -> None:
    """The first row has the highest S there can be; the second cannot be beaten."""
    file = load_weights(champion_file("tic-tac-toe"))
    player = OnePly(file.evaluator)
    found = exact_standings(player, file.weights)
    assert found.s[0] == pytest.approx(S_LIMIT, abs=1e-9)
    assert 102.8 < found.s[1] <= SAFE_S_LIMIT
    perfect = exact_standings(player, file.weights, "perfect")
    assert np.allclose(perfect.losses[1], 0)
    # As an engine, which sees lines, each is at least as good.
    seeing = exact_standings(OnePly(file.evaluator, sees_wins=True), file.weights)
    assert (seeing.s >= found.s - 1e-9).all()


def test_tic_tac_toe_wins_games() -> None:
    """The engine wins as often against the random player as its exact chances say."""
    game = ponnuki.game("tic-tac-toe")
    engine = ponnuki.player("champion:tic-tac-toe", game)
    pairs = [(0, 1)] * 2000
    batch = ponnuki.play_games(game, [engine, ponnuki.player("random", game)], pairs, range(2000))
    assert abs((batch.winners > 0).mean() - 191 / 192) < 0.01


def test_othello_beats_the_standard_heuristic() -> None:
    """One ply deep it wins nine games of ten with a tenth of random moves; its end is exact."""
    game = ponnuki.game("othello:8")
    engine = ponnuki.player("champion:othello,depth=1", game, noise=0.1)
    players = [engine, ponnuki.player("standard-wpc", game, noise=0.1)]
    batch = ponnuki.play_games(game, players, [(0, 1), (1, 0)] * 250, range(500))
    signs = np.where(batch.pairings[:, 0] == 0, batch.winners, -batch.winners)
    assert (signs > 0).mean() > 0.85
    own = ponnuki.player("champion:othello", game)
    assert isinstance(own, Engine)
    assert (own.search.depth, own.search.endgame, own.search.afterstates) == (6, 16, True)
    late = game.start().play_all(ponnuki.play_random(game, 1, 1)[0].moves[:50])
    assert own.think(late).margin is not None


def test_unknown_champions() -> None:
    """They are refused by name, and so is a net of another game."""
    game = ponnuki.game("tic-tac-toe")
    with pytest.raises(SpecError, match="champion='chess' is not allowed: use capture-go"):
        ponnuki.player("champion:chess", game)
    with pytest.raises(SpecError, match="tic-tac-toe"):
        ponnuki.player("champion:tic-tac-toe", ponnuki.game("othello:8"))
