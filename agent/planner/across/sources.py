"""Which files or devices a question speaks of: by a device's name, a file's name, or what kind of file it is."""

from __future__ import annotations

from dataclasses import dataclass

from agent.planner.scope import Scope
from agent.planner.words.question_words import Word

_KINDS = {
    "yaml": (".yml", ".yaml"), "yml": (".yml", ".yaml"), "json": (".json",), "csv": (".csv",), "xml": (".xml",),
    "toml": (".toml",), "ini": (".ini",), "spreadsheet": (".csv", ".tsv"), "tsv": (".tsv",),
}  # fmt: skip
"""Words for kinds of files, with the ends of their names."""


@dataclass(frozen=True, slots=True)
class Source:
    """A device or file, by the name that its entities have as their device, and where the question names it."""

    device: str
    position: int


def sources(scope: Scope) -> tuple[Source, ...]:
    """List the devices and files that a question names, in its order; a kind of file only where one file is such."""
    found = [Source(device, one.mention.index) for one in scope.located for device in one.devices]
    for token in scope.tokens:
        ends = _KINDS.get(token.text.lower(), ()) if isinstance(token, Word) or not token.quoted else ()
        owners = _of_kind(scope, ends) if ends else ()
        if len(owners) == 1 and owners[0] not in {one.device for one in found}:
            found.append(Source(owners[0], token.index))
    return tuple(sorted(found, key=lambda one: one.position))


def _of_kind(scope: Scope, ends: tuple[str, ...]) -> tuple[str, ...]:
    tests = " OR ".join(f"toLower(d.path) ENDS WITH '{end}'" for end in ends)
    rows = scope.look_up.rows(f"MATCH (d:Document) WHERE {tests} RETURN DISTINCT d.device", {})
    return tuple(str(row[0]) for row in rows if row[0])


def labels_of(scope: Scope, device: str) -> tuple[str, ...]:
    """List the kinds of things that a device or file has."""
    rows = scope.look_up.rows(
        "MATCH (n:Entity) WHERE n.device = $device RETURN DISTINCT n.type", {"device": device}
    )
    return tuple(str(row[0]) for row in rows if str(row[0]) in scope.lexicon.labels)
