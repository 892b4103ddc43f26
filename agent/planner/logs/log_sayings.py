"""Questions about all that the logs say of something: "what do the logs say about 10.0.0.9?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planner.logs.event_statements import LINES_WITH, OF_LINES
from agent.planner.plan_records import Statement
from agent.planner.related.named_things import leaves_words, stems
from agent.planner.scope import LOG_STEMS, Scope
from agent.planner.values.locate_values import Located
from agent.reader.value_index import quoted_phrase
from agent.planner.words.question_words import without_cut
from agent.planner.write_conditions import Parameters

_LOG = r"(?:(?:sys)?logs?|(?:sys)?log (?:file|record|message|line|entr)\w*|log'?s|messages|records)"
_ABOUT = r"(?:about|of|on|for|regarding|concerning|around)"
LOGS_SAY = re.compile(
    rf"\bwhat (?:(?:do|does|did|can|could) )?(?:the |our |all |any )*{_LOG} (?:have to )?"
    rf"(?:say|tell|show|report|mention|contain|know|hold|have|record)\w*\b|"
    rf"\bwhat (?:is|was|has been|have you) (?:said|logged|reported|recorded)\b|"
    rf"\bwhat (?:is|was) (?:there )?in (?:the |our )?{_LOG} {_ABOUT}\b|"
    rf"\banything (?:is |was )?(?:said |logged |reported )?(?:{_ABOUT} .+ )?in (?:the |our )?{_LOG}\b",
    re.IGNORECASE,
)
"""What asks for everything that logs say of something, and not for one fact."""
_SAID = LOG_STEMS | stems(
    "say", "says", "said", "tell", "tells", "show", "shows", "report", "reports", "mention", "mentions", "contain",
    "know", "hold", "record", "records", "recorded", "anything", "address", "ip", "interface", "port", "about",
    "file", "files", "line", "lines", "entry", "entries", "name", "prefix", "user", "thing",
)  # fmt: skip
_KINDS = "e.template AS template, count(*) AS count, head(collect(e.message)) AS example"
_ORDER = "ORDER BY count DESC, template"
_COLUMNS = ("template", "count", "example")


def write_log_sayings(scope: Scope) -> tuple[Statement, ...]:
    """Write the statements for the records that name what the question names, and for those of a device; or none."""
    if not LOGS_SAY.search(scope.text) or not (scope.located and scope.lexicon.events):
        return ()
    named = [one for one in scope.located if not one.devices]
    if leaves_words(scope, [one.mention.index for one in scope.located], _SAID):
        return ()
    if named:
        return (_naming(scope, named),)
    return _of_devices(scope)


def _naming(scope: Scope, named: Sequence[Located]) -> Statement:
    """Count the kinds of records in whose lines all the named values stand, on the named devices."""
    texts = [without_cut(one.mention.text) for one in named]
    parameters = Parameters()
    query = " AND ".join(quoted_phrase(text) for text in texts)
    tests = [f"e.device IN {parameters.add(scope.devices)}"] if scope.devices else []
    where = f" WHERE {' AND '.join(tests)}" if tests else ""
    text = f"{LINES_WITH.format(parameters.add(query))}(e:Event){OF_LINES}{where} RETURN {_KINDS} {_ORDER}"
    place = f" of {' and '.join(scope.devices)}" if scope.devices else ""
    note = f"read as: log records{place} that name {' and '.join(texts)}"
    return _statement(text, parameters, note)


def _of_devices(scope: Scope) -> tuple[Statement, Statement]:
    """Count the kinds of the devices' own records, and of those of others that name them."""
    names = " and ".join(scope.devices)
    own, others = Parameters(), Parameters()
    said = " OR ".join(quoted_phrase(name) for name in scope.devices)
    return (
        _statement(
            f"MATCH (e:Event) WHERE e.device IN {own.add(scope.devices)} RETURN {_KINDS} {_ORDER}",
            own,
            f"read as: log records of {names}",
        ),
        _statement(
            f"{LINES_WITH.format(others.add(said))}(e:Event){OF_LINES} "
            f"WHERE NOT e.device IN {others.add(scope.devices)} RETURN {_KINDS} {_ORDER}",
            others,
            f"and as: records of others that name {names}",
        ),
    )


def _statement(text: str, parameters: Parameters, note: str) -> Statement:
    return Statement(text, parameters.values, "summary", _COLUMNS, subject="log record", note=note)
