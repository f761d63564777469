"""What this machine can do: bench."""

import dataclasses
import json
from typing import Annotated

import typer

from ponnuki.apps.bench import measure, print_figures
from ponnuki.apps.commands.base import (
    JsonOption,
    err,
    out,
)
from ponnuki.apps.signature import signature as search_signature


def bench(
    signature: Annotated[
        bool,
        typer.Option(
            "--signature",
            help="Instead search fixed positions of all games with all nets, and print the number "
            "of nodes and a digest of the results: the same on every machine.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure this machine: ns a leaf, ms a move, games a second; beside NumPy in the same run."""
    if signature:
        found = search_signature()
        if as_json:
            print(json.dumps(dataclasses.asdict(found)))
            return
        print(f"{found.nodes} nodes, digest {found.digest}")
        return
    with err.status("measuring for about half a minute"):
        figures = measure()
    if as_json:
        print(json.dumps(figures))
        return
    print_figures(out, figures)
