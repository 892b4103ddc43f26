"""Writes queries with a model."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

from pydantic import BaseModel, Field

from agent.errors import ModelReplyError
from agent.evidence.ties import ask_for_next
from agent.model.call_model import AskModel
from agent.model.describe_graph import SCHEMA_TOKENS, describe_asked, describe_graph
from agent.model.find_doubts import find_doubts
from agent.model.near_values import asked_devices, near_values, plain_values, tell_nowhere
from agent.model.rank_labels import is_dated
from agent.model.tell_zones import tell_zones
from agent.modes import WAYS
from agent.reader.english import stem, word_list
from agent.reader.written_times import WrittenTimes
from agent.records import Intent, Query, Question, Reading
from agent.roles import Writer
from agent.value_index import ValueIndex
from graph_store.records import Description, Value
from graph_store.text_search.lucene_regex import escape_lucene

# Finds a few source lines that hold words of a question: searches are then written as lines are. Not redacted.


SEARCHED = 40
MOST = 6
LONGEST = 200
"""Characters of a line that are shown; what is cut is its middle."""
STATEMENT = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score "
    "RETURN node.path AS path, node.text AS text, score "
    f"ORDER BY score DESC, node.id LIMIT {SEARCHED}"
)
_WORD = re.compile(r"\w[\w.:/-]+\w")
_GIVEN = re.compile(
    r"(?<![0-9a-f])(?=[0-9a-f]*?\d)[0-9a-f]++|(?<=[\"'\[(<])[^\"'\])>]{1,60}+(?=[\"'\])>])", re.IGNORECASE
)


def sample_lines(question: Question, plain: Writer, look_up: ValueIndex) -> tuple[str, ...]:
    """Return lines of different kinds, the best fits first, as "path: text".

    `plain` writes the search without a model: for all of the question's words, and for any of them. Where that
    finds nothing, lines are shown with a token that begins like one of the words.
    """
    searches = [str(query.parameters["q"]) for query in plain.write(question)]
    words = dict.fromkeys(word.lower() for word in _WORD.findall(question.text))
    begins = " OR ".join(
        f"{escape_lucene(_root(word))}*" for word in words if word not in word_list("function")
    )
    found = _found(searches, look_up) or _found([begins], look_up)
    kinds: dict[str, tuple[str, str]] = {}
    for path, text in found:
        kinds.setdefault(_GIVEN.sub("0", text), (path, text))
    half = LONGEST // 2
    return tuple(
        f"{path}: {text if len(text) <= LONGEST else f'{text[:half]} … {text[-half:]}'}"
        for path, text in list(kinds.values())[:MOST]
    )


def _found(searches: Iterable[str], look_up: ValueIndex) -> list[tuple[str, str]]:
    return [
        (str(path), str(text))
        for search in searches
        if search
        for path, text, _ in look_up.rows(STATEMENT, {"q": search})
    ]


def _root(word: str) -> str:
    stemmed = stem(word)
    return stemmed if word.isalpha() and word.startswith(stemmed) else word.removesuffix("s")


SEARCH = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score "
    "RETURN node.path AS path, node.number AS number, node.text AS text, score "
    "ORDER BY score DESC, node.id LIMIT 40"
)
Parameters = dict[str, object]
"""As a model gives them; only texts, numbers, switches and lists of them can be asked with."""


class _Graph(BaseModel):
    statement: str = ""
    parameters: Parameters = Field(default_factory=dict)
    intent: str = "list"
    subject: str = ""
    q: str = ""


class _Text(BaseModel):
    q: str = ""
    statement: str = ""


class ModelGraphWriter:
    """Lets the model write one statement, and in the same reply the words of a text search, where the mode has one."""

    def __init__(self, model: AskModel, description: Description, look_up: ValueIndex) -> None:
        self._model = model
        self._description = description
        self._look_up = look_up
        self._times = WrittenTimes(look_up)
        self._logs = {one.serial: one.path for one in description.documents if one.kind == "log"}

    def write(self, question: Question) -> tuple[Query, ...]:
        """Write; nothing where the model finds nothing to ask the graph, or its reply makes no sense."""
        if not question.text.strip():
            return ()
        known = {f"{name}: device = {name}" for name in self._description.devices}
        near = near_values(question.text, Query("cypher", ""), self._description.devices, self._look_up)
        values = (
            *(line for line in near if line not in known),
            *plain_values(question.text, self._description, self._look_up),
            *asked_devices(question.text, self._description, self._look_up).lines(),
        )
        absent = tell_nowhere(question.text, self._description.devices, self._look_up)
        times = tell_zones(self._logs, self._times) if is_dated(question.text) else ""
        stand = "\n".join(["", *values, *absent, *filter(None, [times])])
        prompt = "write_graph" if WAYS[question.mode].lucene else "write_statement"
        try:
            reply = self._model.ask_shorter(
                "write_hybrid" if question.mode == "hybrid" else prompt,
                lambda part: {
                    "schema": describe_asked(
                        question.text, self._description, self._look_up, SCHEMA_TOKENS // part
                    )["schema"]
                    + stand,
                    "question": question.text,
                },
                _Graph,
            )
        except ModelReplyError:
            return ()
        queries = []
        if reply.statement.strip():
            query = Query("cypher", reply.statement, frozen_parameters(reply.parameters))
            doubts = find_doubts(question.text, query, self._description, self._look_up)
            intent: Intent = next((one for one in get_args(Intent) if one == reply.intent), "list")
            reading = Reading(intent, reply.subject, doubts=doubts, by_model=True)
            queries.append(ask_for_next(replace(query, reading=reading)))
        if WAYS[question.mode].lucene and reply.q.strip():
            queries.append(Query("lucene", SEARCH, {"q": reply.q}, reading=Reading("list", "lines")))
        return tuple(queries)


class ModelTextWriter:
    """Lets the model write one full-text search, with lines to look at that `plain` finds without a model."""

    def __init__(self, model: AskModel, description: Description, look_up: ValueIndex, plain: Writer) -> None:
        self._model = model
        self._plain = plain
        self._description = description
        self._devices = replace(description, labels=(), relations=())
        self._look_up = look_up

    def write(self, question: Question) -> tuple[Query, ...]:
        """Write; nothing where the model's reply makes no sense, or the graph's writer writes the search as well."""
        if WAYS[question.mode].cypher or not question.text.strip():
            return ()
        places = {
            "devices": describe_graph(self._devices, question.text)["devices"],
            "lines": "\n".join(sample_lines(question, self._plain, self._look_up)) or "none",
            "question": question.text,
        }
        try:
            reply = self._model.ask("write_text", places, _Text)
        except ModelReplyError:
            return ()
        if not reply.q.strip():
            return ()
        query = Query("lucene", reply.statement.strip() or SEARCH, {"q": reply.q})
        doubts = find_doubts(question.text, query, self._description, self._look_up)
        return (replace(query, reading=Reading("list", "lines", doubts=doubts, by_model=True)),)


def frozen_parameters(parameters: Parameters) -> dict[str, Value]:
    """Turn lists into tuples, as records hold them; what cannot be asked with is left out."""
    found: dict[str, Value] = {}
    for name, value in parameters.items():
        if isinstance(value, str | int | float):
            found[name] = value
        elif isinstance(value, list):
            found[name] = tuple(item for item in value if isinstance(item, str | int | float))
    return found
