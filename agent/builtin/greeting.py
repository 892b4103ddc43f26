"""Answers greetings and requests for help or an overview, with questions to ask next. Pure."""

from __future__ import annotations

import re
from collections import Counter

from agent.reader.english import split_name, word_list
from agent.reader.kinds import OWN_LABELS, ROOT
from agent.records import Answer
from agent.render.draft import counted
from graph_store.records import Description, LabelDescription
from reading.spoken_names import name_some, plural

MOST_NAMED = 8
_HELP = (
    "Ask about devices, what is configured on them, and what their logs say. Each answer cites its lines; "
    "where I am not sure, I show the closest lines instead."
)


def greet(text: str, description: Description) -> Answer | None:
    """Answer a greeting or a request for help or an overview; None for all others."""
    words = re.findall(r"[a-z]+", text.lower().replace("'s", ""))
    said = _plain(" ".join(words))
    if words and said in {_plain(one) for one in word_list("overview")}:
        text = _say_overview(description)
    elif words and said in {_plain(one) for one in word_list("help")}:
        text = f"{_HELP} {_say_overview(description)}"
    elif words and word_list("greetings").issuperset(words):
        text = f"Hello. {_HELP}"
    else:
        return None
    return Answer(text, "answered", choices=_suggestions(description))


def _plain(text: str) -> str:
    return " ".join(word for word in text.split() if word not in ("please", "the", "a"))


def _say_overview(description: Description) -> str:
    kinds = Counter(one.kind for one in description.documents)
    lines = sum(one.lines for one in description.documents)
    files = [counted(kinds[kind], f"{kind} file") for kind in ("configuration", "log") if kind in kinds]
    said = [f"{', '.join(files) or counted(len(description.documents), 'file')}, {counted(lines, 'line')}."]
    devices = description.devices
    if devices:
        named = name_some(devices[:MOST_NAMED], len(devices))
        said.append(f"{counted(len(devices), 'device')}: {named}.")
    for title, records in (("Configured", False), ("Logged", True)):
        common = [f"{one.count:,} {_noun(one)}" for one in _commonest(description, records)[:MOST_NAMED]]
        if common:
            said.append(f"{title}: {', '.join(common)}.")
    return "\n".join(said)


def _commonest(description: Description, records: bool) -> list[LabelDescription]:
    labels = [
        one
        for one in description.labels
        if one.name not in OWN_LABELS | {ROOT}
        and any(found.name == "message" for found in one.properties) == records
    ]
    return sorted(labels, key=lambda one: (-one.count, one.name))


def _noun(label: LabelDescription) -> str:
    return plural(" ".join(split_name(label.name)))


def _suggestions(description: Description) -> tuple[str, ...]:
    asked = ["How many devices are there?"] if description.devices else []
    labels = _commonest(description, records=False)
    configured = [one.device for one in description.documents if one.kind == "configuration" and one.device]
    if labels and configured:
        asked.append(f"List the {_noun(labels[0])} on {configured[0]}")
    if any(one.kind == "log" for one in description.documents):
        asked.append("Show errors and failures")
    return tuple(asked)
