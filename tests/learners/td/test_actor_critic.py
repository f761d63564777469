"""An actor and its critic against a slow twin, and what they promise."""

from typing import Any

import numpy as np
import pytest

from ponnuki import machine
from ponnuki.arena import Arena
from ponnuki.learners import SettingsError, learner, settings_of
from ponnuki.learners.td.games import Learned, learn
from ponnuki.learners.td.settings import TdSettings
from tests.reference import td

PAIRS = {"kind": "ntuple", "shapes": ["straight-2"], "output_activation": "linear", "bound": 0.3}
SQUARES = {"kind": "ntuple", "shapes": ["square-2"], "output_activation": "sigmoid", "bound": 0.3}
LIBERTIES = {**PAIRS, "shapes": ["straight-2:liberties-2"]}
DENSE = {"kind": "mlp", "encoding": "own-opponent", "hidden": [6], "hidden_activation": "tanh"}
SIGMOID = {"output_activation": "sigmoid"}
SIDELESS = {"kind": "mlp", "encoding": "black-white", "hidden": [5], "hidden_activation": "tanh"}
NO_NOISE = {"kind": "epsilon", "epsilon": 0.0, "temperature": 0.7}


def settings(**changes: Any) -> TdSettings:
    """A short run, with some settings changed."""
    table: dict[str, Any] = {
        "learner": "actor-critic",
        "game": "othello:6",
        "net": PAIRS,
        "critic": SQUARES,
        "selection": NO_NOISE,
        "rate": 0.05,
        "games": 30,
        "generations": 2,
    }
    made = settings_of({**table, **changes})
    assert isinstance(made, TdSettings)
    return made


def games_of(own: TdSettings, actor: Any, critic: Any, first: int, games: int) -> Learned:
    """Some games in the core."""
    (found,) = learn([(own, critic)], first, games, Arena(1), actors=[actor])
    return found


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"opponent": "random"},
        {"opponent": "random", "rate_halving": 3.0, "trace": 0.0},
        {"exact_end": False, "discount": 0.9, "loss": "squared"},
        {"net": DENSE, "critic": {**DENSE, **SIGMOID}},
        {
            "net": SIDELESS,
            "critic": SIDELESS,
            "game": "tic-tac-toe",
            "rewards": {"win": 1, "draw": 0, "loss": -1},
            "loss": "squared",
            "actor_rate": 0.5,
        },
        {"net": LIBERTIES, "critic": SQUARES, "game": "capture-go:4", "opponent": "random"},
        {"net": LIBERTIES, "critic": SQUARES, "game": "go:3"},
    ],
    ids=str,
)
def test_weights_follow_the_formulas(changes: dict[str, Any]) -> None:
    """After some games the weights of both nets are those of a twin in double precision."""
    own = settings(**changes)
    actor, critic = own.evaluator().initial(1, 5)[0], own.valuer().initial(1, 6)[0]
    first = actor
    twins = actor.astype(np.float64), critic.astype(np.float64)
    for number in range(4):
        after = games_of(own, actor, critic, number, 1)
        assert after.actor is not None
        actor, critic = after.actor, after.weights
        twins = td.learn_to_act(own, *twins, after.last_game.moves.tolist(), number)
    assert np.abs(actor - first).max() > 1e-3
    assert np.abs(actor - twins[0]).max() < 5e-5
    assert np.abs(critic - twins[1]).max() < 5e-5


def test_every_instruction_set_has_the_same_weights() -> None:
    """The actor and its critic learn the same to the last bit on every instruction set."""
    own = settings(selection={"kind": "epsilon", "epsilon": 0.1}, opponent="random")
    weights = own.evaluator().initial(1, 5)[0], own.valuer().initial(1, 6)[0]
    found = set()
    try:
        for name in machine.instruction_sets():
            machine.use_instruction_set(name)
            after = games_of(own, *weights, 0, 20)
            assert after.actor is not None
            found.add((after.actor.tobytes(), after.weights.tobytes()))
    finally:
        machine.use_instruction_set(machine.instruction_sets()[-1])
    assert len(found) == 1


