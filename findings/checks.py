"""The table of all checks, and the one function that runs them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_address

from findings.addresses import duplicate_addresses
from findings.consistency import lacking_features, lacking_servers
from findings.facts import DeviceFacts, Interface, Neighbor, Network, Owned, Told, own_as, read_network
from findings.links import link_area, link_duplex, link_mask, link_mtu, link_vlan
from findings.log_records import LogFacts, read_lines, read_logs
from findings.logs import (
    BURST_ERRORS,
    FAILED_LOGINS,
    FLAPS_IN_A_DAY,
    SILENT_HOURS,
    Seen,
    duplicates_seen,
    error_bursts,
    failed_logins,
    flapping,
    restarts,
    silent_devices,
    still_down,
    too_hot,
)
from findings.ports import described_but_down, undefined_vlans
from findings.records import Finding, Severity, by_severity
from findings.references import undefined_references, unused_definitions
from findings.shadowed import shadowed_entries
from graph_store.graph import ReadableGraph
from language_model.redact import Redactor

# BGP sessions whose ends do not agree: another AS than the owner of the address has, or only one end.


def wrong_as(network: Network) -> Iterator[Finding]:
    """Find neighbors of which another AS is expected than the device has that owns the address."""
    for neighbor, owner, device in _met(network):
        own = own_as(device.told, owner.vrf)
        ours = _facing(network, neighbor, device)
        if not neighbor.remote or not own or _number(neighbor.remote) == _number(own):
            continue
        if device.all("bgp_confederation") or any(one.local_as for one in ours):
            continue
        where = [one.line for one in device.all("bgp_as") if one.fields.get("as") == own][:1]
        message = (
            f"{neighbor.device} expects AS {neighbor.remote} of its BGP neighbor {neighbor.peer}, "
            f"but {device.device}, which has that address on {owner.name}, is AS {own}."
        )
        lines = (*neighbor.lines, *where)
        yield Finding("bgp-wrong-as", "high", (neighbor.device, device.device), message, lines)


def one_sided_sessions(network: Network) -> Iterator[Finding]:
    """Find neighbors whose device has no neighbor on the other side, or no BGP at all."""
    for neighbor, owner, device in _met(network):
        own = own_as(device.told, owner.vrf)
        runs_none = not own and "bgp" not in device.places
        if device.all("bgp_listens") or not (own or runs_none) or _facing(network, neighbor, device):
            continue
        if own and neighbor.remote and _number(neighbor.remote) != _number(own):
            continue  # which is told as a wrong AS
        message = (
            f"{neighbor.device} has the BGP neighbor {neighbor.peer}, which is {device.device} {owner.name}; "
            f"{device.device} {'runs no BGP' if runs_none else f'has no neighbor on {neighbor.device}'}."
        )
        address = [one.line for one in owner.addresses if str(one.owned.ip) == neighbor.peer]
        lines = (*neighbor.lines, *address)
        yield Finding("bgp-one-sided", "medium", (neighbor.device, device.device), message, lines)


def _met(network: Network) -> Iterator[tuple[Neighbor, Interface, DeviceFacts]]:
    """Yield each neighbor with the interface that owns its address, where only one on another device does."""
    devices: dict[str, list[DeviceFacts]] = defaultdict(list)
    for device in network.devices:
        devices[device.device].append(device)
    for neighbor in (one for device in network.devices for one in device.neighbors):
        everyone = network.owners.get(neighbor.peer.lower(), ())
        owners = [one for one in everyone if one.device != neighbor.device]
        ours = [one for one in everyone if one.device == neighbor.device and one.vrf == neighbor.vrf]
        if len(owners) != 1 or ours or neighbor.shut_down:
            continue
        theirs = devices[owners[0].device]
        if len(theirs) == 1 and not owners[0].is_down:
            yield neighbor, owners[0], theirs[0]


def _facing(network: Network, neighbor: Neighbor, device: DeviceFacts) -> list[Neighbor]:
    """Return the device's neighbors that are, or may be, addresses of the device that has this neighbor."""
    owned = [address.owned for one in network.by_device[neighbor.device] for address in one.addresses]
    return [
        one
        for one in device.neighbors
        if any(str(each.ip) == one.peer.lower() for each in owned)
        or (_number(one.remote) == _number(neighbor.own) and _is_virtual(one.peer, owned, network))
    ]


def _is_virtual(peer: str, owned: Sequence[Owned], network: Network) -> bool:
    """Tell whether nobody owns an address, but it is in one of the subnets."""
    try:
        ip = ip_address(peer)
    except ValueError:
        return True
    return peer.lower() not in network.owners and any(ip in each.network for each in owned)


def _number(text: str) -> int:
    """Return an AS as a number, of 64500 and of 1.10 alike; -1 of what is none."""
    high, _, low = text.partition(".")
    if not high.isdigit():
        return -1
    return int(high) * 65536 + int(low) if low.isdigit() else int(high)


