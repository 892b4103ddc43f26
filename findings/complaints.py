"""Checks what devices say of themselves in logs, and whether it ended: heat, parts, full tables, severe messages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set

from findings.endings import LoggedThing, beginning, find_things, shortened, tell_endings
from findings.incidents import shown_time
from findings.log_clocks import once
from findings.log_records import LogReader, RecordCount, match_any
from findings.logs import Seen, first_and_last, log_finding, say_between, say_times
from findings.records import Severity
from findings.words import Patterns
from reading.spoken_names import name_some

MOST_QUOTED = 3


def too_hot(logs: LogReader) -> Iterator[Seen]:
    """Find devices that say that they are too hot."""
    return _complaints(logs, logs.words.heat, "too-hot", "that it is too hot", quoted=False)


def failed_parts(logs: LogReader) -> Iterator[Seen]:
    """Find devices that say that a power supply or a fan has failed or is gone."""
    return _complaints(logs, logs.words.parts, "power-or-fan", "that a power supply or fan fails")


def full_tables(logs: LogReader) -> Iterator[Seen]:
    """Find devices that say that a pool of addresses or a table is full."""
    return _complaints(logs, logs.words.full, "pool-full", "that a pool or table is full", by_silence=True)


def expiring(logs: LogReader) -> Iterator[Seen]:
    """Find devices that say that a certificate or a licence expires."""
    return _complaints(
        logs, logs.words.expiring, "expiring", "that a certificate or licence expires", "medium"
    )


def _complaints(
    logs: LogReader,
    patterns: Patterns,
    kind: str,
    what: str,
    severity: Severity = "high",
    quoted: bool = True,
    by_silence: bool = False,
) -> Iterator[Seen]:
    """Tell devices of which records say so, and what ended: that is less severe. `quoted`: with the first that does.

    Where some goes on, that alone is told.
    `by_silence`: what is asked for again and again is over where it is not said any more.
    """
    for device, several in _by_device(_begun(logs, logs.by_message(patterns))).items():
        things = [one for one in find_things(logs, several) if one.end or kind != "expiring"]
        if on := [one for one in things if not one.end and not (by_silence and one.fell_silent)]:
            things, several = on, [each for one in on for each in one.counts]
        first, last = first_and_last(several)
        message = (
            f"{device or 'A device'} said {say_times(several)} {what}, {say_between(first.first, last.last)}"
        )
        message += f': "{shortened(first.state)}".' if quoted else "."
        ordered = sorted(several, key=lambda one: one.first)
        lines = list(dict.fromkeys(line for one in ordered for line in (one.first_line, one.last_line)))[:8]
        goes_on = any(not (one.end or (by_silence and one.fell_silent)) for one in things)
        until = "" if goes_on else max((one.end.first for one in things if one.end), default=last.last)
        yield log_finding(
            kind,
            severity if goes_on else "medium",
            device,
            message + tell_endings(things, by_silence=by_silence),
            [*lines, *_end_lines(things)],
            (first.first, until),
            [("device", "")],
        )


def _begun(logs: LogReader, counts: Iterable[RecordCount]) -> list[RecordCount]:
    """Leave out what a second file tells again, and what says that something is over."""
    return beginning(once(logs, counts), logs.words.endings)


def _end_lines(things: Sequence[LoggedThing]) -> list[int]:
    return [one.end.first_line for one in things if one.end]


def severe_messages(logs: LogReader) -> Iterator[Seen]:
    """Find records of severity 0 to 2 that no other check of logs looks at, by device."""
    words = logs.words
    others = (
        *(words.links + words.neighbors + words.failed_logins + words.failures_to_log_in + words.duplicates),
        *(words.conflicts + words.tunnels + words.probes),
        *(words.heat + words.parts + words.full + words.expiring + words.restarts + words.refused),
    )
    for device, several in _by_device(_begun(logs, logs.severe(others))).items():
        first, last = first_and_last(several)
        named = sorted(several, key=lambda one: (-one.count, one.first))[:MOST_QUOTED]
        quoted = name_some([f"{_quoted(one)} {say_times([one])}" for one in named], len(several))
        between = say_between(first.first, last.last)
        message = f"{device or 'A log'} has records of severity 0 to 2, {between}: {quoted}."
        things = _going_on(logs, device, {one.form for one in named})
        lines = [line for one in named for line in (one.first_line, one.last_line)]
        times = first.first, max([last.last, *(one.end.first for one in things if one.end)])
        message += tell_endings(things, len({one.state.lstrip(": ") for one in several}))
        is_over = bool(things) and all(one.end for one in things) and len(things) == len(several)
        severity: Severity = "low" if is_over else "medium"
        yield log_finding("severe-message", severity, device, message, [*lines, *_end_lines(things)], times)


def _quoted(one: RecordCount) -> str:
    return '"' + (f"{one.mnemonic}: " if one.mnemonic else "") + f'{shortened(one.state)}"'


def _going_on(logs: LogReader, device: str, templates: Set[str]) -> list[LoggedThing]:
    """Return what records of some templates tell that ended, or that goes on until it ends."""
    told = _begun(logs, logs.messages_of(device, lambda form: form.template in templates))
    things, lasting = find_things(logs, told), logs.words.endings.going_on
    return [
        one for one in things
        if one.end or any(match_any(lasting, each.said) for each in one.counts)
    ]  # fmt: skip


def restarts(logs: LogReader) -> Iterator[Seen]:
    """Find devices that restarted."""
    for device, several in _by_device(logs.by_message(logs.words.restarts)).items():
        first, last = first_and_last(several)
        message = f"{device or 'A device'} was restarted, last at {shown_time(last.last)}."
        lines, times = (first.first_line, last.last_line), (last.last, last.last)
        yield log_finding("restart", "info", device, message, lines, times, [("device", "")])


def _by_device(counts: Iterable[RecordCount]) -> dict[str, list[RecordCount]]:
    found: dict[str, list[RecordCount]] = defaultdict(list)
    for one in counts:
        found[one.device].append(one)
    return found
