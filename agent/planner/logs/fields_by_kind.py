"""Finds a field of log records by the kind of its values, where no field is called as the question says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.planner.logs.event_words import EventProperty
from agent.reader.english import stem
from agent.planner.words.question_words import Mention, Word

ADDRESSED = frozenset({"ipv4", "ipv6", "host"})
"""Kinds of values that an end of a connection is known by: "source" is its address rather than its port."""
_PATH = frozenset({"path"})
_KINDS = {
    **dict.fromkeys(("ip", "address", "node", "host", "server", "machine", "computer", "peer"), ADDRESSED),
    **dict.fromkeys(("file", "path", "directory", "folder"), _PATH),
}
_BY_STEM = {stem(word): kinds for word, kinds in _KINDS.items()}
_ENDINGS = ("node", "server", "host")
PERSONS = tuple(
    map(stem, ("user", "username", "account", "login", "owner", "client", "sender", "operator", "admin"))
) + tuple(map(stem, ("administrator", "actor", "by")))
_ASKS_PERSON = frozenset(["who", "whom", "whose"])
_LEADING = frozenset(["by", "of", "for", "from", "among", "to", "with"])
_THOSE = frozenset(
    ["those", "them", "people", "persons", "everyone", "everybody", "anyone", "anybody", "users", "clients"]
)
_REASONS = ("reason", "cause", "why", "error", "because", "detail")
_FEW_FIELDS = 3
_EVERYWHERE = 0.9


def kinds_named(word: Word) -> frozenset[str]:
    """Return the kinds of values that a noun may stand for: "file" for paths, "datanode" for addresses."""
    found = _BY_STEM.get(word.stem)
    if found is None and stem(word.text).endswith(tuple(stem(ending) for ending in _ENDINGS)):
        return ADDRESSED
    return found or frozenset()


def fields_of_kind(
    word: Word, usable: Iterable[EventProperty], records: int, preposition: str
) -> tuple[EventProperty, ...]:
    """Return the few fields whose values are of the kind that a noun names; "to which" prefers "to_address"."""
    kinds = kinds_named(word)
    fitting = [
        one for one in usable if one.kinds and one.kinds <= kinds and one.count < _EVERYWHERE * records
    ]
    said = [one for one in fitting if preposition and one.name.startswith(f"{preposition}_")]
    chosen = said or fitting
    return tuple(chosen) if len(chosen) <= _FEW_FIELDS else ()


def asks_person(tokens: Sequence[Word | Mention]) -> bool:
    """Tell whether a question asks who did something."""
    return any(
        isinstance(one, Word) and one.text.lower() in _ASKS_PERSON and not _points_back(tokens[:place])
        for place, one in enumerate(tokens)
    )


def _points_back(before: Sequence[Word | Mention]) -> bool:
    """Tell whether "who" only says which persons are meant: "used by those who joined"."""
    said = [one.text.lower() for one in before[-2:]]
    return len(said) > 1 and said[0] in _LEADING and said[1] in _THOSE


def names_person(word: Word) -> bool:
    """Tell whether a noun names who did something: "user"."""
    return word.stem in PERSONS


def person_field(usable: Iterable[EventProperty]) -> EventProperty | None:
    """Return the field that says who did something."""
    named = {word: one for one in usable for word in PERSONS if word in one.words and not one.is_number}
    return next((named[word] for word in PERSONS if word in named), None)


def asks_reason(tokens: Sequence[Word | Mention]) -> bool:
    """Tell whether a question asks why something was so."""
    return any(isinstance(one, Word) and one.text.lower() == "why" for one in tokens)


def reason_field(usable: Iterable[EventProperty]) -> EventProperty | None:
    """Return the field that says why something was so."""
    named = [(word, one) for one in usable for word in _REASONS if stem(word) in one.words]
    return min(named, key=lambda one: _REASONS.index(one[0]))[1] if named else None
