"""Community reports written by a model, asked once and kept in the graph by a digest of their input.

A report is written from what was composed, statement by statement, and each of its findings names the statements that
it stands on: so its lines are theirs. Only reports whose composed text has changed are written again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from graph_store.graph import ReadableGraph, WritableGraph
from language_model.calls import Message, ModelCalls, json_object
from language_model.count_tokens import Estimate
from language_model.errors import ReplyCutOff
from language_model.prompts import prompt_text
from retrieval.compose_reports import Report
from retrieval.records import ReportStatement

PROMPTS = Path(__file__).resolve().parent / "prompts"
MOST_WRITTEN = 60
"""Reports that are written of one graph: those of the highest rank. The others stay composed."""
REPLY_TOKENS = 400
_LABEL = "CommunityReport"
_MOST = 100_000
_LINES_CITED = 12


class _Finding(BaseModel):
    text: str
    statements: list[int]


class _Body(BaseModel):
    title: str = ""
    findings: list[_Finding]


@dataclass(frozen=True, slots=True)
class ReportPlan:
    """What writing would take: reports to write, those that are kept already, and tokens (an estimate)."""

    write: tuple[Report, ...]
    kept: int
    tokens: int


def read_written(graph: ReadableGraph, composed: Sequence[Report]) -> Sequence[Report]:
    """Put reports that a model wrote of the same facts in the place of the composed ones."""
    kept = read_bodies(graph, _LABEL, _Body)
    return [_written(one, *kept[one.key]) if one.key in kept else one for one in composed]


def plan_writing(graph: ReadableGraph, composed: Sequence[Report], most: int = MOST_WRITTEN) -> ReportPlan:
    """Say which of the highest reports lack words of a model."""
    kept, count = read_bodies(graph, _LABEL, _Body), Estimate()
    chosen = composed[:most]
    write = tuple(one for one in chosen if one.key not in kept)
    fixed_tokens = count(prompt_text(PROMPTS, "write_report")) + REPLY_TOKENS
    tokens = sum(fixed_tokens + count(_facts(report)) for report in write)
    return ReportPlan(write, len(chosen) - len(write), tokens)


def write_reports(
    graph: WritableGraph, composed: Sequence[Report], plan: ReportPlan, calls: ModelCalls
) -> int:
    """Let the model write, one call a report, and return how many it wrote; what is written stays when a call fails.

    A reply that cites nothing is left out: that report stays composed. Raises ModelCallError.
    """
    written = 0
    for report in plan.write:
        body = ask_model(calls, "write_report", _facts(report), _Body)
        if body is None:
            continue
        right = range(1, len(report.statements) + 1)
        body.findings = [
            one for one in body.findings if one.text.strip() and any(n in right for n in one.statements)
        ]
        if body.findings:
            keep_body(graph, _LABEL, report.key, calls.name, body)
            written += 1
    drop_stale(graph, _LABEL, _Body, {report.key for report in composed})
    return written


def _facts(report: Report) -> str:
    facts = "\n".join(f"{place}. {one.text}" for place, one in enumerate(report.statements, 1))
    return f"<facts>\n{report.title}\n{facts}\n</facts>"


def _written(report: Report, model: str, body: _Body) -> Report:
    """Make the report of the model's words; a finding has the lines of the statements that it names."""
    statements = []
    for one in body.findings:
        named = [report.statements[n - 1] for n in one.statements if 0 < n <= len(report.statements)]
        lines = tuple(dict.fromkeys(line for each in named for line in each.lines))
        if lines:
            total = sum(each.total for each in named)
            statements.append(ReportStatement(one.text, lines[:_LINES_CITED], max(total, len(lines))))
    if not statements:
        return report
    return replace(report, title=body.title or report.title, statements=tuple(statements), model=model)


# Asks a model for one JSON object about data.


Read = TypeVar("Read", bound=BaseModel)


def ask_model(calls: ModelCalls, prompt: str, data: str, expected: type[Read]) -> Read | None:
    """Return the object that the reply holds, None where it holds none of this form. Raises ModelCallError."""
    try:
        reply = calls.call(
            prompt, [Message("system", prompt_text(PROMPTS, prompt)), Message("user", data)]
        ).text
    except ReplyCutOff as error:
        reply = error.text
    try:
        return expected.model_validate(json.loads(json_object(reply)))
    except (ValueError, ValidationError):
        return None


# What a model wrote, kept in the graph by a digest of what it was asked.


def read_bodies(graph: ReadableGraph, label: str, expected: type[Read]) -> dict[str, tuple[str, Read]]:
    """Return the model's name and what it wrote, by digest; what cannot be read any more is left out."""
    found = {}
    statement = f"MATCH (n:{label}) RETURN n.key AS key, n.model AS model, n.body AS body ORDER BY key"
    for key, model, body in graph.read(statement, row_limit=_MOST).rows:
        with suppress(ValidationError):
            found[str(key)] = str(model), expected.model_validate_json(str(body))
    return found


def keep_body(graph: WritableGraph, label: str, key: str, model: str, body: BaseModel) -> None:
    """Keep what a model wrote."""
    keep = f"MERGE (n:{label} {{key: $key}}) SET n.model = $model, n.body = $body"
    graph.write_all([(keep, {"key": key, "model": model, "body": body.model_dump_json()})])


def drop_stale(graph: WritableGraph, label: str, expected: type[BaseModel], current: Set[str]) -> None:
    """Drop what was written of what is not there any more; what cannot be read stays."""
    stale = [key for key in read_bodies(graph, label, expected) if key not in current]
    if stale:
        drop = f"UNWIND $keys AS key MATCH (n:{label} {{key: key}}) DETACH DELETE n"
        graph.write_all([(drop, {"keys": stale})])
