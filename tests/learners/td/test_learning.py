"""The core's learning by temporal differences against a slow twin, and what it promises."""

from typing import Any

import numpy as np
import pytest

from ponnuki import machine
from ponnuki.arena import Arena
from ponnuki.evaluators import DenseNet
from ponnuki.learners import LearningError, learner, settings_of
from ponnuki.learners.td.games import Learned, learn
from ponnuki.learners.td.settings import TdSettings
from ponnuki.players import player
from ponnuki.players.book import book_of
from tests.reference import td
from tests.reference.tree_search import known

KOTEN = {"kind": "mlp", "encoding": "koten", "hidden": [25]}
TUPLES = {
    "kind": "ntuple",
    "shapes": ["square-2:liberties-2", "straight-2:liberties-3:anywhere", "straight-3"],
    "output_activation": "sigmoid",
    "bound": 0.3,
}


def settings(**changes: Any) -> TdSettings:
    """A short run, with some settings changed."""
    table: dict[str, Any] = {"learner": "temporal-differences", "games": 30, "generations": 2}
    made = settings_of({**table, **changes})
    assert isinstance(made, TdSettings)
    return made


def dense(own: TdSettings) -> DenseNet:
    """The net of a run that has a twin."""
    net = own.evaluator()
    assert isinstance(net, DenseNet)
    return net


def learned(
    own: TdSettings, weights: Any, first: int, games: int, coherence: Any = None
) -> Learned:
    """Some games in the core."""
    return learn([(own, weights)], first, games, Arena(1), coherence=[coherence])[0]


RULES: list[dict[str, Any]] = [
    {"net": KOTEN},
    {"net": {"kind": "mlp", "encoding": "roban", "hidden": [20, 20]}},
    {"net": {"kind": "mlp", "encoding": "katatsugi", "hidden": [25], "biases": True}},
    {"net": {**KOTEN, "output_activation": "sigmoid", "hidden_activation": "tanh"}},
    {"net": {**KOTEN, "encoding": "black-white"}, "rewards": {"win": 1, "draw": 0, "loss": -1}},
    {"net": {**KOTEN, "output_activation": "sigmoid"}, "loss": "logistic", "trace": 0.5},
    {"net": KOTEN, "difference": "next-view"},
    {"net": KOTEN, "difference": "own-move"},
    {"net": KOTEN, "difference": "naive"},
    {"net": KOTEN, "trace": 0.8, "discount": 0.9},
    {"net": KOTEN, "trace": 0.5, "difference": "next-view"},
    {"net": KOTEN, "rewards": {"both": False}},
    {"net": KOTEN, "rewards": {"win": 0.1, "draw": 0, "loss": -0.1, "margin": 0.04}},
    {"net": KOTEN, "passes": "eyes", "rate_halving": 5.0},
    {"net": KOTEN, "opening": 4, "trace": 0.7},
    {"net": KOTEN, "selection": {"kind": "gibbs", "temperature": 0.2}, "exact_end": True},
    {"net": {"kind": "mlp"}, "game": "tic-tac-toe"},
    {"net": KOTEN, "opponent": "naive,noise=0.1", "opening": 3},
    {"net": KOTEN, "opponent": "random", "trace": 0.6, "discount": 0.9},
    {
        "net": {"kind": "mlp", "encoding": "koten", "hidden": [8]},
        "game": "othello:8",
        "opponent": "standard-wpc,depth=2,noise=0.1",
    },
    {"learner": "hdp", "net": KOTEN, "game": "go:5", "rate": 0.05},
    {
        "learner": "hdp",
        "net": {**KOTEN, "output_activation": "sigmoid"},
        "game": "go:5",
        "opponent": "random",
        "utility": {"stones": 2.0, "areas": 1.0, "prisoners": 3.0},
        "discount": 0.8,
        "opening": 3,
        "trace": 0.5,
    },
    {
        "learner": "hdp",
        "net": KOTEN,
        "game": "capture-go:5,captures=3",
        "opponent": "naive,noise=0.2",
        "rate": 0.05,
    },
    {"learner": "hdp", "net": KOTEN, "game": "othello:6", "opponent": "random", "rate": 0.05},
    {"net": {"kind": "mlp", "encoding": "koten"}, "game": "othello:6"},
    {"net": {"kind": "mlp", "encoding": "koten", "hidden": [8]}, "game": "capture-go:5"},
    {"net": KOTEN, "coherence": True},
    {"net": KOTEN, "coherence": True, "trace": 0.6, "opening": 2},
    *(
        {"game": "go:4", "net": TUPLES, **changes}
        for changes in (
            {},
            {"trace": 0.8, "opening": 2},
            {"loss": "logistic", "rate": 0.02},
            {"trace": 0.1, "difference": "next-view"},
            {"coherence": True, "rate": 0.1},
            {"coherence": True, "trace": 0.5, "difference": "next-view"},
            {"net": {**TUPLES, "symmetric": True, "stages": 2}, "coherence": True, "trace": 0.8},
            {"game": "capture-go:4", "coherence": True, "exact_end": True},
        )
    ),
]


