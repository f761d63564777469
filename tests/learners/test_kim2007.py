"""The preset kim2007: what the paper prints, its games and their scores."""

from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Arena, BookOpening
from ponnuki.fitness import reliability
from ponnuki.fitness.reliability import reliability_of_rows
from ponnuki.learners import Generation, SelfPlay, SelfPlaySettings, SelfPlayState, preset
from ponnuki.optimisers import Ga
from ponnuki.players import Choice, Engine
from ponnuki.players.book import book_of
from ponnuki.players.standard import STANDARD_WPC
from ponnuki.settings import SettingsError
from tests.learners.samples import bits


def kim(opening: int | str = "book", population: int = 6, **changes: Any) -> SelfPlaySettings:
    """The preset with fewer nets and games."""
    table = preset("kim2007")
    table["games"] |= {"opponents": 40, "opening": opening}
    return SelfPlaySettings.of({**table, "population": population, "generations": 3, **changes})


def run(settings: SelfPlaySettings, threads: int = 1) -> tuple[list[Any], list[Generation]]:
    """All states, as bytes, and generations of a run."""
    trainer = SelfPlay(settings, Arena(threads))
    state = trainer.start()
    states, generations = [bits(trainer.arrays(state))], []
    for after, generation in trainer.run(state):
        states.append(bits(trainer.arrays(after)))
        generations.append(generation)
    return states, generations


def test_the_printed_numbers() -> None:
    """Section IV, and what Section III says of the algorithm; mutation per gene is a reading."""
    settings = SelfPlaySettings.of(preset("kim2007"))
    trainer = SelfPlay(settings)
    assert (settings.population, settings.generations) == (50, 100)
    assert trainer.evaluator.weight_count == 64
    assert trainer.evaluator.scales() == [(64, 1.0)]
    assert trainer.optimiser == Ga(crossover_rate=0.8, mutation_rate=0.01, limit=1.0, elite=1)
    games = settings.games
    assert games.counts() == {"population": 0, "hall": 0, "untrained": 0, "fixed": 1000}
    assert (games.payoff, games.colours, games.noise) == ("share", "random", 0.1)
    assert games.opening == BookOpening()
    (fixed,) = trainer.fixed
    assert isinstance(fixed, Engine)
    assert np.array_equal(fixed.weights, STANDARD_WPC)
    assert fixed.choice == Choice(noise=0.1)
    assert settings.search.depth == fixed.search.depth == 1
    mlp = SelfPlaySettings.of({**preset("kim2007"), "net": {"kind": "mlp"}})
    assert SelfPlay(mlp).evaluator.weight_count == 2113


def test_scores_are_wins_and_half_of_the_draws() -> None:
    """Every net's score is counted again from the games, whatever colours it had."""
    trainer = SelfPlay(kim(), Arena(1))
    state, generation = trainer.step(trainer.start())
    games = generation.sample
    assert games is not None
    assert len(games) == 6 * 40
    scores = np.zeros(6)
    for (black, white), winner in zip(games.pairings, games.winners, strict=True):
        net, sign = (black, 1) if black < 6 else (white, -1)
        assert max(black, white) >= 6
        scores[net] += (1 + sign * winner) / 2
    assert np.array_equal(scores, state.state.scores)
    assert generation.facts["best"] == scores.max()


def test_colours_are_drawn_and_the_same_for_all_nets() -> None:
    """About half of the games have the net as black, and seeds are shared."""
    trainer = SelfPlay(kim(), Arena(1))
    state = trainer.start()
    shares = []
    for _ in range(4):
        state, generation = trainer.step(state)
        games = generation.sample
        assert games is not None
        as_black = (games.pairings[:, 0] < 6).reshape(6, 40)
        assert (as_black == as_black[0]).all()
        assert (games.seeds.reshape(6, 40) == games.seeds[:40]).all()
        shares.append(as_black[0].mean())
    assert 0.3 < np.mean(shares) < 0.7
    assert len(set(shares)) > 1


def test_only_the_evolving_net_has_the_book() -> None:
    """Every game of a net as black begins in the book, those of the fixed player seldom stay."""
    trainer = SelfPlay(kim(), Arena(1))
    _, generation = trainer.step(trainer.start())
    assert generation.sample is not None
    book = book_of(trainer.evaluator.game)
    left = 0
    for pair, record in zip(generation.sample.pairings, generation.sample, strict=True):
        own = 0 if pair[0] < 6 else 1
        ply = 0
        while chances := book.chances(record.moves[:ply]):
            if record.moves[ply] not in chances:
                assert ply % 2 != own
                left += 1
                break
            ply += 1
    assert left > 100


@pytest.mark.parametrize("opening", [0, "book", "book,line=likeliest", "book,noise=yes"])
def test_threads_and_resuming_change_nothing(opening: int | str) -> None:
    """A run is the same for any number of threads, and if it goes on from saved arrays."""
    settings = kim(opening)
    states, generations = run(settings)
    again, more = run(settings, 3)
    assert again == states
    assert [one.facts for one in more] == [one.facts for one in generations]
    trainer = SelfPlay(settings, Arena(2))
    state: SelfPlayState = trainer.start()
    for number in range(3):
        state = trainer.restore(trainer.arrays(state))
        state, generation = trainer.step(state)
        assert bits(trainer.arrays(state)) == states[number + 1]
        assert generation.facts == generations[number].facts


def test_the_same_start_with_and_without_the_book() -> None:
    """Runs that differ in the opening alone begin with the same nets: they can be paired."""
    assert run(kim(0))[0][0] == run(kim())[0][0]
    assert run(kim(0))[0][1] != run(kim())[0][1]


def test_reliability_by_rows() -> None:
    """It is that of the points in the order of games, to the last bit."""
    rng = np.random.default_rng(1)
    for games in 2, 7, 40:
        points = rng.integers(0, 3, (9, games)) / 2
        players = np.repeat(np.arange(9, dtype=np.int32), games)
        assert reliability_of_rows(points) == reliability(players, points.ravel(), 9)


def test_random_colours_need_strangers_and_noise() -> None:
    """Elsewhere they are refused."""
    games = {**preset("kim2007")["games"], "noise": 0.0}
    with pytest.raises(SettingsError, match="colours='random' is not allowed"):
        SelfPlaySettings.of({**preset("kim2007"), "games": games})
    games |= {"noise": 0.1, "fixed": 0.5, "population": 0.5}
    with pytest.raises(SettingsError, match="colours='random' is not allowed"):
        SelfPlaySettings.of({**preset("kim2007"), "games": games})


def test_a_book_needs_a_game_that_has_one() -> None:
    """Another game is refused before anything is played."""
    table = {**preset("kim2007"), "game": "othello:6"}
    table["games"] = {**table["games"], "fixed_players": ["random"]}
    with pytest.raises(ValueError, match="there is no book for othello:6"):
        SelfPlay(SelfPlaySettings.of(table)).start()
