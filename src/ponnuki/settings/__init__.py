"""Settings: everything that a person sets, said one way.

A class of settings is a frozen dataclass whose fields `setting` makes: default, bounds, a sentence.
From it come checks, tables, texts, help and the digest of what a run is. This folder knows no game
and opens no file.
"""

from ponnuki.settings.arguments import whole
from ponnuki.settings.base import (
    Kinds,
    Row,
    Said,
    Setting,
    Settings,
    names_in,
    reference,
    setting,
    settings_in,
    spec_table,
)
from ponnuki.settings.errors import SettingsError
from ponnuki.settings.forms import OneValue
from ponnuki.settings.texts import merged, parts_of, table_of, text_of, value_of

__all__ = [
    "Kinds",
    "OneValue",
    "Row",
    "Said",
    "Setting",
    "Settings",
    "SettingsError",
    "merged",
    "names_in",
    "parts_of",
    "reference",
    "setting",
    "settings_in",
    "spec_table",
    "table_of",
    "text_of",
    "value_of",
    "whole",
]
