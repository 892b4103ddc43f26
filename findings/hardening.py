"""Checks device hardening: readable passwords, default communities, telnet, HTTP, open vty lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from findings.facts import DeviceFacts, LineFact, Network
from findings.records import Finding, Severity

DEFAULT_COMMUNITIES = frozenset({"public", "private"})
_REMOVED = frozenset("<*#x.")
MOST_LINES = 10


def clear_text_passwords(network: Network) -> Iterator[Finding]:
    """Find passwords that stand as they are in the configuration."""
    for device in network.devices:
        told = [one for one in device.all("clear_text") if not _is_removed(one.value)]
        yield from _finding(device, told, "clear-text-password", "high", "keeps {} in clear text", "password")


def reversible_passwords(network: Network) -> Iterator[Finding]:
    """Find passwords and keys in an encoding that anyone can turn back."""
    for device in network.devices:
        told = [one for one in device.all("reversible") if not _is_removed(one.value)]
        says = "keeps {} in type 7, which anyone can turn back"
        yield from _finding(
            device, told, "weak-password", "low", says, "password or key", "passwords or keys"
        )


def default_communities(network: Network) -> Iterator[Finding]:
    """Find SNMP communities that everyone tries first."""
    for device in network.devices:
        on = device.all("community_if_on") if device.all("snmp_on") else ()
        told = [one for one in (*device.all("community"), *on) if one.value.lower() in DEFAULT_COMMUNITIES]
        named = " and ".join(sorted({one.value for one in told}))
        yield from _finding(
            device, told, "default-community", "high", f"answers to the SNMP community {named}"
        )


def telnet_servers(network: Network) -> Iterator[Finding]:
    """Find devices that can be managed by telnet."""
    for device in network.devices:
        yield from _finding(
            device, device.all("telnet"), "telnet-server", "medium", "can be managed by telnet"
        )


def http_servers(network: Network) -> Iterator[Finding]:
    """Find devices that can be managed by http without TLS."""
    for device in network.devices:
        says = "can be managed by http without TLS"
        told = [*device.all("http"), *(device.all("http_api") if device.all("http_api_on") else ())]
        yield from _finding(device, told, "http-server", "medium", says)


def open_vty_lines(network: Network) -> Iterator[Finding]:
    """Find vty lines that any address may reach."""
    for device in network.devices:
        filtered = {one.value for one in device.all("vty_filter")}
        told = [one for one in device.all("vty") if one.value not in filtered]
        says = "lets every address reach its vty lines: no access class is set on {}"
        yield from _finding(
            device, told, "vty-without-filter", "medium", says, "range of lines", "ranges of lines"
        )


def _is_removed(value: str) -> bool:
    """Tell whether a value was taken out of the file by whoever collected it."""
    return not value or set(value.lower()) <= _REMOVED or value.startswith("<") or "removed" in value.lower()


def _finding(
    device: DeviceFacts,
    told: Sequence[LineFact],
    kind: str,
    severity: Severity,
    says: str,
    one: str = "",
    several: str = "",
) -> Iterator[Finding]:
    by_line = {each.line: each for each in told}
    if by_line:
        count = f"{len(by_line)} {one if len(by_line) == 1 else several or one + 's'}"
        message = f"{device.device} {says.format(count)}."
        yield Finding(kind, severity, (device.device,), message, tuple(by_line)[:MOST_LINES])
