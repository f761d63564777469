"""The judge of self-play against a slow recomputation of what it says, game by game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ponnuki import Engine, Player, Search, evaluator, play_games, player
from ponnuki.arena import Arena, GameBatch
from ponnuki.fitness import GameJudge, GameSettings, reliability
from ponnuki.players import Choice

NET = evaluator("window", "capture-go:4")
NETS = NET.initial(6, 11)
HALL = NET.initial(5, 12)
SEARCH = Search(depth=1)


@dataclass
class Played:
    """A batch that a judge had played, and who sat at the boards."""

    players: Sequence[Player]
    batch: GameBatch

    def weights(self, index: int) -> list[float]:
        """The weights of a player, who must be an engine."""
        one = self.players[index]
        assert isinstance(one, Engine)
        row: list[float] = np.asarray(one.weights).tolist()
        return row


@dataclass
class Tables:
    """All batches so far."""

    played: list[Played] = field(default_factory=list)

    @property
    def last(self) -> Played:
        """The latest."""
        return self.played[-1]


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Every batch that judges have played in a test."""
    seen = Tables()

    play = Arena.play

    def watched(
        arena: Arena, game: Any, players: Sequence[Player], *rest: Any, **options: Any
    ) -> GameBatch:
        batch = play(arena, game, players, *rest, **options)
        seen.played.append(Played(players, batch))
        return batch

    monkeypatch.setattr(Arena, "play", watched)
    return seen


def new_judge(seed: int = 1, threads: int | None = 1, **games: Any) -> GameJudge:
    """A judge with a hall and two fixed players, if it has a use for them."""
    settings = GameSettings(**{"opponents": 3, "fixed_players": ("random", "untrained"), **games})
    fixed = [player(one, NET.game, depth=1) for one in settings.fixed_players]
    return GameJudge(NET, SEARCH, settings, seed, Arena(threads), HALL, fixed)


def worth(payoff: str, winner: str | None, side: str, plies: int) -> float:
    """What a game on 4×4 points is worth to a side."""
    if payoff == "share":
        return {side: 1.0, None: 0.5}.get(winner, 0.0)
    sign = 0 if winner is None else 1 if winner == side else -1
    if payoff == "quick-win":
        return sign * max(16 - plies, 0)
    return {1: 1.0, 0: 0.0, -1: -2.0}[sign]


def by_hand(batch: GameBatch, games: GameSettings, nets: int) -> list[float]:
    """The scores of nets from a batch whose games are replayed one after the other."""
    scores = [0.0] * nets
    for index, record in enumerate(batch):
        outcome = record.replay().outcome
        assert outcome is not None
        mirrored = games.colours == "both" and index >= len(batch) // 2
        asker = "white" if mirrored else "black"
        for side, net in zip(("black", "white"), batch.pairings[index].tolist(), strict=True):
            if net < nets and (games.schedule == "as-black" or side == asker):
                scores[net] += worth(games.payoff, outcome.winner, side, len(record.moves))
    return scores


MIXED: dict[str, Any] = {
    "opponents": 8,
    "population": 0.375,
    "hall": 0.25,
    "untrained": 0.125,
    "fixed": 0.25,
}
GAMES: dict[str, dict[str, Any]] = {
    "as black": {},
    "as black, both colours": {"colours": "both"},
    "player one": {"schedule": "player-one", "opponents": 7},
    "player one, both colours": {"schedule": "player-one", "colours": "both"},
    "shares": {"payoff": "share", "noise": 0.3},
    "quick wins": {"payoff": "quick-win", "opening": 3},
    "untrained": {"population": 0, "untrained": 1, "colours": "both", "payoff": "share"},
    "mixed": MIXED,
    "mixed, both colours": {**MIXED, "colours": "both", "opening": 2, "noise": 0.1},
    "mixed, player one": {**MIXED, "schedule": "player-one", "colours": "both"},
}
every_game = pytest.mark.parametrize("games", GAMES.values(), ids=GAMES)


@every_game
def test_scores_are_what_the_games_say(games: dict[str, Any]) -> None:
    """The sum of each net's points over the replayed games of the batch."""
    one = new_judge(**games)
    scores = one.score(NETS)
    assert one.sample is not None
    assert scores.tolist() == by_hand(one.sample, one.games, len(NETS))
    assert scores.std() > 0


