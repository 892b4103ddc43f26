"""Finds the lines closest to a question, taking its parts in turns."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from agent.reader.candidate_lines import CandidateLine, CandidateLines, FoundLines
from agent.reader.question_terms import Term, fits_value, read_terms, token_stems
from agent.records import ClosestLine
from graph_store.records import SourceLine

OF_HEAD = 0.6
"""What a word in the heading of a line is worth, beside one in the line itself."""
OF_NAME = 0.5
"""The same of a word in the name of its device or file."""
OF_BLOCK = 0.4
"""How much of a block's score are all its lines together; the rest is its best line."""
ELSEWHERE = 0.35
"""What is left of a score where a question names another device."""
NAMED = 0.8
"""The same where the lines name that device."""
LEAST_ALIKE = 3
MOST_ALIKE = 40
"""So many blocks that match the same are shown as one, by so many lines."""
ALIKE = 0.75
"""What is left of a score for each line already chosen that is nearly the same."""
WHOLE_BLOCK = 12
WHOLE_NAMED = 60
"""Lines of a block that is shown whole; of one that the question names by a value."""
SHOWN_OF_BLOCK = 6
MOST_TOLD = 5
"""So many alike records are shown together; of more, the best one."""
CONSIDERED = 120
MOST_CLOSEST = 10
FIRST = 4  # text among so many closest lines is taken for a setting, if nobody says what it is
_GIVEN = re.compile(r"(?=\S*?\d)\S+")


@dataclass(frozen=True, slots=True)
class _Scored:
    """A line, or the lines of one block, with what they are worth; `shares` are those of the single terms."""

    score: float
    lines: tuple[CandidateLine, ...]
    shares: tuple[float, ...]
    count: int = 1
    loose: bool = False
    best: tuple[int, ...] = ()


def rank_lines(found: FoundLines, most: int) -> tuple[ClosestLine, ...]:
    """Return the closest lines, best first: at most `most` blocks or groups of records."""
    blocks = (block for lines in found.configurations for block in _blocks(lines, found))
    scored = [*blocks, *_records(found)]
    scored.sort(key=lambda one: (-one.score, one.lines[0].document.path, one.lines[0].number))
    return tuple(_shown(one) for one in _varied(scored[:CONSIDERED], most))


def _blocks(lines: Sequence[CandidateLine], found: FoundLines) -> Iterable[_Scored]:
    """Score the blocks of one configuration: lines under the same heading count together."""
    if not lines:
        return
    about = _about(lines[0], found.terms)
    owns = [_shares(line.tokens, found.terms) for line in lines]
    groups: dict[int, list[tuple[float, int, tuple[float, ...]]]] = {}
    for place, line in enumerate(lines):
        if not any(owns[place]):
            continue
        heads = [owns[head] for head in line.heads]
        shares = tuple(
            max(own, OF_NAME * about[term], OF_HEAD * max((head[term] for head in heads), default=0.0))
            for term, own in enumerate(owns[place])
        )
        score = _worth(shares, found.weights) / _length(len(line.tokens))
        # A line is shown with its heading; one with lines under it is a heading itself.
        has_lines = place + 1 < len(lines) and place in lines[place + 1].heads
        block = place if has_lines or not line.heads else line.heads[-1]
        groups.setdefault(block, []).append((score, place, shares))
    alike: dict[tuple[object, ...], list[tuple[float, int, list[int], tuple[float, ...]]]] = {}
    for block, members in groups.items():
        members.sort(key=lambda one: (-one[0], one[1]))
        union = tuple(max(one[2][term] for one in members) for term in range(len(found.terms)))
        score = (1 - OF_BLOCK) * members[0][0] + OF_BLOCK * _worth(union, found.weights) / _length(10)
        key = (lines[block].heads, lines[block].tokens[:1], union)
        alike.setdefault(key, []).append((score, block, _tied(members), union))
    for blocks in alike.values():
        union = blocks[0][3]
        if len(blocks) < LEAST_ALIKE:
            for score, block, hits, _ in blocks:
                shown = tuple(lines[at] for at in _shown_places(block, hits, lines, found.terms, owns))
                best = tuple(lines[at].number for at in hits)
                yield _Scored(_factor(shown, found) * score, shown, union, best=best)
        else:
            chosen = {at for _, block, hits, _ in blocks for at in (block, *hits, *lines[block].heads)}
            shown = tuple(lines[at] for at in sorted(chosen))
            score = _factor(shown, found) * max(one[0] for one in blocks)
            yield _Scored(score, shown[:MOST_ALIKE], union, len(blocks))


def _factor(lines: Sequence[CandidateLine], found: FoundLines) -> float:
    """Return what is left of a score where the question names another device, and these lines do not name it."""
    if not found.devices or lines[0].device in found.devices:
        return 1.0
    names = {name.lower() for name in found.devices}
    return NAMED if any(names & set(line.tokens) for line in lines) else ELSEWHERE


def _tied(members: Sequence[tuple[float, int, tuple[float, ...]]]) -> list[int]:
    """Return the places of the best lines of a block, with those that match the same as the last of them."""
    shown = list(members[:SHOWN_OF_BLOCK])
    last = shown[-1][2]
    shown += [one for one in members[SHOWN_OF_BLOCK:] if one[2] == last]
    return [place for _, place, _ in shown[:MOST_ALIKE]]


