"""Which words of a question name what is used: the lock, of "which doors use a lock that is not defined"."""

from __future__ import annotations

from collections.abc import Sequence

from agent.planner.scope import Scope
from agent.reader.english import stem
from agent.planner.words.question_words import Mention, Word

_USING = frozenset(
    stem(word)
    for word in (
        "use", "uses", "using", "reference", "references", "refer", "refers", "apply", "applies", "have", "has", "with",
        "point", "points", "call", "calls", "name", "names", "match", "matches", "import", "export",
    )
)  # fmt: skip
_RELATIVE = frozenset(["that", "which"])
_BEING = frozenset(
    ["is", "are", "was", "were", "does", "do", "has", "have", "isn't", "aren't", "doesn't", "don't"]
)


def used_words(scope: Scope) -> Sequence[Word] | None:
    """Return the words between the verb and "that"; None where the question does not say who uses what."""
    tokens = scope.tokens
    ends = [
        one.index
        for one in tokens[1:-1]
        if one.text.lower() in _RELATIVE
        and not _is_break(tokens[one.index - 1])
        and tokens[one.index + 1].text.lower() in _BEING
    ]
    if not ends:
        return None
    verbs = [
        one.index
        for one in tokens
        if isinstance(one, Word) and 0 < one.index < ends[-1] and one.stem in _USING
    ]
    return [word for word in scope.words if verbs[-1] < word.index < ends[-1]] if verbs else None


def _is_break(token: Word | Mention) -> bool:
    return isinstance(token, Word) and token.sort == "break"
