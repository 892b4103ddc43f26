"""The table of all checks, and the one function that runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TypeVar

from findings import (
    addresses,
    agreement,
    captured_interfaces,
    captured_neighbors,
    complaints,
    consistency,
    dhcp,
    gateways,
    hardening,
    identities,
    idle_entries,
    links,
    logs,
    members,
    next_hops,
    own_traffic,
    partners,
    placed_addresses,
    policies,
    ports,
    preferences,
    pseudowires,
    references,
    route_policies,
    served,
    sessions,
    shut_ends,
    time_ranges,
    tunnels,
    vpns,
    vrf_targets,
)
from findings.facts import Network, plain_name, read_network
from findings.filters.first_match import open_policies, shadowed_entries
from findings.held_by_logs import drop_refuted_by_logs
from findings.incidents import Incident
from findings.join_incidents import join_incidents
from findings.kept import read_lines
from findings.log_clocks import with_zone
from findings.log_records import LogReader
from findings.logs import Seen, with_written_times
from findings.records import Finding, by_severity
from findings.rule_file import Rule
from findings.rules import judge_rule
from findings.set_aside import with_doubt
from findings.states import States, read_states
from graph_store.errors import GraphServerError
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from graph_store.unfinished import say_unfinished

Found = TypeVar("Found", Finding, Seen)


@dataclass(frozen=True, slots=True)
class Check:
    """A check of configurations: the kind of finding that it returns, and what that says."""

    kind: str
    summary: str
    run: Callable[[Network], Iterable[Finding]]
    skipped_on_reported_lines: int = 0
    """Compares so many first lines, one a device: a finding goes where another check's finding cites one of them."""


