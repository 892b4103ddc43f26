"""Answers greetings and requests for help or an overview, with questions to ask next. Pure."""

from __future__ import annotations

import re
from collections import Counter

from agent.reader.english import split_name, word_list
from agent.reader.vocabulary import EVENT, OWN_LABELS, ROOT
from agent.records import Answer
from agent.render.draft import counted, plural
from graph_store.records import Description

MOST_NAMED = 8
_HELP = (
    "Ask about devices, what is configured on them, and what their logs say. Each answer cites its lines; "
    "where I am not sure, I show the closest lines instead."
)


def small_talk(text: str, description: Description) -> Answer | None:
    """Return the answer to what is no question about lines; None for all others."""
    words = re.findall(r"[a-z]+", text.lower().replace("'s", ""))
    said = " ".join(word for word in words if word not in ("please", "the", "a"))
    if not words:
        return None
    if said in {_plain(one) for one in word_list("overview")}:
        return Answer(say_overview(description), "answered", choices=suggestions(description))
    if said in {_plain(one) for one in word_list("help")}:
        return Answer(f"{_HELP} {say_overview(description)}", "answered", choices=suggestions(description))
    if set(words) <= word_list("greetings"):
        return Answer(f"Hello. {_HELP}", "answered", choices=suggestions(description))
    return None


def _plain(text: str) -> str:
    return " ".join(word for word in text.split() if word not in ("please", "the", "a"))


def say_overview(description: Description) -> str:
    """Say what is in the graph: files, devices, and the commonest kinds of things and of log records."""
    kinds = Counter(one.kind for one in description.documents)
    lines = sum(one.lines for one in description.documents)
    files = ", ".join(
        f"{counted(kinds[kind], f'{kind} file')}"
        for kind in sorted(kinds)
        if kind in ("configuration", "log")
    )
    said = [f"{files or counted(len(description.documents), 'file')}, {counted(lines, 'line')}."]
    if description.devices:
        named = ", ".join(description.devices[:MOST_NAMED])
        more = (
            f" and {len(description.devices) - MOST_NAMED} more"
            if len(description.devices) > MOST_NAMED
            else ""
        )
        said.append(f"{counted(len(description.devices), 'device')}: {named}{more}.")
    for title, records in (("Configured", False), ("Logged", True)):
        common = _commonest(description, records)
        if common:
            said.append(f"{title}: {', '.join(common)}.")
    return "\n".join(said)


def _commonest(description: Description, records: bool) -> list[str]:
    labels = [
        one
        for one in description.labels
        if one.name not in {*OWN_LABELS, ROOT, EVENT}
        and any(found.name == "message" for found in one.properties) == records
    ]
    labels.sort(key=lambda one: (-one.count, one.name))
    return [f"{one.count:,} {plural(' '.join(split_name(one.name)))}" for one in labels[:MOST_NAMED]]


def suggestions(description: Description) -> tuple[str, ...]:
    """Return questions that this graph can answer."""
    asked = ["How many devices are there?"] if description.devices else []
    labels = [
        one
        for one in description.labels
        if one.name not in {*OWN_LABELS, ROOT, EVENT}
        and not any(found.name == "message" for found in one.properties)
    ]
    labels.sort(key=lambda one: (-one.count, one.name))
    configured = [one.device for one in description.documents if one.kind == "configuration" and one.device]
    if labels and configured:
        noun = plural(" ".join(split_name(labels[0].name)))
        asked.append(f"List the {noun} on {configured[0]}")
    if any(one.kind == "log" for one in description.documents):
        asked.append("Show errors and failures")
    return tuple(asked)
