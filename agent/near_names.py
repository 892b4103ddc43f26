"""Finds names in the graph that are close to a misspelled one in a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from agent.model.near_values import question_values
from agent.records import Answer
from graph_store.errors import GraphError
from graph_store.graph import ReadableGraph

MOST = 3
LIKENESS = 0.7
SHORTEST = 3
MOST_DEVICES = 100_000
MOST_ROWS = 200
TIME_LIMIT_S = 3.0
DEVICES = "MATCH (d:Device) RETURN d.name"
LINES = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.text LIMIT 200"
WORD = re.compile(r"[^\s,;:=\"'()\[\]{}<>]+")
EDGES = "?.,;:!"


@dataclass(frozen=True, slots=True)
class NearName:
    """A name to put in the place of one that nothing has; `question` is the question with it."""

    name: str
    question: str


def near_names(question: str, answer: Answer, graph: ReadableGraph) -> tuple[NearName, ...]:
    """Look for names near to what an unanswered question names and the graph has not; the nearest first."""
    if answer.status not in {"none", "closest", "not_parsed"}:
        return ()
    found = [
        NearName(name, question.replace(asked, name))
        for asked in question_values(question)
        if len(asked) >= SHORTEST
        for name in _nearest(asked, [*_devices(graph), *_words_near(asked, graph)])
    ]
    return tuple(found[:MOST])


def _devices(graph: ReadableGraph) -> list[str]:
    try:
        return [str(row[0]) for row in graph.read(DEVICES, row_limit=MOST_DEVICES).rows]
    except GraphError:
        return []


def _words_near(asked: str, graph: ReadableGraph) -> Iterator[str]:
    """Yield the words of lines that have a word with a letter or two changed."""
    parts = [part for part in re.findall(r"\w+", asked.lower()) if len(part) >= SHORTEST]
    if not parts or len(parts) > 4:
        return
    query = " AND ".join(f"{part}~{1 if len(part) < 6 else 2}" for part in parts)
    try:
        rows = graph.read(LINES, {"q": query}, row_limit=MOST_ROWS, time_limit_s=TIME_LIMIT_S).rows
    except GraphError:
        return
    for row in rows:
        yield from (word.rstrip(EDGES) for word in WORD.findall(str(row[0])))


def _nearest(asked: str, names: Sequence[str]) -> list[str]:
    """Return the names most like one, in any case; none where the name itself is among them."""
    folded, has_digit = asked.lower(), any(map(str.isdigit, asked))
    if any(name.lower() == folded for name in names):
        return []
    alike = {
        name: SequenceMatcher(None, folded, name.lower()).ratio()
        for name in dict.fromkeys(names)
        if abs(len(name) - len(asked)) <= max(2, len(asked) // 3) and any(map(str.isdigit, name)) == has_digit
    }
    near = [name for name, share in alike.items() if share >= LIKENESS]
    return sorted(near, key=lambda name: -alike[name])[:MOST]
