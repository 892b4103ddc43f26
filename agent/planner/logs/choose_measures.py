"""Chooses the number or the length of time that a question about log records measures."""

from __future__ import annotations

from collections.abc import Sequence

from agent.planner.logs.event_words import event_properties
from agent.planner.logs.kinds_beside import EventKinds
from agent.planner.logs.lasting_fields import is_lasting, lasting_field
from agent.planner.logs.measures import is_measure
from agent.planner.words.match_words import match_words

_CALLED = 0.8
"""How well a word has to fit the name of what is measured to be explained by it."""
_EVERYWHERE = 0.9


class MeasureChooser(EventKinds):
    """Chooses what is measured."""

    def _with_measure(self, types: tuple[str, ...], wanted: tuple[str, ...]) -> tuple[str, ...]:
        """Put the number that is measured before what else is wanted; a length of time, where one is asked for."""
        lasting = self.lasting_words()
        if lasting and not self.measure:
            told = [name for name in wanted if is_measure(self.by_name[name])]
            others = tuple(name for name in wanted if name not in told)
            told = [name for name in told if is_lasting(self.by_name[name], lasting, self.plain_unit)]
            if told:
                return (*told, *others)
            kinds = set(types) or {one.name for one in self.lexicon.events if self._possible(one)}
            fields = [one for one in self.properties if one.labels & kinds & self.saying]
            named = lasting_field(lasting, fields, self.plain_unit)
            return (*((named,) if named else self._measure(types)), *others)
        if any(is_measure(self.by_name[name]) for name in wanted):
            return wanted
        return (*([self.measure] if self.measure else self._measure(types)), *wanted)

    def _called_measure(self, names: Sequence[str]) -> frozenset[int]:
        """Return the words that surely name what is measured: "signal" is `rssi`."""
        fields = [self.by_name[name] for name in names if is_measure(self.by_name[name])]
        return frozenset(
            place
            for one in fields
            for place, weight in match_words(one.words, self.words).positions.items()
            if weight >= _CALLED
        )

    def _measure(self, types: Sequence[str]) -> tuple[str, ...]:
        """Find the number that some word names; of records of few types, the only one they have."""
        chosen = [label for label in self.lexicon.events if label.name in types]
        fields = event_properties(chosen) if chosen else self.properties
        numbers = [one for one in fields if is_measure(one) and one.labels & self.saying]
        fits = [
            (sum(match_words(one.words, self.words).positions.values()), one.count, one.name)
            for one in numbers
        ]
        best = max(fits, default=(0.0, 0, ""))
        if best[0] > 0:
            return (best[2],)
        everywhere = _EVERYWHERE * self.records
        own = [one for one in numbers if one.distinct > 1 and self.by_name[one.name].count < everywhere]
        fewest = min((len(self.by_name[one.name].labels) for one in own), default=0)
        only = [one.name for one in own if len(self.by_name[one.name].labels) == fewest]
        return (only[0],) if types and len(only) == 1 else ()
