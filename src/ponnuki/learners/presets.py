"""Presets: whole sets of settings by name; each also says by which learner.

`cai2009` is the paper's hybrid, and by `method` its PSO, EA and hill climbing: what is printed, and
our readings where nothing is (docs/papers/cai2009.md lists them); any other method is nobody's
paper. `stable` has the paper's way to score nets, and a swarm that starts at rest, with constants
that settle down even without vmax.
`default` learns Capture Go best in a minute: an n-tuple network that sees liberties, by TD(λ).
`halving` is an evolution of our own, from no paper; docs/training.md says what it is worth.
`franken2003` is the co-evolution of tic-tac-toe nets with one of the paper's neighbourhoods and
sizes. `mayer2007` learns 5×5 Go by temporal differences with one of the paper's representations and
selections, and `tuples` the same game by an n-tuple network, in self-play; `sparring` has tables
that see liberties, and learns in three games of five against the pattern player. `kim2007` evolves
a piece counter for Othello with opening knowledge; with `games.opening = 0` without. Its mutation
rate is read as that of every gene; with `settings.mutation_per = "child"` as that of a child
(docs/papers/kim2007.md has both). Three are of
the survey of Cai & Wunsch, on 9×9 Go: `td` learns by
TD(λ) with Gibbs sampling, `hdp` is the adaptive critic, `sane` evolves neurons and blueprints
against the naive player. `specialist` and `all-rounder` learn Othello by temporal differences with
n-tuple networks: against the standard heuristic alone, and a third of the games against themselves;
`pairs` has 288 weights that learn against that heuristic and are then evolved by CMA-ES, and
`actor-critic` as many that play by the word of a larger net. `zero`
learns any game from its rules alone: a small convolutional net plays against itself by tree search.
"""

from typing import Any

from ponnuki.learners.methods import METHODS
from ponnuki.optimisers import Sane

_SWARMS: dict[str, dict[str, Any]] = {
    "cai2009": {"candidate": "knockout", "start_velocity": 2.0},
    "stable": {"inertia": 0.729, "c1": 1.494, "c2": 1.494},
}
"""What the swarms of a preset have, alone or in a hybrid."""

_OTHELLO: dict[str, Any] = {
    "learner": "temporal-differences",
    "game": "othello:8",
    "net": {"kind": "ntuple", "shapes": ["lines"], "output_activation": "linear", "bound": 0.0},
    "selection": {"kind": "epsilon", "epsilon": 0.1, "learned": True},
    "rate": 0.005,
    "rate_halving": 50_000.0,
    "rewards": {"win": 0.0, "draw": 0.0, "loss": 0.0, "margin": 1 / 64},
    "exact_end": True,
    "games": 50_000,
    "generations": 20,
    "probe": {"every": 0},
}
"""N-tuple networks for Othello: they learn discs, with random moves as Kim & Cho 2007 have them."""

