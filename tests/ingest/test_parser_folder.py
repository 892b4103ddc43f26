"""Learned parsers survive as files, and an edited file counts as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.errors import BadParserFolder
from ingest.parser_folder import hash_source, read_parsers, write_parser
from ingest.records import Parser

PARSER = Parser(
    "log-app", "log", {"$defs": {"Start": {"type": "object"}}}, "def parse(lines):\n    return []\n"
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write_parser(tmp_path, PARSER)
    assert read_parsers(tmp_path) == [PARSER]


def test_no_folder_holds_no_parsers(tmp_path: Path) -> None:
    assert read_parsers(tmp_path / "none") == []


def test_an_edited_source_is_another_parser(tmp_path: Path) -> None:
    write_parser(tmp_path, PARSER)
    (tmp_path / "log-app" / "parse.py").write_text("def parse(lines):\n    return [1]\n")
    (edited,) = read_parsers(tmp_path)
    assert hash_source(edited) != hash_source(PARSER)


def test_a_broken_folder_is_named(tmp_path: Path) -> None:
    write_parser(tmp_path, PARSER)
    (tmp_path / "log-app" / "schema.json").write_text("{")
    with pytest.raises(BadParserFolder, match="log-app: no usable parser"):
        read_parsers(tmp_path)
