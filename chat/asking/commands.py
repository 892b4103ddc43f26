"""Slash commands, desk words and preferences: what the page lists, and how they are read. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from agent.execute import QueryLimits
from agent.modes import MODES, Mode
from chat.words.say import say, words_of

COMMANDS = {
    "help": "circle-help",
    "overview": "eye",
    "incidents": "siren",
    "findings": "triangle-alert",
    "rules": "shield-check",
    "map": "network",
    "path": "route",
    "device": "router",
    "status": "gauge",
    "documents": "files",
    "schema": "shapes",
    "cypher": "code",
    "search": "search",
    "test-filter": "filter",
    "unexplained": "circle-help",
    "remove": "trash-2",
    "diff": "git-compare",
    "history": "history",
    "timeline": "clock",
    "export": "download",
    "share": "link",
}
"""Name → icon; what it does is said in the table of words of that name. Others can be typed as well."""


CYPHER = re.compile(r"(?is)(OPTIONAL\s+MATCH|MATCH|UNWIND|CALL)\s*[({\w].*\b(RETURN|YIELD)\b")


def is_cypher(text: str) -> bool:
    """Tell whether a text is a statement that was pasted: a clause with a pattern, and what it returns."""
    return bool(CYPHER.match(text)) and ("(" in text or "[" in text)


def show_commands() -> str:
    """List the commands with what they do."""
    said = words_of("commands")
    return "\n".join(f"- `/{name}` \u2013 {said[name]}" for name in COMMANDS)


def typed_text(text: str, chosen: str | None) -> str:
    """Return a message as if its command had been typed: "/search bgp"; a chosen one stands apart from the text."""
    stripped = text.strip()
    if not chosen or stripped.lower().split(maxsplit=1)[:1] == [f"/{chosen}"]:
        return stripped
    return f"/{chosen} {stripped}".strip()


def read_command(text: str, names: Collection[str]) -> tuple[str, str]:
    """Split "/search bgp" into the command's name and what stands behind it; "" for what is no command."""
    first, _, behind = text.partition(" ") if "\n" not in text.split(" ", 1)[0] else text.partition("\n")
    name = first.removeprefix("/").lower()
    return (name, behind.strip()) if first.startswith("/") and name in names else ("", text)


def unknown_command(text: str) -> str:
    """Return the word behind a slash, where it looks like a command; "/24" and "/var/log" do not."""
    word = text.split(maxsplit=1)[0] if text.strip() else ""
    return word if word.startswith("/") and word[1:].replace("-", "").isalpha() else ""


def packet_question(text: str) -> str:
    """Ask what "/test-filter r1 EDGE-IN tcp 10.0.0.1 10.1.1.1 22" asks; blank for another text, or without a packet."""
    name, behind = read_command(text, ["test-filter"])
    return say("by_hand.packet", packet=behind) if name and len(behind.split()) > 2 else ""


def say_unknown(word: str) -> str:
    """Say which commands there are."""
    return say("by_hand.unknown", word=word, commands=", ".join(f"`/{name}`" for name in COMMANDS))


# Tell a word that asks for something to be done from a question that begins with it. Pure.


def read_word(text: str, words: Collection[str]) -> tuple[str, str]:
    """Split "remove logs/*" or "/remove logs/*" into word and what stands behind it; blank for anything else.

    Without a slash, more than one word behind it, or a question mark, makes it a question; numbers behind one do not.
    """
    stripped = text.strip()
    word, _, rest = stripped.removeprefix("/").partition(" ")
    rest = rest.strip()
    more = any(not each.isdecimal() for each in rest.split()[1:])
    is_question = not stripped.startswith("/") and (more or rest.endswith("?"))
    return (word.lower(), rest) if word.lower() in words and not is_question else ("", "")


# What a person may set for their chat: how to retrieve, how many rows, and which model. Pure.


MODE, ROWS, MODEL = "mode", "rows", "model"
ROW_LIMITS = (10, 25, 50, 100, 250, 500)


@dataclass(frozen=True, slots=True)
class Preferences:
    """How this chat's questions are answered; `model` is one of those that the server offers."""

    model: str
    mode: Mode = "combined"
    rows: int = QueryLimits().rows


def read_preferences(said: object, models: Sequence[str]) -> Preferences:
    """Read what the page sends; what is not on offer is left as it is by default."""
    told = said if isinstance(said, Mapping) else {}
    mode, rows, model = told.get(MODE), str(told.get(ROWS, "")), told.get(MODEL)
    plain = Preferences(models[0])
    return Preferences(
        model if isinstance(model, str) and model in models else plain.model,
        next((one for one in MODES if one == mode), plain.mode),
        int(rows) if rows in map(str, ROW_LIMITS) else plain.rows,
    )
