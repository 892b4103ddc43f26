"""Says which group each line of a log is in, and the template of its content, from a parser's entities."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from benchmarks.parsing.normalise_template import WILDCARD
from benchmarks.parsing.records import Prediction, TrueLine
from graph_store.records import Entity, Scalar

# Finds what varies in a text: by a template that fits it, or by the values that a record read from it.


Span = tuple[int, int]
_APART = r"""\s\[\](){}<>"'=,|"""
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?![\w]|\.\d)")


def align_template(template: str, text: str) -> list[Span] | None:
    """Return where the wildcards of a template stand in a text with single blanks; none when it does not fit.

    Each fixed part is taken where it first stands, which finds a fit wherever there is one.
    """
    parts = " ".join(template.split()).split(WILDCARD)
    if len(parts) == 1:
        return [] if parts[0] == text else None
    first, *middle, last = parts
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return None
    end = len(text) - len(last)
    spans: list[Span] = []
    at = len(first)
    for part in middle:
        found = text.find(part, at + (0 if part else 1), end)
        if found < 0:
            return None
        spans.append((at, found))
        at = found + len(part)
    return [*spans, (at, end)]


def locate_scalars(values: Iterable[Scalar], text: str, first: int = 0) -> list[Span]:
    """Return where the values stand in a text from index `first` on, each value once; flags stand nowhere.

    A value is sought as a whole word, then as part of one; a number also in another spelling ("2.50" for 2.5).
    Longer values are placed before shorter ones, so that none hides inside another.
    """
    taken: list[Span] = []
    flagless = [value for value in values if not isinstance(value, bool)]
    for value in sorted(flagless, key=lambda each: -len(str(each))):
        place = _place(value, text, first, taken)
        if place:
            taken.append(place)
    return sorted(taken)


def stands_alone(value: Scalar, text: str) -> bool:
    """Tell whether the value stands in the text between blanks, brackets, quotes or the like."""
    written = re.escape(" ".join(str(value).split()))
    return bool(re.search(rf"(?<![^{_APART}]){written}(?=[{_APART}:]|$)", text))


def render(text: str, spans: Iterable[Span], first: int = 0) -> str:
    """Write the text from index `first` on with a wildcard in the place of each span."""
    written, at = [], first
    for start, end in sorted(spans):
        if end <= at and not start == end >= at:
            continue
        written += [text[at:start] if start > at else "", WILDCARD]
        at = max(at, end)
    return "".join([*written, text[at:]])


def _place(value: Scalar, text: str, first: int, taken: Sequence[Span]) -> Span | None:
    written = " ".join(str(value).split())
    if not written:
        return None
    escaped = re.escape(written)
    spans = [match.span() for match in re.finditer(rf"(?<![^\W_]){escaped}(?![^\W_])", text)]
    if isinstance(value, int | float):
        spans += [match.span() for match in _NUMBER.finditer(text) if float(match[0]) == float(value)]
    spans += [match.span() for match in re.finditer(escaped, text)]
    free = (span for span in spans if span[0] >= first and not _touches(span, taken))
    return next(free, None)


