"""Reads a question or a clause about logs so that its verbs count, and with the words of mnemonics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.planner.logs.measures import MEASURED
from agent.planner.logs.mnemonic_words import mnemonics, with_mnemonics
from agent.planner.logs.moved_states import with_states_after
from agent.planner.logs.read_events import EventReader
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Condition, Meaning
from agent.planner.scope import LOG_STEMS, RECORD_STEMS, Scope
from agent.reader.english import aliases, stem, stems_of
from agent.planner.words.lexicon import EVENT
from agent.planner.words.match_words import plain_words
from agent.planner.words.question_words import Mention, Word

_REQUESTS = frozenset(map(stem, ("request", "req")))
_COMING = frozenset({"came", "come", "comes", "coming", "went", "go", "goes", "back"})
_ORDERING = (
    "first last latest earliest most least next time times long longest shortest second minute hour day total"
)
_ORDER = frozenset(_ORDERING.split())
"""What orders or measures records, and does not say what they are about."""
_SAME = 0.9
"""How well a word of the records has to fit a plain verb."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What records are meant, and the scope in which they were."""

    meaning: Meaning
    scope: Scope

    @property
    def narrows(self) -> bool:
        """Tell whether any records are left out."""
        return bool(self.meaning.labels or self.meaning.conditions or self.meaning.devices)


def read_closely(scope: Scope) -> Reading | None:
    """Read the scope as it is; where that leaves something open, with what mnemonics say. None when that does, too."""
    counted = with_verbs(scope)
    reading = _closed(counted)
    return reading or read_mnemonics(counted)


def heeded(meaning: Meaning, scope: Scope) -> Meaning:
    """Test states moved to, and of requests the records that name one, where only some kinds of records do."""
    told = _without_order(with_states_after(meaning, scope.text, scope.lexicon), scope)
    asks = any(word.stem in _REQUESTS for word in scope.words)
    if not asks or meaning.labels or scope.asked.intent not in MEASURED:
        return told
    names = {name for one in scope.lexicon.events for name in one.properties if _names_request(name)}
    naming = [one for one in scope.lexicon.events if names & set(one.properties)]
    if len(names) != 1 or len(naming) == len(scope.lexicon.events):
        return told
    test = Condition(EVENT, names.pop(), "present")
    return replace(told, conditions=(*told.conditions, test))


def _without_order(meaning: Meaning, scope: Scope) -> Meaning:
    """Ask for no field that is called as the order of records is: "the last thing" wants no field "last"."""
    if scope.asked.intent not in ("first", "last"):
        return meaning
    kept = tuple(name for name in meaning.properties if not set(name.split("_")) <= _ORDER)
    return meaning if kept == meaning.properties else replace(meaning, properties=kept)


def _names_request(name: str) -> bool:
    words = set(stems_of(name))
    return bool(words & _REQUESTS) and words <= _REQUESTS | {"id"}


def read_verbs(scope: Scope) -> Meaning | None:
    """Read the scope with the plain words that records say; None without any, or where that leaves something open."""
    counted = with_verbs(scope)
    reading = _closed(counted) if counted.content != scope.content else None
    narrowed = reading is not None and (reading.meaning.labels or reading.meaning.conditions)
    return reading.meaning if reading is not None and narrowed else None


def read_mnemonics(scope: Scope) -> Reading | None:
    """Read the scope with the words of mnemonics, and say which were read so; None where that leaves something open."""
    reading = _closed(replace(scope, lexicon=with_mnemonics(scope.lexicon)))
    if reading is None:
        return None
    known = scope.lexicon.labels
    told = {text for name in reading.meaning.labels for text in mnemonics(known[name])}
    said = {word for name in reading.meaning.labels for word in known[name].template_words}
    words = [
        word.text
        for word in scope.words
        if word.index in scope.content
        and word.index in reading.meaning.explained
        and not set(aliases(word.stem)) & said
    ]
    if told and words:
        note = f"'{' '.join(words)}' was read as {', '.join(sorted(told))}."
        meaning = replace(reading.meaning, note=f"{reading.meaning.note} {note}".strip())
        return Reading(meaning, scope)
    return Reading(reading.meaning, scope)


def with_verbs(scope: Scope) -> Scope:
    """Let plain words count that kinds of records say: "finish", "connect", and what something came to be: "up"."""
    said = scope.lexicon.said_by
    tokens = tuple(
        replace(token, sort="content") if _comes_up(scope.tokens, token.index) else token  # type: ignore[arg-type]
        for token in scope.tokens
    )
    words = plain_words(tokens)
    plain = frozenset(
        word.index
        for word in words
        if (
            word.sort == "generic"
            and word.stem not in LOG_STEMS | RECORD_STEMS
            and word.text.lower() not in _COMING | _ORDER
            and any(other in said and weight >= _SAME for other, weight in aliases(word.stem).items())
        )
        or _comes_up(tokens, word.index)
    )
    return replace(scope, tokens=tokens, words=words, content=scope.content | plain)


def _comes_up(tokens: Sequence[Word | Mention], place: int) -> bool:
    """Tell whether "up" says what something came to be."""
    before = [one.text.lower() for one in tokens[max(0, place - 2) : place]]
    return (
        isinstance(tokens[place], Word) and tokens[place].text.lower() == "up" and bool(_COMING & set(before))
    )


def _closed(scope: Scope) -> Reading | None:
    meaning = EventReader(scope).read()
    if meaning is None or meaning.unlinked or meaning.missing:
        return None
    meaning = _without_order(with_states_after(meaning, scope.text, scope.lexicon), scope)
    return Reading(meaning, scope) if EventWriter(meaning, scope).count_matched() else None
