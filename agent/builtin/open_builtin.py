"""The roles without a model."""

from __future__ import annotations

from agent.builtin.follow_up import FollowUpReader
from agent.builtin.repair import SpellingRepairer
from agent.builtin.synthesizer import RowRenderer
from agent.builtin.writers import CypherPlanner, LucenePlanner
from agent.reader.value_index import ValueIndex
from agent.planner.words.lexicon import Lexicon
from agent.roles import Roles
from graph_store.records import Description


def open_builtin(description: Description, look_up: ValueIndex) -> Roles:
    """Bind the roles to what is in the graph."""
    lexicon = Lexicon(description)
    return Roles(
        "builtin",
        FollowUpReader(lambda text: bool(look_up.devices(text))),
        CypherPlanner(lexicon, look_up),
        LucenePlanner(lexicon),
        SpellingRepairer(description, look_up),
        RowRenderer(description, look_up),
    )
