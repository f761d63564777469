"""Who meets whom, with which colours and seeds, in tournaments, matches and before judges."""

import itertools
import tempfile
from pathlib import Path
from typing import Any

from tests.golden.pins import house
from tests.golden.pins.kept import Case, Cases, array, digest, flat

CUPS: dict[str, dict[str, Any]] = {
    "round robin": {"players": ["random", "untrained,seed=1", "naive", "defensive"]},
    "gauntlet": {
        "players": ["untrained,seed=1,depth=1", "random", "naive,noise=0.2"],
        "gauntlet": True,
    },
    "random openings": {
        "players": ["untrained,seed=3", "untrained,seed=4,creative=0.2", "naive"],
        "opening": 3,
    },
    "noise and depth for all": {
        "players": ["untrained,seed=1", "untrained,seed=2,depth=2", "naive,noise=0.5"],
        "noise": 0.1,
        "depth": 1,
    },
    "the same players in another order": {
        "players": ["defensive", "naive", "untrained,seed=1", "random"]
    },
    "tic-tac-toe": {
        "players": ["champion", "champion,row=1", "untrained,net=mlp,seed=1", "random"],
        "game": "tic-tac-toe",
    },
    "go": {
        "players": ["pattern", "naive", "influence,depth=1", "untrained,net=ntuple,depth=1"],
        "game": "go:5",
        "opening": 2,
    },
    "othello": {
        "players": ["standard-wpc", "untrained,net=wpc,depth=1,book=chance", "random"],
        "game": "othello:8",
        "noise": 0.1,
    },
    "trees": {
        "players": ["untrained,net=conv,seed=1", "untrained,net=conv,seed=2,visits=6", "defensive"],
        "visits": 3,
        "depth": 1,
        "opening": 2,
    },
}

MATCHES = [
    ("untrained,seed=1,depth=2", "naive", "capture-go:5", 5, 0),
    ("naive", "untrained,seed=1,depth=2", "capture-go:5", 6, 2),
    ("untrained,seed=1,noise=0.2,depth=1", "defensive", "capture-go:5", 5, 3),
    ("pattern", "influence,depth=1", "go:5", 4, 2),
    ("standard-wpc", "untrained,net=wpc,depth=1,book=likeliest", "othello:8", 4, 0),
    ("champion:tic-tac-toe", "random", "tic-tac-toe", 6, 1),
]
"""A, B, game, games, random plies."""

CAPTURE: tuple[str, dict[str, Any]] = ("capture-go:5", {"kind": "window"})
OTHERS: dict[str, tuple[str, dict[str, Any]]] = {
    "go:4": ("go:4", {"kind": "mlp", "hidden": [3]}),
    "othello:6": ("othello:6", {"kind": "wpc"}),
    "tic-tac-toe": ("tic-tac-toe", {"kind": "ntuple"}),
}
JUDGES: dict[str, dict[str, Any]] = {
    "as black": {"opponents": 4},
    "as black, both colours": {"opponents": 3, "colours": "both"},
    "as player one": {"opponents": 4, "schedule": "player-one"},
    "as player one, both colours": {"opponents": 3, "schedule": "player-one", "colours": "both"},
    "quick wins": {"opponents": 4, "payoff": "quick-win"},
    "shares": {"opponents": 4, "payoff": "share", "noise": 0.2},
    "opening": {"opponents": 3, "colours": "both", "opening": 2},
    "hall": {"opponents": 4, "population": 0.5, "hall": 0.5},
    "more hall than there is": {"opponents": 4, "population": 0.0, "hall": 1.0},
    "untrained": {"opponents": 4, "population": 0.0, "untrained": 1.0, "colours": "both"},
    "fixed": {
        "opponents": 4,
        "population": 0.0,
        "fixed": 1.0,
        "noise": 0.1,
        "fixed_players": ["naive", "random"],
    },
    "fixed, random colours": {
        "opponents": 6,
        "population": 0.0,
        "fixed": 1.0,
        "noise": 0.1,
        "fixed_players": ["naive"],
        "colours": "random",
        "payoff": "share",
    },
    "everybody": {
        "opponents": 8,
        "population": 0.4,
        "hall": 0.2,
        "untrained": 0.2,
        "fixed": 0.2,
        "fixed_players": ["random"],
        "colours": "both",
        "opening": 1,
        "noise": 0.1,
    },
    "long duels": {"opponents": 2, "duel_games": 6, "noise": 0.1},
}


def contests() -> Cases:
    """Every kind of contest, at a few games each."""
    found: Cases = {"streams": _streams()}
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, table) in enumerate(CUPS.items()):
            plan = {"game": "capture-go:5", "games": 4, "seed": 6, **table}
            found[f"tournament, {name}"] = _cup(Path(folder) / str(number), plan)
    for one, other, game, games, opening in MATCHES:
        facts = house.match(one, other, game, games, 11, opening)
        name = f"match, {one} against {other}, {game}, opening {opening}"
        found[name] = {**flat(facts.pop("result")), **_digests(facts)}
    for name, asked in JUDGES.items():
        found[f"judge, {name}"] = _judge(CAPTURE, asked, 2)
    for name, world in OTHERS.items():
        for way in "as black", "everybody":
            found[f"judge, {way}, {name}"] = _judge(world, JUDGES[way], 1)
    book = {"opponents": 3, "opening": "book", "noise": 0.1}
    found["judge, book, othello:8"] = _judge(("othello:8", {"kind": "wpc"}), book, 1)
    return found


def _streams() -> Case:
    """Seeds by seed and name, and those of openings that are not decided."""
    names = "game", "tournament", "probe", "strength", "weights"
    found: Case = {
        f"{name} of {seed}": house.seeds(seed, name, 3)
        for seed, name in itertools.product((0, 1, 2**63), names)
    }
    for game, plies in (("capture-go:5", 6), ("capture-go:9", 4), ("tic-tac-toe", 3)):
        found[f"open, {game}, {plies} plies"] = house.open_seeds(game, plies, range(12))
    return found


def _cup(folder: Path, table: dict[str, Any]) -> Case:
    """Games one a line, and the results but for what the settings say."""
    lines, results = house.tournament(folder, table)
    found: Case = {
        f"game {number}": [
            *(*one["players"], str(one["seed"]), one["winner"], one["reason"]),
            " ".join(one["moves"]),
        ]
        for number, one in enumerate(lines)
    }
    said = "distinct", "independent", "plies_mean", "black_advantage"
    found |= {name: results[name] for name in said}
    found |= {f"Elo of {one['player']}": one["elo"] for one in results["standings"]}
    return found


def _judge(world: tuple[str, dict[str, Any]], games: dict[str, Any], depth: int) -> Case:
    """What it says, and each batch of games that it had played."""
    game, net = world
    facts = house.judged(net, game, games, depth)
    for number, batch in enumerate(facts.pop("seen")):
        facts |= {f"batch {number}, {name}": value for name, value in _digests(batch).items()}
    return facts


def _digests(facts: dict[str, Any]) -> Case:
    """Arrays by their digests; players by a digest of all, and how many they are."""
    return {
        name: f"{len(value.split())} {digest(value)}" if name == "players" else array(value)
        for name, value in facts.items()
    }
