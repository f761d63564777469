"""How much of Cai et al. 2009 is done: the scales differ in numbers alone."""

from dataclasses import dataclass

from ponnuki.settings import Settings, setting

METHODS = ("hybrid", "PSO", "EA", "HC")
"""By which engines are trained, in the order of the tables."""


@dataclass(frozen=True)
class Scale(Settings):
    """How much is done."""

    depth: int = setting(..., "of all searches", low=1)
    engines: int = setting(..., "trained a method", low=1)
    generations: int = setting(..., "of each training run", low=1)
    games: int = setting(..., "a pair of engines with random moves", low=1)
    tuning: int = setting(..., "generations of the two-level swarm", low=1)
    tuning_opponent: int = setting(
        15, "generations of the fixed opponent that the two-level swarm meets", low=1
    )
    tunings: int = setting(5, "runs of the two-level swarm", low=1)
    fresh: int = setting(
        10, "opponents that no tuning has met, against whom constants are measured", low=1
    )
    readings: int = setting(5, "runs of each other reading of the paper", low=1)
    reading_generations: int = setting(
        100, "of each of these runs, and of those that they are compared with", low=1
    )
    yardstick: int = setting(200, "untrained nets that engines meet to be compared", low=1)
    outside_games: int = setting(25, "of an engine against a program from outside", low=1)
    default_generations: int = setting(54, "of the halving preset in the ladder", low=1)
    ladder_runs: int = setting(5, "of each method in the ladder", low=1)
    ladder_depths: tuple[int, ...] = setting((1, 2, 4), "of nets in the ladder", low=1)
    ladder_games: int = setting(2, "a pair of players in the ladder", low=1)
    gnu_go: tuple[int, ...] = setting((1, 10), "its levels in the ladder", low=1)
    champion_depths: tuple[int, ...] = setting(
        (1, 2, 4), "of the champion when it is measured", low=1
    )
    champion_games: int = setting(
        10, "a tenth of those against one player, half of those against one of many", low=1
    )
    methods: tuple[str, ...] = setting(METHODS, "by which engines are trained", choices=METHODS)
    at_rest: bool = setting(False, "particles start at rest instead of with velocities within ±2")

    def check(self) -> None:
        """Methods count in one order, whoever names them."""
        own = tuple(one for one in METHODS if one in self.methods)
        if not own:
            raise ValueError(f"methods is empty: use some of {', '.join(METHODS)}")
        object.__setattr__(self, "methods", own)

    def __str__(self) -> str:
        return (
            f"depth {self.depth}, {self.engines} engines a method ({', '.join(self.methods)}), "
            f"{'particles that start at rest, ' if self.at_rest else ''}"
            f"{self.generations} generations each, {self.games} games a pair, "
            f"{self.tuning} generations of tuning, {self.tunings} times, "
            f"{self.readings} runs of {self.reading_generations} generations of each other "
            f"reading, {self.default_generations} generations of the halving preset, "
            f"{self.ladder_runs} runs a method in the ladder"
        )


SCALES = {
    "smoke": Scale(
        depth=1,
        engines=2,
        generations=1,
        games=4,
        tuning=2,
        tuning_opponent=1,
        tunings=2,
        fresh=2,
        readings=1,
        reading_generations=1,
        yardstick=4,
        outside_games=2,
        default_generations=1,
        ladder_runs=2,
        ladder_depths=(1,),
        ladder_games=2,
        gnu_go=(1,),
        champion_depths=(1,),
        champion_games=2,
    ),
    "shallow": Scale(
        depth=1,
        engines=10,
        generations=100,
        games=100,
        tuning=30,
        ladder_depths=(1, 2),
        gnu_go=(1,),
    ),
    "small": Scale(depth=2, engines=10, generations=100, games=100, tuning=30),
    "medium": Scale(depth=3, engines=10, generations=100, games=100, tuning=30),
    "deep": Scale(
        depth=4,
        engines=5,
        generations=100,
        games=100,
        tuning=30,
        methods=("hybrid", "EA", "HC"),
    ),
    "paper": Scale(depth=6, engines=10, generations=100, games=100, tuning=30),
}
SCALES["small-at-rest"] = SCALES["small"].but(at_rest=True)
