"""Asks several KGs one question, and keeps what was answered."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable, Sequence

from agent.records import Answer, Question
from command_line.running import console, json_only, print_json
from command_line.tables import show_answer
from graph_store.errors import GraphError
from graph_store.graph import ReadableGraph
from workspace.as_json import answer_json
from workspace.errors import expected_message


def ask_sites(names: Sequence[str], ask: Callable[[str], Answer], json: bool) -> bool:
    """Ask each KG and show its answer, or why there is none; return whether all could answer."""
    out, answers, well = console(), list[dict[str, object]](), True
    for name in names:
        if not json:
            out.print(f"\n{name}", style="bold", markup=False)
        try:
            with json_only(json):
                answer = ask(name)
        except Exception as error:  # whatever one KG has to say, the others are asked
            message = expected_message(error)
            if message is None:
                raise
            well = False
            answers.append({"kg": name, "error": message})
            if not json:
                out.print(f"not answered: {message}", style="red", markup=False)
            continue
        well &= answer.status != "failed"
        answers.append({"kg": name, **answer_json(answer)})
        if not json:
            show_answer(out, answer)
    if json:
        print_json({"answers": answers})
    return well


def keep_asked(kg: str, question: Question, answer: Answer, graph: ReadableGraph, days: float) -> None:
    """Keep a question as a conversation of one turn; if that fails, warn."""
    from conversations.errors import ConversationError
    from conversations.keeper import Keeper

    try:
        user = getpass.getuser()
    except (KeyError, OSError, ImportError):  # the system knows no name
        user = ""
    try:
        Keeper(kg, "ask", user, days).keep(question, answer, graph)
    except (ConversationError, GraphError, OSError) as error:
        sys.stderr.write(f"wirelore: not kept: {error}\n")
