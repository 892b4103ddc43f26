"""Counts the tokens of the prompts that questions lead to, without a model: its replies leave all as it is.

    python -m tests.agent.measure_prompts KG QUESTIONS.jsonl...

Tells the median of each prompt, with the tokens counted as budgets count them. No statement is written, so the
rows that `synthesize` gets are those of the text search alone.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from agent.ask import Agent
from agent.records import Question
from evaluation.records import read_questions
from graph_store.open_graph import open_graph
from language_model.calls import Message, OnText, Reply, count_messages
from language_model.count_tokens import Estimate

WORD = re.compile(r"\w{3,}")


class CountedCalls:
    """Counts what it is sent, and leaves the graph alone."""

    name = "scripted:counted"

    def __init__(self) -> None:
        self.question = ""
        self.tokens: dict[str, list[int]] = defaultdict(list)

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        """Reply with nothing, or with a search for the question's words."""
        self.tokens[prompt].append(count_messages(messages, Estimate()))
        words = " OR ".join(WORD.findall(self.question))
        reply = {"write_text": json.dumps({"q": words}), "synthesize": "NONE"}
        return Reply(reply.get(prompt, '{"statement": "", "question": ""}'), 0, 0, 0.0)


def main(kg: str, *files: str) -> None:
    """Ask all questions in mode combined, and tell the medians."""
    calls = CountedCalls()
    with open_graph(kg) as graph:
        agent = Agent(graph, calls, calls.name)
        for file in files:
            for gold in read_questions(Path(file)):
                calls.question = gold.question
                agent.ask(Question(gold.question))
    for prompt, tokens in sorted(calls.tokens.items()):
        sys.stdout.write(
            f"{prompt}: {len(tokens)} calls, median {statistics.median(tokens):,.0f}, most {max(tokens):,}\n"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
