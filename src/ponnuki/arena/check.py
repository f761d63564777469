"""Reads a tournament whole: every game is replayed, and the results are counted again."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ponnuki.arena.kept import AGAIN as PLAYED_AGAIN
from ponnuki.arena.kept import (
    GAMES,
    MAX_FILE,
    RESULTS,
    SETTINGS,
    KeptGames,
    TournamentError,
    games_file,
)
from ponnuki.arena.tournament_play import Ledger, read_games, schedule_from
from ponnuki.store import MANIFEST, Finding, Findings, look
from ponnuki.store.findings import Status, said
from ponnuki.store.store import LOST

AGAIN = "the same command counts the games again"


def check_tournament(folder: str | Path) -> Findings:
    """Reads all files of a tournament.

    Raises:
        TournamentError: there is no such folder.
    """
    kept = KeptGames(folder)
    if not kept.folder.is_dir():
        raise TournamentError(f"{folder}: there is no such folder")
    return Findings(str(folder), "tournament", tuple(_all(kept)))


def _all(kept: KeptGames) -> Iterator[Finding]:
    store = kept.store
    listing = look(store, MANIFEST, store.load)
    if listing.status != "missing":
        yield listing
    try:
        data = kept.settings()
        if kept.lost:
            yield Finding(MANIFEST, "missing", LOST)
        schedule = schedule_from(kept, data)
    except (TournamentError, OSError) as error:
        status: Status = "damaged" if (kept.folder / SETTINGS).exists() else "missing"
        yield Finding(SETTINGS, status, said(store, error), "games can be read by hand")
        return
    listed = store.files
    if SETTINGS in listed:
        yield Finding(SETTINGS, "sound")
    else:
        yield Finding(SETTINGS, "unchecked", "no digest was kept of it")
    ledger = Ledger(schedule)
    try:
        ranges = kept.ranges(schedule.tournament.total)
    except (TournamentError, OSError) as error:
        yield Finding(GAMES, "damaged", said(store, error))
        return
    names = {f"{GAMES}/{games_file(first, stop)}" for first, stop in ranges}
    for name in sorted(listed.keys() - names - {SETTINGS, RESULTS}):
        more = PLAYED_AGAIN if name.startswith(GAMES) else ""
        yield look(store, name, partial(store.require, name, MAX_FILE), more)
    for first, stop in ranges:
        name = f"{GAMES}/{games_file(first, stop)}"
        try:
            ledger.add_records(first, list(read_games(kept, schedule, first, stop)))
        except (TournamentError, OSError) as error:
            yield Finding(name, "damaged", said(store, error), PLAYED_AGAIN)
            continue
        yield Finding(name, "sound")
    yield from _results(kept, ledger)


def _results(kept: KeptGames, ledger: Ledger) -> Iterator[Finding]:
    """The results, and those counted again from the games if all games are there."""
    whole = bool(ledger.done.all())
    if not (kept.folder / RESULTS).exists():
        if RESULTS in kept.store.files:
            yield Finding(RESULTS, "missing", "it is not there", AGAIN)
        elif whole:
            yield Finding(RESULTS, "unchecked", "all games are played, nobody counted them", AGAIN)
        return
    try:
        found = kept.results()
    except (TournamentError, OSError) as error:
        yield Finding(RESULTS, "damaged", said(kept.store, error), AGAIN)
        return
    if not whole:
        yield Finding(RESULTS, "unchecked", "not all games are there to count")
    elif _text(found) != _text(ledger.results().to_json()):
        yield Finding(RESULTS, "damaged", "they are not those of the games", AGAIN)
    elif RESULTS in kept.store.files:
        yield Finding(RESULTS, "sound")
    else:
        yield Finding(RESULTS, "unchecked", "nets and searches alone cannot be counted", AGAIN)


def _text(results: dict[str, Any]) -> str:
    """Results as a text to compare, without nets and searches, which games do not tell."""
    plain = json.loads(json.dumps(results))
    standings = plain.get("standings")
    for one in standings if isinstance(standings, list) else ():
        if isinstance(one, dict):
            for name in "net", "depth", "visits":
                one.pop(name, None)
    return json.dumps(plain, sort_keys=True)
