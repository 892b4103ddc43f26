"""Shows the configured things that a question asks for: the best kinds of them, and what they lack or differ in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.reader.claim import is_all
from agent.reader.english import word_list
from agent.reader.kinds import ROOT, RankedKind
from agent.reader.parse_question import ParsedQuestion
from agent.reader.proof import ReadingProof
from agent.reader.things import (
    Thing,
    best_fits,
    fit_things,
    join_properties,
    read_things,
    table_of_things,
    table_of_uses,
)
from agent.records import AnswerTable
from agent.render.two_sides import table_of_differences
from agent.tables.chosen_things import Selection
from agent.tables.compare_makes import named_alike, sides_of
from agent.tables.lacking import name_unread, table_of_lacking
from agent.tables.link_ends import LinkEnds, asks_between
from agent.tables.per_device import asks_per_device, table_of_devices
from agent.tables.settings_table import table_of_settings
from agent.value_index import ValueIndex
from reading.spoken_names import label_words

MOST_THINGS = 2
"""Kinds of things that are shown."""
NEARLY = 0.72
"""What a kind must score beside the best one to be shown, too."""
MOST_TRIED = 8
SURE = 0.7
MOST_NAMED = 5
"""Things that a question may name together by their values; a kind with more of them is not named."""


class ThingReader:
    """Shows the things of one graph; make a new one when the graph has changed."""

    def __init__(
        self, links: LinkEnds, look_up: ValueIndex, proof: ReadingProof, configured: tuple[str, ...]
    ) -> None:
        self._look_up = look_up
        self._proof = proof
        self._links = links
        self._configured = configured

    def show(
        self, asked: ParsedQuestion, ranked: Sequence[RankedKind], least: float
    ) -> tuple[list[AnswerTable], list[Thing]]:
        """Show the best kinds that have things in the scope; one that is among those of another is not shown again.

        Returns the things that the question names by their values, too.
        """
        tables: list[AnswerTable] = []
        named: list[Thing] = []
        taken: set[str] = set()
        for one in ranked[:MOST_TRIED]:
            if len(tables) >= MOST_THINGS or one.score < least:
                break
            if taken & {one.kind.label, *one.kind.spans}:
                continue
            taken |= {one.kind.label, *one.kind.spans}
            things, cut = read_things(self._look_up, one.kind, asked)
            table = self._of_kind(asked, one, things, cut)
            if table is not None:
                tables.append(table)
                room = MOST_NAMED - len(named)
                found = _named(one, things, asked) if one.kind.label != ROOT else []
                named += found if len(found) <= room else []
                least = max(least, NEARLY * one.score)
        return tables, named

    def _of_kind(
        self, asked: ParsedQuestion, ranked: RankedKind, things: list[Thing], cut: bool
    ) -> AnswerTable | None:
        if ranked.kind.label == ROOT:
            return table_of_settings(self._look_up, ranked, things)
        if not things:
            return None
        between = self._links.between(asked.devices, things) if asks_between(asked) else []
        things = between or things
        if "compare" in asked.wants and len(asked.devices) == 2:
            values = [term for term in asked.terms if term.is_value]
            named = [one.thing for one in fit_things(things, ranked, values) if one.by_value >= 0.9]
            joined = join_properties(named or things, ranked.kind.label)
            sides = sides_of(named_alike(joined, asked.devices))
            return table_of_differences(label_words(ranked.kind.label), sides, asked.devices)
        if "lack" in asked.wants and "trouble" not in asked.wants and ranked.named and not cut:
            known = self._look_up, self._proof, ranked, things, asked, self._configured
            if (lacking := table_of_lacking(*known)) is not None:
                return lacking
        fits = fit_things(things, ranked, asked.terms)
        listed = Selection(ranked.kind, asked.devices, things, {}, ())
        are_once = len({(one.device, one.parent, one.key) for one in things}) == len(things)
        whole = (
            are_once
            and not (cut or between or asked.documents)
            and is_all(listed, self._look_up, self._proof)
        )
        if "uses" in asked.wants and ranked.named:
            uses = table_of_uses(self._look_up, ranked, fits, asked, whole)
            if uses is not None:
                return uses
        if ranked.named and asks_per_device(asked) and not cut:
            counted = table_of_devices(ranked.kind.label, [one.thing for one in best_fits(fits)])
            if counted is not None:
                unread = name_unread(asked, ranked, things, self._configured)
                return replace(counted, title=f"{counted.title}{unread}")
        table = table_of_things(ranked, fits, len(things) if whole else 0, asked)
        where = f" that join {' and '.join(asked.devices)}" if between else ""
        return replace(
            table, title=f"{table.title}{where}{name_unread(asked, ranked, things, self._configured)}"
        )


def _named(ranked: RankedKind, things: Sequence[Thing], asked: ParsedQuestion) -> list[Thing]:
    """Return the few things whose names or values fit the question best; a word for a state names none."""
    states = word_list("swings") | word_list("outages") | word_list("defaults")
    terms = [one for one in asked.terms if one.text.lower() not in states]
    fits = fit_things(things, ranked, terms)
    best = best_fits(fits) if any(one.by_value >= SURE for one in fits) else []
    return [one.thing for one in best] if len(best) <= MOST_NAMED else []
