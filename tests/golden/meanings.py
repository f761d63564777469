"""What silent records mean; `python -m tests.golden.meanings` adds new settings and kinds.

Digests leave out what means the same as silence. So a default that changes without `was=OLD` would
give the new default run the digest of an old one. Questions of papers and nets are known by whole
tables, so a new setting says `later=True`: tables leave it out where nobody set it.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import MISSING
from pathlib import Path
from typing import Any

from ponnuki.arena import Tournament
from ponnuki.evaluators import NETS
from ponnuki.games import GAMES
from ponnuki.learners.earlier import EARLIER
from ponnuki.learners.registry import LEARNERS, settings_of
from ponnuki.optimisers import METHODS
from ponnuki.players import PLAYERS
from ponnuki.settings import Said, Setting, Settings, settings_in

FILE = Path(__file__).parent / "meanings.json"

Meanings = dict[str, dict[str, Any]]


def classes() -> dict[str, type[Any]]:
    """Every kind of settings that records have."""
    return {
        **{f"learner {word}": kind for word, kind in LEARNERS.items()},
        **{f"method {word}": kind for word, kind in METHODS.items()},
        **{f"net {word}": kind for word, kind in NETS.items()},
        **{f"player {word}": kind for word, kind in PLAYERS.items()},
        **{f"game {word}": kind.options for word, kind in GAMES.items()},
        "tournament": Tournament,
    }


def meanings() -> Meanings:
    """The meaning of silence for every setting, by kind."""
    found = {kind: {"version": cls.version, **_of(cls)} for kind, cls in classes().items()}
    for word in EARLIER:
        own = settings_of({"learner": word})
        found[f"learner {word}"] = {"version": own.version, **_of(type(own), own)}
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def mistakes(kept: Meanings) -> list[str]:
    """What was forgotten where a setting was changed, added or taken away."""
    found = []
    known = classes()
    known |= {f"learner {word}": type(settings_of({"learner": word})) for word in EARLIER}
    for kind, said in meanings().items():
        before = kept.get(kind, said)
        found += [
            f"{kind}: {name} meant {value!r}: say was=OLD, or raise the version"
            for name, value in before.items()
            if said.get(name) != value
        ]
        later = {name for name, one in _named(known[kind]) if one.words.later}
        found += [
            f"{kind}: {name} is new: say later=True, or digests change"
            for name in said
            if name not in before and name not in later
        ]
    return found


def _of(cls: type[Any], owner: Any = None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in settings_in(cls):
        value = one.meaning if owner is None else getattr(owner, one.name)
        if isinstance(value, Settings):
            usual, over = _of(type(value)), value.identity()
            inner = {name: over.get(name, said) for name, said in usual.items()}
            found |= {f"{one.name}.{name}": said for name, said in inner.items()}
        elif isinstance(value, Said):
            found[one.name] = {"": value.word, **value.table()}
        elif value is not MISSING:
            found[one.name] = one.form.plain(value)
    return found


def _named(cls: type[Any], place: str = "") -> Iterator[tuple[str, Setting]]:
    """Every setting with its place; one that stands in a new table is as new as that."""
    for one in settings_in(cls):
        yield f"{place}{one.name}", one
        if isinstance(one.meaning, Settings):
            for name, inner in _named(type(one.meaning), f"{place}{one.name}."):
                yield name, one if one.words.later else inner


if __name__ == "__main__":
    said = mistakes(json.loads(FILE.read_text(encoding="utf-8")))
    if said and sys.argv[1:] != ["anyway"]:
        raise SystemExit("\n".join([*said, "if no digest changes, say 'anyway' behind it"]))
    FILE.write_text(json.dumps(meanings(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
