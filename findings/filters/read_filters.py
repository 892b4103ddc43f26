"""Reads a device's filters, of any vendor, as ordered entries: what each matches, and what it does."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import PurePosixPath

from findings.facts import DeviceFacts, kept_with_facts
from findings.filters.blocks import entries_in_blocks
from findings.filters.entry_reading import EntryReading, action_of
from findings.filters.numbering import order_by_number
from findings.filters.phrases import entries_in_phrases
from findings.filters.records import (
    PLACES,
    Filter,
    FilterEntry,
    filter_name,
    head_of,
    place_of,
    table_of,
    version_of,
)
from findings.filters.sides import Objects, Side, words_of
from findings.filters.unread import mark_unread
from findings.words import FilterWords
from graph_store.records import SourceLine

REMARK = "remark"
"""The action of what has a place among entries, until all have their places."""
PARTED = "another part of the device has such a filter"
UNORDERED = "match-order auto"
"""What leaves open which of a filter's entries is asked first."""


def filters_by_name(device: DeviceFacts) -> dict[str, Filter]:
    """Return the filters of a device by their names, and by the other names that some have."""
    return {name: one for one in read_filters(device) for name in (one.other, one.name) if name}


@kept_with_facts
def read_filters(device: DeviceFacts) -> tuple[Filter, ...]:
    """Return the filters of a device in the order in which they begin."""
    words = words_of(device)
    objects = Objects(device, words)
    entries: dict[str, list[FilterEntry]] = defaultdict(list)
    defaults: dict[str, str] = {}
    default_lines: dict[str, SourceLine] = {}
    hooks: dict[str, tuple[str, int]] = {}
    whole: set[str] = set()
    others: dict[str, str] = {}
    same_zone: dict[str, str] = {}
    within: dict[str, re.Pattern[str]] = {}
    for name, entry in _entries_in_words(device, words, objects):
        _put(entries[name], entry)
        if entry.action != REMARK:
            defaults[name] = "" if entry.lines[0].text.split()[:1] == ["rule"] else "deny"
    for name, own in list(entries.items()):
        entries[name] = [one for one in own if one.action != REMARK]
        if not entries[name]:
            del entries[name]
    for block in words.block:
        default = _said_default(device, block.default_said, block.default, words)
        within_zone = _said_default(device, block.same_zone_said, block.same_zone, words)
        for name, entry in entries_in_blocks(device, block, words, objects):
            entries[name].append(entry)
            defaults.setdefault(name, default if not block.chains or name in block.chains else "")
            same_zone[name] = within_zone
            if block.same_zone and not within_zone:
                defaults[name] = ""
            within |= {name: block.within} if block.within else {}
            whole |= {name} if block.whole else set()
    files = _FileNames()
    for phrase in words.phrase:
        for chain, entry in entries_in_phrases(device, phrase, words, objects):
            name = files.own(chain, entry.lines[0])
            target = entry.target and files.own(entry.target, entry.lines[0])
            _put(entries[name], replace(entry, target=target))
            others.setdefault(name, chain.split()[-1])
    _empty(device, entries, words)
    mark_unread(device, entries, words)
    parted = {one.text for one in device.statements if one.parted}
    shared = {text.split()[-1].lower() for text in parted}
    for name, own in entries.items():
        if own and own[0].head in parted:  # of an interface of another part, that part's entries decide
            defaults[name] = ""
            own[:] = [
                one if _is_placed(one, shared) else replace(one, open=(*one.open, PARTED)) for one in own
            ]
    for name, own in entries.items():
        own[:] = order_by_number(device, name, own, words)
        if name in within:
            own[:0] = _passed_within(device, within[name], objects, _version(name, own, words))
    around = ""
    tables: set[tuple[str, str]] = set()
    mixed: set[str] = set()
    for statement in device.statements:
        opened = table_of(statement, words)
        around = opened or around
        if opened and (opened, statement.line.path) in tables:  # those of iptables and of ip6tables
            mixed |= {name for name in entries if name.startswith(f"{opened} ")}
        tables.add((opened, statement.line.path))
        for found in filter(None, (pattern.search(statement.text) for pattern in words.unordered)):
            own = entries.get(filter_name(found), [])
            own[:] = [replace(one, open=(*one.open, UNORDERED)) for one in own]
        for found in filter(None, (pattern.search(statement.text) for pattern in words.taken_entry)):
            own = entries.get(filter_name(found), [])
            own[:] = [one if one.name else replace(one, open=(*one.open, "taken back")) for one in own]
        followed = next(filter(None, (pattern.search(statement.text) for pattern in words.followed)), None)
        if followed:  # what the others do not decide, this one does
            defaults |= {name: "" for name in entries if name != followed["filter"]}
        for found in filter(None, (pattern.search(statement.text) for pattern in words.default)):
            name = files.own(filter_name(found, around), statement.line)
            entries.setdefault(name, [])
            defaults[name], default_lines[name] = action_of([found["value"]], words), statement.line
            others.setdefault(name, filter_name(found, around).split()[-1])
        for found in filter(None, (pattern.search(statement.text) for pattern in words.hooks)):
            chain = filter_name(found, around)
            name = files.own(chain, statement.line)
            priority = found.groupdict().get("priority") or around
            hooks[name] = found["hook"] + name.removeprefix(chain), _priority(priority, words)
            entries.setdefault(name, [])
            defaults.setdefault(name, words.hook_default)
            others.setdefault(name, chain.split()[-1])
        for found in filter(None, (pattern.search(statement.text) for pattern in words.other_names)):
            others[filter_name(found)] = found["other"]
    for name, uses in _uses(device, words).items():
        for one in entries.keys() & {name, *(each for each, other in others.items() if other == name)}:
            defaults[one] = next(iter(uses)) if len(uses) == 1 else ""
            default_lines[one] = next(iter(uses.values()))
    return tuple(
        Filter(
            device.device,
            name,
            tuple(found),
            defaults.get(name, ""),
            name in whole,
            others.get(name, ""),
            _compared(found, objects.interfaces),
            objects.lists,
            (default_lines[name],) if name in default_lines else (),
            same_zone.get(name, ""),
            objects.zones() if same_zone.get(name) else {},
            *hooks.get(name, ("", 0)),
            -1 if name in mixed else _version(name, found, words),
        )
        for name, found in entries.items()
    )


