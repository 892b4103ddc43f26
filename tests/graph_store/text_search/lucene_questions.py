"""Queries whose answers Lucene and the line index must share, made from the words of given lines."""

import random
import re
from collections.abc import Sequence


def lucene_questions(texts: Sequence[str], count: int, seed: int) -> list[tuple[str, str]]:
    """Make pairs (as typed, as Lucene must be given it) from search texts; the same for one seed."""
    chance = random.Random(seed)
    phrases = [text.split() for text in texts if len(text.split()) > 3]
    return [_group(chance, phrases, depth=0) for _ in range(count)]


def _group(chance: random.Random, phrases: list[list[str]], depth: int) -> tuple[str, str]:
    typed, escaped = "", ""
    for number in range(chance.randrange(1, 5)):
        if depth < 2 and chance.random() < 0.2:
            inner = _group(chance, phrases, depth + 1)
            clause = (f"({inner[0]})", f"({inner[1]})")
        else:
            clause = _clause(chance, chance.choice(phrases))
        joint = chance.choice([" AND ", " OR ", " ", " ", " && ", " || "]) if number else ""
        modifier = chance.choice(["+", "-", "NOT ", "!"]) if chance.random() < 0.25 else ""
        typed += joint + modifier + clause[0]
        escaped += joint + modifier + clause[1]
    return typed, escaped


def _clause(chance: random.Random, words: list[str]) -> tuple[str, str]:
    word = chance.choice(words)
    start = chance.randrange(len(words) - 2)
    cut = chance.randrange(1, len(word) + 1)
    kinds = {
        "term": (_shout(chance, word), _escape(word)),
        "field": (f"search_text:{_shout(chance, word)}", f"search_text:{_escape(word)}"),
        "boost": (f"{word}^2.5", f"{_escape(word)}^2.5"),
        "phrase": (f'"{" ".join(words[start : start + 2])}"',) * 2,
        "slop": (f'"{words[start]} {words[start + 2]}"~2',) * 2,
        "prefix": (f"{word[:cut]}*", f"{_escape(word[:cut])}*"),
        "suffix": (f"*{word[-cut:]}", f"*{_escape(word[-cut:])}"),
        "one letter": (
            f"{word[: cut - 1]}?{word[cut:]}",
            f"{_escape(word[: cut - 1])}?{_escape(word[cut:])}",
        ),
        "regex": (f"/{_pattern(word[:cut])}.*/",) * 2,
        "class": (f"/{_pattern(word[: cut - 1])}[a-z0-9]{_pattern(word[cut:])}/",) * 2,
        "any of": (f"/({_pattern(word)}|{_pattern(words[start])})/",) * 2,
        "interval": (f"/{_pattern(re.sub('[0-9]+$', '', word))}<0-{chance.randrange(1, 300)}>/",) * 2,
        "range": (f"[{word} TO {word}z}}", f"[{_quoted(word)} TO {_quoted(word + 'z')}}}"),
        "open range": (f"{{{word} TO *]", f"{{{_quoted(word)} TO *]"),
        "fuzzy": (f"{word}~1", f"{_escape(word)}~1"),
    }
    return kinds[chance.choice(list(kinds))]


def _shout(chance: random.Random, word: str) -> str:
    return word.upper() if chance.random() < 0.3 and word.upper().lower() == word else word


def _escape(word: str) -> str:
    return re.sub(r'([+\-!(){}\[\]^"~*?:\\/&|])', r"\\\1", word)


def _quoted(word: str) -> str:
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _pattern(text: str) -> str:
    return re.sub(r"([^\w])", r"\\\1", text)
