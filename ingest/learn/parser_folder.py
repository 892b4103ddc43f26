"""Keeps learned parsers as files that a person can read, review and edit."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ingest.errors import BadParserFolder, BadParserSource
from ingest.learn.compose_parser import compose_parser
from ingest.records import Parser

SCHEMA, SOURCE, SPLIT, MANIFEST = "schema.json", "parse.py", "split.py", "manifest.json"
PREVIOUS = "previous"
LARGEST = 10_000_000
"""Bytes of one file of a parser."""
OWN_ENTRIES = frozenset({"format", "kind", "model", "samples", "coverage", "sections", "sha256"})


def part_name(section: str) -> str:
    """Return the name of the file that reads a section."""
    return f"parse_{section}.py"


def write_parser(folder: Path, parser: Parser) -> None:
    """Write one parser to `folder/<its name>/`, the manifest last; what stood there goes to `previous` in it."""
    place = folder / parser.name
    place.mkdir(parents=True, exist_ok=True)
    old = [path for path in place.iterdir() if path.is_file() and path.suffix in (".py", ".json")]
    if old:
        shutil.rmtree(place / PREVIOUS, ignore_errors=True)
        (place / PREVIOUS).mkdir()
    for path in sorted(old, key=lambda path: path.name != MANIFEST):  # first, since half a parser is none
        path.rename(place / PREVIOUS / path.name)
    files = {SCHEMA: _as_json(parser.schema), **(parser.parts or {SOURCE: parser.source})}
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    sections = [name.removeprefix("parse_").removesuffix(".py") for name in parser.parts if name != SPLIT]
    manifest = {
        "format": parser.format,
        "kind": parser.kind,
        "model": parser.model,
        "samples": list(parser.samples),
        "coverage": round(parser.coverage, 4),
        "sections": sections,
        "sha256": {name: _hash(text) for name, text in files.items()},
        **parser.learning,
    }
    part = place / f"{MANIFEST}.part"
    part.write_text(_as_json(manifest), encoding="utf-8")
    part.replace(place / MANIFEST)


def read_parsers(folder: Path) -> list[Parser]:
    """Read all parsers of a folder, by name, with what a person edited. Raises BadParserFolder, also for links."""
    for place in (folder, *(folder.iterdir() if folder.is_dir() else ())):
        if place.is_symlink():
            raise BadParserFolder(str(place), "it is a link; expected the folder itself")
    if not folder.is_dir():
        return []
    return [read_parser(place) for place in sorted(folder.iterdir()) if (place / MANIFEST).is_file()]


def read_parser(place: Path) -> Parser:
    """Read the parser of one folder. Raises BadParserFolder."""
    try:
        manifest = json.loads(_read_text(place / MANIFEST))
        texts = {SCHEMA: _read_text(place / SCHEMA)}
        schema = json.loads(texts[SCHEMA])
        kind, model, samples = manifest["kind"], str(manifest["model"]), tuple(manifest["samples"])
        if kind not in ("log", "configuration") or not isinstance(schema, dict):
            raise ValueError(f"kind is {kind!r}; expected 'log' or 'configuration'")
        names = [SPLIT, *map(part_name, manifest["sections"])] if manifest.get("sections") else []
        parts = {name: _read_text(place / name) for name in names}
        if parts:
            sources = {name: parts[part_name(name)] for name in manifest["sections"]}
            source = compose_parser(parts[SPLIT], sources, kind)
        else:
            source = _read_text(place / SOURCE)
        texts |= parts or {SOURCE: source}
        hashes = manifest.get("sha256", {})
        edited = tuple(name for name, text in texts.items() if hashes.get(name, _hash(text)) != _hash(text))
        coverage = float(manifest.get("coverage", 1.0))
        written_as = int(manifest.get("format", 1))
        learning = {name: value for name, value in manifest.items() if name not in OWN_ENTRIES}
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
        BadParserSource,
    ) as error:
        raise BadParserFolder(str(place), str(error)) from error
    return Parser(
        place.name, kind, schema, source, model, samples, parts, edited, coverage, learning, written_as
    )


def _read_text(path: Path) -> str:
    """Read a file. Raises ValueError where it is a pipe or a device, which may never end, or larger than any parser."""
    if path.exists() and not path.is_file():
        raise ValueError(f"{path.name} is no regular file")
    with path.open("rb") as opened:
        content = opened.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise ValueError(f"{path.name} has more than {LARGEST:,} bytes")
    return content.decode()


NOT_LEARNED = "not-learned.json"


def read_not_learned(folder: Path) -> dict[str, str]:
    """Read which contents (sha256) nothing could be learned from, and under which conditions."""
    try:
        found = json.loads((folder / NOT_LEARNED).read_text(encoding="utf-8"))
        return {str(content): str(tried) for content, tried in found.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def write_not_learned(folder: Path, tried: Mapping[str, str]) -> None:
    """Keep them, so that no later ingest tries the same again."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NOT_LEARNED).write_text(_as_json(tried), encoding="utf-8")


def _as_json(found: Mapping[str, Any]) -> str:
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def hash_source(parser: Parser) -> str:
    """Name a parser's content: source and schema."""
    return _hash(parser.source + json.dumps(parser.schema, sort_keys=True))
