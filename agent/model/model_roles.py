"""The agent's roles with a model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from pydantic import BaseModel, Field

from agent.builtin.offline_roles import TextSearchWriter
from agent.errors import ModelReplyError
from agent.evidence.node_patterns import node_patterns
from agent.model.answer_writer import WORDED, AnswerWriter
from agent.model.beside_rows import rows_beside, with_inactive
from agent.model.call_model import PARTS, AskModel
from agent.model.look_further import FurtherWriter
from agent.model.near_values import EDGES, HIDDEN, question_values, tell_nowhere
from agent.model.repairer import ModelRepairer
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import show_rows, tell_empty
from agent.model.writers import ModelGraphWriter, ModelTextWriter
from agent.records import Answer, Outcome, Question
from agent.render.draft import counted, say_failed, subject_words
from agent.render.rows import table_of_outcome, table_of_rows
from agent.roles import Roles, Say, Synthesizer
from agent.routes import has_evidence, is_empty, is_void, open_doubts
from agent.value_index import ValueIndex
from graph_store.cypher_tokens import split_clauses, tokenize
from graph_store.records import Description
from language_model.calls import ModelCalls
from language_model.count_tokens import Estimate
from language_model.errors import PromptTooLong
from reading.spoken_names import label_words, plural, singular

# The honest endings: the data says there is none, nothing was parsed about it, or the queries failed.


def _say_no_answer(question: Question, outcomes: Sequence[Outcome], description: Description) -> Answer:
    """Tell which of the endings it is; `outcomes` are the last of each kind.

    An empty result of a graph query that ran says that there is none, unless the query asked something else, or
    found rows without a column of data. Without one, the closest lines are shown.
    """
    lines = sum(document.lines for document in description.documents)
    searched = f"{counted(lines, 'line')} of {counted(len(description.documents), 'document')} searched"
    asked = [one for one in outcomes if one.query.kind == "cypher" or question.mode == "text"]
    empty = [one for one in asked if is_empty(one) and not is_void(one)]
    empty = [one for one in empty if not one.rows or any(row.values for row in one.rows)]
    if empty:
        among = _among(empty, description)
        scope = f" ({among})" if among else ""
        text = f"None: no {_noun(asked, description)} match what was asked{scope}; {searched}."
        return Answer(text, "none")
    if asked and all(one.error for one in asked):
        return Answer(say_failed([one.error for one in asked]), "not_parsed")
    text = f"Nothing that was parsed is about this; {searched}."
    void = [one for one in asked if has_evidence(one) and is_void(one)]
    if void:
        doubt = open_doubts(void[-1])[0].text
        text = f"What was found may not be what was asked: {doubt}; {searched}."
    elif asked:
        found = "lines" if all(one.query.kind == "lucene" for one in asked) else "entries"
        text = f"None of the {found} that were found says so; {searched}."
    return Answer(text, "not_parsed")


def _among(empty: Sequence[Outcome], description: Description) -> str:
    """Say among how many entities nothing was found: "0 of 74 BgpNeighbor"."""
    counts = {label.name: label.count for label in description.labels}
    labels = dict.fromkeys(
        label
        for one in empty
        for clause in split_clauses(tokenize(one.query.statement))
        if clause.keyword == "MATCH"
        for pattern in node_patterns(clause.tokens)
        for label in pattern.labels
        if label in counts
    )
    return ", ".join(f"0 of {counts[label]:,} {label}" for label in labels)


def _noun(asked: Sequence[Outcome], description: Description) -> str:
    """Name what was looked for by its label; a model's own word for it may be a value: "12 March"."""
    labels = {label_words(label.name) for label in description.labels}
    readings = [one.query.reading for one in asked if one.query.reading is not None]
    subject = next((subject_words(reading) for reading in readings if reading.subject), "")
    return plural(subject) if singular(subject).lower() in labels else "entries"


ROW_TOKENS = 2000


