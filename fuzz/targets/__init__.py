"""Every target by its name."""

from fuzz.target import Target
from fuzz.targets import (
    diagrams,
    game_specs,
    gtp_client,
    gtp_engine,
    pickles,
    player_specs,
    resumes,
    runs,
    settings,
    sgf,
    tournaments,
    weights,
)

TARGETS: dict[str, Target] = {
    module.TARGET.name: module.TARGET
    for module in (
        sgf,
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
        pickles,
    )
}
