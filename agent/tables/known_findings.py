"""Claims findings as the answer, where each word of a question is said by findings of one kind, or asks for them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from string import Template

from agent.reader.english import phrases, stem, word_list, word_table
from agent.reader.finding_table import FindingTable, IndexedFinding, share
from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term
from agent.reader.record_words import CAPITAL, wide_query
from agent.records import Query, Reading
from agent.value_index import ValueIndex
from findings.records import Finding
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


@dataclass(frozen=True, slots=True)
class _KindWords:
    """Words that ask for findings of a kind: one of each group of `keys`, the first its topic; any of `others`."""

    keys: tuple[frozenset[str], ...]
    others: frozenset[str]


@cache
def _kinds() -> Mapping[tuple[str, bool], _KindWords]:
    """Read the words by kind, and whether it is found in logs; written as "key key & key: other other $word_group"."""
    kinds: dict[tuple[str, bool], _KindWords] = {}
    for name, is_logged in (("findings_in_configurations", False), ("findings_in_logs", True)):
        for kind, text in word_table(name).items():
            keys, _, others = Template(text).substitute(word_table("word_groups")).partition(":")
            groups = tuple(frozenset(group.split()) for group in keys.split("&"))
            kinds[kind, is_logged] = _KindWords(groups, frozenset(others.split()))
    return kinds


def write_known(
    asked: ParsedQuestion, findings: FindingTable, look_up: ValueIndex, documents: Sequence[Document]
) -> Query | None:
    """Write the statement of the findings that say what is asked; None where a word is left, or more kinds do.

    No line of a configuration that was not read may have a word of the topic.
    """
    if not asked.is_timeless or _THINGS.search(asked.text.lower()) or CAPITAL.search(asked.text):
        return None
    terms = {kind: _terms_left(asked, words) for kind, words in _kinds().items()}
    answers = [
        indexed.finding
        for indexed in findings.findings()
        if (left := terms.get(_kind_of(indexed.finding))) is not None and _says_all(indexed, asked, left)
    ]
    kinds = set(map(_kind_of, answers))
    if len(kinds) != 1 or len(answers) > MOST:
        return None
    topic = sorted(_kinds()[kinds.pop()].keys[0])
    words = " OR ".join(wide_query(Term(word, {stem(word): 1.0})) for word in topic)
    unread: dict[str, Value] = {"q": words, "documents": tuple(document.serial for document in documents)}
    if look_up.rows(_UNREAD, unread, 1):
        return None
    kind, messages = answers[0].kind, tuple(finding.message for finding in answers)
    reading = Reading("list", "Finding", note=f"read as: findings of the kind {kind}")
    return Query("cypher", _FINDINGS, {"kind": kind, "messages": messages}, reading=reading)


def _kind_of(finding: Finding) -> tuple[str, bool]:
    return finding.kind, bool(finding.since)


def _terms_left(asked: ParsedQuestion, words: _KindWords) -> list[Term] | None:
    """Return the terms that findings of a kind have to say; None where a question does not ask for the kind.

    It does where it has a word of each group of keys, and no word that is neither a term nor only asks.
    """
    spoken = {word.partition("'")[0] for word in re.findall("[a-z']+", asked.plain)}
    named = spoken.union(term.text.lower() for term in asked.terms)
    if any(named.isdisjoint(group) for group in words.keys) or spoken & word_list("measured_apart"):
        return None  # "the longest outage": a finding ranks and times none
    of_kind = words.others.union(*words.keys)
    asking = word_list("void") | word_list("asks") | of_kind
    plain = (word_list("function") - word_list("unsure") - word_list("turning")) | asking | {"and"}
    names = " ".join([*(term.text for term in asked.terms), *asked.devices])
    plain |= {*re.findall("[a-z]+", names.lower())}
    plain |= {phrase[0] for phrase in phrases() if len(phrase) == 1}
    if spoken - plain:
        return None
    stems = {*map(stem, of_kind)}
    terms = [term for term in asked.terms if term.text.lower() not in asking]
    return [term for term in terms if term.is_value or stem(term.text) not in stems]


def _says_all(indexed: IndexedFinding, asked: ParsedQuestion, terms: Sequence[Term]) -> bool:
    """Tell whether a finding is about the devices of a question, and says some terms of it.

    Of a finding from logs its lines have to say it: its message names more sorts of events than one. One that quotes
    its records has only some of them, unless it is about one.
    """
    devices = {name.lower() for name in asked.devices}
    if not (devices <= indexed.devices or (len(indexed.devices) == 1 and indexed.devices <= devices)):
        return False
    if indexed.finding.since:
        asks_for_now = "state" in asked.wants and "past" not in asked.wants
        is_part = '"' in indexed.finding.message and " once" not in indexed.finding.message
        if asks_for_now or is_part:
            return False
        indexed = replace(indexed, said=indexed.shown)
    return all(share(term, indexed) for term in terms)