class ModelSynthesizer:
    """Where there are rows with evidence the model words them; everything else needs no model.

    Tokens are estimated on every machine alike, or replies that were kept would not be found again.
    """

    def __init__(
        self,
        model: AskModel,
        description: Description,
        look_up: ValueIndex,
        plain: Synthesizer,
    ) -> None:
        self._model = model
        self._description = description
        self._look_up = look_up
        self._plain = plain
        self._names = KnownNames.of(description)

    def synthesize(self, question: Question, outcomes: Sequence[Outcome], say: Say) -> Answer:
        """Write the answer; when nothing of what the model says holds, the rows are told without it."""
        if not question.text.strip():
            return self._plain.synthesize(question, outcomes, say)
        last = _best_attempts(outcomes)
        absent = [f"{one}." for one in tell_nowhere(question.text, self._description.devices, self._look_up)]
        best = with_inactive([one for one in last if has_evidence(one) and not is_void(one)], self._look_up)
        best += rows_beside(question, best, self._description, self._look_up)
        if not best:
            return self._end(question, last, absent, say)
        empty = tell_empty([one for one in last if is_empty(one) and not is_void(one)])
        for part in PARTS:
            shown = show_rows(best, ROW_TOKENS // part, Estimate(), question.text)
            rows = "\n".join(filter(None, [*absent, empty, shown.text]))
            writer = AnswerWriter(shown, question.text, say, self._names)
            values = {"question": question.text, "rows": rows}
            try:
                reply = self._model.stream("synthesize", values, writer.take)
                if not reply.strip():  # is asked for once more
                    reply = self._model.stream("synthesize", values, writer.take)
                break
            except PromptTooLong:
                continue
        else:
            return self._plain.synthesize(question, best, say)
        writer.end(reply)
        if writer.denied or not reply.strip():
            return self._end(question, last, absent, say)
        if writer.answered:
            of_query = groupby(writer.rows, key=lambda row: row.query)
            cited = [[row.row for row in among] for _, among in of_query]
            data = tuple(table_of_rows(one, len(one)) for one in cited)
            if writer.is_part:
                return Answer(writer.text, "not_parsed", writer.lines, tables=data, unread=(question.text,))
            return Answer(writer.text, "answered", writer.lines, tables=data)
        declined = "Not answered for sure: see the rows that were found, and the lines that they cite."
        say(f"\n{declined}" if writer.text else declined)
        text = "\n".join(filter(None, [writer.text, declined]))
        found = tuple(table_of_outcome(one) for one in best if one.query.kind == "cypher")
        return Answer(text, "closest", writer.lines, tables=found)

    def _end(self, question: Question, last: Sequence[Outcome], absent: Sequence[str], say: Say) -> Answer:
        answer = _say_no_answer(question, last, self._description)
        if any(HIDDEN in one for one in absent):  # what no statement can find is not proved to be absent
            answer = Answer("The data does not say.", "not_parsed")
        answer = replace(answer, text=" ".join([answer.text, *absent]))
        say(answer.text)
        return answer


def _best_attempts(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return of each kind the last attempt that found rows with lines; else the last one that ran, or failed.

    Of what was asked further only what found rows.
    """
    chosen: dict[tuple[str, bool], Outcome] = {}
    for one in sorted(outcomes, key=lambda outcome: outcome.query.attempt):
        further = one.query.reading is not None and one.query.reading.further
        before = chosen.get((one.query.kind, further))
        if (before is None or _rank(one) >= _rank(before)) and (not further or has_evidence(one)):
            chosen[one.query.kind, further] = one
    order = sorted(chosen, key=lambda key: (("cypher", "lucene", "passages").index(key[0]), key[1]))
    return [chosen[key] for key in order]


def _rank(outcome: Outcome) -> int:
    """Put what ran before what failed; rows before none, unless their statement asks something else."""
    if outcome.error:
        return 0
    if has_evidence(outcome):
        return 1 if is_void(outcome) else 3
    return 0 if is_void(outcome) else 2


# Make a follow-up stand alone with a model, or ask back what is meant.


MOST_CHOICES = 8
SHORTEST_PART = 3
LONGEST_ASKED = 200
LONGEST_TURN = 600
TURNS = 6
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


class _Restated(BaseModel):
    question: str = ""
    ask: str = ""
    choices: list[str] = Field(default_factory=list)


class ModelReader:
    """Asks the model only where there are earlier turns, or names that may be meant."""

    def __init__(self, model: AskModel, description: Description, look_up: ValueIndex) -> None:
        self._model = model
        self._description = description
        self._look_up = look_up

    def stand_alone(self, question: Question) -> Question | Answer:
        """Restate or ask back; a reply that makes no sense leaves the question as it is."""
        names = similar_names(question.text, self._description, self._look_up)
        if not question.text.strip() or not (question.history or names):
            return question
        turns = question.history[-TURNS:]
        answers = [turn.answer.replace(WORDED, "").rstrip()[:LONGEST_TURN] for turn in turns]
        history = "\n".join(f"Q: {turn.question}\nA: {one}" for turn, one in zip(turns, answers, strict=True))
        values = {"history": history or "none", "names": "\n".join(names) or "none"}
        values["question"] = question.text
        try:
            reply = self._model.ask("understand", values, _Restated)
        except ModelReplyError:
            return question
        known = {name for line in names for name in line.partition(": ")[2].split(", ")}
        choices = tuple(dict.fromkeys(choice for choice in reply.choices if choice in known))
        if reply.ask.strip() and len(choices) > 1:
            asked = reply.ask.strip()
            if len(asked) > LONGEST_ASKED:
                asked = f"{asked[:LONGEST_ASKED].rstrip()}…"
            listed = ", ".join(choices[:-1]) + f" or {choices[-1]}"
            return Answer(f"{asked} ({listed})", "unclear", choices=choices)
        return replace(question, text=reply.question.strip() or question.text, history=())


def similar_names(text: str, description: Description, look_up: ValueIndex) -> tuple[str, ...]:
    """Return, for each word that is a part of several names and no whole name, these: "border: a-border, b-border"."""
    found = []
    kinds = {part.lower() for label in description.labels for part in WORD.findall(label.name)}
    for word in dict.fromkeys(part.strip(EDGES) for part in text.split()):
        named = len(word) >= SHORTEST_PART and word.lower() not in kinds
        names = _devices_with(word, description.devices) if named else []
        if 1 < len(names) <= MOST_CHOICES:
            found.append(f"{word}: {', '.join(names)}")
    for value in question_values(text):
        if look_up.devices(value) or any(line.startswith(f"{value}: ") for line in found):
            continue
        keys = sorted({str(one.value) for one in look_up.find(value) if one.match in {"beginning", "inside"}})
        if 1 < len(keys) <= MOST_CHOICES and not any("," in key for key in keys):
            found.append(f"{value}: {', '.join(keys)}")
    return tuple(found)


def _devices_with(word: str, devices: Sequence[str]) -> list[str]:
    folded = word.lower()
    if not re.search(r"\w", folded) or any(folded == name.lower() for name in devices):
        return []
    inside = r"" if any(sign.isdigit() for sign in folded) else r"(?![a-z])"
    part = re.compile(rf"(?<![a-z]){re.escape(folded)}{inside}|(?<=\d){re.escape(folded)}")
    return [name for name in devices if part.search(name.lower())]


def open_with_model(
    calls: ModelCalls, description: Description, look_up: ValueIndex, builtin: Roles, row_limit: int
) -> Roles:
    """Bind the roles to what is in the graph; the builtin ones do what needs no model. Prompts say the `row_limit`."""
    model = AskModel(calls, row_limit)
    search = TextSearchWriter()
    return Roles(
        ModelReader(model, description, look_up),
        ModelGraphWriter(model, description, look_up),
        ModelRepairer(model, description, look_up, builtin.repairer),
        ModelSynthesizer(model, description, look_up, builtin.synthesizer),
        builtin.closest,
        builtin.data,
        ModelTextWriter(model, description, look_up, search),
        FurtherWriter(model, description, look_up),
        model,
    )
