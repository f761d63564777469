"""What figures of experiments must be, however small their scale: a broken measure leaves this.

`sound` is for all of them: counts add up, shares are shares, intervals hold what they are about.
`KNOWN` has what is known beforehand of some: who must win, what chance gives, what was printed.
"""

from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import Any

import numpy as np

from ponnuki.learners.two_level import CONSTANTS, HIGH, LOW

SHARES = {"points", "strength", "indifferent", "replaced", "level", "steady", "won", "fresh"}
"""Figures that are shares, at whatever depth their numbers lie."""
LEAST_S, MOST_S = -87.6, 112.4
"""Of Franken & Engelbrecht 2003: nothing won, and everything."""


def numbers(found: Any) -> Iterator[float]:
    """All numbers in plain data."""
    if isinstance(found, Mapping):
        for one in found.values():
            yield from numbers(one)
    elif isinstance(found, list | tuple):
        for one in found:
            yield from numbers(one)
    elif isinstance(found, int | float) and not isinstance(found, bool):
        yield found


def tables(found: Any) -> Iterator[Mapping[str, Any]]:
    """All tables in plain data, from the outside in."""
    if isinstance(found, Mapping):
        yield found
        for one in found.values():
            yield from tables(one)
    elif isinstance(found, list | tuple):
        for one in found:
            yield from tables(one)


def within(found: Any, low: float, high: float) -> bool:
    """Whether there are numbers, and all of them lie there."""
    values = list(numbers(found))
    return bool(values) and low <= min(values) and max(values) <= high


def sound(found: Any) -> None:
    """Checks what holds in every experiment."""
    assert all(isfinite(one) for one in numbers(found))
    for table in tables(found):
        for name, value in table.items():
            if name in SHARES and value is not None:
                assert within(value, 0, 1), table
            if name == "p" or name.endswith("_p"):
                assert value is None or 0 <= value <= 1, table
        _counts_add_up(table)
        _bounds_hold_their_mean(table)


def _counts_add_up(table: Mapping[str, Any]) -> None:
    """Games that were won, drawn and lost are those that were played."""
    if "wins" not in table or "games" not in table:
        return
    games, decided = table["games"], np.add(table["wins"], table.get("draws", 0))
    assert (np.min(table["wins"]), np.max(decided)) >= (0, 0)
    assert np.max(decided) <= games, table
    if "losses" in table:
        assert decided + table["losses"] == games, table
        assert table.get("distinct", games) <= games, table
    if table.get("by_capture") is not None:
        assert table["by_capture"] <= np.sum(table["wins"]), table
    if table.get("interval") is not None:
        low, high = table["interval"]
        share = (table["wins"] + table["draws"] / 2) / games
        assert 0 <= low <= share + 1e-9, table
        assert share - 1e-9 <= high <= 1, table


def _bounds_hold_their_mean(table: Mapping[str, Any]) -> None:
    if {"low", "mean", "high"} <= table.keys():
        assert table["low"] <= table["mean"] <= table["high"], table
    if "interval90" in table:
        (low, high), wide = table["interval90"], table["interval95"]
        assert wide[0] <= low <= table["mean"] <= high <= wide[1], table


# Known beforehand


def _share(tally: Mapping[str, Any]) -> float:
    """Of points, of one meeting or of a table of them."""
    return float(np.mean(np.add(tally["wins"], np.divide(tally["draws"], 2))) / tally["games"])


def _influence(found: Any) -> None:
    """Influence alone beats random moves."""
    assert all(min(one["random"]) > 0.5 for one in found["points"].values())


def _methods(found: Any) -> None:
    """After a few games nobody is much stronger or weaker than untrained nets, in any game."""
    assert within(found["untrained"], 0.3, 0.75)
    for cell in (*found["games"], *found["seconds"]):
        assert within(cell["score"], 0.25, 0.9), cell


def _against_random(found: Any) -> None:
    """Every net beats random moves, an untrained one too."""
    cells = found.get("cells", found)
    met = [one for name, one in cells.items() if "-random-" in name]
    assert met
    assert min(map(_share, met)) > 0.8


def _claims(found: Any) -> None:
    """One engine of two wins what the other does not: scores of a claim are per cent."""
    assert all(0 <= one["score"] <= 100 for one in found["claims"])


def _capture(found: Any) -> None:
    """With a fifth of all moves drawn at random, too."""
    _against_random(found)
    _claims(found)
    for cell in found["ceiling"].values():
        assert cell["games"] >= sum(map(sum, cell["wins"]))


def _against_defensive(found: Any) -> None:
    """Nets of a few generations lose to the defensive player, most of all without random moves."""
    for one in found.values():
        if "noisy" in one:
            assert _share(one["noisy"]) <= 0.6
            assert _share(one["quiet"]) <= 0.5