@dataclass(frozen=True, slots=True)
class StateCheck:
    """A check of what captures say against configurations."""

    kind: str
    summary: str
    run: Callable[[Network, States], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class LogCheck:
    """A check of logs."""

    kind: str
    summary: str
    run: Callable[[LogReader], Iterable[Seen]]


def _check(
    kind: str,
    summary: str,
    *runs: Callable[[Network], Iterable[Finding]],
    skipped_on_reported_lines: int = 0,
    of_absence: bool = False,
) -> Check:
    """Return a check that runs several, and what `judged_settings` say of its kind.

    One `of_absence` finds what is not there: low where the file may only be cut off before it.
    """
    several = (*runs, hardening.judged(kind))

    def run_all(network: Network) -> list[Finding]:
        found = [one for run in several for one in run(network)]
        return [with_doubt(network, one) for one in found] if of_absence else found

    return Check(kind, summary, run_all, skipped_on_reported_lines)


CHECKS = (
    _check("undefined-reference", "a name is used and defined nowhere on the device", references.undefined),
    _check("unused-definition", "a name is defined and used nowhere on the device", references.unused),
    _check("duplicate-address", "two interfaces own the same address in one VRF", addresses.duplicates),
    _check(
        "overlapping-subnet", "two interfaces of a device are in subnets that overlap", addresses.overlaps
    ),
    _check("duplicate-id", "a number that must be unique stands twice", identities.duplicates),
    _check("link-mtu", "the ends of a link have different MTUs", links.link_mtu),
    _check("link-mask", "two interfaces in one subnet have different masks", links.link_mask),
    _check(
        "link-vlan",
        "the ends of a link use or allow different VLANs",
        links.link_vlan,
        links.tags_not_allowed,
    ),
    _check("member-port", "a port does not fit the bundle or bridge that it is in", members.member_ports),
    _check("link-duplex", "the ends of a link have different duplex settings", links.link_duplex),
    _check(
        "link-area",
        "the ends of a link are in different OSPF areas",
        links.link_area,
        links.without_backbone,
    ),
    _check("link-ospf", "the ends of a link have different OSPF settings", agreement.link_ospf),
    _check("link-isis", "the ends of a link have different IS-IS settings", agreement.link_isis),
    _check(
        "link-protocol",
        "only one end of a link runs a protocol, or waits for neighbors",
        agreement.link_protocol,
        agreement.unlike_siblings,
        agreement.never_active,
        of_absence=True,
    ),
    _check("edge-port", "an edge port of spanning tree leads to a switch", agreement.edge_ports),
    _check("link-lacp", "the ends of a bundle cannot agree on LACP", agreement.link_lacp),
    _check(
        "virtual-gateway",
        "routers of a subnet differ in a virtual address or its group",
        gateways.virtual_gateways,
    ),
    _check(
        "bgp-wrong-as",
        "a neighbor's AS is not that of the device that owns its address",
        sessions.wrong_as,
        sessions.foreign_prepends,
    ),
    _check(
        "bgp-one-sided", "only one end of a BGP session is configured", sessions.one_sided, of_absence=True
    ),
    _check(
        "bgp-session",
        "the ends of a BGP session do not fit",
        sessions.unequal_sessions,
        sessions.unknown_next_hops,
        sessions.unsent_communities,
        sessions.unreflected,
    ),
    _check(
        "shadowed-entry",
        "an entry of a filter can never match",
        shadowed_entries,
        idle_entries.late_translations,
        route_policies.unmatched_prefixes,
    ),
    _check(
        "unannounced-network",
        "a network is given to BGP, and no policy lets it pass to a neighbor",
        route_policies.unannounced,
        route_policies.inexact_networks,
    ),
    _check(
        "route-leak",
        "routes pass that should not",
        route_policies.leaked_routes,
        route_policies.unrestricted,
        route_policies.exact_denials,
    ),
    _check(
        "unmatched-entry",
        "an entry of a policy asks for addresses that are not behind its interface",
        policies.unmatched_entries,
        idle_entries.masks_as_wildcards,
        idle_entries.swapped_filters,
        idle_entries.filters_of_others,
        idle_entries.classes_of_others,
        idle_entries.ports_before_nat,
        idle_entries.rules_of_carriers,
        policies.translated_before,
    ),
    _check(
        "missing-nat",
        "an entry lets private addresses out as they are",
        policies.missing_nat,
        policies.nat_elsewhere,
        policies.not_translated,
    ),
    _check(
        "any-to-any",
        "an entry of a firewall's policy permits everything",
        open_policies,
        policies.open_guests,
    ),
    _check(
        "next-hop-unreachable",
        "a static route's next hop is in no subnet of the device",
        next_hops.unreachable,
        next_hops.unresolved,
        next_hops.into_themselves,
        next_hops.without_return,
    ),
    _check(
        "backup-preferred",
        "what is called a backup is taken first",
        preferences.preferred_backups,
        preferences.preferred_blackholes,
    ),
    _check(
        "misplaced-address",
        "an address is not where it must be",
        placed_addresses.misplaced,
        placed_addresses.stated_networks,
        served.relays_past_servers,
        served.relays_to_nowhere,
        served.sources_elsewhere,
        served.given_to_others,
    ),
    _check(
        "tunnel-ends",
        "a tunnel leads to another place than its other end",
        tunnels.tunnel_ends,
        tunnels.flood_lists,
    ),
    _check("vpn-ends", "the ends of a VPN offer nothing in common", vpns.vpn_ends),
    _check(
        "pseudowire-ends",
        "a pseudowire has no other end, or one with another id",
        pseudowires.pseudowire_ends,
    ),
    _check(
        "vrf-targets",
        "a VRF imports no route target that another device exports",
        vrf_targets.unmatched,
        vrf_targets.foreign,
    ),
    _check("dhcp-outside", "a DHCP pool's gateway or range is outside of its subnet", dhcp.outside),
    _check("dhcp-overlap", "two DHCP ranges of a device overlap", dhcp.overlapping),
    _check(
        "contradictory-time",
        "a time range ends before it starts",
        time_ranges.contradictory_times,
        time_ranges.gaps_between_keys,
    ),
    _check("ended-time", "a time range that is used has ended", time_ranges.ended_times),
    _check("not-like-others", "a device lacks a server that most others have", consistency.lacking_servers),
    _check(
        "feature-missing",
        "nothing is set on a device that is set on most others like it",
        consistency.lacking_features,
    ),
    _check(
        "partner-differs",
        "two devices that stand in for each other are configured otherwise",
        partners.differing_partners,
        skipped_on_reported_lines=1,
        of_absence=True,
    ),
    _check(
        "stp-region",
        "devices that are joined differ in their region of MST",
        partial(partners.differing_neighbors, kind="stp-region"),
    ),
    _check(
        "neighbor-differs",
        "devices that are joined differ in a key, or in what a domain has once",
        partial(partners.differing_neighbors, kind="neighbor-differs"),
        partners.unmirrored_ends,
        served.refused_askers,
        served.one_sided_passwords,
        skipped_on_reported_lines=2,
    ),
    _check("clear-text-password", "a password stands in clear text", hardening.clear_text),
    _check(
        "weak-password", "a password or key is in an encoding that can be turned back", hardening.reversible
    ),
    _check("default-community", "an SNMP community is one that everyone tries first", hardening.communities),
    _check("write-community", "an SNMP community may write"),
    _check("telnet-server", "a device can be managed by telnet"),
    _check("http-server", "a device can be managed by http without TLS"),
    _check(
        "weak-algorithm",
        "a device relies on DES, MD5, small groups, SSH 1 or old TLS",
    ),
    _check("rate-order", "a rate that is guaranteed is above the highest one", hardening.shared_out),
    _check(
        "contradictory-name",
        "a name says another address, port or device than it stands for",
        served.borrowed_names,
    ),
    _check(
        "unlike-siblings",
        "one of several alike things lacks what the others have",
        hardening.unlike_siblings,
        served.lacking_relays,
    ),
    _check("timer-order", "a neighbor is given up before it speaks again"),
    _check("ftp-server", "a device offers its files by ftp"),
    _check(
        "outside-management",
        "a device can be managed on an interface to the outside",
        hardening.outside_management,
    ),
    _check("vty-without-filter", "any address may reach a device's vty lines", hardening.open_vty),
    _check(
        "own-traffic",
        "a filter drops what the device itself, or who it lets connect, needs",
        own_traffic.blocked_sessions,
        own_traffic.dropped_replies,
        own_traffic.dropped_forwards,
        served.filtered_servers,
    ),
    _check(
        "open-access",
        "a device lets in whom it should not, or answers everybody",
        own_traffic.open_services,
    ),
    _check(
        "missing-part",
        "what is set needs another part, which is missing or switched off",
        dhcp.refused_clients,
        dhcp.servers_without_networks,
        dhcp.without_gateways,
        dhcp.untrusted_servers,
        route_policies.closed_policies,
        route_policies.closed_lists,
        route_policies.shut_policies,
        idle_entries.closed_filters,
        ports.watched_ports,
        policies.lists_without_exits,
        of_absence=True,
    ),
    _check(
        "described-but-down",
        "an interface is shut down, and its description or the other end of its link says that it is for something",
        shut_ends.one_end_down,
        shut_ends.others_down,
    ),
    _check(
        "undefined-vlan",
        "a port is in a VLAN that the device does not define, or nobody else is in it",
        ports.undefined_vlans,
        ports.lonely_vlans,
    ),
)
STATE_CHECKS = (
    StateCheck(
        "configured-but-down",
        "an interface is configured to be up, and a capture shows it down",
        captured_interfaces.configured_but_down,
    ),
    StateCheck(
        "neighbor-not-up",
        "a neighbor is configured, and a capture shows it not established or not at all",
        captured_neighbors.neighbor_not_up,
    ),
    StateCheck(
        "captured-mtu",
        "a capture shows another MTU than is configured, or the other end has",
        captured_interfaces.captured_mtu,
    ),
    StateCheck(
        "captured-duplex",
        "a capture shows another duplex than is configured, or the other end has",
        captured_interfaces.captured_duplex,
    ),
    StateCheck(
        "other-neighbor",
        "LLDP or CDP sees another device or port than the description names",
        captured_neighbors.other_neighbor,
    ),
    StateCheck(
        "growing-errors",
        "an interface has more errors in a later capture than in an earlier one",
        captured_interfaces.growing_errors,
    ),
    StateCheck(
        "failed-part",
        "a capture shows that a power supply or fan has failed",
        captured_interfaces.failed_parts,
    ),
)
LOG_CHECKS = (
    LogCheck("flapping", "a link or neighbor goes down again and again", logs.flapping),
    LogCheck("still-down", "a link or neighbor went down, and nothing says that it came up", logs.still_down),
    LogCheck("tunnel-down", "a tunnel went down", logs.tunnels_down),
    LogCheck("failed-logins", "one source fails to log in again and again", logs.failed_logins),
    LogCheck(
        "duplicate-address-seen", "a device logs that somebody else has its address", logs.duplicates_seen
    ),
    LogCheck("too-hot", "a device logs that it is too hot", complaints.too_hot),
    LogCheck("power-or-fan", "a device logs that a power supply or fan fails", complaints.failed_parts),
    LogCheck(
        "pool-full", "a device logs that a pool of addresses or a table is full", complaints.full_tables
    ),
    LogCheck("expiring", "a device logs that a certificate or licence expires", complaints.expiring),
    LogCheck("severe-message", "a device logs what is of severity 0 to 2", complaints.severe_messages),
    LogCheck("error-burst", "a device logs many times more errors than usual", logs.error_bursts),
    LogCheck("restart", "a device was restarted", complaints.restarts),
    LogCheck("silent-device", "a device has stopped logging", logs.silent_devices),
)
NOT_CHECKED = Check("not-checked", "a check, or a file for all checks, failed; the others ran", lambda _: ())
ALL_CHECKS = (*CHECKS, *STATE_CHECKS, *LOG_CHECKS, NOT_CHECKED)
KINDS = tuple(check.kind for check in ALL_CHECKS)
"""What `only` takes: the kinds of all findings."""


def run_checks(
    graph: ReadableGraph, only: Sequence[str] = (), rules: Sequence[Rule] = ()
) -> tuple[Finding, ...]:
    """Run all checks and the user's rules on a graph, or those of the kinds in `only`; the most severe come first.

    A rule's kind is its name. Raises ValueError when a kind is unknown, or a rule has the name of a check.
    """
    return _run(graph, only, rules)[0]


def find_incidents(
    graph: ReadableGraph, only: Sequence[str] = (), rules: Sequence[Rule] = (), *, by_ingest: bool = False
) -> tuple[Incident, ...]:
    """Run what `run_checks` runs, and join what shares a cause. Raises ValueError.

    That an ingest is running is a finding, but for the ingest itself.
    """
    found, network = _run(graph, only, rules, by_ingest)
    return join_incidents(found, network or read_network(graph))


def _run(
    graph: ReadableGraph, only: Sequence[str], rules: Sequence[Rule], by_ingest: bool = False
) -> tuple[tuple[Finding, ...], Network | None]:
    """Return the findings, and the configurations' facts where a check needed them."""
    names = [rule.name for rule in rules]
    if taken := sorted(set(names) & set(KINDS)):
        raise ValueError(f"a rule may not have the name of a check: {', '.join(taken)}")
    unknown = sorted(set(only) - {*KINDS, *names})
    if unknown:
        possible = ", ".join([*KINDS, *names])
        raise ValueError(f"unknown kind of finding: {', '.join(unknown)}; expected some of: {possible}")
    rules = [rule for rule in rules if not only or rule.name in only]
    checks = [check for check in CHECKS if not only or check.kind in only]
    of_logs = [check for check in LOG_CHECKS if not only or check.kind in only]
    of_states = [check for check in STATE_CHECKS if not only or check.kind in only]
    part = "" if by_ingest else say_unfinished(graph)
    network = read_network(graph) if checks or of_states or of_logs or rules else None
    reader = LogReader(graph) if of_logs or of_states else None
    facts = network or Network(())
    if reader:
        reader.shut_down = {(one.device, plain_name(one.name)) for one in facts.interfaces if one.is_down}
        reader.host_ports = {
            (one.device, plain_name(one.name)): bool(one.told.get("host_port")) for one in facts.interfaces
        }
        reader.spares = ports.spares(facts)
        reader.far_ends = links.far_ends(facts)
    found: list[Finding] = [_not_checked(line.path, reason, line) for line, reason in facts.unread]
    found += [_not_checked("what is not loaded yet", part)] if part else []
    seen = (
        [one for check in of_logs for one in run_alone(check.kind, partial(check.run, reader), found)]
        if reader
        else []
    )
    states = read_states(graph, reader) if of_states and reader else None
    lines = read_lines(graph, (line for one in seen for line in one.lines))
    stamps = reader.written({line for one in seen for line in one.lines}) if reader and seen else {}
    judged = [one for check in checks for one in run_alone(check.kind, partial(check.run, facts), found)]
    found += run_alone("entries in logs", partial(drop_refuted_by_logs, graph, judged), found) or judged
    if states:
        for check_of_state in of_states:
            run = partial(check_of_state.run, facts, states)
            found += run_alone(check_of_state.kind, run, found)
    for rule in rules:
        found += run_alone(rule.name, partial(judge_rule, rule, graph, facts), found)
    for one in seen:
        shown = tuple(lines[line] for line in one.lines if line in lines)
        one = with_written_times(with_zone(one, stamps), shown)
        times = {"since": one.since, "until": one.until}
        found.append(
            Finding(one.kind, one.severity, one.devices, one.message, shown, about=one.about, **times)
        )
    return tuple(sorted(_without_repeats(found), key=by_severity)), network


def _without_repeats(found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield each finding once; a difference that another finding explains is no second one."""
    yielding = {
        check.kind: check.skipped_on_reported_lines for check in CHECKS if check.skipped_on_reported_lines
    }
    told = {(one.devices[:1], line) for one in found if one.kind not in yielding for line in one.lines}
    first: dict[tuple[str, tuple[str, ...], str], Finding] = {}
    for one in found:
        first.setdefault((one.kind, one.devices, one.message), one)
    for one in first.values():
        lines = one.lines[: yielding.get(one.kind, 0)]
        is_one_sided = len(one.lines) == 1
        own = product(one.devices, lines) if is_one_sided else zip(one.devices, lines, strict=False)
        if not any(((device,), line) in told for device, line in own):
            yield one


def run_alone(kind: str, run: Callable[[], Iterable[Found]], failed: list[Finding]) -> list[Found]:
    """Return what a check finds; one that fails adds a finding to `failed`, and the others go on."""
    try:
        return list(run())
    except GraphServerError:
        raise
    except Exception as error:  # the border between checks
        failed.append(_not_checked(f"the check {kind}", f"{type(error).__name__}: {error}"))
        return []


def _not_checked(what: str, reason: str, *lines: SourceLine) -> Finding:
    return Finding(NOT_CHECKED.kind, "medium", (), f"{what} could not be checked: {reason[:200]}", lines)
