"""Questions about logs as a whole, that name nothing in them: "what is this log about?"."""

from __future__ import annotations

import re

from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Meaning, Statement, Target
from agent.planner.related.named_things import leaves_words, stems
from agent.planner.scope import LOG_STEMS, Scope
from agent.planner.words.lexicon import EVENT

_LOGS = r"(?:(?:sys)?logs?(?: (?:files?|records?|messages?|lines?|entries|data))?|log'?s|(?:sys)?logfiles?)"
_THE = r"(?:the |this |that |these |those |our |my |all |all the |every |each )*"
_ABOUT = re.compile(
    rf"\bwhat (?:is|are|was|were) {_THE}{_LOGS} (?:all )?(?:about|for|saying|telling)\b|"
    rf"\bwhat (?:is|are) (?:there )?(?:in|inside) {_THE}{_LOGS}\b|"
    rf"\bwhat (?:do|does|did|can|could) {_THE}{_LOGS} (?:say|tell|show|report|contain|record|hold|cover)\w*\b|"
    rf"\b(?:describe|summari[sz]e|explain|outline) {_THE}{_LOGS}\b|"
    rf"\b(?:overview|summary|description|outline) (?:of|over|about) {_THE}{_LOGS}\b|"
    rf"\bwhat (?:kinds?|sorts?|types?) of (?:log|logs) (?:is|are) (?:this|it|these|that|those)\b",
    re.IGNORECASE,
)
_NO_RECORDS = f"MATCH (e:{EVENT}) WITH count(*) AS count WHERE count > 0 RETURN count"
_SAID = LOG_STEMS | stems(
    "say", "tell", "saying", "telling", "show", "shows", "report", "contain", "contains", "record", "records", "hold",
    "cover", "overview", "summary", "summarize", "summarise", "description", "outline", "describe", "explain", "brief",
    "short", "quick", "file", "files", "line", "lines", "entry", "entries", "data", "kind", "sort", "type", "whole",
)  # fmt: skip


def write_about_logs(scope: Scope) -> tuple[Statement, ...]:
    """Write an overview of all log records; nothing where the question names something in them."""
    if not _ABOUT.search(scope.text) or scope.located or leaves_words(scope, (), _SAID):
        return ()
    if not scope.lexicon.events:
        return (Statement(_NO_RECORDS, {}, "summary", ("count",), subject="log record"),)
    return EventWriter(Meaning(Target(EVENT)), scope).write_overview()
