"""Where the survey is silent or we do otherwise."""

from ponnuki.papers.paper import Difference

DIFFERENCES: tuple[Difference, ...] = (
    Difference(
        "Section 3.1",
        "influence attenuates with the Hamming distance; how, it does not say.",
        "two forms: the classical four rounds in which points pass on 1, and a sum by distance in "
        "which every step halves what a stone gives.",
    ),
    Difference(
        "Section 3.1",
        "Zobrist's program chose moves by patterns and a local search of three moves.",
        "the player `zobrist` has arrays, patterns and a reader of three moves; the patterns are "
        "ours. In the experiment `influence` influence alone values positions, and a search of the "
        "whole board of one or two plies chooses.",
    ),
    Difference(
        "Section 4",
        "Wally is the opponent that all systems are measured against.",
        "it is not to be had, and nothing ties it to our players, so figures against it are not "
        "comparable with ours. Runs meet `naive` and `pattern`, and the critic also learns from "
        "GNU Go at level 1.",
    ),
    Difference(
        "Section 4",
        "TD (4.2) has a rate α and a λ; no numbers are printed.",
        "a rate of 0.01 and λ = 0 and 0.7, a net of 40 hidden units, Gibbs sampling at a "
        "temperature that falls.",
    ),
    Difference(
        "Section 4",
        "Schraudolph et al.'s net predicts the fate of every point with shared weights.",
        "the experiment `fate`, with 5×5 squares and one layer of units whose weights no rotation, "
        "reflection or exchange of colours changes; sizes and rates are ours, and the rate was "
        "chosen by short runs against `naive` and `pattern`, who measure it. The experiment `td` "
        "has a plain net with one output.",
    ),
    Difference(
        "Section 4",
        "the utility (4.7) has weights η, ν and ρ; their values are not said.",
        "0.3, 0.5 and 0.2. Where neither side has anything, as prisoners at the start, a share is "
        "one half.",
    ),
    Difference(
        "Section 4",
        "the critic's steps are boards R(t); whether those are after each move or after each of "
        "the net's own is not said.",
        "the boards after the net's own moves. An area is a colour's stones and the empty regions "
        "that touch no stone of the other.",
    ),
    Difference(
        "Section 4",
        "the action module plays the move that the critic likes best.",
        "the same in play; while it learns, one move in twenty is any, or it would play one game "
        "again and again.",
    ),
    Difference(
        "Section 4",
        "SANE evolves a net that values moves; its operators and rates are not printed, nor when a "
        "net passes.",
        "nets value positions; operators and rates are those of SANE's authors as far as we know "
        "them, and only offspring mutate; nets keep their one-point eyes, and pass only if no "
        "other move is left.",
    ),
    Difference(
        "Section 5",
        "the hybrid of PSO and EA on Capture Go.",
        "`ponnuki reproduce cai2009` has it. Here PSO and the hybrid are rows of the table of "
        "methods, with w = 0.729 and c₁ = c₂ = 1.494 and at rest at first: not the constants of "
        "Cai et al. 2009, which the survey does not print (0.4667, 1.7971, 2.4878).",
    ),
)
