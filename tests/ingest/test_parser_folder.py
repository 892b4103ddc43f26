"""Learned parsers survive as files, and an edited file counts as it is."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.errors import BadParserFolder
from ingest.learn.compose_parser import compose_parser
from ingest.learn.parser_folder import LARGEST, hash_source, read_parsers, write_parser
from ingest.records import PARSER_FORMAT, Parser

SCHEMA = {"$defs": {"Start": {"type": "object"}}}
PARSER = Parser("log-app", "log", SCHEMA, "def parse(lines):\n    return []\n")
PARTS = {
    "split.py": "def split(lines):\n    return ['api' for line in lines]\n",
    "parse_api.py": "# mine\ndef parse(lines):\n    return []\n",
}
IN_SECTIONS = Parser(
    "log-web",
    "log",
    SCHEMA,
    compose_parser(PARTS["split.py"], {"api": PARTS["parse_api.py"]}, "log"),
    "openai:some",
    ("web.log:1-7",),
    PARTS,
    (),
    0.95,
    {"usage": {"calls": 2}},
)


@pytest.mark.parametrize("parser", [PARSER, IN_SECTIONS], ids=["one source", "in sections"])
def test_what_is_written_is_read_again(tmp_path: Path, parser: Parser) -> None:
    write_parser(tmp_path, parser)
    assert read_parsers(tmp_path) == [parser]


def test_no_folder_holds_no_parsers(tmp_path: Path) -> None:
    assert read_parsers(tmp_path / "none") == []


def test_an_edited_source_is_another_parser_and_is_named(tmp_path: Path) -> None:
    write_parser(tmp_path, PARSER)
    (tmp_path / "log-app" / "parse.py").write_text("def parse(lines):\n    return [1]\n")
    (edited,) = read_parsers(tmp_path)
    assert hash_source(edited) != hash_source(PARSER)
    assert edited.edited == ("parse.py",)


def test_an_edited_section_is_part_of_the_parser(tmp_path: Path) -> None:
    write_parser(tmp_path, IN_SECTIONS)
    (tmp_path / "log-web" / "parse_api.py").write_text("def parse(lines):\n    return [12345]\n")
    (edited,) = read_parsers(tmp_path)
    assert "12345" in edited.source
    assert edited.edited == ("parse_api.py",)


def test_a_parser_of_an_older_version_is_read_and_known_as_such(tmp_path: Path) -> None:
    write_parser(tmp_path, PARSER)
    manifest = tmp_path / "log-app" / "manifest.json"
    told = json.loads(manifest.read_text())
    assert told.pop("format") == PARSER_FORMAT
    manifest.write_text(json.dumps(told))
    assert read_parsers(tmp_path) == [replace(PARSER, format=1)]


def test_what_is_written_over_is_kept_as_previous(tmp_path: Path) -> None:
    write_parser(tmp_path, IN_SECTIONS)
    (tmp_path / "log-web" / "parse_api.py").write_text("edited by hand")
    write_parser(tmp_path, Parser("log-web", "log", SCHEMA, PARSER.source))
    assert (tmp_path / "log-web" / "previous" / "parse_api.py").read_text() == "edited by hand"
    assert sorted(path.name for path in (tmp_path / "log-web").iterdir()) == [
        "manifest.json",
        "parse.py",
        "previous",
        "schema.json",
    ]


def test_the_manifest_tells_what_learning_took(tmp_path: Path) -> None:
    write_parser(tmp_path, IN_SECTIONS)
    manifest = json.loads((tmp_path / "log-web" / "manifest.json").read_text())
    assert manifest["sections"] == ["api"]
    assert (manifest["model"], manifest["coverage"], manifest["usage"]) == ("openai:some", 0.95, {"calls": 2})
    assert manifest["samples"] == ["web.log:1-7"]


BROKEN = {
    "a broken schema": ("schema.json", "{"),
    "a section that is no Python": ("parse_api.py", "def parse(lines:"),
    "a section without parse": ("parse_api.py", "def read(lines):\n    return []\n"),
    "a broken manifest": ("manifest.json", "[]"),
    "a manifest without end": ("manifest.json", "[" * 200_000),
    "a section larger than any": ("parse_api.py", "#" * (LARGEST + 1)),
}


@pytest.mark.parametrize(("name", "text"), BROKEN.values(), ids=BROKEN)
def test_a_broken_folder_is_named(tmp_path: Path, name: str, text: str) -> None:
    write_parser(tmp_path, IN_SECTIONS)
    (tmp_path / "log-web" / name).write_text(text)
    with pytest.raises(BadParserFolder, match="log-web: no usable parser"):
        read_parsers(tmp_path)


def test_a_missing_section_is_named(tmp_path: Path) -> None:
    write_parser(tmp_path, IN_SECTIONS)
    (tmp_path / "log-web" / "parse_api.py").unlink()
    with pytest.raises(BadParserFolder, match=r"parse_api\.py"):
        read_parsers(tmp_path)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    write_parser(tmp_path, IN_SECTIONS)
    section = tmp_path / "log-web" / "parse_api.py"
    section.unlink()
    os.mkfifo(section)
    with pytest.raises(BadParserFolder, match="no regular file"):
        read_parsers(tmp_path)
    section.unlink()
    section.symlink_to("/dev/zero")
    with pytest.raises(BadParserFolder, match="no regular file"):
        read_parsers(tmp_path)


@pytest.mark.parametrize("link", ["parsers", "parsers/linked"])
def test_a_link_to_parsers_elsewhere_is_refused(tmp_path: Path, link: str) -> None:
    write_parser(tmp_path / "elsewhere", PARSER)
    place = tmp_path / link
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadParserFolder, match="it is a link"):
        read_parsers(tmp_path / "parsers")
