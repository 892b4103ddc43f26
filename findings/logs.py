"""Checks logs: flapping, down and not up again, failed logins, bursts of errors, silence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_address, ip_network
from itertools import pairwise

from findings.endings import seconds_between
from findings.facts import plain_name
from findings.incidents import shown_time
from findings.links import is_called
from findings.log_forms import UNSET_CLOCK
from findings.log_records import (
    BURST_ERRORS,
    FAILED_LOGINS,
    FLAPS_IN_A_DAY,
    SILENT_HOURS,
    LogReader,
    RecordCount,
    hours_between,
)
from findings.records import SEVERITIES, Severity, Subject, SubjectKind
from findings.words import Patterns, read_words
from graph_store.records import SourceLine
from reading.spoken_names import name_some

BURST_TIMES = 10
FEWEST_RECORDS = 20
MOST_ALONE = 3
MOST_NAMED = 5
SILENT_TIMES = 3
"""How many times longer than any gap before it a silence is."""
MOST_SILENT_HOURS = 24 * 31
"""After that the device is gone, or the log is made of parts."""
HOUR_S = 3_600
DAY_S = 24 * HOUR_S
WEEK_S = 7 * DAY_S
FEWEST_TIMES = 3
"""So often has a port gone down that does so by habit, or a tunnel that somebody looks for why, though it came up."""
OFF_S = 60
"""A port that goes down so soon after somebody switched it off is off."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A finding whose lines are still ids."""

    kind: str
    severity: Severity
    devices: tuple[str, ...]
    message: str
    lines: tuple[int, ...]
    since: str = ""
    until: str = ""
    about: tuple[Subject, ...] = ()


def log_finding(
    kind: str,
    severity: Severity,
    device: str,
    message: str,
    lines: Iterable[int],
    times: tuple[str, str] = ("", ""),
    about: Iterable[tuple[SubjectKind, str]] = (),
) -> Seen:
    """Make a finding; a log may not say which device wrote a record."""
    devices, subjects = (
        (device,) if device else (),
        tuple(Subject(what, device, name) for what, name in about),
    )
    since, until = times
    return Seen(kind, severity, devices, message, tuple(dict.fromkeys(lines)), since, until, subjects)


def with_written_times(seen: Seen, lines: Sequence[SourceLine]) -> Seen:
    """Give the times of a finding as its lines write them where the clock was not set: no year, and no moment."""
    written = [found[1] for line in lines if (found := UNSET_CLOCK.match(line.text))]
    if not written:
        return seen
    message = seen.message
    for time, text in ((seen.since, written[0]), (seen.until, written[-1])):
        message = message.replace(shown_time(time), text) if time else message
    message += f" Its clock was not set then ({written[-1][0]} before the time): that is no sure time."
    return replace(seen, message=message, since="", until="")


def flapping(logs: LogReader) -> Iterator[Seen]:
    """Find links and neighbors that went down, and up, again and again on one day; people do so to ports of hosts."""
    kinds: tuple[tuple[SubjectKind, Patterns], ...] = (
        ("interface", logs.words.links),
        ("neighbor", logs.words.neighbors),
    )
    for what, patterns in kinds:
        counts = logs.by_message(patterns)
        told = _by_subject(one for one in counts if one.state in ("up", "down"))
        for (device, subject), several in _by_subject(logs.repeated(patterns)).items():
            downs = _fullest_form([one for one in several if one.state == "down"])
            is_often = any(one.most >= FLAPS_IN_A_DAY for one in downs) or _span_s(downs) <= DAY_S
            if downs and is_often and any(one.state == "up" for one in told[device, subject]):
                said = f"{_on(device)}{what} {subject} went down"
                seen = _often("flapping", device, said, downs, [(what, subject)])
                if logs.is_host_port(device, subject):
                    is_slow = _span_s(downs) > HOUR_S * sum(one.count for one in downs)
                    seen = replace(seen, severity="low" if is_slow else "medium")
                yield _with_last(seen, max(told[device, subject], key=lambda one: (one.last, one.last_line)))


def _with_last(seen: Seen, last: RecordCount) -> Seen:
    """Say that what went down so often did not come up again, where a record of it says so last."""
    if last.state == "up":
        return seen
    message = f"{seen.message} The last record says that it is down, at {shown_time(last.last)}."
    return replace(seen, message=message, until="", lines=(*seen.lines, last.last_line))


