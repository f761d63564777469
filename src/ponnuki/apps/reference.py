"""The reference page: every setting that there is."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ponnuki.arena import Tournament
from ponnuki.evaluators import NETS
from ponnuki.games.registry import GAMES
from ponnuki.learners.registry import LEARNERS
from ponnuki.optimisers import METHODS
from ponnuki.papers import PAPERS
from ponnuki.players.registry import EngineKind
from ponnuki.players.specs import PLAYERS
from ponnuki.settings import Row, reference

_HEAD = """# Settings

*`ponnuki presets --reference` makes this page.* Everything that a person sets when training, what
the specs of games and players say, tournaments, and how much of a paper is done.

A run is described by one table of settings: a file such as `mine.toml`, the `config.toml` of a run,
or a command. These say the same:

```toml
base = "zero"
game = "go:5"
visits = 64

[net]
blocks = 2
```

```sh
ponnuki train zero game=go:5 visits=64 net.blocks=2
```

A dot stands for a table: `net.blocks` is `blocks` under `[net]`. On a command line words need no
quotes, lists are written `[40,20]`, and yes and no are true and false. `none` is no value. What is
marked *measures* only measures, shows or keeps: it is no part of what a run is, and may change when
it goes on. [Training](training.md) tells what the settings are for.
"""

_ENGINES = (
    "what all players that search have: standard-wpc, influence, untrained, net, run and champion. "
    "Without a depth they look as far ahead as in their net's training, else 2 plies"
)
_GAMES = {word: kind.options for word, kind in GAMES.items()}


@dataclass(frozen=True)
class _Part:
    """A part of the page: kinds of one sort."""

    title: str
    said: str
    kinds: Mapping[str, type[Any]]
    about: Callable[[str], str]
    key: str = ""


_PARTS = (
    _Part(
        "Learners",
        "How a net learns. `learner` says which; presets say it for you.",
        LEARNERS,
        LEARNERS.about,
        "learner",
    ),
    _Part(
        "Methods",
        "Optimisers, for the learner self-play. `method` says which; the settings below stand in "
        "the table `settings`.",
        METHODS,
        METHODS.about,
        "method",
    ),
    _Part(
        "Nets",
        "`net.kind` says which; the settings below stand in the table `net`.",
        NETS,
        NETS.about,
        "kind",
    ),
    _Part(
        "Games",
        "A game is named by a spec, wherever one is asked for: its word, then settings, such as "
        "`go:7,komi=5.5`. The size needs no name.",
        _GAMES,
        lambda word: GAMES[word].summary.rstrip("."),
    ),
    _Part(
        "Players",
        "A player is named by a spec as well, such as `untrained,seed=7,depth=2`; what stands "
        "behind a colon is its file, folder or command. [Players](players.md) tells more.",
        {"engines": EngineKind, **PLAYERS},
        lambda word: PLAYERS.about(word) if word in PLAYERS else _ENGINES,
    ),
    _Part(
        "Tournaments",
        "What `tournament.json` says of the games that were played. `ponnuki tournament` has an "
        "option for each.",
        {"tournament": Tournament},
        lambda _: "who meets whom, and how games begin",
    ),
    _Part(
        "Scales of papers",
        "How much of a paper `ponnuki reproduce PAPER --scale NAME` does. A scale says all of "
        "these; where it does not, the default holds. With `NAME=VALUE` one of them is another, "
        "such as `ponnuki reproduce cai2009 engines=3`.",
        {name: type(next(iter(one.scales.values()))) for name, one in PAPERS.items()},
        lambda name: f"{PAPERS[name].title}; scales: {', '.join(PAPERS[name].scales)}",
    ),
)


def reference_page() -> str:
    """The page as Markdown."""
    return "\n".join(_page()).rstrip() + "\n"


def _page() -> Iterator[str]:
    yield _HEAD
    heads = _heads()
    for part in _PARTS:
        links = " · ".join(f"[{word}](#{heads[part.title, word]})" for word in part.kinds)
        yield f"- {part.title}: {links}"
    for part in _PARTS:
        yield f"\n## {part.title}\n\n{part.said}\n"
        for word in part.kinds:
            yield from _kind(part, word)


def _heads() -> dict[tuple[str, str], str]:
    """Where the part of each kind begins: a heading that was there before gets a number."""
    found: dict[tuple[str, str], str] = {}
    seen = Counter(part.title.lower() for part in _PARTS) + Counter(["settings"])
    for part in _PARTS:
        for word in part.kinds:
            found[part.title, word] = f"{word}-{seen[word]}" if seen[word] else word
            seen[word] += 1
    return found


def _kind(part: _Part, word: str) -> Iterator[str]:
    about = part.about(word)
    yield f"### {word}\n"
    if about:
        yield f"{about[0].upper()}{about[1:]}.\n"
    cls = part.kinds[word]
    rows = [one for one in reference(cls) if one.name != part.key and one.spec]
    if issubclass(cls, EngineKind) and cls is not EngineKind:
        common = {one.name for one in reference(EngineKind)}
        rows = [one for one in rows if one.name not in common]
        yield f"It has what [engines](#engines) have{', and:' if rows else '.'}\n"
    elif not rows:
        yield "It has no settings.\n"
    if not rows:
        return
    yield "| setting | default | allowed | meaning |\n|---|---|---|---|"
    yield from map(_row, rows)
    yield ""


def _row(row: Row) -> str:
    cells = (f"`{row.name}`", f"`{row.default}`" if row.default else "", row.allowed, row.about)
    more = " *measures*" if row.measures else ""
    return "| " + " | ".join(one.replace("|", "\\|") for one in cells) + more + " |"
