"""Claims how many log records say what a question says, when, and with which values; else nothing.

The words are looked for twice: in whole lines, in every form and alias that is known, and as templates and fields of
records. An answer is claimed only where both find the same records, and these say nothing that turns the words.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from agent.reader.english import phrases, stem, word_list, word_table
from agent.reader.kinds import OF_RECORDS, PLACES, Kind
from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term
from agent.reader.record_words import (
    Fields,
    RecordWords,
    fields_named,
    is_cell,
    is_phrase,
    may_say,
    outcomes,
    read_record_words,
    says_token,
    wide_query,
)
from agent.reader.written_times import WrittenTimes
from agent.records import Intent, Query, Reading
from agent.render.draft import column_words, show_cell
from agent.time_conditions import window_test
from agent.value_index import ValueIndex
from graph_store.records import Cell, Document, Value
from graph_store.schema import counted, quote_name
from graph_store.text_search.tokenize_line import search_tokens
from reading.event_table import LAST_REPEATED
from reading.spoken_names import record_words
from reading.time_formats import MONTHS

MOST_LINES, MOST_TIMES, MOST_VALUES = 3_000, 12, 40
_OWN = PLACES | OF_RECORDS | {"key", "repeated", "host", "sequence", "pid", "level", "severity", "priority"}
_TOLD = ("type", "template", "device", "timestamp")
_WRITERS = re.compile(r"code|mnemonic|component\w*|facility|process|subtype")
"""Fields that say which part of a device writes a record."""
_EVENTS = re.compile(r"code|mnemonic|event")
_LINES = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node AS line WITH line "
    f"LIMIT {MOST_LINES + 1} OPTIONAL MATCH (e:Event)-[:HAS_LINE]->(line) "
    "RETURN line.document, line.text, properties(e)"
)
_REPEATED = f"MATCH (e:{LAST_REPEATED}) WHERE e.document IN $documents RETURN e.id LIMIT 1"
_VALUES = "MATCH (e:{label}) WHERE e.template = $template RETURN DISTINCT e.{name} LIMIT 2"
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?:/\d+)?|(?=[0-9a-fA-F]*+:[0-9a-fA-F]*+:)[0-9a-fA-F:]++")
_BY = re.compile(r"\bby (?:user )?['\"]?([\w@-]+)", re.IGNORECASE)
_WRITTEN = "RETURN e.device AS device, e.timestamp_text AS time, e.message AS record"
_INTENTS: Mapping[str, Intent] = {"count": "count", "top": "most_common"}


class _Record(NamedTuple):
    """A log record, and the text of a line of it that has all words of a question; `place` are document and line."""

    text: str
    own: Mapping[str, Cell]
    kind: tuple[str, str]
    place: tuple[int, int]
    device: str
    time: str

    def fields(self) -> Iterator[tuple[str, str]]:
        """Yield the names and values of what varies in the record, as texts."""
        return ((name, str(cell)) for name, cell in self.own.items() if name not in _OWN and cell is not None)

    def is_on(self, date: str) -> bool:
        """Tell whether the time of the record is written with a date."""
        year, month, day = map(int, date.split("-"))
        written = str(self.own.get("timestamp_text") or "").lower()
        numbers = {int(one) for one in re.findall(r"\d+", written)[:3]}
        return day in numbers and (MONTHS[month - 1] in written or {month, year} <= numbers)


_Kinds = Mapping[tuple[str, str], Sequence[_Record]]
_Held = Mapping[str, tuple[Cell, ...] | str]
"""What the records of a kind have in the fields that hold words of the question; of "message" the phrase."""


class RecordClaims:
    """Writes claims over the logs of one graph; make a new one when the graph has changed."""

    def __init__(
        self,
        look_up: ValueIndex,
        kinds: Sequence[Kind],
        documents: Sequence[Document],
        times: WrittenTimes,
        devices_of: Callable[[Term], tuple[str, ...]],
    ) -> None:
        self._look_up, self._times, self._devices_of = look_up, times, devices_of
        of_records = [one for kind in kinds if kind.is_record for one in kind.properties]
        self._fields: Fields = {one.name: one.words | {*map(stem, one.name.split("_"))} for one in of_records}
        self._logs = frozenset(one.serial for one in documents if one.kind == "log")
        self._configured = frozenset(one.device for one in documents if one.kind == "configuration")

    def write(self, asked: ParsedQuestion, logged: Sequence[str]) -> Query | None:
        """Write the statement that answers for sure; `logged` are all dates from the first to the last of the logs."""
        words = read_record_words(asked, self._fields, self._devices_of, self._holding)
        found = self._records(asked, words, logged) if words is not None else ()
        of_two_logs = len({(one.device, one.place[0]) for one in found}) > len({one.device for one in found})
        documents = sorted({one.place[0] for one in found})
        is_repeated = found and self._look_up.rows(_REPEATED, {"documents": documents}, 1)
        if words is None or not found or of_two_logs or is_repeated or (words.swings and not _swings(found)):
            return None
        kinds: dict[tuple[str, str], list[_Record]] = defaultdict(list)
        for one in found:
            kinds[one.kind].append(one)
        held = {kind: self._held(words, asked.text, records) for kind, records in kinds.items()}
        used = {name for one in held.values() for name in one or ()}
        returned = self._returned(words, kinds, used, asked.text)
        is_hit = any(one.text == "hit" for one in words.asking) and all(
            one.is_value for one in words.selecting
        )
        may_turn = words.intent != "what" and not is_hit  # a rule is hit, whatever it does
        turned = may_turn and any(_turns(words, records) for records in kinds.values())
        if returned is None or turned or None in held.values():
            return None
        match, parameters, note = self._match({kind: one or {} for kind, one in held.items()}, asked, logged)
        again = self._look_up.rows(f"{match} RETURN count(e)", parameters, 1)
        if not again or again[0][0] != len(found):
            return None
        number = sum(map(_number, found))
        note = f"{number:,} " * (words.counted is not None and words.intent != "count") + f"records {note}"
        reading = Reading(_INTENTS.get(words.intent, "list"), "log record", note=f"read as: {note}")
        return Query("cypher", f"{match} {returned}", parameters, reading=reading)

    def _holding(self, text: str) -> Iterator[str]:
        return (one.property for one in self._look_up.find(text))

    def _records(self, asked: ParsedQuestion, words: RecordWords, logged: Sequence[str]) -> Sequence[_Record]:
        """Return the records of all lines that may say all words; none where that is in doubt."""
        query = " ".join(f"+({wide_query(term)})" for term in words.selecting)
        rows = self._look_up.rows(_LINES, {"q": query}, MOST_LINES + 1)
        dates = asked.window.dates(logged) if asked.window else ()
        records: dict[int, _Record] = {}
        is_named = any(one.lower() in asked.text.lower() for one in asked.devices)
        logs = self._logs.intersection(asked.documents or self._logs)
        elsewhere = 0
        for serial, text, own in rows:
            if serial not in logs or not all(may_say(str(text), one) for one in words.selecting):
                continue
            if not isinstance(own, Mapping):
                return ()
            label, template, device, time = (str(own.get(name) or "") for name in _TOLD)
            place = int(str(serial)), int(str(own["first_line"]))
            one = _Record(str(text), own, (label, template), place, device, time)
            if not asked.devices or one.device in asked.devices:
                records[int(str(own["id"]))] = one
            else:
                is_known = is_named or one.device in self._configured  # surely of another make than is meant
                elsewhere += not is_known or asked.devices[0].lower() in search_tokens(one.text)
        said = (len({may_say(one.text, term) for one in records.values()}) for term in words.asking)
        is_cut = len(rows) > MOST_LINES or (asked.window is not None and len(dates) != 1)
        if (
            is_cut
            or any(count > 1 for count in said)
            or (elsewhere and (not is_named or (elsewhere, words.intent) != (len(records), "count")))
        ):
            return ()
        return [one for one in records.values() if not dates or one.is_on(dates[0])]

    def _held(self, words: RecordWords, text: str, records: Sequence[_Record]) -> _Held | None:
        """Return the fields that say what the template does not, with their values; None where a word is elsewhere."""
        held: dict[str, tuple[Cell, ...] | str] = {}
        written = records[0].kind[1].replace("<*>", " ")
        template, literal = search_tokens(written), _literal(text, written)
        for term in words.selecting:
            namer = words.naming.get(term.text)
            if is_phrase(term):
                held["message"] = term.text.lower()
                continue
            if namer is None and (term.text in literal or any(says_token(term, one) for one in template)):
                continue
            having = ({name for name, cell in one.fields() if is_cell(term, cell)} for one in records)
            fitting = {name: self._fields.get(name, frozenset()) for name in set.intersection(*having)}
            fitting = {name: fitting[name] for name in fields_named(fitting, [namer])} if namer else fitting
            for role in word_table("roles"):
                if re.search(
                    rf"\b{role}\s+(?:[a-z]+\s+)?{re.escape(term.text)}(?![\w.])", text, re.IGNORECASE
                ):
                    several = any(
                        sum(bool(_ADDRESS.fullmatch(cell)) for _, cell in one.fields()) > 1 for one in records
                    )
                    fitting = _of_role(role, fitting, several)
            if fitting:
                name = min(fitting, key=lambda one: (_WRITERS.fullmatch(one) is not None, one))
                held[name] = tuple(sorted({one.own[name] for one in records}, key=str))
            elif namer or not self._is_part(term, records[0]):
                return None
        return held

    def _is_part(self, term: Term, record: _Record) -> bool:
        """Tell whether a word is a part of what all records of a template have in one field: `BGP-5-ADJCHANGE`."""
        label, template = quote_name(record.kind[0]), record.kind[1]
        parts = (name for name, cell in record.fields() if template and re.fullmatch(r"[\w-]+", cell))
        return any(
            len(
                self._look_up.rows(
                    _VALUES.format(label=label, name=quote_name(name)), {"template": template}, 2
                )
            )
            == 1
            for name in parts
            if says_token(term, str(record.own[name]).lower())
        )

    def _match(
        self, held: Mapping[tuple[str, str], _Held], asked: ParsedQuestion, logged: Sequence[str]
    ) -> tuple[str, dict[str, Value], str]:
        """Write which records are meant, as a statement's beginning with its parameters, and in words."""
        tests, said, parameters = list[str](), list[str](), dict[str, Value]()
        for place, ((label, template), own) in enumerate(held.items()):
            parameters |= {f"type{place}": label, f"template{place}": template}
            test = f"e.type = $type{place} AND coalesce(e.template, '') = $template{place}"
            words = f"\u201c{record_words(template or label)}\u201d"
            for name, cells in own.items():
                value = f"value{len(parameters)}"
                parameters[value] = cells  # type: ignore[assignment]
                test += f" AND toLower(e.message) CONTAINS ${value}" * (name == "message")
                test += f" AND e.{quote_name(name)} IN ${value}" * (name != "message")
                words += f", {column_words(name)} {show_cell(cells)}"
            tests.append(f"({test})")
            said.append(words)
        where = f"({' OR '.join(tests)})"
        if asked.devices:
            where, parameters["devices"] = f"{where} AND e.device IN $devices", asked.devices
        if asked.documents:
            where, parameters["documents"] = f"{where} AND e.document IN $documents", asked.documents
        if asked.window is not None:
            test, days = window_test(asked.window, logged, self._times.offsets(sorted(self._logs)))
            where = f"{where} AND {test.replace('node.', 'e.')}"
            parameters |= days  # type: ignore[arg-type]
        labels = {label for label, _ in held}
        label = quote_name(labels.pop()) if len(labels) == 1 else "Event"
        on = f" on {asked.devices[0]}" if asked.devices else ""
        return f"MATCH (e:{label}) WHERE {where}", parameters, f"{' or '.join(said)}{on}"

    def _returned(self, words: RecordWords, kinds: _Kinds, used: set[str], text: str) -> str | None:
        """Write what a statement returns; None where a number, an order or a field is in doubt."""
        found = sorted((one for records in kinds.values() for one in records), key=lambda one: one.place)
        are_apart = _are_apart(kinds)
        total = counted("e")
        if words.counted is not None or words.intent in ("count", "span"):
            fields = self._named(name for one in found for name, _ in one.fields())
            head = [one for one in words.counted or () if not one.is_value]
            is_thing = any(_is_thing(words.counted or (), one, text) for one in found)
            numbers = {sum(map(_number, records)) for records in kinds.values()}
            is_sure = are_apart or (words.intent == "count" and len(numbers) == 1)
            if is_thing or not is_sure or any(fields_named(fields, [one]) for one in head):
                return None
        if words.intent == "count":
            return f"RETURN {'' if are_apart else 'e.template AS record, '}{total} AS count"
        if words.intent in ("list", "top"):
            columns = [self._column(head, found, used, text) for head in words.heads]
            if "" in columns or len({*columns}) < len(columns):
                return None
            rows = ([tuple(str(one.own[name]) for name in columns) for one in of] for of in kinds.values())
            are_same = words.intent == "list" and len({*map(frozenset, rows)}) == 1
            returned = ", ".join(f"e.{quote_name(name)} AS {quote_name(name)}" for name in columns)
            if are_apart:
                return f"RETURN {returned}, {total} AS count ORDER BY count DESC"
            return f"RETURN DISTINCT {returned}" if are_same else None
        times = [one.time for one in found]
        in_order = all(times) and (times[0], times[-1]) == (min(times), max(times))
        if not in_order or len({one.place[0] for one in found}) > 1:
            return None
        if words.intent == "span":
            ends = "head(collect(e.timestamp_text)) AS first, last(collect(e.timestamp_text)) AS last"
            return f"WITH e ORDER BY e.timestamp RETURN {total} AS records, {ends}"
        returned = f"{_WRITTEN} ORDER BY e.timestamp"
        if words.intent in ("when", "what"):
            return returned if len(found) <= MOST_TIMES else None
        is_one = are_apart and times.count(times[-(words.intent == "last")]) == 1
        return f"{returned}{' DESC' * (words.intent == 'last')} LIMIT 1" if is_one else None

    def _named(self, names: Iterable[str]) -> dict[str, frozenset[str]]:
        return {name: self._fields.get(name, frozenset()) for name in names}

    def _column(self, head: Sequence[Term], found: Sequence[_Record], used: set[str], text: str) -> str:
        """Return the one field that is asked for, which all records have and whose values their lines show, or ""."""
        fields = self._named(set.intersection(*({name for name, _ in one.fields()} for one in found)))
        fields = {name: fields[name] for name in fields_named(fields, head)}
        if role := re.search(r"\b(from|to)\s+(?:which|what|where)\b", text, re.IGNORECASE):
            fields = _of_role(role[1].lower(), fields, len(fields) > 1)
        addresses = {name for name in fields if _ADDRESS.fullmatch(str(found[0].own[name]))}
        fitting = [*(addresses if len(addresses) == 1 else fields)]  # the address of a "source"
        if len(fitting) != 1 or fitting[0] in used:
            return ""
        name = fitting[0]
        own = {stem(one.text) for one in head} & self._fields.get(name, frozenset())
        if not own and any(str(one.own[name]).isdecimal() for one in found):
            return ""  # an interface is no number of a port
        values = [(str(one.own[name]), one.text) for one in found]
        if (
            "who" in text.lower()
            and name not in addresses
            and any((by := _BY.search(line)) and by[1] != one for one, line in values)
        ):
            return ""  # whom it was done to
        return name if all(one in line for one, line in values) and len(dict(values)) <= MOST_VALUES else ""


