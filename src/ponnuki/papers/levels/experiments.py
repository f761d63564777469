"""Levels of Capture Go: steps between them, their errors, and how games begin."""

import time
from dataclasses import dataclass
from typing import Any

from ponnuki.arena import Contest
from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.papers.levels.errors import KINDS, count_errors
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players import player
from ponnuki.players.levels import STRENGTHS, levels
from ponnuki.reports import Page
from ponnuki.settings import Settings, setting
from ponnuki.words import percent

GAME = "capture-go"
CHILD = "child"
SEED = 0x1E7E15
"""Of all games; settings were chosen by others."""
EVEN_STEP = 60.0, 85.0
"""What a level should score against the one below, in per cent."""
CHILDS = {1: (65.0, 90.0), 3: (25.0, 60.0)}
"""What the child should score against some levels, in per cent."""
SLOWEST = 0.5
"""Seconds that no move of the last level should take on one core."""


@dataclass(frozen=True)
class Scale(Settings):
    """How much is done."""

    sizes: tuple[int, ...] = setting(..., "of the board", low=3)
    games: int = setting(..., "of two levels up to the fifth, an even number", low=2, step=2)
    above: int = setting(..., "of those above", low=2, step=2)
    watched: int = setting(..., "games of a level with itself in which errors are counted", low=1)

    def __str__(self) -> str:
        sizes = ", ".join(f"{one}×{one}" for one in self.sizes)
        return (
            f"{sizes}; {self.games} games up to level 5, {self.above} above, "
            f"{self.watched} of each level with itself"
        )


SCALES = {
    "smoke": Scale(sizes=(5,), games=4, above=2, watched=2),
    "full": Scale(sizes=(5, 7, 9), games=400, above=100, watched=40),
}


@dataclass(frozen=True, eq=False)
class Step(Question[dict[str, Any]]):
    """Games of two players with both colours.

    Attributes:
        game: what is played.
        one: a spec.
        other: a spec.
        games: how many.
        seed: of the games.
    """

    game: Game
    one: str
    other: str
    games: int
    seed: int

    def answer(self, workshop: Workshop) -> dict[str, Any]:
        """The tally of the first."""
        contest = Contest(self.game, [self.one, self.other], games=self.games, seed=self.seed)
        return contest.play(workshop.arena).tally(0).to_json()


@dataclass(frozen=True, eq=False)
class Errors(Question[dict[str, Any]]):
    """What a player misses in games with itself, the slowest move among them.

    Attributes:
        game: what is played.
        spec: of the player.
        games: how many.
        seed: of the games.
    """

    game: Game
    spec: str
    games: int
    seed: int

    def answer(self, workshop: Workshop) -> dict[str, Any]:
        """Counts of cases and errors, and how many games differ."""
        contest = Contest(self.game, [[self.spec], [self.spec]], games=self.games, seed=self.seed)
        records = list(contest.play(workshop.arena).batch)
        found = count_errors(records)
        differ = len({one.moves for one in records})
        return {**found, "games": len(records), "differ": differ}


