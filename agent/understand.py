"""Make a follow-up stand alone, so that the writers need no history; or ask back what is meant."""

from __future__ import annotations

from dataclasses import replace

from agent.packet_question import answer_packet_question
from agent.records import Answer, Question, Turn
from agent.roles import Reader
from agent.state import State
from graph_store.graph import ReadableGraph

LONGEST = 4000
"""Characters of a question, and of each question and answer before it, that are read."""


def understand(state: State, *, reader: Reader, graph: ReadableGraph) -> State:
    """Let the reader restate the question, or ask back: then there is an answer already.

    What a filter does with a packet is answered at once: no statement finds the first of its entries that matches.
    """
    question = _cut(state["question"])
    read = reader.stand_alone(question)
    if isinstance(read, Answer):
        return {"standalone": question, "answer": read}
    answer = answer_packet_question(read.text, graph)
    return {"standalone": read} if answer is None else {"standalone": read, "answer": answer}


def _cut(question: Question) -> Question:
    history = tuple(Turn(turn.question[:LONGEST], turn.answer[:LONGEST]) for turn in question.history)
    return replace(question, text=question.text[:LONGEST], history=history)
