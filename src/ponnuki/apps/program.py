"""The program `ponnuki`: it loads the command line, which takes a while."""

import sys


def main() -> None:
    """Runs the command line; Ctrl-C while it is loaded ends it like any other."""
    try:
        from ponnuki.apps.cli import main as command_line  # noqa: PLC0415 - see above
    except KeyboardInterrupt:
        print("stopped; nothing was begun", file=sys.stderr)
        sys.exit(130)
    command_line()
