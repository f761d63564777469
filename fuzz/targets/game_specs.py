"""Game specs: what is read is written so that it is read again."""

from fuzz.target import Target
from ponnuki.games import SpecError, game


def _run(data: bytes) -> None:
    rules = game(data.decode("utf-8", "surrogateescape"))
    assert game(rules.spec) == rules, "its own spec names another game"
    assert rules.parse(str(rules.start())) == rules.start(), "its start is not what it shows"


TARGET = Target(
    "game_specs",
    _run,
    (SpecError,),
    (b"capture-go", b"go", b"othello", b"tic-tac-toe", b":", b",", b"=", b"size=", b"passing=",
     b"captures=", b"komi=", b"ko=", b"superko", b"scoring=", b"area", b"cap=", b"neutral=",
     b"majority", b"start=", b"crosscut", b"no_move=", b"draws", b"yes", b"no", b"0.5", b" ",
     "５".encode()),
)  # fmt: skip
