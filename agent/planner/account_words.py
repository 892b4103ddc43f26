"""Accounts for a question: what of it no statement uses is left open, whichever writer or reader wrote them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planner.accounts.said_before_not import open_before_not
from agent.planner.accounts.said_deeds import open_deeds
from agent.planner.accounts.said_most import open_most
from agent.planner.accounts.said_operators import open_operators
from agent.planner.accounts.said_parts import open_parts
from agent.planner.accounts.sure_none import UNSURE, finds_nothing, is_sure_none
from agent.planner.accounts.used_names import Used, used_by
from agent.planner.plan_records import Meaning, Statement
from agent.planner.scope import DEVICE_STEMS, LOG_STEMS, RECORD_STEMS, Scope
from agent.reader.english import split_name, stem
from agent.planner.words.question_words import Mention

_RELATING = (
    "differ difference different compare compared identical match member underlying root internal external dangling "
    "undefined unused wrong mismatch smallest peer neighbor far end reach open times yaml csv json xml "
    "agree vs versus"
)
"""What compares and relates things: writers heed these words without a name for them."""
_NOTHING = DEVICE_STEMS | LOG_STEMS | RECORD_STEMS | frozenset(map(stem, _RELATING.split()))
_NOT_READ = re.compile(r"'([^']+)' was not read\b")
"""What a reader notes of a word that it drops."""
Pairs = Sequence[tuple[Meaning | None, Statement]]


def unaccounted(scope: Scope, pairs: Pairs) -> tuple[str, ...]:
    """Return the words and values that the statements leave out of account; none where these decline themselves."""
    written = [one for _, one in pairs]
    if not written or any(one.declined for one in written):
        return ()
    if any(meaning is not None and (meaning.unlinked or meaning.missing) for meaning, _ in pairs):
        return ()
    used = used_by(scope, written, all(meaning is not None for meaning, _ in pairs))
    explained = frozenset().union(*(meaning.explained for meaning, _ in pairs if meaning is not None))
    meanings = [meaning for meaning, _ in pairs if meaning is not None]
    left = [
        *(word for meaning, one in pairs for word in _not_read(meaning, one)),
        *_values(scope, used, explained),
        *(_words(scope, used) if all(meaning is None for meaning, _ in pairs) else ()),
        *open_deeds(scope, used, meanings, explained),
        *open_operators(scope, used),
        *open_most(scope, pairs),
        *open_before_not(scope, meanings),
        *open_parts(scope, meanings),
    ]
    return tuple(dict.fromkeys(left))


def without_false_none(scope: Scope, pairs: Pairs) -> Pairs:
    """Let statements that find nothing decline, where it cannot be told that there is none."""
    written = [one for _, one in pairs]
    if not written or any(one.declined for one in written) or not finds_nothing(scope, written):
        return pairs
    if any(meaning is not None and (meaning.unlinked or meaning.missing) for meaning, _ in pairs):
        return pairs
    if all(meaning is not None and is_sure_none(scope, meaning, one) for meaning, one in pairs):
        return pairs
    return [(meaning, replace(one, declined=UNSURE)) for meaning, one in pairs]


def _not_read(meaning: Meaning | None, statement: Statement) -> list[str]:
    """Return the words that a reader notes to have dropped."""
    return _NOT_READ.findall(f"{statement.note} {meaning.note if meaning is not None else ''}")


def _values(scope: Scope, used: Used, explained: frozenset[int]) -> list[str]:
    """Return the values that no statement has among its parameters or says."""
    if used.chose_things:
        return []
    stands_for = {
        one.mention.index: (*one.devices, *(str(held.value) for held in one.occurrences))
        for one in scope.located
    }
    bounds = {one.mention.index for one in scope.located if one.test != "equal" and used.compares}
    return [
        token.text
        for token in scope.tokens
        if isinstance(token, Mention)
        and not used.has_value(token.text, stands_for.get(token.index, ()))
        and not (token.maybe and (token.index in explained or used.says(token.text)))
        and token.index not in bounds
        and not _says_form(scope, token)
    ]


def _says_form(scope: Scope, mention: Mention) -> bool:
    """Tell whether a mention only says how to write an answer: "(host:port)"."""
    parts = split_name(mention.text)
    return (
        len(parts) > 1 and all(scope.lexicon.knows(stem(part)) for part in parts) and mention.text.islower()
    )


def _words(scope: Scope, used: Used) -> list[str]:
    """Return the content words that no name, value or note of a statement stands for."""
    if used.chose_things or used.tells_spans:
        return []
    left = [
        word
        for word in scope.words
        if word.index in scope.content
        and word.stem not in _NOTHING
        and word.index not in scope.asked.negations
    ]
    explained = used.explained(scope.words)
    return [word.text for word in left if word.index not in explained]
