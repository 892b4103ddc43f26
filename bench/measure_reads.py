"""Measures what a reader of a KG waits for, in a process of its own: opening, words, questions; prints JSON."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict

from agent.ask import Agent
from agent.records import Question
from bench.time_reads import FIRST_QUESTION, time_questions, time_reads
from graph_store.open_graph import open_graph


def measure_reads(kg: str) -> dict[str, object]:
    """Open a KG whose server does not run, and time what is asked of it."""
    start = time.perf_counter()
    with open_graph(kg, idle_s=1.0) as graph:
        agent = Agent(graph)
        agent.ask(Question(FIRST_QUESTION))
        opened_s = time.perf_counter() - start
        reads = [*time_reads(graph), *time_questions(agent, graph)]
    return {"open_to_first_answer_s": round(opened_s, 2), "reads": [asdict(each) for each in reads]}


if __name__ == "__main__":
    print(json.dumps(measure_reads(sys.argv[1])))
