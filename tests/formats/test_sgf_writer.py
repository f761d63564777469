"""SGF that is written: read back it is the same game, whatever the texts are."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ponnuki
from ponnuki.formats import sgf

SPECS = [
    "capture-go",
    "capture-go:4,captures=3",
    "capture-go:6,start=crosscut,passing=no",
    "capture-go:13",
    "go",
    "go:9,komi=6.5",
    "go:5,ko=simple,scoring=area",
]

TEXTS = st.text(st.one_of(st.sampled_from("[]\\();:\n\r\t B+0ü囲\0\u2028\ud800"), st.characters()))


def played(text: str, game: ponnuki.Game) -> list[int]:
    """The moves that a text holds, read node by node."""
    moves = []
    for index, node in enumerate(sgf.main_line(text)[1:]):
        ((colour, (value,)),) = node.items()
        assert colour == "BW"[index % 2]
        if value == "":
            moves.append(game.points)
        else:
            moves.append((ord(value[1]) - 97) * game.size + ord(value[0]) - 97)
    return moves


def plain(text: str) -> str:
    """What of a text SGF keeps."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = re.sub("[\0-\x09\x0b-\x1f\x7f]", " ", lines)
    return re.sub("[\ud800-\udfff]", "?", kept)


@pytest.mark.parametrize("spec", SPECS)
def test_games_read_back(spec: str) -> None:
    """Random games of every kind, unfinished ones too, come back move by move."""
    game = ponnuki.game(spec)
    for record in ponnuki.play_random(game, 20, seed=3, threads=1):
        for moves in record.moves, record.moves[: len(record.moves) // 2], ():
            text = sgf.write_sgf(game, moves)
            assert played(text, game) == list(moves)
            last = sgf.last_position(text, game)
            assert last == game.start().play_all(moves)
            root = sgf.main_line(text)[0]
            assert ponnuki.game(root["GN"][0]) == game
            assert root["SZ"] == [str(game.size)]
            assert root["GM"] == ["1"]
            assert ("RE" in root) == (last.outcome is not None)
            assert ("AB" in root) == ("crosscut" in spec)


@settings(deadline=None, derandomize=True, database=None)
@given(TEXTS, TEXTS, TEXTS, TEXTS, st.integers(0, 60), st.integers(0, 2**32))
def test_any_text_can_be_written(
    black: str, white: str, comment: str, date: str, plies: int, seed: int
) -> None:
    """Brackets, backslashes and ends of lines change neither the moves nor the texts."""
    game = ponnuki.game("capture-go:7")
    position, moves = game.start(), []
    rng = np.random.default_rng(seed)
    for _ in range(plies):
        legal = position.legal_numbers()
        if not legal:
            break
        moves.append(int(rng.choice(legal)))
        position = position.play(moves[-1])
    text = sgf.write_sgf(game, moves, black=black, white=white, comment=comment, date=date)
    text.encode()
    assert played(text, game) == moves
    root = sgf.main_line(text)[0]
    for name, value in ("PB", black), ("PW", white), ("DT", date):
        assert root.get(name, [""]) == [plain(value).replace("\n", " ")]
    assert root.get("C", [""]) == [plain(comment)]


def test_the_whole_text() -> None:
    """The form of a file, once in full."""
    game = ponnuki.game("go:5,komi=0.5")
    text = sgf.write_sgf(
        game, [12, 25, 25], black="A [1]", white="B", date="2026-07-31", comment="\\"
    )
    assert text == (
        "(;GM[1]FF[4]CA[UTF-8]SZ[5]\nGN[go:5,komi=0.5]\nKM[0.5]\nPB[A [1\\]]\nPW[B]\n"
        "DT[2026-07-31]\nRE[B+23.5]\nC[\\\\]\n;B[cc];W[];B[])\n"
    )


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (ponnuki.games.Outcome("black", "capture", 2, 9), "B+"),
        (ponnuki.games.Outcome("white", "no move", 0, 9), "W+"),
        (ponnuki.games.Outcome("white", "territory", 3, 9), "W+3"),
        (ponnuki.games.Outcome("black", "area", 12.5, 9), "B+12.5"),
        (ponnuki.games.Outcome("black", "move cap", 4, 9), "B+4"),
        (ponnuki.games.Outcome(None, "territory", 0, 9), "0"),
    ],
)
def test_results(outcome: ponnuki.games.Outcome, text: str) -> None:
    """Points only where points are counted."""
    assert sgf.result_text(outcome) == text


@pytest.mark.parametrize("result", ["B+R", "W+T", "W+0.5", "B+", "0", "Void", "?", "Draw"])
def test_a_result_that_is_given_stands(result: str) -> None:
    """A resignation is not in the moves."""
    text = sgf.write_sgf(ponnuki.game("go"), [1], result=result)
    assert sgf.main_line(text)[0]["RE"] == [result]


@pytest.mark.parametrize("result", ["black", "B+3]", "b+3", "B+C", "W+-1", "B+3\n", " "])
def test_other_results_are_refused(result: str) -> None:
    """What no program reads is not written."""
    with pytest.raises(sgf.SgfError, match="result="):
        sgf.write_sgf(ponnuki.game("go"), [], result=result)


@pytest.mark.parametrize("spec", ["othello", "tic-tac-toe"])
def test_games_that_are_not_go_are_refused(spec: str) -> None:
    """SGF's moves of other games mean something else."""
    with pytest.raises(sgf.SgfError, match=f"{spec}.* cannot be written as SGF"):
        sgf.write_sgf(ponnuki.game(spec), [])


def test_bad_moves_and_long_texts_are_refused() -> None:
    """Only what is read back is written."""
    game = ponnuki.game("capture-go:5")
    for moves in [3, 3], [26], [-1]:
        with pytest.raises(ponnuki.MoveError):
            sgf.write_sgf(game, moves)
    with pytest.raises(sgf.SgfError, match="at most 200000"):
        sgf.write_sgf(game, [], comment="]" * sgf.MAX_LENGTH)
