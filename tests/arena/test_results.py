"""Results: what is counted in the games of a contest, against counting them one by one."""

import csv
import json
import math
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import Contest, GameBatch, Results, interval_over, wilson
from ponnuki.extras import MissingPackageError

NETS = ["untrained,seed=1,depth=1", "untrained,seed=2,depth=1,noise=0.3"]
OTHERS = ["random", "naive", "defensive"]
ALL = Contest("capture-go:4", [*NETS, *OTHERS], games=6, opening=1, seed=3).play()
GROUPS = Contest("tic-tac-toe", [["random", "champion"], ["random", "champion"]], games=30).play()
MATCH = Contest("go:5", ["naive", "random"], games=20, opening=2).play()


def counted(results: Results, player: int, opponent: int | None, colour: str | None) -> list[int]:
    """Wins, draws and losses of a player, game by game."""
    found = [0, 0, 0]
    for record, (black, white) in zip(results.batch, results.batch.pairings.tolist(), strict=True):
        for side, own, other in (("black", black, white), ("white", white, black)):
            if own != player or opponent not in {None, other} or colour not in {None, side}:
                continue
            winner = record.outcome.winner
            found[0 if winner == side else 1 if winner is None else 2] += 1
    return found


@pytest.mark.parametrize("results", [ALL, GROUPS, MATCH], ids=["all", "groups", "match"])
def test_counts_are_those_of_the_games(results: Results) -> None:
    """Of every player, against everyone, with every colour; tables, tallies and shares agree."""
    players = range(len(results.players))
    for player in players:
        for opponent in (None, *players):
            for colour in (None, "black", "white"):
                tally = results.tally(player, opponent, colour)
                wanted = counted(results, player, opponent, colour)
                assert [tally.wins, tally.draws, tally.losses] == wanted
                plain = results.tally(player, opponent, colour, repeats=False)
                assert (plain.independent, plain.games) == (plain.games, tally.games)
                scores = results.scores(colour)
                if opponent is None:
                    share = results.share(player, colour)
                    assert share == tally.share or math.isnan(share)
                elif tally.games:
                    assert scores[player, opponent] == tally.share
                else:
                    assert np.isnan(scores[player, opponent])
    assert results.met.sum() == len(results)
    assert results.plies.sum() == results.batch.plies.sum()
    assert results.tally(0) == results.total
    assert results.as_black == results.tally(colour="black")
    assert results.as_white == results.tally(colour="white")
    assert results.total.games == results.as_black.games + results.as_white.games


def test_repeats_are_counted_for_each_pair() -> None:
    """As the numbers of lines and units of its games say; both colours of an opening are one."""
    for a, b in ALL.pairs:
        where = (np.sort(ALL.batch.pairings, axis=1) == (a, b)).all(axis=1)
        distinct, independent = ALL.repeats.count(where)
        assert ALL.tally(a, b).distinct == distinct
        assert ALL.tally(a, b).independent == ALL.tally(b, a).independent == independent <= 3
    assert ALL.units == len(np.unique(ALL.repeats.units))
    assert ALL.distinct.sum() == len(np.unique(ALL.repeats.lines))


def test_a_player_against_itself() -> None:
    """A game counts once with each colour, and is one piece of evidence."""
    random = ponnuki.player("random", "tic-tac-toe")
    results = Results.of(ponnuki.play_games("tic-tac-toe", [random], [(0, 0)] * 9, range(9)))
    total = results.total
    assert (total.games, results.as_black.games, total.wins) == (18, 9, total.losses)
    assert total.independent == results.units == 9


def test_groups_of_games() -> None:
    """By player, colour, opponent and pair."""
    names = ALL.players
    assert names == (*NETS, *OTHERS)
    assert ALL.by("player") == {name: ALL.tally(name) for name in names}
    assert ALL.by("black")[names[3]] == ALL.tally(3, colour="black")
    assert ALL.by("white")[names[3]] == ALL.tally(3, colour="white")
    assert list(ALL.by("opponent")) == list(names[1:])
    assert ALL.by("pair")[names[1], names[4]] == ALL.tally(1, 4)
    assert GROUPS.players == ("random", "champion", "random #3", "champion #4")
    assert list(GROUPS.by("opponent")) == ["random #3", "champion #4"]
    assert len(GROUPS.by("pair")) == 4
    with pytest.raises(ValueError, match="by 'game' is not allowed: use 'player'"):
        ALL.by("game")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="player='nobody' is not allowed: there are untrained"):
        ALL.tally("nobody")
    with pytest.raises(ValueError, match="player=5 is not allowed: use a name, or 0 to 4"):
        ALL.share(5)