def _span_s(counts: Sequence[RecordCount]) -> float:
    """Return how long it is from the first record to the last; 0 where there are none."""
    if not counts:
        return 0
    first, last = first_and_last(counts)
    return seconds_between(first.first, last.last)


def failed_logins(logs: LogReader) -> Iterator[Seen]:
    """Find sources that failed to log in again and again on one day; many that never got in are told together.

    Less severe are those that never got in and failed as often within a week, here and there.
    """
    words = logs.words
    slow: dict[str, list[RecordCount]] = defaultdict(list)
    never_in: dict[str, list[tuple[str, Seen, Sequence[RecordCount]]]] = defaultdict(list)
    counts = [
        *logs.by_source(words.failed_logins),
        *logs.by_own_source(words.failures_to_log_in, words.failed_logins),
    ]
    for (device, source), several in _by_subject(counts).items():
        where = f" to {device}" if device else ""
        fails = _fullest_form(several)
        if max(one.most for one in fails) < FAILED_LOGINS:
            slow[source] += fails
            continue
        seen = _often("failed-logins", device, f"{source} failed to log in{where}", fails)
        first, last = first_and_last(fails)
        login = _first_login(logs, source, first)
        if login is None:
            severity: Severity = "medium" if _is_outside(source) else "high"
            never_in[device].append((source, replace(seen, severity=severity), fails))
            continue
        when = "after that" if login.first >= last.last else "while it went on"
        message = f"{seen.message[:-1]}, and logged in {when}, at {shown_time(login.first)}."
        until, lines = max(seen.until, login.first), (*seen.lines, login.first_line)
        yield replace(seen, message=message, until=until, lines=lines)
    for device, found in never_in.items():
        if len(found) > MOST_ALONE:
            yield _many_refused(device, found)
        else:
            yield from (seen for _, seen, _ in found)
    yield from _slow_guesses(logs, slow)
    yield from _refused_questions(logs)


def _is_outside(source: str) -> bool:
    """Tell whether an address is one of the internet, whose scanners try every device that they reach."""
    try:
        address = ip_address(source)
    except ValueError:
        return False
    inside = read_words().reserved_networks if address.version == 4 else _OWN_NETWORKS
    return not any(address in ip_network(net) for net in inside)


_OWN_NETWORKS = ("fc00::/7", "fe80::/10", "::1/128")


def _refused_questions(logs: LogReader) -> Iterator[Seen]:
    """Find sources that asked a device by SNMP again and again on one day, and were refused: nobody logs in so."""
    for (device, source), several in _by_subject(logs.by_source(logs.words.refused_questions)).items():
        fails = _fullest_form(several)
        if max(one.most for one in fails) >= FAILED_LOGINS:
            whom = f" {device}" if device else ""
            seen = _often("failed-logins", device, f"{source} asked{whom} by SNMP and was refused", fails)
            yield replace(seen, severity="low")


def _first_login(logs: LogReader, source: str, first: RecordCount) -> RecordCount | None:
    """Return the first login of a source to a device behind the first record of a count."""
    start = replace(first, last=first.first, last_line=first.first_line)
    return min(logs.first_from(logs.words.logins, source, start), key=lambda one: one.first, default=None)


def _slow_guesses(logs: LogReader, slow: Mapping[str, Sequence[RecordCount]]) -> Iterator[Seen]:
    found: list[tuple[str, Seen, Sequence[RecordCount]]] = []
    for source, fails in slow.items():
        enough = sum(one.count for one in fails) >= FAILED_LOGINS and _span_s(fails) <= WEEK_S
        if enough and not any(_first_login(logs, source, one) for one in fails):
            devices = tuple(sorted({one.device for one in fails if one.device}))
            where = f" to {' and '.join(devices)}" if devices else ""
            seen = _often("failed-logins", "", f"{source} failed to log in{where}", fails)
            message = f"{seen.message[:-1]}, a few at a time."
            found.append((source, replace(seen, devices=devices, severity="medium", message=message), fails))
    if len(found) > MOST_ALONE:
        yield replace(_many_refused("", found), severity="medium")
    else:
        yield from (seen for _, seen, _ in found)