def _shown_places(
    block: int,
    hits: Sequence[int],
    lines: Sequence[CandidateLine],
    terms: Sequence[Term],
    owns: Sequence[Sequence[float]],
) -> list[int]:
    """Choose what is shown of a block: all of a short one, or one that is named; else the lines that match best."""
    end = block + 1
    while end < len(lines) and (
        block in lines[end].heads or (not lines[end].heads and not lines[end].text.strip())
    ):
        end += 1
    members = [place for place in range(block, end) if place == block or block in lines[place].heads]
    named = any(owns[block][term] >= 1 for term, one in enumerate(terms) if one.is_value)
    heads = list(lines[block].heads)
    if len(members) <= (WHOLE_NAMED if named else WHOLE_BLOCK):
        return sorted({*heads, *members})
    return sorted({*heads, block, *hits})


def _records(found: FoundLines) -> Iterable[_Scored]:
    """Score lines of logs and loose lines; those that differ only in numbers and times count as one."""
    groups: dict[tuple[str, str], _Scored] = {}
    abouts: dict[tuple[str, str], tuple[float, ...]] = {}
    for line in found.records:
        owner = (line.document.path, line.device)
        if owner not in abouts:
            abouts[owner] = _about(line, found.terms)
        own = _shares(line.tokens, found.terms)
        shares = tuple(max(one, OF_NAME * other) for one, other in zip(own, abouts[owner], strict=True))
        score = _factor([line], found) * _worth(shares, found.weights) / _length(len(line.tokens))
        key = (line.document.path, " ".join(one for one in line.tokens if not _GIVEN.fullmatch(one)))
        new = _Scored(score, (line,), shares)
        known = groups.setdefault(key, new)
        if known is not new:
            best, other = (known, new) if known.score >= score else (new, known)
            lines = (*best.lines, *other.lines)[:MOST_TOLD]
            groups[key] = _Scored(best.score, lines, best.shares, known.count + 1, loose=True)
    return groups.values()


def _about(line: CandidateLine, terms: Sequence[Term]) -> tuple[float, ...]:
    """Return the shares of the terms in the names of a line's device and file."""
    words = re.split(r"[/\\]|\.(?=[a-z]+$)", line.document.path.lower())
    return _shares((line.device.lower(), *words), terms)


def _shares(tokens: Sequence[str], terms: Sequence[Term]) -> tuple[float, ...]:
    stems = {stemmed for token in tokens for stemmed in token_stems(token)}
    return tuple(_share(term, tokens, stems) for term in terms)


def _share(term: Term, tokens: Sequence[str], stems: set[str]) -> float:
    if term.days:  # any year, where none is asked for
        line = f" {' '.join(tokens)}"
        begins = (rf" \d{{4}}{day}(?!\d)" if day[0] == "-" else rf" {day}(?!\d)" for day in term.days)
        return float(any(re.search(each, line) for each in begins))
    if term.is_value:
        words = term.text.lower().split()
        if len(words) == 1:
            return float(words[0] in stems or any(fits_value(words[0], token) for token in tokens))
        return float(all(word in stems for word in words))
    return max((share for stemmed, share in term.stems.items() if stemmed in stems), default=0.0)


def _worth(shares: Sequence[float], weights: Sequence[float]) -> float:
    matched = sum(share * weight for share, weight in zip(shares, weights, strict=True))
    wanted = sum(weights)
    return matched * math.sqrt(matched / wanted) if wanted else 0.0


def _length(tokens: int) -> float:
    return 1 + 0.012 * tokens


def _varied(scored: Sequence[_Scored], most: int) -> list[_Scored]:
    """Choose one after another; what is nearly the same as a chosen one falls behind."""
    words = [
        {token for line in one.lines for token in line.tokens if not _GIVEN.fullmatch(token)}
        for one in scored
    ]
    chosen: list[_Scored] = []
    factors = dict.fromkeys(range(len(scored)), 1.0)
    while factors and len(chosen) < most:
        place = max(factors, key=lambda at: (scored[at].score * factors[at], -at))
        del factors[place]
        chosen.append(scored[place])
        for at in factors:
            longest = max(len(words[at]), len(words[place]), 1)
            if len(words[at] & words[place]) > 0.7 * longest:
                factors[at] *= ALIKE
    return chosen


def _shown(one: _Scored) -> ClosestLine:
    shown = one.lines[:1] if one.count > MOST_TOLD and one.loose else one.lines
    lines = [SourceLine(line.document.path, line.number, line.text) for line in shown]
    return ClosestLine(
        tuple(sorted(lines, key=lambda line: (line.path, line.number))), one.count, best=one.best
    )


@dataclass(frozen=True, slots=True)
class Closest:
    """What was found; `corrected` are words as asked and as read, `texts` where lines set nothing."""

    lines: tuple[ClosestLine, ...]
    corrected: tuple[tuple[str, str], ...] = ()
    texts: tuple[SourceLine, ...] = ()


class ClosestLines:
    """Finds lines of one graph; make a new one when the graph has changed."""

    def __init__(self, candidates: CandidateLines) -> None:
        self._candidates = candidates

    def find(self, *parts: str, most: int = MOST_CLOSEST) -> Closest:
        """Find the closest lines of each part, and show those of all parts in turns; banners and comments last."""
        found = [self._candidates.find(read_terms(part)) for part in parts]
        ranked = [rank_lines(one, most) for one in found]
        turns = [line for round_ in zip_longest(*ranked) for line in round_ if line is not None]
        lines = tuple({(one.path, one.number): one for one in reversed(turns)}.values())[::-1]
        corrected = tuple(pair for one in found for pair in one.corrected)
        texts = self._candidates.texts(line for one in lines for line in one.lines)
        are_texts = [{(line.path, line.number) for line in one.lines} <= texts for one in lines]
        order = sorted(range(len(lines)), key=are_texts.__getitem__)[:most]
        shown = tuple(lines[at] for at in order)
        said = tuple(one for at, block in enumerate(lines[:FIRST]) if are_texts[at] for one in block.lines)
        return Closest(shown, corrected, said)
