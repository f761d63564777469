"""Where Kim & Cho 2007 is silent or we do otherwise.

The copy that was worked from has no page numbers, so the paper's sections are named.
"""

from ponnuki.papers.paper import Difference

DIFFERENCES: tuple[Difference, ...] = (
    Difference(
        "Section II-A",
        "squares are named with a letter for the row and a number for the column.",
        "as Othello players write them: a letter for the column, a number for the row.",
    ),
    Difference(
        "Section III-A",
        "99 openings of a public list, of 2 to 18 moves.",
        "the list as it is kept with the project (c4 first); openings that it has under one name "
        "twice are there twice, because they set the probabilities.",
    ),
    Difference(
        "Section III-A",
        "among the openings that match, one is chosen; what is done with one that has no further "
        "move is not said.",
        "only lines that go on are drawn from.",
    ),
    Difference(
        "Section III-B, Figure 9",
        "in the pseudo code a book move is played without randomness; Section III-B says that a "
        "tenth of all moves is random.",
        "as in the pseudo code; `readings` measures the other reading.",
    ),
    Difference(
        "Section III-B",
        "the move with the highest value is played; which of several is not said.",
        "the game's seed chooses among equals; `readings` measures the first on the board.",
    ),
    Difference(
        "Section III-B",
        "a move that ends the game is valued like any other.",
        "our search knows a finished game: a win is worth more than every value, a loss less.",
    ),
    Difference(
        "Section III-B",
        "of the standard WPC, Figure 8, shades of grey are printed: corners 1.0, most others .5 to "
        ".55.",
        "the numbers that are in use elsewhere under this name. As shades, (w + 1) / 2, they are "
        "those printed: corners 1.0, all others but those beside the corners .505 to .55.",
    ),
    Difference(
        "Section III-B",
        "1,000 games with colours at random.",
        "the same; colours and seeds of a generation's games are the same for all nets, so that "
        "scores differ by the nets alone.",
    ),
    Difference(
        "Section III-B",
        "elitism: the best individual survives; how many is not said.",
        "one, unchanged. Its fitness is measured anew in every generation.",
    ),
    Difference(
        "Section IV",
        "the mutation rate is .01; of what is not said, and Section III-B says that mutation "
        "changes an element of the vector.",
        "every gene of a child is drawn anew with .01 (.64 genes a child of 64). That is a "
        "reading; in the other, `settings.mutation_per=child`, one gene of a child is. Every "
        "experiment but `beyond` has both, and the verdict on openings hangs on it.",
    ),
    Difference(
        "Section IV",
        "a net of 64 inputs and 32 hidden units, 2,113 parameters; activations are not said.",
        "tanh in both layers, weights that start and mutate within [−1, 1].",
    ),
    Difference(
        "Section IV",
        "one run of each kind; the best fitness is the highest of its estimates.",
        "runs over several seeds, whose first populations are the same with and without openings; "
        "champions are also measured afresh.",
    ),
    Difference(
        "Section V",
        "spatial preprocessing, self-adaptive mutation and co-evolution are left for later.",
        "`outlook` has them in shorter runs: evolutionary programming, and the window net of Cai "
        "et al. 2009 in place of a checkers program's spatial layer.",
    ),
)
