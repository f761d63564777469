"""Who a player is, apart from how its spec is written: its weights and its settings."""

import hashlib
import json
from typing import Any

from ponnuki.evaluators.files import digest_of
from ponnuki.players.engine import Engine
from ponnuki.players.external import ExternalPlayer
from ponnuki.players.scripted import ScriptedPlayer
from ponnuki.players.specs import Player
from ponnuki.settings import settings_in


def fingerprint(player: Player) -> str:
    """Sixteen hexadecimal digits that players have in common if they play the same.

    An engine's follow from its net, its weights and all settings on which its moves depend: a copy
    of its file, or another way to write its folder, changes nothing. A program outside is known by
    its command, a player written in Python by its class and its spec. Settings that a
    silent record means say nothing, so that a new setting changes no fingerprint.
    """
    said: list[Any] = [type(player).__name__]
    if isinstance(player, Engine):
        said += [player.evaluator.fingerprint, digest_of(player.weights)]
        said += [
            {
                one.name: own
                for one in settings_in(type(part))
                if one.words.spec and (own := getattr(part, one.name)) != one.meaning
            }
            for part in (player.search, player.choice)
        ]
    elif isinstance(player, ScriptedPlayer):
        said += [player.kind, player.noise, *(["endgame"] if player.endgame else [])]
    elif isinstance(player, ExternalPlayer):
        said += [player.command, player.seconds, player.start, player.restarts, player.noise]
    else:
        said.append(player.spec)
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]
