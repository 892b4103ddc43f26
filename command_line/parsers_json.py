"""What commands about parsers print with `--json`: one object each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from workspace.as_json import JsonObject, lines_json, pick

if TYPE_CHECKING:
    from command_line.find_parsers import FoundParser, VerifyOutcome
    from graph_store.records import SourceLine
    from ingest.learn.verify_parser import VerifiedFile, VerifiedParser
    from ingest.records import Parser


# What `wirelore parsers` prints with `--json`.


def list_json(folder: str, found: Sequence[FoundParser]) -> JsonObject:
    """Describe the parsers of a folder."""
    return {
        "folder": folder,
        "parsers": [parser_json(each.parser) for each in found if each.parser],
        "broken": [{"name": each.place.name, "reason": each.reason} for each in found if not each.parser],
    }


def parser_json(parser: Parser) -> JsonObject:
    """Describe a parser in short."""
    usage = parser.learning.get("usage", {})
    return {
        **pick(parser, "name kind model"),
        "sections": len(sections_of(parser)),
        "entity_types": len(parser.schema.get("$defs", {})),
        **pick(parser, "coverage samples"),
        "learned": parser.learning.get("learned"),
        "calls": usage.get("calls", 0),
        "tokens": tokens_of(usage),
        "cost_usd": usage.get("cost_usd") if usage else 0.0,
        "edited": parser.edited,
    }


def story_json(parser: Parser) -> JsonObject:
    """Describe a parser whole: how it was learned, its sections and their entity types."""
    return parser_json(parser) | {
        "learning": dict(parser.learning),
        "sections": [
            {"name": name, "description": description, "entity_types": types}
            for name, (description, types) in sections_of(parser).items()
        ],
        "entity_types": {name: sorted(fields) for name, fields in types_of(parser).items()},
    }


def sections_of(parser: Parser) -> dict[str, tuple[str, list[str]]]:
    """Return each section's description and entity types."""
    found: dict[str, tuple[str, list[str]]] = {}
    for name, described in parser.schema.get("properties", {}).items():
        references = described.get("items", {}).get("anyOf", [])
        types = [str(each.get("$ref", "")).rpartition("/")[2] for each in references]
        found[name] = (str(described.get("description", "")), types)
    return found


def types_of(parser: Parser) -> dict[str, Mapping[str, Mapping[str, object]]]:
    """Return each entity type's properties."""
    definitions = parser.schema.get("$defs", {})
    return {name: described.get("properties", {}) for name, described in definitions.items()}


def tokens_of(usage: Mapping[str, int]) -> int:
    """Count what learning sent and got."""
    return usage.get("prompt_tokens", 0) + usage.get("completion_tokens", 0)


def verification_json(outcome: VerifyOutcome) -> JsonObject:
    """Describe what verifying showed; lists are whole."""
    found = outcome.found
    return {
        "wrong": outcome.wrong,
        "parsers": [_verified(each) for each in found.parsers],
        "no_parser_fits": [{"path": each.path, "reason": each.reason} for each in found.unfit],
        "prose": found.prose,
        "passed_over": [{"path": each.path, "reason": each.reason} for each in outcome.passed_over],
        "broken": outcome.broken,
    }


def _verified(each: VerifiedParser) -> JsonObject:
    fallen = each.fallen()
    return {
        "name": each.parser.name,
        "wrong": each.wrong,
        "coverage_when_learned": each.parser.coverage,
        "files": [_verified_file(file, file in fallen) for file in each.files],
        "failures": [
            {**pick(failure, "section reason count"), "lines": lines_json(failure.lines)}
            for failure in each.failures
        ],
        "findings": [
            {**pick(finding, "wrong section about text count"), "places": list(map(place, finding.lines))}
            for finding in each.findings
        ],
        "never_filled": dict(each.never_filled),
        "never_seen": each.never_seen,
        "edited": each.parser.edited,
    }


def _verified_file(file: VerifiedFile, fallen: bool) -> JsonObject:
    return {
        **pick(file, "path lines coverage"),
        "fallen": fallen,
        "unexplained": [
            {"line": line.number, "section": section}
            for line, section in zip(file.unexplained, file.sections, strict=True)
        ],
        "last_resort": [line.number for line in file.last_resort],
    }


def place(line: SourceLine) -> str:
    """Name where a line stands."""
    return f"{line.path}:{line.number}"
