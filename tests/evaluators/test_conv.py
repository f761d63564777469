"""Convolutional nets: what they see of last moves and ko, and what their files say of it."""

from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

import ponnuki
from ponnuki import Position, Search, SpecError, evaluator, load_weights, machine
from ponnuki.evaluators import ConvNet
from ponnuki.evaluators.files import weights_bytes
from ponnuki.players import champions
from ponnuki.players.champions import champion_file
from tests.reference.conv import conv_at, marks_of
from tests.reference.nets import Singles

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"history": 1},
    {"history": 2},
    {"ko": True},
    {"history": 1, "ko": True},
    {"liberties": True, "history": 2},
    {"liberties": True, "history": 2, "ko": True},
)
KO = """
. X O .
X O . O
. X O .
. . . .
black to move
"""
"""Black takes a ko at C3."""


@pytest.fixture(params=machine.instruction_sets())
def _instruction_set(request: pytest.FixtureRequest) -> Iterator[None]:
    before = machine.instruction_set()
    machine.use_instruction_set(request.param)
    yield
    machine.use_instruction_set(before)


def a_net(spec: str, **options: Any) -> tuple[ConvNet, Singles]:
    """A small net, and weights of both signs."""
    net = cast(ConvNet, evaluator("conv", spec, blocks=1, **options))
    rng = np.random.default_rng(4)
    return net, rng.uniform(-0.3, 0.3, net.weight_count).astype(np.float32)


def seen(net: ConvNet, row: Singles, position: Position) -> float:
    """The value of a position for the side to move, as a tree search asks for it."""
    value = Search(visits=1).run(position, net, row).value
    return value if position.to_move == "black" else -value


def some(spec: str) -> list[Position]:
    """Positions of random games that are not decided at first sight."""
    found = []
    for record in ponnuki.play_random(spec, 3, seed=2, threads=1):
        found += [one for one in record.positions() if one.outcome is None and not one.passes]
    return found


@pytest.mark.usefixtures("_instruction_set")
@pytest.mark.parametrize("spec", ["go:4", "go:5,ko=simple", "go:13"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_values_are_the_twin_s(spec: str, options: dict[str, Any]) -> None:
    """To the last bit, on every instruction set, whatever the net sees."""
    net, row = a_net(spec, **options)
    many = some(spec)
    for position in many[:: max(1, len(many) // 20)]:
        assert seen(net, row, position) == conv_at(net, row, position)[0]


def test_last_moves_are_seen_in_their_order() -> None:
    """The same moves in another order make an equal position; to nets that see them it differs."""
    start = ponnuki.game("capture-go:5").start()
    one = start.play_all(["B2", "D4", "C3", "C5"])
    other = start.play_all(["C3", "C5", "B2", "D4"])
    assert one == other
    unknown = one.game.parse(str(one))
    for history, same in (0, True), (1, False), (2, False):
        net, row = a_net("capture-go:5", history=history)
        assert (seen(net, row, one) == seen(net, row, other)) is same
        assert (seen(net, row, one) == seen(net, row, unknown)) is same
        assert seen(net, row, unknown) == conv_at(net, row, unknown)[0]


def test_a_pass_is_nowhere() -> None:
    """The plane of passes says that it was the last move; the move before it is seen."""
    position = ponnuki.game("go:5,komi=30").start().play_all(["C3", "pass"])
    last, before = marks_of(position, 2, False)
    assert not last.any()
    assert before.ravel().nonzero()[0].tolist() == [12]
    net, row = a_net(position.game.spec, history=2)
    assert seen(net, row, position) == conv_at(net, row, position)[0]


@pytest.mark.parametrize("rule", ["simple", "superko"])
def test_what_ko_forbids_is_seen(rule: str) -> None:
    """After a ko was taken one point is marked; the board alone, and other nets, know nothing."""
    game = ponnuki.game("go:4", ko=rule)
    position = game.parse(KO).play("C3")
    (forbidden,) = marks_of(position, 0, True)
    assert [game.text(point) for point in forbidden.ravel().nonzero()[0]] == ["B3"]
    alone = game.parse(str(position).replace(", ko B3", ""))
    assert not marks_of(alone, 0, True)[0].any()
    for ko in False, True:
        net, row = a_net(game.spec, ko=ko)
        assert seen(net, row, position) == conv_at(net, row, position)[0]
        assert (seen(net, row, position) == seen(net, row, alone)) is not ko


@pytest.mark.parametrize(
    ("spec", "options", "message"),
    [
        ("go:5", {"history": 3}, "history=3 is not allowed: use 0 to 2"),
        ("go:5", {"history": -1}, "history=-1 is not allowed: use 0 to 2"),
        ("go:5", {"history": True}, "history=True is not allowed: use 0 to 2"),
        ("go:5", {"history": 1.5}, "history=1.5 is not allowed: use 0 to 2"),
        ("go:5", {"ko": 1}, "ko=1 is not allowed: use yes or no"),
        ("go:5", {"liberties": "yes"}, "liberties='yes' is not allowed: use yes or no"),
        ("othello:6", {"ko": True}, "ko=True is not allowed with othello:6, which has no ko"),
        ("capture-go:9,captures=5", {"ko": True}, "which has no ko: use false, or a game of go"),
    ],
)
def test_what_no_net_sees(spec: str, options: dict[str, Any], message: str) -> None:
    """It is refused with its name, its value and what is allowed."""
    with pytest.raises(SpecError, match=message):
        evaluator("conv", spec, **options)


def test_planes_are_told_apart() -> None:
    """Nets with as many planes of other things have other fingerprints, and share no tree."""
    one, two = (evaluator("conv", "go:5", **option) for option in ({"history": 1}, {"ko": True}))
    assert one.weight_count == two.weight_count
    assert one.fingerprint != two.fingerprint
    assert one.settings()["history"] == 1
    assert "ko" not in one.settings()


@pytest.mark.parametrize("name", champions())
def test_files_of_earlier_nets_are_written_as_they_were(name: str) -> None:
    """The same bytes: what a net does not see beside what it always saw, its file does not say."""
    path = champion_file(name)
    file = load_weights(path)
    assert weights_bytes(file.evaluator, file.weights, file.metadata) == path.read_bytes()