def follow(own: TdSettings, see: td.ValueAndGradient, games: int) -> float:
    """How far the core's weights are from the twin's after some games, at most."""
    weights, coherence = own.evaluator().initial(1, 5)[0], None
    twin, both = weights.astype(np.float64), np.zeros((2, len(weights)))
    for number in range(games):
        after = learned(own, weights, number, 1, coherence)
        weights, coherence = after.weights, after.coherence
        twin = td.learn(own, twin, after.last_game.moves.tolist(), number, see, both)
    if coherence is not None:
        assert np.abs(coherence - both).max() < 2e-4
    assert np.abs(weights - own.evaluator().initial(1, 5)[0]).max() > 1e-3
    return float(np.abs(weights - twin).max())


@pytest.mark.parametrize("changes", RULES, ids=str)
def test_weights_follow_the_formulas(changes: dict[str, Any]) -> None:
    """After some games the core's weights are those of a twin in double precision."""
    own = settings(**changes)
    games = 20 if isinstance(own.evaluator(), DenseNet) else 5
    see = td.by_hand(own.evaluator(), own.loss == "logistic")
    assert follow(own, see, games) < 2e-5


@pytest.mark.parametrize("changes", RULES[:4], ids=str)
def test_weights_follow_autograd(changes: dict[str, Any]) -> None:
    """After twenty games the core's weights are those that PyTorch's gradients make."""
    pytest.importorskip("torch")
    own = settings(**changes)
    assert follow(own, td.by_autograd(dense(own)), 20) < 2e-5


@pytest.mark.parametrize("changes", [*RULES, {"net": {"kind": "window"}}], ids=str)
def test_every_instruction_set_learns_the_same(changes: dict[str, Any]) -> None:
    """Weights and games are the same to the last bit on every instruction set."""
    own = settings(**changes)
    weights = own.evaluator().initial(1, 6)[0]
    found = set()
    try:
        for name in machine.instruction_sets():
            machine.use_instruction_set(name)
            after = learned(own, weights, 0, 30)
            found.add((after.weights.tobytes(), after.plies, after.error))
    finally:
        machine.use_instruction_set(machine.instruction_sets()[-1])
    assert len(found) == 1


@pytest.mark.parametrize("opponent", ["", "pattern,noise=0.1"])
def test_games_in_parts_are_games_in_one_go(opponent: str) -> None:
    """Thirty games are ten and twenty, and runs at once are runs one by one."""
    own = settings(net=KOTEN, selection={"kind": "epsilon"}, opponent=opponent)
    weights = own.evaluator().initial(1, 7)[0]
    whole = learned(own, weights, 0, 30)
    part = learned(own, learned(own, weights, 0, 10).weights, 10, 20)
    assert np.array_equal(whole.weights, part.weights)
    together = learn([(own, weights)] * 3, 0, 30, Arena(3))
    assert all(np.array_equal(one.weights, whole.weights) for one in together)


