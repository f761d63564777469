"""SGF: trees are read, written, read again, and their positions set up and played."""

from functools import cache

from fuzz.target import Target
from ponnuki.formats import sgf
from ponnuki.games import Game, SpecError, game


@cache
def _rules(size: int) -> list[Game]:
    """The games on a board of that size, if there are any."""
    try:
        return [game(name, size=size) for name in sgf.GAMES]
    except SpecError:
        return []


def _run(data: bytes) -> None:
    for root in sgf.read_collection(data):
        text = sgf.write_tree(root)
        assert sgf.write_tree(sgf.read_tree(text)) == text, "what is written reads as another tree"
        for rules in _rules(sgf.board_size(root)):
            position = sgf.position_at(root.main_line()[-1], rules)
            assert rules.parse(str(position)) == position, "the position is not what it shows"


TARGET = Target(
    "sgf",
    _run,
    (sgf.SgfError,),
    tuple(b"( ) ; [ ] \\ : (; ;B[aa] ;W[bb] ;B[] AB[aa][bb] AW[cc:dd] AE[aa] PL[W] SZ[5] SZ[9:9] "
          b"GM[1] GM[2] HA[2] KM[0] CA[UTF-8] CA[latin1] CA[utf-7] CA[utf-16] C[ ]) tt zz "
          b"\xef\xbb\xbf \xff\xfe \x00 \n\r \\] \xe2\x80\xa8".split(b" ")),
)  # fmt: skip
