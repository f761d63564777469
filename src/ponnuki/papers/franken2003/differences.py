"""Where Franken & Engelbrecht 2003 is silent or we do otherwise.

The copy that was worked from has no page numbers, so the paper's sections are named.
"""

from ponnuki.papers.paper import Difference

DIFFERENCES = (
    Difference(
        "Section 5.1, step 2.B.i",
        "the highest scoring board state is chosen; which of equals is not said.",
        "both rules, the first on the board and one drawn at random, for every cell "
        "(`OnePly(ties=..., output=...)`).",
    ),
    Difference(
        "Section 5.1, step 2.B.i",
        "the net values every successor.",
        "the same: a move that makes a line is not seen as such. Engines do see it "
        "(`OnePly(sees_wins=True)`), and are better for it.",
    ),
    Difference(
        "Section 5.1, step 2.B",
        "5 opponents are selected at random; from whom, and whose points count, is not said.",
        "drawn anew for every game from all other players, particles and personal bests; player "
        "one's points alone count.",
    ),
    Difference(
        "Section 5.1, step 2.D",
        "who leads among equal scores is not said.",
        "the earlier particle.",
    ),
    Difference(
        "Section 5.1, step 3",
        "the best performing agent of the whole population is measured.",
        "the personal best with the most points in the last epoch. Five games tell little, so "
        "`results.json` also has the best and the mean exact S of all personal bests.",
    ),
    Difference(
        "Section 5.2",
        "S is sampled by 10,000 games with each colour.",
        "the same, and beside it S computed exactly, by going through all games of the net.",
    ),
    Difference(
        "Section 5.3",
        "weights start by fan-in; whether it counts the bias is not said.",
        "it does.",
    ),
    Difference(
        "Section 5.4",
        "how velocities start is not said.",
        "at zero.",
    ),
    Difference(
        "Section 4, Table 3",
        "the von Neumann lattice has two dimensions; its shape is not said, and Table 3 begins "
        "with 15 particles.",
        "the most nearly square factorisation; the grid has it for 5 and 10 particles as well.",
    ),
    Difference(
        "Section 6, Tables 1 to 3",
        "every figure has a ± of about 0.002, said to be a 90 % t-interval over 30 runs.",
        "t-intervals over runs, which are about a thousand times as wide. The printed ± has the "
        "size of an interval over all games of a cell, as a share.",
    ),
    Difference(
        "Section 6, Figure 1",
        "the velocity limit of the baseline is not said.",
        "1.",
    ),
    Difference(
        "Section 6, Figure 1",
        "evolutionary programming is Messerschmidt's; no details are given.",
        "n parents and n children, every weight with a step size of its own (0.05 at first, "
        "τ = 1/√(2√weights)); the better half survives.",
    ),
    Difference(
        "Section 6, Figure 2",
        "polynomial trend lines; their degree is not said.",
        "2.",
    ),
    Difference(
        "Section 6, Figure 3",
        "average weights by epoch; of which algorithm and sizes, and averaged over what, is not "
        "said.",
        "all weights of all particles, for the three neighbourhoods with 20 particles and 7 hidden "
        "units, a velocity limit and EP.",
    ),
)
