"""What ``champion:capture-go-evolved`` is worth, for its card."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Opening, Tally, Tournament, play_tournament
from ponnuki.evaluators import load_weights, net_name
from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.papers.cai2009.engines import NOISE
from ponnuki.papers.cai2009.ladder import SEED
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players.champions import champion_file
from ponnuki.reports import Page

GAME = "capture-go:9"
"""What the champion was trained for."""
UNTRAINED_NETS = 20
FIRST_UNTRAINED = 5000
"""Seeds of untrained nets that no training run has met."""


@dataclass(frozen=True, eq=False)
class Gauntlet(Question[dict[str, Any]]):
    """A player's games against others, with both colours equally.

    Attributes:
        game: what is played.
        own: the player's spec.
        weights: of its net, which the spec does not tell.
        others: the specs of its opponents.
        games: against each.
        noise: share of random moves on both sides.
        opening: how games begin.
        seed: of the games.
    """

    game: Game
    own: str
    weights: NDArray[np.float32]
    others: tuple[str, ...]
    games: int
    noise: float
    opening: Opening
    seed: int

    def answer(self, workshop: Workshop) -> dict[str, Any]:
        """Plays the games."""
        tournament = Tournament(
            (self.own, *self.others),
            self.game.spec,
            self.games,
            self.seed,
            noise=self.noise,
            opening=self.opening,
            gauntlet=True,
        )
        return play_tournament(tournament, None, workshop.arena).total.to_json()


def champion(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """What the net that comes with the package is worth, for its card."""
    weights = load_weights(champion_file("capture-go-evolved")).weights
    page.heading(f"champion:capture-go-evolved, net {net_name(weights)}")
    page.text(
        f"Score in per cent with 95 % intervals over games, both colours equally, "
        f"{10 * scale.champion_games} games against each opponent and "
        f"{2 * scale.champion_games} against each of {UNTRAINED_NETS} untrained nets with the same "
        "search, once with 10 % random moves on both sides, once without; there two random "
        "plies at the start make games different."
    )
    rows: list[list[str]] = []
    results: dict[str, Any] = {}
    for depth in scale.champion_depths:
        own = f"champion:capture-go-evolved,depth={depth}"
        groups = {name: [name] for name in ("random", "naive", "defensive")}
        groups["untrained nets"] = [
            f"untrained,seed={seed},depth={depth}"
            for seed in range(FIRST_UNTRAINED, FIRST_UNTRAINED + UNTRAINED_NETS)
        ]
        for name, specs in groups.items():
            games = (2 if len(specs) > 1 else 10) * scale.champion_games
            cells = [f"depth {depth}, {name}"]
            for noise in NOISE, 0.0:
                found = workshop.ask(
                    f"champion-depth{depth}-{name}-{'noisy' if noise else 'quiet'}",
                    Gauntlet(
                        find_game(GAME),
                        own,
                        weights,
                        tuple(specs),
                        games,
                        noise,
                        Opening.random(0 if noise else 2),
                        SEED,
                    ),
                )
                results[f"{cells[0]}, {noise:.0%} random"] = found
                cells.append(Tally.read(found).text())
            rows.append(cells)
    page.table(["opponent", "10 % random moves", "no random moves"], rows)
    return results