def _many_refused(device: str, found: Sequence[tuple[str, Seen, Sequence[RecordCount]]]) -> Seen:
    """Tell several sources together: a device that everybody reaches is one cause."""
    most = sorted(found, key=lambda one: -sum(count.count for count in one[2]))[:MOST_NAMED]
    named = name_some([f"{source} {say_times(counts)}" for source, _, counts in most], len(found))
    where = f" to {device}" if device else ""
    every = [count for _, _, counts in found for count in counts]
    first, last = first_and_last(every)
    said = f"{len(found)} sources failed to log in{where} {say_times(every)} in all"
    message = f"{said}, {say_between(first.first, last.last)}: {named}."
    lines = [line for _, seen, _ in most for line in seen.lines[:1]]
    severity = min((seen.severity for _, seen, _ in found), key=SEVERITIES.index)
    return log_finding("failed-logins", severity, device, message, lines, (first.first, last.last))


def _often(
    kind: str,
    device: str,
    what: str,
    counts: Sequence[RecordCount],
    about: Iterable[tuple[SubjectKind, str]] = (),
) -> Seen:
    first, last = first_and_last(counts)
    message = f"{what} {say_times(counts)} {say_between(first.first, last.last)}."
    times = first.first, last.last
    return log_finding(kind, "high", device, message, (first.first_line, last.last_line), times, about)


def still_down(logs: LogReader) -> Iterator[Seen]:
    """Find links, neighbors and health checks that went down, and of which no later record says that they are up.

    Many of one device are told together. Ports where people switch their machines off are low: those of hosts, and many
    that did not go down at once.
    """
    words = logs.words
    probes = [*logs.by_message(words.probes), *logs.by_properties(words.probe_properties)]
    kinds: tuple[tuple[str, Sequence[RecordCount], Severity], ...] = (
        ("interface", logs.by_message(words.links), "medium"),
        ("neighbor", logs.by_message(words.neighbors), "high"),
        (_PROBE, probes, "high"),
    )
    used = _by_subject(logs.by_message(words.in_use))
    closed = logs.by_message(words.switched_off_ports)
    for what, counts, severity in kinds:
        down: dict[str, list[RecordCount]] = defaultdict(list)
        told = _by_subject(counts)
        states = {(device, plain_name(subject)): several for (device, subject), several in told.items()}
        expected: set[tuple[str, str]] = set()
        for (device, subject), several in told.items():
            downs = _fullest_form([one for one in several if one.state == "down"])
            others = [one for one in several if one.state in ("up", "off")]
            downs = [] if logs.is_shut_down(device, subject) else downs
            if not downs:
                continue
            first, last = first_and_last(downs)
            if any(one.last > last.last for one in used.get((device, subject), ())):
                continue
            if any(
                one.state == "off" and 0 <= seconds_between(one.last, last.last) <= OFF_S for one in others
            ):
                continue
            if what == "interface":
                far = states.get(logs.far_ends.get((device, plain_name(subject)), ("", "")), ())
                if far and (end := max(far, key=lambda one: one.last)).state == "up" and end.last > last.last:
                    continue
                if _is_expected(logs, last, downs, others):
                    expected.add((device, subject))
            if not others:  # nothing ever came up in between: the last record stands for all
                count = sum(one.count for one in downs)
                never = replace(last, count=count, first=first.first, first_line=first.first_line)
                down[device].append(replace(never, state="never up"))
            elif all(one.last < last.last for one in others):
                down[device].append(last)
        for device, several in down.items():
            found = []
            for one in several:
                if by := _switched_off(closed, one) if what == "interface" else None:
                    yield _one_down(device, what, one, severity, by)
                else:
                    found.append(one)
            is_low = [(device, one.subject) in expected for one in found]
            if len(found) > MOST_ALONE:
                seen = _many_down(device, what, found)
                yield replace(seen, severity="low") if all(is_low) else seen
            else:
                for one, low in zip(found, is_low, strict=True):
                    yield _one_down(device, what, one, "low" if low else severity)


_PROBE = "health check"


def _about(what: str, name: str) -> list[tuple[SubjectKind, str]]:
    """Return what a change of state is about; a probe is neither an interface nor a neighbor."""
    kind: SubjectKind | None = (
        "interface" if what == "interface" else "neighbor" if what == "neighbor" else None
    )
    return [(kind, name)] if kind else []


