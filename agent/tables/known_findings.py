"""Claims findings as the answer, where each word of a question is said by findings of one kind, or asks for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.reader.english import phrases, stem, word_list, word_table
from agent.reader.finding_table import FindingTable, IndexedFinding, share
from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term
from agent.reader.record_words import CAPITAL, wide_query
from agent.records import Query, Reading
from agent.value_index import ValueIndex
from graph_store.records import Document, Value

MOST = 20
_UNREAD = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node AS l WITH l WHERE l.document IN $documents "
    "AND NOT (l)<-[:HAS_LINE]-() RETURN l.id LIMIT 1"
)
_FINDINGS = (
    "MATCH (f:Finding) WHERE f.type = 'Finding' AND f.kind = $kind AND f.message IN $messages "
    "RETURN f.severity AS severity, f.message AS finding"
)
_THINGS = re.compile(r"\bhow many (?!times\b)|\bwhy\b")


def write_known(
    asked: ParsedQuestion, findings: FindingTable, look_up: ValueIndex, documents: Sequence[Document]
) -> Query | None:
    """Write the statement of the findings that say what is asked; None where a word is left, or more kinds do.

    No line of a configuration that was not read may have a word of the topic.
    """
    if not asked.is_timeless or _THINGS.search(asked.text.lower()) or CAPITAL.search(asked.text):
        return None
    kinds: dict[str, tuple[set[str], list[str]]] = {}
    for one in findings.findings():
        table = "of_logs" if one.finding.since else "of_configurations"
        said, _, words = word_table(table).get(one.finding.kind, "").partition(":")
        keys = [{*group.split()} for group in said.split("&")]
        if said and _says_all(asked, one, keys, {*words.split()}):
            kinds.setdefault(one.finding.kind, (keys[0], []))[1].append(one.finding.message)
    if len(kinds) != 1:
        return None
    ((kind, (named, messages)),) = kinds.items()
    topic = " OR ".join(wide_query(Term(word, {stem(word): 1.0})) for word in sorted(named))
    scope: dict[str, Value] = {"q": topic, "documents": tuple(one.serial for one in documents)}
    if len(messages) > MOST or look_up.rows(_UNREAD, scope, 1):
        return None
    reading = Reading("list", "Finding", note=f"read as: findings of the kind {kind}")
    return Query("cypher", _FINDINGS, {"kind": kind, "messages": tuple(messages)}, reading=reading)


def _says_all(asked: ParsedQuestion, one: IndexedFinding, keys: Sequence[set[str]], words: set[str]) -> bool:
    """Tell whether a question has keys of the kind, and each other word is said by a finding, or asks for it.

    Of a finding from logs its lines have to say it: its message names more sorts of events than one. One that quotes
    its records has only some of them, unless it is about one.
    """
    devices = {name.lower() for name in asked.devices}
    if devices and not (devices <= one.devices or (len(one.devices) == 1 and one.devices <= devices)):
        return False
    said = {word.partition("'")[0] for word in re.findall("[a-z']+", asked.plain)}
    told = words.union(*keys)
    stems = {*map(stem, told)}
    asks = word_list("void") | word_list("asks") | told
    terms = [each for each in asked.terms if each.text.lower() not in asks]
    terms = [each for each in terms if each.is_value or stem(each.text) not in stems]
    is_logged = bool(one.finding.since)
    named = said.union(each.text.lower() for each in asked.terms)
    if any(named.isdisjoint(group) for group in keys):
        return False
    if is_logged and ('"' in one.finding.message and " once" not in one.finding.message):
        return False
    if is_logged and "state" in asked.wants and "past" not in asked.wants:
        return False  # what is down now
    if not all(share(each, replace(one, said=one.shown) if is_logged else one) for each in terms):
        return False
    plain = word_list("function") - word_list("unsure") - word_list("turning") | asks | {"and"}
    used = {part for each in asked.terms for part in re.findall("[a-z]+", each.text.lower())}
    used |= {part for name in devices for part in re.findall("[a-z]+", name)}
    used |= {word for phrase in phrases() if len(phrase) == 1 for word in phrase}
    return not said - plain - used