def test_games_in_parts_keep_the_rates_of_weights() -> None:
    """With coherence thirty games are ten and twenty, if what was kept goes along."""
    own = settings(net=TUPLES, coherence=True, trace=0.7)
    weights = own.evaluator().initial(1, 7)[0]
    whole, part = learned(own, weights, 0, 30), learned(own, weights, 0, 10)
    rest = learned(own, part.weights, 10, 20, part.coherence)
    assert np.array_equal(whole.weights, rest.weights)
    assert whole.coherence is not None
    assert rest.coherence is not None
    assert np.array_equal(whole.coherence, rest.coherence)
    without = learned(own, part.weights, 10, 20)
    assert not np.array_equal(whole.weights, without.weights)


def test_a_run_with_coherence_is_taken_up_exactly() -> None:
    """A state that was saved goes on as if it had not been; without its rates it is refused."""
    one = learner(settings(net=TUPLES, game="go:4", coherence=True, trace=0.7), Arena(1))
    state, _ = one.step(one.start())
    saved = one.arrays(state)
    again = one.restore(saved)
    for first, second in zip(
        one.arrays(one.step(state)[0]).values(),
        one.arrays(one.step(again)[0]).values(),
        strict=True,
    ):
        assert np.array_equal(first, second)
    assert np.array_equal(one.restore(one.arrays(one.start())).weights, one.start().weights)
    del saved["coherence"]
    with pytest.raises(ValueError, match="does not fit the settings: it has no 'coherence'"):
        one.restore(saved)