@every_game
def test_every_game_is_between_the_nets_that_it_names(
    games: dict[str, Any], tables: Tables
) -> None:
    """Played again alone, each game of the batch has the same moves."""
    one = new_judge(**games)
    one.score(NETS)
    players, batch = tables.last.players, tables.last.batch
    assert batch is one.sample
    for net in range(len(NETS)):
        assert tables.last.weights(net) == NETS[net].tolist()
    choice = Choice(noise=one.games.noise)
    for record, (black, white) in zip(batch, batch.pairings, strict=True):
        both: list[Player] = [
            Engine(NET, NETS[i], SEARCH, choice) if i < len(NETS) else players[i]
            for i in (black, white)
        ]
        again = play_games(
            NET.game, both, [[0, 1]], [record.seed], threads=1, opening=one.games.opening.plies
        )
        assert again[0].moves == record.moves


@every_game
def test_who_meets_whom(games: dict[str, Any]) -> None:
    """Every net asks for all its games, against others or strangers; mirrored if both colours."""
    one = new_judge(**games)
    one.score(NETS)
    assert one.sample is not None
    pairings, seeds = one.sample.pairings, one.sample.seeds
    if one.games.colours == "both":
        half = len(pairings) // 2
        assert np.array_equal(pairings[half:], pairings[:half, ::-1])
        assert np.array_equal(seeds[half:], seeds[:half]), "mirrored games differ by colours only"
        pairings, seeds = pairings[:half], seeds[:half]
    assert len(pairings) == len(NETS) * one.games.opponents
    counts = one.games.counts()
    strangers = one.games.opponents - counts["population"]
    for net in range(len(NETS)):
        others = pairings[pairings[:, 0] == net, 1]
        assert net not in others
        assert len(others) == one.games.opponents
        inside = others[others < len(NETS)].tolist()
        assert len(inside) == counts["population"]
        assert one.games.schedule == "player-one" or len(set(inside)) == len(inside)
        outside = pairings[:, 0] == net
        outside &= pairings[:, 1] >= len(NETS)
        assert pairings[outside, 1].tolist() == [len(NETS) + i for i in range(strangers)]
        first = (pairings[:, 0] == 0) & (pairings[:, 1] >= len(NETS))
        assert np.array_equal(seeds[outside], seeds[first]), "the same seeds for every net"
    inside_seeds = seeds[pairings[:, 1] < len(NETS)]
    assert len(set(inside_seeds.tolist())) == len(inside_seeds)
    assert len(set(seeds.tolist())) == len(inside_seeds) + strangers


def test_both_players_earn() -> None:
    """As black a net earns in its own games and in those of others; about twice as many games."""
    one = new_judge(opponents=5)  # everybody meets everybody with both colours
    scores = one.score(NETS)
    batch = one.sample
    assert batch is not None
    wins, draws = np.zeros(len(NETS)), np.zeros(len(NETS))
    for (black, white), winner in zip(batch.pairings, batch.winners, strict=True):
        if winner:
            wins[black if winner > 0 else white] += 1
        else:
            draws[[black, white]] += 1
    assert scores.tolist() == (wins - 2 * (10 - draws - wins)).tolist()


def test_only_player_one_earns() -> None:
    """Whoever is asked has nothing to win or lose: all points come from a net's own games."""
    one = new_judge(schedule="player-one", opponents=4)
    scores = one.score(NETS)
    assert one.sample is not None
    won = one.sample.winners.reshape(len(NETS), 4)
    assert scores.tolist() == np.where(won > 0, 1, np.where(won < 0, -2, 0)).sum(axis=1).tolist()


def test_untrained_opponents_are_new_every_time(tables: Tables) -> None:
    """Initial weights, the same for all nets of one scoring, others in the next one."""
    seen: list[list[float]] = []
    for seed in 1, 2:
        one = new_judge(seed, population=0, untrained=1)
        for _ in range(2):
            one.score(NETS)
            for index in range(len(NETS), len(NETS) + 3):
                row = tables.last.weights(index)
                assert np.abs(row).max() <= 0.2
                assert np.abs(row).max() > 0.19
                seen.append(row)
    assert len({tuple(row) for row in [*seen, *NETS.tolist()]}) == 12 + len(NETS)


