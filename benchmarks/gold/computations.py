"""Ways to compute an answer from matching lines; each returns a function from lines to the answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from benchmarks.gold.errors import NotComputableError
from benchmarks.gold.find_hits import Hit, devices, find_hits, proofs, values
from benchmarks.gold.records import Ask, Compute, Computed, Lines

YES = ("yes", "enabled", "configured", "turned on", "is on", "is set", "active")
NOT_YES = ("not enabled", "not configured", "not turned on", "not set")
DENIALS = (
    *("none", "no", "not", "cannot", "isn't", "aren't", "doesn't", "don't", "didn't", "wasn't", "weren't"),
    *("never", "nothing", "nobody", "absent", "without"),
)


def need_hits(lines: Lines, pattern: str) -> list[Hit]:
    """Find hits. Raises NotComputableError when there is none."""
    hits = find_hits(lines, pattern)
    if not hits:
        raise NotComputableError(pattern, "no line", "at least one")
    return hits


def only(lines: Lines, pattern: str) -> Hit:
    """Return the hits' only value with the first line that has it. Raises when there are two values."""
    hits = need_hits(lines, pattern)
    if len(values(hits)) > 1:
        raise NotComputableError(pattern, f"values {', '.join(values(hits))}", "a single one")
    return hits[0]


def on(device: str, compute: Compute) -> Compute:
    """Compute from one device's lines alone."""

    def of_device(lines: Lines) -> Computed:
        return compute(tuple(line for line in lines if line.device == device))

    return of_device


def one(pattern: str, must: tuple[str, ...] | None = None, note: str = "") -> Compute:
    """Answer with the only value of the pattern."""

    def compute(lines: Lines) -> Computed:
        only(lines, pattern)
        hits = need_hits(lines, pattern)
        return Computed(hits[0].value, proofs(hits), must=must, note=note)

    return compute


def every(pattern: str, among: str = "", note: str = "") -> Compute:
    """Answer with all distinct values; `among` is the pattern of all entities of the kind asked for."""

    def compute(lines: Lines) -> Computed:
        hits = need_hits(lines, pattern)
        universe = values(find_hits(lines, among)) if among else ()
        return Computed(values(hits), proofs(hits), universe=universe, note=note)

    return compute


def pairs(pattern: str, note: str = "") -> Compute:
    """Answer with every line's groups, joined to one item a line."""

    def compute(lines: Lines) -> Computed:
        hits = need_hits(lines, pattern)
        items = tuple(dict.fromkeys(" ".join(hit.groups) for hit in hits))
        must = tuple(dict.fromkeys(group for hit in hits for group in hit.groups))
        return Computed(items, proofs(hits), must=must, note=note)

    return compute


def how_many(pattern: str, *, distinct: bool = False, note: str = "") -> Compute:
    """Answer with the number of matching lines, or of distinct values on each device."""

    def compute(lines: Lines) -> Computed:
        hits = need_hits(lines, pattern)
        count = len({(hit.line.device, hit.value) for hit in hits}) if distinct else len(hits)
        return Computed(count, proofs(hits), note=note)

    return compute


def devices_with(pattern: str) -> Compute:
    """Answer with the devices that have a matching line."""

    def compute(lines: Lines) -> Computed:
        hits = need_hits(lines, pattern)
        return Computed(devices(tuple(hit.line for hit in hits)), proofs(hits), universe=devices(lines))

    return compute


def devices_without(pattern: str) -> Compute:
    """Answer with the devices that have no matching line; no line proves that."""

    def compute(lines: Lines) -> Computed:
        having = {hit.line.device for hit in need_hits(lines, pattern)}
        lacking = tuple(device for device in devices(lines) if device not in having)
        if not lacking:
            raise NotComputableError(pattern, "every device", "some device without it")
        return Computed(lacking, universe=devices(lines))

    return compute


def per_device(pattern: str) -> Compute:
    """Answer with every device and its only value."""

    def compute(lines: Lines) -> Computed:
        hits = need_hits(lines, pattern)
        found = {hit.line.device: hit.value for hit in hits}
        items = tuple(f"{device}: {value}" for device, value in found.items())
        return Computed(items, proofs(hits), must=tuple(dict.fromkeys([*found, *found.values()])))

    return compute


def count_per_device(pattern: str) -> Compute:
    """Answer with every device and its number of matching lines."""

    def compute(lines: Lines) -> Computed:
        hits = need_hits(lines, pattern)
        counts = Counter(hit.line.device for hit in hits)
        items = tuple(f"{device}: {count}" for device, count in counts.items())
        must = tuple(dict.fromkeys([*counts, *map(str, counts.values())]))
        return Computed(items, proofs(hits), must=must)

    return compute


def ranked(names: Sequence[str], count: int, subject: str) -> list[tuple[str, int]]:
    """Return the `count` most frequent names. Raises NotComputableError when a tie leaves the order open."""
    order = Counter(names).most_common()
    amounts = [amount for _, amount in order[: count + 1]]
    if not order or len(set(amounts)) < len(amounts):
        raise NotComputableError(subject, f"counts {amounts}", "no tie")
    return order[:count]


def top(pattern: str, count: int = 1, *, with_counts: bool = False, note: str = "") -> Compute:
    """Answer with the most frequent values; `with_counts` when the question asks how often."""

    def compute(lines: Lines) -> Computed:
        hits = need_hits(lines, pattern)
        best = ranked([hit.value for hit in hits], count, pattern)
        names = tuple(name for name, _ in best)
        counts = tuple(str(amount) for _, amount in best)
        items = tuple(f"{name} ({amount})" for name, amount in best)
        proof = proofs(hit for hit in hits if hit.value in names)
        return Computed(items, proof, must=(*names, *counts) if with_counts else names, note=note)

    return compute


def yes(pattern: str, *must: str, words: tuple[str, ...] = YES, wrong: tuple[str, ...] = NOT_YES) -> Compute:
    """Answer yes; a right answer shows `must` or, when nothing is given there, one of `words` and none of `wrong`."""

    def compute(lines: Lines) -> Computed:
        proof = proofs(need_hits(lines, pattern))
        if must:
            return Computed(("yes", *must), proof, must=must)
        return Computed(("yes",), proof, must=(), any_of=(words,), must_not=wrong)

    return compute


def negative(question: str, *absent: str, answer: str, note: str = "") -> Ask:
    """Ask for something that is nowhere in the data: no "device | path" matches a pattern of `absent`."""

    def compute(lines: Lines) -> Computed:
        for pattern in absent:
            hits = matching(lines, pattern)
            if hits:
                raise NotComputableError(pattern, f"{hits[0].file}:{hits[0].number}", "no line")
        return Computed(answer, must=(), any_of=(DENIALS,), note=note)

    return Ask("negative", question, compute, absent)


def matching(lines: Lines, pattern: str) -> Lines:
    """Return the lines whose "device | path" matches, without case."""
    wanted = re.compile(pattern, re.IGNORECASE)
    return tuple(line for line in lines if wanted.search(f"{line.device} | {line.path}"))
