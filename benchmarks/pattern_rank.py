"""Where the pattern player stands: against random moves, the naive player and GNU Go.

    python -m benchmarks.pattern_rank [--games 200] [--level 10]

Mayer (2007) placed GOjen at about 28 kyu by games with GNU Go, which was taken for 10 kyu. Two
handicaps make a game with GNU Go an even one: stones on the board before it begins (the pattern
player has black), and a share of GNU Go's moves drawn at random (both colours in turn). For each
the command prints the scores and the handicap at which they would be even, with the interval that
the games leave. On 9×9 a stone is said to be worth five to six ranks, and the first of them half
of that.

Games with GNU Go are counted by area. It captures dead stones before it passes, and those that it
still calls dead at the end are taken off.
"""

import argparse
import itertools
import math
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

import ponnuki
from ponnuki.arena import Arena, Contest, game_seeds
from ponnuki.arena.intervals import Z95, wilson
from ponnuki.arena.layout import paired
from ponnuki.games import GameSoFar
from ponnuki.games.counting import outcome_without
from ponnuki.players import ExternalPlayer, Seat, ask

GNU_GO = (
    "gnugo --mode gtp --chinese-rules --capture-all-dead --positional-superko --never-resign "
    "--level {level}"
)
PATIENCE = 3600.0
"""Seconds for an answer, so that a busy machine does not decide games."""
GNU_GO_KYU = 10
RANKS_A_STONE = (5, 6)
STONES = ("G7", "C3", "G3", "C7", "E5", "C5", "G5", "E7", "E3")
"""Where handicap stones stand on 9×9, in this order."""
HANDICAPS = (2, 3, 4, 5, 6)
RATES = (0.1, 0.2, 0.3)


@dataclass(frozen=True)
class Score:
    """Wins of the pattern player under one handicap; a draw counts half."""

    handicap: float
    wins: float
    games: int


@dataclass(frozen=True)
class Even:
    """The handicap at which scores would be even, and a 95 % interval of it."""

    handicap: float
    low: float
    high: float


def even(scores: Sequence[Score]) -> Even:
    """Fits a logistic curve to the scores of two handicaps or more.

    Half a win and half a loss are added to each.
    The interval is that of the curve's crossing (the delta method).
    """
    a = b = 0.0  # log-odds: a + b * handicap
    for _ in range(100):
        gradient_a = gradient_b = aa = ab = bb = 0.0
        for one in scores:
            games, wins = one.games + 1, one.wins + 0.5
            p = 1 / (1 + math.exp(-(a + b * one.handicap)))
            weight, miss = games * p * (1 - p), wins - games * p
            gradient_a, gradient_b = gradient_a + miss, gradient_b + miss * one.handicap
            aa, ab = aa + weight, ab + weight * one.handicap
            bb += weight * one.handicap**2
        det = aa * bb - ab * ab
        a += (bb * gradient_a - ab * gradient_b) / det
        b += (aa * gradient_b - ab * gradient_a) / det
    crossing = -a / b
    spread = Z95 * math.sqrt((bb - 2 * crossing * ab + crossing**2 * aa) / det) / abs(b)
    return Even(crossing, crossing - spread, crossing + spread)


def with_stones(level: int, stones: int, games: int, threads: int) -> Score:
    """The pattern player with black and so many stones on the board; white has half a point."""
    game = ponnuki.game("go:9,scoring=area,komi=0.5")
    ours = ponnuki.player("pattern", game)
    start: list[int] = []
    for text in STONES[:stones]:
        start += [game.move(text), game.points]  # white passes
    del start[-1]
    other = ExternalPlayer(GNU_GO.format(level=level), game, PATIENCE, PATIENCE)
    mine = threading.local()

    def win(seed: int) -> bool:
        if not hasattr(mine, "seat"):
            mine.seat = other.seat()
            seats.append(mine.seat)
        mine.seat.begin("white", seed)
        played = GameSoFar(game.start()).play_all(start)
        while (position := played.position).outcome is None:
            if position.to_move == "black":
                move = ours.choose(position, seed=seed)
            else:
                move = ask(mine.seat, played, other.spec).move  # a forfeit spoils the measure
            played = played.play(move)
        dead = mine.seat.dead_stones(played) or ()
        return outcome_without(position, dead).winner == "black"

    seats: list[Seat] = []
    try:
        with ThreadPoolExecutor(threads) as pool:
            wins = sum(pool.map(win, map(int, game_seeds(stones, games))))
    finally:
        for seat in seats:
            seat.close()
    return Score(stones, wins, games)


