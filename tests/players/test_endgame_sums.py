"""Endgames as sums: parts, means and temperatures; nobody who plays the rules out disagrees."""

import itertools
import random
from fractions import Fraction

import pytest

import ponnuki
from ponnuki import Position, SpecError
from ponnuki.players import Endgame, ScriptedPlayer, fingerprint
from tests.players.sums import board_of, random_sums
from tests.reference.endgame_sums import RepeatsError, best_area, parts

CORRIDORS = """
.XXXOO.
XX..O.O
X.XXOOO
XXXXOO.
X...O.O
XXXXOOO
.XX.O..
"""
DAMES = """
.X.O.
XX.OO
.X.OO
XX.O.
.X.O.
"""
TRAP = """
.X.OO
XX.OO
.X.OO
XX.OO
.X.O.
"""
DEAD = """
.XO.XXX
XXXXX.X
XXXXXXX
OOOOOOO
O.OOO.O
OOOXOOO
OOO.OOO
"""
"""A dead stone of either side, and nothing else to play."""


def setup(text: str, to_move: str, options: str = "") -> Position:
    """The position of a diagram in a game that counts areas."""
    rows = text.split()
    game = ponnuki.game(f"go:{len(rows)},scoring=area{options}")
    plies = sum(cell != "." for cell in text.replace("\n", ""))
    plies += (plies % 2 == 0) != (to_move == "black")
    return game.parse("\n".join([*rows, f"ply {plies}, {to_move} to move"]))


def turned(text: str, number: int) -> str:
    """A diagram under one of the eight symmetries."""
    rows = text.split()
    if number & 1:
        rows = rows[::-1]
    if number & 2:
        rows = [row[::-1] for row in rows]
    if number & 4:
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    return "\n".join(rows)


def exchanged(text: str) -> str:
    """A diagram with colours exchanged."""
    return text.translate(str.maketrans("XO", "OX"))


def corridor(length: int) -> str:
    """Black's corridor of so many empty points with white at its mouth, and two live walls."""
    rows = []
    for row in range(length + 4):
        black, white = ["X"] * (length + 1), ["O"] * 3
        if row in (0, 4):
            black[0] = "."
        if row in (1, 4):
            white[1] = "."
        if row == 2:
            black[1:] = "." * length
        rows.append("".join(black + white))
    return "\n".join(rows)


def worths(endgame: Endgame) -> set[tuple[tuple[str, ...], Fraction, Fraction]]:
    """The regions with what they are worth."""
    text = endgame.position.game.text
    return {
        (tuple(sorted(map(text, one.points))), one.mean, one.temperature) for one in endgame.regions
    }


# Positions with known answers


def test_corridors_and_the_one_best_move() -> None:
    """L: means and temperatures, and white's only move that keeps black at nothing more."""
    white = Endgame.of(setup(CORRIDORS, "white"))
    assert worths(white) == {
        (("C6", "D6"), Fraction(1, 2), Fraction(3, 2)),
        (("B3", "C3", "D3"), Fraction(5, 4), Fraction(7, 4)),
        (("D1",), Fraction(0), Fraction(1)),
    }
    text = white.position.game.text
    settled = {colour: len(white.safe[colour] | white.settled[colour]) for colour in white.safe}
    assert settled == {"black": 22, "white": 21}
    sums = {text(move): worth - 1 for move, worth in white.moves.items()}
    assert sums == {"D3": 0} | dict.fromkeys(("C6", "D6", "B3", "C3", "D1", "pass"), 2)
    assert list(map(text, white.best)) == ["D3"]
    black = Endgame.of(setup(CORRIDORS, "black"))
    sums = {text(move): worth - 1 for move, worth in black.moves.items()}
    assert sums == {"pass": 0} | dict.fromkeys(("C6", "D6", "B3", "C3", "D3", "D1"), 2)


def test_dames_are_one_region() -> None:
    """M: both sides live, and whoever begins has one more of five points."""
    for to_move, worth in ("black", 1), ("white", -1):
        found = Endgame.of(setup(DAMES, to_move))
        assert worths(found) == {(("C1", "C2", "C3", "C4", "C5"), Fraction(0), Fraction(1))}
        assert found.worth == worth
        assert len(found.best) == 5


def test_what_may_live_is_refused() -> None:
    """N: white has one eye. No sum is claimed, and played out by the rules white dies."""
    found = Endgame.of(setup(TRAP, "white"))
    assert not found.whole
    assert not found.regions
    assert not found.moves
    assert [len(one.points) for one in found.refused] == [15]
    assert "one colour alone" in found.refused[0].reason
    small = board_of(setup("X.OO\nXXOO\n.XO.\nXX.O", "black"))
    assert not [one for one in parts(small) if one.safe[-1]]


