"""What `wirelore parsers` prints with `--json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from command_line.json_output import JsonObject, lines_json

if TYPE_CHECKING:
    from command_line.find_parsers import FoundParser
    from command_line.verify_parsers import VerifyOutcome
    from graph_store.records import SourceLine
    from ingest.records import Parser
    from ingest.verify_parser import VerifiedParser


def list_json(folder: str, found: Sequence[FoundParser]) -> JsonObject:
    """Describe the parsers of a folder."""
    return {
        "folder": folder,
        "parsers": [parser_json(each.parser) for each in found if each.parser],
        "broken": [{"name": each.name, "reason": each.reason} for each in found if not each.parser],
    }


def parser_json(parser: Parser) -> JsonObject:
    """Describe a parser in short."""
    usage = parser.learning.get("usage", {})
    return {
        "name": parser.name,
        "kind": parser.kind,
        "model": parser.model,
        "sections": len(sections_of(parser)),
        "entity_types": len(parser.schema.get("$defs", {})),
        "coverage": parser.coverage,
        "samples": list(parser.samples),
        "learned": parser.learning.get("learned"),
        "calls": usage.get("calls", 0),
        "tokens": tokens_of(usage),
        "cost_usd": usage.get("cost_usd") if usage else 0.0,
        "edited": list(parser.edited),
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
        "prose": list(found.prose),
        "passed_over": [{"path": each.path, "reason": each.reason} for each in outcome.passed_over],
        "broken": list(outcome.broken),
    }


def _verified(each: VerifiedParser) -> JsonObject:
    fallen = each.fallen()
    return {
        "name": each.parser.name,
        "wrong": each.wrong,
        "coverage_when_learned": each.parser.coverage,
        "files": [
            {
                "path": file.path,
                "lines": file.lines,
                "coverage": file.coverage,
                "fallen": file in fallen,
                "unexplained": [
                    {"line": line.number, "section": section}
                    for line, section in zip(file.unexplained, file.sections, strict=True)
                ],
                "last_resort": [line.number for line in file.last_resort],
            }
            for file in each.files
        ],
        "failures": [
            {
                "section": failure.section,
                "reason": failure.reason,
                "count": failure.count,
                "lines": lines_json(failure.lines),
            }
            for failure in each.failures
        ],
        "findings": [
            {
                "wrong": finding.wrong,
                "section": finding.section,
                "about": finding.about,
                "text": finding.text,
                "count": finding.count,
                "places": [place(line) for line in finding.lines],
            }
            for finding in each.findings
        ],
        "never_filled": {kind: list(fields) for kind, fields in each.never_filled},
        "never_seen": list(each.never_seen),
        "edited": list(each.parser.edited),
    }


def place(line: SourceLine) -> str:
    """Name where a line stands."""
    return f"{line.path}:{line.number}"
