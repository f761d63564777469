"""Players that are weak as people are: each part by its law, beside a slow twin."""

from collections import Counter
from math import sqrt

import numpy as np
import pytest

import ponnuki
from ponnuki import Engine, Position, Search, SpecError, play_random
from ponnuki.arena import game_seeds, play_games
from ponnuki.evaluators import ConvNet
from ponnuki.players import Choice, fingerprint
from ponnuki.players.levels import STRENGTHS, levels
from ponnuki.seeds import stream
from tests.reference import people
from tests.reference.franken import Xoshiro

GAME = ponnuki.game("capture-go:5")


def engine(choice: Choice, visits: int = 0, size: int = 5) -> Engine:
    """The champion of Capture Go that chooses so."""
    own = ponnuki.player("champion:capture-go", f"capture-go:{size}")
    assert isinstance(own, Engine)
    return Engine(own.evaluator, own.weights, Search(depth=1, visits=visits), choice)


def positions(spec: str, count: int) -> list[tuple[Position, list[int]]]:
    """Positions from random games, with the moves that led there."""
    game, found = ponnuki.game(spec), []
    for record in play_random(game, count, seed=3):
        position, moves = game.start(), list(record.moves)
        for number, move in enumerate(moves):
            found.append((position, moves[:number]))
            position = position.play(move)
    return found[:: max(1, len(found) // (6 * count))]


@pytest.mark.parametrize(
    "spec", ["capture-go:3", "capture-go:5", "capture-go:9", "capture-go:6,captures=3"]
)
def test_the_child_is_its_twin(spec: str) -> None:
    """Move for move, for any seed; so it depends on the position and the seed alone."""
    child = ponnuki.player("child", spec)
    for number, (position, _) in enumerate(positions(spec, 20)):
        for seed in number, stream(number, "test", 0):
            assert child.choose(position, seed=seed) == people.child(position, seed)


def test_the_child_plays_capture_go_alone() -> None:
    """And says so."""
    with pytest.raises(SpecError, match="the child player plays Capture Go, not go:5"):
        ponnuki.player("child", "go:5")


CHOICES = [
    Choice(lapse=1),
    Choice(lapse=1, sees_captures=0.5, sees_saves=0.3, sees_ataris=0.2),
    Choice(lapse=1, sees_captures=0, sees_saves=0, sees_ataris=0, near=2),
    Choice(lapse=1, guards=True, near=1, sees_ataris=0.5),
]


@pytest.mark.parametrize("choice", CHOICES, ids=[one.text() for one in CHOICES])
def test_a_lapse_is_its_twin(choice: Choice) -> None:
    """Where it draws evenly: the draw for the lapse first, then those for what is seen."""
    own = engine(choice)
    for number, (position, moves) in enumerate(positions("capture-go:5", 20)):
        draws = Xoshiro(stream(number, "move", position.plies))
        draws.uniform()  # whether the turn is a lapse
        last = moves[-1] if moves else None
        if not people.Turn.of(position).legal:
            continue
        expected = people.lapse(position, choice, last, draws)
        assert own.choose(position, seed=number) == expected, str(position)


def near(count: int, share: float, total: int) -> bool:
    """Whether a count is within five standard errors of what a share makes likely."""
    return abs(count - share * total) <= 5 * sqrt(max(share * (1 - share), 1e-3) * total)


def counted(own: Engine, position: Position, seeds: int) -> Counter[int]:
    """How often each move is played."""
    return Counter(own.choose(position, seed=seed) for seed in range(seeds))


def test_the_policy_is_drawn_from_by_its_temperature() -> None:
    """By chances in proportion to e^(logit / T), among legal points alone."""
    position = GAME.start().play("C3").play("B2")
    for temperature in 0.5, 2.0:
        own = engine(Choice(drawn="policy", temperature=temperature))
        assert isinstance(own.evaluator, ConvNet)
        legal = people.Turn.of(position).legal
        chances = own.evaluator.policy(own.weights, position)[legal] ** (1 / temperature)
        chances /= chances.sum()
        found = counted(own, position, 600)
        assert set(found) <= set(legal)
        for move, chance in zip(legal, chances, strict=True):
            assert near(found[move], float(chance), 600)


def test_visits_are_drawn_from_by_their_squares() -> None:
    """The search itself does not depend on the game's seed but for ties."""
    position = GAME.start()
    own = engine(Choice(drawn="visits"), visits=30)
    found = own.think(position, seed=1)
    weights = {move: count**2 for move, count in found.root_visits.items()}
    total = sum(weights.values())
    played = counted(own, position, 300)
    for move, weight in weights.items():
        assert near(played[move], weight / total, 300)


def test_a_draw_ends_with_the_opening() -> None:
    """From the ply on that is said, the best move is played."""
    own = engine(Choice(drawn="visits", drawn_plies=2), visits=30)
    best = engine(Choice(), visits=30)
    opening = GAME.start().play("A1")
    after = opening.play("B2")
    assert len(counted(own, opening, 60)) > 1
    assert counted(own, after, 20) == counted(best, after, 20)


def test_tactics_come_first() -> None:
    """Whatever the net thinks: captures, else saves, else no self-atari."""
    choice = Choice(tactics=True, guards=True, drawn="policy")
    for visits, drawn in ((0, "policy"), (8, "visits"), (8, "best")):
        own = engine(choice.but(drawn=drawn), visits)
        for number, (position, _) in enumerate(positions("capture-go:5", 12)):
            allowed = people.sensible(position, choice)
            if allowed:
                assert own.choose(position, seed=number) in allowed, str(position)


def test_lapses_have_their_share_and_form_is_of_a_game() -> None:
    """A side in form has none in the whole game; which games those are, the seed says."""
    position = GAME.start().play("C3")
    choice = Choice(lapse=0.3, form=0.5, near=1)
    own, best = engine(choice), engine(Choice())
    usual = best.choose(position, seed=0)
    others = 0
    for seed in range(400):
        move = own.choose(position, seed=seed)
        if people.in_form(seed, "white", 0.5):
            assert move == best.choose(position, seed=seed)
        others += move != usual
    assert near(others, 0.5 * 0.3, 400)


def test_hidden_points_are_not_seen() -> None:
    """All hidden: as if nothing were; some: a capture at a hidden point is missed."""
    position = GAME.start()
    for text in ("C3", "C4", "A1", "B3", "A5", "D3", "E1"):
        position = position.play(text)
    capture = GAME.move("C2")
    assert position.play(capture).outcome is not None
    own = engine(Choice(hidden=0.5), visits=40)
    found = counted(own, position, 150)
    assert near(found[capture], 0.5, 150)
    assert engine(Choice(hidden=1.0), visits=40).choose(position, seed=1) == capture


@pytest.mark.parametrize("number", [4, 5, 6])
def test_what_wins_at_once_is_not_drawn(number: int) -> None:
    """From the fourth level on no capture is ignored, also where it needs no search."""
    position = GAME.start().play("A1").play("B1").play("C3")
    level = ponnuki.player(f"champion:capture-go,strength={number}", GAME)
    assert {level.choose(position, seed=seed) for seed in range(10)} == {GAME.move("A2")}


def test_in_go_a_draw_may_be_a_pass() -> None:
    """Nobody fills its last eyes: games end by passes, not at the limit of moves."""
    game = ponnuki.game("go:5")
    for spec in "champion:go,lapse=1,guards=yes", "champion:go,drawn=policy,guards=yes":
        batch = play_games(game, [ponnuki.player(spec, game)], [[0, 0]] * 4, game_seeds(1, 4))
        assert set(batch.ends) == {"territory"}, batch.ends


def test_without_these_settings_nothing_changes() -> None:
    """Fingerprints, on which seeds of games hang, stay; and so do games."""
    own = engine(Choice(), visits=10)
    assert fingerprint(own) == fingerprint(Engine(own.evaluator, own.weights, own.search))
    assert fingerprint(engine(Choice(lapse=0.1), 10)) != fingerprint(own)


@pytest.mark.parametrize(
    ("spec", "game", "words"),
    [
        ("untrained,drawn=policy", "capture-go:5", "drawn=policy is not allowed: the net has no"),
        ("untrained,lapse=1,lapse_temperature=2", "capture-go:5", "lapse_temperature=2.0"),
        ("untrained,drawn=visits", "capture-go:5", "drawn=visits is not allowed without visits"),
        ("champion:go,visits=0,depth=1,hidden=0.1", "go:5", "hidden=0.1 is not allowed without"),
        ("champion:othello,guards=yes", "othello:8", "othello has no captures"),
        ("champion:capture-go,lapse=2", "capture-go:5", "lapse=2 is not allowed"),
        ("champion:capture-go,strength=0", "capture-go:5", "strength=0 is not allowed: use"),
        ("champion:capture-go,strength=7", "capture-go:5", "strength=7 is not allowed: use"),
        ("champion:capture-go,strength=7.5", "capture-go:5", "strength=7.5 is not allowed"),
        ("champion:capture-go,strength=2,visits=4", "capture-go:5", "is not allowed with visits"),
        ("champion:capture-go,strength=2,lapse=.5", "capture-go:5", "is not allowed with lapse"),
        ("champion:capture-go-4x64,strength=2", "capture-go:5", "has levels, not capture-go-4x64"),
        ("champion:othello,strength=2", "othello:8", "capture-go has levels, not othello"),
    ],
)
def test_what_is_refused(spec: str, game: str, words: str) -> None:
    """One line that names the setting, its value and what is allowed."""
    with pytest.raises(SpecError, match=words):
        ponnuki.player(spec, game)


@pytest.mark.parametrize("size", [5, 6, 9, 13])
def test_levels_play_the_same_game_for_the_same_seed(size: int) -> None:
    """In a batch and alone, on any number of threads; games of different seeds differ."""
    game = ponnuki.game("capture-go", size=size)
    for number in range(1, 6 if size < 7 else 5):
        level = ponnuki.player(f"champion:capture-go,strength={number}", game)
        pairs, seeds = [[0, 0]] * 6, game_seeds(4, 6)
        one = play_games(game, [level], pairs, seeds, threads=1)
        two = play_games(game, [level], pairs, seeds, threads=2)
        assert np.array_equal(one.moves, two.moves)
        assert len({record.moves for record in one}) == 6


def test_levels_have_words() -> None:
    """As many as there are strengths, for every size; other games have named players."""
    for sizes in STRENGTHS.values():
        assert {len(one) for one in sizes.values()} == {6}
    for spec in "capture-go:5", "go:9", "othello:8", "tic-tac-toe":
        found = levels(ponnuki.game(spec))
        assert len({one.word for one in found}) == len(found) >= 2
        for one in found:
            assert ponnuki.player(one.spec, spec).spec == one.spec
