"""Learning curves of every kind of learner, what a visit is worth, and the first moves."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest
from ponnuki.arena.layout import ZERO_DEFENSIVE, ZERO_FIRST, ZERO_UNTRAINED, ZERO_VISITS
from ponnuki.evaluators import Evaluator, load_weights
from ponnuki.games import game as find_game
from ponnuki.learners import LearnerSettings, learner, preset, settings_of
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import UNMEASURED, Workshop
from ponnuki.papers.zero.report import print_curves, print_openings, print_visits
from ponnuki.players import Engine, Search, player
from ponnuki.reports import Page
from ponnuki.runs.shelf import run_name
from ponnuki.settings import Settings, setting

GAME = "capture-go:9"
SEED = 0x2E50
"""Games that measure draw from here."""
OPENING = 2
"""Random plies at the start of games that measure."""

LEARNERS: dict[str, tuple[str, dict[str, Any]]] = {
    "tables, TD(λ) (default preset)": ("default", {}),
    "window net, TD(λ)": ("default", {"net": {"kind": "window"}, "coherence": False, "rate": 0.01}),
    "convolution (zero preset)": ("zero", {}),
    "convolution with liberties": (
        "zero",
        {"net": {"blocks": 3, "channels": 32, "liberties": True}},
    ),
    "evolution (halving preset)": ("halving", {}),
}
"""The rows: a preset, and what is changed in it."""

ON_A_GPU: dict[str, Any] = {
    "device": "cuda",
    "generations": 40,
    "games": 1500,
    "slots": 6144,
    "window": 250_000,
    "repeats": 5.0,
    "batch": 1024,
    "rate": 2e-3,
    "rate_halving": 20.0,
    "average": 0.5,
}
"""What the zero preset has on a GPU, which is slow with few games at once."""


@dataclass(frozen=True)
class Scale(Settings):
    """How much is done."""

    seeds: int = setting(..., "runs of the default preset", low=1)
    others: int = setting(..., "runs of every other learner but those of convolutional nets", low=1)
    convolutions: int = setting(..., "runs of these", low=1)
    planes: int = setting(..., "runs of each kind of planes, where these are compared", low=1)
    share: float = setting(..., "of the generations of a preset", above=0)
    checkpoints: int = setting(..., "champions of a run that are measured", low=1)
    games: int = setting(..., "against each opponent", low=1)
    untrained: int = setting(..., "nets that are met, each in so many of these games", low=1)
    visits: tuple[int, ...] = setting(..., "of the champion, beside each other", low=1)
    sizes: tuple[int, ...] = setting(..., "of boards on which the champion opens", low=1)
    gpu: bool = setting(False, "whether convolutional nets learn on a GPU")

    def __str__(self) -> str:
        return (
            f"{self.seeds} runs of the default preset, {self.convolutions} of each kind of "
            f"convolutional net and {self.others} of every other learner, "
            f"{self.planes} of each kind of planes"
            f"{', convolutional nets on a GPU' if self.gpu else ''}, "
            f"{self.share:.0%} of a preset's generations, {self.checkpoints} champions a run, "
            f"{self.games} games against the defensive player and as many against "
            f"{self.untrained} untrained nets"
        )


SCALES = {
    "smoke": Scale(1, 1, 1, 1, 0.01, 1, 4, 2, (1, 2), (3, 4)),
    "small": Scale(5, 2, 1, 2, 1.0, 4, 100, 10, (1, 4, 16, 64, 256), tuple(range(5, 14))),
    "gpu": Scale(5, 2, 5, 5, 1.0, 4, 100, 10, (1, 4, 16, 64, 256), tuple(range(5, 14)), gpu=True),
    "paper": Scale(5, 5, 5, 5, 2.0, 8, 400, 40, (1, 4, 16, 64, 256, 1024), tuple(range(5, 14))),
}


@dataclass(frozen=True, eq=False)
class Strength(Question[dict[str, dict[str, Any]]]):
    """What one net is worth: tallies against the defensive player and untrained nets.

    Attributes:
        net: its architecture.
        weights: its row.
        search: how it looks ahead.
        games: against each kind of opponent.
        untrained: nets at depth 2 that share their games.
        seed: of the games.
    """

    net: Evaluator
    weights: NDArray[np.float32]
    search: Search
    games: int
    untrained: int
    seed: int = SEED

    def answer(self, workshop: Workshop) -> dict[str, dict[str, Any]]:
        """Plays the games."""
        engine = Engine(self.net, self.weights, self.search)
        nets = [f"untrained,seed={9000 + i},depth=2" for i in range(self.untrained)]
        found = {}
        for name, specs, layout in (
            ("defensive", ["defensive"], ZERO_DEFENSIVE),
            ("untrained", nets, ZERO_UNTRAINED),
        ):
            contest = Contest(
                self.net.game,
                [[engine], specs],
                opening=OPENING,
                games=2 * max(1, self.games // (2 * len(specs))),
                seed=self.seed,
                layout=layout,
            )
            found[name] = contest.play(workshop.arena).tally(repeats=False).to_json()
        return found


def runs_of(row: str, scale: Scale) -> list[LearnerSettings]:
    """The runs of a learner."""
    name, changes = LEARNERS[row]
    counts = {"default": scale.seeds if not changes else scale.others, "zero": scale.convolutions}
    return preset_runs(name, changes, counts.get(name, scale.others), scale)


def preset_runs(
    name: str, changes: dict[str, Any], count: int, scale: Scale
) -> list[LearnerSettings]:
    """So many runs of a preset with changes, seeds from 1 on."""
    own = settings_of(preset(name)).but(**changes)
    if name == "zero" and scale.gpu:
        own = own.but(**ON_A_GPU)
    generations = max(1, round(own.generations * scale.share))
    own = own.but(
        generations=generations,
        keep_every=max(1, generations // scale.checkpoints),
        measure=UNMEASURED,
    )
    if scale.share < 0.1:  # smoke: next to nothing
        small = {"default": {"games": 10}, "zero": {"games": 2, "visits": 2}}
        own = own.but(**small.get(name, {"population": 4}))
    return [own.but(seed=seed) for seed in range(1, count + 1)]


ONE_VISIT = ", one visit"
"""Behind the name of a row: its nets without a tree, by their policy and what is forced alone."""


def curves(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Every learner's champions, by games and seconds."""
    found: dict[str, list[list[dict[str, Any]]]] = {}
    for row in LEARNERS:
        runs = runs_of(row, scale)
        alone = LEARNERS[row][0] == "default"
        records = (workshop.train_all if alone else workshop.train_each)(row, runs)
        for settings, record in zip(runs, records, strict=True):
            one = learner(settings)
            searches = {row: one.search}
            if one.search.visits:
                searches[row + ONE_VISIT] = replace(one.search, visits=1)
            lines = record.generations()
            for name, search in searches.items():
                points = []
                for generation in sorted(record.champions()):
                    weights = load_weights(record.champion(generation)).weights[0]
                    question = Strength(
                        one.evaluator, weights, search, scale.games, scale.untrained
                    )
                    part = f"strength-{run_name(settings)}-{generation}-{search.visits}"
                    measured = workshop.ask(part, question)
                    before = lines[:generation]
                    points.append(
                        {
                            "games": sum(line["games"] for line in before),
                            "seconds": sum(line["seconds"] for line in before),
                            **measured,
                        }
                    )
                found.setdefault(name, []).append(points)
    print_curves(page, found)
    return found


