"""Says how what a log tells went on: whether a later record of the same device says that it ended, and when.

What ends what is in words.toml, under [logs.endings]. Two records are about one thing where they name the same numbers
and the same nouns, once words for states, measured values and what stands in brackets are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from findings.incidents import shown_time
from findings.log_forms import Form
from findings.log_records import LogReader, RecordCount, match_any
from findings.words import EndingWords
from reading.spoken_names import name_some

LONGEST_QUOTE = 100
MOST_LATER = 2_000
"""Records of ports behind a thing that are read of each template."""
FEWEST_REPEATS = 3
SILENT_TIMES = 10
"""What was said so often is over if it is not said again for so many times as long, and for a day at least."""
DAY_S = 86_400
MOST_NAMED = 3
"""Things of one finding of which the end is told by name."""


@dataclass(frozen=True, slots=True)
class LoggedThing:
    """What records of one device say of one thing; `end` is the first record after all of them that says it is over."""

    device: str
    numbers: frozenset[str]
    nouns: frozenset[str]
    counts: tuple[RecordCount, ...]
    end: RecordCount | None = None
    log_end: str = field(default="", compare=False)

    @property
    def last(self) -> RecordCount:
        """Return what was said last."""
        return max(self.counts, key=lambda one: (one.last, one.last_line))

    @property
    def fell_silent(self) -> bool:
        """Tell whether it was said again and again, and then not for long, though the log goes on."""
        first = min(one.first for one in self.counts)
        span, silence = seconds_between(first, self.last.last), seconds_between(self.last.last, self.log_end)
        often = sum(one.count for one in self.counts) >= FEWEST_REPEATS
        return self.end is None and often and silence >= max(DAY_S, SILENT_TIMES * span)

    @property
    def quoted(self) -> str:
        """Quote what was said first."""
        return f'"{shortened(min(self.counts, key=lambda one: one.first).state)}"'

    def is_ended_by(self, numbers: frozenset[str], nouns: frozenset[str]) -> bool:
        """Tell whether a record that names these is about the same thing; without a number, it names all of it."""
        if numbers != self.numbers or not nouns & self.nouns:
            return False
        return self.nouns <= nouns or (bool(numbers) and nouns <= self.nouns)


def find_things(logs: LogReader, counts: Iterable[RecordCount]) -> list[LoggedThing]:
    """Tell the things of records apart, with the end of each; the states of the counts are messages."""
    things = [LoggedThing(*key, tuple(several)) for key, several in _by_thing(counts, logs.words.endings)]
    return [replace(one, end=_end(logs, one), log_end=logs.end_of(one.last)) for one in things]


def beginning(counts: Iterable[RecordCount], words: EndingWords) -> list[RecordCount]:
    """Leave out what says that something is over: of itself, or of what another count says of the same thing."""
    left: list[RecordCount] = []
    for _, several in _by_thing((one for one in counts if not match_any(words.over, one.said)), words):
        ended = [
            pair.ended
            for pair in words.pairs
            if any(pair.began.search(one.said) and not pair.ended.search(one.said) for one in several)
        ]
        left += [
            one
            for one in several
            if match_any(words.going_on, one.said) or not match_any(tuple(ended), one.said)
        ]
    return left


def _by_thing(
    counts: Iterable[RecordCount], words: EndingWords
) -> Iterable[tuple[tuple[str, frozenset[str], frozenset[str]], list[RecordCount]]]:
    """Put counts of one device together that name the same numbers and nouns."""
    grouped: dict[tuple[str, frozenset[str], frozenset[str]], list[RecordCount]] = defaultdict(list)
    for one in counts:
        grouped[one.device, *_names(one.state, words)].append(one)
    return grouped.items()


def _end(logs: LogReader, thing: LoggedThing) -> RecordCount | None:
    words = logs.words.endings
    ended = [pair.ended for pair in words.pairs if any(pair.began.search(one.said) for one in thing.counts)]
    found: list[RecordCount] = []

    def is_near(form: Form) -> bool:
        several = (_names(text, words)[1] for text in (form.template, *form.messages))
        return any(nouns and (nouns <= thing.nouns or thing.nouns <= nouns) for nouns in several)

    for one in logs.messages_of(thing.device, is_near):
        is_over = match_any((*words.over, *ended), one.said)
        if is_over and thing.is_ended_by(*_names(one.state, words)):
            found += logs.first_after(one, thing.last)
    ends = found or _ports_up(logs, thing)
    return min(ends, key=lambda one: (one.first, one.first_line), default=None)


def _ports_up(logs: LogReader, thing: LoggedThing) -> list[RecordCount]:
    """Return what says that the one port which a thing names came up, if it was never told to before it."""
    if len(thing.numbers) != 1:
        return []
    behind = {"device": thing.device, "time": thing.last.last}
    later = logs.each(
        logs.words.links, "node.device = $device AND node.timestamp > $time", behind, MOST_LATER
    )
    return [one for one in later if one.state == "up" and one.subject.lower() in thing.numbers]


def _names(message: str, words: EndingWords) -> tuple[frozenset[str], frozenset[str]]:
    """Return the numbers and the nouns of a message that name what it is about, in lower case."""
    text = words.unnamed.sub(" ", message).lower()
    found = words.names.findall(text)
    return frozenset(filter(_has_digit, found)), frozenset(one for one in found if not _has_digit(one))


def _has_digit(word: str) -> bool:
    return any(sign.isdigit() for sign in word)


def tell_endings(things: Sequence[LoggedThing], told: int = 1, by_silence: bool = False) -> str:
    """Say in sentences, with a blank before, which things ended and which did not; nothing without things.

    Each is named where there are several, or where `told` counts more that were told of before. With `by_silence`, what
    fell silent is told as that: it is of a kind that would be said again.
    """
    ended = sorted((one for one in things if one.end), key=lambda one: one.last.last)
    unended = sorted((one for one in things if not one.end), key=lambda one: one.last.last)
    silent = [one for one in unended if by_silence and one.fell_silent]
    on = [one for one in unended if one not in silent]
    if not things:
        return ""
    alone = len(things) == told == 1
    said = [
        f"{'It' if alone else one.quoted} {_told_end(one, one.end)}" for one in ended[-MOST_NAMED:] if one.end
    ]
    if len(ended) > MOST_NAMED:
        said.append(f"{len(ended) - MOST_NAMED} more ended as well")
    if silent:
        what = "It" if alone else name_some([one.quoted for one in silent[-MOST_NAMED:]], len(silent))
        said.append(f"{what} was not said again (the log goes on to {shown_time(silent[-1].log_end)})")
    if on:
        named = name_some([one.quoted for one in on[-MOST_NAMED:]], len(on))
        what = named if ended or silent or told > len(things) else "it" if alone else "any of it"
        log_end = shown_time(on[-1].log_end)
        said.append(f"No later record was found that says that {what} ended (the log goes on to {log_end})")
    return "".join(f" {one}." for one in said)


def seconds_between(first: str, last: str) -> float:
    """Return how long it is from one time to another, none where the second is not known."""
    if not last:
        return 0
    return (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()


def _told_end(thing: LoggedThing, end: RecordCount) -> str:
    """Say when something ended: "ended after 14 minutes, at 2025-11-05 01:31:40"."""
    after, at = duration(thing.last.last, end.first), f"at {shown_time(end.first)}"
    first = min(one.first for one in thing.counts)
    return f"ended after {after}, {at}" if first == thing.last.last else f"ended {after} after the last, {at}"


def duration(first: str, last: str) -> str:
    """Say how long it is from one time to another: "8 seconds", "14 minutes", "3 hours 5 minutes", "2 days"."""
    seconds = int(seconds_between(first, last))
    sizes = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
    parts = []
    for name, size in sizes:
        count, seconds = divmod(seconds, size)
        parts.append(f"{count} {name}{'' if count == 1 else 's'}" if count else "")
    at = next((place for place, text in enumerate(parts) if text), len(parts) - 1)
    if at == 2:
        return parts[2]
    return " ".join(filter(None, parts[at : at + 2])) or "0 seconds"


def shortened(text: str) -> str:
    """Return a text as it is quoted, without the mark between it and what stood before it."""
    text = text.lstrip(": ")
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}\N{HORIZONTAL ELLIPSIS}"
