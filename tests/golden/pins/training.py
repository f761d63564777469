"""What every learner comes to in two generations: arrays of its state, champions, facts, games."""

import itertools
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.golden.pins import house
from tests.golden.pins.kept import Case, Cases, array, digest, flat

Table = dict[str, Any]

QUIET: Table = {"every": 0, "nets": 1, "rounds": 1, "earlier": 0}
COMMON: Table = {"generations": 2, "keep_every": 1, "probe": QUIET}

NETS: dict[str, Table] = {
    "window": {"game": "capture-go:4", "net": {"kind": "window"}},
    "mlp": {"game": "go:4", "net": {"kind": "mlp", "hidden": [3], "biases": True}},
    "wpc": {"game": "othello:6", "net": {"kind": "wpc"}},
    "ntuple": {"game": "tic-tac-toe", "net": {"kind": "ntuple"}},
    "influence": {"game": "capture-go:5", "net": {"kind": "influence", "reach": 2}},
    "fate": {"game": "go:5", "net": {"kind": "fate", "features": 2, "reach": 1}},
    "conv": {"game": "capture-go:4", "net": {"kind": "conv", "blocks": 1}},
}
"""Every kind of net on a small game."""

GAMES: Table = {
    "opponents": 4,
    "population": 0.5,
    "hall": 0.25,
    "untrained": 0.25,
    "colours": "both",
    "opening": 1,
    "noise": 0.1,
}
"""Everything that is drawn at random at once."""

SELF_PLAY: Table = {
    **COMMON,
    **NETS["window"],
    "search": {"depth": 1},
    "method": "ea",
    "population": 4,
    "games": GAMES,
}
STABLE: Table = {"inertia": 0.729, "c1": 1.494, "c2": 1.494}
METHODS: dict[str, Table] = {
    "pso": STABLE,
    "ea": {},
    "hybrid": STABLE,
    "hc": {"challenges": 7, "lookahead": 3},
    "ga": {"mutation_rate": 0.1},
    "es": {"momentum": 0.5},
    "cma": {},
    "halving": {},
    "selection": {},
    "sane": {"hidden": 3, "weight_mutation": 0.1},
}
OTHER_SETTINGS: dict[str, list[Table]] = {
    "pso": [
        *({}, {"vmax": "none"}, {"box": 1.0}, {"decay": 0.1}, {"start_velocity": 1.0}),
        *({"candidate": "knockout"}, {"bests": "replay"}, {"bests": "remember"}),
        *({"neighbourhood": "lbest", "window": 3}, {"neighbourhood": "von-neumann"}),
    ],
    "hybrid": [{}, {"candidate": "knockout"}, {"box": 1.0}, {"sigma": 0.2}, {"tau": 0.1}],
    "ea": [{"sigma": 0.2}, {"tau": 0.1}],
    "hc": [{"challenges": 5, "beta": 0.5}, {"challenges": 5, "sigma": 0.3, "lookahead": 1}],
    "ga": [{}, {"crossover_rate": 0.2}, {"elite": 2}, {"limit": 0.1, "mutation_rate": 0.5}],
    "es": [{}, {"sigma": 0.3, "learning_rate": 0.5}],
    "cma": [{"diagonal": False}, {"sigma": 0.5, "average": 0.9}],
    "halving": [{"sigma": 0.3}],
    "sane": [
        {"hidden": 3, "neurons": 8, "connections": 5, "best_nets": 2},
        {"hidden": 3, "label_mutation": 0.5, "pointer_mutation": 0.5, "follow": 1.0},
    ],
}
"""Settings of methods in which they differ from the first list, on one net."""

OTHER_GAMES: dict[str, Table] = {
    "every net as black": {"games": {"opponents": 2}},
    "player one": {"games": {"opponents": 2, "schedule": "player-one", "colours": "both"}},
    "quick wins": {"games": {"opponents": 3, "payoff": "quick-win"}},
    "shares": {"games": {"opponents": 3, "payoff": "share", "noise": 0.2}},
    "fixed player": {
        "games": {"opponents": 4, "population": 0.0, "fixed": 1.0, "fixed_players": ["naive"]}
    },
    "random colours": {
        "games": {
            "opponents": 6,
            "population": 0.0,
            "untrained": 1.0,
            "noise": 0.1,
            "colours": "random",
        }
    },
    "book": {**NETS["wpc"], "game": "othello:8", "games": {"opponents": 2, "opening": "book"}},
    "depth 2": {"search": {"depth": 2}, "games": {"opponents": 2}},
    "local candidates": {
        "search": {"depth": 2, "candidates": "local", "radius": 1},
        "games": {"opponents": 2},
    },
    "eyes": {**NETS["mlp"], "passes": "eyes"},
    "taught": {
        **NETS["mlp"],
        "method": "cma",
        "taught": {"games": 10, "generations": 2, "probe": QUIET},
    },
    "seed 2": {"seed": 2},
}
"""Other ways to judge, search and begin."""

