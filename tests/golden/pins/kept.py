"""Pins on disk: a JSON file each, with an entry a case and a line a field.

A case is a table of plain data. Floats are equal to seven digits, so that another version of a
library may round otherwise; arrays are kept as digests, and equal to the last bit.
"""

import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

FOLDER = Path(__file__).parent
EXACT = 1e-7

Case = dict[str, Any]
Cases = dict[str, Case]


def array(values: ArrayLike) -> str:
    """The type, shape and digest of an array."""
    own = np.asarray(values)
    shape = "x".join(map(str, own.shape)) or "one"
    return f"{own.dtype} {shape} {digest(np.ascontiguousarray(own).tobytes())}"


def digest(data: bytes | str) -> str:
    """Twelve hexadecimal digits over bytes or a text."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:12]


def flat(table: Mapping[str, Any], before: str = "") -> Case:
    """Nested tables as one, with names such as `games.noise`."""
    found: Case = {}
    for name, value in table.items():
        if isinstance(value, Mapping) and value:
            found |= flat(value, f"{before}{name}.")
        else:
            found[f"{before}{name}"] = value
    return found


def plain(cases: Cases) -> Cases:
    """Cases as they come back from a file."""
    found: Cases = json.loads(json.dumps(cases))
    return found


def read(name: str, folder: Path = FOLDER) -> Cases:
    """The cases of a pin that are kept."""
    found: Cases = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return found


def write(name: str, cases: Cases, folder: Path = FOLDER) -> None:
    """Keeps the cases of a pin."""
    blocks = [
        f" {_text(case)}: {{\n"
        + ",\n".join(f"  {_text(field)}: {_text(value)}" for field, value in fields.items())
        + "\n }"
        for case, fields in cases.items()
    ]
    (folder / f"{name}.json").write_text("{\n" + ",\n".join(blocks) + "\n}\n", encoding="utf-8")


def differences(found: Cases, wanted: Cases, near: float = EXACT) -> list[str]:
    """What differs, a line each: the case, the field, what it was and what it is.

    Floats may differ by a share of `near`.
    """
    found = plain(found)
    out = [f"{case}: the case is gone" for case in wanted if case not in found]
    out += [f"{case}: a case that is not kept" for case in found if case not in wanted]
    for case in wanted.keys() & found.keys():
        out += _fields(case, found[case], wanted[case], near)
    return sorted(out)


def _fields(case: str, found: Case, wanted: Case, near: float) -> list[str]:
    return [
        f"{case}: {field} was {_said(wanted, field)}, is {_said(found, field)}"
        for field in {**wanted, **found}
        if (field in wanted) != (field in found) or not _same(found[field], wanted[field], near)
    ]


def _said(fields: Case, field: str) -> str:
    text = _text(fields[field]) if field in fields else "not there"
    return text if len(text) <= 300 else f"{text[:300]}…"


def _same(found: Any, wanted: Any, near: float) -> bool:
    if isinstance(found, float) and isinstance(wanted, float):
        both_nan = math.isnan(found) and math.isnan(wanted)
        return both_nan or math.isclose(found, wanted, rel_tol=near, abs_tol=EXACT)
    if isinstance(found, list) and isinstance(wanted, list):
        pairs = zip(found, wanted, strict=False)
        return len(found) == len(wanted) and all(_same(*pair, near) for pair in pairs)
    if isinstance(found, dict) and isinstance(wanted, dict):
        names = list(found) == list(wanted)
        return names and all(_same(found[one], wanted[one], near) for one in found)
    return type(found) is type(wanted) and bool(found == wanted)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
