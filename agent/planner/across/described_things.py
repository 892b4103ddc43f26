"""Finds descriptions that a question says a part of, and says them in full: "the port to the printer room"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.reader.value_index import ValueIndex
from agent.reader.english import function_words, generic_stems, stem
from agent.planner.words.lexicon import HEADER, INTERNAL, Lexicon, Property
from graph_store.names import quote_name

_WORD = re.compile(r"[\w/.-]*\w")
_SEVERAL = re.compile(r"\w \w")
_LINK = (
    r"(?:goes?|going|leads?|leading|faces?|facing|connects?|connected|hangs?|hanging|attached|plugged|is|are|does|do|"
    r"serves?|serving|feeds?|feeding|to|on|at|in|into|for|towards?|the|used|by|has|have|with|an?|belongs?|runs?|"
    r"running|behind|of|off|going)"
)
_ASKS_THING = re.compile(
    rf"^\s*(?:(?:on|to|at|in|behind) )?(?:which|what|whats|the) (?P<noun>\w[\w -]*?) (?:{_LINK} )*(?P<said>'[^']+')"
    rf"(?: {_LINK})*(?P<tail>(?: (?:on|of) [\w.-]+)?)(?: {_LINK})*\s*\??\s*$",
    re.IGNORECASE,
)
_ASKS_WHERE = re.compile(
    rf"^\s*where (?:{_LINK} )*(?P<said>'[^']+')(?: {_LINK})*(?P<tail>(?: (?:on|of) [\w.-]+)?)\s*\??\s*$",
    re.IGNORECASE,
)
_MOST, _LONGEST = 4, 80
_RARE = 4


@dataclass(frozen=True, slots=True)
class Described:
    """A stored text of several words, the property that holds it, and where the question says a part of it."""

    value: str
    found: Property
    start: int
    end: int
    words: int
    whole: bool


def with_descriptions(text: str, lexicon: Lexicon, look_up: ValueIndex) -> Iterator[tuple[str, str]]:
    """List the question with each of the few texts that it may mean in full, and how it was read; surest first."""
    if re.search(r"['\"\u2018\u201c]", text):
        return
    for one in _best(list(_described(text, lexicon, look_up))):
        quoted = f"{text[: one.start]}'{one.value}'{text[one.end :]}"
        name = one.found.name.replace("_", " ")
        note = f"read as: what has the {name} '{one.value}'"
        asked = _ASKS_THING.match(quoted)
        if asked:
            yield f"which {asked['noun']} has the {name} {asked['said']}{asked['tail']}?", note
        where = _ASKS_WHERE.match(quoted)
        if where:
            kind = " ".join(lexicon.labels[one.found.label].words)
            yield f"which {kind} has the {name} {where['said']}{where['tail']}?", note
        if not where:
            yield quoted, note


def _best(found: Sequence[Described]) -> list[Described]:
    """Keep the longest ones, and of these those that are said in full; none where they are many."""
    most = max((one.words for one in found), default=0)
    longest = [one for one in found if one.words == most]
    chosen = [one for one in longest if one.whole] or longest
    values = dict.fromkeys((one.value, one.found.name) for one in chosen)
    kept = {(one.value, one.found.name): one for one in chosen}
    return [kept[one] for one in values] if len(values) <= _MOST else []


def _described(text: str, lexicon: Lexicon, look_up: ValueIndex) -> Iterator[Described]:
    said = [one for one in _WORD.finditer(text) if one[0].lower() not in function_words()]
    stems = [stem(one[0]) for one in said]
    for label in lexicon.things:
        for found in label.properties.values():
            hidden = found.name in HEADER or found.name in INTERNAL or found.is_flag
            if hidden or not any(_SEVERAL.search(str(one)) for one in found.examples):
                continue
            read = (
                f"MATCH (n:{quote_name(label.name)}) WHERE n.{quote_name(found.name)} IS NOT NULL "
                f"RETURN collect(DISTINCT toString(n.{quote_name(found.name)}))"
            )
            rows = look_up.rows(read, {})
            for value in rows[0][0] if rows and isinstance(rows[0][0], list | tuple) else ():
                run = _run(stems, str(value), lexicon)
                if run is not None and "'" not in str(value):
                    start, length, whole = run
                    yield Described(
                        str(value), found, said[start].start(), said[start + length - 1].end(), length, whole
                    )


def _run(stems: Sequence[str], value: str, lexicon: Lexicon) -> tuple[int, int, bool] | None:
    """Find the longest run of a question's words in a text: two at least, or one that is a name."""
    spelled = [one for one in _WORD.findall(value) if one.lower() not in function_words()]
    words = [stem(one) for one in spelled]
    if len(value) > _LONGEST:
        return None
    for length in range(min(len(stems), len(words)), 0, -1):
        for start in range(len(stems) - length + 1):
            run = list(stems[start : start + length])
            if not any(run == words[place : place + length] for place in range(len(words) - length + 1)):
                continue
            telling = [one for one in run if not lexicon.knows(one) and one not in generic_stems()]
            named = spelled[words.index(run[0])][:1].isupper() and len(run[0]) >= _RARE
            if telling and (length > 1 or named):
                return start, length, length == len(words)
    return None
