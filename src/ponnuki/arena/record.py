"""The record of one game: enough to play it again, move by move, to the same outcome."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from ponnuki.games import Game, MoveError, Outcome, Position
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


@dataclass(frozen=True)
class GameRecord:
    """A finished game.

    Attributes:
        game: its rules.
        players: the specs of black and white.
        seed: what its random choices were drawn from.
        moves: all moves, passes included.
        outcome: how it ended.
    """

    game: Game
    players: tuple[str, str]
    seed: int
    moves: tuple[int, ...]
    outcome: Outcome

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
        if last.outcome != self.outcome:
            raise MoveError(f"the record says {self.outcome}, its moves lead to {last.outcome}")
        return last

    def to_json(self) -> dict[str, Any]:
        """The record as plain data."""
        return {
            "game": self.game.spec,
            "rules_version": self.game.rules_version,
            "players": list(self.players),
            "seed": self.seed,
            "moves": [self.game.text(move) for move in self.moves],
            "winner": self.outcome.winner,
            "reason": self.outcome.reason,
            "margin": self.outcome.margin,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The record that `to_json` wrote, replayed so that nothing in it is taken on trust.

        Raises:
            ValueError: it is no record, is of other rules, or does not replay.
        """
        for name, kinds in _FIELDS.items():
            value = data.get(name)
            if not isinstance(value, kinds) or isinstance(value, bool):
                raise ValueError(f"this is no game record: its field {name!r} is {value!r}")
        for name in "players", "moves":
            if not all(isinstance(text, str) for text in data[name]):
                raise ValueError(f"this is no game record: {name!r} must be texts")
        if len(data["players"]) != 2 or data["seed"] < 0:
            raise ValueError("this is no game record: it needs two players and a seed from 0")
        rules = restore(data["game"], data["rules_version"])
        moves = tuple(rules.move(text) for text in data["moves"])
        outcome = Outcome(data["winner"], data["reason"], data["margin"], len(moves))
        black, white = data["players"]
        record = cls(rules, (black, white), data["seed"], moves, outcome)
        record.replay()
        return record