def _is_placed(entry: FilterEntry, shared: AbstractSet[str]) -> bool:
    """Tell whether an entry names places, of which none has its name in another part of the device as well."""
    return any(side in entry.sides and shared.isdisjoint(entry.sides[side].names) for side in PLACES)


def _passed_within(
    device: DeviceFacts, pattern: re.Pattern[str], objects: Objects, version: int
) -> Iterator[FilterEntry]:
    """Yield an entry for each zone that lets pass what stays in it; what entries for the same say of it is open."""
    for statement in device.statements:
        if found := pattern.search(statement.text):
            zone = Side((), objects.members(found["name"]))
            sides, line = {"from": zone, "to": zone}, statement.line
            yield FilterEntry("", "permit", sides, (found["said"],), (line,), version=version)


def _version(name: str, entries: Sequence[FilterEntry], words: FilterWords) -> int:
    """Return the version of IP that a filter is for, by its name, its table, or all its entries; 0 if not known."""
    first, *behind = name.split()
    if first == "ipv6":
        return 6
    if len(behind) > 1 and first in words.hook_families:
        return words.hook_families[first]
    versions = {one.version for one in entries}
    return versions.pop() if len(versions) == 1 else 0


def _empty(device: DeviceFacts, entries: dict[str, list[FilterEntry]], words: FilterWords) -> None:
    """Leave out the entries that a later line takes out together: those of a chain or a table."""
    for statement in device.statements:
        found = next(filter(None, (pattern.search(statement.text) for pattern in words.emptied)), None)
        for name, own in entries.items() if found else ():
            if found and _is_meant(found, name):
                line = statement.line
                own[:] = [
                    one for one in own if one.lines[0].number > line.number or one.lines[0].path != line.path
                ]


def _is_meant(found: re.Match[str], name: str) -> bool:
    fields = found.groupdict()
    if fields.get("family") and name.startswith("ipv6 ") != (version_of(found) == 6):
        return False
    return name == filter_name(found) if fields.get("chain") else name.startswith(fields.get("table") or "")


