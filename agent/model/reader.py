"""Make a follow-up stand alone with a chat model."""

from __future__ import annotations

from dataclasses import replace

from pydantic import BaseModel

from agent.errors import ModelReplyError
from agent.model.call_model import AskModel
from agent.records import Question


class _Restated(BaseModel):
    question: str


class ModelReader:
    """Lets the model restate a follow-up."""

    def __init__(self, model: AskModel) -> None:
        self._model = model

    def stand_alone(self, question: Question) -> Question:
        """Restate; a reply that makes no sense leaves the question as it is."""
        history = "\n".join(f"Q: {turn.question}\nA: {turn.answer}" for turn in question.history)
        try:
            reply = self._model.ask("understand", {"history": history, "question": question.text}, _Restated)
        except ModelReplyError:
            return question
        return replace(question, text=reply.question.strip() or question.text, history=())
