"""The agent's roles without a model, and the queries they write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from agent.builtin.follow_up import FollowUpReader
from agent.reader.candidate_lines import CandidateLines
from agent.reader.closest_lines import ClosestLines
from agent.reader.english import stem
from agent.reader.question_words import Mention, Word, read_tokens, without_cut
from agent.reader.read_part import near_readings, read_findings_part, read_part, unread_words
from agent.reader.selection import say_plainly, write_findings, write_selection
from agent.reader.small_talk import small_talk
from agent.reader.split_question import split_question
from agent.reader.value_index import ValueIndex
from agent.reader.vocabulary import Vocabulary
from agent.records import Answer, Outcome, Query, Question, Reading, Row
from agent.render.draft import say_empty_question, say_failed, write_drafts
from agent.render.statements import PLAIN, asks_for_several, draft_rows, say_taken_back, value_names
from agent.roles import Roles, Say
from agent.routes import has_evidence, is_empty
from graph_store.cypher_tokens import Token, tokenize
from graph_store.graph import ReadableGraph
from graph_store.records import Description, Scalar
from graph_store.text_search.tokenize_line import search_tokens

# Write queries without a model: selections that are surely read, and text searches.


STATEMENT = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score "
    "RETURN node.path AS path, node.number AS number, node.text AS text, score ORDER BY score DESC LIMIT 10"
)
COLUMNS = ("path", "number", "text", "score")
_SPECIAL = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/])')
_VALUE_BOOST = 3


class SelectionWriter:
    """Writes Cypher for the parts of a question that are surely read; the others have the closest lines."""

    def __init__(self, vocabulary: Vocabulary, look_up: ValueIndex) -> None:
        self._vocabulary = vocabulary
        self._look_up = look_up

    def write(self, question: Question) -> tuple[Query, ...]:
        """Read each part; in mode "text" none is."""
        if question.mode == "text":
            return ()
        parts = [one for one in split_question(question.text) if not one.leans]
        return tuple(query for part in parts for query in self._written(part.text))

    def _written(self, part: str) -> tuple[Query, ...]:
        findings = read_findings_part(part, self._vocabulary, self._look_up)
        if findings is not None:
            return (write_findings(findings, part),)
        selection = read_part(part, self._vocabulary, self._look_up)
        return () if selection is None else (write_selection(selection, part),)


class NoSearch:
    """Writes no text search: the closest lines are looked for when the answer is known to be open."""

    def write(self, question: Question) -> tuple[Query, ...]:
        """Return no query."""
        return ()


class TextSearchWriter:
    """Writes Lucene queries from a question's words: for lines with all of them, then for any of them."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def write(self, question: Question) -> tuple[Query, ...]:
        """Write the queries; none without words."""
        if not any(character.isalnum() for character in question.text):
            return ()
        tokens = read_tokens(question.text, self._vocabulary.stems)
        terms = list(dict.fromkeys(term for token in tokens for term in [_term(token)] if term))
        if not terms:
            return ()
        queries = [" AND ".join(terms), " OR ".join(terms)] if len(terms) > 1 else terms
        reading = Reading("list", "Line", COLUMNS)
        return tuple(Query("lucene", STATEMENT, {"q": query}, reading=reading) for query in queries)


def _term(token: Word | Mention) -> str:
    """Write one term: a word in any of its forms, a value as it is, a text as a phrase."""
    if isinstance(token, Word):
        return f"{_escaped(_root(token))}*" if token.sort == "content" else ""
    text = without_cut(token.text)
    pieces = search_tokens(text)
    if token.shape == "cut" and pieces:
        return f"{_escaped(text.lower())}*^{_VALUE_BOOST}"
    return f'"{_quoted(text)}"^{_VALUE_BOOST}' if pieces else ""


def _root(word: Word) -> str:
    lowered = word.text.lower()
    return stem(lowered) if lowered.startswith(stem(lowered)) else lowered


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


# The roles without a model.


# Mend a query without a model: a name that is spelled otherwise, a Lucene query that does not parse.


LUCENE_SIGNS = re.compile(r'[+\-&|!(){}\[\]^"~*?:\\/]')
LUCENE_WORDS = frozenset({"AND", "OR", "NOT", "TO"})
OWN_NAMES = ("Device", "Document", "Line", "Entity", "Event", "HAS", "HAS_LINE", "HAS_DOCUMENT")
OWN_PROPERTIES = (
    "id",
    "type",
    "key",
    "device",
    "path",
    "number",
    "text",
    "name",
    "timestamp",
    "message",
    "template",
)
LIKENESS = 0.75


class SpellingRepairer:
    """Puts the graph's own spelling in the place of names and values that it does not know."""

    def __init__(self, description: Description, look_up: ValueIndex) -> None:
        self._names = _names(description)
        self._properties = _properties(description)
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
        return (
            mended if (mended.statement, mended.parameters) != (query.statement, query.parameters) else None
        )

    def _spell_names(self, query: Query) -> Query:
        """Mend labels, relation types and property names."""
        tokens = tokenize(query.statement)
        statement = query.statement
        for place in range(len(tokens) - 1, 0, -1):
            known = self._known_at(tokens, place)
            name = tokens[place].plain
            close = _closest(name, known) if known and name not in known else None
            if close:
                statement = f"{statement[: tokens[place].start]}`{close}`{statement[tokens[place].end :]}"
        return replace(query, statement=statement)

    def _known_at(self, tokens: tuple[Token, ...], place: int) -> frozenset[str]:
        token, before = tokens[place], tokens[place - 1].text
        if not token.is_name or (place + 1 < len(tokens) and tokens[place + 1].text in {"(", "."}):
            return frozenset()
        if before in {":", "|", "&"} and not _in_map(tokens, place):
            return self._names
        return self._properties if before == "." else frozenset()

    def _spell_values(self, query: Query) -> Query:
        """Take the stored spelling of texts that the statement compares with, where the graph has another."""
        compared = _compared(tokenize(query.statement))
        parameters: dict[str, Scalar | tuple[Scalar, ...]] = dict(query.parameters)
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