# How a device is protected: passwords that can be read, default communities, telnet, http, open vty lines.


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
    told: Sequence[Told],
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


NetworkCheck = Callable[[Network], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Check:
    """A check of configurations: the kind of finding that it returns, and what that says."""

    kind: str
    summary: str
    run: NetworkCheck


@dataclass(frozen=True, slots=True)
class LogCheck:
    """A check of logs."""

    kind: str
    summary: str
    run: Callable[[LogFacts], Iterable[Seen]]


CHECKS = (
    Check("undefined-reference", "a name is used and defined nowhere on the device", undefined_references),
    Check("unused-definition", "a name is defined and used nowhere on the device", unused_definitions),
    Check("duplicate-address", "two interfaces own the same address in one VRF", duplicate_addresses),
    Check("link-mtu", "the ends of a link have different MTUs", link_mtu),
    Check("link-mask", "two interfaces in one subnet have different masks", link_mask),
    Check("link-vlan", "the ends of a link use or allow different VLANs", link_vlan),
    Check("link-duplex", "the ends of a link have different duplex settings", link_duplex),
    Check("link-area", "the ends of a link are in different OSPF areas", link_area),
    Check("bgp-wrong-as", "a neighbor's AS is not that of the device that owns its address", wrong_as),
    Check("bgp-one-sided", "only one end of a BGP session is configured", one_sided_sessions),
    Check("shadowed-entry", "an entry of a filter can never match", shadowed_entries),
    Check("not-like-others", "a device lacks a server that most others have", lacking_servers),
    Check(
        "feature-missing", "nothing is set on a device that is set on most others like it", lacking_features
    ),
    Check("clear-text-password", "a password stands in clear text", clear_text_passwords),
    Check(
        "weak-password", "a password or key is in an encoding that can be turned back", reversible_passwords
    ),
    Check("default-community", "an SNMP community is one that everyone tries first", default_communities),
    Check("telnet-server", "a device can be managed by telnet", telnet_servers),
    Check("http-server", "a device can be managed by http without TLS", http_servers),
    Check("vty-without-filter", "any address may reach a device's vty lines", open_vty_lines),
    Check("described-but-down", "an interface has a description and is shut down", described_but_down),
    Check("undefined-vlan", "a port is in a VLAN that the device does not define", undefined_vlans),
)
LOG_CHECKS = (
    LogCheck("flapping", "a link or neighbor goes down again and again", flapping),
    LogCheck("still-down", "a link or neighbor went down, and nothing says that it came up", still_down),
    LogCheck("failed-logins", "one source fails to log in again and again", failed_logins),
    LogCheck("duplicate-address-seen", "a device logs that somebody else has its address", duplicates_seen),
    LogCheck("too-hot", "a device logs that it is too hot", too_hot),
    LogCheck("error-burst", "a device logs many times more errors than usual", error_bursts),
    LogCheck("restart", "a device was restarted", restarts),
    LogCheck("silent-device", "a device has stopped logging", silent_devices),
)
KINDS = tuple(check.kind for check in (*CHECKS, *LOG_CHECKS))
"""What `only` takes: the kinds of all findings."""


def run_checks(graph: ReadableGraph, only: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Run all checks on a graph, or those of the kinds in `only`; the most severe findings come first.

    Raises ValueError when a kind is unknown.
    """
    unknown = sorted(set(only) - set(KINDS))
    if unknown:
        raise ValueError(
            f"unknown kind of finding: {', '.join(unknown)}; expected some of: {', '.join(KINDS)}"
        )
    chosen = [check for check in CHECKS if not only or check.kind in only]
    chosen_of_logs = [check for check in LOG_CHECKS if not only or check.kind in only]
    found = [*_run(chosen, graph), *_run_on_logs(chosen_of_logs, graph)]
    return tuple(sorted(dict.fromkeys(map(_without_secrets, found)), key=by_severity))


def _without_secrets(finding: Finding) -> Finding:
    """Mask what a message quotes: it is kept, and goes into reports for others."""
    message = Redactor().lines([finding.message])[0]
    return finding if message == finding.message else replace(finding, message=message)


def _run(checks: Sequence[Check], graph: ReadableGraph) -> Iterator[Finding]:
    network = read_network(graph) if checks else Network(())
    for check in checks:
        yield from check.run(network)


def _run_on_logs(checks: Sequence[LogCheck], graph: ReadableGraph) -> Iterator[Finding]:
    facts = LogFacts()
    if checks:
        facts = read_logs(
            graph,
            flaps=FLAPS_IN_A_DAY,
            failures=FAILED_LOGINS,
            errors=BURST_ERRORS,
            silent_hours=SILENT_HOURS,
        )
    seen = [one for check in checks for one in check.run(facts)]
    lines = read_lines(graph, {place for one in seen for place in one.places})
    for one in seen:
        shown = tuple(lines[place] for place in one.places if place in lines)
        yield Finding(one.kind, one.severity, one.devices, one.message, shown)