@dataclass(frozen=True, eq=False)
class Replies(Question[dict[str, Any]]):
    """How a player replies to a stone in the centre.

    Attributes:
        game: what is played.
        spec: of the player.
        seeds: how many games, with seeds from 0 on.
    """

    game: Game
    spec: str
    seeds: int

    def answer(self, workshop: Workshop) -> dict[str, Any]:
        """How many different replies there are, and the seconds of the slowest on one core."""
        del workshop
        position = self.game.start().play(self.game.text(self.game.points // 2))
        own = player(self.spec, self.game)
        found, slowest = set(), 0.0
        for seed in range(self.seeds):
            begin = time.perf_counter()
            found.add(own.choose(position, seed=seed))
            slowest = max(slowest, time.perf_counter() - begin)
        return {"replies": len(found), "seconds": slowest}


def _game(size: int) -> Game:
    return find_game(GAME, size=size)


def _spec(number: int) -> str:
    return levels(_game(5))[number - 1].spec


def _count() -> int:
    return len(next(iter(STRENGTHS[GAME].values())))


def _said(tally: dict[str, Any]) -> str:
    share = (tally["wins"] + tally["draws"] / 2) / tally["games"]
    return percent(share, tally["interval"] and tuple(tally["interval"]))


def _within(tally: dict[str, Any], bounds: tuple[float, float]) -> bool:
    """Whether a score, plus or minus its interval, lies within bounds in per cent."""
    low, high = tally["interval"] or (0.0, 1.0)
    return 100 * high >= bounds[0] and 100 * low <= bounds[1]


def steps(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Each level against the one below, and the child against each."""
    page.heading("Steps")
    low, high = EVEN_STEP
    page.text(
        f"Scores in per cent with 95 % intervals. A step should lie within {low:.0f} and "
        f"{high:.0f}, the child within {CHILDS[1][0]:.0f} and {CHILDS[1][1]:.0f} against level 1 "
        f"and within {CHILDS[3][0]:.0f} and {CHILDS[3][1]:.0f} against level 3, plus or minus the "
        "interval; what does not is marked *."
    )
    results: dict[str, Any] = {}
    rows = []
    for number in range(1, _count() + 1):
        games = scale.games if number <= 5 else scale.above
        row: list[object] = [number, levels(_game(5))[number - 1].word]
        for size in scale.sizes:
            asked = {}
            if number > 1:
                asked["below"] = _spec(number), _spec(number - 1)
            asked["child"] = CHILD, _spec(number)
            for name, (one, other) in asked.items():
                question = Step(_game(size), one, other, games, SEED)
                found = workshop.ask(f"{name}-{number}-size{size}", question)
                results[f"{name}, level {number}, size {size}"] = found
            below = results.get(f"below, level {number}, size {size}")
            child = results[f"child, level {number}, size {size}"]
            row.append("–" if below is None else _marked(below, EVEN_STEP))
            row.append(_marked(child, CHILDS.get(number, (0.0, 100.0))))
        rows.append(row)
    head = [
        text
        for size in scale.sizes
        for text in (f"{size}×{size}: against the one below", "the child against it")
    ]
    page.table(["level", "called", *head], rows)
    others = []
    for size in scale.sizes:
        for other in "random", "naive", "defensive":
            question = Step(_game(size), CHILD, other, scale.games, SEED)
            found = workshop.ask(f"child-{other}-size{size}", question)
            results[f"child, {other}, size {size}"] = found
            others.append([f"{size}×{size}", other, _said(found)])
    page.text("The child against players with rules written by hand:")
    page.table(["board", "opponent", "the child"], others)
    return results


def _marked(tally: dict[str, Any], bounds: tuple[float, float]) -> str:
    return _said(tally) + ("" if _within(tally, bounds) else " *")


def errors(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """How levels and the child err, in per cent of the turns in which they could."""
    page.heading("Errors")
    page.text(
        f"In {scale.watched} games of each player with itself: per cent of turns with a capture in "
        "which it is not taken; of turns with a string in atari that could be saved, and no "
        "capture, in which it is not; of turns in which a stone is put where it can be captured "
        "at once although another point was free; and of the first six moves on the first line "
        "that neither save nor capture."
    )
    results, rows = {}, []
    specs = {f"level {number}": _spec(number) for number in range(1, _count() + 1)}
    for name, spec in {**specs, CHILD: CHILD, "random": "random"}.items():
        row: list[object] = [name]
        for size in scale.sizes:
            question = Errors(_game(size), spec, scale.watched, SEED)
            found = workshop.ask(f"errors-{name.replace(' ', '-')}-size{size}", question)
            results[f"{name}, size {size}"] = found
            row.append(f"{found['differ']} of {found['games']}")
            row += [
                "–" if not found[kind][1] else f"{100 * found[kind][0] / found[kind][1]:.1f}"
                for kind in KINDS
            ]
        rows.append(row)
    head = [f"{size}×{size}: {kind}" for size in scale.sizes for kind in ("games differ", *KINDS)]
    page.table(["player", *head], rows)
    return results


def openings(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """How many replies levels have to the first stone, and how long they think."""
    page.heading("Openings and times")
    page.text(
        "Different replies to a stone in the centre in 40 games, and the slowest of their moves on "
        "one core of this machine."
    )
    results, rows = {}, []
    for number in range(1, _count() + 1):
        row: list[object] = [number]
        for size in scale.sizes:
            question = Replies(_game(size), _spec(number), 40)
            found = workshop.ask(f"replies-{number}-size{size}", question)
            results[f"level {number}, size {size}"] = found
            slow = "" if found["seconds"] <= SLOWEST else " *"
            row += [found["replies"], f"{1000 * found['seconds']:.0f} ms{slow}"]
        rows.append(row)
    head = [f"{size}×{size}: {what}" for size in scale.sizes for what in ("replies", "slowest")]
    page.table(["level", *head], rows)
    return results
