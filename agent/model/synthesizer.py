"""Write the answer with a model; what its rows do not show is not said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.doubts import is_void
from agent.model.answer_writer import AnswerWriter
from agent.model.call_model import PARTS, AskModel
from agent.model.say_no_answer import say_no_answer
from agent.model.show_rows import show_rows, tell_empty
from agent.records import Answer, Outcome, Question
from agent.roles import Say, Synthesizer
from agent.routes import has_evidence, is_empty
from agent.secrets.mask_secrets import SecretMask
from graph_store.records import Description
from language_model.calls import CountTokens
from language_model.errors import PromptTooLong

ROW_TOKENS = 2000


class ModelSynthesizer:
    """Where there are rows with evidence the model words them; everything else needs no model."""

    def __init__(
        self,
        model: AskModel,
        mask: SecretMask,
        description: Description,
        count_tokens: CountTokens,
        plain: Synthesizer,
    ) -> None:
        self._model = model
        self._mask = mask
        self._description = description
        self._count_tokens = count_tokens
        self._plain = plain

    def synthesize(self, question: Question, outcomes: Sequence[Outcome], say: Say) -> Answer:
        """Write the answer; when nothing of what the model says holds, the rows are told without it."""
        if not question.text.strip():
            return self._plain.synthesize(question, outcomes, say)
        best = [one for one in best_attempts(outcomes) if has_evidence(one) and not is_void(one)]
        found = [self._mask.hidden(one) for one in best]
        if not found:
            return self._end(question, outcomes, say)
        empty = tell_empty([one for one in best_attempts(outcomes) if is_empty(one) and not is_void(one)])
        for part in PARTS:
            shown = show_rows(found, ROW_TOKENS // part, self._count_tokens)
            rows = "\n".join(filter(None, [empty, shown.text]))
            writer = AnswerWriter(shown, self._model.hidden(question.text), say)
            try:
                reply = self._stream({"question": question.text, "rows": rows}, writer)
                break
            except PromptTooLong:
                continue
        else:
            return self._plain.synthesize(question, best, say)
        writer.end(reply)
        if writer.denied or not reply.strip():
            return self._end(question, outcomes, say)
        if not writer.text:
            return self._plain.synthesize(question, best, say)
        return Answer(writer.text, "answered", writer.lines)

    def _stream(self, values: Mapping[str, str], writer: AnswerWriter) -> str:
        """Let the model write; an empty reply is asked for once more."""
        reply = self._model.stream("synthesize", values, writer.take)
        return reply if reply.strip() else self._model.stream("synthesize", values, writer.take)

    def _end(self, question: Question, outcomes: Sequence[Outcome], say: Say) -> Answer:
        answer = say_no_answer(question, best_attempts(outcomes), self._description)
        say(answer.text)
        return answer


def best_attempts(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return of each kind the last attempt that found rows with lines; else the last one that ran, or failed."""
    chosen: dict[str, Outcome] = {}
    for one in sorted(outcomes, key=lambda outcome: outcome.query.attempt):
        before = chosen.get(one.query.kind)
        if before is None or _rank(one) >= _rank(before):
            chosen[one.query.kind] = one
    return [chosen[kind] for kind in ("cypher", "lucene", "passages") if kind in chosen]


def _rank(outcome: Outcome) -> int:
    """Put what ran before what failed; rows before none, unless their statement asks something else."""
    if outcome.error:
        return 0
    if has_evidence(outcome):
        return 1 if is_void(outcome) else 3
    return 0 if is_void(outcome) else 2
