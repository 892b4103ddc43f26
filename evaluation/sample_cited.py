"""Draws cited lines at random, for a person to judge: `python -m evaluation.sample_cited KG=QUESTIONS...`."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path

from agent.ask import open_agent
from agent.records import Question
from evaluation.records import NEGATIVE, read_questions
from graph_store.open_graph import open_graph
from graph_store.records import SourceLine


@dataclass(frozen=True, slots=True)
class Cited:
    """One line that an answer cites."""

    id: str
    question: str
    answer: str
    line: SourceLine


def cited_lines(kg: str, questions: Path) -> list[Cited]:
    """Ask the questions of a set without a model; return every line that an answer cites."""
    with open_graph(kg) as graph:
        agent = open_agent(graph)
        found = []
        for gold in read_questions(questions):
            answer = agent.ask(Question(gold.question))
            if gold.kind != NEGATIVE and answer.status == "answered":
                found += [Cited(gold.id, gold.question, answer.text, line) for line in answer.citations]
        return found


def draw(sets: Sequence[Sequence[Cited]], count: int, seed: int) -> list[Cited]:
    """Draw as many lines of every set, of each question one before any second; the same ones for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    waiting = []
    for cited in sets:
        shuffled = list(cited)
        chance.shuffle(shuffled)
        firsts = {one.id: one for one in reversed(shuffled)}
        waiting.append([*firsts.values(), *(one for one in shuffled if firsts[one.id] is not one)])
    turns = (one for turn in zip_longest(*waiting) for one in turn if one is not None)
    return list(islice(turns, count))


def main() -> None:
    """Print the drawn lines, each with its question and answer."""
    parser = argparse.ArgumentParser(description="Draw cited lines at random, for a person to judge.")
    parser.add_argument("sets", nargs="+", metavar="KG=QUESTIONS", help="a graph and its gold questions")
    parser.add_argument("--count", type=int, default=50, help="how many lines (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="equal seeds draw equal lines (default: %(default)s)"
    )
    options = parser.parse_args()
    sets = [
        cited_lines(kg, Path(questions)) for kg, _, questions in (one.partition("=") for one in options.sets)
    ]
    for number, one in enumerate(draw(sets, options.count, options.seed), 1):
        print(f"{number:2} {one.id} {one.question}\n   answer: {one.answer}")
        print(f"   cited:  {one.line.path}:{one.line.number}: {one.line.text.strip()}\n")


if __name__ == "__main__":
    main()
