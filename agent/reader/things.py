"""Shows things of a kind as a table: those that fit the question, and two sides side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agent.reader.english import word_list
from agent.reader.kinds import PLACES, ROOT, Kind, RankedKind
from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term, fits_value, token_stems
from agent.records import AnswerTable
from agent.render.draft import column_words, counted, show_cell
from agent.tables.numbered import is_spelled, may_stand_in, others_in, says_any
from agent.value_index import ValueIndex
from graph_store.records import Cell, SourceLine
from graph_store.schema import quote_name
from graph_store.text_search.tokenize_line import search_tokens
from reading.common_properties import common_name, common_properties, join_names, joined_values
from reading.spoken_names import label_words, plural

MOST_READ = 3_000
MOST_ROWS = 40
MOST_COLUMNS = 6
FEWEST_COLUMNS = 3
"""Up to so many, properties that one make alone has are shown unasked."""
FEW_THINGS = 8
"""So few things are all shown, those that fit first."""
OF_PROPERTY = 0.5
"""What it counts that a thing has a property that a term names, beside one whose value is the term."""
OF_PARENT = 0.9
_HIDDEN = PLACES | {"key"}


@dataclass(frozen=True, slots=True)
class Thing:
    """One entity: what it is called with what it stands under, its own properties, and where it begins."""

    id: int
    key: str
    parent: str
    parent_type: str
    device: str
    path: str
    line: int
    values: Mapping[str, Cell]
    type: str = ""


def read_things(look_up: ValueIndex, kind: Kind, asked: ParsedQuestion) -> tuple[list[Thing], bool]:
    """Read the things of a kind on the devices of the question, in the order of their files; True when cut."""
    tests = ["n.device IN $devices"] if asked.devices else []
    tests += ["n.document IN $documents"] if asked.documents else []
    where = f"WHERE {' AND '.join(tests)} " if tests else ""
    statement = (
        f"MATCH (n:{quote_name(kind.label)}) {where}OPTIONAL MATCH (p:Entity)-[:HAS]->(n) "
        f"RETURN n.id AS id, properties(n) AS own, p.type AS type, p.key AS parent"
    )
    scope = {"devices": list(asked.devices), "documents": list(asked.documents)}
    rows = look_up.rows(statement, scope, MOST_READ + 1)
    things: dict[int, Thing] = {}
    for key, own, parent_type, parent in rows[:MOST_READ]:
        if isinstance(own, Mapping):
            above = str(parent or "") if parent_type != ROOT else ""
            things.setdefault(int(str(key)), make_thing(int(str(key)), own, above, str(parent_type or "")))
    found = sorted(things.values(), key=lambda one: (one.path, one.line, one.id))
    return found, len(rows) > MOST_READ


def make_thing(key: int, own: Mapping[str, Cell], parent: str, parent_type: str) -> Thing:
    """Make a thing of the properties of an entity and what it stands under."""
    values = {name: cell for name, cell in own.items() if name not in _HIDDEN and cell is not None}
    line = int(str(own.get("first_line") or 0))
    name, device, path = (str(own.get(one) or "") for one in ("key", "device", "path"))
    return Thing(key, name, parent, parent_type, device, path, line, values, str(own.get("type") or ""))


@dataclass(frozen=True, slots=True)
class ThingFit:
    """How a thing fits: by values of its own, by properties that it has, and the properties that were touched."""

    thing: Thing
    by_value: float
    by_property: float
    touched: tuple[str, ...]


def fit_things(things: Sequence[Thing], ranked: RankedKind, terms: Sequence[Term]) -> list[ThingFit]:
    """Tell how each thing fits the terms that the kind's name does not use up."""
    left = [term for term in terms if term.text not in ranked.named]
    return [_fit(thing, ranked, left) for thing in things]


def _fit(thing: Thing, ranked: RankedKind, terms: Sequence[Term]) -> ThingFit:
    by_value = by_property = 0.0
    touched: list[str] = []
    held: list[str] = []
    names = (ranked.kind.label, *(one.name for one in ranked.kind.properties))
    for term in sorted(terms, key=lambda one: not one.before):
        best, where = 0.0, ""
        is_of = may_stand_in(term, names)
        for name, cell in thing.values.items():
            share = _cell_share(term, cell) if is_of(name) else 0.0
            share *= 1 + OF_PROPERTY * others_in(name, term, terms) if term.before else 1.0
            if share > best:
                best, where = share, name
        for text in (thing.key, thing.parent):
            share = OF_PARENT * _cell_share(term, text) if is_of(ranked.kind.label) else 0.0
            share = 1.0 if is_spelled(term, text) else share
            best, where = (share, "") if share > best else (best, where)
        by_value += term.weight * best if term.is_value or term.text not in ranked.asked else 0.0
        touched += [where] if where else []
        held += [where] if where and term.before else []
        for name in ranked.touched.get(term.text, ()):
            cell = thing.values.get(name)
            if name in thing.values and name not in touched:
                touched.append(name)
                is_meant = name in ranked.asked.get(term.text, ()) and not says_any(term, held)
                if is_meant and cell is not False and not best:
                    by_property += OF_PROPERTY * term.weight
    return ThingFit(thing, by_value, by_property, tuple(dict.fromkeys(touched)))


