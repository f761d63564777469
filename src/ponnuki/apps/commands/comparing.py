"""Ways to learn beside each other: compare."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.apps.commands.base import (
    RUNS,
    ClusterOption,
    JsonOption,
    ThreadsOption,
    arena_of,
    err,
    out,
    stopped,
)
from ponnuki.apps.commands.papers import work_bar
from ponnuki.settings import table_of

if TYPE_CHECKING:
    from ponnuki.papers.comparison import Comparison


def compare(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="PRESET|FILE.toml[,NAME=VALUE]... [NAME=VALUE]...",
            help="Ways to learn, each with changes behind commas; then settings for all of them.",
        ),
    ],
    seeds: Annotated[str, typer.Option(help="Of the runs of each way: 1-10, or 1,4,7-9.")] = "1-5",
    opponents: Annotated[
        str | None,
        typer.Option(
            help="Players whom every champion meets, with spaces between them. Without it those "
            "of the game with rules written by hand."
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Against each opponent, an even number.")] = 100,
    opening: Annotated[
        int, typer.Option(help="Random plies at the start; both colours from each opening.")
    ] = 2,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="games=N|evaluations=N|seconds=N",
            help="Measure the last champion that had spent at most so much; see keep_every.",
        ),
    ] = None,
    train_only: Annotated[
        bool, typer.Option("--train-only", help="Train the runs and measure none, as in an array.")
    ] = False,
    out_folder: Annotated[
        Path, typer.Option("--out", help="Folder; finished runs in it are used again.")
    ] = RUNS / "compare",
    csv: Annotated[Path | None, typer.Option(help="Write the long table there as CSV.")] = None,
    latex: Annotated[Path | None, typer.Option(help="Write the table there as LaTeX.")] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw shares with intervals there, as SVG, PNG or PDF.")
    ] = None,
    curve: Annotated[
        str | None,
        typer.Option(
            metavar="FIGURE[/games|/evaluations|/seconds]",
            help="Draw a figure of the runs' lines, such as defensive_opening, over what was "
            "spent, instead of shares.",
        ),
    ] = None,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare ways to learn: train what is missing, measure champions, test seed by seed.

    It may be stopped at any time; the same command goes on. An array of jobs needs no cluster:
    each trains some seeds, and the same command without --train-only merges them. For example:

    \b
    ponnuki compare default default,rate=0.1 generations=4 --seeds 1-5
    ponnuki compare halving stable search.depth=1 --opponents 'naive defensive'
    ponnuki compare halving stable --seeds 7 --train-only --out runs/array
    ponnuki compare halving stable --seeds 1-10 --out runs/array --csv table.csv
    """  # noqa: D301 - the terminal's library keeps the lines behind \b
    from ponnuki.extras import need  # noqa: PLC0415 - others start faster
    from ponnuki.papers import comparison  # noqa: PLC0415

    if plot is not None:
        need("plots", "--plot")
    elif curve is not None:
        raise ValueError("--curve is not allowed without --plot FILE: say where to draw")
    say = partial(err.print, markup=False, soft_wrap=True)
    with arena_of(threads, cluster) as arena, stopped("the same command goes on"):
        found = comparison.compare(
            [word for word in words if not _is_change(word)],
            table_of([word for word in words if _is_change(word)]),
            seeds=_seeds(seeds),
            opponents=None if opponents is None else tuple(opponents.split()),
            games=games,
            opening=opening,
            folder=out_folder,
            budget=None if budget is None else _budget(budget),
            measured=not train_only,
            arena=arena,
            say=say,
            bar=work_bar,
        )
    if found is None:
        out.print(f"trained in {out_folder}", markup=False)
        return
    if csv is not None:
        found.to_csv(csv)
    if latex is not None:
        latex.write_text(found.to_latex() + "\n", encoding="utf-8")
    if plot is not None:
        _draw(found, plot, curve)
    if as_json:
        print(json.dumps(found.to_json()))
    else:
        out.print(str(found), markup=False)


def _draw(found: "Comparison", file: Path, curve: str | None) -> None:
    if curve is None:
        picture = found.plot().get_figure(root=True)
        assert picture is not None
    else:
        figure, _, over = curve.partition("/")
        picture = found.plot_curves(figure, over or "games")
    picture.savefig(file)


def _is_change(word: str) -> bool:
    """Whether a word is a setting of all ways: what stands before its first comma has a sign."""
    return "=" in word.split(",", 1)[0]


MOST_SEEDS = 10_000


def _seeds(text: str) -> list[int]:
    """The seeds that a text names.

    Raises:
        ValueError: it names none.
    """
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise ValueError(f"--seeds {text!r} is not allowed: write 1-10, or 1,4,7-9")
        one, other = int(first), int(last if dash else first)
        if other - one >= MOST_SEEDS:
            raise ValueError(f"--seeds {text!r} is not allowed: use at most {MOST_SEEDS:,}")
        found += range(one, other + 1)
    return found


def _budget(text: str) -> tuple[str, float]:
    """What a run may have spent.

    Raises:
        ValueError: it is no budget.
    """
    what, _, number = text.partition("=")
    try:
        return what, float(number)
    except ValueError:
        raise ValueError(f"--budget {text!r} is not allowed: write games=10000") from None
