"""Everything that the readers of one question share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.planner.values.locate_values import Located, locate_values, settle_words
from agent.planner.values.value_index import ValueIndex
from agent.planner.words.detect_intent import Asked, detect_intent
from agent.planner.words.english import stem
from agent.planner.words.find_phrases import top_number
from agent.planner.words.lexicon import Lexicon
from agent.planner.words.match_words import plain_words
from agent.planner.words.question_words import Mention, Word, read_tokens

DEVICE_STEMS = frozenset(
    stem(word)
    for word in ["device", "router", "switch", "node", "box", "host", "equipment", "firewall", "machine"]
)

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

    def at(self, positions: Sequence[int]) -> list[Word]:
        """Return the words at some positions."""
        return [word for word in self.words if word.index in positions]


def read_scope(text: str, lexicon: Lexicon, look_up: ValueIndex) -> Scope:
    """Cut a question, find out what it asks for, and look up the values that it names."""
    tokens = settle_words(read_tokens(text, lexicon.vocabulary), lexicon, look_up)
    words = plain_words(tokens)
    content = frozenset(
        word.index for word in words if word.sort == "content" or _narrows(word, tokens, lexicon)
    )
    top = top_number(tokens)
    located = tuple(
        one for one in locate_values(tokens, lexicon, look_up) if not top or one.mention.index != top[0]
    )
    return Scope(text, tokens, detect_intent(text, tokens), located, words, content, lexicon, look_up)


def _narrows(word: Word, tokens: Sequence[Word | Mention], lexicon: Lexicon) -> bool:
    """Tell whether a word for devices says which kind of thing is meant, as some are called so: "firewall policies"."""
    behind = tokens[word.index + 1] if word.index + 1 < len(tokens) else None
    is_noun = isinstance(behind, Word) and behind.sort in ("generic", "content")
    return is_noun and word.stem in _FUNCTIONS and word.stem in lexicon.vocabulary
