"""Kinds of log records that are meant beside those whose templates say a question's words best."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from agent.planner.logs.asked_heads import asked_head, head_of
from agent.planner.logs.event_words import names_head, template_start
from agent.planner.logs.lasting_fields import asks_length
from agent.planner.logs.measures import MEASURED
from agent.planner.logs.tie_events import EventTies
from agent.planner.words.lexicon import Label
from agent.planner.words.match_words import fitting_names
from agent.planner.words.question_words import Word

TOLD = 0.8
"""How well a template has to say a word to be surely meant."""


class EventKinds(EventTies):
    """Adds kinds of records to those that were chosen."""

    def lasting_words(self) -> tuple[Word, ...]:
        """Return the words that ask for a length of time."""
        return asks_length(self.words, [head_of(self.tokens, one) for one in self.phrases if one.positions])

    def _of_same_start(
        self, types: tuple[str, ...], said: Collection[int], labels: Sequence[Label]
    ) -> tuple[str, ...]:
        """Add types that begin alike and say all that is surely said: they differ in what is told behind it."""
        sure = [word for word in self.words if word.index in said and self._is_said(word, types)]
        starts = {start for name in types if (start := template_start(self.lexicon.labels[name]))}
        others = [one.name for one in labels if sure and template_start(one) in starts]
        return tuple(dict.fromkeys((*types, *(one for one in others if self._say_all(one, sure)))))

    def _is_said(self, word: Word, types: Sequence[str]) -> bool:
        return any(self._say_all(name, [word]) for name in types)

    def _say_all(self, name: str, words: Iterable[Word]) -> bool:
        told = self.lexicon.labels[name].template_words
        return all(max(fitting_names(one.stem, told).values(), default=0.0) >= TOLD for one in words)

    def _of_head(self, labels: Sequence[Label]) -> tuple[str, ...]:
        """Take the types with a field whose name begins the noun whose length of time is asked for: request, req."""
        head = asked_head(self.tokens, self.phrases)
        if self.asked.intent not in MEASURED or not self.lasting_words() or head is None:
            return ()
        having = tuple(one.name for one in labels if names_head(one, head.stem))
        return having if len(having) < len(labels) else ()

    def _possible(self, label: Label) -> bool:
        """Tell whether records of a type can meet the conditions so far."""
        tested = [(one.property, *one.also) for one in self.conditions if one.property in self.by_name]
        return all(any(name in label.properties for name in group) for group in tested)
