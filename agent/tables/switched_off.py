"""Says of the things of a list that they are switched off: by themselves, with what they stand in, or their service."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from agent.reader.english import stem, word_list
from agent.reader.kinds import ROOT, Kind
from agent.reader.things import Thing, is_switched_off
from agent.render.draft import column_words, mark_lines
from agent.value_index import ValueIndex
from graph_store.records import SourceLine, members_of
from graph_store.text_search.tokenize_line import search_tokens
from reading.spoken_names import label_words

_AROUND = (
    "UNWIND $ids AS id MATCH (a:Entity)-[:HAS*1..8]->(n:Entity {id: id}) WHERE a.type <> $root "
    "RETURN DISTINCT a.type AS type, properties(a) AS own"
)
_FINDINGS = (
    "MATCH (f:Finding) WHERE f.type = 'Finding' AND f.kind = 'missing-part' "
    "RETURN f.devices AS devices, f.message AS message, f.lines AS lines"
)
_LINES = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.path AS path, l.number AS number, l.text AS text"
_MOST_READ = 1_000
_MOST_SENTENCES = 4
_MOST_LINES = 4


def off_properties(things: Iterable[Thing], said: Iterable[str]) -> list[str]:
    """Return the properties that say of some of the things that they are off, but for those that are `said`."""
    held = (name for one in things for name, cell in one.values.items() if is_switched_off(name, cell))
    return sorted(set(held) - set(said))


def say_switched_off(kind: Kind, things: Sequence[Thing], look_up: ValueIndex) -> tuple[str, ...]:
    """Return sentences on what the things stand in, and on their service, where these are off. Raises GraphError."""
    said = [*_around(things, look_up), *_of_service(kind, things, look_up)]
    return tuple(dict.fromkeys(said))[:_MOST_SENTENCES]


def _around(things: Sequence[Thing], look_up: ValueIndex) -> Iterator[str]:
    for label, own in look_up.rows(_AROUND, {"ids": [one.id for one in things], "root": ROOT}, _MOST_READ):
        if not isinstance(own, Mapping):
            continue
        off = [column_words(name) for name, cell in own.items() if is_switched_off(name, cell)]
        if off:
            line = SourceLine(str(own.get("path")), int(str(own.get("first_line") or 0)), "")
            words = f"{label_words(str(label))} {own.get('key') or ''}".lower().split()
            what = f"{' '.join(dict.fromkeys(words))} is switched off as a whole ({', '.join(off)})"
            yield f"On {own.get('device')}, {what} {mark_lines([line], 1, 1)}."


def _of_service(kind: Kind, things: Sequence[Thing], look_up: ValueIndex) -> Iterator[str]:
    """Yield what the findings say is off: of an NTP server what they say of NTP, or by its own line."""
    services = {word for name in kind.names for word in name[:-1]} - word_list("unsaid")
    devices, places = {one.device for one in things}, {(one.path, one.line) for one in things}
    for named, message, ids in look_up.rows(_FINDINGS, {}, _MOST_READ) if services else ():
        is_off = any(phrase in str(message) for phrase in word_list("idle"))
        if is_off and devices.intersection(map(str, members_of(named))):
            words = {stem(token) for token in search_tokens(str(message))}
            asked = {"ids": list(members_of(ids))}
            rows = look_up.rows(_LINES, asked, _MOST_READ)
            lines = [SourceLine(str(path), int(str(number)), str(text)) for path, number, text in rows]
            if services & words or any((one.path, one.number) in places for one in lines):
                yield f"{str(message).rstrip('.')} {mark_lines(lines, len(lines), _MOST_LINES)}."
