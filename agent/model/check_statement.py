"""Checks a statement against the rows; corrects or removes what they do not show. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.model.known_values import Claim, KnownRow, KnownText, find_claims, texts_of
from agent.model.prove_amounts import TOTAL
from agent.model.prove_statement import BEGINS, StatementProof
from agent.model.read_reply import SAID_QUOTED, Said
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import ShownRow, ShownRows
from agent.model.signed_words import WORD, stems_in, stems_of, word_lists
from agent.reader.english import stem
from agent.render.draft import show_cell

MOST_ADDED = 5
ITEM_WORDS = 3
JOINT = re.compile(r",?(?<!\s)\s+and\s+|,\s+|;\s+")
DENIAL = re.compile(
    r"\b(?:no|not|none|never|nothing|neither|nor|without|lacks?|missing|cannot)\b|n't\b", re.IGNORECASE
)
BEGIN_OF_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,2}\.?")
OF_LINES = re.compile(r"\b(?:lines?|records?|entr(?:y|ies)|rows?|messages?)\b", re.IGNORECASE)
"""What rows of a text search may be counted as: they are no things."""
NOUN = re.compile(r"`?\s+([a-z]+)", re.IGNORECASE)
OF_ALL = re.compile(r"(?<!\d)\d+ of \d+")
PART = re.compile(r":\s+|;\s+|,\s+(?:and|but|while)\s+")
"""Between parts that may stand by themselves."""
BINDING = frozenset().union(*(word_lists()[name] for name in ("all", "only", "most", "least", "turns"))) | {
    "if",
    "like",
    "these",
    "those",
}
FEWEST = 3
"""Values of a part that stands by itself."""
PAGE = re.compile(r"(?:(?:[a-z][a-z0-9+.-]{0,30}:)?//|mailto:|www\.)[^\s`\"“”<>]+", re.IGNORECASE)
INSTRUCTION = re.compile(
    r"\b(?:you|your|please|should|ought to|must|needs? to|ha(?:s|ve) to|recommend\w*|make sure)\b"
    r"|^\W*(?:run|execute|click|visit|open|contact|call|email|ask|turn|switch|disable|enable|install|download|delete"
    r"|remove|restart|reboot|reload|upgrade|change|set|send|enter|type|paste|go|see|check|use|follow|ignore)\s+(?!by\b)",
    re.IGNORECASE,
)
"""Words that tell the reader what to do."""
WORD_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]+)\s+$")


@dataclass(frozen=True, slots=True)
class Checked:
    """What may be said, and the rows that show it."""

    text: str
    rows: tuple[ShownRow, ...]
    proved: bool = True
    borrowed: tuple[str, ...] = ()
    """Words that only the question has."""


class StatementCheck:
    """Checks the statements of one answer."""

    def __init__(self, shown: ShownRows, question: str, names: KnownNames | None = None) -> None:
        self._shown = shown
        self._proof = StatementProof(shown, question, names or KnownNames())
        self._known = {row.number: KnownRow(row.row) for row in shown.rows}
        self._by_number = {row.number: row for row in shown.rows}
        self._all = KnownText([text for row in shown.rows for text in _texts(row)])
        self._question = KnownText([question])

    def check(self, said: Said) -> Checked | None:
        """Return the statement as it holds; None when it does not."""
        rows = self._cited(said)
        text = self._proof.without_yes(said.text)
        if not self._may_be_said(text):
            return None
        for _ in range(len(find_claims(text)) + 1):
            wrong = next((one for one in find_claims(text) if not self._holds(one, text, rows)), None)
            if wrong is None:
                break
            mended = self._without(text, wrong, rows)
            if mended is None and (wrong.counts or self._question.has(wrong)):
                break
            if mended is None:
                return None
            text = mended
        rows = self._prove(text, rows)
        if not rows or not re.search(r"\w", text):
            return None
        if self._proof.holds(text, rows):
            return Checked(text, rows)
        borrowed = self._proof.borrows(text, rows)
        return Checked(text, rows, bool(borrowed), borrowed)

    def part(self, checked: Checked) -> tuple[Checked, str] | None:
        """Return the part of an unproved statement that rows prove by itself, and the rest; None where there is none.

        Nothing is left of a statement whose rest denies or limits it.
        """
        text = checked.text
        for joint in PART.finditer(text):
            front, back = text[: joint.start()], text[joint.end() :]
            named = [front[one.start : one.end] for one in find_claims(front)]
            about = f"{named[0]}: {back}" if len(named) == 1 else back
            for part, rest in ((about, front), (front, back)):
                bound = {word.lower() for word in WORD.findall(rest)} & BINDING or DENIAL.search(rest)
                says = stems_of(SAID_QUOTED.sub(" ", part)) - stems_in("plain") - stems_in("counted")
                if self._proof.quotes(part, checked.rows):
                    return Checked(part[:1].upper() + part[1:], checked.rows), rest
                if (
                    not bound
                    and says
                    and len(find_claims(part)) >= FEWEST
                    and self._proof.holds(part, checked.rows)
                ):
                    return Checked(part[:1].upper() + part[1:], checked.rows), rest
        return None

    def unshown(self, checked: Checked) -> tuple[str, ...]:
        """Return the words and names of an unproved statement that no row has which it cites."""
        return self._proof.unshown(checked.text, checked.rows)

    def goes_below(self, lead: Said, item: Checked) -> bool:
        """Say whether what stands before a list is true of an item."""
        return self._proof.goes_below(lead.text, item.text, item.rows)

    def check_lead(self, said: Said, items: Sequence[Checked]) -> Checked | None:
        """Return the words before a list; a wrong number becomes that of the list's items."""
        text = said.text
        if not self._may_be_said(text):
            return None
        for claim in reversed(find_claims(text)):
            if self._all.has(claim) or self._question.has(claim) or self._is_joined(claim, text):
                continue
            if not claim.counts:
                return None
            if float(claim.value) != len(items):
                text = f"{text[: claim.start]}{len(items)}{text[claim.end :]}"
        rows = tuple(dict.fromkeys(row for item in items for row in item.rows))
        bare = text
        for claim in reversed(
            [one for one in find_claims(text) if one.counts and float(one.value) == len(items)]
        ):
            bare = bare[: claim.start] + bare[claim.end :].lstrip()
        return Checked(text, rows, self._proof.holds(bare, rows))

    def _may_be_said(self, text: str) -> bool:
        """Say whether rows have every web address, and the reader is told to do nothing, but for what is quoted."""
        pages = (match[0].rstrip(".,;:!?)]'\"`") for match in PAGE.finditer(text))
        if not all(self._all.has(Claim("quote", page, 0, 0)) for page in pages):
            return False
        return INSTRUCTION.search(SAID_QUOTED.sub("", text)) is None

    def _cited(self, said: Said) -> tuple[ShownRow, ...]:
        """Return the rows that a statement cites, by number or by a line of theirs; what is none is left out."""
        by_line = [
            row
            for path, number in said.places
            for row in self._shown.rows
            if any(
                line.number == number
                and (path == line.path or line.path.endswith(f"/{path}") or path.endswith(f"/{line.path}"))
                for line in row.row.lines
            )
        ]
        numbered = [self._by_number[number] for number in said.rows if number in self._by_number]
        return tuple(dict.fromkeys([*numbered, *by_line]))

    def _holds(self, claim: Claim, text: str, rows: Sequence[ShownRow]) -> bool:
        if any(self._known[row.number].has(claim) for row in rows):
            return True
        if claim.counts and not claim.quoted:
            return self._counts(claim, text, rows)
        if self._is_joined(claim, text) or self._all.has(claim) or self._begins_address(claim, text):
            return True
        if not self._question.has(claim):
            return False
        if claim.kind != "name" or not any(sign.isdigit() for sign in claim.value):
            return True
        # What only the question names may be said where it is denied, or the rows are numbers about it.
        named = any(self._known[row.number].names_something for row in rows)
        return DENIAL.search(text) is not None or not named

    def _is_joined(self, claim: Claim, text: str) -> bool:
        """Say whether a number is a part of a name: "VLAN 40" where a row has "Vlan40"."""
        before = WORD_BEFORE.search(text[: claim.start])
        return (
            claim.kind == "number"
            and before is not None
            and self._all.has(Claim("name", before[1] + claim.value, claim.start, claim.end))
        )

    def _begins_address(self, claim: Claim, text: str) -> bool:
        """Say whether a row has an address that begins so: "begin with 10.11" where one has 10.11.0.9."""
        said = text[claim.start : claim.end].strip("`")
        return (
            BEGINS.search(text[: claim.start]) is not None
            and BEGIN_OF_ADDRESS.fullmatch(said) is not None
            and self._all.has_name(".".join([*said.strip(".").split("."), *"xxx"][:4]))
        )

    def _counts(self, claim: Claim, text: str, rows: Sequence[ShownRow]) -> bool:
        """Say whether a number counts rows, different values of a column, or what the statement lists."""
        number = float(claim.value)
        if self._is_joined(claim, text):
            return True
        if not self._is_amount(claim, text, rows) and number in self._possible_counts(text, rows):
            return True
        bare = replace(claim, counts=False)
        elsewhere = [row for row in self._shown.rows if row not in rows and self._known[row.number].has(bare)]
        return bool(elsewhere) or (self._question.has(bare) and not rows)

    @staticmethod
    def _is_amount(claim: Claim, text: str, rows: Sequence[ShownRow]) -> bool:
        """Say whether a column holds the amounts of what is counted, so that rows are no count of it."""
        noun = NOUN.match(text[claim.end :])
        cells = [item for row in rows for item in row.row.values.items()]
        amounts = {stem(part) for name, cell in cells if type(cell) is int for part in name.split("_")}
        return noun is not None and stem(noun[1]) in amounts and TOTAL.search(text) is None

    def _are_lines(self, text: str, rows: Sequence[ShownRow]) -> bool:
        """Say whether rows are lines that a search found, and the text counts something else."""
        kinds = {self._shown.queries[row.query].kind for row in rows}
        return not kinds <= {"cypher"} and OF_LINES.search(text) is None

    def _possible_counts(self, text: str, rows: Sequence[ShownRow]) -> set[float]:
        if self._are_lines(text, rows):
            return {float(len(listed))} if len(listed := _list_items(text)) > 1 else set()
        whole = all(self._shown.is_whole(row.query) for row in rows)
        if TOTAL.search(text):
            return {
                total for query in {row.query for row in rows} for total in self._shown.sums(query).values()
            }
        found: set[float] = {float(len(rows))} if len(rows) > 1 and whole else set()
        listed = _list_items(text)
        if len(listed) > 1:
            found.add(float(len(listed)))
        for query in {row.query for row in rows} or range(len(self._shown.totals)):
            total, of_query = self._shown.totals[query], self._shown.of_query(query)
            if total is not None:
                found.add(float(total))
            if self._shown.is_whole(query) or (total is not None and OF_ALL.search(text)):
                found.add(float(len(of_query)))
            if self._shown.is_whole(query):
                names = [one for one in find_claims(text) if one.kind == "name"]
                found |= {float(sum(self._known[row.number].has(one) for row in of_query)) for one in names}
                for column in of_query[0].row.values if of_query else ():
                    values = {show_cell(row.row.values.get(column)) for row in of_query}
                    found.add(float(len(values - {""})))
        return found

    def _without(self, text: str, wrong: Claim, rows: Sequence[ShownRow]) -> str | None:
        """Correct a claim, or take it out of the list that it stands in; None when the statement falls with it."""
        if wrong.kind == "name":
            near = [KnownText([text for row in rows for text in _texts(row)])] if rows else []
            for known in [*near, self._all]:
                if spelled := known.spelling(wrong.value):
                    return f"{text[: wrong.start]}`{spelled}`{text[wrong.end :]}"
        if wrong.counts:
            return self._recounted(text, wrong, rows)
        return _drop_item(text, wrong)

    def _recounted(self, text: str, wrong: Claim, rows: Sequence[ShownRow]) -> str | None:
        """Put the number of rows, or of the things listed, in the place of a wrong count."""
        if (
            TOTAL.search(text)
            or wrong.quoted
            or sum(one.counts for one in find_claims(text)) > 1
            or self._is_amount(wrong, text, rows)
            or self._are_lines(text, rows)
        ):
            return None
        listed = len(_list_items(text))
        queries = {row.query for row in rows}
        right: int | None = None
        if listed > 1 and listed == len(rows):
            right = listed
        elif len(queries) == 1 and len(rows) == len(self._shown.of_query(*queries)) and len(rows) > 1:
            right = self._shown.totals[queries.pop()]
        return None if right is None else f"{text[: wrong.start]}{right}{text[wrong.end :]}"

    def _prove(self, text: str, rows: tuple[ShownRow, ...]) -> tuple[ShownRow, ...]:
        """Return the rows that show the statement: those cited, or those that say all of it when these do not."""
        claims = [one for one in find_claims(text) if not (one.counts and not one.quoted)]
        of_rows = [one for one in claims if self._all.has(one)]
        missing = [one for one in of_rows if not any(self._known[row.number].has(one) for row in rows)]
        missing = [one for one in missing if not self._question.has(one)]
        if rows and not missing:
            shown = any(self._known[row.number].has(one) for one in of_rows for row in rows)
            counted = any(one.counts for one in find_claims(text))
            only_asked = not counted and all(one.kind == "name" and not self._all.has(one) for one in claims)
            return rows if shown or not claims or not only_asked else ()
        whole = [row for row in self._shown.rows if all(self._known[row.number].has(one) for one in of_rows)]
        if of_rows and whole and len(whole) <= MOST_ADDED:
            return tuple(whole)
        shown_by = [[row for row in self._shown.rows if self._known[row.number].has(one)] for one in missing]
        added = [among[0] for among in shown_by if among]
        beside = {row.query for row in rows}.isdisjoint(row.query for row in added)  # two queries, one matter
        fits = len(_list_items(text)) > 1 or (beside and rows)
        if of_rows and fits and len(added) == len(missing) <= MOST_ADDED:
            return tuple(dict.fromkeys([*rows, *added]))
        return ()


