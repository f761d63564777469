"""What of a run's facts a person is shown: declared by each learner, drawn by terminals and pages.

Facts are the numbers and words in the line of a generation. Whoever draws asks no learner what it
is; a fact that a line lacks is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from ponnuki.arena.intervals import FEWEST, enough


@dataclass(frozen=True)
class Phrase:
    """A part of the sentence about a generation.

    Attributes:
        text: with facts in braces, as `str.format` has them.
        unless_zero: a fact without which, or with which at 0, there is nothing to say.
        low: the least that is said of a number, which may lie below it by chance; None for any.
    """

    text: str
    unless_zero: str = ""
    low: float | None = None

    def say(self, line: Mapping[str, Any]) -> str | None:
        """The words about a generation, or None if its line lacks a fact."""
        wanted = {name for _, name, _, _ in Formatter().parse(self.text) if name}
        if not wanted <= line.keys() or (self.unless_zero and not line.get(self.unless_zero)):
            return None
        if self.low is None:
            return self.text.format(**line)
        return self.text.format(**{name: max(line[name], self.low) for name in wanted})


@dataclass(frozen=True)
class Curve:
    """A fact over generations.

    Attributes:
        fact: its name in a line.
        label: what a person calls it.
        form: how a terminal writes its last value.
        over: another fact, by which it is divided; "" for none.
    """

    fact: str
    label: str
    form: str = ".3f"
    over: str = ""

    def value(self, line: Mapping[str, Any]) -> float | None:
        """The value of a generation, or None if its line, maybe a stranger's, has no number."""
        value = _number(line.get(self.fact))
        if value is None or not self.over:
            return value
        whole = _number(line.get(self.over))
        return value / whole if whole else None


@dataclass(frozen=True)
class Chart:
    """Curves that are drawn together.

    Attributes:
        title: its heading.
        curves: what is drawn.
        subject: what stands before the curves' labels where there is no heading.
        low: where the axis begins; None for the lowest value.
        percent: whether values are shares of 1.
        compared: the heading under which several runs' first curves are drawn together; "" if they
            are not.
    """

    title: str
    curves: tuple[Curve, ...]
    subject: str = ""
    low: float | None = None
    percent: bool = False
    compared: str = ""


FITNESS_CHART = Chart(
    "Fitness within a generation",
    (Curve("best", "best", ".1f"), Curve("mean", "mean", ".1f")),
    subject="score",
    compared="Best fitness within a generation",
)
DIVERSITY_CHART = Chart(
    "Diversity and size of weights",
    (Curve("diversity", "diversity"), Curve("weight_size", "size of weights")),
    low=0,
    compared="Diversity",
)
"""What every learner with a population has to show."""


@dataclass(frozen=True)
class View:
    """All that a learner wants to be shown of its generations.

    Speed and measures are shown of every run.
    """

    phrases: tuple[Phrase, ...]
    charts: tuple[Chart, ...]


def summary_line(line: Mapping[str, Any], view: View) -> str:
    """A generation in one line of text: what its learner wants said, speed, measures."""
    parts = [f"generation {line['generation']}"]
    parts += [said for said in (phrase.say(line) for phrase in view.phrases) if said is not None]
    parts.append(speed_text(line))
    parts += [measure_text(name, one) for name, one in line.get("measure", {}).items()]
    return ", ".join(parts)


def speed_text(line: Mapping[str, Any]) -> str:
    """Games a second of a generation, and positions if somebody counted them."""
    games = f"{line['games'] / max(line['seconds'], 1e-9):,.0f} games/s"
    valued = line.get("positions_per_second")
    return games if valued is None else f"{games}, {valued:,} positions/s"


# ----- measures -----

WORTH = "What the champion is worth"
"""The heading of its measures."""
NETS = {
    "random": "random",
    "untrained": "untrained nets",
    "untrained_noise": "untrained nets with random moves",
    "earlier": "earlier champions",
    "earlier_noise": "earlier champions with random moves",
}
"""What opponents are called for people, all but players with rules of their own."""


def opponent_title(name: str) -> str:
    """What the opponent of a measure is called.

    >>> opponent_title("defensive_opening"), opponent_title("naive_start")
    ('defensive', 'naive from the start')
    """
    player, _, way = name.rpartition("_")
    said = {"opening": player, "start": f"{player} from the start"}.get(way, name)
    return NETS.get(name, said)


def measure_text(name: str, found: Mapping[str, Any]) -> str:
    """A measure's share of points with its interval, if it has one that means something."""
    said = f"{opponent_title(name)} {found['share']:.0%}"
    few = found.get("opponents") == 1 and not enough(found.get("independent", FEWEST))
    if few or found["interval"] is None:
        return said
    low, high = found["interval"]
    return f"{said} ({low:.0%} to {high:.0%})"


def measures(line: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The measures of a line, maybe a stranger's, that have a share; by name."""
    found = line.get("measure")
    every = found.items() if isinstance(found, Mapping) else ()
    return {
        str(name): one
        for name, one in every
        if isinstance(one, Mapping) and _number(one.get("share")) is not None
    }


def worth(line: Mapping[str, Any]) -> float | None:
    """One figure for a champion: its mean share against players, or else untrained nets.

    Players are counted from the start if they were met so, or else from random openings.
    """
    found = {name: float(one["share"]) for name, one in measures(line).items()}
    for way in "start", "opening":
        shares = [share for name, share in found.items() if name.endswith(f"_{way}")]
        if shares:
            return sum(shares) / len(shares)
    return found.get("untrained")


def _number(value: object) -> float | None:
    fits = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300
    return float(value) if fits else None  # type: ignore[arg-type]
