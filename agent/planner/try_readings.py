"""Tries the readings of a question on the graph: one that finds nothing gives way, and devices may need several."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from agent.planner.configurations.surely_lacking import keep_surely_lacking
from agent.planner.configurations.write_things import ThingWriter
from agent.planner.plan_records import Meaning, Statement
from agent.planner.scope import Scope
from agent.reader.value_index import ValueIndex
from agent.planner.words.lexicon import ROOT
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name
from graph_store.records import Cell

_LISTING = ("list", "lookup", "exists")
_Tried = tuple[Meaning, Statement, list[tuple[Cell, ...]]]


def write_readings(scope: Scope, meanings: Sequence[Meaning]) -> list[tuple[Meaning, Statement]]:
    """Write the first reading that finds something, and others that find something on further devices.

    Different makes of devices say the same in different words. The first reading is written when none finds any.
    """
    written = [(meaning, ThingWriter(meaning, scope).write()) for meaning in meanings]
    if len(written) == 1 and written[0][1].group == "device":
        rows = found_rows(scope.look_up, written[0][1])
        written = [(meanings[0], _with_absent(scope, written[0][1], _devices(written[0][1], rows)))]
    if not meanings or meanings[0].missing or meanings[0].unlinked:
        return written[:1]
    if scope.asked.negations:
        return [keep_surely_lacking(scope, *_denied(scope, written))]
    found = _that_find(scope, written)
    if not found:
        return _loosened(scope, meanings[0]) or written[:1]
    if scope.devices:
        found.sort(key=lambda one: -len(_devices(one[1], one[2]) & set(scope.devices)))
    first, others = found[0], found[1:]
    chosen = [first[:2]]
    covered = _devices(first[1], first[2])
    if scope.devices or not covered or first[1].intent not in _LISTING:
        return [(first[0], _with_absent(scope, first[1], covered))]
    for meaning, statement, rows in sorted(others, key=lambda one: -len(_devices(one[1], one[2]))):
        devices = _devices(statement, rows)
        if devices and not devices & covered and statement.intent in _LISTING:
            chosen.append((meaning, statement))
            covered |= devices
    return chosen


def _denied(scope: Scope, written: Sequence[tuple[Meaning, Statement]]) -> tuple[Meaning, Statement]:
    """Choose another reading that denies and finds something, where nothing of the first one's kind was read there.

    Of what a device has none of, "none lacks it" is no answer.
    """
    first, statement = written[0]
    if _is_read(scope, first) or found_rows(scope.look_up, statement):
        return written[0]
    for meaning, other in written[1:]:
        whole = not (meaning.unlinked or meaning.missing) and any(one.negated for one in meaning.conditions)
        if whole and found_rows(scope.look_up, other):
            return meaning, other
    return written[0]


def _is_read(scope: Scope, meaning: Meaning) -> bool:
    """Tell whether anything of the kind that is asked for was read on the devices named."""
    label = scope.lexicon.labels.get(meaning.target.label)
    if label is None or label.name == ROOT or not scope.devices:
        return True
    parameters = Parameters()
    on_devices = f"WHERE n.device IN {parameters.add(scope.devices)}"
    read = f"MATCH (n:{quote_name(label.name)}) {on_devices} RETURN count(n) AS count"
    return bool(scope.look_up.count(read, parameters.values))


def _that_find(scope: Scope, written: Sequence[tuple[Meaning, Statement]]) -> list[_Tried]:
    """Return the readings that find something; those behind one that no other can stand before are not tried."""
    found: list[_Tried] = []
    for meaning, statement in written:
        rows = found_rows(scope.look_up, statement)
        if not rows:
            continue
        found.append((meaning, statement, rows))
        devices = _devices(statement, rows)
        alone = len(found) == 1 and (not devices or statement.intent not in _LISTING)
        if devices >= set(scope.devices) if scope.devices else alone:
            break
    return found


def finds_something(scope: Scope, meanings: Sequence[Meaning]) -> bool:
    """Tell whether the best reading finds anything."""
    return bool(found_rows(scope.look_up, ThingWriter(meanings[0], scope).write()))


def _loosened(scope: Scope, meaning: Meaning) -> list[tuple[Meaning, Statement]]:
    """Leave out a test that only shares the device with a value of the question, where nothing meets both; say so."""
    valued = [one for one in meaning.conditions if one.test == "equal" and one.values and one.label != ROOT]
    far = [
        one
        for one in meaning.conditions
        if one.label == ROOT and one.property and one.test in ("present", "on") and not one.negated
    ]
    if not valued or len(far) != 1 or meaning.target.label == ROOT:
        return []
    found = scope.lexicon.labels[ROOT].properties[far[0].property]
    words = [scope.tokens[place].text for place in sorted(match_words(found.words, scope.words).positions)]
    looser = replace(
        meaning, conditions=tuple(one for one in meaning.conditions if one is not far[0]), extras=()
    )
    statement = ThingWriter(looser, scope).write()
    if not found_rows(scope.look_up, statement):
        return []
    return [(looser, replace(statement, note=f"'{' '.join(words)}' was left out: nothing was found with it"))]


def _with_absent(scope: Scope, statement: Statement, covered: Collection[Cell]) -> Statement:
    """Say of which devices that the question names nothing of this kind was read, where others are counted."""
    absent = [device for device in scope.devices if device not in covered]
    if statement.group != "device" or not covered or not absent or statement.note:
        return statement
    return replace(statement, note=f"nothing that was read as this is on {', '.join(absent)}")


def _devices(statement: Statement, rows: Sequence[Sequence[Cell]]) -> set[Cell]:
    return {row[0] for row in rows} if statement.columns[:1] == ("device",) else set()


def found_rows(look_up: ValueIndex, statement: Statement) -> list[tuple[Cell, ...]]:
    rows = look_up.rows(statement.text, statement.parameters)
    return [row for row in rows if any(cell not in (None, 0) for cell in row)]
