"""Describes a graph for a prompt within a token budget, with what the question mentions first. Pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.model.rank_labels import (
    CONFIGURATION,
    NAMING,
    NO_PLACES,
    LabelRank,
    Places,
    in_order,
    rank_labels,
    said_words,
)
from graph_store.records import Description, LabelDescription, PropertyDescription, Scalar
from graph_store.text_search.tokenize_line import search_tokens

MOST_WHOLE = 12
"""Labels of the question that are told in full; of the others the names."""
FIRST = 8
"""Labels of the question each of which is told briefly before any is told in full."""
MEANT = 0.3
"""Of the best score, from which on a label is told in full: what fits less is told briefly."""
UNLEARNED = frozenset({"Device", "Subnet", "Undefined"})
"""Labels that relations lead to though no file taught them."""
ALIKE = 5
"""Names of properties with the same first words, from which on they are told as one."""
MOST_SHOWN = ((4, 6), (2, 4))
"""How many properties are told with examples, and how many by their names; fewer where there is less room."""
MOST_JOINED = 5
"""Relations between the same labels that are told."""
MOST_OUTLINED = 12
"""Names of properties, where only names are told."""
MOST_BRIEFLY = 5
"""Names of properties, where a label is told briefly."""
LONGEST_EXAMPLE = 40
MOST_EXAMPLES = 2
LONG_EXAMPLE = 24
"""Characters from which on one example is enough: ids, sentences; not of names without a digit or a space."""
COME_AGAIN = 5
"""How often the values of a property have to stand in the graph, on average, to be all shown where they are few."""
WHOLE_TEXTS = frozenset({"message", "template", "event"})
"""Properties of which one example is enough."""
FEW_EXAMPLES = 2
MOST_TYPES = 3
"""Learned types told of a common label, and labels told that it is under."""
FEW_DEVICES = 4
"""Devices without a label that are told by name; of more it is told how many have it."""
MOST_COMPARED = 2
"""Labels of a question about all devices of which it is told which devices have none."""
BYTES_OF_A_TOKEN = 3
RELATIONS_SHARE = 6
DEVICES_SHARE = 8
NAMES_SHARE = 5
"""At most a sixth of the tokens for relations, and an eighth for devices; labels get what is left, at most a fifth of
it for names alone.
"""
ONLY_NAMED = "- by name only: "
NUMBER = re.compile(r"[-+]?\d+(\.\d+)?|true|false", re.IGNORECASE)
"""A text that reads like a number or a switch: it is shown in quotes."""


@dataclass(frozen=True, slots=True)
class QuestionDescription:
    """Texts of one label or relation per line, what matters first."""

    labels: str
    relations: str
    devices: str


def estimate_tokens(text: str) -> int:
    """Count a token for three bytes, which is more than models count for names and numbers."""
    return -(-len(text.encode()) // BYTES_OF_A_TOKEN)


def describe_for_question(
    description: Description,
    question: str,
    tokens: int,
    *,
    devices: Collection[str] = (),
    places: Places = NO_PLACES,
    others: str = "",
    records: Collection[str] = (),
) -> QuestionDescription:
    """Describe labels with counts and examples of their properties, relations, and devices.

    What none of `devices` has, those that the question is about, comes later; `places` are where its values stand, and
    `others` words that mean the same as its own; `records` are the kinds of log records.

    A few labels that the question names come first and whole, more of them with their keys; where it names fewer,
    others follow by their counts with the names of their properties. The rest is told by name and count only.
    """
    folded = _folded(description.labels)
    ranked = _fold(rank_labels(description, question, devices, places, others, records), folded)
    words = said_words(question)
    names = sorted(description.devices, key=lambda name: (not words & set(search_tokens(name)), name))
    ends = _relations(description, ranked, folded)
    relations = _fitting(ends, "\n", tokens // RELATIONS_SHARE)
    listed = _fitting(names, ", ", tokens // DEVICES_SHARE)
    room = tokens - estimate_tokens(relations) - estimate_tokens(listed)
    configured = () if devices else _configured(description)
    compared = [one.label for one in ranked if one.score and one.label.name not in {CONFIGURATION, *records}]
    where = {one.name: _where(one, configured) for one in compared[:MOST_COMPARED]}
    return QuestionDescription(_Labels(ranked, where).write(room), relations, listed)


def _configured(description: Description) -> tuple[str, ...]:
    """Return the devices with a configuration."""
    return next((one.devices for one in description.labels if one.name == CONFIGURATION), ())


def _folded(labels: Sequence[LabelDescription]) -> dict[str, str]:
    """Return the learned labels all of whose nodes have one common label: they are told of with it."""
    counts = {label.name: label.count for label in labels}
    return {
        kind: label.name
        for label in labels
        for kind, count in label.spans
        if kind != label.name and counts.get(kind) == count
    }


def _fold(ranked: Sequence[LabelRank], folded: Mapping[str, str]) -> list[LabelRank]:
    """Leave out what is told of with a common label, which gets the best score of them."""
    scores = {rank.label.name: rank.score for rank in ranked}
    for name, common in folded.items():
        scores[common] = max(scores[common], scores[name])
    kept = [replace(rank, score=scores[rank.label.name]) for rank in ranked if rank.label.name not in folded]
    return sorted(kept, key=in_order)


class _Labels:
    """Gives every label as much text as there is room for."""

    def __init__(self, ranked: Sequence[LabelRank], where: Mapping[str, str]) -> None:
        self._ranked = ranked
        self._where = where
        self._texts: dict[str, str] = {}
        self._left = 0

    def write(self, room: int) -> str:
        """Name as many labels as a part of the room allows, then tell more of some, in their order.

        Of those that the question names each is told briefly, before the first are told in full.
        """
        self._left = room // NAMES_SHARE
        named = [rank for rank in self._ranked if self._name(rank)]
        self._left += room - room // NAMES_SHARE
        self._tell(named[:FIRST], self._briefly)
        least = MEANT * max((rank.score for rank in named), default=0.0)
        for rank in named[:MOST_WHOLE]:
            is_whole = rank.score >= least > 0 or len(named) <= MOST_WHOLE
            told = is_whole and any(self._give(rank, self._whole(rank, *most)) for most in MOST_SHOWN)
            if not told and not rank.score:
                self._give(rank, _outlined(rank))
        self._tell([rank for rank in named if rank.label.name not in self._texts], self._briefly)
        left_out = len(self._ranked) - len(named)
        texts = [self._texts[rank.label.name] for rank in named if rank.label.name in self._texts]
        bare = [rank.label.name for rank in named if rank.label.name not in self._texts]
        more = [f"and {left_out} more labels"] if left_out else []
        return "\n".join(texts + ([ONLY_NAMED + ", ".join(bare + more)] if bare + more else []))

    def _tell(self, ranks: Sequence[LabelRank], write: Callable[[LabelRank], str]) -> None:
        """Tell of labels that the question names."""
        for rank in ranks:
            if rank.score:
                self._give(rank, write(rank))

    def _name(self, rank: LabelRank) -> bool:
        """Take the room for a label's name, if there is any left."""
        cost = self._cost_of_name(rank)
        if cost > self._left:
            return False
        self._left -= cost
        return True

    def _give(self, rank: LabelRank, text: str) -> bool:
        """Put this text in the place of what is told of the label so far, if it fits."""
        before = self._texts.get(rank.label.name)
        freed = self._cost_of_name(rank) if before is None else estimate_tokens(f"{before}\n")
        more = estimate_tokens(f"{text}\n") - freed
        if more > self._left:
            return False
        self._texts[rank.label.name] = text
        self._left -= more
        return True

    def _cost_of_name(self, rank: LabelRank) -> int:
        return estimate_tokens(f"{rank.label.name}, ")

    def _whole(self, rank: LabelRank, shown: int, listed: int) -> str:
        parts = [_property(rank.label, one) for one in rank.properties[:shown]]
        named = _fold_alike([one.name for one in rank.properties[shown:]])
        more = [_first(named, listed)] if named else []
        where = self._where.get(rank.label.name, "")
        return f"{_headed(rank.label, where)}: {'; '.join(parts + more)}"

    def _briefly(self, rank: LabelRank) -> str:
        """Tell a label's keys, or else what the question says first, with two examples, and names of others."""
        key = next((one for one in rank.properties if one.name == "key"), None)
        shown = key or next((one for one in rank.properties[:1] if one.name not in NAMING), None)
        examples = ", ".join(_examples(shown)[:FEW_EXAMPLES]) if shown is not None else ""
        names = [one.name for one in rank.properties if not examples or one != shown]
        first = [f"{shown.name} ({examples})"] if shown is not None and examples else []
        return f"- {_bare(rank.label)}: {_first([*first, *names], MOST_BRIEFLY)}"


