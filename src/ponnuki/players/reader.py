"""The reader: one question about a position of Go, few moves for it, and an end.

The survey of Cai & Wunsch (2007) tells of PROBE, which decided in 60 to 80 moves what experts would
decide; this one stands in for it. The rules are those of docs/players.md.
"""

from dataclasses import dataclass
from typing import Literal, cast

from ponnuki import _core
from ponnuki.games import Position
from ponnuki.settings import Settings, setting

Goal = Literal["capture", "save", "connect", "cut", "eye"]
Said = Literal["yes", "no", "unknown"]
GOALS: tuple[Goal, ...] = ("capture", "save", "connect", "cut", "eye")

_USUAL = _core.ReaderWidth()


@dataclass(frozen=True)
class Reader(Settings):
    """How far and how wide the reader reads."""

    limit: int = setting(_USUAL.limit, "moves that a question may try", low=1, high=10**6)
    plies: int = setting(_USUAL.plies, "how far it looks ahead", low=1, high=_USUAL.plies)
    attacks: int = setting(_USUAL.attacks, "moves of an attacker in a position", low=1, high=169)
    defences: int = setting(_USUAL.defences, "moves of a defender in a position", low=1, high=169)
    liberties: int = setting(
        _USUAL.liberties,
        "a string with so many is not caught; from the third move on one less",
        low=2,
        high=169,
    )
    links: int = setting(_USUAL.links, "plies of a question about a connection", low=1, high=20)

    def ask(
        self, position: Position, goal: Goal, target: str, *, first: str, other: str | None = None
    ) -> "Answer":
        """Whether a goal is reached.

        >>> import ponnuki
        >>> game = ponnuki.game("go:5,scoring=area")
        >>> position = game.start().play_all(["B3", "C2", "D3"])
        >>> Reader().ask(position, "cut", "B3", first="white", other="D3").move
        'C3'

        Args:
            position: of Go.
            goal: capture or save the string of the target, connect or cut it and another one, or
                keep an eye: the stones around an enclosure of at most seven points, if all that
                is outside becomes the other side's.
            target: a stone, such as 'C4'; for an eye a point inside the enclosure.
            first: 'black' or 'white', who moves first.
            other: the second stone of a connection.

        Raises:
            ValueError: there is no such goal, or nothing there that it can be asked of.
        """
        game = position.game
        if game.id != "go":
            raise ValueError(f"the reader reads positions of go, not {game.spec}")
        if goal not in GOALS:
            raise ValueError(f"goal={goal!r} is not allowed: use {', '.join(GOALS)}")
        if first not in {"black", "white"}:
            raise ValueError(f"first={first!r} is not allowed: use black or white")
        point = game.move(target)
        second = -1 if other is None else game.move(other)
        if (goal in {"connect", "cut"}) != (other is not None):
            raise ValueError(f"goal={goal!r} and other={other!r} do not go together")
        if goal != "eye":
            for name, one in ("target", point), ("other", second):
                if one >= 0 and (one == game.points or not position.stones[one]):
                    raise ValueError(f"{name}={game.text(one)!r} is no stone")
            if second >= 0 and position.stones[point] != position.stones[second]:
                raise ValueError(f"{target} and {other} are stones of different colours")
        elif point == game.points:
            raise ValueError(f"target={target!r} is no point")
        width = _core.ReaderWidth()
        for name in "limit", "plies", "attacks", "defences", "liberties", "links":
            setattr(width, name, getattr(self, name))
        said, move, tried = _core.ask_reader(
            position._core, goal, point, second, first == "white", width
        )
        return Answer(cast("Said", said), game.text(move) if move >= 0 else None, tried)


@dataclass(frozen=True)
class Answer:
    """What the reader found.

    Attributes:
        said: yes, no, or unknown where its moves were used up.
        move: the first one for whom the answer is good, if that side moves first.
        tried: moves that it read.
    """

    said: Said
    move: str | None
    tried: int
