"""Words of earlier versions in tables of settings, and what is written for them now.

Learners that are settings of another one today had words of their own, with defaults of their own.
A run is still what it was: a silent table of such a word means what stands here, and its digest
follows from what differs from that.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

_ACTOR: dict[str, Any] = {"kind": "ntuple", "bound": 0.0}

EARLIER: dict[str, dict[str, Any]] = {
    "hdp": {
        "learner": "temporal-differences",
        "game": "go:9",
        "net": {
            "kind": "mlp",
            "encoding": "own-opponent",
            "hidden": [40],
            "hidden_activation": "tanh",
            "output_activation": "linear",
            "biases": True,
            "bound": 0.05,
        },
        "selection": {"kind": "epsilon", "learned": True},
        "opponent": "naive",
        "utility": {"stones": 0.3, "areas": 0.5, "prisoners": 0.2},
        "discount": 0.95,
        "games": 2_000,
        "generations": 10,
    },
    "actor-critic": {
        "learner": "temporal-differences",
        "game": "othello:8",
        "net": {**_ACTOR, "shapes": ["straight-2"], "output_activation": "linear"},
        "critic": {**_ACTOR, "shapes": ["lines", "square-3"], "output_activation": "sigmoid"},
        "selection": {"kind": "epsilon", "epsilon": 0.1, "learned": True, "temperature": 1.0},
        "loss": "logistic",
        "trace": 0.5,
        "exact_end": True,
        "games": 20_000,
    },
}
"""What a silent table meant, by the word that `learner` had."""

STARTS = {
    "9ceb0735feca8571": "67954ece439f6e9848d5a4fb8aacbffab2e96bae230eaf78398388a694b0395f",
    "286fceba48ee03d5": "64d6e9fe2701d393afa75543077951d5380c9a95066195c6699613024d4a3f1e",
    "fc55e608e8a81dcb": "1ec2764d030a363b54917cc85dba27402276b7827e9fb09ad6fefecc2659cc2c",
    "55ffb61739db1c44": "e9a75ed849224c9d91af4f925aec6cfecf7a417441da41795d15523b886d3345",
    "1ac399b01ded8484": "5e4baf0a569dd1d73838ca8b612ec11fa6a37dc319b912f7a0811096b67885e5",
    "ae507746e105848b": "6bca986d0bfaeb2b37711ea75ed7425621082831af9a5ca523544d899498e053",
    "cceb22dcd1ebcf55": "174283d73d320addc7654b9692e2b4a5e7d3759c95ecce572e3abf6dd877f1c7",
}
"""The weights that evolved runs of the paper kim2007 had taught themselves, by how they had: two of
the scale smoke, then those with seeds 1 to 5 of the others."""

_NETS = ("net", "critic")
"""Tables of which one with a kind says all."""


def renewed(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table as it is written now; one that says nothing old comes back as it is."""
    found = dict(table)
    word = found.get("learner")
    if isinstance(word, str) and word in EARLIER:
        del found["learner"]
        usual = EARLIER[word]
        merged = (one for one in found if isinstance(usual.get(one), Mapping))
        for name in tuple(merged):
            value = found[name]
            whole = name in _NETS and isinstance(value, Mapping) and "kind" in value
            if isinstance(value, Mapping) and not whole:
                found[name] = {**usual[name], **value}
        found = {**usual, **found}
    if taught := found.pop("taught", None):
        found["start_from"] = _taught(taught, found)
    return found


def _taught(taught: Any, found: Mapping[str, Any]) -> str:
    """What stands for the digest of weights that a run of evolution had taught itself.

    Such a run learned by temporal differences before its first generation. The weights are not in
    its folder, but follow from these settings: their digest is known, or that of the settings
    stands for it.
    """
    made_by = {"taught": taught, **{name: found.get(name) for name in ("game", "net", "seed")}}
    text = json.dumps(made_by, sort_keys=True, default=str)
    own = hashlib.sha256(text.encode()).hexdigest()
    return STARTS.get(own[:16], own)
