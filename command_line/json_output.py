"""What commands print with `--json`: one object each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.records import Answer
    from command_line.find_parsers import FoundParser, VerifyOutcome
    from graph_store.records import SourceLine
    from ingest.learn.verify_parser import VerifiedFile, VerifiedParser
    from ingest.records import IngestReport, Parser

JsonObject = dict[str, object]


def pick(record: object, names: str) -> JsonObject:
    """Take attributes of a record by their names, separated by blanks."""
    return {name: getattr(record, name) for name in names.split()}


def ingest_json(report: IngestReport) -> JsonObject:
    """Describe an ingest."""
    return {
        **pick(report, "documents lines lines_explained coverage entities relations labels"),
        "unexplained": [{"path": line.path, "line": line.number} for line in report.unexplained],
        "model": report.model,
        "llm_calls": report.spent.calls,
        **pick(report.spent, "prompt_tokens completion_tokens"),
        "replayed_calls": report.spent.replayed,
        "cost_usd": report.spent.cost_usd,
        **pick(report, "seconds unchanged field_coverage parsers sandbox"),
        "doubts": [asdict(each) for each in report.doubts],
        "cut_lines": [
            {"path": line.path, "line": line.number, "bytes": line.bytes, "kept_characters": line.kept}
            for line in report.cut_lines
        ],
        "passed_over": [{"path": path, "reason": reason} for path, reason in report.passed_over],
        "not_loaded": [{"path": path, "reason": reason} for path, reason in report.not_loaded],
        "copies": [{"path": path, "same_as": other} for path, other in report.copies],
        "pruned": report.pruned,
        "dropped": dict(report.dropped),
        "moved": [{"path": path, "before": before} for path, before in report.moved],
        **pick(report, "failures values_not_found prose edited"),
        "drifts": [
            {
                **pick(drift, "path parser"),
                "coverage_before": drift.before,
                "coverage": drift.now,
                "lines": [line.number for line in drift.lines],
                "learned_again": drift.learned,
            }
            for drift in report.drifts
        ],
    }


def answer_json(answer: Answer) -> JsonObject:
    """Describe an answer."""
    return {
        "answer": answer.text,
        "status": answer.status,
        "citations": lines_json(answer.citations),
        "queries": [
            {
                "kind": outcome.query.kind,
                "text": outcome.query.statement,
                **pick(outcome.query, "parameters attempt"),
                "rows": len(outcome.rows),
                "error": outcome.error,
            }
            for outcome in answer.outcomes
        ],
        **pick(answer, "model tokens seconds calls prompt_tokens completion_tokens"),
        "seconds_outside_model": answer.seconds - answer.waited_s,
        "choices": answer.choices,
        "closest": [
            {"path": one.path, "line": one.number, "text": one.text, "count": one.count}
            | ({"score": one.score, "trail": list(one.trail)} if one.score is not None else {})
            for one in answer.closest
        ],
    }


def lines_json(lines: Sequence[SourceLine]) -> list[JsonObject]:
    """Describe source lines."""
    return [{"path": line.path, "line": line.number, "text": line.text} for line in lines]


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