TD: Table = {
    **COMMON,
    "learner": "temporal-differences",
    "games": 20,
    "strength": {"players": ["random"], "games": 4},
}
DIFFERENCES = "two-plies", "next-view", "own-move", "naive"
FATES: Table = {"rewards": {"win": 1.0, "draw": 0.0, "loss": -1.0}}
LIBERTIES: Table = {
    "game": "capture-go:5",
    "net": {"kind": "ntuple", "shapes": ["cross:liberties-3"], "output_activation": "sigmoid"},
}
LINES: Table = {
    "game": "othello:6",
    "net": {"kind": "ntuple", "shapes": ["lines"], "stages": 2, "output_activation": "linear"},
}
TD_CHANGES: dict[str, Table] = {
    "logistic": {**LIBERTIES, "loss": "logistic"},
    "coherence": {**LIBERTIES, "coherence": True},
    "coherence and lambda": {**LIBERTIES, "coherence": True, "trace": 0.8, "rate": 0.05},
    "coherence of a dense net": {**NETS["mlp"], "coherence": True, "trace": 0.5},
    "symmetric tables": {**LINES, "net": {"kind": "ntuple", "symmetric": True}},
    "stages": LINES,
    "discount": {**NETS["mlp"], "discount": 0.9},
    "margins": {
        **LINES,
        "rewards": {"win": 0.0, "draw": 0.0, "loss": 0.0, "margin": 0.1},
        "exact_end": True,
    },
    "reward for the last mover": {**NETS["mlp"], "rewards": {"both": False}},
    "exact ends": {**NETS["ntuple"], "exact_end": True},
    "forced": {**NETS["window"], "forced": True},
    "eyes": {**NETS["mlp"], "passes": "eyes"},
    "opening": {**NETS["mlp"], "opening": 3},
    "epsilon": {**NETS["mlp"], "selection": {"kind": "epsilon", "epsilon": 0.2}},
    "epsilon, learned": {
        **NETS["mlp"],
        "selection": {"kind": "epsilon", "epsilon": 0.2, "learned": True},
    },
    "gibbs": {**NETS["mlp"], "selection": {"kind": "gibbs", "temperature": 0.3}},
    "gibbs, falling": {
        **NETS["mlp"],
        "selection": {"kind": "gibbs", "temperature": 0.3, "temperature_halving": 5.0},
    },
    "falling rate": {**NETS["mlp"], "rate": 0.1, "rate_halving": 10.0},
    "against naive": {**NETS["mlp"], "opponent": "naive,noise=0.2"},
    "half against naive": {**NETS["window"], "opponent": "naive", "opponent_share": 0.5},
    "against a net": {**LINES, "opponent": "untrained,net=wpc,depth=1,noise=0.1"},
    "fates against naive": {**NETS["fate"], **FATES, "opponent": "naive,noise=0.1"},
    "the default preset's way": {
        **LIBERTIES,
        "selection": {"kind": "epsilon", "epsilon": 0.1},
        "rate": 0.05,
        "coherence": True,
        "trace": 0.8,
        "exact_end": True,
        "forced": True,
        "opening": 2,
    },
}

HDP: Table = {**TD, "learner": "hdp", "opponent": "naive,noise=0.1"}
OWN_SIDE: Table = {"kind": "mlp", "hidden": [3], "encoding": "own-opponent"}
HDP_CHANGES: dict[str, Table] = {
    "go": NETS["mlp"],
    "capture-go": {"game": "capture-go:4", "net": OWN_SIDE},
    "go, own side": {"game": "go:4", "net": OWN_SIDE},
    "othello": {**LINES, "opponent": "random"},
    "stones alone": {**NETS["mlp"], "utility": {"stones": 1.0, "areas": 0.0, "prisoners": 0.0}},
    "lambda": {**NETS["mlp"], "trace": 0.5, "discount": 0.9},
    "against pattern": {**NETS["mlp"], "opponent": "pattern"},
}