def _is_expected(
    logs: LogReader, last: RecordCount, downs: Sequence[RecordCount], others: Sequence[RecordCount]
) -> bool:
    """Tell whether it is no wonder that a port is down.

    It is for a host or a spare; it went down as often and stayed so as long before; or it went down several times and
    never came up, which cannot be: its ups are not logged.
    """
    if logs.is_host_port(last.device, last.subject) or logs.is_spare(last.device, last.subject):
        return True
    count, span = sum(one.count for one in downs), _span_s(downs)
    if count > 1 and span > OFF_S and not any(one.state == "up" for one in others):
        return True
    is_slow = count >= FEWEST_TIMES and span > HOUR_S * count
    return is_slow and seconds_between(last.last, logs.end_of(last)) <= 2 * span / (count - 1)


def _switched_off(closed: Iterable[RecordCount], down: RecordCount) -> RecordCount | None:
    """Return the record by which a device says that it switched off a port itself when that went down."""
    named = (one for one in closed if one.device == down.device and _is_port(down.subject, one.subject))
    return next((one for one in named if abs(seconds_between(one.last, down.last)) <= OFF_S), None)


def _is_port(name: str, short: str) -> bool:
    return plain_name(name) == plain_name(short) or is_called(name, plain_name(short))


def _one_down(
    device: str, what: str, one: RecordCount, severity: Severity, by: RecordCount | None = None
) -> Seen:
    again, why = "", ", as the device switched it off itself" if by else ""
    if one.state == "never up" and one.count > 1:
        again = f", {say_times([one])} since {shown_time(one.first)}"
    message = (
        f"{_on(device)}{what} {one.subject} went down at {shown_time(one.last)}{again}{why}, "
        "and no record says that it came up."
    )
    lines = (one.first_line, one.last_line) if again else (one.last_line,)
    lines = (by.last_line, *lines) if by else lines
    since = one.first if again else one.last
    return log_finding("still-down", severity, device, message, lines, (since, ""), _about(what, one.subject))


def _many_down(device: str, what: str, found: Sequence[RecordCount]) -> Seen:
    latest = sorted(found, key=lambda one: one.last)[-MOST_NAMED:]
    named = name_some([one.subject for one in latest], len(found))
    message = f"{_on(device)}{len(found)} {what}s went down, and no record says that they came up: {named}."
    together = seconds_between(min(one.last for one in found), latest[-1].last) <= OFF_S
    severity: Severity = "medium" if together or what != "interface" else "low"
    times = min(one.first for one in found), ""
    about = [each for one in found for each in _about(what, one.subject)]
    return log_finding(
        "still-down", severity, device, message, (one.last_line for one in latest), times, about
    )


def tunnels_down(logs: LogReader) -> Iterator[Seen]:
    """Find tunnels that went down, with when they came up again."""
    words = logs.words
    counts = [*logs.by_message(words.tunnels), *logs.by_properties(words.tunnel_properties)]
    for (device, subject), several in _by_subject(counts).items():
        downs = _fullest_form([one for one in several if one.state == "down"])
        if not downs:
            continue
        first, last = first_and_last(downs)
        ups = [one for one in several if one.state == "up" and one.last > last.last]
        again = min(ups, key=lambda one: one.last) if ups else None
        after = (
            f"; it was up at {shown_time(again.last)}" if again else ", and no record says that it came up"
        )
        when = say_between(first.first, last.last)
        message = f"{_on(device)}the tunnel {subject} went down {say_times(downs)}, {when}{after}."
        lines = (first.first_line, last.last_line, *([again.last_line] if again else []))
        times = first.first, again.last if again else ""
        about: list[tuple[SubjectKind, str]] = [("interface", subject)]
        seldom = again and sum(one.count for one in downs) < FEWEST_TIMES
        severity: Severity = "low" if seldom else "medium" if again else "high"
        yield log_finding("tunnel-down", severity, device, message, lines, times, about)


def duplicates_seen(logs: LogReader) -> Iterator[Seen]:
    """Find addresses that a device says somebody else has, too, and those that a server of DHCP found in use."""
    for (device, subject), several in _by_subject(logs.by_message(logs.words.duplicates)).items():
        yield _duplicate(device, subject, several, "high", "A device", "saw its address {} in use elsewhere")
    conflicts: dict[str, list[Seen]] = defaultdict(list)
    for (device, subject), several in _by_subject(logs.by_message(logs.words.conflicts)).items():
        severity: Severity = "low" if sum(one.count for one in _fullest_form(several)) == 1 else "medium"
        seen = _duplicate(device, subject, several, severity, "A server of DHCP", _IN_USE)
        conflicts[device].append(seen)
    for device, found in conflicts.items():
        if len(found) > MOST_ALONE:
            yield _many_conflicts(device, found)
        else:
            yield from found


