"""Fetches lines that may hold the answer: from the text index, and the whole configurations of named devices."""

from __future__ import annotations

import math
import re
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from agent.reader.english import aliases, field_words, stem, word_list, word_table
from agent.reader.question_terms import Term, forms, looks_given
from agent.render.draft import show_cell
from agent.spellings import spelling_query
from agent.typos import is_typo
from agent.value_index import ValueIndex, escape_term
from graph_store.errors import GraphError
from graph_store.graph import ReadableGraph
from graph_store.records import Description, Document, SourceLine
from graph_store.text_search.tokenize_line import search_tokens

MOST_HITS = 200
"""Lines that one search brings."""
MOST_DOCUMENTS = 10
MOST_LINES = 4_000
"""Configurations that are read whole for one question, and their lines together."""
KEPT_LINES = 200_000
SHORTEST_STEM = 5
SHORTEST_PART = 2
MOST_WHOLES = 20
"""Names that a word is read as, where no line has it alone."""
MOST_SOUGHT, SCAN_S = 4, 3.0
"""Words that all lines are searched for as parts of longer ones, and how long that may take."""
OF_DEVICE = 0.4
"""What a device's name weighs in a line of it, as it chooses the lines already."""
_HITS = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score WITH node, score "
    f"ORDER BY score DESC, node.id LIMIT {MOST_HITS} RETURN node.document AS document, node.number AS number, "
    "node.text AS text, node.device AS device, score ORDER BY score DESC, document, number"
)
_COUNT = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN count(node) AS lines"
_WITHIN = (
    "MATCH (l:Line) WHERE toLower(l.text) CONTAINS $word RETURN l.id, l.number, l.text ORDER BY l.id LIMIT 5"
)
_TEXTS = (
    "MATCH (n:Entity)-[r:HAS_LINE]->(l:Line) WHERE l.id IN $ids AND NOT n:Event "
    "AND (n:Comment OR any(field IN r.fields WHERE field IN $texts)) "
    "RETURN l.path, l.number, l.text, n.type, r.fields, n.text"
)
_DOCUMENTS = (
    "UNWIND $begins AS low MATCH (l:Line) WHERE l.id >= low AND l.id < low + 2147483648 "
    "RETURN l.id AS id, l.number AS number, l.text AS text ORDER BY l.id"
)


@dataclass(frozen=True, slots=True)
class CandidateLine:
    """One line with what is known of it; `heads` are the places of the lines of its document that it stands under."""

    document: Document
    number: int
    text: str
    tokens: tuple[str, ...]
    device: str = ""
    heads: tuple[int, ...] = ()


def read_candidate(document: Document, number: int, text: str, device: str) -> CandidateLine:
    """Make a candidate of a line's text."""
    return CandidateLine(document, number, text, tuple(search_tokens(text)), device)


@dataclass(frozen=True, slots=True)
class FoundLines:
    """What was found for a question: its terms, each with its weight and how many lines have it, and the lines."""

    terms: tuple[Term, ...]
    weights: tuple[float, ...]
    configurations: tuple[tuple[CandidateLine, ...], ...]
    records: tuple[CandidateLine, ...]
    devices: tuple[str, ...]
    corrected: tuple[tuple[str, str], ...] = ()


