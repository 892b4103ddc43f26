"""The honest endings: the data says there is none, nothing was parsed about it, or the queries failed. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agent.cypher_tokens import split_clauses, tokenize
from agent.doubts import is_void
from agent.evidence.node_patterns import node_patterns
from agent.records import Answer, Outcome, Question
from agent.render.no_answer import say_failed, say_no_match, say_scope
from agent.render.words import subject_words
from agent.routes import is_empty
from graph_store.records import Description


def say_no_answer(question: Question, outcomes: Sequence[Outcome], description: Description) -> Answer:
    """Tell which of the endings it is; `outcomes` are the last of each kind.

    An empty result of a graph query that ran says that there is none, unless the query asked something else.
    Without one, the closest lines are shown.
    """
    asked = [one for one in outcomes if one.query.kind == "cypher" or question.mode == "text"]
    empty = [one for one in asked if is_empty(one) and not is_void(one) and not _has_no_data(one)]
    if empty:
        return Answer(say_no_match(_subject(asked), description, _among(empty, description)), "none")
    if asked and all(one.error for one in asked):
        return Answer(say_failed([one.error for one in asked]), "not_parsed")
    if asked:
        found = "lines" if all(one.query.kind == "lucene" for one in asked) else "entries"
        text = f"None of the {found} that were found says so; {say_scope(description)}."
        return Answer(text, "not_parsed")
    text = f"Nothing that was parsed is about this; {say_scope(description)}."
    return Answer(text, "not_parsed")


def _has_no_data(outcome: Outcome) -> bool:
    """Say whether rows were found, and none of their columns was data: nothing is known of what was asked."""
    return bool(outcome.rows) and not any(row.values for row in outcome.rows)


def _among(empty: Sequence[Outcome], description: Description) -> str:
    """Say among how many entities nothing was found: "0 of 74 BgpNeighbor"."""
    counts = {label.name: label.count for label in description.labels}
    patterns = [
        pattern
        for one in empty
        for clause in split_clauses(tokenize(one.query.statement))
        if clause.keyword == "MATCH"
        for pattern in node_patterns(clause.tokens)
    ]
    labels = dict.fromkeys(label for pattern in patterns for label in pattern.labels if label in counts)
    return ", ".join(f"0 of {counts[label]:,} {label}" for label in labels)


def _subject(asked: Sequence[Outcome]) -> str:
    readings = [one.query.reading for one in asked if one.query.reading is not None]
    return next((subject_words(reading) for reading in readings if reading.subject), "")