def _cell_share(term: Term, cell: Cell) -> float:
    """Return how surely a value is, or has, what a term says."""
    if isinstance(cell, bool):
        return 0.0
    if isinstance(cell, tuple | list):
        return max((_cell_share(term, one) for one in cell), default=0.0)
    return share_in(show_cell(cell), term)


def share_in(text: str, term: Term) -> float:
    """Return how surely a text is, or has, what a term says; 0 where it does not."""
    text = text.lower()
    if term.is_value:
        value = term.text.lower()
        if text == value:
            return 1.0
        tokens = search_tokens(text)
        if any(fits_value(value, token) for token in tokens):
            return 0.95
        return 0.8 if " " in value and value in text else 0.0
    stems = {stemmed for token in search_tokens(text) for stemmed in token_stems(token)}
    return max((share for stemmed, share in term.stems.items() if stemmed in stems), default=0.0)


def best_fits(fits: Sequence[ThingFit]) -> list[ThingFit]:
    """Return those whose values fit best; all where no value tells."""
    best = max((one.by_value for one in fits), default=0.0)
    return [one for one in fits if one.by_value >= 0.75 * best or best <= 0.3]


def table_of_things(
    ranked: RankedKind, fits: Sequence[ThingFit], all_count: int, asked: ParsedQuestion
) -> AnswerTable:
    """Show the things that fit best, touched properties first; `all_count` is 0 where these may not be all."""
    kept = best_fits(fits)
    most = max((one.by_property for one in kept), default=0.0)
    having = [one for one in kept if one.by_property >= 0.7 * most] if most > 0 else kept
    words_only = bool(ranked.named and asked.devices) and not any(term.is_value for term in asked.terms)
    is_few = len(fits) <= FEW_THINGS and words_only and not most
    others = [one for one in fits if one not in having] if is_few else []
    shown, ranked = _join_fits([*having, *others][:MOST_ROWS], ranked)
    columns = _columns(shown, ranked)
    several = len({one.thing.device for one in shown}) > 1 or not asked.devices
    header = [label_words(ranked.kind.label), *(["device"] if several else []), *map(column_words, columns)]
    rows = [
        (
            name_of(one.thing),
            *([one.thing.device] if several else []),
            *(one.thing.values.get(name) for name in columns),
        )
        for one in shown
    ]
    where = f" on {', '.join(asked.devices)}" if asked.devices else ""
    noun = label_words(ranked.kind.label)
    some = "some " * (len(having) < len(fits) and not others)
    part = f"{len(having):,} of {all_count:,} " if all_count else some
    told = counted(all_count, noun) if len(having) == all_count else part + plural(noun)
    title = f"{told}{where}{', then the others' * bool(others)}"
    return AnswerTable(
        title,
        tuple(header),
        tuple(rows),
        len(having) + len(others),
        tuple(places_of(one.thing) for one in shown),
    )


_USES = (
    "UNWIND $ids AS id MATCH (n:Entity {id: id})<-[r]-(s:Entity) WHERE r.inferred IS NOT NULL AND NOT s:Event "
    "OPTIONAL MATCH (p:Entity)-[:HAS]->(s) "
    "RETURN n.id AS id, type(r) AS how, s.type AS type, s.key AS key, p.type AS above, p.key AS parent, "
    "s.device AS device, s.path AS path, s.first_line AS line"
)


