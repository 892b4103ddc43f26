"""What the workflow's nodes pass on; every node returns only the keys that it adds."""

from __future__ import annotations

import operator
from typing import Annotated, TypedDict

from agent.records import Answer, Outcome, Query, Question
from retrieval.records import Retrieved


class State(TypedDict, total=False):
    """One run answers one question. `question` is as asked, `standalone` says the same without the history."""

    question: Question
    standalone: Question
    queries: Annotated[list[Query], operator.add]
    outcomes: Annotated[list[Outcome], operator.add]
    answer: Answer
    retrieved: Retrieved