class CandidateLines:
    """Reads lines of one graph; make a new one when the graph has changed."""

    def __init__(self, graph: ReadableGraph, description: Description, look_up: ValueIndex) -> None:
        self._graph = graph
        self._look_up = look_up
        self._documents = {one.serial: one for one in description.documents}
        self._lines = sum(one.lines for one in description.documents)
        self._kept: OrderedDict[int, tuple[CandidateLine, ...]] = OrderedDict()
        self._lock = threading.Lock()
        self._named = description.devices
        self._devices = frozenset(map(str.lower, description.devices))

    def find(self, terms: Sequence[Term]) -> FoundLines:
        """Look up the terms, and fetch what lines may answer them."""
        devices = tuple(dict.fromkeys(name for term in terms for name in self.devices_of(term)))
        known = [self.corrected(term) for term in terms]
        counts = [self.count(term) for term in known]
        corrected: list[tuple[str, str]] = []
        for asked, term in zip(terms, known, strict=True):
            near = next(iter(term.stems)) if term is not asked else term.text.lower()
            if not near.startswith(term.text.lower()) and term.text.lower() not in re.split("[-._]", near):
                corrected.append((term.text, near))
        weights = []
        for term, count in zip(known, counts, strict=True):
            idf = math.log(1 + max(self._lines - count, 0) / (count + 0.5)) + 0.1
            share = OF_DEVICE if self.devices_of(term) else 1.0
            weights.append(term.weight * idf * share if count else 0.0)
        hits = self._hits(known, weights, devices)
        configurations = self._configurations(hits, devices)
        read = {lines[0].document.serial for lines in configurations if lines}
        records = tuple(one for one, _ in hits if one.document.serial not in read)
        return FoundLines(tuple(known), tuple(weights), configurations, records, devices, tuple(corrected))

    def devices_of(self, term: Term) -> tuple[str, ...]:
        """Return the devices that a term surely names."""
        name = term.text.lower()
        if name not in self._devices and not (term.quoted or looks_given(term.text)):
            return ()
        part = re.compile(rf"(?:^|[._\s-]){re.escape(name)}(?:$|[._\s-])", re.IGNORECASE)
        parts = [one for one in self._named if part.search(one)]
        return self._look_up.devices(term.text) or (tuple(parts) if len(parts) == 1 else ())

    def corrected(self, term: Term) -> Term:
        """Read a word that no line has as one that begins so, or is a typo away; other terms stay as they are."""
        near = () if self.count(term) else self._near(term)
        stems = dict.fromkeys(near, 1.0)
        if near and term.text.lower() not in near[0]:  # a typo, so that the kinds of things are named as well
            stems |= aliases(stem(near[0]))
        return replace(term, stems=MappingProxyType(stems)) if near else term

    def count(self, term: Term) -> int:
        """Count the lines that have a term."""
        query = term_query(term)
        rows = self._look_up.rows(_COUNT, {"q": query}, 1) if query else ()
        return int(str(rows[0][0])) if rows else 0

    def _near(self, term: Term) -> tuple[str, ...]:
        """Return words of the index of which a word that it does not have is a part, or the beginning, or a typo."""
        word = term.text.lower()
        is_known = word in word_table("severities") or word in word_table("periods")
        if term.is_value or term.weight < 1 or not word.isalpha() or is_known:
            return ()
        if wholes := self._wholes(word):
            return wholes
        if len(word) < SHORTEST_STEM:
            return ()
        most = 2 if len(word) > SHORTEST_STEM else 1  # a short word is seldom a typo of another
        for query, fits in ((f"{word}*", True), (f"{word}~2", False))[:most]:
            tokens: Counter[str] = Counter()
            for row in self._look_up.rows(_HITS, {"q": query}, MOST_HITS)[:50]:
                tokens.update(search_tokens(str(row[2])))
            ranked = [one for one, _ in tokens.most_common()]
            if fits:  # with little behind it, or with other words: remote-as, of remote
                begins = [one for one in ranked if one.startswith(word)]
                close = [one for one in begins if len(one) <= len(word) + 3 or not one[len(word)].isalpha()]
            else:
                close = [one for one in ranked if one.isalpha() and is_typo(word, one)]
            if close:
                return tuple(close[:3])
        known = field_words() if len(word) > SHORTEST_STEM else frozenset[str]()
        near = [one for one in known if is_typo(word, one)]
        return tuple(sorted(near, key=lambda one: (len(one), one))[-1:])

    def _wholes(self, word: str) -> tuple[str, ...]:
        """Return the names that have a word between their hyphens, dots and underscores: ISP-A, of ISP."""
        if len(word) < SHORTEST_PART or not word.isascii():
            return ()
        query = f"/{word}[-._].*/ OR /.*[-._]{word}/ OR /.*[-._]{word}[-._].*/"
        rows = self._look_up.rows(_HITS, {"q": query}, MOST_HITS)
        tokens = Counter(token for row in rows for token in search_tokens(str(row[2])))
        having = (one for one, _ in tokens.most_common() if one != word and word in re.split("[-._]", one))
        return tuple(having)[:MOST_WHOLES]

    def _hits(
        self, terms: Sequence[Term], weights: Sequence[float], devices: Sequence[str]
    ) -> list[tuple[CandidateLine, float]]:
        """Search for any of the terms, for the rarest together, and for those beside a device's name."""
        ranked = sorted(zip(weights, terms, strict=True), key=lambda one: -one[0])
        strong = [term_query(term) for weight, term in ranked if weight > 0]
        named = [escape_term(name.lower()) for name in devices]
        others = [term_query(term) for weight, term in ranked if weight > 0 and not self.devices_of(term)]
        queries = [" OR ".join(strong)] if strong else []
        if len(strong) > 2:
            queries.append(" ".join(f"+({one})" for one in strong[:3]))
            pairs = (strong[:2], strong[1:3], strong[:3:2])
            queries += [f"+({one}) +({two})" for one, two in pairs]
        if named and others:
            queries.append(f"+({' OR '.join(named)}) +({' OR '.join(others)})")
        found: dict[tuple[int, int], tuple[CandidateLine, float]] = {}
        for query in dict.fromkeys(queries):
            rows = self._look_up.rows(_HITS, {"q": query}, MOST_HITS)
            for serial, number, text, device, score in rows:
                place = (int(str(serial)), int(str(number)))
                document = self._documents.get(place[0])
                if document is not None and place not in found:
                    line = read_candidate(document, place[1], str(text), str(device or ""))
                    found[place] = line, float(str(score))
        return list(found.values())

    def _configurations(
        self, hits: Iterable[tuple[CandidateLine, float]], devices: Sequence[str]
    ) -> tuple[tuple[CandidateLine, ...], ...]:
        """Read the configurations of the devices, or those that most of the best lines are of."""
        known = (one for one in self._documents.values() if one.kind == "configuration")
        asked = [one for one in known if one.device in devices]
        scores: Counter[int] = Counter()
        for line, score in hits:
            if line.document.kind == "configuration" and line.document not in asked:
                scores[line.document.serial] = max(scores[line.document.serial], round(score * 1000))
        best = sorted(scores, key=lambda serial: (-scores[serial], serial))
        asked += [self._documents[serial] for serial in best[: MOST_DOCUMENTS - len(asked)]]
        chosen: list[Document] = []
        left = MOST_LINES
        for document in asked:
            if document.lines <= left or (not chosen and document.lines <= 5 * MOST_LINES):
                left -= document.lines
                chosen.append(document)
        return self._read(chosen)

    def within(self, words: Sequence[str]) -> dict[str, tuple[SourceLine, ...]]:
        """Return the first lines that have words anywhere, in any case; without the words of which that is not known.

        All of them together are looked for in `SCAN_S` seconds.
        """
        found: dict[str, tuple[SourceLine, ...]] = {}
        ends = time.monotonic() + SCAN_S
        for word in words[:MOST_SOUGHT]:
            try:
                asked = {"word": word.lower()}
                rows = self._graph.read(_WITHIN, asked, time_limit_s=max(0.1, ends - time.monotonic())).rows
            except GraphError:
                continue
            lines = [(int(str(line)) >> 32, int(str(number)), str(text)) for line, number, text in rows]
            seen = tuple(
                SourceLine(self._documents[serial].path, number, text)
                for serial, number, text in lines
                if serial in self._documents
            )
            if seen or not lines:
                found[word] = seen
        return found

    def texts(self, lines: Iterable[SourceLine]) -> set[tuple[str, int]]:
        """Return the places of those lines that are text of a banner, or a comment, and set nothing."""
        return text_places(self._look_up, self.ids(lines))

    def ids(self, lines: Iterable[SourceLine]) -> list[int]:
        """Return the ids by which the graph knows lines, each once; none for a line of no document."""
        serials = {one.path: one.serial for one in self._documents.values()}
        known = (serials[one.path] * 2**32 + one.number for one in lines if one.path in serials)
        return list(dict.fromkeys(known))

    def configuration(self, device: str) -> tuple[SourceLine, ...]:
        """Return the lines of the only configuration of a device; none where it has several, or a very long one."""
        own = [one for one in self._documents.values() if (one.kind, one.device) == ("configuration", device)]
        read = self._read(own) if len(own) == 1 and own[0].lines <= 5 * MOST_LINES else ()
        return tuple(SourceLine(one.document.path, one.number, one.text) for lines in read for one in lines)

    def _read(self, documents: Sequence[Document]) -> tuple[tuple[CandidateLine, ...], ...]:
        """Return the lines of each document; those that are not kept are read together."""
        with self._lock:
            known = {one.serial: self._kept[one.serial] for one in documents if one.serial in self._kept}
        if missing := {one.serial: one for one in documents if one.serial not in known}:
            begins = {"begins": [serial * 2**32 for serial in missing]}
            rows = self._graph.read(_DOCUMENTS, begins, row_limit=6 * MOST_LINES).rows
            found: dict[int, list[CandidateLine]] = {serial: [] for serial in missing}
            for line, number, text in rows:
                one = missing[int(str(line)) >> 32]
                found[one.serial].append(read_candidate(one, int(str(number)), str(text), one.device))
            known |= {serial: under_heads(lines) for serial, lines in found.items()}
        with self._lock:
            for serial, lines in known.items():
                self._kept[serial] = lines
                self._kept.move_to_end(serial)
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > KEPT_LINES:
                self._kept.popitem(last=False)
        return tuple(known[one.serial] for one in documents)


