"""Who nets and players are: fingerprints, on which colours and seeds of games depend."""

import itertools
import tempfile
from pathlib import Path
from typing import Any

from tests.golden.pins import house
from tests.golden.pins.kept import Cases, array
from tests.golden.pins.training import LINES, TD

GAMES = ("tic-tac-toe", "capture-go:5", "capture-go:9", "go:4", "go:9", "othello:6", "othello:8")

NETS: dict[str, list[dict[str, Any]]] = {
    "window": [{}],
    "mlp": [
        {},
        {"hidden": [7], "biases": False},
        {"hidden": [20, 20], "encoding": "roban"},
        {"hidden": [25], "encoding": "katatsugi"},
        {"hidden": [25], "encoding": "koten"},
        {"hidden": [5], "encoding": "messerschmidt"},
        {"hidden": [5], "encoding": "black-white"},
        {"hidden_activation": "sigmoid", "output_activation": "linear", "bound": 0.0},
        {"hidden_activation": "linear", "output_activation": "sigmoid", "bound": 0.05},
        {"hidden": []},
    ],
    "wpc": [{}],
    "ntuple": [
        {},
        {"shapes": ["lines", "square-3"], "stages": 3},
        {"shapes": ["straight-2"], "output_activation": "linear", "bound": 0.0},
        {"shapes": ["walks-3x4", "cross"], "symmetric": True},
        {"shapes": ["cross:liberties-5", "rectangle-2x3:liberties-3:anywhere"]},
        {"shapes": ["square-2"], "points": [[0, 1, 2], [4]], "output_activation": "sigmoid"},
    ],
    "influence": [{}, {"spread": "distance", "reach": 3}],
    "fate": [{}, {"features": 16, "reach": 1}],
    "conv": [
        {},
        {"blocks": 1, "channels": 64},
        {"blocks": 1, "liberties": True},
        {"blocks": 1, "history": 2},
        {"blocks": 1, "history": 1, "ko": True},
    ],
}
"""Typical options of every kind."""

ENGINE = (
    *("", "seed=1", "depth=1", "depth=3", "noise=0.1", "creative=0.3", "candidates=local"),
    *("candidates=local,radius=1", "forced=no", "ataris=yes", "nodes=500", "eyes=yes"),
    *("afterstates=yes", "draw=0.5", "ties=first", "endgame=8", "book=chance"),
    *("book=likeliest,book_noise=yes", "depth=2,noise=0.2,ties=first,eyes=yes"),
)
"""Options of engines, each of which must tell players apart."""

TREES = ("visits=50", "visits=50,gumbel=8", "visits=50,symmetries=8", "visits=50,parallel=4")

PLAYERS: dict[str, list[str]] = {
    "random": ["random"],
    "child": ["child", "child,noise=0.1"],
    "defensive": ["defensive", "defensive,noise=0.1"],
    "naive": ["naive", "naive,noise=0.3"],
    "pattern": ["pattern", "pattern,noise=0.05"],
    "ryder": ["ryder", "ryder,look=no", "ryder,noise=0.1"],
    "zobrist": ["zobrist", "zobrist,values=sum", "zobrist,look=0"],
    "interim": ["interim", "interim,noise=0.1"],
    "knowledge": [
        *("knowledge", "knowledge,style=handtalk", "knowledge,style=go4", "knowledge,links=no"),
        *("knowledge,eyes=no", "knowledge,reading=no", "knowledge,replies=no"),
    ],
    "standard-wpc": [
        *("standard-wpc", "standard-wpc,noise=0.1", "standard-wpc,ties=first"),
        "standard-wpc,depth=3",
    ],
    "influence": ["influence", "influence,spread=distance,reach=3,depth=1"],
    "untrained": [
        *(f"untrained,{one}".rstrip(",") for one in ENGINE),
        *(f"untrained,net={kind},seed=2,depth=1" for kind in NETS),
        *(f"untrained,net=conv,{one}" for one in TREES),
    ],
    "net": ["net:FILE", "net:FILE,row=1", "net:FILE,depth=1,noise=0.1"],
    "champion": [
        *("champion", "champion,visits=20", "champion,depth=1,noise=0.1"),
        *(f"champion,strength={level}" for level in range(1, 7)),
    ],
    "gtp": ["gtp:sh -c true", "gtp,seconds=5,start=9,restarts=1,noise=0.1:sh -c true"],
}
"""Specs of every kind that needs no program of its own, and no run."""

RUN = {**TD, **LINES, "generations": 2}
RUN_SPECS = ("run:FOLDER", "run:FOLDER@1", "run:FOLDER,depth=2,noise=0.1")
GNU_GO = {"go:9": 10, "go:5,ko=simple,scoring=area": 1, "capture-go:9": 0}
"""Games and levels of GNU Go, whose command is pinned: the program is not installed everywhere."""

ELSEWHERE = {"gnugo", "run"}
"""Kinds that are tried in a way of their own."""

ASKED: list[dict[str, Any]] = [{}, {"depth": 1}, {"noise": 0.2}, {"visits": 30}]
"""What a tournament asks of players whose specs do not say it."""


def evaluators() -> Cases:
    """Every kind of net on every game: fingerprint, first weights, values of some boards."""
    found: Cases = {}
    for kind in house.evaluators():
        for game, options in itertools.product(GAMES, NETS[kind]):
            try:
                facts = house.net_facts(kind, game, options)
            except ValueError:  # not for this game
                continue
            said = ", ".join(f"{name}={value}" for name, value in options.items())
            found[f"{kind} on {game} {said}".rstrip()] = {
                name: array(value) if name.startswith(("initial", "values")) else value
                for name, value in facts.items()
            }
    return found


def players() -> Cases:
    """Every kind of player on every game: its fingerprint, also with what may be asked of all."""
    missing = set(house.player_kinds()) - PLAYERS.keys() - ELSEWHERE
    assert not missing, f"no spec of {missing} is tried"
    found: Cases = {}
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            path = Path(folder) / f"{game.replace(':', '-')}.safetensors"
            house.net_file(path, "mlp", game, 2)
            for spec in itertools.chain(*PLAYERS.values()):
                prints: dict[str, Any] = {}
                for asked in ASKED:
                    try:
                        own = house.player_fingerprint(spec.replace("FILE", str(path)), game, asked)
                    except ValueError:  # it does not play this game
                        continue
                    prints[" ".join(f"{k}={v}" for k, v in asked.items()) or "as it is"] = own
                if prints:
                    found[f"{spec} on {game}"] = _short(prints)
        run = Path(folder) / "run"
        house.trained(run, RUN)
        for spec in RUN_SPECS:
            own = house.player_fingerprint(spec.replace("FOLDER", str(run)), RUN["game"], {})
            found[spec] = {"as it is": own}
    found["gnugo"] = {game: house.gnu_go(game, level) for game, level in GNU_GO.items()}
    found["a player written in Python"] = {"as it is": house.own_player()}
    return found


def _short(prints: dict[str, Any]) -> dict[str, Any]:
    """Without what asking for something does not change."""
    usual = prints["as it is"]
    return {name: own for name, own in prints.items() if name == "as it is" or own != usual}
