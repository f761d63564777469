"""What earlier versions called things in a run's settings and lines, read by today's names.

`[probe]` and `[strength]` were two measures: fixed nets, and players with rules of their own. Both
are `[measure]` now, and their figures stand in one table of a line.
"""

from collections.abc import Mapping
from typing import Any

from ponnuki.words import word_of

Table = Mapping[str, Any]

RENAMED = ("probe", "strength")
"""Tables that are one now."""

PROBE = {"every": 10, "nets": 10, "noise": 0.1, "rounds": 2, "earlier": 5}
STRENGTH = {"players": [], "games": 1000, "every": 1, "opening": 2}
OF_ZERO: dict[str, Table] = {"probe": {"every": 0}, "strength": {"players": ["auto"], "games": 100}}
"""What the tables meant where they were silent."""
UNSAID = {"games": 100, "opening": 2, "start": False, "earlier": 5}
"""What is said of opponents that a run does not meet."""
MET = frozenset({"random", "naive", "pattern", "defensive", "standard_wpc"})
"""Players that lines name, beside those that settings name: 'auto' stood for some of them."""
TAUGHT = "taught"
"""A table of settings whose measures were never made."""


def config_now(config: Table) -> dict[str, Any]:
    """A run's settings by today's names; what is odd in a stranger's stays as it is."""
    found = {name: value for name, value in config.items() if name not in RENAMED}
    if isinstance(taught := found.get(TAUGHT), Mapping):
        found[TAUGHT] = {name: one for name, one in taught.items() if name not in RENAMED}
    if len(found) == len(config):
        return found
    try:
        measure = _measure(config.get("probe", {}), config.get("strength", {}), config)
    except (TypeError, LookupError):
        return dict(config)
    return {**found, "measure": measure}


def _measure(probe: Table, strength: Table, config: Table) -> dict[str, Any]:
    """The settings of one measure with the games of both."""
    zero = config.get("learner") == "zero"
    usual = OF_ZERO if zero else {}
    nets = {**PROBE, **usual.get("probe", {}), **probe}
    met = {**STRENGTH, **usual.get("strength", {}), **strength}
    has_players = (zero or "strength" in config) and met["players"]
    players = list(dict.fromkeys(met["players"])) if has_players else []
    groups = ["untrained", *(["earlier"] if nets["earlier"] else [])]
    every = [met["every"]] * len(players) + [nets["every"]] * len(groups)
    found = {
        "opponents": [*players, *groups],
        "every": every if len(set(every)) > 1 else every[:1],
        **UNSAID,
        **{name: nets[name] for name in ("nets", "noise", "rounds")},
    }
    if nets["earlier"]:
        found["earlier"] = nets["earlier"]
    if players:
        # Runs of zero were measured once, all others from the start and again from openings.
        start = not zero and bool(met["opening"])
        found |= {"games": met["games"], "opening": met["opening"], "start": start}
    return found


def line_now(line: dict[str, Any], config: Table) -> dict[str, Any]:
    """A line of the log by today's names; the same line if it says them already.

    Args:
        line: as it was written.
        config: the run's settings, by today's names.
    """
    if not {"probe", "probe_seconds", "strength"} & line.keys():
        return line
    found = dict(line)
    measure = _of_players(found, config) if "strength" in line else {}
    if "probe_seconds" in line:
        found["measure_seconds"] = found.pop("probe_seconds")
    probe = found.pop("probe", {})
    if not isinstance(probe, Mapping):
        return {**found, "measure": probe}  # a stranger's: whoever reads it says so
    nets = {name: _with_share(one) for name, one in probe.items()}
    return {**found, "measure": {**measure, **nets}}


def _with_share(measure: Any) -> Any:
    """The measure of some nets, whose share was called score."""
    if not isinstance(measure, Mapping):
        return measure
    return {"share" if name == "score" else name: one for name, one in measure.items()}


def _of_players(line: dict[str, Any], config: Table) -> dict[str, Any]:
    """Takes the shares that were won against players out of a line; draws were not counted."""
    own = config.get("measure")
    said = own if isinstance(own, Mapping) else {}
    named = said.get("opponents")
    specs = named if isinstance(named, list) else []
    names = MET | {word_of(one) for one in specs if isinstance(one, str)}
    from_openings = config.get("learner") == "zero" and bool(said.get("opening"))
    found: dict[str, Any] = {}
    for name in list(line):
        player = name.removesuffix("_opening")
        if player in names:
            way = "opening" if from_openings or name != player else "start"
            found[f"{player}_{way}"] = _won(line.pop(name), said.get("games"))
    for name in "strength", "strength_opening":
        line.pop(name, None)
    return found


def _won(share: Any, games: Any) -> dict[str, Any]:
    """What is known of a measure of which only the share of games won was kept."""
    found = {"share": share, "interval": None, "opponents": 1}
    whole = type(games) is int and isinstance(share, int | float) and abs(share) <= 1
    pairs = games // 2 if whole else 0
    return {"games": 2 * pairs, "wins": round(share * 2 * pairs), **found} if pairs else found
