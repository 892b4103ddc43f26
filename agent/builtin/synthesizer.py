"""Write answers without a model: rows with evidence are rendered; every other part is left to the closest lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.reader.read_part import near_readings, unread_words
from agent.reader.selection import say_plainly
from agent.reader.small_talk import small_talk
from agent.reader.split_question import split_question
from agent.reader.value_index import ValueIndex
from agent.reader.vocabulary import Vocabulary
from agent.records import Answer, Outcome, Question, Row
from agent.render.draft import write_drafts
from agent.render.no_answer import say_empty_question, say_failed
from agent.render.statements import PLAIN, asks_for_several, draft_rows
from agent.render.taken_back import say_taken_back, value_names
from agent.roles import Say
from agent.routes import has_evidence, is_empty
from graph_store.records import Description

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
