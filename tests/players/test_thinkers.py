"""Players with rules written by hand that read: positions, plain twins, what they say they saw."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

import ponnuki
from ponnuki import Position, SpecError
from ponnuki.players import Watched
from ponnuki.players.scripted import ReadingPlayer
from tests.players.survey import view, views
from tests.players.test_reader import positions
from tests.reference.interim import interim_values
from tests.reference.knowledge import knowledge_values
from tests.reference.ryder import ryder_values
from tests.reference.zobrist import zobrist_values

ZERO = 2**40
"""What a move that is worth nothing ranks."""

BEST: list[tuple[str, str, str, str]] = [
    # player, position, who moves, the move
    *(
        ("ryder", name, "us", move)
        for name, move in (
            *(("A", "C4"), ("C", "E3"), ("D", "D1"), ("G", "D5"), ("H", "B1")),
            *(("I", "C3"), ("K", "D4")),
        )
    ),
    *(("ryder", name, "them", move) for name, move in (("H", "B1"), ("I", "C3"))),
    *(
        ("zobrist", name, "us", move)
        for name, move in (("D", "D1"), ("E", "D2"), ("I", "C3"), ("H", "B1"))
    ),
    *(("interim", name, "us", move) for name, move in (("A", "C4"), ("H", "B1"), ("K", "D4"))),
    *(
        (f"knowledge,style={style}", name, mover, move)
        for style in ("many-faces", "handtalk", "go4")
        for name, mover, move in (
            *(("A", "us", "C4"), ("C", "us", "E3"), ("G", "us", "D5"), ("H", "us", "B1")),
            *(("H", "them", "B1"), ("I", "us", "C3"), ("K", "us", "D4")),
        )
    ),
]

TWINS: dict[str, Callable[[Position], dict[int, int]]] = {
    "ryder": ryder_values,
    "ryder,look=no": lambda position: ryder_values(position, look=False),
    "zobrist": zobrist_values,
    "zobrist,values=sum": lambda position: zobrist_values(position, added=True),
    "zobrist,look=0": lambda position: zobrist_values(position, plies=0),
    "interim": interim_values,
}
LAYERS: dict[str, dict[str, Any]] = {
    "knowledge": {},
    "knowledge,style=handtalk": {"style": "handtalk"},
    "knowledge,style=go4": {"style": "go4"},
    "knowledge,links=no": {"links": False},
    "knowledge,eyes=no": {"eyes": False},
    "knowledge,reading=no": {"reading": False},
    "knowledge,replies=no": {"replies": False},
}
"""Each layer off in turn; these twins are slow and see fewer positions."""
COUNTS = {"go:5,scoring=area": 60, "go:7,scoring=area,ko=simple": 16, "go:9": 3}


def values(spec: str, position: Position) -> dict[int, int]:
    """The worth of the moves that a player thinks of."""
    player = ponnuki.player(spec, position.game)
    assert isinstance(player, ReadingPlayer)
    return {move: rank - ZERO for move, rank in player.scores(position).items() if rank}


def best(spec: str, position: Position) -> set[str]:
    """The moves that a player may play."""
    found = values(spec, position)
    high = max(found.values())
    return {position.game.text(move) for move, worth in found.items() if worth == high}


def seen(spec: str, position: Position, what: str) -> list[dict[str, Any]]:
    """What a player says it saw of a kind, as plain data."""
    player = ponnuki.player(spec, position.game)
    assert isinstance(player, Watched)
    game = position.game
    return [one.mark(game) for one in player.thoughts(position) if one.what == what]


# What all of them do


@pytest.mark.parametrize("case", BEST, ids=lambda case: " ".join(case[:3]))
def test_positions_of_the_survey(case: tuple[str, str, str, str]) -> None:
    """The right move is the only best one, turned, mirrored, and for either colour."""
    spec, name, mover, move = case
    for one in views(name, mover):
        assert best(spec, one.position) == {one.point(move)}


@pytest.mark.parametrize("spec", TWINS)
@pytest.mark.parametrize("game", COUNTS)
def test_worths_are_those_of_the_plain_twin(spec: str, game: str) -> None:
    """In positions from games every move has the worth that the rules, written again, give it."""
    for position in positions(game, COUNTS[game]):
        assert values(spec, position) == TWINS[spec](position), str(position)


@pytest.mark.parametrize("spec", LAYERS)
def test_worths_of_knowledge_are_those_of_its_twin(spec: str) -> None:
    """The same, for every style, and with each layer off in turn."""
    many = positions("go:5,scoring=area", 60)[:: 6 if "no" in spec else 4]
    for position in [*many, *positions("go:7,scoring=area,ko=simple", 16)[:2]]:
        assert values(spec, position) == knowledge_values(position, **LAYERS[spec]), str(position)


@pytest.mark.parametrize("spec", [*TWINS, *LAYERS])
def test_what_is_noted_is_on_the_board(spec: str) -> None:
    """The move that is played was noted as the best, and nothing else depends on being watched."""
    for position in positions("go:7,scoring=area,ko=simple", 16):
        player = ponnuki.player(spec, position.game)
        assert isinstance(player, ReadingPlayer)
        moves = [one for one in player.thoughts(position) if one.what == "move"]
        worths = {one.points[0]: one.numbers["worth"] for one in moves}
        played = player.choose(position, seed=3)
        if played != position.game.pass_move:
            assert worths[played] == max(worths.values()) == max(values(spec, position).values())


def test_nobody_is_another_one_renamed() -> None:
    """In a third of positions from games or more, any two of them play different moves."""
    some = positions("go:7,scoring=area,ko=simple", 16)
    specs = ("pattern", "ryder", "zobrist", "interim", "knowledge")
    for one, two in combinations(specs, 2):
        differ = 0
        for position in some:
            moves = {ponnuki.player(s, position.game).choose(position, seed=1) for s in (one, two)}
            differ += len(moves) == 2
        assert differ >= len(some) / 3, (one, two)


@pytest.mark.parametrize("kind", ["ryder", "zobrist", "interim", "knowledge"])
@pytest.mark.parametrize("game", ["capture-go:9", "othello:8", "tic-tac-toe"])
def test_other_games(kind: str, game: str) -> None:
    """They say what they play."""
    with pytest.raises(SpecError, match=f"the {kind} player plays Go, not {game}"):
        ponnuki.player(kind, game)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("ryder,look=maybe", "look='maybe' is not allowed"),
        ("zobrist,look=2", "look=2 is not allowed: use 0 or 3"),
        ("zobrist,values=mean", "values='mean' is not allowed: use highest or sum"),
        ("interim,look=no", "look is no setting"),
        ("knowledge,style=fuego", "style='fuego' is not allowed"),
        ("knowledge,eyes=two", "eyes='two' is not allowed"),
    ],
)
def test_bad_options(spec: str, message: str) -> None:
    """An option that is not allowed, or not there, is named."""
    with pytest.raises(SpecError, match=message):
        ponnuki.player(spec, "go:9")


# Ryder


def test_ryder_ties() -> None:
    """Stones with much influence on the points between them are tied, further ones are not."""
    game = ponnuki.game("go:9")
    for other, tied in ("E5", True), ("F5", True), ("G5", False):
        position = game.start().play_all(["C5", "J1", other, "J2"])
        points = [one["points"] for one in seen("ryder", position, "tie")]
        assert (["C5", other] in points) == tied


def test_ryder_looks_twice() -> None:
    """The filter lets a stone pass that runs into a ladder, and the second look refuses it (F)."""
    for one in views("F"):
        run = one.position.game.move(one.point("D5"))
        found = values("ryder", one.position)
        assert run in found
        assert found[run] < max(found.values())
        assert one.position.game.text(run) not in best("ryder", one.position)


def test_ryder_keeps_fifteen() -> None:
    """The filter is one: of the moves of an open board few go on, and their sums have parts."""
    position = ponnuki.game("go:9").start().play_all(["C5", "G5"])
    moves = seen("ryder", position, "move")
    assert len(moves) == 15
    assert len(position.legal_numbers()) > 70
    assert len({name for one in moves for name in one["numbers"]}) > 2


def test_ryder_uses_what_it_sees() -> None:
    """Joining two groups counts, and so does a weak army."""
    names = {
        name
        for position in positions("go:7,scoring=area,ko=simple", 16)
        for one in seen("ryder", position, "move")
        for name in one["numbers"]
    }
    assert {"joins groups", "touches walls", "weak army", "gain", "self-atari"} <= names


# Zobrist


def test_zobrist_segments() -> None:
    """Two lone stones in opposite corners have 28 points each."""
    game = ponnuki.game("go:9")
    position = game.start().play_all(["C3", "G7"])
    assert [len(one["points"]) for one in seen("zobrist", position, "segment")] == [28, 28]


def test_zobrist_looks_three_moves_ahead_and_no_further() -> None:
    """A ladder (A) and a double atari (K) get no value for a capture; without a look none does."""
    for name, move in ("A", "C4"), ("K", "D4"):
        for one in seen("zobrist", view(name).position, "move"):
            if one["points"] == [move]:
                assert "capture" not in one["numbers"]
    captures = [
        one
        for one in seen("zobrist,look=0", view("D").position, "move")
        if {"capture", "save", "connect", "cut", "eye"} & one["numbers"].keys()
    ]
    assert not captures


def test_zobrist_reads_its_arrays() -> None:
    """The same neighbourhood is worth more or less by segments and lines around it."""
    arrays = {"wall between segments", "push the border", "enter a segment", "third line"}
    names = {
        name
        for position in positions("go:9", 3) + positions("go:7,scoring=area,ko=simple", 16)
        for one in seen("zobrist", position, "move")
        for name in one["numbers"]
    }
    assert arrays <= names


def test_zobrist_takes_the_highest_or_adds() -> None:
    """One value is a move's worth, or the sum of all."""
    position = view("D").position
    for spec, whole in ("zobrist", max), ("zobrist,values=sum", sum):
        for one in seen(spec, position, "move"):
            numbers = dict(one["numbers"])
            assert numbers.pop("worth") == whole(numbers.values())


