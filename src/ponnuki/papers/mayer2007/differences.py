"""Where Mayer 2007 is silent or we do otherwise.

The copy that was worked from has no page numbers, so the paper's sections are named.
"""

from ponnuki.papers.paper import Difference

DIFFERENCES: tuple[Difference, ...] = (
    Difference(
        "Section II",
        "rewards are 1 for a win and 0 for a loss; what a draw is worth is not said.",
        "½ for both sides. In the measures a draw is no win.",
    ),
    Difference(
        "Section II-A",
        "the network receives two rewards with the same board; how the last own move of the other "
        "side is learned is not said.",
        "the board after the last move, as each side sees it, is drawn towards that side's reward. "
        "The other side's own last value is drawn towards it as well, if the last move was no "
        "pass; after a pass it is of the same board.",
    ),
    Difference(
        "Section II-A",
        "the difference over a single move gave poor results; which form it had is not said.",
        "`ablation` measures three: the next position as the other side sees it with its sign "
        "turned, the mover's own value before and after its move, and the plain next value.",
    ),
    Difference(
        "Section II-B",
        "creative moves are worth at least v_max (1 − c), which is above v_max if that is below 0.",
        "the distance is taken from the size of v_max, so that the best move is always among them.",
    ),
    Difference(
        "Section III",
        "Random draws from all legal moves, the pass included; Naive saves, captures and connects.",
        "the same in our words: docs/players.md says what `naive` does.",
    ),
    Difference(
        "Section III",
        "GOjen, a Java program of about 28 kyu with 32 patterns.",
        "it is not to be had; the player `pattern` has its place. So figures against it and "
        "against `naive`, and strengths, are not comparable with the paper's; those against Random "
        "are.",
    ),
    Difference(
        "Section IV",
        "when a net may pass is not said.",
        "a setting, and every experiment is done with both: a net *passes freely*, or it *keeps "
        "its eyes*: it never fills a one-point eye of its own, and passes only if it has no other "
        "move. The untrained nets play by the same rule.",
    ),
    Difference(
        "Section IV",
        "the game of Figure 4 is counted by territory and prisoners; ko, dead stones and games "
        "without end are not spoken of.",
        "territory and prisoners of the board as it stands, no stone is taken off as dead; no "
        "earlier board may come back (positional superko), and after 100 moves a game is counted "
        "as it stands.",
    ),
    Difference(
        "Section IV-A",
        "650 and 620 links; biases are not spoken of.",
        "the links are those of nets without biases, so there are none. `ablation` adds them.",
    ),
    Difference(
        "Section IV-A",
        "evaluation games select strictly by value.",
        "the same; but our search knows a finished game: a pass that ends the game is worth its "
        "result, and not what the net says of the board; a draw is worth ½ there, "
        "as in learning. While learning the net's value counts, as "
        "in the paper; `ablation` learns with exact ends as well.",
    ),
    Difference(
        "Section IV-A",
        "strength is measured from the empty board; players without chance play few different "
        "games then.",
        "the same, and beside it a second measure after two random plies.",
    ),
    Difference(
        "Section IV-C",
        "1,000 games of a pair of nets, different if values are equal.",
        "the same, with the number of different games beside it, and again after two random plies.",
    ),
    Difference(
        "Section IV-D",
        "α-β search with depths 1, 2 and 4; what is done at odd depths and at the end of games is "
        "not said.",
        "plain minimax values: a leaf is worth what the net says to the side that has just moved.",
    ),
)