def visits(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The champion with more and more visits, against itself with a quarter of them."""
    game = find_game(GAME)
    found: dict[str, Any] = {}
    for few, many in zip(scale.visits, scale.visits[1:], strict=False):
        question = Visits(few, many, _champion_weights(), scale.games)
        found[f"{many} against {few}"] = workshop.ask(f"visits-{many}-{few}", question)
    print_visits(page, found, game.spec)
    return found


def _champion_weights() -> NDArray[np.float32]:
    engine = player("champion:capture-go", find_game(GAME))
    assert isinstance(engine, Engine)
    return np.asarray(engine.weights, np.float32)


@dataclass(frozen=True, eq=False)
class Visits(Question[dict[str, Any]]):
    """The champion with many visits against itself with few: its tally.

    Attributes:
        few: visits of the other side.
        many: its own.
        weights: of the champion.
        games: how many, from random openings of four plies.
        seed: of the games.
    """

    few: int
    many: int
    weights: NDArray[np.float32]
    games: int
    seed: int = SEED

    def answer(self, workshop: Workshop) -> dict[str, Any]:
        """Plays the games."""
        game = find_game(GAME)
        engine = player("champion:capture-go", game)
        assert isinstance(engine, Engine)
        players = [
            replace(engine, search=replace(engine.search, visits=count))
            for count in (self.many, self.few)
        ]
        contest = Contest(
            game,
            players,
            opening=4,
            games=2 * max(1, self.games // 2),
            seed=self.seed,
            layout=ZERO_VISITS,
        )
        return contest.play(workshop.arena).tally(repeats=False).to_json()


@dataclass(frozen=True, eq=False)
class FirstMove(Question[dict[str, Any]]):
    """What the champion plays first on an empty board, and who wins its games with itself.

    Attributes:
        size: of the board.
        weights: of the champion.
        games: with itself, from random openings of two plies.
        seed: of the games.
    """

    size: int
    weights: NDArray[np.float32]
    games: int
    seed: int = SEED

    def answer(self, workshop: Workshop) -> dict[str, Any]:
        """Thinks once, and plays the games."""
        game = find_game(f"capture-go:{self.size}")
        engine = player("champion:capture-go", game)
        assert isinstance(engine, Engine)
        found = engine.think(game.start(), seed=1, all_moves=True)
        quick = replace(engine, search=replace(engine.search, visits=32))
        contest = Contest(
            game,
            [quick, quick],
            opening=OPENING,
            games=self.games,
            seed=self.seed,
            layout=ZERO_FIRST,
        )
        tally = contest.play(workshop.arena).tally(repeats=False)
        best = sorted(found.root_visits.items(), key=lambda pair: -pair[1])[:3]
        return {
            "move": game.text(found.move),
            "value": None if found.decided else found.value,
            "decided": None if found.decided is None else list(found.decided),
            "visits": {game.text(move): count for move, count in best},
            "black": tally.wins,
            "draws": tally.draws,
            "games": self.games,
        }


def openings(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """What the champion plays first by size of board, and how often black wins."""
    weights = _champion_weights()
    found = {
        str(size): workshop.ask(f"first-{size}", FirstMove(size, weights, scale.games))
        for size in scale.sizes
    }
    print_openings(page, found)
    return found