def _of_role(role: str, fields: Fields, is_needed: bool) -> dict[str, frozenset[str]]:
    """Return the fields that may be what stands behind "from" or "to": called so, or at least not otherwise."""
    called = {name: set(map(stem, words.split())) for name, words in word_table("roles").items()}
    others = set[str]().union(*(words for name, words in called.items() if name != role))
    return {
        name: words
        for name, words in fields.items()
        if words & called[role] or not (is_needed or words & others)
    }


def _literal(text: str, template: str) -> set[str]:
    """Return the words that a phrase stands for which a question and a template both have: "logged in"."""
    asked, written = (f" {' '.join(search_tokens(one))} " for one in (text, template))
    both = (words for words in phrases() if all(f" {' '.join(words)} " in one for one in (asked, written)))
    return {meant for words in both for meant in phrases()[words]}


def _number(record: _Record) -> int:
    return int(str(record.own.get("repeated", 1)))


def _swings(found: Iterable[_Record]) -> bool:
    """Tell whether a record of something bad is followed by one of something good."""
    ends = [outcomes([one.text]) for one in sorted(found, key=lambda one: one.place)]
    first = next((place for place, said in enumerate(ends) if "bad" in said), len(ends))
    return any("good" in said for said in ends[first + 1 :])


def _turns(words: RecordWords, records: Sequence[_Record]) -> bool:
    """Tell whether records say an outcome that the question does not: "failed", where it asks for logins.

    A name of the event that says just what is asked for decides: LINK_DOWN, whose text has "admin status up".
    """
    cells = {(name, cell) for one in records for name, cell in one.fields() if " " not in cell}
    asked = outcomes(one.text for one in words.selecting)
    if asked and outcomes(cell for name, cell in cells if _EVENTS.fullmatch(name)) == asked:
        return False
    texts = {cell for _, cell in cells if cell != "none"} | {records[0].kind[1].replace("<*>", " ")}
    return bool(outcomes(texts) - asked)


