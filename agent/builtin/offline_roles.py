"""The agent's roles without a model, and the queries they write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from agent.builtin.follow_up import FollowUpReader
from agent.builtin.greeting import greet
from agent.reader.candidate_lines import CandidateLines
from agent.reader.closest_lines import ClosestLines
from agent.reader.english import stem
from agent.reader.question_terms import Term, read_terms
from agent.reader.show_data import DataReader
from agent.records import Answer, Outcome, Query, Question, Reading, Row
from agent.render.draft import in_file_order, say_failed, write_drafts
from agent.render.rows import table_of_outcome
from agent.render.statements import asks_for_several, draft_rows, say_taken_back, value_names
from agent.roles import Roles, Say
from agent.routes import has_evidence, is_empty
from agent.value_index import ValueIndex, escape_term, quoted_phrase
from graph_store.cypher_tokens import Token, tokenize
from graph_store.graph import ReadableGraph
from graph_store.records import Description, Scalar, Value
from graph_store.text_search.tokenize_line import search_tokens

# Write queries without a model: selections that are surely read, and text searches.


STATEMENT = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score "
    "RETURN node.path AS path, node.number AS number, node.text AS text, score ORDER BY score DESC LIMIT 10"
)
_VALUE_BOOST = 3


class ClaimWriter:
    """Writes Cypher for a question of which one table uses every word; for others data is shown."""

    def __init__(self, data: DataReader) -> None:
        self._data = data

    def write(self, question: Question) -> tuple[Query, ...]:
        """Write the statement of the table; in mode "text" none is."""
        claim = self._data.claim(question.text) if question.mode != "text" else None
        return (claim,) if claim is not None else ()


class TextSearchWriter:
    """Writes Lucene queries from a question's words: for lines with all of them, then for any of them."""

    def write(self, question: Question) -> tuple[Query, ...]:
        """Write the queries; none without words."""
        terms = list(dict.fromkeys(filter(None, map(_term, read_terms(question.text)))))
        if not terms or not any(character.isalnum() for character in question.text):
            return ()
        queries = [" AND ".join(terms), " OR ".join(terms)] if len(terms) > 1 else terms
        reading = Reading("list", "Line")
        return tuple(Query("lucene", STATEMENT, {"q": query}, reading=reading) for query in queries)


def _term(term: Term) -> str:
    """Write one term: a word in any of its forms, a value as a phrase."""
    if not term.is_value:
        word, root = term.text.lower(), stem(term.text)
        return f"{escape_term(root if word.startswith(root) else word)}*" if term.weight >= 1 else ""
    return f"{quoted_phrase(term.text)}^{_VALUE_BOOST}" if search_tokens(term.text) else ""


# Mend a query without a model: a name that is spelled otherwise, a Lucene query that does not parse.


LUCENE_WORDS = frozenset({"AND", "OR", "NOT", "TO"})
OWN_LABELS = frozenset({"Device", "Document", "Line", "Entity", "Event"})
OWN_RELATIONS = frozenset({"HAS", "HAS_LINE", "HAS_DOCUMENT"})
OF_RECORDS = frozenset({"timestamp", "message", "template"})
OWN_PROPERTIES = OF_RECORDS | {"id", "type", "key", "device", "path", "number", "text", "name"}
LIKENESS = 0.75


class SpellingRepairer:
    """Puts the graph's own spelling in the place of names and values that it does not know."""

    def __init__(self, description: Description, look_up: ValueIndex) -> None:
        labels = description.labels
        self._relations = OWN_RELATIONS | {relation for _, relation, _, _ in description.relations}
        self._labels = OWN_LABELS | {label.name for label in labels}
        self._properties = OWN_PROPERTIES | {one.name for label in labels for one in label.properties}
        self._look_up = look_up

    def repair(self, question: Question, outcome: Outcome, outcomes: Sequence[Outcome] = ()) -> Query | None:
        """Return the mended query, or None when nothing about it can be mended."""
        query = outcome.query
        if query.kind == "lucene":
            mended = _escape_query(query) if outcome.error else query
        else:
            mended = self._spell_names(query)
            if mended == query and is_empty(outcome):
                mended = self._spell_values(query)
        return None if mended == query else mended

    def _spell_names(self, query: Query) -> Query:
        tokens = tokenize(query.statement)
        statement = query.statement
        for place in range(len(tokens) - 1, 0, -1):
            known, token = self._known_at(tokens, place), tokens[place]
            close = _closest(token.plain, known) if known and token.plain not in known else None
            if close:
                statement = f"{statement[: token.start]}`{close}`{statement[token.end :]}"
        return replace(query, statement=statement)

    def _known_at(self, tokens: tuple[Token, ...], place: int) -> frozenset[str]:
        token, before = tokens[place], tokens[place - 1].text
        if not token.is_name or (place + 1 < len(tokens) and tokens[place + 1].text in {"(", "."}):
            return frozenset()
        if before in {":", "|", "&"}:
            opening = next((one.text for one in reversed(tokens[:place]) if one.depth < token.depth), "")
            if opening == "{":  # the value of a `{name: value}`
                return frozenset()
            return self._relations if opening == "[" else self._labels
        return self._properties if before == "." else frozenset()

    def _spell_values(self, query: Query) -> Query:
        """Take the stored spelling of texts that the statement compares with, where the graph has another."""
        tokens = tokenize(query.statement)
        compared = {  # which property each parameter is compared with: `n.p = $x`, `{p: $x}`
            token.text[1:].strip("`"): tokens[place - 2].plain
            for place, token in enumerate(tokens)
            if token.kind == "parameter" and place > 1 and tokens[place - 1].text in {"=", ":"}
        }
        parameters: dict[str, Value] = dict(query.parameters)
        for name, value in query.parameters.items():
            if isinstance(value, str) and name in compared:
                parameters[name] = self._stored(value, compared[name])
        return replace(query, parameters=parameters)

    def _stored(self, value: str, column: str) -> Scalar:
        if column == "device":
            devices = self._look_up.devices(value)
            return devices[0] if len(devices) == 1 else value
        found = {one.value for one in self._look_up.find(value) if one.property == column}
        return value if value in found or len(found) != 1 else found.pop()


