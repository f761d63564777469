"""Values as text: one grammar for specs, the command line and TOML files.

A value is written as in TOML; a word needs no quotes, also in a list, and yes and no are true and
false.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_BARE = re.compile(r"[A-Za-z_./@*:+~-][^\s,=\[\]{}\"'#]*")
_WORDS = {"yes": True, "no": False}
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_SHORT = re.compile(r"[+-]?([0-9]+\.|\.[0-9]+)")
"""Numbers that TOML does not know and people write."""


def value_of(text: str) -> Any:
    """What a text means: as in TOML, or a bare word.

    >>> value_of("3"), value_of("yes"), value_of("[1, 2]"), value_of("win-loss")
    (3, True, [1, 2], 'win-loss')
    """
    own = text.strip()
    if own in _WORDS:
        return _WORDS[own]
    if own.startswith("[") and own.endswith("]"):
        return [value_of(one) for one in parts_of(own[1:-1]) if one.strip()]
    if own.startswith("{") and own.endswith("}"):
        pairs = (one.partition("=") for one in parts_of(own[1:-1]) if one.strip())
        return {name.strip(): value_of(one) for name, _, one in pairs}
    if _WHOLE.fullmatch(own):
        return int(own)
    if _SHORT.fullmatch(own):
        return float(own)
    try:
        found = tomllib.loads(f"value = {own}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return own
    return found["value"] if set(found) == {"value"} else own


def text_of(value: Any) -> str:
    """The text that `value_of` reads back to a plain value.

    >>> text_of(True), text_of(0.5), text_of(6.0), text_of(["a", "b,c"])
    ('yes', '0.5', '6', '[a,"b,c"]')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        said = repr(value)
        return said.removesuffix(".0")
    if isinstance(value, str):
        plain = _BARE.fullmatch(value) is not None and value_of(value) == value
        return value if plain else json.dumps(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{name}={text_of(one)}" for name, one in value.items()) + "}"
    if isinstance(value, Sequence):
        return f"[{','.join(map(text_of, value))}]"
    return str(value)


def parts_of(text: str) -> Iterator[str]:
    """What stands between the commas of a text, brackets and quoted texts whole.

    >>> list(parts_of("a=1,b=[2,3]"))
    ['a=1', 'b=[2,3]']
    """
    depth, quote, begin, escaped = 0, "", 0, False
    for index, one in enumerate(text):
        if quote:
            quote = "" if one == quote and not escaped else quote
            escaped = one == "\\" and not escaped
        elif one in "\"'":
            quote = one
        elif one in "[{":
            depth += 1
        elif one in "]}":
            depth -= 1
        elif one == "," and depth <= 0:
            yield text[begin:index]
            begin = index + 1
    yield text[begin:]


def merged(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """Tables laid over each other, the later over the earlier, inner tables as well.

    >>> merged({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 4}})
    {'a': 1, 'b': {'c': 4, 'd': 3}}
    """
    found: dict[str, Any] = {}
    for table in tables:
        for name, value in table.items():
            before = found.get(name)
            both = isinstance(value, Mapping) and isinstance(before, Mapping)
            if both:
                found[name] = merged(before, value)  # type: ignore[arg-type]  # it is a table
            else:
                found[name] = merged(value) if isinstance(value, Mapping) else value
    return found


def table_of(words: Sequence[str]) -> dict[str, Any]:
    """The nested table that words of a command line say, each NAME=VALUE or TABLE.NAME=VALUE.

    >>> table_of(["search.depth=2", "method=ea"])
    {'search': {'depth': 2}, 'method': 'ea'}

    Raises:
        ValueError: a word has no value, or a name is a value and a table at once.
    """
    table: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name.strip():
            raise ValueError(f"{word!r} has no value: write NAME=VALUE, such as search.depth=2")
        inner = table
        *path, last = name.strip().split(".")
        for part in path:
            inner = inner.setdefault(part, {})
            if not isinstance(inner, dict):
                raise ValueError(f"{name} is no setting: {part} is a value, not a table")
        inner[last] = value_of(text)
    return table
