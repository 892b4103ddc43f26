"""Writes counts of things by device and over all makes: who has the most, how many each has."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from agent.planner.configurations.inventories import inventories
from agent.planner.plan_records import Statement
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.tallies.count_parts import Part, count_parts, is_part
from agent.planner.tallies.counted_kinds import Item, by_device, counted_items, value_of
from agent.planner.tallies.narrow_items import narrowed
from agent.planner.tallies.read_tally import Tally, holds, read_tally
from agent.planner.tallies.unread_devices import configured_devices, say_unread
from agent.planner.words.label_names import column_name
from agent.planner.words.match_words import plain_words
from agent.planner.words.question_words import Word, read_tokens
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name


def write_tally(scope: Scope) -> Statement | None:
    """Write the statement for a count; None where the noun names no kind of thing, or more is asked."""
    tally = read_tally(scope.text)
    if tally is None or inventories(scope.lexicon) or (scope.lexicon.events and tally.modifier == "off"):
        return None
    nouns = words_of(scope, tally.noun)
    others = [one.mention.text for one in scope.located if not one.devices]
    if not nouns or others not in ([], [str(tally.number)]) or (tally.place and not scope.devices):
        return None
    if is_part(nouns):
        return _ranked_lines(scope, tally, count_parts(scope, counted_items(scope, nouns[:-1])))
    items = [one for one in counted_items(scope, nouns) if not scope.devices or one.device in scope.devices]
    items = narrowed(scope, items, tally.modifier)
    if not items:
        return None
    if (tally.distinct or tally.form in ("value", "same")) and not _is_named_alike(scope, items):
        return _declined(scope, tally, items)
    if tally.form in ("value", "same"):
        return _by_value(scope, tally, items)
    if tally.form == "total":
        return _total(scope, tally, items)
    chosen = _chosen(tally, {device: len(own) for device, own in by_device(items).items()})
    return _statement(scope, tally, items, chosen) if chosen else None


def words_of(scope: Scope, text: str) -> list[Word]:
    """Return the words of a noun; none where it names a value, or has a word that only builds sentences."""
    tokens = read_tokens(text, scope.lexicon.vocabulary)
    if not all(isinstance(token, Word) and token.sort != "function" for token in tokens):
        return []
    words = list(plain_words(tokens))
    return [] if any(word.stem in DEVICE_STEMS for word in words[-1:]) else words


def _chosen(tally: Tally, counts: Mapping[str, int]) -> list[str]:
    """Return the devices whose counts are asked for; of the most and fewest all that share the last place."""
    if tally.form == "bound":
        return [device for device, count in counts.items() if holds(tally, count)]
    if tally.form == "each":
        return list(counts)
    ordered = sorted(counts.values(), reverse=tally.form == "most")
    last = ordered[: max(1, tally.top)][-1] if ordered else 0
    return [
        name for name, count in counts.items() if (count >= last if tally.form == "most" else count <= last)
    ]


def _note(scope: Scope, tally: Tally, items: Sequence[Item], what: str) -> str:
    """Say what was counted, and on which devices nothing of it was read."""
    kinds = sorted({_called(one) for one in items})
    wanted = [one for one in configured_devices(scope) if not scope.devices or one in scope.devices]
    unread = say_unread(wanted, {one.device for one in items})
    said = f"read as: {what} {tally.noun}{_MODIFIED.get(tally.modifier, '')}; counted: {', '.join(kinds)}"
    return f"{said}; {unread}" if unread else said


_MODIFIED = {
    "off": " that are shut down", "addressed": " with an IP address", "bare": " without an IP address", "": "",
}  # fmt: skip


def _called(item: Item) -> str:
    label = column_name(item.held.label).replace("_", " ")
    return label if item.held.property == "key" else f"{label} {item.held.property.replace('_', ' ')}"


def _of(parameters: Parameters, items: Sequence[Item], named: bool = False) -> tuple[str, str]:
    """Return what matches the items, and what is counted of it: their entities, or what each is called."""
    ids = parameters.add(tuple(dict.fromkeys(one.node for one in items)))
    match = f"MATCH (n:Entity) WHERE n.id IN {ids}"
    if not named and all(one.held.property == "key" for one in items):
        return match, "n"
    return f"{match}{_unwound(parameters, items)}", "one"


def _unwound(parameters: Parameters, items: Sequence[Item]) -> str:
    """Write what gives each item the name `one`; several properties may hold values of one entity."""
    held = {one.held for one in items}
    cases = []
    for value in sorted({value_of(one) for one in held if one.property == "key"}):
        labels = tuple(sorted({one.label for one in held if value_of(one) == value}))
        cases.append(f"WHEN n.type IN {parameters.add(labels)} THEN [{value}]")
    names = sorted({one.property for one in held if one.property != "key"})
    values = " + ".join(["[]", *(f"coalesce(n.{quote_name(name)}, [])" for name in names)])
    raw = f"CASE {' '.join(cases)} ELSE {values} END" if cases else values
    return f" UNWIND ({raw}) AS raw WITH n, toString(raw) AS one"


def _statement(scope: Scope, tally: Tally, items: Sequence[Item], devices: Collection[str]) -> Statement:
    parameters = Parameters()
    match, counted = _of(parameters, [one for one in items if one.device in devices])
    way = "ASC" if tally.form == "fewest" else "DESC"
    text = (
        f"{match} RETURN n.device AS device, count(DISTINCT {counted}) AS count "
        f"ORDER BY count {way}, device LIMIT {len(devices)}"
    )
    note = _note(scope, tally, items, _how(tally))
    return Statement(text, parameters.values, "count", ("device", "count"), "device", note=note)


def _how(tally: Tally) -> str:
    if tally.form == "bound":
        number = "" if tally.bound in ("a single", "multiple", "several") else str(tally.number)
        return f"{tally.bound} {number}".strip()
    return {"most": "the most", "fewest": "the fewest", "each": "each device's"}.get(tally.form, "")


def _total(scope: Scope, tally: Tally, items: Sequence[Item]) -> Statement:
    """Count all, or the different names that they have."""
    parameters = Parameters()
    match, counted = _of(parameters, items, tally.distinct)
    column = tally.noun.replace(" ", "_")
    if counted == "n":
        text = f"{match} RETURN count(DISTINCT n) AS {quote_name(column)}"
    else:
        one = "one" if tally.distinct else "n.device AS owner, one"
        text = f"{match} WITH DISTINCT {one} RETURN count(one) AS {quote_name(column)}"
    note = _note(scope, tally, items, "different names of" if tally.distinct else "all")
    return Statement(text, parameters.values, "count", (column,), subject=tally.noun, note=note)


def _by_value(scope: Scope, tally: Tally, items: Sequence[Item]) -> Statement | None:
    """Tell which values most devices have, or just one; or which devices have the same ones."""
    devices: dict[str, set[str]] = {}
    for item in items:
        devices.setdefault(item.name, set()).add(item.device)
    counts = {name: len(own) for name, own in devices.items()}
    wanted = {"most": max(counts.values()), "fewest": min(counts.values())}.get(tally.bound, 1)
    chosen = {
        name for name, count in counts.items() if (count > 1 if tally.form == "same" else count == wanted)
    }
    if not chosen:
        return None
    parameters = Parameters()
    match, _ = _of(parameters, [one for one in items if one.name in chosen], named=True)
    column = quote_name(tally.noun.replace(" ", "_"))
    text = (
        f"{match} WHERE one IN {parameters.add(tuple(sorted(chosen)))} "
        f"RETURN DISTINCT one AS {column}, n.device AS device ORDER BY {column}, device"
    )
    what = (
        "on several devices:"
        if tally.form == "same"
        else f"on {tally.bound} device{'' if wanted == 1 else 's'}:"
    )
    note = _note(scope, tally, items, what) + (_same_sets(items) if tally.form == "same" else "")
    columns = (tally.noun.replace(" ", "_"), "device")
    return Statement(text, parameters.values, "list", columns, subject=tally.noun, note=note)


def _declined(scope: Scope, tally: Tally, items: Sequence[Item]) -> Statement:
    """Show what there is, where it cannot be told which of it is the same."""
    parameters = Parameters()
    match, _ = _of(parameters, items, named=True)
    column = tally.noun.replace(" ", "_")
    text = f"{match} RETURN DISTINCT n.device AS device, one AS {quote_name(column)} ORDER BY device"
    declined = f"This question was not answered: files name {tally.noun} in ways that cannot be compared."
    return Statement(
        text, parameters.values, "list", ("device", column), subject=tally.noun, declined=declined
    )


def _same_sets(items: Sequence[Item]) -> str:
    """Say which devices have all of them alike."""
    alike: dict[frozenset[str], list[str]] = {}
    for device, own in by_device(items).items():
        alike.setdefault(frozenset(one.name for one in own), []).append(device)
    told = [" and ".join(sorted(one)) for one in alike.values() if len(one) > 1]
    return (
        f"; with all of them alike: {', '.join(told)}" if told else "; no two devices have all of them alike"
    )


def _is_named_alike(scope: Scope, items: Sequence[Item]) -> bool:
    """Tell whether names can be compared: makes may call things by numbers, names, addresses or prefixes."""
    shapes = {_shape(one.name) for one in items}
    networks = any(f"{one.held.property}_prefix" in _properties(scope, one) for one in items)
    prefixes = any("prefix" in _properties(scope, one) for one in items)
    return len(shapes) == 1 and not ((networks or prefixes) and shapes != {"prefix"})


def _properties(scope: Scope, item: Item) -> Collection[str]:
    return scope.lexicon.labels[item.held.label].properties


def _shape(name: str) -> str:
    if name.isdigit():
        return "number"
    return "prefix" if "/" in name and name[0].isdigit() else "name"


def _ranked_lines(scope: Scope, tally: Tally, parts: Sequence[Part]) -> Statement | None:
    """Count the lines that open the parts of things: of each device, or of all."""
    parts = [one for one in parts if not scope.devices or one.device in scope.devices]
    if not parts or tally.form not in ("most", "fewest", "bound", "each", "total") or tally.modifier:
        return None
    counts: dict[str, int] = {}
    for part in parts:
        counts[part.device] = counts.get(part.device, 0) + 1
    chosen = list(counts) if tally.form == "total" else _chosen(tally, counts)
    parameters = Parameters()
    ids = parameters.add(tuple(one.line for one in parts if one.device in chosen))
    match = f"MATCH (l:Line) WHERE l.id IN {ids}"
    note = _note(scope, tally, [one.whole for one in parts], _how(tally) or "all")
    if tally.form == "total":
        column = tally.noun.replace(" ", "_")
        text = f"{match} RETURN count(l) AS {quote_name(column)}"
        return Statement(text, parameters.values, "count", (column,), subject=tally.noun, note=note)
    way = "ASC" if tally.form == "fewest" else "DESC"
    text = f"{match} RETURN l.device AS device, count(l) AS count ORDER BY count {way}, device LIMIT {len(chosen)}"
    return Statement(text, parameters.values, "count", ("device", "count"), "device", note=note)
