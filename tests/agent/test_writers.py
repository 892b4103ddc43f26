"""What the writers without a model write."""

from __future__ import annotations

from agent.builtin.roles import SelectionWriter, TextSearchWriter
from agent.reader.value_index import ValueIndex
from agent.reader.vocabulary import Vocabulary
from agent.records import Question
from graph_store.bolt_graph import BoltGraph


def test_a_question_of_signs_has_no_queries(small_graph: BoltGraph) -> None:
    vocabulary, question = Vocabulary(small_graph.describe()), Question("?!* (((")
    assert SelectionWriter(vocabulary, ValueIndex(small_graph)).write(question) == ()
    assert TextSearchWriter(vocabulary).write(question) == ()


def test_a_text_search_wants_all_words_and_then_any(small_graph: BoltGraph) -> None:
    written = TextSearchWriter(Vocabulary(small_graph.describe())).write(Question("ntp server 192.0.2.1"))
    searches = [one.parameters["q"] for one in written]
    assert searches == ['ntp* AND "192.0.2.1"^3', 'ntp* OR "192.0.2.1"^3']