def test_the_hall(tables: Tables) -> None:
    """Earlier champions, each at most once in a scoring, and over time all of them."""
    met: set[int] = set()
    rows = HALL.tolist()
    for seed in range(12):
        new_judge(seed, population=0, hall=1).score(NETS)
        assert len(tables.last.players) == len(NETS) + 3
        chosen = {rows.index(tables.last.weights(len(NETS) + i)) for i in range(3)}
        assert len(chosen) == 3
        met |= chosen
    assert met == set(range(len(HALL)))


@pytest.mark.parametrize("champions", [None, 0, 1, 2, 3])
def test_untrained_nets_stand_in_for_champions(champions: int | None, tables: Tables) -> None:
    """As long as the hall has too few, the rest are fresh nets."""
    one = new_judge(population=0.25, hall=0.75, opponents=4)
    one.hall = None if champions is None else HALL[:champions]
    scores = one.score(NETS)
    there = champions or 0
    found = [tables.last.weights(len(NETS) + i) for i in range(3)]
    assert found[:there] == HALL[:there].tolist()
    for row in found[there:]:
        assert row not in HALL.tolist()
        assert np.abs(row).max() <= 0.2
    assert scores.tolist() == by_hand(tables.last.batch, one.games, len(NETS))


def test_fixed_players_take_turns(tables: Tables) -> None:
    """Two players for five places: the first has three of them."""
    one = new_judge(population=0, fixed=1, opponents=5)
    one.score(NETS)
    specs = [one.spec for one in tables.last.players[len(NETS) :]]
    assert specs == ["random", "untrained", "random", "untrained", "random"]


def test_noise_and_opening_are_in_the_games() -> None:
    """Without them only moves of equal worth make games of the same two nets differ."""
    pair = NETS[:2]
    different = {}
    chances: dict[str, dict[str, Any]] = {
        "plain": {},
        "noise": {"noise": 0.5},
        "opening": {"opening": 4},
    }
    for name, games in chances.items():
        one = new_judge(opponents=40, schedule="player-one", **games)
        one.score(pair)
        assert one.sample is not None
        different[name] = len({record.moves for record in one.sample})
    assert different["plain"] < 40
    assert different["noise"] > 60 < different["opening"]


@every_game
def test_the_same_for_any_number_of_threads(games: dict[str, Any]) -> None:
    """Scores, reliability, counts and duels."""
    found = []
    for threads in 1, 2, 3, None:
        one = new_judge(threads=threads, **games)
        scores = one.score(NETS)
        duels = one.duel(NETS[:3], NETS[3:])
        assert one.sample is not None
        found.append(
            (
                scores.tolist(),
                one.sample.moves.tolist(),
                str(one.reliability),
                duels.tolist(),
                (one.played, one.leaves, one.plies),
            )
        )
    assert all(other == found[0] for other in found)


def test_the_seed_decides() -> None:
    """The same seed draws the same games, another one others; each scoring of a judge has its own.

    Scores of the past do not reach into the present: scorings are numbered, not chained.
    """
    one, two, other = new_judge(1), new_judge(1), new_judge(2)
    two.duel(NETS[:1], NETS[1:2])
    first, second = one.score(NETS), one.score(NETS[::-1])
    assert first.tolist() == two.score(NETS).tolist()
    two.score(NETS[:4])
    third = one.score(NETS)
    assert third.tolist() == two.score(NETS).tolist()
    pairings = []
    for each in new_judge(1), other:
        each.score(NETS)
        assert each.sample is not None
        pairings.append(each.sample.pairings.tolist())
    assert pairings[0] != pairings[1]
    assert len({tuple(first), tuple(second[::-1]), tuple(third)}) == 3


def test_everything_is_counted(tables: Tables) -> None:
    """Games, positions and moves of scorings and duels add up."""
    one = new_judge(colours="both")
    assert (one.played, one.leaves, one.plies) == (0, 0, 0)
    one.score(NETS)
    one.duel(NETS[:3], NETS[3:])
    one.score(NETS)
    batches = [each.batch for each in tables.played]
    assert [len(batch) for batch in batches] == [36, 6, 36]
    assert one.played == 78
    assert one.leaves == sum(int(batch.leaves.sum()) for batch in batches) > 0
    assert one.plies == sum(len(batch.moves) for batch in batches)
    assert one.sample is batches[2], "duels are no sample"


