"""Where Cai et al. 2009 is silent or we do otherwise.

The copy that was worked from has no page numbers, so the paper's sections are named.
"""

from ponnuki.papers.paper import Difference

DIFFERENCES = (
    Difference(
        "Section 2.2, Tables 3 and 4",
        "the side with more territory wins, 19 and 11 points in the printed games; who has neutral "
        "points is not said.",
        "in training and in all tables the colour with more stones beside them "
        "(`neutral=majority`), which gives the printed margins; if nobody had them the first would "
        "be 21.",
    ),
    Difference(
        "Section 3",
        "the slope of the activation is not said.",
        "1.",
    ),
    Difference(
        "Section 4.1",
        "each particle is assigned a randomised velocity; from what range is not said.",
        "uniform within ±vmax, the only range that the paper prints for velocities: ±2.0 for nets, "
        "±1.0 for the constants of the outer swarm (Section 4.2). `readings` measures ±0.2 and "
        "rest beside it.",
    ),
    Difference(
        "Section 4.3",
        "τ = 1/√(2N), and τ = 0.0796 for 6,216 weights; the two disagree.",
        "0.0796, which is 1/√(2√N). `readings` measures 0.0090, which is 1/√(2N), beside it.",
    ),
    Difference(
        "Section 5.1",
        "the outer swarm's fitness is the best score of an inner swarm in one generation, its "
        "number of winning games breaks ties.",
        "the same, by the scores of personal bests, which are remembered; nets have black, and a "
        "game with more than 81 moves counts 0.",
    ),
    Difference(
        "Section 5.2",
        "the game is scored for each player, each in 16 games on average.",
        "white earns points as black does: with black's alone it would be 8 games. `readings` "
        "measures black's alone beside it.",
    ),
    Difference(
        "Section 5.2",
        "a particle plays a game against its recorded best, and the winner is stored.",
        "two games, one with each colour; the recorded best keeps its place on a tie; there are no "
        "duels in the first generation, and in the hybrid the surviving half alone duels.",
    ),
    Difference(
        "Section 5.2",
        "new local bests compete for a candidate, which challenges the stored global best; how "
        "they compete is not said.",
        "those who beat their recorded best in this generation play a knock-out, two games a pair, "
        "most points against fewest; a tie is for the one with more points. `readings` measures "
        "the one with most points, without a knock-out, beside it.",
    ),
    Difference(
        "Section 5.2",
        "hill climbing has the same configuration, with β = 0.05.",
        "the same budget: 160 challenges of two games a generation; noise of 0.05; a tie keeps the "
        "champion.",
    ),
    Difference(
        "Section 5.2",
        "depth six; a forced move is not counted.",
        "the depth that the scale names. A side in atari has one move, which costs no depth; the "
        "result equals plain minimax.",
    ),
    Difference(
        "Section 5.3",
        "the defensive player is described in four priorities.",
        "a player that follows them; it is not the paper's program.",
    ),
    Difference(
        "Section 5.3, with 5 and 7",
        "a hybrid engine is also trained to play the defensive player; how is not said.",
        "`versus-defensive`: all eight games of a net are against it, as black, with 10 % random "
        "moves on both sides, because otherwise they would be one game eight times over; duels "
        "between nets settle bests as in self-play.",
    ),
    Difference(
        "Section 6.2, Table 1",
        "the best engine of each method plays; how it was chosen is not said.",
        "the engine of seed 1.",
    ),
    Difference(
        "Section 6.2, Tables 1 and 2",
        "how often games are drawn is not said.",
        "wins are counted as the paper counts them; scores in claims count a draw as half.",
    ),
    Difference(
        "Section 6.2",
        "all players have an S-measure of 1, by reference to another paper.",
        "S = (w₁ − r₁) + (w₂ − r₂) as in Franken & Engelbrecht 2003, with r from random players at "
        "this game, and S over the most it can be, which is 1 if all games are won.",
    ),
    Difference(
        "Section 6.2, with 6.3",
        "a web player is met as well, 23 ± 1 of 25 by the hybrids and 21 of 25 by the defensive "
        "player.",
        "it is no longer to be had. GNU Go, which plays Go, stands in with a fixed seed, at the "
        "levels that the scale names; ours move at random 10 % of the time, GNU Go never.",
    ),
)
