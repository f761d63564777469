"""Player specs: the first line names a game; no engine is started and no move is made."""

from fuzz.target import Target
from ponnuki.games import SpecError, game
from ponnuki.players import player

_GAMES = {spec.encode(): game(spec) for spec in ("capture-go:5", "go:5", "tic-tac-toe")}


def _run(data: bytes) -> None:
    name, _, text = data.partition(b"\n")
    rules = _GAMES.get(name, _GAMES[b"capture-go:5"])
    spec = text.decode("utf-8", "surrogateescape")
    one = player(spec, rules)
    assert player(one.spec, rules).spec == one.spec, "its own spec names another player"


TARGET = Target(
    "player_specs",
    _run,
    (SpecError, OSError),
    (*_GAMES, b"random", b"defensive", b"naive", b"pattern", b"ryder,look=no",
     b"zobrist,values=sum,look=0", b"interim", b"knowledge,style=go4,eyes=no",
     b"untrained", b"net:", b"gtp:", b"run:", b"champion:", b",", b"=", b"@", b":",
     b"depth=", b"noise=", b"seed=", b"net=", b"window", b"wpc", b"row=", b"seconds=",
     b"candidates=local", b"yes", b"nan", b"inf",
     b"'", b'"', b"\x00", b"..", b"/", b"/dev/zero", b"9" * 5000),
)  # fmt: skip