# INTERIM


def test_interim_links() -> None:
    """The linkboard: a jump is one open link (I), a joint a solid one (J)."""
    assert seen("interim", view("I").position, "open link")[0]["points"] == ["C3"]
    assert not seen("interim", view("I").position, "solid link")
    assert seen("interim", view("J").position, "solid link")[0]["points"] == ["C4", "C3"]
    assert not seen("interim", view("J").position, "open link")


def test_interim_does_not_run_where_it_is_lost() -> None:
    """Both answers are the same, so there is no goal (F)."""
    for one in views("F"):
        assert one.point("D5") not in best("interim", one.position)


def test_interim_plays_the_first_goal_that_differs() -> None:
    """The goal that is played was asked last, and its answer hangs on who moves first."""
    for name, goal in ("A", "capture"), ("H", "save"), ("I", "connect"):
        position = view(name).position
        asked = [
            one
            for kind in ("save", "capture", "connect", "cut")
            for one in seen("interim", position, kind)
            if one["said"] == "yes, no if they are first"
        ]
        assert [one["what"] for one in asked] == [goal]
        (move,) = seen("interim", position, "move")
        assert move["said"] == goal


# Knowledge


def strengths(spec: str, name: str) -> dict[str, list[int]]:
    """The strengths of the groups of each colour in a position, in tenths."""
    found: dict[str, list[int]] = {"black": [], "white": []}
    for one in seen(spec, view(name).position, "group"):
        found[one["said"]].append(one["numbers"]["strength in tenths"])
    return found


