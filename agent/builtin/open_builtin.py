"""The roles without a model."""

from __future__ import annotations

from agent.builtin.follow_up import FollowUpReader
from agent.builtin.repair import SpellingRepairer
from agent.builtin.synthesizer import RowRenderer
from agent.builtin.writers import NoSearch, SelectionWriter
from agent.reader.candidate_lines import CandidateLines
from agent.reader.closest_lines import ClosestLines
from agent.reader.value_index import ValueIndex
from agent.reader.vocabulary import Vocabulary
from agent.roles import Roles
from graph_store.graph import ReadableGraph
from graph_store.records import Description


def open_builtin(graph: ReadableGraph, description: Description, look_up: ValueIndex) -> Roles:
    """Bind the roles to what is in the graph."""
    vocabulary = Vocabulary(description)
    return Roles(
        "builtin",
        FollowUpReader(lambda text: bool(look_up.devices(text))),
        SelectionWriter(vocabulary, look_up),
        NoSearch(),
        SpellingRepairer(description, look_up),
        RowRenderer(description, vocabulary, look_up),
        ClosestLines(CandidateLines(graph, description, look_up)),
    )
