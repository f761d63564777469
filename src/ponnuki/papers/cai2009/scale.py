"""How much of Cai et al. 2009 is done: the scales differ in numbers alone."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Scale:
    """How much is done.

    Attributes:
        depth: of all searches.
        engines: trained a method.
        generations: of each training run.
        games: a pair of engines with random moves.
        tuning: generations of the two-level swarm.
        tuning_opponent: generations of the fixed opponent that the two-level swarm meets.
        tunings: runs of the two-level swarm.
        fresh: opponents that no tuning has met, against whom constants are measured.
        readings: runs of each other reading of the paper.
        reading_generations: of each of these runs, and of those that they are compared with.
        yardstick: untrained nets that engines meet to be compared.
        outside_games: of an engine against a program from outside.
        default_generations: of the halving preset in the ladder.
        ladder_runs: of each method in the ladder.
        ladder_depths: of nets in the ladder.
        ladder_games: a pair of players in the ladder.
        gnu_go: its levels in the ladder.
        champion_depths: of the champion when it is measured.
        champion_games: a tenth of those against one player, half of those against one of many.
        methods: by which engines are trained.
        at_rest: particles start at rest instead of with velocities within ±2.
    """

    depth: int
    engines: int
    generations: int
    games: int
    tuning: int
    tuning_opponent: int = 15
    tunings: int = 5
    fresh: int = 10
    readings: int = 5
    reading_generations: int = 100
    yardstick: int = 200
    outside_games: int = 25
    default_generations: int = 54
    ladder_runs: int = 5
    ladder_depths: tuple[int, ...] = (1, 2, 4)
    ladder_games: int = 2
    gnu_go: tuple[int, ...] = (1, 10)
    champion_depths: tuple[int, ...] = (1, 2, 4)
    champion_games: int = 10
    methods: tuple[str, ...] = ("hybrid", "PSO", "EA", "HC")
    at_rest: bool = False

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
SCALES["small-at-rest"] = replace(SCALES["small"], at_rest=True)
