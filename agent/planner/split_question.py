"""Cuts a question of several parts into questions that stand alone."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

from agent.planner.logs.log_sayings import LOGS_SAY
from agent.reader.english import stem
from agent.planner.words.question_words import Mention, Word, read_tokens

_ASKING = r"(?:(?:in|on|at|to|for|from|by|with|if so,?) )?(?:which|what|how|when|where|who)\b"
_PARTS = re.compile(rf"(?:(?<=[.?!]) +|,? +(?:and|but) +)(?={_ASKING})|(?<=[.?!]) +(?=[A-Z])", re.IGNORECASE)
_POINTING = re.compile(
    r"\b(?:it|its|they|them|their|that|those|this|these|each|there|he|she)\b", re.IGNORECASE
)
_QUOTED = re.compile(r"['\"`\u201c\u2018][^'\"`\u201d\u2019]*['\"`\u201d\u2019]")
_ADDED = re.compile(r"(?:in|on|at|to|for|from|by|with) (?:which|what|whom)(?: \w+)?\W*", re.IGNORECASE)
_COMPARED = re.compile(
    r"^\s*compare (?:the )?(?:number|count|amount)s? of (.+?) ((?:of|on|between|for|in) .+)$", re.IGNORECASE
)
_NOUNS = 2


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a question; `text` names what the part before it named, where `alone` only points back to it."""

    text: str
    alone: str

    @property
    def pointed_at(self) -> str:
        """Return the noun behind "that" or "the same", if any: "that instance"."""
        found = re.search(r"\b(?:that|this|the same|those|these) ([a-z]+)\b", self.alone, re.IGNORECASE)
        return found[1] if found else ""

    @property
    def points_back(self) -> bool:
        """Tell whether the part speaks of what the part before it found: "its description"."""
        return bool(re.search(r"\b(?:its|their|it)\b", self.alone, re.IGNORECASE))


def split_question(text: str, vocabulary: Container[str]) -> tuple[Part, ...]:
    """Return the parts in order; one that points back ("its", "that") names what the part before it named."""
    parts: list[str] = []
    for piece in _pieces(_COMPARED.sub(r"How many \1 per device \2", text)):
        if parts and not (_stands_alone(piece, vocabulary) and _is_question(parts[-1])):
            parts[-1] = (
                f"{parts[-1]} {piece}" if not parts[-1].endswith("?") else f"{parts[-1][:-1]}, and {piece}"
            )
        else:
            parts.append(piece)
    whole = [Part(parts[0], parts[0])] if parts else []
    for part in parts[1:]:
        whole.append(Part(_completed(part, whole[-1].text, vocabulary), part))
    return tuple(whole)


def _pieces(text: str) -> list[str]:
    """Cut at the joints that do not stand inside quotes."""
    quoted = [(match.start(), match.end()) for match in _QUOTED.finditer(text)]
    pieces, start = [], 0
    for match in _PARTS.finditer(text):
        if not any(low < match.start() < high for low, high in quoted):
            pieces.append(text[start : match.start()].strip())
            start = match.end()
    return [piece for piece in (*pieces, text[start:].strip()) if piece]


def _is_question(text: str) -> bool:
    return bool(re.search(_ASKING, text, re.IGNORECASE)) or bool(
        re.match(r"(?:is|are|was|were|do|does|did|has|have|list|show|count|find)\b", text, re.IGNORECASE)
    )


def _stands_alone(piece: str, vocabulary: Container[str]) -> bool:
    """Tell whether a part says more than which fact of the part before it is wanted too."""
    if LOGS_SAY.search(piece):
        return True
    if _ADDED.fullmatch(piece) or re.search(r"\bsuch\b", piece, re.IGNORECASE):
        return False
    tokens = read_tokens(piece, vocabulary)
    return any(isinstance(token, Mention) or token.sort == "content" for token in tokens)


def _completed(part: str, before: str, vocabulary: Container[str]) -> str:
    tokens = read_tokens(part, vocabulary)
    named = [token for token in tokens if isinstance(token, Mention) and not token.maybe]
    if named and not _POINTING.search(part):
        return part
    known = {token.text for token in named}
    given = [text for mention, text in _named(before, vocabulary) if mention not in known]
    return f"{part.rstrip(' ?.')} for {' and '.join(given)}?" if given else part


def _named(text: str, vocabulary: Container[str]) -> list[tuple[str, str]]:
    """List the mentions of a part, each with the nouns right before it."""
    tokens = read_tokens(text, vocabulary)
    found: list[tuple[str, str]] = []
    for token in tokens:
        if not isinstance(token, Mention) or token.maybe:
            continue
        nouns: list[str] = []
        for before in reversed(tokens[max(0, token.index - _NOUNS) : token.index]):
            doubtful = isinstance(before, Mention) and before.maybe
            if not doubtful and not (
                isinstance(before, Word) and before.sort == "content" and stem(before.text) not in _VERBS
            ):
                break
            nouns.insert(0, before.text)
        value = f"'{token.text}'" if token.quoted else token.text
        found.append((token.text, " ".join([*nouns, value])))
    return found


_VERBS = frozenset(stem(word) for word in ["permit", "deny", "reference", "apply", "use", "match"])
