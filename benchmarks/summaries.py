"""Asks summary questions in all modes, and writes the answers in blind order.

`python -m benchmarks.summaries KG PAGE KEY [MODEL]`: a person reads PAGE with the rubric below, gives each answer 0, 1
or 2, and then looks into KEY, which says whose each was. Without MODEL, as in "openai:gpt-4.1", none is asked.
"""

from __future__ import annotations

import json
import random
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from agent.ask import open_agent
from agent.modes import WAYS
from agent.records import Answer, Question
from graph_store.open_graph import open_graph
from language_model.open_calls import CallOptions

QUESTIONS = {
    "What are the main problems in this network?": "three of the severe findings",
    "How is BGP set up here?": "AS numbers and neighbors",
    "How is the network structured: which layers of devices are there?": "core to access, leaves, edge",
    "What does the firewall do, and what does it let in?": "zones and policies of fw1",
    "How are the sites (branches) connected to the rest?": "the branches' links, or their BGP sessions with the edge",
    "What happened in the logs in this week?": "flaps, failed logins, the duplicate address",
    "How is the network managed: logins, NTP, SNMP, syslog?": "three of users, NTP, SNMP, syslog",
    "Which routing protocols are used, and where?": "OSPF and BGP with their devices",
    "What should be fixed first?": "severe findings before others",
    "What kinds of failures do the application logs show?": "time-outs and the slow replica",
}
"""Questions about the sample network, and what 2 is given for; 1 for a part of it, 0 for none."""
CITATION = re.compile(r"\[[^\]\n]{1,400}?:\d[^\]\n]{0,400}\]")
LONGEST = 900
AT_ONCE = 8
WAIT_S = 3_600.0
"""A reply may be written by hand."""


def main() -> None:
    """Ask all questions in all modes, and show the answers in an order that a fixed seed gives."""
    kg, page, key = sys.argv[1:4]
    options = CallOptions(sys.argv[4] if len(sys.argv) > 4 else "builtin", time_limit_s=WAIT_S)
    order, told, whose = random.Random(7), [], []  # noqa: S311
    modes = [mode for mode in WAYS if mode not in ("graph", "text", "hybrid")]
    with (
        open_graph(kg) as graph,
        ThreadPoolExecutor(AT_ONCE) as threads,
        open_agent(graph, options.model, options=options) as agent,
    ):
        answers = {
            (question, mode): threads.submit(agent.ask, Question(question, mode=mode))
            for question in QUESTIONS
            for mode in modes
        }
        for number, question in enumerate(QUESTIONS, 1):
            shuffled = order.sample(modes, len(modes))
            told.append(f"# {number}. {question}\n2: {QUESTIONS[question]}")
            for letter, mode in zip("ABCDEFGHIJ", shuffled, strict=False):
                answer = answers[question, mode].result()
                told.append(f"## {number}{letter}\n{_shown(answer)}")
                tokens = answer.prompt_tokens + answer.completion_tokens
                whose.append([f"{number}{letter}", mode, answer.calls, tokens])
    Path(page).write_text("\n\n".join(told), encoding="utf-8")
    Path(key).write_text(json.dumps(whose), encoding="utf-8")


def _shown(answer: Answer) -> str:
    """Show an answer without its citations, which would tell its mode, and its first closest lines."""
    closest = [f"> {one.path}: {' / '.join(one.text.splitlines())[:300]}" for one in answer.closest[:5]]
    return "\n".join([CITATION.sub("", answer.text)[:LONGEST], *closest])


if __name__ == "__main__":
    main()
