"""The two printed games of Cai et al. 2009, replayed and scored."""

from typing import Any

from ponnuki.games import game as find_game
from ponnuki.papers.cai2009.printed_games import PRINTED_GAMES
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page


def games(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The two printed games, replayed and scored."""
    del workshop, scale
    page.heading("The two printed games")
    rows = []
    results = []
    for number, (moves, paper) in enumerate(PRINTED_GAMES, start=1):
        margins = {}
        for neutral in "nobody", "majority":
            rules = find_game(f"capture-go:9,neutral={neutral}")
            position = rules.start()
            for move in moves:
                position = position.play(move)
            outcome = position.outcome
            assert outcome is not None
            margins[neutral] = outcome.margin
        results.append({"game": number, "moves": len(moves), "margins": margins, "paper": paper})
        rows.append([number, len(moves), margins["nobody"], margins["majority"], paper])
    page.text(
        "Every move is legal and nobody is left in atari. Black's margin in points, by strict "
        "territory and with neutral points given to the colour with more stones beside them:"
    )
    page.table(["game", "moves", "strict", "neutral by majority", "paper"], rows)
    return {"games": results}
