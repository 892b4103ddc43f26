"""The words behind a slash: what the page's list of commands says, and how one is read. Pure."""

from __future__ import annotations

from collections.abc import Collection

COMMANDS = {
    "status": ("gauge", "What is loaded"),
    "documents": ("files", "Each document, with how much of it is explained"),
    "schema": ("shapes", "The types, properties and relations of the graph; with a type behind it, that one"),
    "cypher": ("code", "Run a Cypher statement by hand; it may only read"),
    "search": ("search", "Search the lines in Lucene's syntax"),
    "unexplained": ("circle-help", "The lines that no parser explains"),
    "remove": ("trash-2", "Take a document out of the graph, or all that fit a pattern like logs/*"),
    "diff": ("git-compare", "What changed in a document since the version before"),
    "export": ("download", "This conversation as a report, and as JSON lines for `wirelore replay`"),
}
"""Name → icon, and what it does. Others can be typed as well."""


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
    return word if word.startswith("/") and word[1:].isalpha() else ""


def say_unknown(word: str) -> str:
    """Say which commands there are."""
    return f"There is no command `{word}`. The commands are {', '.join(f'`/{name}`' for name in COMMANDS)}."
