"""The main noun of a question about logs: what is asked for, without the verb behind it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agent.planner.scope import DEVICE_STEMS, LOG_STEMS, RECORD_STEMS
from agent.planner.words.find_phrases import Phrase
from agent.planner.words.question_words import Mention, Word

_DEED = re.compile(
    r"\w+ed|went|had|has|have|made|makes|sent|sends|took|takes|got|gets|lost|loses|saw|sees|came|comes|did|gave|ran|"
    r"runs|kept|held|wrote|writes|brought|logs|reports|shows|causes|generates|produces|"
    r"mentions?|contains?|says?|uses?|needs?|appears?|involves?|refers?|indicates?|includes?|belongs?|receives?|reach(?:es)?"
)
_ENTRIES = frozenset(["login", "logout"])
_VAGUE = re.compile(
    r"(?:type|kind|sort|issue|problem|thing|pattern|template|warning|error|message|alert|notice|exception|info)s?|"
    r"activity|activities|information"
)
"""Nouns that kinds of messages answer."""
_BE = frozenset(["are", "were", "was", "is", "did", "do", "have", "had", "occurred", "happened", "there"])

Tokens = Sequence[Word | Mention]


def head_of(tokens: Tokens, phrase: Phrase) -> Word | None:
    """Return the noun that a phrase asks for: "operators" of "which operators logged in"."""
    words = [one for one in (tokens[place] for place in phrase.positions) if isinstance(one, Word)]
    deed = next((place for place in range(1, len(words)) if _is_deed(words, place)), len(words))
    return words[deed - 1] if words else None


def asked_head(tokens: Tokens, phrases: Sequence[Phrase]) -> Word | None:
    """Return the main noun of a question; None where it names none."""
    things = [one for one in phrases if one.sort == "thing" and one.positions]
    first = next((one for one in things if not _counts(tokens, one)), None)
    if first is not None:
        return head_of(tokens, first)
    asking = len(tokens) > 1 and tokens[0].text.lower() in ("which", "what")
    return tokens[1] if asking and isinstance(tokens[1], Word) else None


def _counts(tokens: Tokens, phrase: Phrase) -> bool:
    """Tell whether a phrase only asks how often: "how many times", "how often"."""
    return all(tokens[place].text.lower() in ("times", "often") for place in phrase.positions)


def is_vague(head: Word) -> bool:
    """Tell whether kinds of messages answer what a noun asks for."""
    return _VAGUE.fullmatch(head.text.lower()) is not None or head.stem in LOG_STEMS | RECORD_STEMS


def asks_devices(head: Word | None) -> bool:
    """Tell whether devices are asked for."""
    return head is not None and head.stem in DEVICE_STEMS


def names_devices(head: Word, devices: Iterable[str]) -> bool:
    """Tell whether several devices are called by a noun: "ap-hall-2" by "ap"."""
    called = re.compile(rf"{re.escape(head.text.lower().removesuffix('s'))}[-_.\d]")
    return len(head.text) > 1 and sum(1 for name in devices if called.match(name.lower())) > 1


def counts_records_behind(tokens: Tokens, phrase: Phrase) -> bool:
    """Tell whether the noun of "how many X" is a record behind a preposition: "changed state to up events"."""
    if not phrase.positions:
        return False
    for token in tokens[phrase.positions[-1] + 1 :]:
        if isinstance(token, Word) and token.text.lower() in _BE:
            before = tokens[token.index - 1]
            return isinstance(before, Word) and before.stem in RECORD_STEMS
    return False


def is_deed(tokens: Tokens, phrase: Phrase) -> bool:
    """Tell whether a phrase is only what was done: "what changed", "did anne log out"."""
    words = [tokens[place].text.lower() for place in phrase.positions]
    alone = len(words) == 1 and _DEED.fullmatch(words[0]) is not None
    return alone or (bool(words) and _is_done(tokens, phrase.positions[-1]))


def _is_done(tokens: Tokens, place: int) -> bool:
    """Tell whether a login is what somebody did: "did anne log in", but not "did anne have a login"."""
    before = tokens[place - 1].text.lower() if place > 1 else ""
    return (
        tokens[place].text.lower() in _ENTRIES
        and tokens[0].text.lower() == "did"
        and before not in ("", "a", "any", "the", "of", "have", "by", "for")
    )


def _is_deed(words: Sequence[Word], place: int) -> bool:
    said = words[place].text.lower()
    plural = words[place - 1].text.lower().endswith("s")
    return _DEED.fullmatch(said) is not None or (said in _ENTRIES and plural)