def text_places(look_up: ValueIndex, ids: Sequence[int]) -> set[tuple[str, int]]:
    """Return the places of those lines, given by their ids, that are text of a banner, or a comment.

    What stands behind keywords is kept as `text`, too: `boot system flash:a.bin` is a setting, a whole line is not.
    """
    texts = word_list("texts")
    return {
        (str(path), int(str(number)))
        for path, number, line, label, fields, held in look_up.rows(
            _TEXTS, {"ids": list(ids), "texts": sorted(texts)}, MOST_LINES
        )
        if label == "Comment"
        or texts.intersection(show_cell(fields).split(", ")) - {"text"}
        or str(line).strip() in show_cell(held)
    }


def under_heads(lines: Sequence[CandidateLine]) -> tuple[CandidateLine, ...]:
    """Give each line of a document the places of those that it is indented under, the outermost first."""
    open_heads: list[tuple[int, int]] = []
    placed = []
    for place, line in enumerate(lines):
        text = line.text.strip()
        if not text or text in {"!", "#", "}", "};", "exit", "end", "next"}:
            placed.append(line)
            continue
        indent = len(line.text) - len(line.text.lstrip())
        while open_heads and open_heads[-1][0] >= indent:
            open_heads.pop()
        placed.append(replace(line, heads=tuple(head for _, head in open_heads)))
        open_heads.append((indent, place))
    return tuple(placed)


def term_query(term: Term) -> str:
    """Write the search for a term: a value as it is indexed, a word in all its forms and names."""
    if term.days:
        return " OR ".join(_day_query(day) for day in term.days)
    if term.is_value:
        if spelled := spelling_query(term.text):
            return spelled
        tokens = search_tokens(term.text)
        if len(tokens) > 1:
            return '"' + " ".join(token.replace('"', "") for token in tokens) + '"'
        return _value_query(tokens[0]) if tokens else ""
    words = [term.text.lower(), *(word for stemmed in term.stems for word in forms(stemmed))]
    return " OR ".join(dict.fromkeys(escape_term(word) for word in words if word))


def _day_query(day: str) -> str:
    if day[0] == "-":
        return f"/[0-9]{{4}}{day}.*/"
    return f'"{day}"' if " " in day else f"{escape_term(day)}*"


def _value_query(token: str) -> str:
    escaped = escape_term(token)
    if token.count(".") == 3 and "/" not in token:
        return f"{escaped} OR {escaped}\\/*"
    name = token.rstrip("0123456789/.:")
    number = token[len(name) :]
    if name.isalpha() and number and "/" in number:
        return f"{escaped} OR {escape_term(name)}*{escape_term(number)}"
    return escaped
