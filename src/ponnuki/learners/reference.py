"""The reference page: every setting of every learner, method and net, from the classes."""

from collections.abc import Iterator
from typing import Any

from ponnuki.evaluators import NETS
from ponnuki.learners.registry import LEARNERS
from ponnuki.optimisers import METHODS
from ponnuki.settings import Kinds, Row, reference

_HEAD = """# Settings

*`ponnuki presets --reference` makes this page.* It has every setting of `ponnuki train`, as a file
of settings, the `config.toml` of a run and the command line say it: `ponnuki train zero game=go:5
net.blocks=2`. A dot stands for a table: `net.blocks` is `blocks` under `[net]`. Words need no
quotes on a command line; lists are written `[40,20]`; `none` is no value. What is marked *measures*
only measures, shows or keeps: it is no part of what a run is. [Training](training.md) tells what
the settings are for.
"""


def reference_page() -> str:
    """The page as Markdown."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield _HEAD
    parts = (
        ("Learners", "`learner` says which.", LEARNERS),
        ("Methods", "`method` says which; its settings stand under `settings`.", METHODS),
        ("Nets", "`net.kind` says which; its settings stand under `net`.", NETS),
    )
    for title, said, kinds in parts:
        yield f"## {title}\n\n{said}\n"
        for word in kinds:
            yield from _kind(kinds, word)


def _kind(kinds: Kinds[Any], word: str) -> Iterator[str]:
    about = kinds.about(word)
    yield f"### {word}\n"
    if about:
        yield f"{about[0].upper()}{about[1:]}.\n"
    rows = [one for one in reference(kinds[word]) if one.name != kinds.key]
    if not rows:
        yield "It has no settings.\n"
        return
    yield "| setting | default | allowed | meaning |\n|---|---|---|---|"
    yield from map(_row, rows)
    yield ""


def _row(row: Row) -> str:
    cells = (f"`{row.name}`", f"`{row.default}`" if row.default else "", row.allowed, row.about)
    more = " *measures*" if row.measures else ""
    return "| " + " | ".join(one.replace("|", "\\|") for one in cells) + more + " |"