@pytest.mark.parametrize("length", range(1, 10))
def test_corridors_of_every_length(length: int) -> None:
    """Mean n − 2 + 2¹⁻ⁿ and temperature 2 − 2¹⁻ⁿ; the walls begin at n and n − 2."""
    found = Endgame.of(setup(corridor(length), "black"))
    (region,) = found.regions
    small = Fraction(2, 2**length)
    assert (region.mean, region.temperature) == (length - 2 + small, 2 - small)
    assert region.black[0] == (Fraction(0), Fraction(length))
    assert region.white[0] == (Fraction(0), Fraction(length - 2))
    assert region.black[-1] == region.white[-1] == (region.temperature, region.mean)


@pytest.mark.parametrize("text", [CORRIDORS, DAMES, TRAP, DEAD, corridor(4)])
def test_turned_boards_and_exchanged_colours(text: str) -> None:
    """Nothing changes but the points; with colours exchanged all worths change their sign."""
    kept = Endgame.of(setup(text, "black"))
    for number in range(8):
        found = Endgame.of(setup(turned(text, number), "black"))
        assert sorted(found.moves.values()) == sorted(kept.moves.values())
        other = Endgame.of(setup(exchanged(turned(text, number)), "white"))
        assert sorted(-one for one in other.moves.values()) == sorted(kept.moves.values())
        for one, sign in (found, 1), (other, -1):
            assert sorted((sign * r.mean, r.temperature, len(r.points)) for r in one.regions) == (
                sorted((r.mean, r.temperature, len(r.points)) for r in kept.regions)
            )
            assert [r.reason for r in one.refused] == [r.reason for r in kept.refused]
        wall = {region.black for region in found.regions}
        mirrored = {
            tuple((heat, -worth) for heat, worth in region.white) for region in other.regions
        }
        assert mirrored == wall


# Oracles


def test_means_and_temperatures_are_those_of_the_plain_twin() -> None:
    """In regions drawn at random, which nobody can have typed in."""
    compared, temperatures = 0, set()
    for position in random_sums(60, most=5):
        found = Endgame.of(position)
        twins = {tuple(sorted(one.part)): one for one in parts(board_of(position))}
        known = {one.points: one for one in found.regions}
        assert set(twins) == {*known, *(one.points for one in found.refused)}
        for points, region in known.items():
            assert twins[points].worth(board_of(position)) == (region.mean, region.temperature)
            for heat in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(7, 4)):
                for colour, wall in (1, region.black), (-1, region.white):
                    assert twins[points].wall(twins[points].start, colour, heat) == _at(wall, heat)
            temperatures.add(region.temperature)
            compared += 1
    assert compared > 30
    assert len(temperatures) > 4


def _at(wall: tuple[tuple[Fraction, Fraction], ...], heat: Fraction) -> Fraction:
    """A wall at a temperature."""
    for (low, worth), (high, after) in itertools.pairwise(wall):
        if low <= heat < high:
            return worth + (after - worth) * (heat - low) / (high - low)
    return wall[-1][1]


def test_no_sum_disagrees_with_the_rules_played_out() -> None:
    """A hundred boards, searched whole by alpha-beta that knows no parts."""
    agreed = 0
    for position in random_sums(220, most=5):
        found = Endgame.of(position)
        if not found.whole:
            continue
        sign = 1 if position.to_move == "black" else -1
        try:
            worth, _ = best_area(board_of(position), sign)
        except RepeatsError:
            continue
        assert found.worth == worth, str(position)
        agreed += 1
    assert agreed >= 100


# The player


def test_it_plays_the_sum() -> None:
    """D3 and nothing else in L, whatever the rules by hand say; without the option it may not."""
    position = setup(CORRIDORS, "white")
    for kind in "pattern", "naive":
        player = ponnuki.player(f"{kind},endgame=yes", position.game)
        moves = {player.choose(position, seed=seed) for seed in range(20)}
        assert [position.game.text(move) for move in moves] == ["D3"]
    plain = ponnuki.player("naive", position.game)
    assert {position.game.text(plain.choose(position, seed=seed)) for seed in range(20)} != {"D3"}


