"""What damage gets through: flipped bits in nets and runs, and kills of a run at every call.

    python -m benchmarks.soundness

Before digests were kept, 1,980 of 2,000 flipped bits of a net loaded without a word, and 47 of 50
files of the same net differed; 9 of 47 kills at chosen calls left a folder that could be neither
trained into nor resumed.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ponnuki.evaluators import WeightsError, evaluator, load_weights, weights_bytes
from ponnuki.runs import RunRecord
from ponnuki.runs.check import check_run

FLIPS = 2000
FILES = 50
ROOT = Path(__file__).parents[1]


def flipped(data: bytes, rng: random.Random) -> bytes:
    """The same with another bit somewhere."""
    index = rng.randrange(len(data))
    return bytes([*data[:index], data[index] ^ 1 << rng.randrange(8), *data[index + 1 :]])


def nets_that_load(folder: Path) -> int:
    """How many files of a window net load, of those with a flipped bit."""
    net = evaluator("window", "capture-go:9")
    path, rng, loaded = folder / "net", random.Random(1), 0
    data = weights_bytes(net, net.initial(1, 1), {"seed": "1", "generation": "50"})
    for _ in range(FLIPS):
        path.write_bytes(flipped(data, rng))
        try:
            load_weights(path)
        except WeightsError:
            continue
        loaded += 1
    return loaded


def files_that_differ() -> int:
    """How many files of one net are not the bytes of the first."""
    net = evaluator("window", "capture-go:9")
    texts = {name: name for name in ("method", "preset", "seed", "generation", "depth")}
    files = [weights_bytes(net, net.initial(1, 1), texts) for _ in range(FILES)]
    return sum(one != files[0] for one in files)


def flips_that_a_check_misses(folder: Path) -> int:
    """How many flipped bits in a run's files `ponnuki check` does not find."""
    net, missed, rng = evaluator("wpc", "capture-go:9"), 0, random.Random(1)
    with RunRecord.create(folder / "run", {"game": "capture-go:9", "seed": 1}) as record:
        for number in range(1, 4):
            record.add_champion(number, net, net.initial(1, number))
            record.add_game(number, 1, f"(;GM[1]C[{number}])")
            record.commit(number, {"best": number / 3}, {"weights": net.initial(8, number)})
    files = [path for path in sorted((folder / "run").rglob("*")) if path.is_file()]
    files = [path for path in files if path.name != ".lock"]
    for index in range(FLIPS):
        path = files[index % len(files)]
        data = path.read_bytes()
        path.write_bytes(flipped(data, rng))
        missed += check_run(folder / "run").sound
        path.write_bytes(data)
    return missed


def kills(folder: Path) -> int:
    """At how many calls a run was killed; it fails if any kill strands the folder."""
    command = [sys.executable, "-m", "tests.runs.killing", str(folder), "creating", "0"]
    return int(subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE).stdout)


def main() -> None:
    """Takes the figures and prints them."""
    table = Table(title="damage that gets through")
    for column in "what", "tried", "got through":
        table.add_column(column, justify="left" if column == "what" else "right")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = [
            ("flipped bits of a net that load", FLIPS, nets_that_load(folder)),
            ("files of one net that differ", FILES, files_that_differ()),
            ("flipped bits of a run not found", FLIPS, flips_that_a_check_misses(folder)),
            ("kills of a run that strand it", kills(folder / "kills"), 0),
        ]
    for what, tried, through in rows:
        table.add_row(what, f"{tried:,}", f"{through:,}")
    Console().print(table)


if __name__ == "__main__":
    main()