def with_random_moves(level: int, rate: float, games: int, threads: int) -> Score:
    """The pattern player against GNU Go of which so many moves are drawn; white has 5.5 points."""
    game = ponnuki.game("go:9,scoring=area,komi=5.5")
    other = ExternalPlayer(GNU_GO.format(level=level), game, PATIENCE, PATIENCE, noise=rate)
    result = Contest(game, ["pattern", other], games=games).play(Arena(threads=threads))
    if result.batch.forfeits:
        raise RuntimeError(f"GNU Go forfeited games: {result.batch.forfeits}")
    return Score(rate, result.total.score, games)


def scripted_scores(games: int) -> None:
    """Prints the scores of players with rules written by hand: half of the games as black."""
    table = Table(title=f"{games:,} games, half as black, territory as the board stands")
    for column in "game", "players", "opening", "wins", "draws", "95 % interval of the score":
        table.add_column(column, justify="left" if column in {"game", "players"} else "right")
    pairs = [("pattern", "random"), ("pattern", "naive"), ("naive", "random")]
    for (spec, plies), (a, b) in itertools.product(
        itertools.product(("go:5", "go:9"), (0, 2)), pairs
    ):
        game = ponnuki.game(spec)
        contest = Contest(game, [a, b], opening=plies, games=games, layout=paired("game"))
        total = contest.play().tally(repeats=False)
        low, high = wilson(total.score, total.games)
        table.add_row(
            spec,
            f"{a} - {b}",
            f"{plies} random plies" if plies else "none",
            f"{total.wins / total.games:.3f}",
            f"{total.draws / total.games:.3f}",
            f"{low:.3f} to {high:.3f}",
        )
    Console().print(table)


def against_gnu_go(title: str, scores: Iterable[Score]) -> Even | None:
    """Prints the scores as they come, and gives the even handicap if there are enough."""
    print(f"\n{title}\nhandicap  games  score  95 % interval", flush=True)
    found = []
    for one in scores:
        low, high = wilson(one.wins, one.games)
        share = one.wins / one.games
        print(f"{one.handicap:8g} {one.games:6} {share:6.3f}  {low:.3f} to {high:.3f}", flush=True)
        found.append(one)
    if len(found) < 2:
        return None
    result = even(found)
    print(f"even at {result.handicap:.3g} ({result.low:.3g} to {result.high:.3g})")
    return result


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="with GNU Go, for each handicap")
    parser.add_argument("--level", type=int, default=10, help="of GNU Go")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--scripted", type=int, default=1000, help="games between our own players")
    parser.add_argument("--stones", type=int, nargs="*", default=HANDICAPS)
    parser.add_argument("--rates", type=float, nargs="*", default=RATES)
    options = parser.parse_args()
    level, games, threads = options.level, options.games, options.threads
    if options.scripted:
        scripted_scores(options.scripted)
    if options.stones:
        found = against_gnu_go(
            f"9×9, GNU Go level {level}, komi 0.5; pattern has black and stones",
            (with_stones(level, stones, games, threads) for stones in options.stones),
        )
        if found is not None:
            ranks = [GNU_GO_KYU + (found.handicap - 0.5) * one for one in RANKS_A_STONE]
            print(f"GNU Go taken for {GNU_GO_KYU} kyu: {ranks[0]:.0f} to {ranks[1]:.0f} kyu")
    if options.rates:
        against_gnu_go(
            f"9×9, GNU Go level {level} with a share of random moves, komi 5.5; both colours",
            (with_random_moves(level, rate, games, threads) for rate in options.rates),
        )


if __name__ == "__main__":
    main()