def _property(label: LabelDescription, one: PropertyDescription) -> str:
    examples = ", ".join(_examples(one))
    details = ", ".join(filter(None, ["list" if "array" in one.kinds else "", _share(label, one)]))
    inside = ": ".join(filter(None, [details, examples]))
    return f"{one.name} ({inside})" if inside else one.name


def _examples(one: PropertyDescription) -> list[str]:
    """Show examples, short; all of them where a few values come again and again."""
    told = [example for example in one.examples if example != ""]
    lines = [_as_literal(example) for example in told[: _most_examples(one)]]
    return [line if len(line) <= LONGEST_EXAMPLE else f"{line[:LONGEST_EXAMPLE]}…" for line in lines]


def _as_literal(example: Scalar) -> str:
    """Write a value so that a statement can compare with it: texts that read like numbers in quotes."""
    if isinstance(example, bool):
        return str(example).lower()
    text = " ".join(str(example).split())
    return f"'{text}'" if isinstance(example, str) and NUMBER.fullmatch(text) else text


def _most_examples(one: PropertyDescription) -> int:
    if one.distinct <= len(one.examples) and one.count >= COME_AGAIN * one.distinct:
        return len(one.examples)
    long = [example for example in map(str, one.examples) if len(example) > LONG_EXAMPLE]
    told = any(sign.isdigit() or sign.isspace() for example in long for sign in example)
    return 1 if told or one.name in WHOLE_TEXTS else MOST_EXAMPLES