ACTOR: Table = {
    **TD,
    **LINES,
    "learner": "actor-critic",
    "net": {"kind": "ntuple", "shapes": ["straight-2"], "output_activation": "linear"},
    "critic": {"kind": "ntuple", "shapes": ["square-2"], "output_activation": "sigmoid"},
}
ACTOR_CHANGES: dict[str, Table] = {
    "tables": {},
    "average": {"average": 0.3, "coherence": True},
    "lambda 0": {"trace": 0.0, "actor_rate": 0.5},
    "against a player": {"opponent": "random"},
    "dense nets": {
        "game": "go:4",
        "net": {"kind": "mlp", "hidden": [3]},
        "critic": {"kind": "mlp", "hidden": [5], "output_activation": "sigmoid"},
        "passes": "eyes",
    },
}

ZERO: Table = {
    **COMMON,
    "learner": "zero",
    "game": "capture-go:4",
    "net": {"blocks": 1},
    "visits": 4,
    "champion_visits": 4,
    "games": 5,
    "batch": 32,
    "window": 90,
    "strength": {"games": 4},
}
ZERO_CHANGES: dict[str, Table] = {
    "capture-go": {},
    "go": {"game": "go:4", "passes": "eyes"},
    "othello": {"game": "othello:6", "games": 3},
    "tic-tac-toe": {"game": "tic-tac-toe"},
    "liberties": {"net": {"blocks": 1, "liberties": True}},
    "last moves and ko": {"game": "go:4", "net": {"blocks": 1, "history": 2, "ko": True}},
    "average and falling rate": {"average": 0.3, "rate": 0.01, "rate_halving": 1.0},
    "openings and outcomes": {"opening_share": 1.0, "opening": 3, "outcome_share": 1.0},
    "few moves at the root": {"visits": 8, "gumbel": 2},
    "decay and shares": {"weight_decay": 0.1, "value_share": 0.3, "repeats": 2.0, "batch": 8},
}

SWARMS: Table = {
    **COMMON,
    "learner": "tic-tac-toe",
    "hidden": 3,
    "population": 6,
    "epochs": 3,
}
SWARM_CHANGES: dict[str, Table] = {
    "gbest": {},
    "lbest": {"settings": {"neighbourhood": "lbest", "window": 3}},
    "von Neumann": {"settings": {"neighbourhood": "von-neumann"}},
    "limit": {"settings": {"vmax": 0.5}},
    "ep": {"method": "ea"},
    "first of equal moves": {"ties": "first"},
    "other outputs": {"output": "sums", "ties": "random"},
    "doubles": {"output": "doubles"},
    "Messerschmidt's inputs": {"encoding": "messerschmidt"},
    "sees wins": {"sees_wins": True, "opponents": 3, "points": [2.0, 0.5, -1.0]},
}

TUNING: Table = {
    "learner": "two-level-pso",
    "game": "capture-go:4",
    "search": {"depth": 1},
    "particles": 2,
    "nets": 3,
    "generations": 2,
    "opponent_generations": 1,
}
TUNING_CHANGES: dict[str, Table] = {
    "as printed": {},
    "at rest": {"start_velocity": 0.0, "inner_vmax": 0.5, "opponent_generations": 0},
}


def runs() -> Iterator[tuple[str, Table]]:
    """All runs by their names: learner, rule and net."""
    for (method, settings), (kind, world) in itertools.product(METHODS.items(), NETS.items()):
        if method != "sane":
            yield f"{method}, {kind}", {**SELF_PLAY, **world, **_by(method, settings)}
    for game in "capture-go:4", "go:4", "othello:6", "tic-tac-toe":
        world = {"game": game, "net": NETS["mlp"]["net"]}
        for method, settings in METHODS.items():
            if method in {"sane", "cma"} or game in {"capture-go:4", "tic-tac-toe"}:
                yield f"{method}, mlp, {game}", {**SELF_PLAY, **world, **_by(method, settings)}
    for method, many in OTHER_SETTINGS.items():
        world = NETS["mlp" if method == "sane" else "wpc"]
        for settings in many:
            name = f"{method} with {_said(settings) or 'its defaults'}"
            yield name, {**SELF_PLAY, **world, "population": 6, **_by(method, settings)}
    for name, changes in OTHER_GAMES.items():
        yield f"self-play, {name}", {**SELF_PLAY, **changes}
    for (kind, world), rule, trace in itertools.product(NETS.items(), DIFFERENCES, (0.0, 0.7)):
        if kind in {"influence", "conv"} and (rule, trace) != (DIFFERENCES[0], 0.0):
            continue  # they have no gradient
        rewards = FATES if kind == "fate" else {}
        name = f"td, {kind}, {rule}, lambda {trace}"
        yield name, {**TD, **world, **rewards, "difference": rule, "trace": trace}
    for word, base, many_changes in (
        ("td", TD, TD_CHANGES),
        ("hdp", HDP, HDP_CHANGES),
        ("actor-critic", ACTOR, ACTOR_CHANGES),
        ("zero", ZERO, ZERO_CHANGES),
        ("tic-tac-toe", SWARMS, SWARM_CHANGES),
        ("two-level", TUNING, TUNING_CHANGES),
    ):
        for name, changes in many_changes.items():
            yield f"{word}, {name}", {**base, **changes}