def test_knowledge_of_life() -> None:
    """Both live in M, one eye is none (N), and three points are two eyes by move (H)."""
    assert strengths("knowledge", "M") == {"black": [10], "white": [10]}
    assert strengths("knowledge", "N")["white"] == [0]
    assert strengths("knowledge", "H")["black"] == [5]


def test_knowledge_does_not_run_where_it_is_lost() -> None:
    """In no style does it run into the ladder (F)."""
    for spec in LAYERS:
        if "reading" not in spec:
            for one in views("F"):
                assert one.point("D5") not in best(spec, one.position)


@pytest.mark.parametrize("layer", ["links", "eyes", "reading", "replies"])
def test_every_layer_counts(layer: str) -> None:
    """Without it some positions of games have other worths."""
    some = positions("go:7,scoring=area,ko=simple", 16)
    assert any(
        values(f"knowledge,{layer}=no", position) != values("knowledge", position)
        for position in some
    )


def test_styles_differ() -> None:
    """Each has its own way: the number of moves tried, replies, dead stones, territory."""
    position = positions("go:9", 3)[1]
    tried = {spec: values(spec, position) for spec in ("knowledge", "knowledge,style=go4")}
    assert len(tried["knowledge"]) <= 9 < len(tried["knowledge,style=go4"])
    some = positions("go:7,scoring=area,ko=simple", 16)
    for style in "handtalk", "go4":
        assert any(
            values(f"knowledge,style={style}", one) != values("knowledge,replies=no", one)
            for one in some
        )
