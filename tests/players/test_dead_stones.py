"""Games of Go with engines outside are counted without the stones that they call dead."""

import json
import pickle
from pathlib import Path

import pytest

from ponnuki import MoveError, game, player
from ponnuki.arena import Arena, GameBatch, GameRecord, game_seeds
from ponnuki.arena.kept import KeptGames
from ponnuki.games import GameSoFar
from ponnuki.players import ExternalPlayer, ExternalSeat
from tests.players.test_external import fake, needs_gnugo

GO = game("go:5")


def two_stones(black: str | None, white: str | None, spec: str = "go:5") -> GameBatch:
    """A game of one stone a side, C3 and B2, and two passes; each engine calls stones dead."""
    rules = game(spec)
    engines = [
        fake(
            *("--do", "pass", "--after", 0),
            *(() if dead is None else ("--dead", dead)),
            rules=rules,
        )
        for dead in (black, white)
    ]
    return Arena(1).play(rules, engines, [(0, 1)], [1])


class Begun(ExternalSeat):
    """A seat whose engine is asked at the end of a given game."""

    def says(self, moves: list[str]) -> frozenset[int] | None:
        """What it calls dead then."""
        return self.dead_stones(GameSoFar(GO.start()).play_all(moves))


@pytest.mark.parametrize(
    ("dead", "expected"),
    [
        ("", set()),
        ("B2", {"B2"}),
        ("B2 \n C3", {"B2", "C3"}),
        ("A1", None),  # nothing is there
        ("D3", None),  # half of a string
        ("pass", None),  # no point
        ("Z9", None),  # not on the board
        (None, None),  # it does not know the command
    ],
)
def test_what_an_engine_says_is_checked(dead: str | None, expected: set[str] | None) -> None:
    """It names whole strings that are there, or it has said nothing."""
    engine = fake(*(() if dead is None else ("--dead", dead)), rules=GO)
    seat = Begun(engine)
    seat.begin("black", 1)
    moves = ["C3", "B2", "D5" if dead != "D3" else "D3", "pass", "pass"]
    found = seat.says(moves)
    seat.close()
    assert found == (None if expected is None else {GO.move(text) for text in expected})


def test_an_engine_that_dies_says_nothing() -> None:
    """The game is over by then, and is not lost by it."""
    seat = Begun(fake("--dead", "C3", rules=GO))
    seat.begin("black", 1)
    assert seat._process is not None
    seat._process.kill()
    assert seat.says(["C3", "pass", "pass"]) is None


def test_engines_must_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stones that both call dead are taken off; those that one calls alive are not."""
    begun = GO.start().play_all(["C3", "B2"])
    monkeypatch.setattr(type(GO), "start", lambda _: begun)
    both = two_stones("B2", "B2 C3")
    assert both.dead == {0: (GO.move("B2"),)}
    assert (both.winners.tolist(), both.margins.tolist()) == ([1], [25])
    for black, white in ("B2", "C3"), ("B2", ""), (None, None), ("A1", "A1"):
        stands = two_stones(black, white)
        assert dict(stands.dead) == {}
        assert stands.winners.tolist() == [0]
    assert two_stones("B2", None).dead == both.dead, "who says nothing does not object"


def test_other_games_are_not_asked() -> None:
    """Capture Go has no dead stones: a capture would have ended it."""
    assert dict(two_stones("A1", "A1", "capture-go:5").dead) == {}


@pytest.fixture
def record() -> GameRecord:
    """A game in which a stone was taken off."""
    start = ["C1", "B3", "C2", "pass", "C3", "pass", "C4", "pass", "C5", "pass", "pass"]
    moves = tuple(map(GO.move, start))
    last = GO.start().play_all(start)
    assert last.outcome is not None
    assert last.outcome.margin == 10
    outcome = type(last.outcome)("black", "territory", 21, len(moves))
    return GameRecord(GO, ("a", "b"), 1, moves, outcome, dead=(GO.move("B3"),))


def test_a_record_keeps_them(record: GameRecord) -> None:
    """It replays to the count without them, comes back from JSON, and is refused otherwise."""
    data = json.loads(json.dumps(record.to_json()))
    assert data["dead"] == ["B3"]
    assert GameRecord.from_json(data) == record
    for wrong in ["C1"], ["A1"], ["pass"], []:
        with pytest.raises(MoveError):
            GameRecord.from_json({**data, "dead": wrong})
    for odd in "B3", [1], {"B3": 1}:
        with pytest.raises(ValueError, match="dead"):
            GameRecord.from_json({**data, "dead": odd})
    with pytest.raises(ValueError, match="not counted"):
        GameRecord.from_json({**data, "forfeit": "x"})


@needs_gnugo
def test_gnu_go_and_we_count_alike(tmp_path: Path) -> None:
    """Its own final score is our outcome, for games that would end otherwise as they stand.

    The dead stones stay with their games: in parts that are joined, pickled, and kept on disk.
    """
    rules = game("go:7,komi=0.5,scoring=area")
    engine = player("gtp:gnugo --mode gtp --level 1 --chinese-rules", rules)
    assert isinstance(engine, ExternalPlayer)
    players = [engine, player("naive", rules), player("random", rules)]
    pairings = [(2, 1), (0, 1), (1, 0)]
    batch = Arena(2).play(rules, players, pairings, game_seeds(1, 3))
    assert set(batch.dead) == {1, 2}
    for record in list(batch)[1:]:
        seat = engine.seat()
        seat.begin("black", record.seed)
        seat._follow(GameSoFar(rules.start()).play_all(record.moves))
        said = seat._require("final_score")
        seat.close()
        winner = {"black": "B", "white": "W", None: "0"}[record.outcome.winner]
        assert said == f"{winner}+{record.outcome.margin}"
        assert record.replay().outcome != record.outcome
    assert pickle.loads(pickle.dumps(batch)).dead == batch.dead
    with KeptGames.open(tmp_path / "cup", {}) as kept:
        kept.write(0, batch)
    expected = [(record.players, record.seed) for record in batch]
    assert list(kept.read(rules, 0, 3, expected)) == list(batch)
