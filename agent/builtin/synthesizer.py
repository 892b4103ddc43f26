"""Write answers without a model: rows with evidence are rendered, everything else is said as what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.builtin.absent_words import as_asked, is_name, telling, tells
from agent.reader.value_index import ValueIndex
from agent.planner.words.lexicon import EVENT
from agent.records import Answer, Outcome, Query, Question, Reading
from agent.render.draft import MOST_CHARACTERS, write_draft, write_drafts
from agent.render.no_answer import (
    say_absent,
    say_empty_question,
    say_failed,
    say_found_in_lines_only,
    say_no_match,
    say_not_parsed,
    say_unanswered_part,
)
from agent.render.statements import PLAIN, asks_for_several, draft_rows
from agent.render.taken_back import say_taken_back, value_names
from agent.render.words import subject_words
from agent.roles import Say
from agent.routes import has_evidence, is_empty
from graph_store.records import Description, SourceLine

MOST_FALLBACK = 8


class RowRenderer:
    """Renders the rows of the last attempts."""

    def __init__(self, description: Description, look_up: ValueIndex) -> None:
        self._description = description
        self._look_up = look_up
        self._values = value_names(description)

    def synthesize(self, question: Question, outcomes: Sequence[Outcome], say: Say) -> Answer:
        """Write the answer: `answered` only with evidence."""
        answer = self._answer(question, tuple(say_taken_back(one, self._values) for one in outcomes))
        say(answer.text)
        return answer

    def _answer(self, question: Question, outcomes: Sequence[Outcome]) -> Answer:
        if not question.text.strip():
            return Answer(say_empty_question(), "not_parsed")
        last = last_attempts(outcomes)
        kinds = ("lucene",) if question.mode == "text" else ("cypher",)
        asked = [one for one in last if one.query.kind in kinds]
        if question.mode == "text":
            asked = asked[:1]  # the first query wants all words in a line; the others are looser
        fallback = best_lines(last)
        declined = next((one for one in asked if one.query.reading and one.query.reading.declined), None)
        if declined is not None:
            return self._beside(
                self._declined(declined, fallback),
                question,
                [one for one in asked if _part(one) != _part(declined)],
            )
        parted = self._of_parts(question, asked)
        if parted is not None:
            return parted
        unexplained = self._unexplained(asked, question.text, bool(fallback))
        if unexplained is not None:
            return self._with_fallback(unexplained, fallback)
        found = [one for one in asked if has_evidence(one)]
        if found:
            return _render(found, asks_for_several(question.text))
        return self._with_fallback(self._nothing(asked, bool(fallback), _shows_all_words(last)), fallback)

    def _declined(self, outcome: Outcome, fallback: tuple[SourceLine, ...]) -> Answer:
        answer = _decline(outcome)
        return answer if has_evidence(outcome) else replace(answer, fallback=fallback)

    def _beside(self, declined: Answer, question: Question, others: Sequence[Outcome]) -> Answer:
        """Say what the other parts of a question found beside the one that is not answered."""
        if not others:
            return declined
        parted = self._of_parts(question, others)
        found = parted or _render(
            [one for one in others if has_evidence(one)], asks_for_several(question.text)
        )
        lines = dict.fromkeys((*declined.citations, *found.citations))
        return replace(declined, text=f"{declined.text}\n{found.text}".strip(), citations=tuple(lines))

    def _of_parts(self, question: Question, asked: Sequence[Outcome]) -> Answer | None:
        """Answer the parts that have an answer, and say why others have none; None where all have one, or none."""
        parts = dict.fromkeys(_part(one) for one in asked)
        unread = tuple(dict.fromkeys(part for one in asked for part in (one.query.reading or PLAIN).unread))
        said: list[str] = [say_unanswered_part(part, "") for part in unread]
        found: list[Outcome] = []
        for part in parts:
            own = [one for one in asked if _part(one) == part]
            unexplained = self._unexplained(own, part, True)
            if said and not unexplained and any((one.query.reading or PLAIN).leans for one in own):
                said.append(say_unanswered_part(part, "it speaks of what has no answer"))
                continue
            with_lines = [] if unexplained else [one for one in own if has_evidence(one)]
            found += with_lines
            if not with_lines:
                said.append(say_unanswered_part(part, (unexplained or self._nothing(own, True, False)).text))
        if not said or not found:
            return None
        answer = _render(found, asks_for_several(question.text))
        return replace(answer, text="\n".join([answer.text, *said]))

    def _unexplained(self, asked: Sequence[Outcome], text: str, has_lines: bool) -> Answer | None:
        """Answer a question that names what no line mentions, or of which words are not understood."""
        readings = [one.query.reading or PLAIN for one in asked]
        words = tuple(dict.fromkeys(one for read in readings for one in (*read.missing, *read.unlinked)))
        absent = [word for word in words if not self._look_up.occurs(word)]
        narrowing = {
            word for one in readings if one.subject == EVENT for word in one.unlinked if word.isalpha()
        }
        names = [word for word in absent if is_name(word, text) and word not in narrowing]
        said, known = text.lower(), [word for word in words if word not in absent]
        halves = (f"{one} {other}".lower() for one in absent for other in known)
        sure = len(words) == 1 or not all(
            map(str.isalpha, names)
        )  # beside other open words "MLAG" may be a term
        if names and sure and not any(half in said for half in halves):  # of "Acme aOS" the one half is there
            return Answer(say_absent(names, self._description), "none")
        if absent or any(reading.unlinked for reading in readings):
            unsaid = tuple(
                word for word in absent if tells(word) and (" " not in word or is_name(word, text))
            )
            others = telling([word for word in words if word not in unsaid], text)
            asked_for = tuple(dict.fromkeys(filter(None, (as_asked(word, text) for word in unsaid))))
            return Answer(say_not_parsed(asked_for, others, has_lines), "not_parsed")
        if words:
            return Answer(say_no_match(_subject(asked), self._description), "none")
        return None

    def _nothing(self, asked: Sequence[Outcome], has_lines: bool, in_lines: bool) -> Answer:
        """Say that nothing is so; not where a single line shows all words of the question: it may say so after all."""
        failed = [one.error for one in asked if one.error]
        if failed:
            return Answer(say_failed(failed), "failed")
        if in_lines and any(is_empty(one) for one in asked):
            return Answer(say_found_in_lines_only(_subject(asked)), "not_parsed")
        if any(is_empty(one) for one in asked) and not (has_lines and asked[0].query.kind == "lucene"):
            return Answer(say_no_match(_subject(asked), self._description), "none")
        return Answer(say_not_parsed((), (), has_lines), "not_parsed")

    def _with_fallback(self, answer: Answer, fallback: tuple[SourceLine, ...]) -> Answer:
        shown = () if answer.status == "none" else fallback
        return Answer(answer.text, answer.status, fallback=shown)


def _render(found: Sequence[Outcome], several: bool) -> Answer:
    written = write_drafts([draft_rows(one, several) for one in found])
    lines = {(line.path, line.number): line for one in written for line in one.lines}
    notes = (one.query.reading.note for one in found if one.query.reading is not None)
    said = [*(one.text for one in written), *(f"({note})" for note in notes if note)]
    text = "\n".join(dict.fromkeys(said))
    return Answer(text, "answered", tuple(lines[place] for place in sorted(lines)))


def _part(outcome: Outcome) -> str:
    return (outcome.query.reading or PLAIN).part


def _decline(outcome: Outcome) -> Answer:
    """Say what is not answered, and then what the rows say of it."""
    reading = outcome.query.reading or PLAIN
    if not has_evidence(outcome):
        return Answer(reading.declined, "not_parsed")
    written = write_draft(draft_rows(outcome), MOST_CHARACTERS // 2)
    return Answer(f"{reading.declined} Found: {written.text}", "not_parsed", written.lines)


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


def best_lines(outcomes: Sequence[Outcome]) -> tuple[SourceLine, ...]:
    """Return the lines that the text search found, the best first."""
    rows = [row for one in outcomes if one.query.kind == "lucene" for row in one.rows]
    return tuple(dict.fromkeys(line for row in rows for line in row.lines))[:MOST_FALLBACK]


def _shows_all_words(outcomes: Sequence[Outcome]) -> bool:
    """Tell whether the strictest of several text searches, which wants all words in one line, found any."""
    searches = [one for one in outcomes if one.query.kind == "lucene"]
    return len(searches) > 1 and bool(searches[0].rows)


def _subject(asked: Sequence[Outcome]) -> str:
    queries: list[Query] = [one.query for one in asked]
    readings: list[Reading] = [query.reading for query in queries if query.reading is not None]
    return next((subject_words(reading) for reading in readings if reading.subject), "")