def test_a_trace_by_hand() -> None:
    """The rewards of a game go back along it by λ, as worked by hand.

    A table over the whole board of tic-tac-toe has a weight for every board. At first all weights
    are 0, all values 1/2 and all slopes 1/4. So the end of a game, worth 1 or 0, changes the weight
    of the board k own moves before by (1 - 1/2) λ^k / 4; and that of the last board as the other
    side sees it.
    """
    net = {
        "kind": "ntuple",
        "shapes": [],
        "points": [[0, 1, 2, 3, 4, 5, 6, 7, 8]],
        "output_activation": "sigmoid",
        "bound": 0.0,
    }
    own = settings(net=net, game="tic-tac-toe", trace=0.5, rate=1.0)
    after = learned(own, own.evaluator().initial(1, 1)[0], 0, 1)
    winner = after.last_game[0].outcome.winner
    changes = np.sort(np.abs(after.weights[after.weights != 0]))[::-1]
    moves = len(after.last_game.moves)
    if winner is None:
        assert len(changes) == 0
    else:
        own_moves = [(moves + 1) // 2, moves // 2]
        expected = sorted([0.125 * 0.5**k for many in own_moves for k in range(many)] + [0.125])
        assert np.allclose(changes[::-1], expected)


def test_a_random_move_is_not_learned_from() -> None:
    """With nothing but random moves only the rewards of the end are learned."""
    own = settings(net=KOTEN, selection={"kind": "epsilon", "epsilon": 1.0})
    after = learned(own, own.evaluator().initial(1, 8)[0], 0, 10)
    assert after.explored == after.plies
    assert after.differences <= 3 * after.games


def test_the_opponent_plays_its_own_moves() -> None:
    """Every move of the other side is the one that the opponent chooses, and colours alternate."""
    own = settings(net={"kind": "wpc"}, game="othello:8", opponent="standard-wpc,ties=first")
    opponent = player(own.opponent, own.evaluator().game)
    weights = own.evaluator().initial(1, 3)[0]
    wins = 0
    for number in range(4):
        after = learned(own, weights, number, 1)
        position = own.evaluator().game.start()
        for ply, move in enumerate(after.last_game.moves.tolist()):
            if ply % 2 != number % 2:
                assert move == opponent.choose(position, seed=1)
            position = position.play(move)
        assert position.outcome is not None
        won = position.outcome.winner == ("black", "white")[number % 2]
        assert after.wins == won
        wins += won
    assert learned(own, weights, 0, 1).wins + wins <= 5


def test_an_opponent_follows_its_book() -> None:
    """An opponent with a book begins with one of its lines."""
    own = settings(net={"kind": "wpc"}, game="othello:8", opponent="standard-wpc,book=likeliest")
    game = own.evaluator().game
    moves = learned(own, own.evaluator().initial(1, 3)[0], 1, 1).last_game.moves.tolist()
    likely = book_of(game).chances()
    assert likely[moves[0]] == max(likely.values())


def test_random_moves_are_learned_from_where_that_is_asked_for() -> None:
    """An opponent's always are, one's own if wanted; those of the opening never."""
    table = {"net": KOTEN, "opponent": "random"}
    free = settings(**table, selection={"kind": "epsilon", "epsilon": 0.0})
    after = learned(free, free.evaluator().initial(1, 8)[0], 0, 1)
    assert after.differences == (after.plies + 1) // 2
    random: dict[str, Any] = {"kind": "epsilon", "epsilon": 1.0}
    drawn = settings(**table, selection={**random, "learned": True}, opening=4)
    after = learned(drawn, drawn.evaluator().initial(1, 8)[0], 0, 1)
    assert after.explored == (after.plies + 1) // 2 + 2
    assert after.differences == (after.plies + 1) // 2 - 2
    drawn = settings(**table, selection=random)
    after = learned(drawn, drawn.evaluator().initial(1, 8)[0], 0, 10)
    assert after.differences == after.games
    drawn = settings(net=KOTEN, selection={**random, "learned": True}, opening=4)
    after = learned(drawn, drawn.evaluator().initial(1, 8)[0], 0, 1)
    assert after.plies - 6 <= after.differences <= after.plies


def test_a_share_of_the_games_is_against_the_opponent() -> None:
    """The others are self-play, and without any the run is one of self-play, bit for bit."""
    some = settings(net=KOTEN, opponent="naive", opponent_share=0.3)
    weights = some.evaluator().initial(1, 7)[0]
    after = learned(some, weights, 0, 200)
    assert 40 < after.met < 80
    assert 0 <= after.wins <= after.met
    none = learned(settings(net=KOTEN, opponent="naive", opponent_share=0.0), weights, 0, 30)
    assert np.array_equal(none.weights, learned(settings(net=KOTEN), weights, 0, 30).weights)
    assert none.met == 0


def test_a_run_against_an_opponent_says_how_often_it_won() -> None:
    """The line of a generation has the share of games won; in self-play there is none."""
    one = learner(settings(net=KOTEN, opponent="random"), Arena(1))
    _, generation = one.step(one.start())
    assert 0 < generation.facts["won"] < 1
    one = learner(settings(net=KOTEN), Arena(1))
    assert "won" not in one.step(one.start())[1].facts


def test_a_net_that_keeps_its_eyes_fills_none() -> None:
    """With passes='eyes' no move of a game fills a one-point eye, nor is a pass early."""
    own = settings(net=KOTEN, passes="eyes")
    net = own.evaluator()
    for number in range(10):
        position = net.game.start()
        after = learned(own, net.initial(1, 9)[0], number, 1)
        for move in after.last_game.moves.tolist():
            cells = np.pad(position.cells, 1, constant_values=9)
            sign = 1 if position.to_move == "black" else -1

            def is_eye(point: int, cells: Any = cells, sign: int = sign) -> bool:
                r, c = divmod(point, 5)
                near = cells[r, c + 1], cells[r + 2, c + 1], cells[r + 1, c], cells[r + 1, c + 2]
                return all(one in {sign, 9} for one in near)

            open_moves = [one for one in position.legal_numbers() if one < 25 and not is_eye(one)]
            assert move in open_moves if open_moves else move == 25
            position = position.play(move)


def test_weights_that_overflow_stop_the_run() -> None:
    """A learning rate that is far too high is an error that names it."""
    one = learner(settings(net=KOTEN, rate=1e30), Arena(1))
    with pytest.raises(LearningError, match=r"overflowed in game \d+: rate=1e\+30"):
        one.step(one.start())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"difference": "sideways"}, "difference='sideways' is not allowed"),
        ({"lambda": 1.5}, "lambda=1.5 is not allowed"),
        ({"trace": 0.5, "difference": "own-move"}, "lambda is not allowed"),
        ({"game": "othello:8", "passes": "eyes"}, "passes='eyes' is not allowed in othello"),
        ({"net": {"kind": "mlp", "encoding": "hex"}}, "encoding='hex' is not allowed"),
        ({"net": {"kind": "nothing"}}, "net.kind='nothing' is not allowed: use window"),
        ({"selection": {"kind": "gibbs", "temperature": 0}}, "temperature=0 is not allowed"),
        ({"opponent": "random", "opponent_share": 2}, "opponent_share=2 is not allowed"),
        ({"loss": "logistic"}, "loss='logistic' is not allowed: the net's output is no sigmoid"),
        (
            {"net": TUPLES, "loss": "logistic", "rewards": {"loss": -1}},
            "loss='logistic' is not allowed with rewards.loss=-1.0: use 0 to 1",
        ),
        (
            {"net": TUPLES, "loss": "logistic", "rewards": {"margin": 0.1}},
            "with rewards.margin=0.1: use 0",
        ),
        (
            {"learner": "hdp", "opponent": ""},
            "opponent='' is not allowed with utility: use",
        ),
        (
            {"learner": "hdp", "net": {"kind": "wpc"}},
            "use a net that sees the board from its own side",
        ),
        ({"learner": "hdp", "exact_end": True}, "exact_end=True is not allowed"),
        (
            {"learner": "hdp", "opponent_share": 0.5},
            "opponent_share=0.5 is not allowed with",
        ),
        ({"learner": "hdp", "utility": {"areas": -1}}, "utility.areas=-1 is not allowed"),
        (
            {"opponent": "random", "difference": "naive"},
            "difference='naive' is not allowed with an opponent",
        ),
    ],
)
def test_settings_that_make_no_learner(changes: dict[str, Any], said: str) -> None:
    """Settings that are not allowed are named, with what is allowed."""
    with pytest.raises(ValueError, match=said.replace("(", r"\(")):
        settings(**changes)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"opponent": "nobody"}, "opponent='nobody' is not allowed: .*use random"),
        ({"opponent": "gtp:true"}, "opponent='gtp:true' is not allowed: .* start no program"),
        ({"opponent": "standard-wpc"}, "opponent='standard-wpc' is not allowed: .*plays othello:8"),
        ({"opponent": "untrained,nodes=9"}, "not a limit of nodes or seconds"),
        ({"opponent": "net:nowhere"}, "nowhere"),
    ],
)
def test_players_are_looked_for_before_work_begins(changes: dict[str, Any], said: str) -> None:
    """Settings name them; only a learner that starts opens files and makes players."""
    one = learner(settings(**changes), Arena(1))
    with pytest.raises((ValueError, OSError), match=said):
        one.start()


def test_what_is_forced_is_played() -> None:
    """With `forced`, no move is worse than what one can see of the others; without, some are."""
    worse = {}
    for forced in True, False:
        one = settings(
            game="capture-go:5",
            net={"kind": "ntuple", "shapes": ["straight-2"]},
            selection={"kind": "epsilon", "epsilon": 0.3},
            forced=forced,
            games=1,
        )
        weights = one.evaluator().initial(1, 1)[0]
        worse[forced] = 0
        for first in range(12):
            (learned,) = learn([(one, weights)], first, 1, Arena(1))
            game = learned.last_game[0]
            for position, move in zip(game.positions(), game.moves, strict=False):
                seen = {legal: known(position, legal)[1] for legal in position.legal_numbers()}
                worse[forced] += seen[move] < max(seen.values())
    assert worse[True] == 0
    assert worse[False] > 0
    with pytest.raises(ValueError, match="forced=true is not allowed in go"):
        settings(game="go:5", forced=True)
