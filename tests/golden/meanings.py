"""What silent records mean; `python -m tests.golden.meanings` writes it anew.

Digests leave out what means the same as silence. So a default that changes without `was=OLD` would
give the new default run the digest of an old one. New settings join; nothing else changes.
"""

import json
from dataclasses import MISSING
from pathlib import Path
from typing import Any

from ponnuki.evaluators import NETS
from ponnuki.learners.registry import LEARNERS
from ponnuki.optimisers import METHODS
from ponnuki.settings import Kinds, Said, Settings, settings_in

FILE = Path(__file__).parent / "meanings.json"


def meanings() -> dict[str, dict[str, Any]]:
    """The meaning of silence for every setting that is part of what a run is, by kind."""
    kinds: dict[str, Kinds[Any]] = {"learner": LEARNERS, "method": METHODS, "net": NETS}
    return {
        f"{what} {word}": {"version": cls.version, **_of(cls)}
        for what, known in kinds.items()
        for word, cls in known.items()
    }


def _of(cls: type[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in settings_in(cls):
        value = one.meaning
        if one.words.measures or value is MISSING:
            continue
        if isinstance(value, Settings):
            usual, over = _of(type(value)), value.identity()
            inner = {name: over.get(name, said) for name, said in usual.items()}
            found |= {f"{one.name}.{name}": said for name, said in inner.items()}
        elif isinstance(value, Said):
            found[one.name] = {"": value.word, **value.table()}
        else:
            found[one.name] = one.form.plain(value)
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(meanings(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
