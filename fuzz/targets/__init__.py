"""Every target by its name."""

from fuzz.target import Target
from fuzz.targets import (
    books,
    diagrams,
    game_specs,
    ggf,
    gtp_client,
    gtp_engine,
    nboard_engine,
    pickles,
    player_specs,
    resumes,
    runs,
    settings,
    sgf,
    tournaments,
    transcripts,
    weights,
    wthor,
)

TARGETS: dict[str, Target] = {
    module.TARGET.name: module.TARGET
    for module in (
        sgf,
        ggf,
        transcripts,
        wthor,
        books,
        diagrams,
        game_specs,
        player_specs,
        weights,
        settings,
        runs,
        resumes,
        tournaments,
        gtp_engine,
        gtp_client,
        nboard_engine,
        pickles,
    )
}
