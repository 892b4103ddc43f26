"""The lines that are shown to who writes a text search."""

from __future__ import annotations

from agent.model.writers import sample_lines
from agent.records import Query, Question
from agent.value_index import ValueIndex
from graph_store.bolt_graph import BoltGraph


class NothingToSearch:
    """A writer that finds no word to search for."""

    def write(self, question: Question) -> tuple[Query, ...]:
        return ()


def shown(graph: BoltGraph, text: str) -> tuple[str, ...]:
    return sample_lines(Question(text), NothingToSearch(), ValueIndex(graph))


def test_lines_with_words_that_begin_so(small_graph: BoltGraph) -> None:
    found = shown(small_graph, "Which interfaces are there?")
    assert found
    assert all("interface" in line.lower() for line in found)


def test_none_where_no_word_begins_so(small_graph: BoltGraph) -> None:
    assert shown(small_graph, "Which gargoyles are there?") == ()
