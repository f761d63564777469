"""GTP: commands, responses in pieces, vertices; limits on what a stranger says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponnuki.formats import gtp
from ponnuki.formats.gtp import GtpError, Response, ResponseReader


def test_commands_are_lines() -> None:
    """Parts are separated by single spaces; numbers are written short."""
    assert gtp.command("genmove", "black") == "genmove black\n"
    assert gtp.command("play", "white", "Q4", id=12) == "12 play white Q4\n"
    assert gtp.command("komi", 6.5) == "komi 6.5\n"
    assert gtp.command("komi", 0.0) == "komi 0\n"
    assert gtp.command("set_random_seed", 2147483647) == "set_random_seed 2147483647\n"


@pytest.mark.parametrize(
    "part", ["", "two words", "line\nbreak", "tab\t", "# comment", "é", "a" * 1000]
)
def test_bad_parts_of_commands(part: str) -> None:
    """Nothing can smuggle a second command in."""
    with pytest.raises(GtpError):
        gtp.command("play", part)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("= E5\n\n", [Response(True, None, "E5")]),
        ("=12 E5\n\n", [Response(True, 12, "E5")]),
        ("=12\n\n", [Response(True, 12, "")]),
        ("= \n\n", [Response(True, None, "")]),
        ("?3 illegal move\n\n", [Response(False, 3, "illegal move")]),
        ("= play\ngenmove\nquit\n\n", [Response(True, None, "play\ngenmove\nquit")]),
        ("=1 \n   A B\n 2 . .\n\n", [Response(True, 1, "   A B\n 2 . .")]),  # leading blanks stay
        ("=1 a\n \nb\n\n", [Response(True, 1, "a\n\nb")]),  # a line of blanks is not empty
        ("=1 a\r\n\r\n", [Response(True, 1, "a")]),  # lines end as on Windows
        ("\n\n=1 a\n\n\n\n?2 b\n\n", [Response(True, 1, "a"), Response(False, 2, "b")]),
        ("=1\ta\x07\tb\n\n", [Response(True, 1, "a b")]),  # control characters
        ("=2147483647 a\n\n", [Response(True, 2**31 - 1, "a")]),  # the largest number
        ("=1 a\n", []),  # not ended
    ],
)
def test_responses(text: str, expected: list[Response]) -> None:
    """Each form that the standard allows, whole and byte by byte."""
    assert ResponseReader().feed(text.encode()) == expected
    reader = ResponseReader()
    found = [one for byte in text.encode() for one in reader.feed(bytes([byte]))]
    assert found == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"GNU Go 3.8\n", "'GNU Go 3.8' is no GTP"),
        (b"=x\n", "is no GTP"),
        (b"=12345678901 a\n", "is no GTP"),
        (b"\xff\xfe\n", "is no GTP"),
        (b"= " + b"x" * 10_001, "a line has more than 10000 bytes"),
        (b"= \n" + (b"x" * 9_000 + b"\n") * 30, "a response has more than 200000 bytes"),
    ],
)
def test_what_is_no_gtp(data: bytes, message: str) -> None:
    """The error says what is wrong, and the reader stays broken."""
    reader = ResponseReader()
    with pytest.raises(GtpError, match=message):
        reader.feed(data)
    with pytest.raises(GtpError, match=message):
        reader.feed(b"=1 fine\n\n")


@given(st.binary(max_size=300), st.data())
def test_any_bytes_are_responses_or_one_error(data: bytes, draw: st.DataObject) -> None:
    """Nothing but GtpError comes out, and where the pieces end makes no difference."""
    _compare(data, draw.draw(st.integers(0, len(data))))


@given(st.text(alphabet="=?0123 \n\r\tab", max_size=80), st.data())
def test_texts_that_are_nearly_gtp(text: str, draw: st.DataObject) -> None:
    """The same with texts that come near."""
    _compare(text.encode(), draw.draw(st.integers(0, len(text))))


def _compare(data: bytes, cut: int) -> None:
    def read(*pieces: bytes) -> list[Response] | str:
        reader, found = ResponseReader(), []
        try:
            for piece in pieces:
                found += reader.feed(piece)
        except GtpError as error:
            return str(error)
        return found

    assert read(data) == read(data[:cut], data[cut:])


@given(st.booleans(), st.none() | st.integers(0, 2**31 - 1), st.text("abc 123", max_size=20))
def test_written_responses_are_read_back(success: bool, number: int | None, text: str) -> None:
    """What an engine writes as the standard says is what is read."""
    shown = "" if number is None else str(number)
    line = f"{'=' if success else '?'}{shown} {text}\n\n"
    assert ResponseReader().feed(line.encode()) == [Response(success, number, text.strip())]


@pytest.mark.parametrize("size", [3, 9, 13, 19, 25])
def test_vertices_are_read_back(size: int) -> None:
    """All moves, in either case."""
    for move in range(size * size + 1):
        text = gtp.vertex(move, size)
        assert gtp.read_move(text, size) == gtp.read_move(text.lower(), size) == move


def test_named_vertices() -> None:
    """A1 is at the bottom left, there is no I, and one may resign."""
    assert gtp.vertex(0, 9) == "A9"
    assert gtp.vertex(80, 9) == "J1"
    assert gtp.read_move(" PASS ", 9) == 81
    assert gtp.read_move("Resign", 9) is None
    with pytest.raises(GtpError, match="move 82 is not on a board of size 9"):
        gtp.vertex(82, 9)


@pytest.mark.parametrize("text", ["", "I3", "A0", "A10", "K1", "5E", "A1 B2", "A１", "null"])
def test_what_is_no_vertex(text: str) -> None:
    """The message shows the text."""
    with pytest.raises(GtpError, match="is no move on a board of size 9"):
        gtp.read_move(text, 9)
