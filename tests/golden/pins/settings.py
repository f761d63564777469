"""All settings of every preset, method and learner, and runs' names."""

from tests.golden.pins import house
from tests.golden.pins.kept import Case, Cases, digest, flat, plain


def settings() -> Cases:
    """Presets whole; a preset with another method by what that changes."""
    found: Cases = {}
    for kind in house.learners():
        found[f"learner {kind}"] = _resolved({"learner": kind})
    for method in house.methods():
        found[f"method {method}"] = _resolved({"method": method})
    for name, takes_method in house.presets().items():
        whole = _resolved(house.preset_table(name))
        found[f"preset {name}"] = whole
        for method in house.methods() if takes_method else ():
            other = _resolved(house.preset_table(name, method))
            if other != whole:
                found[f"preset {name}, method {method}"] = _changes(other, whole)
    return found


def _resolved(table: house.Table) -> Case:
    """All settings and the name of the run; or why they are not allowed."""
    try:
        own = house.complete_table(table)
    except ValueError as error:
        return {"not allowed": str(error)}
    return plain({"": {"run": house.name_of_run(table), **flat(own)}})[""]


def _changes(other: Case, whole: Case) -> Case:
    """What is new or other, and what is gone."""
    gone = sorted(name for name in whole if name not in other)
    found = {name: value for name, value in other.items() if whole.get(name, ...) != value}
    return {**found, **({"gone": gone} if gone else {})}


def runs() -> Cases:
    """The runs of every paper at every scale: the first name, and a digest of all of them."""
    return {
        f"{paper}, {scale}": {
            label: [len(names), names[0], digest(" ".join(names))]
            for label, names in house.runs_of(paper, scale).items()
        }
        for paper, scales in house.papers().items()
        for scale in scales
    }