PRESETS: dict[str, dict[str, Any]] = {
    "default": {
        "learner": "temporal-differences",
        "game": "capture-go:9",
        "net": {
            "kind": "ntuple",
            "shapes": ["cross:liberties-5", "rectangle-2x3:liberties-3:anywhere"],
            "output_activation": "sigmoid",
            "bound": 0.0,
        },
        "selection": {"kind": "epsilon", "epsilon": 0.1},
        "rate": 0.05,
        "coherence": True,
        "trace": 0.8,
        "exact_end": True,
        "forced": True,
        "opening": 2,
        "games": 5_000,
        "generations": 16,
        "strength": {"players": ["defensive"], "games": 100, "every": 4},
        "probe": {"every": 0},
        "keep": "few",
    },
    "halving": {
        "game": "capture-go:9",
        "method": "halving",
        "population": 320,
        "generations": 54,
        "search": {"depth": 2},
        "games": {
            "opponents": 4,
            "population": 0.0,
            "untrained": 1.0,
            "colours": "both",
            "payoff": "quick-win",
            "opening": 2,
        },
    },
    "cai2009": {
        "game": "capture-go:9,neutral=majority",
        "method": "hybrid",
        "population": 40,
        "generations": 100,
        "search": {"depth": 6},
        "settings": _SWARMS["cai2009"],
        "games": {"opponents": 8, "population": 1.0, "colours": "black", "payoff": "win-loss"},
    },
    "stable": {
        "game": "capture-go:9",
        "method": "hybrid",
        "population": 40,
        "generations": 100,
        "search": {"depth": 2},
        "settings": _SWARMS["stable"],
        "games": {"opponents": 8, "population": 1.0, "colours": "black", "payoff": "win-loss"},
    },
    "franken2003": {
        "learner": "tic-tac-toe",
        "method": "pso",
        "hidden": 7,
        "population": 20,
        "generations": 50,
        "epochs": 10,
        "settings": {"neighbourhood": "von-neumann"},
    },
    "mayer2007": {
        "learner": "temporal-differences",
        "game": "go:5",
        "net": {"kind": "mlp", "encoding": "katatsugi", "hidden": [25]},
        "selection": {"kind": "creative"},
        "games": 50_000,
        "generations": 20,
        "strength": {"players": ["random", "naive", "pattern"], "games": 1000},
        "probe": {"every": 0},
    },
    "tuples": {
        "learner": "temporal-differences",
        "game": "go:5",
        "net": {
            "kind": "ntuple",
            "shapes": ["square-3", "cross", "straight-3", "rectangle-2x5", "lines"],
            "output_activation": "sigmoid",
            "bound": 0.0,
        },
        "selection": {"kind": "gibbs", "temperature": 0.05},
        "rate": 0.05,
        "rate_halving": 200_000.0,
        "exact_end": True,
        "passes": "eyes",
        "opening": 2,
        "games": 50_000,
        "generations": 30,
        "strength": {"players": ["random", "naive", "pattern"], "games": 1000},
        "probe": {"every": 0},
    },
    "sparring": {
        "learner": "temporal-differences",
        "game": "go:5",
        "net": {
            "kind": "ntuple",
            "shapes": ["cross:liberties-4", "rectangle-2x3:liberties-3", "square-3"],
            "output_activation": "sigmoid",
            "bound": 0.0,
        },
        "selection": {"kind": "gibbs", "temperature": 0.05},
        "rate": 0.05,
        "rate_halving": 50_000.0,
        "exact_end": True,
        "passes": "eyes",
        "opening": 2,
        "opponent": "pattern,noise=0.05",
        "opponent_share": 0.6,
        "games": 20_000,
        "generations": 20,
        "strength": {"players": ["random", "naive", "pattern"], "games": 1000, "every": 4},
        "probe": {"every": 0},
    },
    "td": {
        "learner": "temporal-differences",
        "game": "go:9",
        "net": {
            "kind": "mlp",
            "encoding": "own-opponent",
            "hidden": [40],
            "hidden_activation": "tanh",
            "output_activation": "sigmoid",
            "biases": True,
            "bound": 0.05,
        },
        "selection": {"kind": "gibbs", "temperature": 0.1, "temperature_halving": 5_000.0},
        "rate": 0.01,
        "lambda": 0.7,
        "passes": "eyes",
        "opening": 2,
        "games": 2_000,
        "generations": 10,
        "strength": {"players": ["random", "naive", "pattern"], "games": 200},
        "probe": {"every": 0},
    },
    "fate": {
        "learner": "temporal-differences",
        "game": "go:9",
        "net": {"kind": "fate", "features": 8, "reach": 2},
        "difference": "next-view",
        "selection": {"kind": "gibbs", "temperature": 0.02, "temperature_halving": 2_000.0},
        "rate": 0.02,
        "rate_halving": 5_000.0,
        "rewards": {"win": 1.0, "draw": 0.0, "loss": -1.0},
        "passes": "eyes",
        "opening": 2,
        "games": 1_000,
        "generations": 10,
        "strength": {"players": ["random", "naive", "pattern"], "games": 200},
        "probe": {"every": 0},
    },
    "hdp": {
        "learner": "hdp",
        "game": "go:9",
        "passes": "eyes",
        "opening": 2,
        "strength": {"players": ["random", "naive", "pattern"], "games": 200},
        "probe": {"every": 0},
    },
    "sane": {
        "game": "go:9",
        "net": {"kind": "mlp", "encoding": "own-opponent", "hidden": [25], "biases": True},
        "method": "sane",
        "settings": {"connections": 40, "neurons": 500},
        "population": 50,
        "generations": 100,
        "search": {"depth": 1},
        "passes": "eyes",
        "games": {
            "opponents": 4,
            "population": 0.0,
            "fixed": 1.0,
            "fixed_players": ["naive"],
            "colours": "both",
            "payoff": "share",
            "opening": 2,
        },
        "probe": {"every": 0},
    },
    "zero": {
        "learner": "zero",
        "game": "capture-go:9",
        "net": {"blocks": 3, "channels": 32},
        "visits": 20,
        "gumbel": 10,
        "opening_share": 1.0,
        "outcome_share": 1.0,
        "games": 100,
        "window": 8_000,
        "repeats": 3.0,
        "batch": 64,
        "rate": 0.0007,
        "generations": 80,
        "strength": {"every": 5},
    },
    "specialist": _OTHELLO | {"opponent": "standard-wpc,noise=0.1"},
    "all-rounder": _OTHELLO
    | {
        "net": _OTHELLO["net"] | {"shapes": ["lines", "square-3"], "stages": 3},
        "rate": 0.003,
        "rate_halving": 100_000.0,
        "opponent": "standard-wpc,noise=0.1",
        "opponent_share": 0.65,
    },
    "pairs": {
        "game": "othello:8",
        "net": _OTHELLO["net"] | {"shapes": ["straight-2"]},
        "method": "cma",
        "settings": {"sigma": 0.0025, "diagonal": False, "average": 0.99},
        "population": 40,
        "generations": 300,
        "search": {"depth": 1},
        "games": {
            "opponents": 500,
            "population": 0.0,
            "fixed": 1.0,
            "fixed_players": ["standard-wpc"],
            "colours": "random",
            "payoff": "share",
            "noise": 0.1,
        },
        "taught": {name: _OTHELLO[name] for name in _OTHELLO if name not in {"game", "net"}}
        | {
            "opponent": "standard-wpc,noise=0.1",
            "rate": 0.0005,
            "rate_halving": 5_000.0,
            "games": 5_000,
        },
        "probe": {"every": 0},
    },
    "actor-critic": {
        "learner": "actor-critic",
        "game": "othello:8",
        "opponent": "standard-wpc,noise=0.1",
        "actor_rate": 0.2,
        "rate": 0.01,
        "rate_halving": 200_000.0,
        "average": 0.8,
        "games": 20_000,
        "generations": 50,
        "probe": {"every": 0},
    },
    "kim2007": {
        "game": "othello:8",
        "net": {"kind": "wpc"},
        "method": "ga",
        "population": 50,
        "generations": 100,
        "search": {"depth": 1},
        "games": {
            "opponents": 1000,
            "population": 0.0,
            "fixed": 1.0,
            "fixed_players": ["standard-wpc"],
            "colours": "random",
            "payoff": "share",
            "opening": "book",
            "noise": 0.1,
        },
        "probe": {"every": 0},
    },
}
"""Every preset by its name: settings that differ from the built-in ones."""