def training() -> Cases:
    """Every learner, rule and kind of net, but for CMA-ES."""
    return _kept({name: table for name, table in runs() if table.get("method") != "cma"})


def cma() -> Cases:
    """The runs by CMA-ES, which needs a package that is not always there."""
    return _kept({name: table for name, table in runs() if table.get("method") == "cma"})


def _kept(tables: Mapping[str, Table]) -> Cases:
    found: Cases = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, table) in enumerate(tables.items()):
            found[name] = _two_generations(Path(folder) / str(number), table)
    return found


def _two_generations(folder: Path, table: Mapping[str, Any]) -> Case:
    """What a run leaves; or why it is not allowed."""
    try:
        run = house.trained(folder, table)
    except ValueError as error:
        return {"not allowed": str(error)}
    found: Case = {f"array {name}": array(own) for name, own in sorted(run["arrays"].items())}
    line = with_wins(run["lines"][-1])
    line.pop("measure", None)  # those of nets are pinned with the measures
    found |= {f"fact {name}": value for name, value in line.items()}
    for number, (weights, said) in run["champions"].items():
        found[f"champion {number}"] = [array(weights), said]
    for name, text in run["games"].items():
        found[name] = digest(text)
    return found


def with_wins(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line with wins and games against players; of others all of its measures.

    Lines of earlier versions say no more than the share that was won.
    """
    found = dict(line)
    measure = found.pop("measure", {})
    nets = {name: one for name, one in measure.items() if not name.endswith(("_start", "_opening"))}
    won = {
        f"won {name}": [one["wins"], one["games"]]
        for name, one in measure.items()
        if name not in nets
    }
    return {**found, **won, **({"measure": nets} if nets else {})}


MEASURED: dict[str, Table] = {
    "self-play": {**SELF_PLAY, "probe": {"every": 1, "nets": 2, "rounds": 2, "earlier": 2}},
    "self-play, go": {
        **SELF_PLAY,
        **NETS["mlp"],
        "probe": {"every": 1, "nets": 5, "rounds": 1, "noise": 0.3, "earlier": 1},
    },
    "td": {
        **TD,
        **NETS["mlp"],
        "strength": {"players": ["random", "naive", "pattern"], "games": 6, "opening": 2},
        "probe": {"every": 2, "nets": 2, "rounds": 1, "earlier": 2},
    },
    "td, no second measure": {
        **TD,
        **NETS["window"],
        "strength": {"players": ["defensive,noise=0.1", "random"], "games": 4, "opening": 0},
    },
    "hdp": {**HDP, **NETS["mlp"], "strength": {"players": ["naive"], "games": 6}},
    "actor-critic": {**ACTOR, "probe": {"every": 1, "nets": 2, "rounds": 1, "earlier": 1}},
    "zero": {**ZERO, "probe": {"every": 1, "nets": 2, "rounds": 1, "earlier": 1}},
    "zero, go": {**ZERO, "game": "go:4"},
    "tic-tac-toe": {**SWARMS, "probe": {"every": 1, "nets": 2, "rounds": 2, "earlier": 2}},
    "two-level": TUNING,
}
"""Runs whose whole lines are kept, probes and strength in them."""


def measures() -> Cases:
    """What is reported of three generations, but times."""
    found: Cases = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, table) in enumerate(MEASURED.items()):
            lines = house.trained(Path(folder) / str(number), {**table, "generations": 3})["lines"]
            for line in lines:
                found[f"{name}, generation {line['generation']}"] = flat(line)
    return found


def _by(method: str, settings: Table) -> Table:
    return {"method": method, "settings": settings}


def _said(settings: Table) -> str:
    return ", ".join(f"{name} {value}" for name, value in settings.items())