def _versus_defensive(found: Any) -> None:
    _against_defensive(found)
    assert found["others"]["random"] >= 90
    assert max(value for name, value in found["others"].items() if name != "random") < 90


def _constants(found: Any) -> None:
    """They stay in their box; a game that is won fast has few moves."""
    for lines in found["runs"]:
        for line in lines:
            for name, low, high in zip(CONSTANTS, LOW, HIGH, strict=True):
                assert low <= line[name] <= high
            assert line["best"] == 81 - line["moves"]
        best = [line["best"] for line in lines]
        assert best == sorted(best), "what was found is kept"


def _s_measure(found: Any) -> None:
    """Random players win about half of the games with each colour; nets nearly all."""
    assert within(found["chance"], 45, 55)
    for name, one in found.items():
        if name != "chance":
            assert within([one["w1"], one["w2"]], 80, 100)


def _printed_games(found: Any) -> None:
    """Neutral points by majority give the margins that are printed."""
    assert all(one["margins"]["majority"] == one["paper"] for one in found["games"])


def _ladder(found: Any) -> None:
    """Ratings are about zero; random and naive are far below everybody else."""
    rows = {one["name"]: np.mean(one["elo"]) for one in found["rows"]}
    assert abs(np.mean([rating for one in found["rows"] for rating in one["elo"]])) < 1e-6
    assert rows["random"] < rows["naive"] - 100
    assert rows["naive"] < min(rows[name] for name in rows if name not in {"random", "naive"})


def _champion(found: Any) -> None:
    """It beats random, naive and untrained nets, and not the defensive player at depth 1."""
    for name, one in found.items():
        if "depth 1" in name:
            low, high = {
                "random": (0.9, 1), "naive": (0.7, 1), "defensive": (0, 0.5)
            }.get(name.split(", ")[1], (0.5, 0.8))  # fmt: skip
            assert low <= _share(one) <= high, name


def _cells(found: Any) -> None:
    """S is what it can be; nets after some epochs have more than random players, less than all."""
    cells = found["cells"]
    for name in "s", "s_exact", "s_best", "s_everyone":
        assert within([one[name] for one in cells], LEAST_S, MOST_S)
    assert 10 < np.mean([one["mean_exact"] for one in cells]) < 60
    for one in cells:
        assert np.mean(one["s_everyone"]) <= np.mean(one["s_best"])


def _epochs(found: Any) -> None:
    """S grows from the first epoch to the last."""
    means = [[np.mean(runs) for runs in one["s"]] for one in found.values()]
    first, last = np.mean(means, axis=0)[[0, -1]]
    assert 0 < first < last - 5
    assert last < 60


def _growth(found: Any) -> None:
    """Weights of the printed swarms grow."""
    for kinds in found["runs"].values():
        assert min(kinds["lbest"]["growth"]) > 1


def _optimised(found: Any) -> None:
    """Who is given the measure itself comes far above co-evolution."""
    assert within(found["optimisers"], 40, MOST_S)
    assert within(found["gradient"], -40, MOST_S)
    assert np.mean(list(numbers(found["optimisers"]))) > 50


def _tic_tac_toe_champion(found: Any) -> None:
    """It wins most games against random players; wins and losses are shares of games."""
    for one in found:
        for who in one["net"], one["engine"]:
            wins, losses = who["wins_against_random"], who["losses_against_random"]
            assert who["s"] > 95
            assert within(np.add(wins, losses).tolist(), 90, 100)


def _against_standard(found: Any) -> None:
    """Nets of two generations lose to the standard WPC more often than not, but not always."""
    scores = found.get("last") or found.get("scores") or found.get("fresh")
    assert within(scores, 0, 0.5)
    assert 0.1 < np.mean(list(numbers(scores))) < 0.45


def _fitness(found: Any) -> None:
    """The best of a population has more than the mean, both at most all points."""
    assert (np.array(found["best"]) >= found["mean"]).all()
    assert within(found["best"], 0, found["games"])
    _against_standard(found)


def _regions(found: Any) -> None:
    """A correlation is one, and weights stay about where they were drawn."""
    assert within(found["weights"], -1.5, 1.5)
    assert within(found["regions"]["like"], -1, 1)


def _round_robin(found: Any) -> None:
    """Each game has one point; the standard WPC, which others learn from, is ahead of chance."""
    robin = found["round robin"]
    assert abs(np.mean([one["score"] for one in robin.values()]) - 0.5) < 0.05
    assert robin["standard WPC"]["score"] > max(0.6, robin["random"]["score"])


def _courses(found: Any) -> None:
    """Nets of a few dozen games beat random moves at times, and the pattern player hardly ever."""
    last = [one[-1] for course in found["courses"].values() for one in course["facts"]]
    assert 0.3 < np.mean([one["random"] for one in last]) <= 1
    assert np.mean([one["pattern"] for one in last]) < 0.2
    assert np.mean([one["naive"] for one in last]) < np.mean([one["random"] for one in last])


