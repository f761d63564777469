"""Settings of learners in TOML: what is read is written so that it is read again."""

from functools import cache

from fuzz.target import Scratch, Target
from ponnuki.learners import settings_of
from ponnuki.learners.settings import read_table
from ponnuki.settings import SettingsError


@cache
def _file() -> Scratch:
    return Scratch("settings", "config.toml")


def _run(data: bytes) -> None:
    settings = settings_of(read_table(_file().write(data)))
    assert settings_of(settings.table()) == settings, "its own table says other settings"
    assert settings.identity(), "it has no identity"


TARGET = Target(
    "settings",
    _run,
    (SettingsError,),
    (b"[", b"]", b"[[", b"=", b"\n", b'"', b'"""', b"'", b"{", b"}", b"#", b".", b"inf", b"nan",
     b"true", b"1979-05-27", b"07:32:00", b"learner", b"self-play", b"two-level-pso",
     b"tic-tac-toe", b"game", b"generations", b"seed", b"[search]", b"depth", b"[probe]",
     b"[games]", b"[method]", b"pso", b"cma", b"capture-go:5", b"\\u0000", b"\\ud800", b"0x",
     b"1_0", b"[a" * 99),
)  # fmt: skip
