"""Answers `diff`: finds the two versions that are meant, and says what is between them. Reads the graph."""

from __future__ import annotations

from chat.documents.compare_versions import Version, compare_versions
from chat.documents.documents_view import choose_paths
from chat.documents.list_documents import read_documents
from chat.documents.versions import kept_times, last_version, numbered_version, read_version, versioned_paths
from chat.documents.versions_view import (
    list_kept,
    say_no_number,
    say_no_version,
    show_changes,
)
from chat.knowledge import Knowledge
from chat.words.say import say
from language_model.redact import Redactor


def show_diff(rest: str, knowledge: Knowledge) -> str:
    """Say what changed, for "PATH", "PATH 2" (since the second version before) or "PATH 3 1". Raises GraphError."""
    kg, graph = knowledge.settings.kg, knowledge.graph()
    kept = versioned_paths(kg)
    wanted, numbers = read_numbers(rest)
    if not wanted:
        listed = "\n".join(say("diff.item", path=path) for path in kept)
        return f"{say('diff.which')}\n\n{listed}" if kept else say("diff.none_kept")
    devices = {one.document.device: one.document.path for one in read_documents(graph) if one.document.device}
    path = next(iter(choose_paths(wanted, kept)), "") or devices.get(wanted, wanted)
    times = kept_times(kg, path)
    if times and (len(numbers) > 2 or any(not 0 < number <= len(times) for number in numbers)):
        return say_no_number(path, times)
    loaded = read_version(path, graph)
    old, new = _pair(kg, path, numbers, loaded)
    if new is None or old is None:
        return say_no_version(path, kept)
    mask = list if knowledge.settings.show_secrets else Redactor().lines
    said = show_changes(old, new, compare_versions(old, new), mask, loaded=len(numbers) < 2)
    return "\n\n".join(filter(None, [said, list_kept(path, times)]))


def read_numbers(rest: str) -> tuple[str, tuple[int, ...]]:
    """Split "core1 3 1" into what is meant and the numbers of versions behind it."""
    words = rest.split()
    named = len(words)
    while named > 1 and words[named - 1].isdecimal():
        named -= 1
    return " ".join(words[:named]), tuple(map(int, words[named:]))


def _pair(
    kg: str, path: str, numbers: tuple[int, ...], loaded: Version | None
) -> tuple[Version | None, Version | None]:
    """Return the older and the newer version: a higher number is older, whatever stands first."""
    if not numbers:
        return (last_version(kg, path, loaded.sha256) if loaded else None), loaded
    if len(numbers) == 1:
        return numbered_version(kg, path, numbers[0]), loaded
    return numbered_version(kg, path, max(numbers)), numbered_version(kg, path, min(numbers))
