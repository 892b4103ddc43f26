"""Describes reports, answers and lines as JSON objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.records import Answer, AnswerTable
    from graph_store.records import SourceLine
    from ingest.records import IngestReport

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
        "tables": list(map(table_json, answer.tables)),
    }


def table_json(table: AnswerTable) -> JsonObject:
    """Describe a table of data; `citations` are the lines of each row."""
    return pick(table, "title columns rows total") | {"citations": list(map(lines_json, table.citations))}


def lines_json(lines: Sequence[SourceLine]) -> list[JsonObject]:
    """Describe source lines."""
    return [{"path": line.path, "line": line.number, "text": line.text} for line in lines]
