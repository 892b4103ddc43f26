"""Offers to keep a question as a rule, and keeps it: its statement or its table is checked at every load."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import chainlit as cl

from agent.records import Answer
from chat.words.say import say
from workspace.folders import own_rules, rules_file
from workspace.keep_rule import free_name, statements_of
from workspace.workspace import Workspace

KEEP_RULE = "keep_rule"
MOST_KEPT = 40


def rule_actions(key: str, question: str, answer: Answer) -> list[cl.Action]:
    """Offer to keep a question whose answer is a statement or a table that a rule can be; `key` is the answer's."""
    statements = statements_of(answer)
    if not statements and not any(table.rule for table in answer.tables):
        return []
    kept = cl.user_session.get(KEEP_RULE) or {}
    cl.user_session.set(KEEP_RULE, dict([*kept.items(), (key, (question, statements))][-MOST_KEPT:]))
    hint = say("rule.keep_hint")
    return [
        cl.Action(
            name=KEEP_RULE, payload={"key": key}, icon="shield-check", label=say("rule.keep"), tooltip=hint
        )
    ]


async def keep_as_rule(payload: Mapping[str, object], workspace: Workspace) -> None:
    """Keep what a button says, and tell what it finds. Raises GraphError, NoRuleError and RulesError."""
    asked = (cl.user_session.get(KEEP_RULE) or {}).get(payload.get("key"))
    if asked is None:
        await cl.context.emitter.send_toast(say("evidence.gone"))
        return
    question, statements = asked
    names = {rule.name for rule in await asyncio.to_thread(own_rules, workspace.name)}
    name = free_name(question, names)
    kept = await asyncio.to_thread(workspace.keep_rule, name, question, statements)
    said = say("rule.kept", name=name, count=len(kept.found), file=rules_file(workspace.name).name)
    await cl.Message(f"{said}\n\n```yaml\n{kept.text.rstrip()}\n```").send()
