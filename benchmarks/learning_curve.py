"""How fast the default preset learns: the curve in README, five runs that nobody chose.

`python -m benchmarks.learning_curve docs/images/learning-curve.svg` takes about half a minute a
run, and prints what the last nets of the runs come to.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import matplotlib as mpl
import numpy as np

from ponnuki.apps.demo import CURVE, learn, won
from ponnuki.reports.page import new_figure
from ponnuki.reports.statistics import mean_interval

SEEDS = range(1, 6)


def main(file: Path) -> None:
    """Learns, draws and prints."""
    curves = []
    with TemporaryDirectory() as folder:
        for seed in SEEDS:
            lines = learn(seed, Path(folder, str(seed)))
            games = np.cumsum([line["games"] for line in lines])
            found = {
                int(count): 100 * won(line)
                for count, line in zip(games, lines, strict=True)
                if CURVE in line.get("measure", {})
            }
            curves.append(found)
            print(f"seed {seed}: {found[max(found)]:.0f} of 100 games", flush=True)
    last = [curve[max(curve)] for curve in curves]
    print(f"won in per cent after {max(curves[0]):,} games: {mean_interval(last).text()}")
    figure = new_figure(6, 2.6)
    axes = figure.subplots()
    for curve in curves:
        axes.plot(list(curve), list(curve.values()), color="tab:brown", alpha=0.35, linewidth=1)
    mean = [float(np.mean([curve[count] for curve in curves])) for count in curves[0]]
    axes.plot(list(curves[0]), mean, color="tab:brown", linewidth=2.5)
    axes.set(xlabel="games against itself", ylabel="% won", xlim=(0, max(curves[0])), ylim=(0, 100))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.grid(alpha=0.3)
    # Without a date and with fixed ids the same curves give the same file.
    with mpl.rc_context({"svg.hashsalt": "ponnuki", "svg.fonttype": "none"}):
        figure.savefig(file, metadata={"Date": None})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