def points_in_order(one: GameJudge) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Who earned what, game after game, black before white."""
    assert one.sample is not None
    players, points = [], []
    for record, pair in zip(one.sample, one.sample.pairings.tolist(), strict=True):
        for side, net in zip(("black", "white"), pair, strict=True):
            players.append(net)
            winner = record.outcome.winner
            points.append(worth(one.games.payoff, winner, side, len(record.moves)))
    return np.array(players, np.int32), np.array(points)


def test_the_reliability_is_that_of_the_scores() -> None:
    """Of the points as they were earned; NaN before anybody was scored, or if all earn the same."""
    one = new_judge(opponents=5, noise=0.2)
    assert isnan(one.reliability)
    one.score(NETS)
    assert one.reliability == pytest.approx(reliability(*points_in_order(one), len(NETS)))
    one = new_judge(opponents=4, population=0, untrained=1)
    one.score(np.repeat(NETS[:1], 6, axis=0))
    assert isnan(one.reliability), "six times the same net has the same games six times"


# Duels


def by_duel(
    batch: GameBatch, count: int, payoff: str
) -> Iterator[tuple[float, float, list[tuple[str, int]]]]:
    """For each duel the points of challenger and incumbent, and (colour, seed) of its games."""
    for duel in range(count):
        points = [0.0, 0.0]
        games = []
        for record, pair in zip(batch, batch.pairings.tolist(), strict=True):
            if duel not in pair:
                continue
            assert sorted(pair) == [duel, count + duel]
            games.append(("black" if pair[0] == duel else "white", record.seed))
            outcome = record.replay().outcome
            assert outcome is not None
            for side, who in zip(("black", "white"), pair, strict=True):
                points[who != duel] += worth(payoff, outcome.winner, side, len(record.moves))
        yield points[0], points[1], games


@pytest.mark.parametrize(
    "games",
    [
        {},
        {"payoff": "share"},
        {"payoff": "quick-win", "duel_games": 4},
        {"noise": 0.3, "duel_games": 6},
        {"opening": 2, "colours": "both"},
        {"schedule": "player-one"},
    ],
)
def test_duels_are_matches_with_both_colours(games: dict[str, Any], tables: Tables) -> None:
    """Pairs of games with one seed and colours swapped; the challenger needs strictly more."""
    one = new_judge(**games)
    won = one.duel(NETS, HALL[[0, 1, 2, 3, 4, 0]])
    batch = tables.last.batch
    assert won.dtype == np.bool_
    assert [tables.last.weights(i) for i in range(12)] == [
        *NETS.tolist(),
        *HALL[[0, 1, 2, 3, 4, 0]].tolist(),
    ]
    seeds = set()
    for duel, (mine, theirs, played) in enumerate(by_duel(batch, 6, one.games.payoff)):
        assert won[duel] == (mine > theirs)
        assert len(played) == one.games.duel_games
        for first, second in zip(played[::2], played[1::2], strict=True):
            assert (first[0], second[0]) == ("black", "white")
            assert first[1] == second[1]
        seeds |= {seed for _, seed in played}
    assert len(seeds) == 6 * one.games.duel_games // 2, "no two pairs of games share a seed"
    assert won.any()
    assert not won.all()


@pytest.mark.parametrize("games", [{}, {"noise": 0.4, "opening": 3}, {"payoff": "quick-win"}])
def test_a_duel_is_two_games_played_by_hand(games: dict[str, Any], tables: Tables) -> None:
    """The same two games come out of play_games with the same seed."""
    one = new_judge(**games)
    one.duel(NETS[:1], NETS[1:2], first=5)
    seed = int(tables.last.batch.seeds[0])
    engines: list[Player] = [
        Engine(NET, row, SEARCH, Choice(noise=one.games.noise)) for row in NETS[:2]
    ]
    again = play_games(
        NET.game, engines, [[0, 1], [1, 0]], [seed] * 2, 1, opening=one.games.opening.plies
    )
    assert [record.moves for record in again] == [record.moves for record in tables.last.batch]
    assert again.winners.tolist() == tables.last.batch.winners.tolist()


@pytest.mark.parametrize("payoff", ["win-loss", "quick-win", "share"])
@pytest.mark.parametrize("noise", [0.0, 0.5])
def test_a_tie_keeps_the_incumbent(payoff: str, noise: float, tables: Tables) -> None:
    """A net against itself plays one game twice, and wins and loses it."""
    won = new_judge(payoff=payoff, noise=noise, duel_games=6).duel(NETS, NETS)
    assert not won.any()
    batch = tables.last.batch
    for first, second in zip(list(batch)[::2], list(batch)[1::2], strict=True):
        assert first.moves == second.moves


def test_one_win_each_is_a_tie() -> None:
    """Of all pairs of nets there are some who split their games, and then neither displaces."""
    pairs = [(i, j) for i in range(6) for j in range(6) if i < j]
    ahead, behind = (list(side) for side in zip(*pairs, strict=True))
    one = new_judge().duel(NETS[ahead], NETS[behind])
    other = new_judge().duel(NETS[behind], NETS[ahead])
    assert not (one & other).any()
    assert (~one & ~other).any()
    assert one.any()
    assert other.any()


@pytest.mark.parametrize("cuts", [[6], [1, 5], [3, 3], [2, 1, 3], [1] * 6])
def test_duels_do_not_depend_on_how_they_are_asked(cuts: list[int], tables: Tables) -> None:
    """In portions, again, in another order, after scorings: a duel's number decides its games."""
    games: dict[str, Any] = {"noise": 0.5, "duel_games": 4}
    rivals = np.concatenate([HALL, HALL[:1]])
    whole = new_judge(**games).duel(NETS, rivals)
    moves = [record.moves for record in tables.last.batch]
    one = new_judge(**games)
    one.score(NETS)
    portions = []
    end = 0
    for cut in cuts:
        portions.append(slice(end, end + cut))
        end += cut
    for portion in [*portions, *portions[::-1]]:
        found = one.duel(NETS[portion], rivals[portion], first=portion.start)
        assert found.tolist() == whole[portion].tolist()
        assert [record.moves for record in tables.last.batch] == moves[
            4 * portion.start : 4 * portion.stop
        ]