def _closest(name: str, known: Iterable[str]) -> str | None:
    folded = {re.sub(r"[\W_]", "", one).lower(): one for one in sorted(known)}
    wanted = re.sub(r"[\W_]", "", name).lower()
    close = [wanted] if wanted in folded else get_close_matches(wanted, folded, n=1, cutoff=LIKENESS)
    return folded[close[0]] if close else None


def _escape_query(query: Query) -> Query:
    parameters: dict[str, Value] = dict(query.parameters)
    for name, value in query.parameters.items():
        if isinstance(value, str):
            words = [word.strip('"()') for word in value.split() if word not in LUCENE_WORDS]
            parameters[name] = " ".join(escape_term(word) for word in words if word)
    return replace(query, parameters=parameters)


# Write answers without a model: rows with evidence are rendered; every other part is left to the closest lines.


class RowRenderer:
    """Renders the rows of the last attempts."""

    def __init__(self, description: Description) -> None:
        self._description = description
        self._values = value_names(description)

    def synthesize(self, question: Question, outcomes: Sequence[Outcome], say: Say) -> Answer:
        """Write the answer: `answered` only with evidence; `unread` is a question that has none."""
        answer = self._answer(question, [say_taken_back(one, self._values) for one in outcomes])
        if answer.status == "answered":
            say(answer.text)
        return answer

    def _answer(self, question: Question, outcomes: Sequence[Outcome]) -> Answer:
        if not question.text.strip():
            return Answer("No question was asked.", "not_parsed")
        greeted = greet(question.text, self._description)
        if greeted is not None:
            return greeted
        last = _last_attempts(outcomes)
        asked = [one for one in last if one.query.kind == "cypher" or question.mode == "text"]
        found = [_in_listed_order(one) for one in asked if has_evidence(one)]
        if found:
            return _render(found, asks_for_several(question.text))
        if asked and all(one.error for one in asked):
            return Answer(say_failed([one.error for one in asked]), "failed", unread=(question.text,))
        return Answer("", "not_parsed", unread=(question.text,))


def _in_listed_order(outcome: Outcome) -> Outcome:
    """Put what a list has of one device in the order of its files; a server returns it in any order."""
    reading, rows = outcome.query.reading, outcome.rows
    if reading is None or reading.intent != "list" or not all("device" in row.values for row in rows):
        return outcome
    devices = {name: place for place, name in enumerate(dict.fromkeys(row.values["device"] for row in rows))}

    def place(row: Row) -> tuple[int, list[tuple[str, int]]]:
        return devices[row.values["device"]], [(line.path, line.number) for line in row.lines[:1]]

    return replace(outcome, rows=tuple(sorted(rows, key=place)))


def _render(found: Sequence[Outcome], several: bool) -> Answer:
    written = write_drafts([draft_rows(one, several) for one in found])
    readings = [one.query.reading for one in found if one.query.reading is not None]
    beside = [sentence for one in readings for sentence in one.beside]
    said = [*(one.text for one in written), *beside, *(f"({one.note})" for one in readings if one.note)]
    cited = in_file_order(line for one in written for line in one.lines)
    return Answer(
        "\n".join(dict.fromkeys(said)), "answered", cited, tables=tuple(map(table_of_outcome, found))
    )


def _last_attempts(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Leave out what a repair has replaced: failures and empty results of earlier attempts."""
    latest: dict[str, int] = {}
    for one in outcomes:
        latest[one.query.kind] = max(one.query.attempt, latest.get(one.query.kind, 0))
    return [
        one
        for one in outcomes
        if one.query.attempt == latest[one.query.kind] or not (one.error or is_empty(one))
    ]


def open_builtin(graph: ReadableGraph, description: Description, look_up: ValueIndex) -> Roles:
    """Bind the roles to what is in the graph."""
    candidates = CandidateLines(graph, description, look_up)
    data = DataReader(graph, description, look_up, candidates)
    return Roles(
        FollowUpReader(lambda text: bool(look_up.devices(text))),
        ClaimWriter(data),
        SpellingRepairer(description, look_up),
        RowRenderer(description),
        ClosestLines(candidates),
        data,
    )
