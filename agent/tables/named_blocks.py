"""Shows the configured lines of the things that a question names, and of what these name in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from agent.reader.candidate_lines import CandidateLines
from agent.reader.kinds import ROOT
from agent.reader.question_terms import Term
from agent.reader.things import Thing, make_thing, share_in
from agent.records import ClosestLine
from agent.tables.one_step import NAMING, StepReader, of_blocks
from agent.value_index import ValueIndex
from graph_store.records import SourceLine

if TYPE_CHECKING:
    from agent.reader.show_data import ShownData

FIRST = 2
"""The closest blocks by their words that stand before all others, and whose things are followed."""
MOST_FOLLOWED, MOST_NAMING = 3, 2
"""Blocks of what the things of the closest blocks name; of what names these or the things of the question."""
MOST_THINGS = 6
MOST_READ = 2_000
_LINES = (
    "MATCH (n:Entity)-[:HAS*0..2]->(m:Entity)-[:HAS_LINE]->(l:Line) WHERE n.id IN $ids AND NOT m:Event "
    f"RETURN DISTINCT n.id, l.number, l.text LIMIT {MOST_READ}"
)
_THINGS = (
    "MATCH (m:Entity)-[:HAS_LINE]->(l:Line) WHERE l.id IN $ids AND NOT (m:Event OR m:Finding OR m:Undefined) "
    "OPTIONAL MATCH (p:Entity)-[:HAS]->(m) RETURN DISTINCT m.id, properties(m), p.key, p.type"
)


class NamedBlocks:
    """Puts what is named among the closest lines of one graph; make a new one when the graph has changed."""

    def __init__(self, look_up: ValueIndex, steps: StepReader, candidates: CandidateLines) -> None:
        self._look_up = look_up
        self._steps = steps
        self._candidates = candidates

    def among(self, closest: Sequence[ClosestLine], shown: ShownData) -> tuple[ClosestLine, ...]:
        """Return the closest blocks, behind the first those of named things, and of what these name or are named by.

        Blocks that share a line are one.
        """
        things = self._things(closest[:FIRST])
        found = self._steps.find(shown.asked, things) if things else []
        naming = [one.thing for one in (*shown.steps, *found) if one.far == NAMING][:MOST_NAMING]
        wanted = [
            *of_blocks(shown.named, shown.steps),
            *of_blocks((), found)[:MOST_FOLLOWED],
            *naming,
            *of_blocks((), self._steps.related(naming))[:MOST_NAMING],
        ]
        return tuple(
            merged_blocks([*closest[:FIRST], *self._blocks(wanted, shown.asked.terms), *closest[FIRST:]])
        )

    def _things(self, closest: Sequence[ClosestLine]) -> list[Thing]:
        """Return the things that the lines of blocks configure."""
        ids = self._candidates.ids(line for one in closest for line in one.lines)
        found = [
            make_thing(int(str(key)), own, str(above or ""), str(kind or ""))
            for key, own, above, kind in self._look_up.rows(_THINGS, {"ids": ids}, MOST_READ)
            if isinstance(own, Mapping) and own.get("type") != ROOT
        ]
        return found[:MOST_THINGS]

    def _blocks(self, things: Sequence[Thing], terms: Sequence[Term]) -> list[ClosestLine]:
        wanted = {one.id: one.path for one in things}
        texts = dict[int, dict[int, str]]()
        for key, number, text in self._look_up.rows(_LINES, {"ids": list(wanted)}, MOST_READ):
            texts.setdefault(int(str(key)), {})[int(str(number))] = str(text)
        return [_block(path, texts[key], terms) for key, path in wanted.items() if key in texts]


def _block(path: str, texts: Mapping[int, str], terms: Sequence[Term]) -> ClosestLine:
    """Make a block of the lines of a thing, those that say most of the question's words the best."""
    numbers = sorted(texts)
    fits = {number: sum(one.weight * share_in(texts[number], one) for one in terms) for number in numbers}
    best = tuple(sorted(numbers, key=lambda number: (-fits[number], number)))
    return ClosestLine(tuple(SourceLine(path, number, texts[number]) for number in numbers), best=best)


def merged_blocks(blocks: Sequence[ClosestLine]) -> list[ClosestLine]:
    """Put blocks that share a line into the first of them."""
    merged: list[ClosestLine] = []
    for block in blocks:
        same = [one for one in merged if not {*block.lines}.isdisjoint(one.lines)]
        if not same:
            merged.append(block)
            continue
        lines = {line for one in (*same, block) for line in one.lines}
        best = [number for one in same for number in (*one.best, *(line.number for line in one.lines))]
        ordered = tuple(sorted(lines, key=lambda line: line.number))
        merged[merged.index(same[0])] = replace(same[0], lines=ordered, best=(*best, *block.best))
        merged = [one for one in merged if one not in same[1:]]
    return merged