def table_of_uses(
    look_up: ValueIndex, ranked: RankedKind, fits: Sequence[ThingFit], asked: ParsedQuestion, whole: bool
) -> AnswerTable | None:
    """Show what refers to the things that fit, from where, by which statement; unused ones only where all is read."""
    things = {one.thing.id: one.thing for one in best_fits(fits)}
    rows: list[tuple[Cell, ...]] = []
    cited: list[tuple[SourceLine, ...]] = []
    used: set[int] = set()
    found = look_up.rows(_USES, {"ids": list(things)[:MOST_READ]}, MOST_READ)
    for key, how, kind, name, above, parent, device, path, line in found:
        used.add(int(str(key)))
        where = f"{label_words(str(above))} {parent} / " if parent and above != ROOT else ""
        by = f"{where}{label_words(str(kind))} {name or ''}".strip()
        rows.append((name_of(things[int(str(key))]), by, str(how).lower().replace("_", " "), device))
        cited.append((SourceLine(str(path), int(str(line)), ""),) if line else ())
    if not rows:
        return None
    for key, thing in things.items():
        if whole and key not in used:
            rows.append((name_of(thing), "", "no reference was found", thing.device))
            cited.append(places_of(thing))
    where = f" on {', '.join(asked.devices)}" if asked.devices else ""
    number, that = (f"{len(used)} of {len(things)} ", "") if whole else ("", "that ")
    title = f"{number}{plural(label_words(ranked.kind.label))}{where} {that}are referred to"
    columns = (label_words(ranked.kind.label), "from", "by", "device")
    return AnswerTable(title, columns, tuple(rows[:MOST_ROWS]), len(rows), tuple(cited[:MOST_ROWS]))


def name_of(thing: Thing) -> str:
    """Return what a thing is called, with what it stands under."""
    return " / ".join(filter(None, (thing.parent, thing.key))) or f"line {thing.line}"


def places_of(thing: Thing) -> tuple[SourceLine, ...]:
    """Return the line where a thing begins."""
    return (SourceLine(thing.path, thing.line, ""),) if thing.line else ()


def join_properties(things: Sequence[Thing], label: str) -> list[Thing]:
    """Give one name to the properties that several makes name otherwise."""
    columns = join_names(label, dict.fromkeys(name for one in things for name in one.values))
    return [replace(one, values=joined_values(one.values, columns)) for one in things]


def _join_fits(fits: Sequence[ThingFit], ranked: RankedKind) -> tuple[list[ThingFit], RankedKind]:
    """Give one name to the properties that several makes name otherwise, in what is shown and in what was asked for."""
    things = join_properties([one.thing for one in fits], ranked.kind.label)
    columns = join_names(ranked.kind.label, dict.fromkeys(name for one in fits for name in one.thing.values))
    called = {name: column for column, names in columns.items() for name in names}

    def shown(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(called.get(name, name) for name in names))

    joined = [
        replace(one, thing=thing, touched=shown(one.touched)) for one, thing in zip(fits, things, strict=True)
    ]
    return joined, replace(ranked, touched={text: shown(names) for text, names in ranked.touched.items()})


def _columns(fits: Sequence[ThingFit], ranked: RankedKind) -> list[str]:
    """Choose what is shown of things: what was touched, what the question names, then what differs.

    Of that, what several makes have comes first.
    """
    present: Counter[str] = Counter(name for one in fits for name in one.thing.values)
    touched = Counter(name for one in fits for name in one.touched)
    named = dict.fromkeys(name for names in ranked.touched.values() for name in names if present[name])
    chosen = [name for name, _ in touched.most_common() if name not in _HIDDEN]
    chosen += [name for name in named if name not in chosen and name not in _HIDDEN]
    chosen.sort(key=lambda name: -sum(name in names for names in ranked.touched.values()))
    others = [name for name, _ in present.most_common() if name not in chosen]
    known = {name: at for at, name in enumerate(common_properties(ranked.kind.label))}
    others.sort(
        key=lambda name: (
            len({str(one.thing.values.get(name)) for one in fits}) < 2,
            known.get(common_name(ranked.kind.label, name), len(known)),
        )
    )
    usual = [name for name in others if not known or common_name(ranked.kind.label, name) in known]
    fill = [
        *usual,
        *[name for name in others if name not in usual][: max(0, FEWEST_COLUMNS - len(chosen + usual))],
    ]
    kept = (chosen + fill)[: max(MOST_COLUMNS, min(len(chosen), 9))]
    return kept + [
        name
        for name in present
        if name not in kept and any(is_switched_off(name, one.thing.values.get(name)) for one in fits)
    ]


def is_switched_off(name: str, cell: Cell) -> bool:
    """Tell whether a property says that its thing is off: without it, the thing looks as if it worked."""
    value = str(cell or "no").lower()
    if name in word_list("off"):
        return value not in ("no", "false", "0")
    return cell is not None and name in word_list("on") and value in {*word_list("negatives"), "0"}