def test_sums_are_played_to_the_end_they_promise() -> None:
    """Two such players come to what the sum is worth, dead stones off the board and all."""
    for text in (CORRIDORS, DAMES, DEAD, *(board_text(one) for one in random_sums(60, most=5))):
        for to_move in "black", "white":
            position = setup(text, to_move)
            found = Endgame.of(position)
            if not found.whole:
                continue
            player = ponnuki.player("pattern,endgame=yes", position.game)
            while position.outcome is None:
                position = position.play(player.choose(position, seed=3))
            outcome = position.outcome
            margin = outcome.margin * {"black": 1, "white": -1, None: 0}[outcome.winner]
            assert margin == found.worth, text


def board_text(position: Position) -> str:
    """Its stones."""
    size = position.game.size
    cells = ["X" if one > 0 else "O" if one < 0 else "." for one in position.stones]
    return "\n".join("".join(cells[row * size : (row + 1) * size]) for row in range(size))


def test_dead_stones_are_captured_before_it_passes() -> None:
    """The stone in black's territory goes; then there is nothing left, and it passes."""
    position = setup(DEAD, "black")
    found = Endgame.of(position)
    assert found.whole
    assert found.capture is not None
    player = ponnuki.player("pattern,endgame=yes", position.game)
    assert position.game.text(player.choose(position, seed=1)) == "D7"
    while position.outcome is None:
        position = position.play(player.choose(position, seed=1))
    assert position.outcome.margin == 28 - 21
    stones = board_text(position)
    assert (stones.count("X"), stones.count("O")) == (17 + 1, 24 + 1)


def test_where_the_board_is_no_sum_the_rules_decide() -> None:
    """In open positions and in N it plays what it would play without."""
    dice = random.Random(1)
    game = ponnuki.game("go:7,scoring=area")
    plain = ponnuki.player("pattern", game)
    player = ponnuki.player("pattern,endgame=yes", game)
    position = game.start()
    for seed in range(25):
        assert player.choose(position, seed=seed) == plain.choose(position, seed=seed)
        position = position.play(dice.choice(position.legal_numbers()))
    trap = setup(TRAP, "white")
    both = [ponnuki.player(spec, trap.game) for spec in ("pattern", "pattern,endgame=yes")]
    assert both[0].choose(trap, seed=1) == both[1].choose(trap, seed=1)


def test_sums_that_are_too_large_are_played_at_the_hottest() -> None:
    """Six corridors: nobody plays them out; a move of the hottest one is chosen."""
    rows = [
        ".XXXXXXXXOOO.",
        "XXXXXXXXXOOOO",
        *(
            row
            for length in (8, 7, 6, 5)
            for row in (
                "X" * (9 - length) + "." * length + "O" * 4,
                "X" * 9 + "OO" + ("." if length % 2 else "O") + "O",
            )
        ),
        *["XXXXXXXXXOOOO"] * 2,
        ".XXXXXXXXOOO.",
    ]
    position = setup("\n".join(rows), "black")
    found = Endgame.of(position)
    assert found.whole
    assert not found.exact
    assert not found.moves
    hottest = max(found.regions, key=lambda one: one.temperature)
    assert len(hottest.points) == 8
    player = ponnuki.player("pattern,endgame=yes", position.game)
    for seed in range(5):
        assert player.choose(position, seed=seed) in hottest.points


def test_off_by_default_and_known_apart() -> None:
    """A player without it is who it was; with it, another one, whose spec says so."""
    game = ponnuki.game("go:9,scoring=area")
    plain, other = (ponnuki.player(spec, game) for spec in ("pattern", "pattern,endgame=yes"))
    assert isinstance(plain, ScriptedPlayer)
    assert not plain.endgame
    assert fingerprint(plain) == fingerprint(ponnuki.player("pattern,endgame=no", game))
    assert fingerprint(plain) != fingerprint(other)
    assert other.spec == "pattern,endgame=yes"
    assert ponnuki.player(other.spec, game) == other


@pytest.mark.parametrize("spec", ["go:9", "capture-go:9", "capture-go:5,scoring=area"])
def test_games_that_have_no_such_endgames(spec: str) -> None:
    """Who counts territory, or captures, is told what it is for."""
    game = ponnuki.game(spec)
    with pytest.raises(SpecError, match="endgame=yes is not allowed: it is for Go with scoring"):
        ponnuki.player("naive,endgame=yes", game)
    with pytest.raises(ValueError, match="scoring=area"):
        Endgame.of(game.start())


def test_a_game_that_is_over_has_no_endgame() -> None:
    """Two passes, and nothing is left to look at."""
    game = ponnuki.game("go:5,scoring=area")
    with pytest.raises(ValueError, match="the game is over"):
        Endgame.of(game.start().play("pass").play("pass"))
