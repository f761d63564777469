"""Kim & Cho 2007: Othello by a genetic algorithm, boosted by opening knowledge."""

from ponnuki.papers.kim2007 import beyond, figures, maps, outlook, questions
from ponnuki.papers.kim2007.differences import DIFFERENCES
from ponnuki.papers.kim2007.scale import SCALES
from ponnuki.papers.paper import Paper

INTRODUCTION = """
A weighted piece counter (WPC, 64 weights) or a net of 2,113 weights evolves by a genetic algorithm.
Fitness is wins and half of the draws in 1,000 games against the standard WPC; both look one ply
ahead, and a tenth of all moves is random. With opening knowledge the evolving player follows one of
396 named openings until the game leaves them; its opponent has none.

The paper has one run of each kind and reads the best fitness off it, which is the highest of
thousands of noisy estimates. Here runs of one seed begin with the same nets with and without
openings, and the champions play fresh games. A run is one value; intervals are over runs, and there
are none below five.

The paper's mutation rate of .01 is read in two ways: per gene, where every gene of a child is drawn
anew with .01, and per child, where one gene of a child is. Every experiment but `beyond` is done
and judged under each by itself.
"""

KIM2007 = Paper(
    title="Evolutionary Othello players boosted by opening knowledge (Kim & Cho 2007)",
    experiments={
        "figure10": figures.figure10,
        "figure11": figures.figure11,
        "figure12": figures.figure12,
        "figure13": figures.figure13,
        "figure14": figures.figure14,
        "figure15": figures.figure15,
        "figure16": maps.figure16,
        "figure17": maps.figure17,
        "openings": questions.openings,
        "mutation": questions.mutation,
        "readings": questions.readings,
        "population": questions.population,
        "luck": questions.luck,
        "likeliest": outlook.likeliest,
        "outlook": outlook.outlook,
        "beyond": beyond.beyond,
    },
    scales=SCALES,
    introduction=INTRODUCTION,
    differences=DIFFERENCES,
    extra=lambda name, _: "cma" if name == "beyond" else None,
)
