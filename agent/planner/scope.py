"""Everything that the readers of one question share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.planner.values.locate_values import Located, locate_values, settle_words
from agent.reader.value_index import ValueIndex
from agent.planner.words.detect_intent import Asked, detect_intent
from agent.reader.english import device_stems, stem
from agent.planner.words.find_phrases import Phrase, order_number, top_number
from agent.planner.words.lexicon import Lexicon
from agent.planner.words.match_words import plain_words
from agent.planner.words.question_words import Mention, Word, read_tokens

DEVICE_STEMS = device_stems()

_FUNCTIONS = frozenset({stem("firewall")})
"""Words for devices that are called by what they do, which things of theirs are called, too."""

LOG_STEMS = frozenset(
    stem(word)
    for word in [
        "log",
        "logs",
        "logged",
        "event",
        "events",
        "message",
        "messages",
        "syslog",
        "happened",
        "occurred",
        "reported",
        "request",
        "requests",
    ]
)


_STATES = frozenset({"up", "active", "enabled", "working", "running"})
"""Words that weigh nothing elsewhere, and say a state behind "is" or "are"."""
_BE = frozenset({"is", "are", "was", "were", "be"})
_PARTICIPLE = re.compile(r"\w+ed|set|built|made|brought|taken|held|put|sent")
_MOST_STATES = 12
_CONTRACTED = re.compile(r"\b(do|does|did|is|are|was|were|has|have)n['\u2019]?t\b", re.IGNORECASE)
"""Also without the apostrophe, as people type: "dont exist"."""


_CODES = re.compile(
    r"(?<!\bthan )(?<!\bover )(?<!\bunder )(?<!\bleast )(?<!\bmost )(?<!\bwithin )(?<!\bfor )(?<!\bafter )"
    r"(?<!\babove )(?<!\bbelow )(?<!\bevery )(?<!\btook )(?<![\w.:/-])([1-5]\d\d)s\b"
)
"""Codes in the plural, "two 504s": three digits that no comparison makes a number of seconds (RFC 9110, 15)."""


RECORD_STEMS = frozenset(map(stem, ("event", "message", "record", "entry", "line")))


def names_records(tokens: Sequence[Word | Mention], phrase: Phrase) -> bool:
    """Tell whether what is asked for are log records, of a kind that the words before say: "link down events"."""
    last = tokens[max(phrase.positions)] if phrase.positions else None
    return isinstance(last, Word) and last.stem in RECORD_STEMS


@dataclass(frozen=True, slots=True)
class Scope:
    """One question, cut and looked up. `words` may name something; `content` are the positions that must count."""

    text: str
    tokens: tuple[Word | Mention, ...]
    asked: Asked
    located: tuple[Located, ...]
    words: tuple[Word, ...]
    content: frozenset[int]
    lexicon: Lexicon
    look_up: ValueIndex

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices that the question names."""
        return tuple(dict.fromkeys(device for located in self.located for device in located.devices))

    @property
    def plain(self) -> str:
        """The question's text with single spaces, without what ends it: for patterns of whole questions."""
        return " ".join(self.text.strip(" ?.!").split())

    def at(self, positions: Sequence[int]) -> list[Word]:
        """Return the words at some positions."""
        return [word for word in self.words if word.index in positions]


def read_scope(text: str, lexicon: Lexicon, look_up: ValueIndex) -> Scope:
    """Cut a question, find out what it asks for, and look up the values that it names."""
    text = _CODES.sub(r"\1", _CONTRACTED.sub(r"\1 not", text))
    tokens = with_states(settle_words(read_tokens(text, lexicon.vocabulary), lexicon, look_up), lexicon)
    words = plain_words(tokens)
    content = frozenset(
        word.index for word in words if word.sort == "content" or _narrows(word, tokens, lexicon)
    )
    counts = {one[0] for one in (top_number(tokens), order_number(tokens)) if one}
    located = tuple(one for one in locate_values(tokens, lexicon, look_up) if one.mention.index not in counts)
    return Scope(text, tokens, detect_intent(text, tokens), located, words, content, lexicon, look_up)


def with_states(tokens: Sequence[Word | Mention], lexicon: Lexicon) -> tuple[Word | Mention, ...]:
    """Let a state count that something is said to be in: "up" always, others where something has them for a value."""
    spoken = [token.text.lower() for token in tokens]
    be = next((place for place, word in enumerate(spoken) if word in _BE), len(tokens))
    return tuple(
        replace(token, sort="content")
        if isinstance(token, Word) and place > be and _says_state(spoken, place) and _counts(token, lexicon)
        else token
        for place, token in enumerate(tokens)
    )


def _says_state(spoken: Sequence[str], place: int) -> bool:
    """Tell "are up" from "are set up"."""
    return spoken[place] in _STATES and not _PARTICIPLE.fullmatch(spoken[place - 1])


def _counts(word: Word, lexicon: Lexicon) -> bool:
    return word.text.lower() == "up" or _is_state(word, lexicon)


def _is_state(word: Word, lexicon: Lexicon) -> bool:
    return any(
        str(example).lower() == word.text.lower()
        for label in lexicon.things
        for found in label.properties.values()
        if found.distinct <= _MOST_STATES and not found.is_flag
        for example in found.examples
    )


def _narrows(word: Word, tokens: Sequence[Word | Mention], lexicon: Lexicon) -> bool:
    """Tell whether a word for devices says which kind of thing is meant, as some are called so: "firewall policies"."""
    behind = tokens[word.index + 1] if word.index + 1 < len(tokens) else None
    is_noun = isinstance(behind, Word) and behind.sort in ("generic", "content")
    return is_noun and word.stem in _FUNCTIONS and word.stem in lexicon.vocabulary
