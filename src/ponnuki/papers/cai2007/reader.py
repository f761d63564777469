"""The reader beside a search that reads a hundred times as much (PROBE, Section 3.1)."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ponnuki.arena.intervals import wilson
from ponnuki.games import Game, Position
from ponnuki.games import game as find_game
from ponnuki.games.strings import strings
from ponnuki.papers.cai2007.measures import SEED
from ponnuki.papers.cai2007.numbers import WEAK
from ponnuki.papers.cai2007.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Reader, player
from ponnuki.reports import Page
from ponnuki.seeds import streams

GAME = "go:9,scoring=area"
LIMITS = (20, 80, 1000)
"""Moves of a question; the survey's experts needed 60 to 80."""

WIDE = Reader(limit=8000, attacks=12, defences=16, liberties=5)
"""Reads a hundred times as many moves, three times as wide, and hunts strings of four liberties."""

MOST = 3
"""Liberties of the strings that are asked about: with more the reader says no without reading."""

NOISE = 0.1


@dataclass(frozen=True, eq=False)
class Readings(Question[list[dict[str, Any]]]):
    """What readers say of strings of games: whether they are caught, the attacker first.

    Attributes:
        game: that is played.
        count: of the strings, one of each game.
        limits: of the readers; behind them comes the wide search.
        wide: that search.
        seed: of the games.
    """

    game: Game
    count: int
    limits: tuple[int, ...]
    wide: Reader
    seed: int

    def answer(self, workshop: Workshop) -> list[dict[str, Any]]:
        """For every string what each of them says, and the moves that it tried."""
        weak = player(WEAK, self.game, noise=NOISE)
        seeds = streams(self.seed, "reader", 2 * self.count)
        batch = workshop.arena.play(self.game, [weak], [[0, 0]] * len(seeds), seeds)
        readers = [*(Reader(limit=limit) for limit in self.limits), self.wide]
        found: list[dict[str, Any]] = []
        for record in batch:
            dice = random.Random(record.seed)
            line = [one for one in record.positions() if one.outcome is None]
            position = dice.choice(line)
            known = [one for one in strings(position.cells) if len(one.liberties) <= MOST]
            if not known or len(found) == self.count:
                continue
            one = dice.choice(known)
            found.append(_asked(readers, position, one.points[0], one.colour))
        return found


def _asked(
    readers: Sequence[Reader], position: Position, point: int, colour: int
) -> dict[str, Any]:
    target, attacker = position.game.text(point), "white" if colour > 0 else "black"
    answers = [one.ask(position, "capture", target, first=attacker) for one in readers]
    return {"said": [one.said for one in answers], "tried": [one.tried for one in answers]}


def reader(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Errors and what stays unknown, by how many moves a question may try."""
    page.heading("The reader")
    page.text(
        f"Strings of at most {MOST} liberties, one of each of {scale.strings:,} games of 9×9 Go "
        f"between `{WEAK}` players with {NOISE:.0%} random moves. The question is whether a "
        f"string is caught if the attacker moves first. The judge reads {WIDE.limit:,} moves, "
        f"with up to {WIDE.attacks} moves of an attacker and {WIDE.defences} of a defender in a "
        "position. An error is a yes for its no, or a no for its yes; strings of which it says "
        "unknown are left out. The survey has 60 to 80 moves for experts and no figure for errors."
    )
    question = Readings(find_game(GAME), scale.strings, LIMITS, WIDE, SEED)
    found = workshop.ask("reader", question)
    judged = [one for one in found if one["said"][-1] != "unknown"]
    rows, facts = [], {}
    for at, limit in enumerate(LIMITS):
        wrong = sum(one["said"][at] not in {"unknown", one["said"][-1]} for one in judged)
        unknown = sum(one["said"][at] == "unknown" for one in judged)
        tried = sum(one["tried"][at] for one in judged) / max(1, len(judged))
        facts[str(limit)] = {"wrong": wrong, "unknown": unknown, "tried": tried}
        shares = [_share(number, len(judged)) for number in (wrong, unknown)]
        rows.append([f"{limit:,}", *shares, f"{tried:.1f}"])
    page.table(["moves of a question", "errors", "unknown", "moves read"], rows)
    said = [one["said"][-1] for one in judged]
    page.text(
        f"The judge says yes of {said.count('yes')} strings, no of {said.count('no')}, and unknown "
        f"of {len(found) - len(judged)}. Intervals are 95 % Wilson intervals over strings."
    )
    return {"strings": len(found), "judged": len(judged), "limits": facts}


def _share(number: int, of: int) -> str:
    if of == 0:
        return "–"
    low, high = wilson(number, of)
    return f"{number / of:.3f} ({low:.3f} to {high:.3f})"
