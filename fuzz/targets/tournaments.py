"""Tournament folders: one file of a good one is replaced, and all that readers ask for is read."""

import gzip
from functools import cache

from fuzz.target import Good, Target, scratch
from fuzz.targets.runs import sealed
from ponnuki.arena import TournamentError, kept_games
from ponnuki.arena.check import check_tournament
from ponnuki.arena.kept import KeptGames
from ponnuki.store import MANIFEST


def _file(name: str, content: bytes) -> bytes:
    """What a file holds: games are pressed, unless the input says how; a manifest is sealed."""
    if name == MANIFEST:
        return sealed(content)
    plain = name.endswith(".gz") and not content.startswith(b"\x1f\x8b")
    return gzip.compress(content, 1) if plain else content


@cache
def _good() -> Good:
    return Good(TARGET.corpus, _file)


def _run(data: bytes) -> None:
    refused: TournamentError | None = None
    with _good().spoilt(scratch("tournaments"), data) as folder:
        check_tournament(folder)
        kept = KeptGames(folder)
        for read in (
            kept.identity,
            kept.results,
            lambda: kept.game(2),
            lambda: [*kept_games(folder)],
        ):
            try:
                read()
            except TournamentError as error:
                refused = error
    if refused is not None:
        raise refused


TARGET = Target(
    "tournaments",
    _run,
    (TournamentError,),
    (b"manifest.json\n", b"kind", b"files", b"listed",
     b"tournament.json\n", b"results.json\n", b"games/00000000-00000004.jsonl.gz\n", b"{", b"}",
     b"[", b"]", b'"', b",", b":", b"\n", b"players", b"spec", b"fingerprint", b"game", b"games",
     b"capture-go:3", b"rules_version", b"noise", b"opening", b"gauntlet", b"forfeit", b"time",
     b"moves", b"winner", b"margin", b"reason", b"null", b"A1", b"pass", b"\x1f\x8b", b"[" * 999),
)  # fmt: skip
