"""Finds what stands in filters, or is done to them, and is not understood: no verdict may be given over it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from findings.facts import DeviceFacts
from findings.filters.records import FilterEntry, filter_name
from findings.statements import LEVEL, ConfigStatement
from findings.words import FilterWords
from reading.statements import NEGATIONS

MOST_WORDS = 3
"""So many words at most say what is not heeded in a filter."""


def mark_unread(device: DeviceFacts, entries: Mapping[str, list[FilterEntry]], words: FilterWords) -> None:
    """Make entries that may match and do anything of what is not understood.

    A line of a list becomes one at its place. In other filters the entry that the line names becomes one, or all do
    where it names none. So does each entry that a later line may change.
    """
    _mark_scripts(device, entries, words)
    doubtful = {one.line for one in device.statements if one.doubtful}
    for own in entries.values() if doubtful else ():
        own[:] = [one if doubtful.isdisjoint(one.lines) else _unknown(one, "a later line") for one in own]
    heads = {one.head: name for name, own in entries.items() for one in own if one.head}
    for name, rest, statement in _unread(device, heads, words) if heads else ():
        own, said = entries[name], rest or statement.text
        if number := _lessened(rest.split(), words):
            own[:] = [_unknown(one, said) if one.name == number else one for one in own]
        elif not statement.text.startswith(own[0].head):
            own[:] = [_unknown(one, said) for one in own]
        elif LEVEL in statement.text and own[0].is_line:
            label = next((word for word in rest.split()[:2] if word.isdigit()), "")
            unknown = FilterEntry(label, "", {}, (said,), (statement.line,), head=own[0].head, is_line=True)
            later = (at for at, one in enumerate(own) if one.lines[0].number > statement.line.number)
            own.insert(next(later, len(own)), unknown)
        else:
            named = {one.name for one in own if [one.name] == rest.split()[:1]}
            own[:] = [_unknown(one, said) if one.name in named or not named else one for one in own]


def _unknown(entry: FilterEntry, said: str) -> FilterEntry:
    """Return an entry of which only the lines are known; `said` is why."""
    return replace(entry, action="", sides={}, open=(said,), target="")


def _unread(
    device: DeviceFacts, heads: Mapping[str, str], words: FilterWords
) -> Iterator[tuple[str, str, ConfigStatement]]:
    """Yield a filter, what is behind its head, and the statement; a verb may stand before the head, or in its place."""
    bare = {head.partition(" ")[2] if head[0] == "-" else head: name for head, name in heads.items()}
    known = _known(words)
    for statement in device.statements:
        for touching in filter(None, (pattern.search(statement.text) for pattern in words.touching)):
            if filter_name(touching) in heads.values():
                yield filter_name(touching), "", statement
        verb, _, behind = statement.text.partition(" ")
        found = _behind(statement.text, heads) or (behind and verb not in NEGATIONS and _behind(behind, bare))
        if (
            not found
            or statement.opens
            or statement.takes
            or any(pattern.search(statement.text) for pattern in known)
        ):
            continue
        name, rest = found
        if _lessened(rest.split(), words) or not _is_unheeded(rest.split() or [verb], words):
            yield name, rest, statement


def _known(words: FilterWords) -> Sequence[re.Pattern[str]]:
    """Return the patterns of what is read of filters."""
    return (
        *words.entry,
        *words.other_entry,
        *words.default,
        *words.hooks,
        *words.other_names,
        *words.unordered,
        *words.renumbered,
        *words.followed,
        *(one.pattern for one in words.block),
        *(one.default_said for one in words.block if one.default_said),
        *(one.pattern for one in words.phrase),
        *words.emptied,
    )


def _mark_scripts(device: DeviceFacts, entries: Mapping[str, list[FilterEntry]], words: FilterWords) -> None:
    """Leave nothing known of entries that a script adds, where a line is not known: it may not run all of them."""
    scripted = [own for own in entries.values() if own and words.script.match(own[0].lines[0].text.strip())]
    read = (*_known(words), words.harmless, *words.touching) if scripted else ()
    first = min((one.lines[0].number for own in scripted for one in own), default=0)
    for statement in device.statements if scripted else ():
        is_first = statement.line.number < first and words.cleared.search(statement.text)
        if not is_first and not any(pattern.search(statement.text) for pattern in read):
            for own in scripted:
                own[:] = [_unknown(one, statement.text) for one in own]
            return


def _behind(text: str, heads: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the filter whose head a text begins with, and what is behind that."""
    longest = max(map(len, heads), default=0)
    at = text.find(" ")
    while 0 < at <= longest:
        if text[:at] in heads:
            return heads[text[:at]], text[at:].removeprefix(LEVEL).strip()
        at = text.find(" ", at + 1)
    return (heads[text], "") if text in heads else None


def _lessened(rest: Sequence[str], words: FilterWords) -> str:
    """Return the number of the entry from which a statement takes back a part: `undo rule 5 destination-port`."""
    if rest[:1] and rest[0] in NEGATIONS:
        number = next((at for at, word in enumerate(rest[1:3], 1) if word.isdigit()), len(rest))
        before, behind = rest[1:number], rest[number + 1 :]
        if behind and set(before) <= words.before_entries and not _is_unheeded(behind, words):
            return rest[number]
    return ""


def _is_unheeded(rest: Sequence[str], words: FilterWords) -> bool:
    """Tell whether what is said of a filter, or of an entry behind its number, does not change what it does."""
    while len(rest) > 1 and (rest[0] in words.before_entries or rest[0].isdigit()):
        rest = rest[1:]
    unheeded = words.unheeded | words.unheeded_in_filters
    sizes = range(1, MOST_WORDS + 1)
    return rest[0] in NEGATIONS or any(" ".join(rest[:size]) in unheeded for size in sizes)
