"""Keeps learned parsers as files that a person can read, review and edit."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from ingest.errors import BadParserFolder
from ingest.records import Parser

SCHEMA, SOURCE, MANIFEST = "schema.json", "parse.py", "manifest.json"


def write_parser(folder: Path, parser: Parser) -> None:
    """Write one parser to `folder/<its name>/`."""
    place = folder / parser.name
    place.mkdir(parents=True, exist_ok=True)
    (place / SCHEMA).write_text(
        json.dumps(parser.schema, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    (place / SOURCE).write_text(parser.source, encoding="utf-8")
    manifest = {
        "kind": parser.kind,
        "model": parser.model,
        "samples": list(parser.samples),
        "source_sha256": hash_source(parser),
    }
    (place / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_parsers(folder: Path) -> list[Parser]:
    """Read all parsers of a folder, by name; none where the folder is missing. Edited sources are taken as they are.

    Raises BadParserFolder for a parser whose files are missing or unreadable.
    """
    if not folder.is_dir():
        return []
    return [_read_parser(place) for place in sorted(folder.iterdir()) if (place / MANIFEST).is_file()]


def _read_parser(place: Path) -> Parser:
    try:
        manifest = json.loads((place / MANIFEST).read_text(encoding="utf-8"))
        schema = json.loads((place / SCHEMA).read_text(encoding="utf-8"))
        source = (place / SOURCE).read_text(encoding="utf-8")
        kind, model, samples = manifest["kind"], str(manifest["model"]), tuple(manifest["samples"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadParserFolder(str(place), str(error)) from error
    if kind not in ("log", "configuration") or not isinstance(schema, dict):
        raise BadParserFolder(str(place), f"kind is {kind!r}; expected 'log' or 'configuration'")
    return Parser(place.name, kind, schema, source, model, samples)


def hash_source(parser: Parser) -> str:
    """Name a parser's content: source and schema."""
    text = parser.source + json.dumps(parser.schema, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
