"""What players are called on a page: a title, the net's own name, and how deep it looks.

A net's name is the first digits of the SHA-256 of its weights, so that the same net has one name
wherever it comes from, and another net has another.
"""

from ponnuki.games import SpecError
from ponnuki.players import Engine, Player
from ponnuki.players.scripted import SCRIPTS
from ponnuki.players.specs import PlayerSpec


def title(spec: str) -> str:
    """What a player is, without saying which net it has."""
    try:
        parsed = PlayerSpec.parse(spec)
    except SpecError:
        return spec
    if parsed.kind == "champion":
        return "Champion"
    if parsed.kind == "run":
        return f"Run {parsed.argument}"
    if parsed.kind == "untrained":
        return "Untrained net"
    if parsed.kind == "influence":
        return "Influence (Zobrist)"
    if parsed.kind == "random":
        return "Random moves"
    if parsed.kind in SCRIPTS:
        return f"{parsed.kind.capitalize()} (by hand)"
    return spec


def net_title(spec: str, name: str) -> str:
    """A player's title with its net's name."""
    return f"{title(spec)} {name}"


def full_name(player: Player) -> str:
    """A player as it plays: its net, its depth, and its share of chance."""
    if not isinstance(player, Engine):
        return title(player.spec)
    parts = [net_title(player.spec, player.net_name), f"depth {player.search.depth}"]
    if player.choice.noise:
        parts.append(f"{player.choice.noise:.0%} random moves")
    if player.choice.creative:
        parts.append(f"creative {player.choice.creative:g}")
    return ", ".join(parts)
