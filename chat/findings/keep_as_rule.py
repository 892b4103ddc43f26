"""Offers to keep a question as a rule, and keeps it: its statement or its table is checked at every load."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping

import chainlit as cl

from agent.records import Answer
from chat.findings.findings_view import FINDINGS, write_ask
from chat.words.markdown import show_cell_text, show_plain, show_table
from chat.words.say import say, words_of
from findings.kept import read_findings
from workspace.folders import own_rules, rules_file
from workspace.keep_rule import asked_why, free_name, statements_of
from workspace.workspace import Workspace

KEEP_RULE = "keep_rule"
RULES = "/rules"
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
    rules = await asyncio.to_thread(own_rules, workspace.name)
    there = next((rule.name for rule in rules if rule.why == asked_why(question)), "")
    if there:
        said = say("rule.there", name=there, file=rules_file(workspace.name).name)
        await cl.Message(f"{said} {write_ask(say('rule.list'), RULES)}").send()
        return
    name = free_name(question, {rule.name for rule in rules})
    kept = await asyncio.to_thread(workspace.keep_rule, name, question, statements)
    await cl.context.emitter.send_toast(say("rule.noted", name=name))  # the message may be out of sight
    said = say("rule.kept", name=name, count=len(kept.found), file=rules_file(workspace.name).name)
    await cl.Message(f"{said}\n\n```yaml\n{kept.text.rstrip()}\n```").send()


def list_rules(workspace: Workspace) -> str:
    """List the KG's own rules, each with what it finds now, and say where they are changed. Raises RulesError."""
    rules = own_rules(workspace.name)
    file = show_plain(rules_file(workspace.name).name)
    if not rules:
        return say("rule.none", file=file)
    counts = Counter(one.kind for one in read_findings(workspace.graph()))
    rows = [
        (
            write_ask(rule.name, f"{FINDINGS} {rule.name}"),
            rule.severity,
            show_cell_text(rule.why),
            str(counts[rule.name]),
        )
        for rule in rules
    ]
    words = words_of("rule.columns")
    table = show_table([words[name] for name in ("rule", "severity", "why", "found")], rows)
    return f"{table}\n\n{say('rule.where', file=file)}"
