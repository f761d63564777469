"""The games of every layout, one after the other, as each place that plays games once laid them."""

import json
from collections.abc import Iterator, Sequence

from ponnuki.seeds import stream

Laid = tuple[int, int, int]
"""Black, white, seed."""


def match(games: int, seed: int, opening: bool) -> Iterator[Laid]:
    """A has black first; with an opening two games have one seed."""
    for number in range(games):
        pair = (0, 1) if number % 2 == 0 else (1, 0)
        yield *pair, stream(seed, "game", number // 2 if opening else number)


def tournament(
    pairs: Sequence[tuple[int, int]],
    games: int,
    seed: int,
    opening: bool,
    fingerprints: Sequence[str],
) -> Iterator[Laid]:
    """A game of every pair, then the next; who comes first in the alphabet has black first."""
    for number in range(games):
        for one, other in pairs:
            ahead = fingerprints[one] <= fingerprints[other]
            first, second = (one, other) if ahead else (other, one)
            names = json.dumps([fingerprints[first], fingerprints[second]])
            black, white = (first, second) if number % 2 == 0 else (second, first)
            at = number // 2 if opening else number
            yield black, white, stream(seed, f"tournament {names}", at)


def first_against_others(others: int, rounds: int, seed: int, name: str) -> Iterator[Laid]:
    """Both colours from each seed; the seeds are numbered through."""
    for number in range(others * rounds):
        other = 1 + number // rounds
        yield 0, other, stream(seed, name, number)
        yield other, 0, stream(seed, name, number)


def every_against_every(
    ours: int, theirs: int, rounds: int, seed: int, name: str
) -> Iterator[Laid]:
    """The same for two groups."""
    number = 0
    for one in range(ours):
        for other in range(ours, ours + theirs):
            for _ in range(rounds):
                yield one, other, stream(seed, name, number)
                yield other, one, stream(seed, name, number)
                number += 1


def each_alone(ours: int, theirs: int, rounds: int, seed: int, name: str) -> Iterator[Laid]:
    """Everyone of the first group meets the second by itself: the seeds begin again."""
    for one in range(ours):
        for black, white, own in first_against_others(theirs, rounds, seed, name):
            yield (
                one if black == 0 else ours + black - 1,
                one if white == 0 else ours + white - 1,
                own,
            )


def table(blacks: int, whites: int, games: int, seed: int, name: str) -> Iterator[Laid]:
    """Every black against every white, a seed a game, and never with the colours swapped."""
    number = 0
    for black in range(blacks):
        for white in range(blacks, blacks + whites):
            for _ in range(games):
                yield black, white, stream(seed, name, number)
                number += 1


def visit(own: int, games: int, seed: int) -> Iterator[Laid]:
    """Each of our own against the last player, black in every other game, the first included."""
    for one in range(own):
        for number in range(games):
            pair = (one, own) if number % 2 == 0 else (own, one)
            yield *pair, stream(seed, "visit", one * games + number)


def alike(nets: int, seed: int) -> Iterator[Laid]:
    """One game of each net as black against the last player, all with the same seed."""
    for one in range(nets):
        yield one, nets, seed
