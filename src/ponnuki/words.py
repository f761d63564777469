"""Small pieces of text that errors and results have in common."""

from collections.abc import Iterable, Sequence


def near(word: object, known: Iterable[str]) -> str:
    """What somebody may have meant, as the end of a sentence; nothing if no word is near.

    >>> near("othelo", ["go", "othello"])
    "; did you mean 'othello'?"
    >>> near("chess", ["go", "othello"])
    ''
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only after a mistake

    found = get_close_matches(str(word)[:100], list(known), 1)
    return f"; did you mean {found[0]!r}?" if found else ""


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows of cells below each other; the first columns lean to the left, the others to the right.

    >>> print(columns([["a", "10"], ["long", "7"]]))
    a     10
    long   7
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.ljust(width) if number < left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def percent(share: float, interval: tuple[float, float] | None) -> str:
    """A share of points with its 95 % interval, if there is one.

    >>> percent(0.875, (0.691, 0.957)), percent(0.5, None)
    ('87.5 % (95 % interval 69.1 to 95.7)', '50.0 %')
    """
    said = f"{100 * share:.1f} %"
    if interval is None:
        return said
    return f"{said} (95 % interval {100 * interval[0]:.1f} to {100 * interval[1]:.1f})"


def word_of(spec: str) -> str:
    """A spec as part of a name.

    >>> word_of("standard-wpc,noise=0.1")
    'standard_wpc_noise_0_1'
    """
    return "".join(letter if letter.isalnum() else "_" for letter in spec)
