"""Finds the values of a line that its rows have of something else than what the line gives them to. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from agent.model.denied_values import DENIAL
from agent.model.known_values import Claim, KnownText, form_of
from agent.model.row_evidence import OF_DEVICE, RowEvidence
from agent.model.signed_words import WORD, clauses_in, stems_in, stems_of, word_lists

NEXT_TO = re.compile(r"[\s(`]*")
LISTED_WITH = re.compile(r"`?(?:, (?:and )?| and (?:[a-z]+ )?)`?")
"""Between two values of a list."""


ENDS_LIST = re.compile(rf"{DENIAL.pattern}|[);]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CitedLine:
    """A line with the rows that it cites, which tell what belongs together; `devices` in small letters."""

    text: str
    cited: Sequence[RowEvidence]
    devices: Collection[str]

    def apart(self, claims: Sequence[Claim], denied: Collection[Claim]) -> list[str]:
        """Return the values that no row has together with those that the line gives them to.

        A line is read as entries: values of one row behind each other. One like an earlier value (of the same column,
        or a device) goes on with its list, or begins the next entry, which then has to go on.
        """
        wrong: list[str] = []
        entry: list[list[Claim]] = []
        begun: list[Claim] = []  # what went on with a list and did not fit: the next value has to be about it
        paired = self._paired(claims)
        for claim in claims:
            explains = self.is_device(claim) and (self._is_bracketed(claim) or self._is_peer(entry, claim))
            if claim in denied:  # which rows prove: nothing has to be given to it
                entry = [[claim]] if self.is_device(claim) else entry
                continue
            if (
                explains
                or (claim.counts and not claim.quoted)
                or not any(row.has(claim) for row in self.cited)
                or (claim in paired and self._is_owned(entry, claim))
            ):
                continue
            if entry and self._begins_anew(entry, claim, claims):
                entry = []
            alike = [at for at, slot in enumerate(entry) if self.is_alike(slot[-1], claim)]
            if entry and not alike and NEXT_TO.fullmatch(self.text[entry[-1][-1].end : claim.start]):
                entry[-1] = entry[-1][-1:]  # "1, 110 CLINICAL": of the last alone
            if entry and self._repeats(entry, claim, alike):
                continue
            before = entry[: alike[-1]] if alike else entry
            fits = self._fit(before, claim)
            if not fits and self._goes_on(entry, claim):
                having = [row for row in self.cited if row.has(claim)]
                entry = [slot for slot in entry if any(row.has(slot[0]) for row in having)] + [[claim]]
                continue
            if begun and ((alike and alike[-1] == 0) or not self._together(begun[0], claim)):
                wrong.append(begun[0].value)
            begun = [claim] if alike and alike[-1] and not fits else []
            if not alike and not fits:
                wrong.append(claim.value)
            elif (
                alike
                and alike[-1] == len(entry) - 1
                and fits
                and not ENDS_LIST.search(self.text[entry[-1][-1].end : claim.start])
                and (not self.is_device(claim) or self._is_listed(entry[-1][-1], claim))
            ):
                entry[-1].append(claim)
            elif alike:
                entry = [*(before if fits else ()), [claim]]
            else:
                entry.append([claim])
        return [*wrong, *(claim.value for claim in begun)]

    def _begins_anew(self, entry: Sequence[Sequence[Claim]], claim: Claim, claims: Sequence[Claim]) -> bool:
        """Say whether a line goes over to others, "the other three have", or to a device that a new clause names."""
        between = self.text[entry[-1][-1].end : claim.start]
        if not word_lists()["others"].isdisjoint(WORD.findall(between.lower())):
            return True
        start, end = next(span for span in clauses_in(self.text) if span[0] <= claim.start < span[1])
        if any(slot[-1].start >= start for slot in entry):
            return False
        if any("key" in row.column_words(name) for row in self.cited for name in row.cell_columns(claim)):
            return not self.is_device(claim) and self.text[start:].startswith(";")
        devices = {one.value.lower() for one in claims if start <= one.start < end and self.is_device(one)}
        before = {one.value.lower() for slot in entry for one in slot if self.is_device(one)}
        return bool(before) and bool(devices) and devices.isdisjoint(before) and not self.is_device(claim)

    def _repeats(self, entry: Sequence[Sequence[Claim]], claim: Claim, alike: Sequence[int]) -> bool:
        """Say whether it is a short name of the value before it, or what that value is told from: "1 instead of 2"."""
        last = entry[-1][-1]
        between = WORD.findall(self.text[last.end : claim.start].lower())
        of_device = OF_DEVICE.match(self.text[claim.end :])
        if not of_device and len(entry) - 1 in alike and not word_lists()["contrast"].isdisjoint(between):
            return True
        return claim.kind == "name" and KnownText([last.value]).spelling(claim.value) == last.value

    def _goes_on(self, entry: Sequence[Sequence[Claim]], claim: Claim) -> bool:
        """Say whether it is a later time of what an entry is about: rows of both differ in nothing that has a name."""
        times = [one for slot in entry for one in slot if form_of(one.value) == "time"]
        having = [row for row in self.cited if row.has(claim)]
        return form_of(claim.value) == "time" and any(
            one.is_like(other) for time in times for one in self.cited if one.has(time) for other in having
        )

    def _is_listed(self, one: Claim, other: Claim) -> bool:
        return LISTED_WITH.fullmatch(self.text[one.end : other.start]) is not None

    def _is_bracketed(self, claim: Claim) -> bool:
        before = self.text[: claim.start]
        return before.rfind("(") > before.rfind(")")

    def _is_peer(self, entry: Sequence[Sequence[Claim]], claim: Claim) -> bool:
        """Say whether a device is one that the row of the value before it names: "`Gi0/1` leads to `r2`"."""
        things = [slot[-1] for slot in entry[-1:] if not self.is_device(slot[-1])]
        having = [row for row in self.cited if things and row.has(things[0])]
        return bool(having) and all(
            row.has(claim) and row.own_devices and claim.value.lower() not in row.own_devices
            for row in having
        )

    def _paired(self, claims: Sequence[Claim]) -> set[Claim]:
        """Return the values of lists whose places are those of a list before: "ports 1 and 2, at 10:00 and 11:00"."""
        lists: list[list[Claim]] = []
        for before, claim in zip([None, *claims], claims, strict=False):
            if before and self._is_listed(before, claim) and self.is_alike(before, claim):
                lists[-1].append(claim)
            else:
                lists.append([claim])
        found = set[Claim]()
        for place, later in enumerate(lists):
            for one in lists[:place]:
                pairs = list(zip(one, later, strict=False))
                if len(one) == len(later) > 1 and all(self._in_one_row(*pair) for pair in pairs):
                    found.update(later)
        return found

    def _in_one_row(self, one: Claim, other: Claim) -> bool:
        return any(row.has(one) and row.has(other) for row in self.cited)

    def _fit(self, entry: Sequence[Sequence[Claim]], claim: Claim) -> bool:
        """Say whether a value belongs to an entry: to what it is about, and to one of the devices before it.

        An entry is about its first value which not all rows have.
        """
        slots = [slot for slot in entry if not self.is_device(slot[0])]
        about = (slot for slot in slots if not all(row.has(slot[0]) for row in self.cited))
        return self._is_owned(entry, claim) and all(self._together(one, claim) for one in next(about, ()))

    def _is_owned(self, entry: Sequence[Sequence[Claim]], claim: Claim) -> bool:
        """Say whether rows give a value to a device before it, or right behind it; to each one of a list before it."""
        owners = self._owners(claim)
        behind = OF_DEVICE.match(self.text[claim.end :])
        rest = self.text[claim.end + behind.end() :].lower() if behind else ""
        if self.is_device(claim) or not owners or any(rest.startswith(one) for one in owners):
            return True
        devices = {one.value.lower() for slot in entry for one in slot if self.is_device(one)}
        listed = {one.value.lower() for one in entry[-1]} & devices if entry and len(entry[-1]) > 1 else set()
        return listed <= owners and (not devices or not devices.isdisjoint(owners))

    def _owners(self, claim: Claim) -> frozenset[str]:
        """Return the devices that rows give a value to, in the column that the line speaks of, if it speaks of one."""
        having = [row for row in self.cited if row.has(claim)]
        said = stems_of(self.text) - stems_in("plain")
        named = [
            row for row in having if any(row.column_words(name) & said for name in row.cell_columns(claim))
        ]
        return frozenset().union(*(row.owners(claim) for row in named or having))

    def _together(self, one: Claim, other: Claim) -> bool:
        """Say whether a row has two values, or rows that hang together, or no query shows both of them."""
        having = [[row for row in self.cited if row.has(claim)] for claim in (one, other)]
        if any(
            row is like or self._hang_together(row, like, (one, other))
            for row in having[0]
            for like in having[1]
        ):
            return True
        return {row.query for row in having[0]}.isdisjoint(row.query for row in having[1])

    def _hang_together(self, one: RowEvidence, other: RowEvidence, claims: Sequence[Claim]) -> bool:
        """Say whether two rows are lines of one file, of one moment, or of two queries that share a value."""
        if one.line is not None and other.line is not None:
            return one.line.path == other.line.path
        if one.moments & other.moments and one.own_devices == other.own_devices:
            return True
        shared = (claim for claim in claims if not self.is_device(claim))
        return one.query != other.query and any(one.has(claim) and other.has(claim) for claim in shared)

    def is_alike(self, one: Claim, other: Claim) -> bool:
        """Say whether two values stand in one column, each in a row of its own, or are both devices of rows."""
        if self.is_device(one) or self.is_device(other):
            pair = {one.value.lower(), other.value.lower()}
            both = any(pair <= row.own_devices for row in self.cited)
            owned = pair <= frozenset().union(*(row.own_devices for row in self.cited))
            both = both if owned else any(row.has(one) and row.has(other) for row in self.cited)
            return self.is_device(one) and self.is_device(other) and not both
        if any(row.lists(one) & row.lists(other) for row in self.cited):
            return True
        columns = [
            frozenset().union(*(row.columns_of(claim) for row in self.cited)) for claim in (one, other)
        ]
        lines = [{row.shape for row in self.cited if row.shape and row.has(claim)} for claim in (one, other)]
        apart = not any(row.has(one) and row.has(other) for row in self.cited)
        apart = apart and form_of(one.value) == form_of(other.value)
        cells = [
            frozenset().union(*(row.cell_columns(claim) for row in self.cited)) for claim in (one, other)
        ]
        return bool(cells[0] & cells[1]) or (apart and bool(columns[0] & columns[1] or lines[0] & lines[1]))

    def is_device(self, claim: Claim) -> bool:
        """Say whether a value is the name of a device."""
        return claim.is_among(self.devices)
