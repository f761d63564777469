"""What pickles hold, as JSON: positions and settings go through their constructors again.

Pickles themselves are no format for strangers: reading one runs what it says.
"""

import json
from typing import Any

from fuzz.target import Target
from ponnuki.games import game
from ponnuki.games.position import _restore
from ponnuki.pickles import rebuild
from ponnuki.players import Choice, Limit, Search

_KINDS: dict[str, Any] = {"search": Search, "choice": Choice, "limit": Limit}


def _run(data: bytes) -> None:
    try:
        kind, given = json.loads(data)
        known = kind == "position" or kind in _KINDS
    except (TypeError, RecursionError) as error:
        raise ValueError("not of the form that this target has") from error
    if known and kind != "position" and isinstance(given, dict):
        made = rebuild(_KINDS[kind], given)
        assert made.__reduce__()[0] is rebuild, "its pickle goes another way"
    elif known and isinstance(given, list) and len(given) in {4, 5} and isinstance(given[0], str):
        spec, *rest = given
        position = _restore(game(spec), *rest)
        assert position.game.parse(str(position)) == position, "the position is not what it shows"


TARGET = Target(
    "pickles",
    _run,
    (ValueError,),
    (b"position", b"search", b"choice", b"limit", b'"depth"', b'"noise"', b'"nodes"', b'"seconds"',
     b"[", b"]", b"{", b"}", b",", b":", b"-1", b"1.5", b"null", b'"go:5"', b'"capture-go:3"',
     b'"othello"', b"[0, 0, 0, 0, -1]", b"[1]"),
)  # fmt: skip
