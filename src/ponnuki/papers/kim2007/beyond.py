"""Beyond Kim & Cho 2007: n-tuple networks, specialists and all-rounders."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest, Tally
from ponnuki.arena.layout import KIM2007_DUEL
from ponnuki.evaluators import Evaluator, evaluator, load_weights
from ponnuki.learners.settings import LearnerSettings
from ponnuki.papers.kim2007.cells import NOISE, SEED, courses
from ponnuki.papers.kim2007.kinds import ACTOR, EVOLVED, KINDS, Evolved, Kind
from ponnuki.papers.kim2007.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Choice, Engine, Player, Search, player
from ponnuki.players.standard import STANDARD, STANDARD_WPC
from ponnuki.reports import Page

PUBLISHED = 0.963
"""The best that we know of against the standard WPC: all straight 2-tuples (Jaśkowski 2014)."""


@dataclass(frozen=True, eq=False)
class Entrant:
    """Somebody who plays one ply deep with a tenth of random moves.

    Attributes:
        words: for people.
        group: of those that were made alike; they do not count against each other.
        net: its architecture; None for a player that a spec names.
        weights: of the net.
        afterstates: whether it learned to value boards after its own moves.
        spec: of a player without a net.
    """

    words: str
    group: str
    net: Evaluator | None = None
    weights: NDArray[np.float32] | None = None
    afterstates: bool = False
    spec: str = ""

    def player(self) -> Player:
        """The player."""
        if self.net is None or self.weights is None:
            return player(self.spec, evaluator("wpc", "othello:8").game, noise=NOISE)
        search = Search(depth=1, afterstates=self.afterstates)
        return Engine(self.net, self.weights, search, Choice(noise=NOISE))


@dataclass(frozen=True, eq=False)
class Duel(Question[dict[str, int]]):
    """Games of two players one ply deep, half of them with each colour.

    Attributes:
        one: the first.
        other: the second.
        games: how many, an even number.
        seed: of the games.
    """

    one: Entrant
    other: Entrant
    games: int
    seed: int

    def answer(self, workshop: Workshop) -> dict[str, int]:
        """Plays them: wins and draws of the first."""
        contest = Contest(
            "othello:8",
            [self.one.player(), self.other.player()],
            games=self.games,
            seed=self.seed,
            layout=KIM2007_DUEL,
        )
        tally = contest.play(workshop.arena).tally(repeats=False)
        return {"games": tally.games, "wins": tally.wins, "draws": tally.draws}


def beyond(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """N-tuple networks against the standard WPC, and a round robin of everybody."""
    seeds = range(1, scale.learners + 1)
    runs: dict[tuple[str, int], LearnerSettings] = {
        (name, seed): KINDS[name].settings(scale, seed) for name in KINDS for seed in seeds
    }
    evolved = {key: kind for key in runs if isinstance(kind := KINDS[key[0]], Evolved)}
    first = [kind.first(scale, seed) for (_, seed), kind in evolved.items()]
    workshop.train_all("beyond", [*(runs[key] for key in runs if key not in evolved), *first])
    for key, settings in zip(evolved, first, strict=True):
        runs[key] = workshop.starting_from(workshop.train(settings), runs[key])
    workshop.train_each("beyond, evolved", [runs[key] for key in evolved])
    learned = {key: _entrant(workshop, KINDS[key[0]], settings) for key, settings in runs.items()}
    page.heading("Beyond the paper: n-tuple networks")
    page.text(
        f"{scale.learners} runs of each kind. By temporal differences {scale.learned:,} games "
        "each (presets `specialist` and `all-rounder`): a specialist learns against the standard "
        "WPC, an all-rounder against it and against itself. What they learn is the margin in "
        "discs; a tenth of all moves is random, and the learning rate falls. An actor (preset "
        f"`{ACTOR.preset}`) learns in {ACTOR.times * scale.learned:,} games which moves are "
        "better, by the word of a critic with tables of lines and 3×3 squares. By evolution "
        f"{_evolution(scale)}. Then one ply deep, a tenth of random moves on both sides, "
        f"{scale.duels:,} games against the standard WPC, half of them as black. The best "
        f"published score that we know of is {PUBLISHED} (all straight 2-tuples, 288 weights, "
        "evolved)."
    )
    against = _against_standard(workshop, scale, page, runs, learned)
    return {"against": against, "round robin": _round_robin(workshop, scale, page, learned)}


def _evolution(scale: Scale) -> str:
    """How nets are evolved, in words."""
    own = EVOLVED.settings(scale, 1)
    games = own.generations * own.population * own.games.opponents
    first = EVOLVED.first(scale, 1)
    return (
        f"{games:,} games each (preset `{EVOLVED.preset}`): CMA-ES with all covariances from a "
        f"net that has learned in {first.games * first.generations:,} games, "
        f"{own.generations:,} generations of {own.population} nets, each judged by "
        f"{own.games.opponents:,} games against the standard WPC"
    )


def _entrant(workshop: Workshop, kind: Kind | Evolved, settings: LearnerSettings) -> Entrant:
    """The net that a run ended with."""
    record = workshop.train(settings)
    file = load_weights(record.champion(settings.generations))
    words = f"{kind.words}, seed {settings.seed}"
    afterstates = isinstance(kind, Kind)
    return Entrant(words, kind.words, file.evaluator, file.weights[0], afterstates)


def _against_standard(
    workshop: Workshop,
    scale: Scale,
    page: Page,
    runs: Mapping[tuple[str, int], LearnerSettings],
    learned: Mapping[tuple[str, int], Entrant],
) -> dict[str, Any]:
    standard = Entrant("standard WPC", "standard WPC", spec=STANDARD)
    asked = workshop.ask_all(
        "beyond, standard WPC",
        [
            (f"beyond-{name}-{seed}", Duel(one, standard, scale.duels, SEED))
            for (name, seed), one in learned.items()
        ],
    )
    rows, plain = [], {}
    for (key, one), found in zip(learned.items(), asked, strict=True):
        tally = Tally.read(found)
        score, (low, high) = tally.share, tally.interval
        facts = workshop.train(runs[key]).generations()
        seconds = sum(float(line["seconds"]) for line in facts)
        assert one.net is not None
        rows.append(
            [
                one.words,
                f"{one.net.weight_count:,}",
                f"{score:.4f}",
                f"{low:.4f} to {high:.4f}",
                f"{seconds:.0f} s",
            ]
        )
        plain[one.words] = {**found, "score": score, "seconds": seconds}
    page.table(["net", "weights", "score", "95 % interval", "learned in"], rows)
    return plain


def _round_robin(
    workshop: Workshop, scale: Scale, page: Page, learned: Mapping[tuple[str, int], Entrant]
) -> dict[str, Any]:
    entrants = [*learned.values(), *_others(workshop, scale)]
    pairs = [
        (i, j)
        for i, one in enumerate(entrants)
        for j in range(i + 1, len(entrants))
        if entrants[j].group != one.group
    ]
    asked = workshop.ask_all(
        "beyond, round robin",
        [
            (f"robin-{i}-{j}", Duel(entrants[i], entrants[j], scale.robin, SEED + 1))
            for i, j in pairs
        ],
    )
    points: dict[int, dict[str, list[float]]] = {i: {} for i in range(len(entrants))}
    for (i, j), found in zip(pairs, asked, strict=True):
        score = Tally.read(found).share
        points[i].setdefault(entrants[j].group, []).append(score)
        points[j].setdefault(entrants[i].group, []).append(1 - score)
    means = {i: {group: float(np.mean(own)) for group, own in points[i].items()} for i in points}
    total = {i: float(np.mean(list(own.values()))) for i, own in means.items()}
    order = sorted(total, key=lambda i: -total[i])
    page.heading("Round robin of everybody", 3)
    page.text(
        f"One ply deep, a tenth of random moves, {scale.robin:,} games a pair, half of them with "
        "each colour. The score is the mean over the other kinds of players; nets of one kind do "
        "not meet, and count as one opponent. The evolved MLP and WPC are of the paper's runs with "
        "mutation per gene."
    )
    page.table(
        ["player", "score", "lowest", "against"],
        [
            [
                entrants[i].words,
                f"{total[i]:.3f}",
                f"{min(means[i].values()):.3f}",
                min(means[i], key=means[i].__getitem__),
            ]
            for i in order
        ],
    )
    return {entrants[i].words: {"score": total[i], "against": means[i]} for i in order}


def _others(workshop: Workshop, scale: Scale) -> list[Entrant]:
    """Whom the learners meet: the best of the paper's runs, the standard WPC, and two beginners."""
    found = []
    for name, course in courses(workshop, ["wpc", "mlp"], scale).items():
        best = int(np.argmax(course.last))
        words = f"best evolved {name.upper()}"
        found.append(Entrant(words, words, course.net, course.champions[best, -1]))
    net = evaluator("wpc", "othello:8")
    discs = np.ones_like(STANDARD_WPC)
    return [
        *found,
        Entrant("standard WPC", "standard WPC", spec=STANDARD),
        Entrant("most discs", "most discs", net, discs),
        Entrant("random", "random", spec="random"),
    ]
