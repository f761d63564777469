"""Strength: wins against players that stay the same, as a share of the games."""

from typing import Any

import numpy as np

from ponnuki.arena import Arena, Contest
from ponnuki.arena.layout import STRENGTH
from ponnuki.learners.settings import named_player
from ponnuki.learners.td.settings import StrengthSettings
from ponnuki.players import Engine, Player

STRENGTH_SEED = 0x57E6
"""Games that measure draw from here and from nowhere else: they are the same for every run."""


def measure(
    engine: Engine, settings: StrengthSettings, arena: Arena, seed: int = STRENGTH_SEED
) -> dict[str, Any]:
    """The share of games won against each player, and the mean of these shares as `strength`.

    Names of the second measure, from random openings, end in '_opening'. A draw is no win.
    """
    facts = shares_won(engine, settings, arena, 0, seed)
    if settings.opening:
        opened = shares_won(engine, settings, arena, settings.opening, seed)
        facts |= {f"{name}_opening": share for name, share in opened.items()}
    return facts


def shares_won(
    engine: Engine,
    settings: StrengthSettings,
    arena: Arena,
    opening: int,
    seed: int = STRENGTH_SEED,
) -> dict[str, Any]:
    """The same for games that begin with so many random plies."""
    opponents = [named_player(spec, engine.game) for spec in settings.players]
    shares = wins(engine, opponents, settings.games, arena, opening, seed)
    facts = {_word(spec): share for spec, share in zip(settings.players, shares, strict=True)}
    return facts | {"strength": float(np.mean(shares))}


def wins(
    engine: Engine,
    opponents: list[Player],
    games: int,
    arena: Arena,
    opening: int = 0,
    seed: int = STRENGTH_SEED,
) -> list[float]:
    """The share of games that an engine wins against each opponent, half of them as black.

    The two games of a pair have one seed, and so the same opening.
    """
    results = Contest(
        engine.game,
        [engine, *opponents],
        pairing="first",
        opening=opening,
        games=games,
        seed=seed,
        layout=STRENGTH,
    ).play(arena)
    tallies = [results.tally(0, one, repeats=False) for one in range(1, len(opponents) + 1)]
    return [one.wins / one.games for one in tallies]


def _word(spec: str) -> str:
    """A spec as part of a fact's name."""
    return "".join(letter if letter.isalnum() else "_" for letter in spec)
