"""The record of one game: enough to play it again, move by move, to the same outcome."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from ponnuki.games import FORFEITS, Game, MoveError, Outcome, Position, Side
from ponnuki.games.counting import outcome_without
from ponnuki.games.registry import restore

_FIELDS: dict[str, Any] = {
    "game": str,
    "rules_version": int,
    "players": list,
    "seed": int,
    "moves": list,
    "winner": str | None,
    "reason": str,
    "margin": int | float,
}

MAX_MARGIN = 1_000_000


@dataclass(frozen=True)
class GameRecord:
    """A finished game.

    Attributes:
        game: its rules.
        players: the specs of black and white.
        seed: what its random choices were drawn from.
        moves: all moves, passes included.
        outcome: how it ended.
        forfeit: what the loser did, in words, if it lost by that and not by the rules. The
            outcome's reason is then one of FORFEITS, the game itself is not over, and the loser is
            to move.
        dead: the points of stones that were taken off before a game of Go was counted, because the
            engines that played it agreed that they are dead.
    """

    game: Game
    players: tuple[str, str]
    seed: int
    moves: tuple[int, ...]
    outcome: Outcome
    forfeit: str | None = None
    dead: tuple[int, ...] = ()

    def positions(self) -> Iterator[Position]:
        """Every position from the start to the end, replayed by the rules."""
        position = self.game.start()
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    def replay(self) -> Position:
        """The last position.

        Raises:
            MoveError: a move is not legal, or the game does not end as the record says.
        """
        *_, last = self.positions()
        if self.forfeit is not None:
            self._check_forfeit(last)
            return last
        found = last.outcome
        if self.dead:
            try:
                found = outcome_without(last, self.dead)
            except ValueError as error:
                raise MoveError(f"the record says that stones were dead: {error}") from None
        if found != self.outcome:
            raise MoveError(f"the record says {self.outcome}, its moves lead to {found}")
        return last

    def _check_forfeit(self, last: Position) -> None:
        """Raises MoveError if no player can have forfeited in a position."""
        if self.outcome.reason not in FORFEITS:
            raise MoveError(f"{self.outcome.reason!r} is no forfeit; these are: {FORFEITS}")
        if last.outcome is not None:
            raise MoveError(f"the record says {self.outcome}, its moves lead to {last.outcome}")
        winner: Side = "white" if last.to_move == "black" else "black"
        if self.outcome != Outcome(winner, self.outcome.reason, 0, last.plies):
            raise MoveError(f"the record says {self.outcome}, but {last.to_move} was to move")

    def __repr__(self) -> str:
        return f"<GameRecord of {str(self).splitlines()[0]}>"

    def __str__(self) -> str:
        """Who played, how it ended, and the moves as text."""
        black, white = self.players
        moves = " ".join(self.game.text(move) for move in self.moves)
        return f"{black} (black) against {white} (white), {self.game.spec}: {self.outcome}\n{moves}"

    def to_json(self) -> dict[str, Any]:
        """The record as plain data; see `more` for what is there only if there is something."""
        return {
            "game": self.game.spec,
            "rules_version": self.game.rules_version,
            "players": list(self.players),
            "seed": self.seed,
            "moves": [self.game.text(move) for move in self.moves],
            "winner": self.outcome.winner,
            "reason": self.outcome.reason,
            "margin": self.outcome.margin,
            **self.more(),
        }

    def more(self) -> dict[str, Any]:
        """As plain data what most records do not have: a forfeit, dead stones."""
        said: dict[str, Any] = {}
        if self.forfeit is not None:
            said["forfeit"] = self.forfeit
        if self.dead:
            said["dead"] = [self.game.text(point) for point in self.dead]
        return said

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The record that `to_json` wrote, replayed so that nothing in it is taken on trust.

        Raises:
            ValueError: it is no record, is of other rules, or does not replay.
        """
        if not isinstance(data, Mapping) or "winner" not in data:
            raise ValueError("this is no game record: it is no table with a winner")
        for name, kinds in _FIELDS.items():
            value = data.get(name)
            if not isinstance(value, kinds) or isinstance(value, bool):
                raise ValueError(f"this is no game record: its field {name!r} is {value!r}")
        for name in "players", "moves":
            if not all(isinstance(text, str) for text in data[name]):
                raise ValueError(f"this is no game record: {name!r} must be texts")
        check_margin(data["margin"])
        if len(data["players"]) != 2 or data["seed"] < 0:
            raise ValueError("this is no game record: it needs two players and a seed from 0")
        rules = restore(data["game"], data["rules_version"])
        moves = tuple(rules.move(text) for text in data["moves"])
        outcome = Outcome(data["winner"], data["reason"], data["margin"], len(moves))
        black, white = data["players"]
        record = cls(rules, (black, white), data["seed"], moves, outcome, *read_more(data, rules))
        record.replay()
        return record


def read_more(data: Mapping[str, Any], rules: Game) -> tuple[str | None, tuple[int, ...]]:
    """The forfeit and the dead stones of a record as plain data.

    Raises:
        ValueError: they are something else.
    """
    forfeit, dead = data.get("forfeit"), data.get("dead", [])
    if not isinstance(forfeit, str | None):
        raise ValueError(f"this is no game record: its field 'forfeit' is {str(forfeit)[:50]!r}")
    if not isinstance(dead, list) or not all(isinstance(text, str) for text in dead):
        raise ValueError("this is no game record: its field 'dead' must be texts")
    if dead and forfeit is not None:
        raise ValueError("this is no game record: a forfeited game is not counted")
    return forfeit, tuple(rules.move(text[:20]) for text in dead)


def check_margin(value: object) -> float:
    """The margin that a record says, if it can be one.

    Raises:
        ValueError: it is no number, or larger than that of any game.
    """
    if not isinstance(value, int | float) or not abs(value) <= MAX_MARGIN:
        raise ValueError(f"its margin is {str(value)[:50]}, not a number up to {MAX_MARGIN}")
    return value
