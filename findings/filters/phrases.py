"""Reads the entries of filters that are written as phrases: a rule a line, each condition behind its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from findings.facts import DeviceFacts
from findings.filters.entry_reading import EntryReading, action_of
from findings.filters.records import FilterEntry, filter_name, head_of, place_of, table_of, version_of
from findings.filters.sides import Objects, Side
from findings.words import FilterWords, PhraseWords

_PHRASE_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\{[^{}]*\}|[^\s{}]+')
_LONGEST_PHRASE = 3


def entries_in_phrases(
    device: DeviceFacts, phrase: PhraseWords, words: FilterWords, objects: Objects
) -> Iterator[tuple[str, FilterEntry]]:
    """Yield each entry with the name of its filter; one whose values each have their action is as many entries."""
    around = ""
    for statement in device.statements:
        found = phrase.pattern.search(statement.text)
        around = table_of(statement, words) or around
        if not found:
            continue
        name = filter_name(found, around)
        reader = _PhraseReading(phrase, words, name.rpartition(" ")[0])
        tokens = _PHRASE_TOKEN.findall(found["phrases"])
        for sides, action, target in reader.read(tokens, objects.within(reader.around)):
            open_words = tuple(dict.fromkeys(sides.open))
            head, place = head_of(found), place_of(found)
            is_ipv6 = phrase.version and words.ipv6_files.search(statement.line.path)
            version = version_of(found) or (6 if is_ipv6 else phrase.version)
            yield (
                name,
                FilterEntry(
                    "",
                    action,
                    sides.sides,
                    open_words,
                    (statement.line,),
                    target,
                    head,
                    place,
                    version=version,
                ),
            )


@dataclass(frozen=True, slots=True)
class _PhraseReading:
    """Reads an entry in phrases; a filter that it jumps to has `around` before its name."""

    phrase: PhraseWords
    words: FilterWords
    around: str

    def read(self, tokens: Sequence[str], objects: Objects) -> list[tuple[EntryReading, str, str]]:
        """Return what is asked with the action and the target; as many as a map has values, else one."""
        conditions: list[tuple[str, list[str], bool]] = []
        left: list[str] = []
        action, target = "next", ""
        maps: list[tuple[str, str]] = []
        mapped, at = "", 0
        while at < len(tokens):
            before = tokens[at] in self.phrase.negations and at + 1 < len(tokens)
            size, lead = self._phrase_at(tokens, at + before)
            at += size + before
            if lead in self.phrase.meanings:
                behind = at < len(tokens) and tokens[at] in self.phrase.negations
                negated = before or behind
                at += behind
                if at < len(tokens) and tokens[at] in self.phrase.maps and at + 1 < len(tokens):
                    mapped, at = lead, at + 1
                    pairs = (part.partition(" : ") for part in tokens[at].strip("{} ").split(","))
                    maps = [(value.strip(), verdict.strip()) for value, _, verdict in pairs if value.strip()]
                elif at < len(tokens):
                    conditions.append((lead, _values(tokens[at]), negated))
                at += 1
            elif lead in self.phrase.skipped:
                at += self.phrase.skipped[lead]
            elif lead in self.phrase.targets and at < len(tokens):
                is_goto = lead in self.phrase.gotos
                known = self._is_verdict(tokens[at].lower())
                chain = ["goto" if is_goto else "jump", tokens[at]]
                action, target = self._verdict([tokens[at].lower()] if known else chain)
                at = len(tokens)
            elif self._is_verdict(lead):
                action, target = self._verdict(tokens[at - 1 :])
                at = len(tokens)
            else:
                left.append(lead)
        made = []
        for value, verdict in maps or [("", "")]:
            reading = EntryReading(self.words, objects)
            for lead, given, negated in [*conditions, *([(mapped, [value], False)] if value else [])]:
                self._ask(reading, lead, given, negated)
            reading.open.extend(left)
            made.append((reading, *(self._verdict(verdict.split()) if value else (action, target))))
        return made

    def _phrase_at(self, tokens: Sequence[str], at: int) -> tuple[int, str]:
        """Return the longest phrase that is known there, with its words; one word where none is."""
        for size in range(_LONGEST_PHRASE, 0, -1):
            lead = " ".join(tokens[at : at + size])
            if len(tokens) >= at + size and (lead in self.phrase.meanings or lead in self.phrase.skipped):
                return size, lead
        return 1, tokens[at]

    def _is_verdict(self, word: str) -> bool:
        words = self.words
        goes_on = words.goes_on | words.side_effects
        return word in words.permits | words.denies | words.jumps | words.returns | goes_on

    def _verdict(self, tokens: Sequence[str]) -> tuple[str, str]:
        """Return the action and the filter that is jumped to."""
        if tokens and tokens[0] in self.words.jumps:
            back = "return" if tokens[0] == "goto" else ""
            return back, f"{self.around} {tokens[1]}".strip() if len(tokens) > 1 else ""
        if tokens and tokens[0] in self.words.returns | self.words.goes_on | self.words.side_effects:
            return "return" if tokens[0] in self.words.returns else "next", ""
        return action_of(tokens[:1], self.words), ""

    def _ask(self, reading: EntryReading, lead: str, given: list[str], negated: bool) -> None:
        meaning, _, protocol = self.phrase.meanings[lead].partition(" ")
        if protocol and "protocol" not in reading.sides:
            reading.read_protocol([protocol])
        families = self.words.hook_families
        own, around = families.get(lead.split()[0], 0), families.get(self.around.partition(" ")[0])
        if own > 0 and around == 0 and meaning == "protocol":
            reading.ask("family", Side(((own, own),)), lead)
        if meaning == "protocol" and not negated:
            reading.read_protocol(given)
        else:
            reading.read_condition(meaning, given, negated=negated)


def _values(token: str) -> list[str]:
    """Return the values of a set, or of a list with commas."""
    return [one.strip(' "') for one in token.strip("{} ").split(",") if one.strip()]