def _fold_alike(names: Sequence[str]) -> list[str]:
    """Tell names with the same first words as one: "snmp_server_traps_* (90)"."""
    for words in (3, 2):
        begun = Counter("_".join(name.split("_")[:words]) for name in names if name.count("_") >= words)
        many = {begin: count for begin, count in begun.items() if count >= ALIKE}
        folded = {
            name: f"{begin}_* ({many[begin]})"
            for name in names
            if (begin := "_".join(name.split("_")[:words])) in many and name.count("_") >= words
        }
        names = list(dict.fromkeys(folded.get(name, name) for name in names))
    return list(names)


def _share(label: LabelDescription, one: PropertyDescription) -> str:
    """Say how many nodes have a property, where not all do; what was sampled is known about."""
    if one.count >= label.count:
        return ""
    return f"~{one.count}" if label.sampled else str(one.count)


def _bare(label: LabelDescription) -> str:
    return f"{label.name} ({label.count})"


def _headed(label: LabelDescription, where: str = "") -> str:
    under = f", under {_first(label.parents)}" if label.parents else ""
    kinds = [kind for kind, _ in label.spans if kind != label.name]
    types = f"; types {_first(kinds)}" if kinds else ""
    return f"- {label.name} ({label.count}{where}{under}{types})"


def _where(label: LabelDescription, configured: Sequence[str]) -> str:
    """Say which devices have none of a label that several have, as others may write it otherwise."""
    lacking = [name for name in configured if name not in label.devices]
    if not lacking or not len(configured) - len(lacking) > 1:
        return ""
    if len(lacking) <= FEW_DEVICES:
        return f", none on {', '.join(lacking)}"
    return f", on {len(configured) - len(lacking)} of {len(configured)} devices"


def _first(names: Sequence[str], most: int = MOST_TYPES) -> str:
    more = len(names) - most
    return ", ".join([*names[:most], *([f"and {more} more"] if more > 0 else [])])


def _outlined(rank: LabelRank) -> str:
    return f"{_headed(rank.label)}: {_first([one.name for one in rank.properties], MOST_OUTLINED)}"


def _relations(description: Description, ranked: Sequence[LabelRank], folded: Mapping[str, str]) -> list[str]:
    """List the relations between labels that are told of, the question's first; ends that are alike stand together."""
    scores = {rank.label.name: rank.score for rank in ranked}
    counted: Counter[tuple[str, str, str]] = Counter()
    hidden = {rank.label.name for rank in ranked[MOST_WHOLE:]} - UNLEARNED
    for source, name, target, count in description.relations:
        begin, end = folded.get(source, source), folded.get(target, target)
        if begin not in hidden and end not in hidden:
            counted[begin, name, end] += count
    targets: dict[tuple[str, str], set[str]] = defaultdict(set)
    for source, name, target in counted:
        targets[source, name].add(target)
    sources: dict[tuple[str, tuple[str, ...]], set[str]] = defaultdict(set)
    for (source, name), found in targets.items():
        sources[name, tuple(sorted(found))].add(source)
    names: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = defaultdict(list)
    for (name, ends), begun in sources.items():
        names[tuple(sorted(begun)), ends].append(name)
    weighed: list[tuple[float, int, str]] = []
    for (begins, ends), alike in names.items():
        score = max(scores.get(one, 0.0) for one in begins) + max(scores.get(one, 0.0) for one in ends)
        of_name = Counter(
            {name: sum(counted[one, name, end] for one in begins for end in ends) for name in alike}
        )
        joined = "|".join(name for name, _ in of_name.most_common(MOST_JOINED))
        weighed.append((-score, -of_name.total(), f"(:{'|'.join(begins)})-[:{joined}]->(:{'|'.join(ends)})"))
    return [text for *_, text in sorted(weighed)]


def _fitting(items: Sequence[str], separator: str, room: int) -> str:
    """Join as many as fit, and say how many did not."""
    for place, item in enumerate(items):
        room -= estimate_tokens(item + separator)
        if room < 0:
            return separator.join([*items[:place], f"and {len(items) - place} more"])
    return separator.join(items)
