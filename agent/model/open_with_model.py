"""The roles with a model."""

from __future__ import annotations

from agent.builtin.writers import TextSearchWriter
from agent.model.call_model import AskModel
from agent.model.question_secrets import QuestionSecrets
from agent.model.reader import ModelReader
from agent.model.repairer import ModelRepairer
from agent.model.synthesizer import ModelSynthesizer
from agent.model.writers import ModelGraphWriter, ModelTextWriter
from agent.reader.value_index import ValueIndex
from agent.reader.vocabulary import Vocabulary
from agent.roles import Roles
from agent.secrets.mask_secrets import SecretMask
from graph_store.records import Description
from language_model.calls import ModelCalls
from language_model.count_tokens import Estimate


def open_with_model(
    name: str,
    calls: ModelCalls,
    mask: SecretMask,
    description: Description,
    look_up: ValueIndex,
    builtin: Roles,
) -> Roles:
    """Bind the roles to what is in the graph; what needs no model is left to those without one.

    Tokens are estimated on every machine alike, or replies that were kept would not be found again.
    """
    mask.learn()  # prompts show what no row's lines tell of
    secrets = QuestionSecrets(mask, description, look_up)
    model = AskModel(calls, secrets)
    return Roles(
        name,
        ModelReader(model, description, look_up),
        ModelGraphWriter(model, description, look_up),
        ModelTextWriter(model, description, look_up, TextSearchWriter(Vocabulary(description))),
        ModelRepairer(model, description, look_up, builtin.repairer),
        ModelSynthesizer(model, mask, description, Estimate(), builtin.synthesizer),
        builtin.closest,
        model,
    )
