"""Reads the entries of filters that are written as blocks: a setting a line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from findings.facts import DeviceFacts
from findings.filters.entry_reading import EntryReading, action_of
from findings.filters.records import FilterEntry, filter_name, head_of, version_of
from findings.filters.sides import Objects
from findings.statements import GLUE
from findings.words import BlockWords, FilterWords
from graph_store.records import SourceLine

Part = tuple[str, str, SourceLine]
"""What an entry says in one line: key, value, line."""


def entries_in_blocks(
    device: DeviceFacts, block: BlockWords, words: FilterWords, objects: Objects
) -> Iterator[tuple[str, FilterEntry]]:
    """Yield each entry with the name of its filter."""
    told: dict[tuple[str, str], list[Part]] = defaultdict(list)
    heads = {one.text: one.line for one in device.statements if one.opens}
    separate: dict[str, int] = {}
    begun: dict[str, str] = {}
    versions: dict[str, int] = {}
    for statement in device.statements:
        if statement.separate:
            separate[statement.text] = statement.line.number
        found = block.pattern.search(statement.text)
        if found:
            versions.setdefault(filter_name(found), version_of(found) or block.version)
            begun.setdefault(filter_name(found), "" if block.suffix else head_of(found))
        if found and "fields" in found.groupdict():  # all in one line, and without a label
            fields = (one.partition("=") for one in found["fields"].split())
            parts = [(key, value, statement.line) for key, _, value in fields]
            told[filter_name(found), f"\n{statement.line.number}"] = parts
        elif found:
            value = (found["value"] or "").strip("[] ")
            key = found["key"] if value or not statement.opens else ""
            number = separate.get(statement.text[: found.end("entry")])
            parts = told[filter_name(found), f"\n{number}" if number else found["entry"].replace(GLUE, " ")]
            if not parts and not number and (head := _head(found, heads)):
                parts.append(("", "", head))
            parts.append((key, value, statement.line))
    for (name, label), parts in _in_order(told, block):
        if block.only and not block.only.search(_written(parts)):
            continue
        entry = _read_block("" if label.startswith("\n") else label, parts, block, words, objects)
        if entry is not None:
            target = entry.target and ("ipv6 " if name.startswith("ipv6 ") else "") + entry.target
            version = versions[name] or _version_by_keys(parts, block)
            entry = replace(entry, head=begun[name], version=version, target=target)
            yield name + block.suffix, entry


def _version_by_keys(parts: Sequence[Part], block: BlockWords) -> int:
    """Return the lowest version of IP that an entry has keys of: what it says of the other is not read."""
    return min((block.versions[key] for key, _, _ in parts if key in block.versions), default=0)


def _written(parts: Sequence[Part]) -> str:
    return "".join(f"\n{key} {value}" for key, value, _ in parts) + "\n"


def _in_order(
    told: Mapping[tuple[str, str], list[Part]], block: BlockWords
) -> Iterator[tuple[tuple[str, str], list[Part]]]:
    """Yield entries as they are asked, which is not as they are written where their numbers or marks say so."""
    groups: list[list[tuple[tuple[str, str], list[Part]]]] = [[], [], []]
    for entry in told.items():
        text = _written(entry[1])
        is_last = block.last and block.last.search(text)
        groups[2 if is_last else 0 if block.first and block.first.search(text) else 1].append(entry)
    ordered = [*groups[0], *groups[1], *reversed(groups[2])]
    if block.by_number:
        ordered.sort(key=lambda entry: int(entry[0][1]) if entry[0][1].isdigit() else 0)
    if block.order:
        numbers = {
            key: int(value)
            for key, parts in ordered
            for name, value, _ in parts
            if name == block.order and value.isdigit()
        }
        sign = 1 if block.lowest_first else -1
        ordered.sort(key=lambda entry: sign * numbers.get(entry[0], 0))
    yield from ordered


def _head(found: re.Match[str], heads: Mapping[str, SourceLine]) -> SourceLine | None:
    """Return the line that opens an entry's block; one more word may stand behind the entry's name."""
    text, end = found.string, found.end("entry")
    behind = text.find(" ", end + 1)
    return heads.get(text[:end]) or (heads.get(text[:behind]) if behind > 0 else None)


def _read_block(
    label: str, parts: Sequence[Part], block: BlockWords, words: FilterWords, objects: Objects
) -> FilterEntry | None:
    values: dict[str, list[str]] = defaultdict(list)
    negated: set[str] = set()
    reading = EntryReading(words, objects)
    meanings = {**words.meanings, **block.meanings}
    for key, value, _ in parts:
        whole = f"{key} {value}"
        meaning = "" if whole in words.unheeded else meanings.get(whole, meanings.get(key, ""))
        verb, further = key.partition(" ")[0], value.split()[1:]
        acts = meaning == "action" and any(action_of([word], words) for word in further)
        if acts or (meaning and any(f"{verb} {word}" in meanings for word in further)):
            reading.open.append(f"{key} {value}")  # several statements on one line
        if meaning == "off" or (meaning == "status" and value.lower() in words.off_values):
            return None
        if meaning.startswith("not "):
            negated |= {meaning.removeprefix("not ")} if value.lower() in words.on_values else set()
        elif meaning:
            values[meaning].extend([value] if meaning in ("action", "target") else value.split())
        elif (
            not {key, f"{key} {value}"} & words.unheeded
            and value not in words.everything
            and (value or " " in key)
        ):
            reading.open.append(f"{key} {value}".strip())
    values.update({name: given.split() for name, given in block.fallback.items() if name not in values})
    for meaning in [one for one in values if one.startswith("last ")]:  # a range whose ends have a key each
        ends = zip(values[meaning.removeprefix("last ")], values.pop(meaning), strict=False)
        values[meaning.removeprefix("last ")] = [f"{low}-{high}" for low, high in ends]
    for meaning, given in values.items():
        if meaning == "protocol" and given[0][:1] != "!":
            reading.read_protocol([one for each in given for one in each.split("/")])
        elif meaning not in ("action", "status", "none", "target") and any(given):
            excepts, name = meaning.startswith("except "), meaning.removeprefix("except ")
            reading.read_condition(name, [one for one in given if one], negated=excepts or meaning in negated)
    action = action_of(values["action"], words)
    first = {value.split()[0] for value in values["action"] if value.split()}
    if first & words.permits and first & words.denies:
        reading.open.append("it both permits and denies")
    elif not action and not first & words.jumps:  # it neither permits nor denies
        action = (
            "next" if first & words.goes_on else "return" if first & words.returns else block.without_action
        )
        action = action or ("next" if first & words.side_effects else "")
    lines = tuple(dict.fromkeys(line for _, _, line in parts))
    target = next(iter(values["target"]), "") if first & words.jumps else ""
    return FilterEntry(label, action, reading.sides, tuple(dict.fromkeys(reading.open)), lines, target)