_IN_USE = "takes the address {}, which it would have given out, for one in use:"


def _duplicate(
    device: str, subject: str, several: Sequence[RecordCount], severity: Severity, who: str, says: str
) -> Seen:
    first, last = first_and_last(several)
    message = (
        f"{device or who} {says.format(subject)} {say_times(_fullest_form(several))}, "
        f"first at {shown_time(first.first)}."
    )
    lines, times = (first.first_line, last.last_line), (first.first, last.last)
    about: list[tuple[SubjectKind, str]] = [("address", subject)]
    return log_finding("duplicate-address-seen", severity, device, message, lines, times, about)


def _many_conflicts(device: str, found: Sequence[Seen]) -> Seen:
    """Tell many addresses of one server together: hosts with addresses of their own in its pool are one cause."""
    names = [one.about[0].name for one in found]
    since, until = min(one.since for one in found), max(one.until for one in found)
    message = (
        f"{device or 'A server of DHCP'} takes {len(found)} addresses, which it would have given out, for ones in "
        f"use, {say_between(since, until)}: {name_some(names[:MOST_NAMED], len(names))}."
    )
    lines = [one.lines[0] for one in found[:MOST_NAMED]]
    about: list[tuple[SubjectKind, str]] = [("address", name) for name in names]
    kind = "duplicate-address-seen"
    return log_finding(kind, "medium", device, message, lines, (since, until), about)


def error_bursts(logs: LogReader) -> Iterator[Seen]:
    """Find hours in which a device had many times more errors than it has on average."""
    for one in logs.errors():
        most = max(count for count, _, _ in one.counts.values())
        usual = (one.total - most) / max(1, one.span - 1)
        for hour, (count, first, last) in sorted(one.counts.items()):
            if one.span >= SILENT_HOURS and count >= max(BURST_ERRORS, BURST_TIMES * usual):
                message = (
                    f"{one.device or 'The log'} logged {count:,} errors in the hour from {shown_time(hour)}, "
                    f"where {usual:.1f} are usual."
                )
                yield log_finding("error-burst", "medium", one.device, message, (first, last), (hour, hour))


def silent_devices(logs: LogReader) -> Iterator[Seen]:
    """Find devices that stopped logging, long before the log ends and for longer than ever before."""
    for one in logs.fallen_silent():
        heard = sorted(one.counts)
        gaps = [hours_between(before, after) for before, after in pairwise(heard)]
        silence = hours_between(heard[-1], logs.ends[one.document][:13])
        if one.total < FEWEST_RECORDS or not gaps:
            continue
        if not max(SILENT_HOURS, SILENT_TIMES * max(gaps)) <= silence <= MOST_SILENT_HOURS:
            continue
        message = (
            f"{one.device} has logged nothing for the last {silence} hours of the log; "
            f"before that it was never silent for more than {max(gaps)} hours."
        )
        lines = (one.counts[heard[-1]][2],)
        yield log_finding("silent-device", "medium", one.device, message, lines, (heard[-1], ""))


def _by_subject(counts: Iterable[RecordCount]) -> dict[tuple[str, str], list[RecordCount]]:
    found: dict[tuple[str, str], list[RecordCount]] = defaultdict(list)
    for one in counts:
        if one.subject:
            found[one.device, one.subject].append(one)
    return found


def _fullest_form(counts: Sequence[RecordCount]) -> list[RecordCount]:
    """Of records in several forms about the same events keep those of the form that tells most."""
    forms: dict[str, list[RecordCount]] = defaultdict(list)
    for one in counts:
        forms[one.form].append(one)
    return max(forms.values(), key=lambda several: sum(one.count for one in several), default=[])


def first_and_last(counts: Iterable[RecordCount]) -> tuple[RecordCount, RecordCount]:
    """Return which began first, and which ended last."""
    kept = list(counts)
    return min(kept, key=lambda one: one.first), max(kept, key=lambda one: one.last)


def _on(device: str) -> str:
    return f"On {device}, " if device else "In a log, "


def say_times(counts: Iterable[RecordCount]) -> str:
    """Say how many records there are: once, twice, 1,024 times."""
    count = sum(one.count for one in counts)
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def say_between(first: str, last: str) -> str:
    """Say when something was, from its first and last time."""
    one, other = shown_time(first), shown_time(last)
    return f"at {one}" if one == other else f"between {one} and {other}"
