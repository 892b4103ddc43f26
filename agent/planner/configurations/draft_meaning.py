"""A meaning about configurations while it grows: the question's values, dates and kinds of devices are tied to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from agent.planner.configurations.date_bounds import bounds_in, date_bound, without_dates
from agent.planner.configurations.inventories import (
    describes_all,
    devices_of_kind,
    is_inventory,
    own_entry,
    told_of_entries,
)
from agent.planner.configurations.numbered_names import told_of_names
from agent.planner.plan_records import Condition, Target
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.values.locate_values import Located
from agent.planner.values.tie_values import tie_subnet, tie_value
from agent.planner.words.match_words import match_words, near
from agent.planner.words.question_words import Mention, Word


@dataclass(slots=True)
class Draft:
    """What is known so far; `entries` are devices that entries of an inventory stand for."""

    target: Target
    score: float
    explained: frozenset[int]
    conditions: list[Condition] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    numbers: list[Mention] = field(default_factory=list)
    entries: list[str] = field(default_factory=list)


def tie_values(scope: Scope, draft: Draft) -> tuple[str, ...]:
    """Tie what the question names; return the words and times that nothing of the target holds."""
    dated = _tie_dates(scope, draft)
    for located in scope.located:
        if located.mention.index not in dated:
            _tie(scope, draft, located)
    times = [one for one in scope.tokens if isinstance(one, Mention) and one.shape == "time"]
    untied = tuple(one.text for one in times if one.index not in dated)
    return (*untied, *without_dates(scope, draft.target), *_tie_entries(scope, draft))


def devices_of(scope: Scope, draft: Draft) -> tuple[str, ...]:
    """Return the devices named, without those that entries stand for; else those of the kind that is asked for."""
    if scope.devices:
        return tuple(one for one in scope.devices if one not in draft.entries)
    if not draft.target.label:
        return devices_of_kind(scope, scope.at(sorted(draft.explained)))
    owners = [word for word in scope.words if _owns(scope, draft, word)]
    found = devices_of_kind(scope, owners)
    draft.explained |= {word.index for word in owners if found}
    return found


def _owns(scope: Scope, draft: Draft, word: Word) -> bool:
    """Tell whether a word for devices says whose things are asked for: "router interfaces"."""
    is_open = word.stem in DEVICE_STEMS and word.index not in draft.explained
    return is_open and word.index + 1 in draft.explained and not is_inventory(scope, draft.target)


def says_nothing_of_entries(scope: Scope, draft: Draft) -> bool:
    """Tell whether devices are asked for of which an inventory has only some."""
    bare = not (draft.conditions or draft.target.property or scope.asked.negations or draft.entries)
    return bare and is_inventory(scope, draft.target) and not describes_all(scope, draft.target)


def _tie_dates(scope: Scope, draft: Draft) -> frozenset[int]:
    """Tie years and days to properties with dates; return where they stand."""
    tied: set[int] = set()
    for mention in bounds_in(scope):
        condition = date_bound(scope, draft.target, mention)
        if condition is not None:
            words = scope.lexicon.labels[condition.label].properties[condition.property].words
            draft.conditions.append(condition)
            draft.explained |= {mention.index, *match_words(words, scope.words).positions}
            tied.add(mention.index)
    return frozenset(tied)


def _tie_entries(scope: Scope, draft: Draft) -> tuple[str, ...]:
    """Tie words for kinds of devices to an inventory; return the noun that is no kind there."""
    told, unread = told_of_entries(scope, draft.target, draft.explained)
    for one in (*told, *(told_of_names(scope, draft.target) if not told else ())):
        draft.conditions.append(one.condition)
        draft.explained |= one.explained
    return unread


def _tie(scope: Scope, draft: Draft, located: Located) -> None:
    mention = located.mention
    draft.explained |= {mention.index}
    if not located.is_missing and not mention.maybe and mention.shape != "number":
        draft.explained |= {mention.index - 1}
    link = tie_subnet(scope, draft.target, mention)
    if link is None and located.is_missing and mention.shape == "number":
        draft.numbers.append(mention)
    elif link is None and located.is_missing:
        draft.missing.append(mention.text)
    elif link is None and located.devices:
        draft.explained |= _device_words(scope, mention)
        own = own_entry(scope, draft.target, located)
        if own is not None:
            draft.conditions.append(own)
            draft.entries += located.devices
    else:
        link = link or tie_value(scope, draft.target, located)
        draft.conditions.append(link.condition)
        draft.score -= link.cost
        draft.explained |= link.explained


def _device_words(scope: Scope, mention: Mention) -> frozenset[int]:
    return frozenset(word.index for word in near(scope.words, mention.index) if word.stem in DEVICE_STEMS)
