"""Doubts a reading of log records that no record meets, or whose records lack what is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.planner.logs.between_events import write_duration
from agent.planner.logs.choose_events import Choice, EventChooser
from agent.planner.logs.fields_by_kind import asks_person
from agent.planner.logs.lasting_fields import is_lasting
from agent.planner.logs.like_fields import like_field, with_field
from agent.planner.logs.measures import DURATION_STEMS, LENGTH_STEMS, MEASURED, is_duration, is_measure
from agent.planner.logs.overviews import FEW_EVENTS
from agent.planner.logs.read_scales import EventSizes
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Condition, Meaning, Target
from agent.reader.english import aliases
from agent.planner.words.lexicon import EVENT
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word

ALIKE = 0.5


class EventDoubts(EventChooser):
    """Tells what is left open, so that no reading is taken for more than the records bear."""

    def doubted(self, meaning: Meaning, named: Sequence[Condition]) -> Meaning:
        """Leave the words open that were read as values, when no record at all meets these tests together."""
        subnets = [one.mention.text for one in self.located if one.mention.shape == "prefix"]
        if any(one.test == "within" for one in meaning.conditions) and not meaning.unlinked:
            held = EventWriter(meaning, self.scope).count_matched()
            return meaning if held else replace(meaning, unlinked=tuple(subnets))
        if meaning.devices and self.lexicon.things and not meaning.unlinked:
            of_devices = Meaning(meaning.target, devices=meaning.devices)
            if not EventWriter(of_devices, self.scope).count_matched():
                return replace(meaning, unlinked=tuple(one.text for one in self.words))
        read = [one for one in meaning.conditions if one not in named]
        if not (read or meaning.properties) or meaning.missing or meaning.unlinked:
            return meaning
        lacking = self._lacking(meaning)
        if lacking:
            return (
                self._with_like_field(meaning)
                or self._shown_whole(meaning)
                or replace(meaning, unlinked=lacking)
            )
        alone = replace(meaning, conditions=tuple(read), devices=())
        if EventWriter(alone, self.scope).count_matched():
            return meaning
        words = [word.text for word in self.words if word.index in self.content]
        return replace(meaning, unlinked=tuple(words) or ("",)) if words else meaning

    def _lacking(self, meaning: Meaning) -> tuple[str, ...]:
        """Return what the wanted properties are called that the records which are meant never have."""
        chosen = [label for label in self.lexicon.events if label.name in meaning.labels]
        for name in meaning.properties:
            if chosen and not any(name in label.properties for label in chosen):
                return (self.called(name),)
        if not meaning.properties or EventWriter(meaning, self.scope).count_matched():
            return ()
        without = EventWriter(replace(meaning, properties=()), self.scope)
        return (self.called(meaning.properties[0]),) if without.count_matched() else ()

    def _with_like_field(self, meaning: Meaning) -> Meaning | None:
        """Ask the records that lack the wanted property for the one that holds the same values."""
        name = meaning.properties[0]
        without = EventWriter(replace(meaning, properties=meaning.properties[1:]), self.scope)
        if name not in self.by_name or not without.count_matched():
            return None
        rows = self.look_up.rows(
            f"{without.pattern} RETURN DISTINCT e.type AS type", without.parameters.values
        )
        types = {str(row[0]) for row in rows}
        other = like_field(name, self.by_name, types, meaning.conditions)
        return with_field(meaning, name, other) if other else None

    def _shown_whole(self, meaning: Meaning) -> Meaning | None:
        """Show few records as they are, where it is asked who did it and none of their fields says that."""
        whole = replace(meaning, properties=())
        if (
            not asks_person(self.tokens)
            or not 0 < EventWriter(whole, self.scope).count_matched() <= FEW_EVENTS
        ):
            return None
        note = "no field of these records says who; they are shown as they are"
        return replace(whole, note=f"{meaning.note} {note}".strip())

    def called(self, name: str) -> str:
        """Return what the question calls a property, in a form that lines show; its own name where it does not."""
        matched = match_words(self.by_name[name].words, self.words).positions
        forms = [self.shown_form(word) for word in self.words if word.index in matched]
        names = forms or self.by_name[name].words
        return next((form for form in names if self.look_up.mentions(form)), [*names, name][0])

    def shown_form(self, word: Word) -> str:
        """Return the word, or the form of it that lines show: "users" is there as "user"."""
        if self.look_up.mentions(word.text):
            return word.text
        known = [other for other, weight in aliases(word.stem).items() if weight >= ALIKE]
        forms = [word.stem, *known] if word.stem in self.lexicon.vocabulary else known
        forms = [word.text.removesuffix("s"), *forms] if word.text.islower() else forms
        return next((form for form in forms if self.look_up.mentions(form)), word.text)

    def unequal(self, sizes: EventSizes, choice: Choice) -> tuple[str, ...]:
        """Return the measure that is to be compared or added up, where its records differ in their units."""
        measured = self.asked.intent in MEASURED
        names = [self.measure] if self.measure else [name for name in choice.wanted if measured]
        numbers = [
            name for name in names if is_measure(self.by_name[name]) and not is_duration(self.by_name[name])
        ]
        return tuple(name for name in numbers[:1] if sizes.scale(name) is None)

    def measures_nothing(self, choice: Choice) -> bool:
        """Tell whether the greatest of something is asked for that no field of any record tells."""
        if self.lasts_nothing(choice):
            return True
        if self.asked.intent not in MEASURED:
            return False
        measures = [self.by_name[name] for name in choice.wanted if is_measure(self.by_name[name])]
        lasting = [word for word in self.words if word.stem in DURATION_STEMS]
        told = {word for name in choice.types for word in self.lexicon.labels[name].template_words}
        if measures and lasting and not match_words(sorted(told), lasting).positions:
            return not any(is_lasting(one, lasting, self.plain_unit) for one in measures)
        if self.lasting_words() and not measures:
            return not self.measure
        narrows = choice.types or choice.conditions or self.conditions or self.devices
        return not (measures or self.measure or narrows)

    def lasts_nothing(self, choice: Choice) -> bool:
        """Tell whether it is asked how long something took that neither a field nor two records tell."""
        if not any(phrase.sort == "duration" for phrase in self.phrases):
            return False
        measures = [self.by_name[name] for name in (self.measure, *choice.wanted) if name in self.by_name]
        lasting = [word for word in self.words if word.stem in DURATION_STEMS | LENGTH_STEMS]
        if any(is_measure(one) and is_lasting(one, lasting, self.plain_unit) for one in measures):
            return False
        told = sorted({word for name in choice.types for word in self.lexicon.labels[name].template_words})
        if (
            any(map(is_measure, measures))
            and match_words(
                told, [one for one in self.words if one.stem in DURATION_STEMS | LENGTH_STEMS]
            ).positions
        ):
            return False
        meaning = Meaning(Target(EVENT), tuple(self.conditions), labels=choice.types)
        return write_duration(meaning, self.scope) is None

    def superlative(self) -> str:
        said = [token.text for token in self.tokens if isinstance(token, Word)]
        lasting = "long" if "long" in said else self.asked.intent
        return next((word for word in said if word.lower().endswith("est")), lasting)