def _names(description: Description) -> frozenset[str]:
    labels = [label.name for label in description.labels]
    relations = [relation for _, relation, _, _ in description.relations]
    return frozenset([*labels, *relations, *OWN_NAMES])


def _properties(description: Description) -> frozenset[str]:
    learned = [one.name for label in description.labels for one in label.properties]
    return frozenset([*learned, *OWN_PROPERTIES])


def _closest(name: str, known: Iterable[str]) -> str | None:
    folded = {re.sub(r"[\W_]", "", one).lower(): one for one in sorted(known)}
    wanted = re.sub(r"[\W_]", "", name).lower()
    if wanted in folded:
        return folded[wanted]
    close = get_close_matches(wanted, folded, n=1, cutoff=LIKENESS)
    return folded[close[0]] if close else None


def _in_map(tokens: tuple[Token, ...], place: int) -> bool:
    """Say whether a name stands behind the colon of a `{name: value}`."""
    depth = tokens[place].depth
    for token in reversed(tokens[:place]):
        if token.depth < depth:
            return token.text == "{"
    return False


def _compared(tokens: tuple[Token, ...]) -> dict[str, str]:
    """Return which property each parameter is compared with: `n.p = $x`, `{p: $x}`."""
    found: dict[str, str] = {}
    for place, token in enumerate(tokens):
        if token.kind == "parameter" and place > 1 and tokens[place - 1].text in {"=", ":"}:
            found[token.text[1:].strip("`")] = tokens[place - 2].plain
    return found


def _escape_query(query: Query) -> Query:
    """Make plain words of every text that a Lucene query is written in."""
    parameters = {
        name: _plain_words(value) if isinstance(value, str) else value
        for name, value in query.parameters.items()
    }
    return replace(query, parameters=parameters)


def _plain_words(text: str) -> str:
    words = [word for word in text.split() if word not in LUCENE_WORDS]
    return " ".join(
        LUCENE_SIGNS.sub(lambda sign: "\\" + sign[0], word.strip('"()'))
        for word in words
        if word.strip('"()')
    )


# Write answers without a model: rows with evidence are rendered; every other part is left to the closest lines.


MOST_CHOICES = 3


class RowRenderer:
    """Renders the rows of the last attempts."""

    def __init__(self, description: Description, vocabulary: Vocabulary, look_up: ValueIndex) -> None:
        self._description = description
        self._vocabulary = vocabulary
        self._look_up = look_up
        self._values = value_names(description)

    def synthesize(self, question: Question, outcomes: Sequence[Outcome], say: Say) -> Answer:
        """Write the answer: `answered` only with evidence for all parts; `unread` are the others."""
        answer = self._answer(question, tuple(say_taken_back(one, self._values) for one in outcomes))
        if answer.status == "answered":
            say(answer.text)
        return answer if answer.status == "answered" or not answer.unread else self._declined(answer)

    def _declined(self, answer: Answer) -> Answer:
        """Add the words that name nothing here, and what may be asked instead."""
        open_parts = answer.unread[:MOST_CHOICES]
        unknown = [word for one in open_parts for word in unread_words(one, self._vocabulary, self._look_up)]
        near = [one for part in open_parts for one in near_readings(part, self._vocabulary, self._look_up)]
        choices = tuple(dict.fromkeys(f"List the {say_plainly(one)}" for one in near))[:MOST_CHOICES]
        return replace(answer, unknown=tuple(dict.fromkeys(unknown)), choices=answer.choices or choices)

    def _answer(self, question: Question, outcomes: Sequence[Outcome]) -> Answer:
        if not question.text.strip():
            return Answer(say_empty_question(), "not_parsed")
        talked = small_talk(question.text, self._description)
        if talked is not None:
            return talked
        asked = [
            one for one in last_attempts(outcomes) if one.query.kind == "cypher" or question.mode == "text"
        ]
        found = [_in_file_order(one) for one in asked if has_evidence(one)]
        answered = {(one.query.reading or PLAIN).part for one in found}
        parts = split_question(question.text)
        unread = tuple(one.whole for one in parts if one.text not in answered)
        if found and (not unread or answered == {""}):
            return _render(found, asks_for_several(question.text))
        if found:
            answer = _render(found, asks_for_several(question.text))
            return Answer(answer.text, "not_parsed", answer.citations, unread=unread)
        if asked and all(one.error for one in asked):
            return Answer(say_failed([one.error for one in asked]), "failed", unread=unread)
        return Answer("", "not_parsed", unread=unread or (question.text,))


def _in_file_order(outcome: Outcome) -> Outcome:
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
    lines = {(line.path, line.number): line for one in written for line in one.lines}
    notes = (one.query.reading.note for one in found if one.query.reading is not None)
    said = [*(one.text for one in written), *(f"({note})" for note in notes if note)]
    return Answer("\n".join(dict.fromkeys(said)), "answered", tuple(lines[place] for place in sorted(lines)))


def last_attempts(outcomes: Sequence[Outcome]) -> list[Outcome]:
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
    vocabulary = Vocabulary(description)
    return Roles(
        "builtin",
        FollowUpReader(lambda text: bool(look_up.devices(text))),
        SelectionWriter(vocabulary, look_up),
        NoSearch(),
        SpellingRepairer(description, look_up),
        RowRenderer(description, vocabulary, look_up),
        ClosestLines(CandidateLines(graph, description, look_up)),
    )
