"""Recognizes nested styles (JSON, YAML, XML, ...), and names the reader of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reading.nested.read_flow import read_json
from reading.nested.read_options import are_options, read_options
from reading.nested.read_sections import (
    are_paths,
    are_sections,
    read_ini,
    read_paths,
)
from reading.nested.read_table import (
    are_sheets,
    read_columns,
    read_separated,
    read_sheets,
)
from reading.nested.read_xml import read_xml
from reading.nested.read_yaml import read_yaml
from reading.nested.read_zone import is_zone, read_zone

READ_NESTED: dict[str, Callable[[Sequence[str]], Any]] = {
    "json": read_json,
    "yaml": read_yaml,
    "xml": read_xml,
    "ini": read_ini,
    "paths": read_paths,
    "options": read_options,
    "zone": read_zone,
    "columns": read_columns,
    "separated": read_separated,
    "sheets": read_sheets,
}

FITS = {
    "ini": are_sections,
    "paths": are_paths,
    "options": are_options,
    "zone": is_zone,
    "sheets": are_sheets,
}
"""What tells that a document is of the style that a parser reads."""
