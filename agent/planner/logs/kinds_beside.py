"""Kinds of log records that are meant beside those whose templates say a question's words best."""

from __future__ import annotations

from collections.abc import Collection, Sequence

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
        """Add types that begin alike and say all that is surely said no less: they differ in what is told behind."""
        sure = {
            word: min(weights)
            for word in self.words
            if word.index in said
            and (weights := [weight for name in types if (weight := self._says(name, word)) >= TOLD])
        }
        starts = {start for name in types if (start := template_start(self.lexicon.labels[name]))}
        others = [one.name for one in labels if sure and template_start(one) in starts]
        beside = [one for one in others if all(self._says(one, word) >= sure[word] for word in sure)]
        return tuple(dict.fromkeys((*types, *beside)))

    def _says(self, name: str, word: Word) -> float:
        """Weigh how well a kind's template says a word."""
        return max(fitting_names(word.stem, self.lexicon.labels[name].template_words).values(), default=0.0)

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
