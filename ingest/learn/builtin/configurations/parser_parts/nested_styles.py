"""Recognizes nested styles (JSON, YAML, XML, ...), and names the reader of each."""

from ingest.learn.builtin.configurations.parser_parts.read_flow import read_json
from ingest.learn.builtin.configurations.parser_parts.read_options import are_options, read_options
from ingest.learn.builtin.configurations.parser_parts.read_sections import (
    are_paths,
    are_sections,
    read_ini,
    read_paths,
)
from ingest.learn.builtin.configurations.parser_parts.read_table import (
    are_sheets,
    read_columns,
    read_separated,
    read_sheets,
)
from ingest.learn.builtin.configurations.parser_parts.read_xml import read_xml
from ingest.learn.builtin.configurations.parser_parts.read_yaml import read_yaml
from ingest.learn.builtin.configurations.parser_parts.read_zone import is_zone, read_zone

READ_NESTED = {
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