def test_games_in_parts_are_games_in_one_go() -> None:
    """Thirty games are ten and twenty."""
    own = settings(selection={"kind": "epsilon", "epsilon": 0.1}, opponent="random")
    weights = own.evaluator().initial(1, 5)[0], own.valuer().initial(1, 6)[0]
    whole = games_of(own, *weights, 0, 30)
    part = games_of(own, *weights, 0, 10)
    part = games_of(own, part.actor, part.weights, 10, 20)
    assert whole.actor is not None
    assert part.actor is not None
    assert np.array_equal(whole.actor, part.actor)
    assert np.array_equal(whole.weights, part.weights)


def test_an_actor_learns_to_win() -> None:
    """After two thousand games on a small board the actor wins nearly always, as not at first."""
    own = settings(
        selection={"kind": "epsilon", "epsilon": 0.0, "temperature": 1.0},
        net={**PAIRS, "bound": 0.0},
        critic={**SQUARES, "bound": 0.0},
        opponent="random",
        actor_rate=0.2,
        rate=0.1,
        games=100,
        generations=20,
    )
    one = learner(own, Arena(1))
    won = [generation.facts["won"] for _, generation in one.run(one.start())]
    assert won[0] < 0.8
    assert min(won[-3:]) > 0.9


def test_the_champion_is_an_average() -> None:
    """The net of a generation keeps a share of the one before, from the second on."""
    one = learner(settings(average=0.25), Arena(1))
    first, generation = one.step(one.start())
    assert (generation.champion == first.weights).all()
    second, generation = one.step(first)
    expected = np.float32(0.25) * first.average + np.float32(0.75) * second.weights
    assert (generation.champion == expected).all()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"critic": {**DENSE, **SIGMOID}},
            r"critic.kind='mlp' is not allowed: use a net with one value, of",
        ),
        ({"critic": {"kind": "magic"}}, r"critic.kind='magic' is not allowed"),
        ({"actor_rate": 0}, "actor_rate=0 is not allowed"),
        ({"average": 1}, "average=1 is not allowed"),
        ({"selection": {"kind": "gibbs"}}, "selection.kind='gibbs' is not allowed with a critic"),
        (
            {"selection": {**NO_NOISE, "temperature_halving": 5.0}},
            "temperature_halving=5.0 is not allowed with a critic: use 0",
        ),
    ],
    ids=str,
)
def test_bad_settings_are_named(changes: dict[str, Any], words: str) -> None:
    """An error names the setting, its value and what is allowed."""
    with pytest.raises(SettingsError, match=words):
        settings(**changes)


def test_a_critic_is_optional_and_goes_with_no_utility() -> None:
    """A net alone has no settings of an actor; `none` is what silence is."""
    table: dict[str, Any] = {"learner": "temporal-differences", "game": "othello:6"}
    alone = settings_of({**table, "net": PAIRS})
    assert settings_of({**table, "net": PAIRS, "critic": "none"}) == alone
    assert settings(critic="none", loss="squared").critic is None
    assert "critic" not in alone.table()
    own = settings()
    assert settings_of(own.table()) == own
    assert own.but(rate=0.1).critic == own.critic
    without = own.but(critic=None, loss="squared")
    assert (without.critic, without.name) == (None, "temporal-differences")
    for name, value in (("actor_rate", 0.1), ("average", 0.5)):
        with pytest.raises(SettingsError, match=f"{name}={value} is not allowed without a critic"):
            settings_of({**table, name: value})
    with pytest.raises(SettingsError, match="utility is not allowed with a critic"):
        settings(utility={"areas": 0.5})
    with pytest.raises(SettingsError, match=r"critic=3 is not allowed: use a table .*, or 'none'"):
        settings(critic=3)
