"""What a command says of repeats: how to get more variety."""

from ponnuki.arena import Tally, TournamentResult
from ponnuki.arena.repeats import counted


def match_warning(tally: Tally) -> str | None:
    """What to say of a match or an examination in which most games repeat others."""
    if not tally.repeated:
        return None
    said = counted(tally.games, tally.distinct, tally.independent)
    return f"most games are repeats, which are no evidence: {said}; {HOW}"


def tournament_warning(result: TournamentResult) -> str | None:
    """What to say of a tournament in which most games of some pairs repeat others."""
    pairs = result.by("pair").values()
    repeated = sum(one.repeated for one in pairs)
    if not repeated:
        return None
    return (
        f"in {repeated} of {len(pairs)} pairs most games are repeats, which are no evidence; {HOW}"
    )


HOW = (
    "for variety use --opening N (random plies, both colours from each opening) or --noise 0.1 "
    "(random moves)"
)