def _is_thing(head: Sequence[Term], record: _Record, text: str) -> bool:
    """Tell whether a record may have a number of what is counted, or a name of it: "5 packets", "host 10.0.0.1"."""
    tokens = search_tokens(str(record.own.get("message") or ""))
    counted = {word for number, word in pairwise(tokens) if number.isdecimal()}
    several = {word for number, word in pairwise(tokens) if number.isdecimal() and int(number) > 1}
    counts = not counted.isdisjoint(search_tokens(text))
    summed = {*text.lower().split()} & {"hits", *word_list("units")}  # "5 packets" may be of several
    counts |= bool(summed) and not several.isdisjoint(word_table("measures")["packet"].split())
    counts |= any(says_token(one, word) for word in counted for one in head[-1:])
    before = [word.lower() for word in re.findall(r"\b([A-Za-z]++)\W{0,3}<\*>", record.kind[1])]
    things = [term for term in head if not term.is_value and not outcomes([term.text])]
    counts |= any(name.startswith("value") and isinstance(cell, int) for name, cell in record.own.items())
    return counts or any(says_token(term, word) for word in before for term in things)


def _are_apart(kinds: _Kinds) -> bool:
    """Tell whether each record is an event of its own.

    One part of a device writes all kinds, one with the words of the others and more, and never two in one second.
    """
    found = [one for records in kinds.values() for one in records]
    writers = {
        tuple((name, cell) for name, cell in sorted(one.fields()) if _WRITERS.fullmatch(name))
        for one in found
    }
    moments = {(one.device, one.time[:19], one.kind) for one in found if "repeated" not in one.own}
    shortest, *others = sorted((re.findall(r"\w+|<\*>", template) for _, template in kinds), key=len)
    is_variant = all(all(word in rest for word in shortest) for rest in map(iter, others))
    alone = len({moment[:2] for moment in moments}) == len(moments)
    return len(kinds) == 1 or (len(writers) == 1 and is_variant and alone)