def test_intervals() -> None:
    """Over games, or over opponents who stand for others; of few nothing is said."""
    assert MATCH.interval() == MATCH.total.interval
    assert MATCH.interval("random", "white") == MATCH.tally(1, colour="white").interval
    assert ALL.interval(0, over="opponents") is None, "four opponents say little of others"
    six = Contest("capture-go:4", ["naive", *["random"] * 6], pairing="first", games=8).play()
    assert six.interval(over="opponents") == interval_over(six.scores()[0, 1:])
    assert MATCH.interval(over="opponents") == MATCH.total.interval
    once = Contest("go:5", ["naive", "random"], games=4).play()
    assert once.total.independent == 4
    assert once.interval(over="opponents") is None, "nor do four games with one"
    assert once.interval() == wilson(once.total.score, 4)


def test_ends_openings_and_forfeits() -> None:
    """By colour they are those of the games that this colour won; nobody has won the others."""
    drawn = Counter(one.outcome.reason for one in ALL.batch if one.outcome.winner is None)
    ends = Counter(ALL.ends("black")) + Counter(ALL.ends("white")) + drawn
    assert dict(ends) == ALL.ends() == ALL.batch.ends
    assert ALL.openings == len({record.moves[:1] for record in ALL.batch})
    assert ALL.forfeits() == ALL.forfeits(0) == 0
    lost = vars(GROUPS.batch) | {"forfeits": {0: "resigned"}}
    forfeited = Results.of(GameBatch(**lost))
    assert [forfeited.forfeits(player) for player in (None, 0, 1, 2)] == [1, 1, 0, 1]


def test_the_long_table(tmp_path: Path) -> None:
    """A game a line, as text and in columns; numbers survive."""
    table = ALL.table()
    assert {len(column) for column in table.values()} == {len(ALL)}
    text = ALL.to_csv(tmp_path / "games.csv")
    assert (tmp_path / "games.csv").read_text(encoding="utf-8") == text
    rows = list(csv.DictReader(text.splitlines()))
    for row, record in zip(rows, ALL.batch, strict=True):
        assert (row["black"], row["white"]) == record.players
        assert (row["winner"] or None) == record.outcome.winner
        assert (row["end"], float(row["margin"])) == (record.outcome.reason, record.outcome.margin)
        assert (int(row["seed"]), int(row["plies"])) == (record.seed, len(record.moves))
    assert [int(row["line"]) for row in rows] == ALL.repeats.lines.tolist()


def test_a_data_frame_where_pandas_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its columns are those of the table; elsewhere one line says what to do."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingPackageError, match=r"^to_frame\(\) needs the package pandas: "):
        ALL.to_frame()
    monkeypatch.setattr("ponnuki.arena.results.need", lambda *_: None)
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=dict))
    assert list(ALL.to_frame()) == list(ALL.table())


@pytest.mark.parametrize("results", [ALL, GROUPS, MATCH], ids=["all", "groups", "match"])
def test_results_print_themselves(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a text, in a list, as JSON and as a picture."""
    monkeypatch.setenv("MPLBACKEND", "agg")
    assert str(results).startswith(results.title)
    assert "\n" not in repr(results)
    data: Any = results.to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["games"] == len(results)
    assert results.plot().get_title()
    if not results.of_two:
        assert len(str(results).splitlines()) >= 2 + len(results.players)
        assert len(data["pairs"]) == len(results.pairs)
        assert {one["player"] for one in data["standings"]} == set(results.players)


def test_where_games_tell_no_ratings() -> None:
    """Who has one colour alone cannot be rated; the shares are told."""
    black = ponnuki.arena.layout.CAI2009_TABLE
    results = Contest("go:5", [["naive", "random"], ["random"]], games=6, layout=black).play()
    with pytest.raises(ValueError, match="cannot be told from strength"):
        results.ratings()
    lines = str(results).splitlines()
    assert [line.split()[0] for line in lines[2:5]] == sorted(
        results.players, key=lambda one: -results.share(one)
    ) or len(lines) >= 5
    assert all(one["elo"] is None for one in results.to_json()["standings"])
    assert results.plot().get_xlabel() == "score"
