"""What players are called on a page: a title, the net's own name, and how far it searches.

A net's name is the first digits of the SHA-256 of its weights, so that the same net has one name
wherever it comes from, and another net has another.
"""

from ponnuki.games import GAMES, SpecError
from ponnuki.players import Engine, Player, PlayerSpec, reach
from ponnuki.players.champions import ChampionKind
from ponnuki.players.registry import RunKind
from ponnuki.players.scripted import SCRIPTS

IDEAS = {
    "ryder": "walls and armies, and fights read out (1971)",
    "zobrist": "patterns on arrays, and three moves ahead (1970)",
    "interim": "goals first, and a question about each (1976)",
    "knowledge": "groups, eyes and the best reply (the nineties)",
}
"""What is to be said of players after programs of old, in a line for people."""


def title(spec: str) -> str:
    """What a player is, without saying which net it has."""
    try:
        parsed = PlayerSpec.parse(spec)
    except SpecError:
        return spec
    if isinstance(parsed.settings, ChampionKind):
        level = parsed.settings.strength
        if level is not None:
            return f"Level {level}"
        return _champion(parsed.settings.name)
    if isinstance(parsed.settings, RunKind):
        return f"Run {parsed.settings.folder}"
    if parsed.kind == "untrained":
        return "Untrained net"
    if parsed.kind == "influence":
        return "Influence (Zobrist)"
    if parsed.kind == "child":
        return "A child (by hand)"
    if parsed.kind == "random":
        return "Random moves"
    if parsed.kind in IDEAS:
        return f"{parsed.kind.capitalize()} (by hand): {IDEAS[parsed.kind]}"
    if parsed.kind in SCRIPTS:
        return f"{parsed.kind.capitalize()} (by hand)"
    return spec


def _champion(name: str) -> str:
    """A champion by what its name has behind the game's: 'capture-go-evolved' is an evolved one."""
    behind = next((name[len(one) :] for one in GAMES if name.startswith(f"{one}-")), "")
    return f"{behind[1:]} champion".capitalize() if behind else "Champion"


def net_title(spec: str, name: str) -> str:
    """A player's title with its net's name."""
    return f"{title(spec)} {name}"


def full_name(player: Player) -> str:
    """A player as it plays: its net, its depth or visits, and its share of chance."""
    if not isinstance(player, Engine):
        return title(player.spec)
    if player.choice.like_people:
        return title(player.spec)
    parts = [
        net_title(player.spec, player.net_name),
        reach(player.search.depth, player.search.visits),
    ]
    if player.choice.noise:
        parts.append(f"{player.choice.noise:.0%} random moves")
    if player.choice.creative:
        parts.append(f"creative {player.choice.creative:g}")
    return ", ".join(parts)