def _put(entries: list[FilterEntry], entry: FilterEntry) -> None:
    """Put an entry at its place, which counts from 1, or behind all."""
    entries.insert(entry.place - 1 if entry.place else len(entries), entry)


class _FileNames:
    """Keeps apart what two files of a device call alike, such as the chains of iptables for IPv4 and for IPv6."""

    def __init__(self) -> None:
        self._paths: dict[str, str] = {}

    def own(self, name: str, line: SourceLine) -> str:
        """Return the name, with the file's behind it where another file has the name already."""
        is_first = self._paths.setdefault(name, line.path) == line.path
        return name if is_first else f"{name} ({PurePosixPath(line.path).name})"


def _said_default(
    device: DeviceFacts, pattern: re.Pattern[str] | None, default: str, words: FilterWords
) -> str:
    """Return what happens when no entry matches, as statements say it; blank where they differ."""
    found = filter(None, (pattern.search(one.text) for one in device.statements)) if pattern else ()
    actions = {action_of([one["value"]], words) for one in found}
    return default if not actions else actions.pop() if len(actions) == 1 else ""


def _uses(device: DeviceFacts, words: FilterWords) -> dict[str, dict[str, SourceLine]]:
    """Return where filters are used: the name → what happens there to what they do not match → a line."""
    found: dict[str, dict[str, SourceLine]] = defaultdict(dict)
    texts = [statement.text for statement in device.statements]
    for bound in words.bound:
        if bound.unless and any(map(bound.unless.search, texts)):
            continue
        for statement in device.statements:
            if used := bound.pattern.search(statement.text):
                found[used["filter"]].setdefault(bound.default, statement.line)
    return found


def _priority(text: str, words: FilterWords) -> int:
    """Return the number of `filter + 5`, or of -300."""
    return sum(
        words.hook_priorities.get(part, 0) if part.isalpha() else int(part)
        for part in text.replace("- ", "-").replace("+ ", "").split()
        if part.isalpha() or part.lstrip("-").isdigit()
    )


def _compared(entries: Sequence[FilterEntry], known: frozenset[str]) -> frozenset[str]:
    """Return the interfaces and zones that entries can be compared with: those named; all where all are known."""
    asked = (entry.sides[side].names for entry in entries for side in PLACES if side in entry.sides)
    named = frozenset[str]().union(*asked)
    return named | known if named <= known else named


def _entries_in_words(
    device: DeviceFacts, words: FilterWords, objects: Objects
) -> Iterator[tuple[str, FilterEntry]]:
    for statement in device.statements:
        found = next(filter(None, (each.search(statement.text) for each in words.entry)), None)
        other = next(filter(None, (each.search(statement.text) for each in words.other_entry)), None)
        if other and not found and not statement.opens:
            number, _, rest = other["entry"].partition(" ")
            label = number if number.isdigit() else ""
            yield (
                filter_name(other),
                FilterEntry(label, "", {}, (rest if label else other["entry"],), (statement.line,)),
            )
        is_off = found is not None and found["entry"].split()[-1] in words.off_words
        remark = next(filter(None, (each.search(statement.text) for each in words.remark)), None)
        counted = found if is_off else remark
        if counted:
            place = place_of(counted)
            yield filter_name(counted), FilterEntry("", REMARK, {}, (), (statement.line,), place=place)
        if found is None or is_off:
            continue
        fields = found.groupdict()
        name = found["filter"]
        masks = " > " not in statement.text and (bool(fields.get("type")) or not name.isdigit())
        number = int(name) if name.isdigit() else -1
        standard = fields.get("type") == "standard" or 0 <= number < 100 or 1300 <= number < 2000
        reading = EntryReading(words, objects, version=version_of(found))
        label, action = reading.read_entry(found["entry"].split(), standard, masks)
        yield (
            filter_name(found),
            FilterEntry(
                label,
                action,
                reading.sides,
                tuple(reading.open),
                (statement.line,),
                head=head_of(found),
                place=place_of(found),
                is_line=True,
                version=version_of(found),
            ),
        )
