"""The roles with a chat model."""

from __future__ import annotations

from langchain_core.language_models import BaseChatModel

from agent.builtin.open_builtin import open_builtin
from agent.model.call_model import AskModel
from agent.model.reader import ModelReader
from agent.model.repairer import ModelRepairer
from agent.model.synthesizer import ModelSynthesizer
from agent.model.writers import ModelCypherWriter, ModelLuceneWriter
from agent.planner.value_index import ValueIndex
from agent.roles import Roles
from graph_store.records import Description
from language_model.redact import Redactor


def open_with_model(name: str, model: BaseChatModel, description: Description, look_up: ValueIndex) -> Roles:
    """Bind the roles to what is in the graph; what needs no model is left to those without one."""
    builtin = open_builtin(description, look_up)
    asked = AskModel(model, Redactor())
    return Roles(
        name,
        ModelReader(asked),
        ModelCypherWriter(asked, description),
        ModelLuceneWriter(asked),
        ModelRepairer(asked, description, builtin.repairer),
        ModelSynthesizer(asked, builtin.synthesizer),
    )
