"""Findings that share a cause, as incidents. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from findings.records import SEVERITIES, Finding, Severity, by_severity
from graph_store.records import SourceLine
from reading import written_zones


@dataclass(frozen=True, slots=True)
class Incident:
    """Findings of one cause; `where` names the link, port, address or devices, else the files.

    The most severe findings come first; of equal ones those of configurations, then those that began first.

    `touches` are the interfaces at the ends, each with its description.
    """

    where: str
    findings: tuple[Finding, ...]
    touches: tuple[str, ...] = ()

    @property
    def severity(self) -> Severity:
        """Return that of the most severe finding."""
        return self.findings[0].severity

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of its findings, each once."""
        return tuple(dict.fromkeys(one.kind for one in self.findings))

    @property
    def devices(self) -> tuple[str, ...]:
        """Return the devices of its findings, each once."""
        return tuple(dict.fromkeys(name for one in self.findings for name in one.devices))

    @property
    def lines(self) -> tuple[SourceLine, ...]:
        """Return the lines of its findings, each once."""
        return tuple(dict.fromkeys(line for one in self.findings for line in one.lines))

    @property
    def since(self) -> str:
        """Return when its first record was; blank where only configurations tell of it."""
        return min((one.since for one in self.findings if one.since), default="")

    @property
    def until(self) -> str:
        """Return when its last record was; blank while it goes on, and where only configurations tell of it."""
        timed = [one for one in self.findings if one.since]
        return max((one.until for one in timed), default="") if all(one.until for one in timed) else ""

    @property
    def with_it(self) -> str:
        """Count the findings behind the first by kind: "3 flapping, 1 restart"; blank where it is alone."""
        counts = Counter(one.kind for one in self.findings[1:])
        return ", ".join(f"{count} {kind}" for kind, count in counts.items())

    @property
    def when(self) -> str:
        """Say when its records were: "since 2025-11-03 15:02:46", "2025-11-05 02:17:05 to 2025-11-05 05:12:13"."""
        since, until = (shown_time(text) for text in (self.since, self.until))
        if not until:
            return f"since {since}" if since else ""
        return since if since == until else f"{since} to {until}"


def shown_time(timestamp: str) -> str:
    """Show a time as people write it, to the second: 2025-11-05 02:17:05."""
    text = timestamp.replace("T", " ")[:19]
    return f"{text}:00" if len(text) == 13 else text


def files_without_zone(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return the files of which the lines of findings show times without a zone."""
    return written_zones.files_without_zone(
        (line.path, line.text, time)
        for one in findings
        for line in one.lines
        for time in (one.since, one.until)
    )


def all_findings(incidents: Iterable[Incident]) -> tuple[Finding, ...]:
    """Return the findings of incidents, the most severe first."""
    return tuple(sorted((finding for one in incidents for finding in one.findings), key=by_severity))


def narrow(incidents: Sequence[Incident], findings: Collection[Finding]) -> tuple[Incident, ...]:
    """Keep only these findings, and the incidents that have some of them."""
    left = ((one, tuple(each for each in one.findings if each in findings)) for one in incidents)
    return rank(replace(one, findings=some) for one, some in left if some)


def by_reach(incident: Incident) -> tuple[int, int, int, str, tuple[str, ...]]:
    """Sort the most severe first, then those that touch most devices and have most findings."""
    reach = -len(incident.devices), -len(incident.findings)
    first = incident.findings[0]
    return SEVERITIES.index(incident.severity), *reach, first.kind, first.devices


def rank(incidents: Iterable[Incident]) -> tuple[Incident, ...]:
    """Put incidents and their findings in order."""
    ordered = (replace(one, findings=tuple(sorted(one.findings, key=_by_cause))) for one in incidents)
    return tuple(sorted(ordered, key=by_reach))


def _by_cause(finding: Finding) -> tuple[int, str, tuple[object, ...]]:
    return SEVERITIES.index(finding.severity), finding.since, by_severity(finding)
