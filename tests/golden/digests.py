"""Digests of games and of trained weights. `python -m tests.golden.digests` writes them anew.

A change that alters one of them has changed a result, and says so in the changelog.
"""

import hashlib
import json
import warnings
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ponnuki
from ponnuki.apps.signature import signature
from ponnuki.learners import (
    SelfPlay,
    SelfPlaySettings,
    TwoLevelPso,
    TwoLevelSettings,
)
from ponnuki.learners.tic_tac_toe import Coevolution, OnePly, coevolve
from ponnuki.optimisers import Ea, Pso, UnstableSwarmWarning

FILE = Path(__file__).parent / "digests.json"
SIGNATURE = Path(__file__).parent / "signature.json"

METHODS: dict[str, dict[str, Any]] = {
    "pso": {},
    "ea": {},
    "hybrid": {},
    "hc": {"challenges": 7, "lookahead": 3},
    "ga": {"mutation_rate": 0.1},
    "es": {"momentum": 0.5},
    "halving": {},
    "selection": {},
}
GAMES: dict[str, Any] = {
    "opponents": 4,
    "population": 0.5,
    "hall": 0.25,
    "untrained": 0.25,
    "colours": "both",
    "opening": 1,
    "noise": 0.1,
}
WORLDS: dict[str, dict[str, Any]] = {
    "capture-go": {"game": "capture-go:5", "net": {"kind": "window"}},
    "tic-tac-toe": {"game": "tic-tac-toe", "net": {"kind": "mlp"}},
    "othello": {"game": "othello:6", "net": {"kind": "mlp", "hidden": [3]}},
    "go": {"game": "go:4", "net": {"kind": "mlp", "hidden": [3], "biases": True}},
}


def digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """Sixteen hexadecimal digits over arrays and their names."""
    found = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        found.update(f"{name} {array.dtype} {array.shape}".encode())
        found.update(array.tobytes())
    return found.hexdigest()[:16]


def games() -> dict[str, str]:
    """Games between players of every kind, with and without random moves and openings."""
    found = {}
    for spec in "capture-go:5", "capture-go:9", "go:5", "othello:8", "tic-tac-toe":
        game = ponnuki.game(spec)
        kind = "window" if spec.startswith("capture") else "mlp"
        texts = [
            f"untrained,seed=1,net={kind},depth=2",
            f"untrained,seed=2,net={kind},depth=1,noise=0.2",
            f"untrained,seed=3,net={kind},depth=2,creative=0.3",
            "random",
        ]
        texts += ["naive", "naive,noise=0.3"] if game.id in {"go", "capture-go"} else []
        texts += ["defensive"] if game.id == "capture-go" else []
        players = [ponnuki.player(one, game) for one in texts]
        pairings = [(a, b) for a in range(len(players)) for b in range(len(players))]
        for opening in 0, 3:
            batch = ponnuki.play_games(
                game, players, pairings, range(len(pairings)), opening=opening
            )
            found[f"{spec}, opening {opening}"] = digest(
                {
                    name: getattr(batch, name)
                    for name in ("winners", "reasons", "margins", "offsets", "moves", "nodes")
                }
            )
    game = ponnuki.game("go:7")
    players = [ponnuki.player(one, game) for one in ("pattern", "naive", "pattern,noise=0.3")]
    pairings = [(a, b) for a in range(3) for b in range(3)]
    batch = ponnuki.play_games(game, players, pairings, range(9), opening=2)
    found["go:7, pattern"] = digest({"moves": batch.moves, "winners": batch.winners})
    return found


def trained() -> dict[str, str]:
    """Weights after some generations by every method, and on every game."""
    found = {}
    for world, tables in WORLDS.items():
        for method, settings in METHODS.items():
            own = SelfPlaySettings.of(
                {
                    **tables,
                    "search": {"depth": 1},
                    "method": method,
                    "settings": settings,
                    "population": 8,
                    "generations": 2,
                    "games": GAMES,
                }
            )
            trainer = SelfPlay(own)
            state = trainer.start()
            for after, _ in trainer.run(state):
                state = after
            found[f"{world} by {method}"] = digest(trainer.arrays(state))
    return found


def tuned() -> dict[str, str]:
    """The state of a two-level swarm."""
    tuner = TwoLevelPso(
        TwoLevelSettings.of(
            {
                "game": "capture-go:4",
                "search": {"depth": 1},
                "particles": 3,
                "nets": 4,
                "generations": 3,
                "opponent_generations": 1,
            }
        )
    )
    state = tuner.start()
    for after, _ in tuner.run(state):
        state = after
    return {"two-level swarm": digest(tuner.arrays(state))}


def coevolved() -> dict[str, str]:
    """Personal bests of tic-tac-toe swarms."""
    swarms: dict[str, Pso | Ea] = {
        "gbest": Pso(1.0, 1.0, 1.0, None, bests="replay"),
        "lbest": Pso(1.0, 1.0, 1.0, None, neighbourhood="lbest", window=3, bests="replay"),
        "von Neumann": Pso(1.0, 1.0, 1.0, None, neighbourhood="von-neumann", bests="replay"),
        "ep": Ea(),
    }
    runs = [Coevolution(OnePly.of(5), one, particles=6, epochs=20) for one in swarms.values()]
    results = coevolve(runs, range(len(runs)))
    return {
        f"tic-tac-toe, {name}": digest({"bests": one.bests, "velocities": one.velocities})
        for name, one in zip(swarms, results, strict=True)
    }


def all_digests() -> dict[str, str]:
    """Everything but searches, which have a signature of their own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)
        return {**games(), **trained(), **tuned(), **coevolved()}


if __name__ == "__main__":
    FILE.write_text(json.dumps(all_digests(), indent=1) + "\n")
    SIGNATURE.write_text(json.dumps(asdict(signature()), indent=1) + "\n")