def test_one_incumbent_meets_all(tables: Tables) -> None:
    """As hill climbing asks: the same games as with the incumbent written down for each."""
    games: dict[str, Any] = {"noise": 0.5, "duel_games": 4}
    whole = new_judge(**games).duel(NETS, HALL[[2] * 6], first=3)
    moves = [record.moves for record in tables.last.batch]
    assert new_judge(**games).duel(NETS, HALL[2:3], first=3).tolist() == whole.tolist()
    assert [record.moves for record in tables.last.batch] == moves


def test_the_number_of_a_duel_changes_its_games(tables: Tables) -> None:
    """The same two nets under another number, or in another generation, meet with other seeds."""
    seeds = set()
    for seed in 1, 2:
        for number in 0, 1, 7:
            new_judge(seed).duel(NETS[:1], NETS[1:2], first=number)
            seeds |= set(tables.last.batch.seeds.tolist())
    assert len(seeds) == 6


def test_few_nets_meet_all_others() -> None:
    """As halving leaves them; who is drawn anew for each game may come again."""
    one = new_judge(opponents=6)
    assert len(one.score(NETS)) == 6
    assert one.played == 6 * 5
    other = new_judge(opponents=6, schedule="player-one")
    other.score(NETS)
    assert other.played == 6 * 6


def test_bad_weights() -> None:
    """A net that is none is found before a game is played."""
    bad = NETS.copy()
    bad[2, 5] = np.nan
    one = new_judge()
    with pytest.raises(ValueError, match=r"weights\[2, 5\] is nan: all must be finite"):
        one.score(bad)
    with pytest.raises(ValueError, match=r"weights of shape \(\d+, 3\) do not fit"):
        one.score(NETS[:, :3])
    assert one.played == 0


def test_a_game_that_was_repeated_makes_no_scores_reliable() -> None:
    """Against one fixed player without random moves all games of a net are the same game."""
    games = GameSettings(
        opponents=8, population=0.0, fixed=1.0, fixed_players=("defensive",), colours="both"
    )
    net = evaluator("window", "capture-go:7")
    fixed = [player("untrained,seed=5,depth=1", net.game)]
    found = []
    for noise in 0.0, 0.2:
        judge = GameJudge(net, SEARCH, games.but(noise=noise), 1, Arena(1), fixed=fixed)
        judge.score(net.initial(12, 3))
        found.append(judge.reliability)
    assert isnan(found[0]), "one game a colour cannot be split"
    assert found[1] < 1