def preset(name: str, method: str | None = None) -> dict[str, Any]:
    """The settings of a preset, as tables that can be changed; with another method if one is given.

    Raises:
        ValueError: there is no such preset or method.
    """
    if name not in PRESETS:
        raise ValueError(f"preset={name!r} is not allowed: use {', '.join(PRESETS)}")
    chosen = PRESETS[name]
    tables: dict[str, Any] = {
        key: dict(value) if isinstance(value, dict) else value for key, value in chosen.items()
    }
    tables["preset"] = name
    if method is not None and method != chosen.get("method"):
        if "method" not in chosen:
            raise ValueError(f"method={method!r} is not allowed: preset {name} has no optimiser")
        if method not in METHODS:
            raise ValueError(f"method={method!r} is not allowed: use {', '.join(METHODS)}")
        tables["method"] = method
        tables.pop("taught", None)  # not every method starts from one net
        if chosen["method"] == "halving":  # no net drops out: 50 × 320 × 2 = 32,000 games
            tables["generations"] = 50
            tables["games"]["opponents"] = 1
        swarm = method in {"pso", "hybrid"}
        tables["settings"] = dict(_SWARMS.get(name, {})) if swarm else {}
        if method == "sane":  # it evolves nets of this kind alone
            tables["net"] = {"kind": "mlp", "hidden": [Sane.hidden], "biases": Sane.biases}
    return tables
