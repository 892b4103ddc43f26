"""Reads a question about configurations: which entities or values are wanted, under which conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.planner.configurations.addressed_things import Proposal, addressed, names_for_addresses
from agent.planner.configurations.bare_numbers import tie_numbers
from agent.planner.configurations.condition_words import conditions_of_words, words_above
from agent.planner.configurations.contrary_switches import switched_on
from agent.planner.configurations.draft_meaning import Draft, devices_of, says_nothing_of_entries, tie_values
from agent.planner.configurations.extra_columns import asked_beside, extra_columns
from agent.planner.configurations.held_addresses import unheld_address
from agent.planner.configurations.inventories import inventories, names_kind
from agent.planner.configurations.join_names import add_heirs, join_by_name
from agent.planner.configurations.lacked_properties import lacked_property
from agent.planner.configurations.makers import unsaid_makers
from agent.planner.configurations.numbered_names import numbered_kinds
from agent.planner.configurations.other_places import in_other_places, with_others_counted
from agent.planner.configurations.settle_conditions import (
    everywhere,
    merged,
    negate,
    of_named_things,
    place_lines,
    says_not,
)
from agent.planner.plan_records import Condition, Meaning, Target
from agent.planner.scope import DEVICE_STEMS, LOG_STEMS, RECORD_STEMS, Scope
from agent.reader.english import opposites
from agent.planner.words.find_phrases import Phrase
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT
from agent.planner.words.match_words import Matched, contradicts, is_alternative, is_plain, match_words
from agent.planner.words.question_words import Word
from agent.planner.words.typed_words import as_typed

MOST_CANDIDATES = 60
_MOST_MEANINGS, _MOST_VARIANTS, _HARDLY, _HARDLY_ON_DEVICE = 7, 5, 0.6, 1.5
_SURE = 0.5
_FIRST, _DEVICE, _CONTRARY, _OF_DEVICE, _FLAG, _WHOLE, _WHEN = 0.5, 0.3, 2.0, 0.4, 0.4, 0.25, 2.0
"""What counts for the first thing asked for, for devices, and against a name that says the contrary."""
_ENTRY, _ALL_ENTRIES = 0.05, 1.0
"""For the entry of an inventory before the device whose file that is; against one where nothing is said of entries."""
_LACKED = 0.6
"""For a property that things lack: its words weigh nothing."""
_FLAG_LISTED = 0.8
"""Against a switch where several are asked for: "on" is no name of any."""


def read_things(scope: Scope) -> tuple[Meaning, ...]:
    """Return the meaning that explains most of the question, and others that explain as much, best first."""
    proposals = sorted(_proposals(scope), key=lambda one: (-one.score, one.target.label, one.target.property))
    completed = [(_complete(scope, proposal), proposal) for proposal in proposals[:MOST_CANDIDATES]]
    if not completed:
        return ()
    best, proposal = max(completed, key=lambda one: one[0].score)
    others = [meaning for meaning, _ in completed]
    avoided: list[Condition] = []
    for _ in range(_MOST_VARIANTS):
        previous = others[-1] if avoided else best
        worded = [one for one in previous.conditions if one.test != "line" and one not in avoided]
        if not worded or scope.located:
            break
        avoided.append(worded[0])
        others.append(_complete(scope, proposal, avoided))
    alike = sorted(
        (one for one in others if one is not best and _is_as_good(scope, one, best)),
        key=lambda one: -one.score,
    )
    elsewhere = in_other_places(scope, best)
    best = with_others_counted(scope, best, elsewhere)
    chosen = list(dict.fromkeys([best, *elsewhere, *alike]))[:_MOST_MEANINGS]
    return tuple(add_heirs(scope, join_by_name(scope, _widen(scope, meaning))) for meaning in chosen)


def _widen(scope: Scope, meaning: Meaning) -> Meaning:
    """Add the further columns, which decide nothing: of the few meanings that are chosen, not of all."""
    extras = extra_columns(scope, meaning.target, meaning.conditions)
    open_words = asked_beside(scope, replace(meaning, extras=extras))
    note = f"'{open_words[0]}' was not read" if open_words else meaning.note
    makers = [word.text for word in unsaid_makers(scope)]
    note = note or (f"no line says '{makers[0]}'; the devices named were asked for" if makers else "")
    return replace(meaning, extras=extras, note=note)


def _is_as_good(scope: Scope, meaning: Meaning, best: Meaning) -> bool:
    """Tell whether a meaning explains all that the best one does, and hardly scores less."""
    explains = (best.explained & scope.content) <= meaning.explained
    honest = len(meaning.unlinked) <= len(best.unlinked) and len(meaning.missing) <= len(best.missing)
    if meaning.target.property and best.target.label and not best.target.property:
        return False  # values stand for no things
    alike = bool(meaning.target.property) == bool(best.target.property) and _only_devices(scope)
    hardly = _HARDLY_ON_DEVICE if alike else _HARDLY
    return explains and honest and meaning.score >= best.score - hardly


def _proposals(scope: Scope) -> Iterator[Proposal]:
    after_device = False
    for rank, phrase in enumerate(_wanted(scope)):
        inside = scope.at(phrase.positions)
        first = _FIRST if rank == 0 or after_device else 0.0
        devices = frozenset(word.index for word in inside if _means_device(scope, word, inside))
        after_device = rank == 0 and bool(devices)
        if devices:
            yield Proposal(Target(), first + _DEVICE, devices)
            for label in inventories(scope.lexicon):
                yield Proposal(Target(label.name), first + _DEVICE + _ENTRY, devices)
        for label in () if devices else (*names_kind(scope, inside), *numbered_kinds(scope, inside)):
            yield Proposal(Target(label.name), first, frozenset())
        head = _is_head(scope, inside, devices)
        for proposal in (*_named(scope, inside), *addressed(scope, inside)):
            behind = _OF_DEVICE if head and not proposal.explained & devices else 0.0
            yield replace(proposal, score=proposal.score + first - behind)


def _is_head(scope: Scope, inside: Sequence[Word], devices: frozenset[int]) -> bool:
    """Tell whether devices are what is asked for, and what follows is what they do: "which devices send logs"."""
    first = inside[0] if inside else None
    behind = inside[1] if len(inside) > 1 else None
    if first is None or behind is None or first.index not in devices:
        return False
    return first.text.lower().endswith("s") and behind.sort == "generic" and behind.stem not in DEVICE_STEMS


def _means_device(scope: Scope, word: Word, inside: Sequence[Word]) -> bool:
    """Tell "router" from "router id", which is the name of a property."""
    behind = next((other for other in inside if other.index == word.index + 1), None)
    if word.stem not in DEVICE_STEMS or behind is None:
        return word.stem in DEVICE_STEMS
    if word.index in scope.content:
        return False
    names = (found.words for label in scope.lexicon.things for found in label.properties.values())
    return not any(word.stem in words and behind.stem in words for words in names)


def _wanted(scope: Scope) -> Sequence[Phrase]:
    things = [
        phrase for phrase in scope.asked.phrases if phrase.sort in ("thing", "extra") and phrase.positions
    ]
    return things or [Phrase(tuple(word.index for word in scope.words))]


def _named(scope: Scope, inside: Sequence[Word]) -> Iterator[Proposal]:
    for label in scope.lexicon.things:
        if label.name != ROOT:
            own = match_words(label.words, inside)
            weak = max(own.positions.values(), default=0.0) < _SURE and not _only_devices(scope)
            if own.positions and not weak:
                above = words_above(scope, label.name) - set(own.positions)
                unsure = max(own.positions.values()) < _SURE and bool(scope.content - set(own.positions))
                whole_name = 0.0 if own.missed or unsure else _WHOLE
                inner = whole_name + 0.3 * len(above & {word.index for word in inside} & scope.content)
                yield Proposal(Target(label.name), _focus(scope, own) + inner, frozenset(own.positions))
        for found in label.properties.values():
            own = match_words(found.words, inside)
            hidden = found.name in INTERNAL or found.name in HEADER
            if not hidden and max(own.positions.values(), default=0.0) >= _SURE:
                whole = match_words(found.words, scope.words)
                score = _focus(scope, Matched(own.positions, whole.missed))
                score -= _CONTRARY if contradicts(found.words, inside) else 0.0
                score -= (_FLAG_LISTED if _is_plural(scope, inside, own) else _FLAG) if found.is_flag else 0.0
                score -= (
                    _FLAG if scope.asked.intent in ("maximum", "minimum") and not found.is_number else 0.0
                )
                score += _WHOLE if not whole.missed and whole.positions and label.name != ROOT else 0.0
                if _only_devices(scope):
                    score += _OF_DEVICE if label.name == ROOT and whole.missed < 2 else 0.0
                    score -= _OF_DEVICE if _is_of_another(scope, found.words, label.words) else 0.0
                places = frozenset(own.positions) | frozenset(whole.positions)
                yield Proposal(Target(label.name, found.name), score, places)


def _switch_for_many(scope: Scope, target: Target) -> tuple[str, ...]:
    """Return what was asked for several of, where only a switch is called so: "yes" is the name of none."""
    if target.label in ("", ROOT) or not target.property:
        return ()
    found = scope.lexicon.labels[target.label].properties[target.property]
    own = match_words(found.words, scope.words)
    if not found.is_flag or not _is_plural(scope, scope.words, own):
        return ()
    return tuple(word.text for word in scope.words if word.index in own.positions)[:1]


def _is_plural(scope: Scope, inside: Sequence[Word], matched: Matched) -> bool:
    """Tell whether several are asked for: "which vlans", "which vlan ids"; capitals lose their s when words are cut."""
    places = {place + step for place in matched.positions for step in (0, 1)}
    named = [word.text.lower() for word in inside if word.index in places]
    return any(word.endswith("s") or f"{word}s" in scope.text.lower() for word in named)


def _is_of_another(scope: Scope, words: Sequence[str], label: Sequence[str]) -> bool:
    """Tell a property of the other side, when the question does not speak of one: the remote AS."""
    said = {word.stem for word in scope.words}
    one_sided = any(word in opposites() or word == "peer" for word in words if word not in said)
    return one_sided and not match_words(label, scope.words).positions


def _only_devices(scope: Scope) -> bool:
    """Tell whether devices are all that the question names: "the router id of r1"."""
    return bool(scope.devices) and all(located.devices for located in scope.located)


def _focus(scope: Scope, matched: Matched) -> float:
    inner = sum(
        weight * (0.6 if place in scope.content else 0.3) for place, weight in matched.positions.items()
    )
    return inner - 0.25 * matched.missed


def _complete(scope: Scope, proposal: Proposal, avoided: Sequence[Condition] = ()) -> Meaning:
    asks_when = any(phrase.sort == "time" for phrase in scope.asked.phrases)
    draft = Draft(proposal.target, proposal.score - (_WHEN if asks_when else 0.0), proposal.explained)
    if draft.target.label:
        draft.explained |= words_above(scope, draft.target.label)
    unlinked = tie_values(scope, draft)
    for condition in draft.conditions:
        draft.explained |= words_above(scope, condition.label)
    found, draft.explained = conditions_of_words(
        scope, draft.target, draft.conditions, draft.explained, avoided
    )
    draft.conditions += found
    draft.score -= _ALL_ENTRIES if says_nothing_of_entries(scope, draft) else 0.0
    conditions = negate(scope, place_lines(merged(draft.conditions)))
    if not draft.target.label:
        conditions = everywhere(scope, of_named_things(scope, conditions))
    if draft.target.label and not scope.asked.negations and not conditions:
        conditions = switched_on(scope.lexicon.labels[draft.target.label], scope.text)
    devices = devices_of(scope, draft)
    numbers = tie_numbers(scope, draft.target, draft.numbers, conditions)
    conditions += numbers.conditions
    draft.missing += numbers.missing
    draft.explained |= numbers.explained
    unlinked = (
        *unlinked,
        *_left_over(scope, draft),
        *numbers.untied,
        *_switch_for_many(scope, draft.target),
        *names_for_addresses(scope, draft.target),
        *unheld_address(scope, draft.target),
    )
    lacked = None if any(one.negated for one in conditions) else lacked_property(scope, draft.target)
    conditions += [lacked] if lacked else []
    draft.score += _LACKED if lacked else 0.0
    if scope.asked.negations and not any(one.negated or says_not(one) for one in conditions):
        unlinked = (*unlinked, scope.tokens[scope.asked.negations[0]].text)
    unlinked = (*unlinked, *_counted_records(scope, draft))
    if scope.lexicon.things:
        conditions += [_unmet(scope, draft.target, conditions, text) for text in draft.missing]
    if not draft.explained & scope.content and not draft.conditions:
        unlinked = (*unlinked, *(word.text for word in scope.words if _speaks_of_logs(word, draft)))
    return Meaning(
        draft.target,
        tuple(conditions),
        devices,
        explained=draft.explained,
        score=draft.score + _coverage(scope, draft),
        unlinked=unlinked,
        missing=tuple(draft.missing),
    )


def _counted_records(scope: Scope, draft: Draft) -> tuple[str, ...]:
    """Return the word that says that log records are counted: "how many interface down events" counts no interfaces."""
    if scope.asked.intent != "count" or not scope.lexicon.events:
        return ()
    return tuple(
        word.text for word in scope.words if word.stem in RECORD_STEMS and word.index not in draft.explained
    )


def _speaks_of_logs(word: Word, draft: Draft) -> bool:
    """Tell whether a word says that a log is meant, where nothing else says what is."""
    return word.stem in LOG_STEMS and word.index not in draft.explained


def _coverage(scope: Scope, draft: Draft) -> float:
    content = sum(1.0 for position in draft.explained if position in scope.content)
    generic = sum(0.2 for word in scope.words if word.sort == "generic" and word.index in draft.explained)
    size = scope.lexicon.labels[draft.target.label].count if draft.target.label else 10
    return content + generic + min(size, 50) / 500


def _left_over(scope: Scope, draft: Draft) -> tuple[str, ...]:
    """Sort the words that nothing explains: those that no line shows are missing."""
    unlinked: list[str] = []
    makers = unsaid_makers(scope)
    for word in scope.words:
        if word.index in scope.content and word.index not in draft.explained:
            if is_alternative(scope.tokens, word.index, draft.explained) or word in makers:
                continue
            if is_plain(word) or scope.lexicon.knows(word.stem) or scope.look_up.mentions(word.stem):
                unlinked.append(as_typed(scope.text, word.text))
            else:
                draft.missing.append(as_typed(scope.text, word.text))
    return tuple(unlinked)


def _unmet(scope: Scope, target: Target, conditions: Sequence[Condition], text: str) -> Condition:
    """Ask for what no line shows, so that the statement finds nothing rather than something weaker."""
    label = target.label or next((one.label for one in conditions if not one.negated), "")
    whole = (
        ROOT if ROOT in scope.lexicon.labels else max(scope.lexicon.things, key=lambda one: one.count).name
    )
    return Condition(label or whole, "", "line", (text,))