def _tournament(found: Any) -> None:
    """What one wins another loses, so scores are a half on average, but for draws."""
    for passes in found.values():
        for name in "scores", "scores_opening":
            assert 0.35 <= np.mean(list(passes[name].values())) <= 0.5


def _deeper(found: Any) -> None:
    """Further ahead nets win more, trained or not."""
    means = {
        depth: np.mean([
            one[depth][when]["strength"]
            for passes in (found["koten"], found["katatsugi"])
            for one in passes.values()
            for when in ("untrained", "trained")
        ])
        for depth in ("1", "4")
    }  # fmt: skip
    assert means["1"] < means["4"]


def _erring(found: Any) -> None:
    """Who moves at random nine times in ten is beaten."""
    assert all(_share(one["0.9"]) > 0.5 for one in found.values())


def _reader(found: Any) -> None:
    """A reader with fewer moves knows less, and none is wrong of half the strings."""
    limits = found["limits"]
    assert limits["20"]["unknown"] >= limits["80"]["unknown"] >= limits["1000"]["unknown"]
    assert within([one["wrong"] for one in limits.values()], 0, found["judged"] / 2)


def _learning(found: Any) -> None:
    """Every net beats random moves; a hundredth of a run shows nothing against untrained nets."""
    runs = [one for several in found["methods"].values() for one in several]
    assert min(one["random"]["score"] for one in runs) > 0.8
    assert 0.3 < np.mean([one["untrained"]["score"] for one in runs]) < 0.8


def _small_boards(found: Any) -> None:
    """On 3×3 the centre wins for black, which the search proves; on 4×4 it likes the centre."""
    assert (found["3"]["move"], found["3"]["decided"][0]) == ("B2", "black")
    assert found["4"]["move"] in {"B2", "B3", "C2", "C3"}


def _by_reading(known: Callable[[Any], None]) -> Callable[[Any], None]:
    """What is known whichever way a constant is read."""

    def of_each(found: Any) -> None:
        for one in found.values():
            known(one)

    return of_each


def _causes(found: Any) -> None:
    """One step takes weights as far whoever has won; swarms and nets start with these sizes."""
    for method, runs in found["games"].items():
        first = np.mean([run[0] for run in runs])
        expected = 0.57 if method in {"PSO", "hybrid"} else 0.118
        assert abs(first - expected) < 0.02
        assert abs(np.mean([run[0] for run in found["coins"][method]]) - expected) < 0.02


KNOWN: dict[tuple[str, str], Callable[[Any], None]] = {
    ("cai2007", "influence"): _influence,
    ("cai2007", "methods"): _methods,
    ("cai2007", "capture"): _capture,
    ("cai2007", "reader"): _reader,
    ("cai2009", "table1"): _against_random,
    ("cai2009", "table2"): _claims,
    ("cai2009", "causes"): _causes,
    ("cai2009", "defensive"): _against_defensive,
    ("cai2009", "versus-defensive"): _versus_defensive,
    ("cai2009", "optimal-pso"): _constants,
    ("cai2009", "s-measure"): _s_measure,
    ("cai2009", "games"): _printed_games,
    ("cai2009", "ladder"): _ladder,
    ("cai2009", "champion"): _champion,
    **{("franken2003", f"table{number}"): _cells for number in (1, 2, 3)},
    ("franken2003", "figure1"): _cells,
    ("franken2003", "figure2"): _cells,
    ("franken2003", "saturation"): _cells,
    ("franken2003", "epochs"): _epochs,
    ("franken2003", "figure3"): _growth,
    ("franken2003", "limit"): _optimised,
    ("franken2003", "champion"): _tic_tac_toe_champion,
    **{("kim2007", f"figure{number}"): _by_reading(_fitness) for number in (10, 11, 12, 13)},
    ("kim2007", "figure16"): _by_reading(_regions),
    ("kim2007", "figure17"): _by_reading(_regions),
    **{
        ("kim2007", name): _by_reading(_against_standard)
        for name in ("openings", "readings", "population", "likeliest", "outlook")
    },
    ("kim2007", "mutation"): _against_standard,
    ("kim2007", "beyond"): _round_robin,
    **{("mayer2007", name): _courses for name in ("figure2", "figure3", "ablation", "beyond")},
    ("mayer2007", "table1"): _tournament,
    ("mayer2007", "table2"): _deeper,
    ("mayer2007", "rank"): _erring,
    ("learning", "methods"): _learning,
    ("zero", "openings"): _small_boards,
}
"""What is known of some experiments, by paper and name."""


def check(paper: str, experiment: str, found: Any) -> None:
    """Checks the results of an experiment, as plain data."""
    sound(found)
    if known := KNOWN.get((paper, experiment)):
        known(found)