def _touches(span: Span, taken: Sequence[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)


MESSAGE, TEMPLATE = "message", "template"
ADDED = frozenset({MESSAGE, TEMPLATE, "event", "timestamp", "year_assumed"})
"""Properties that are no variables of a message."""
_PLACEHOLDER = re.compile(r"[<{]\s*(\w+)\s*[>}]")


def predict_templates(
    entities: Sequence[Entity], truth: Sequence[TrueLine], texts: Sequence[str]
) -> dict[int, Prediction]:
    """Return the predictions by line number; lines that are the first of no record are missing.

    `texts` are the log's lines, so that number 1 is `texts[0]`. A record's own template counts where it gives
    one, else the content with the record's values replaced; a value that always stands in the header is not
    sought in the content. What of the header is in a message is cut from its template, and what of the content
    is not in it is added.
    """
    contents = {line.number: " ".join(line.content.split()) for line in truth}
    lines = {number: " ".join(texts[number - 1].split()) for number in contents if number <= len(texts)}
    records = _records(entities)
    variables = {
        number: dict(_scalars(record, records.children)) for number, record in records.by_line.items()
    }
    headers = _header_names(records.by_line, variables, lines, contents)
    predictions = {}
    for number, record in records.by_line.items():
        if number in lines:
            line, content = lines[number], contents[number]
            known = {
                name: values
                for name, values in variables[number].items()
                if (record.type, name) not in headers
            }
            template = _template(record, known, variables[number], line, content)
            given = record.values.get(TEMPLATE)
            group = given if isinstance(given, str) else template
            predictions[number] = Prediction((record.type, group), template)
    return predictions


class _Records:
    """The entity that stands for each line, and the entities below each."""

    def __init__(self, by_line: Mapping[int, Entity], children: Mapping[int, Sequence[Entity]]) -> None:
        self.by_line = by_line
        self.children = children


def _records(entities: Sequence[Entity]) -> _Records:
    children: dict[int, list[Entity]] = defaultdict(list)
    by_line: dict[int, Entity] = {}
    for entity in entities:
        if entity.parent is not None:
            children[entity.parent].append(entity)
        if entity.lines:
            first = entity.lines[0]
            by_line[first] = max(by_line.get(first, entity), entity, key=_rank)
    return _Records(by_line, children)


def _rank(entity: Entity) -> tuple[bool, bool, bool]:
    return TEMPLATE in entity.values, MESSAGE in entity.values, entity.parent is None


def _scalars(
    entity: Entity, children: Mapping[int, Sequence[Entity]]
) -> Iterator[tuple[str, tuple[Scalar, ...]]]:
    """Yield the names and items of all properties of an entity and those below it."""
    for name, value in (("key", entity.key), *entity.values.items()):
        if name not in ADDED and value != "":
            yield f"{entity.type}.{name}", value if isinstance(value, tuple) else (value,)
    for child in children.get(entity.ordinal, ()):
        yield from _scalars(child, children)


def _header_names(
    records: Mapping[int, Entity],
    variables: Mapping[int, Mapping[str, tuple[Scalar, ...]]],
    lines: Mapping[int, str],
    contents: Mapping[int, str],
) -> set[tuple[str, str]]:
    """Return the (type, property) whose values stand in the header of every line that has them."""
    inside: dict[tuple[str, str], bool] = {}
    for number in records.keys() & lines.keys():
        header = lines[number][: _content_place(lines[number], contents[number])]
        for name, values in variables[number].items():
            named = (records[number].type, name)
            stands = all(stands_alone(value, header) for value in values)
            inside[named] = inside.get(named, True) and stands
    return {named for named, always in inside.items() if always}


def _content_place(line: str, content: str) -> int:
    return len(line) - len(content) if line.endswith(content) else max(0, line.rfind(content))


def _template(
    record: Entity,
    known: Mapping[str, tuple[Scalar, ...]],
    every: Mapping[str, tuple[Scalar, ...]],
    line: str,
    content: str,
) -> str:
    """Return the template of a line's content."""
    given = record.values.get(TEMPLATE)
    if not isinstance(given, str):
        return render(content, locate_scalars(_items(known), content))
    given = _PLACEHOLDER.sub(lambda found: WILDCARD if _is_property(found[1], record) else found[0], given)
    message = record.values.get(MESSAGE)
    text = " ".join(message.split()) if isinstance(message, str) else ""
    if text == content:
        return given
    start = _content_place(line, content)
    for base in (text, content, line):
        spans = align_template(given, base) if base else None
        place = line.rfind(base)
        if spans is not None and place >= 0:
            moved = [(first + place, last + place) for first, last in spans]
            return render(line, [*moved, *_before(every, line, start, place)], start)
    return given


def _before(every: Mapping[str, tuple[Scalar, ...]], line: str, start: int, place: int) -> list[Span]:
    """Return the values in the part of the content that stands before the message."""
    return locate_scalars(_items(every), line[:place], start) if place > start else []


def _items(variables: Mapping[str, tuple[Scalar, ...]]) -> Iterable[Scalar]:
    return (item for values in variables.values() for item in values)


def _is_property(name: str, record: Entity) -> bool:
    return name in record.values or f"{name}_value" in record.values