def _texts(row: ShownRow) -> list[str]:
    cells = [text for cell in row.row.values.values() for text in texts_of(cell)]
    return [*cells, *(text for line in row.row.lines for text in (line.text, line.path))]


def _list_items(text: str) -> list[str]:
    """Return the things that a text lists, behind its colon if it has one."""
    listed = text.rpartition(": ")[2]
    items = [item for item in JOINT.split(listed) if item.strip()]
    return items if len(items) > 1 and all(len(item.split()) <= ITEM_WORDS + 2 for item in items) else []


def _drop_item(text: str, wrong: Claim) -> str | None:
    """Take one thing out of a list of at least two short ones; None where it stands in no list."""
    offset = text.rfind(": ", 0, wrong.start) + 2 if ": " in text[: wrong.start] else 0
    edges = [offset, *(edge for joint in JOINT.finditer(text, offset) for edge in joint.span()), len(text)]
    items = list(zip(edges[::2], edges[1::2], strict=True))
    if len(items) < 2:
        return None
    place = next((number for number, (start, end) in enumerate(items) if start <= wrong.start < end), None)
    if place is None or len(text[slice(*items[place])].split()) > ITEM_WORDS:
        return None
    beside = [text[slice(*items[other])] for other in (place - 1, place + 1) if 0 <= other < len(items)]
    if not any(find_claims(item) and len(item.split()) <= ITEM_WORDS for item in beside):
        return None
    start, end = items[place]
    if place + 1 < len(items):
        joined = text[:start] + text[items[place + 1][0] :]
    else:
        joined = text[: items[place - 1][1]] + text[end:]
    return re.sub(r"\s{2,}", " ", joined).strip()
