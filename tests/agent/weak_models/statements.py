"""The right statement for each of some forty questions about the sample network: what a good model would write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evaluation.records import Gold, read_questions

QUESTIONS = Path(__file__).resolve().parents[3] / "examples" / "questions.jsonl"
LIST_DC = "(e:ListDc {device: 'leaf1'})"
FAILED = "(e:Event) WHERE e.message STARTS WITH 'Failed password' AND e.from_address = '10.10.10.66'"
CHANGED = "(e:Event) WHERE e.message STARTS WITH 'Configured from console'"
SHUT = "(i.shutdown = true OR i.disable = true)"

STATEMENTS: Mapping[str, str] = {
    "sn-01": "MATCH (i:Interface {device: 'core1', key: 'TenGigabitEthernet1/0/3'}) "
    "RETURN i.device AS device, i.key AS interface, i.ip_address AS address",
    "sn-02": "MATCH (i:Interface {ip_address: '10.254.2.9'}) "
    "RETURN i.device AS device, i.key AS interface, i.ip_address AS address",
    "sn-03": "MATCH (b:BgpProcess {device: 'branch-elm'}) RETURN b.device AS device, b.key AS as_number",
    "sn-04": "MATCH (s:Entity {device: 'branch-fir'}) WHERE s.type IN ['SystemSyslogHost', 'SyslogHost'] "
    "RETURN s.device AS device, s.key AS server",
    "sn-05": "MATCH (c:Configuration {device: 'leaf2'}) "
    "RETURN c.device AS device, c.snmp_server_location AS location",
    "sn-06": "MATCH (r:RoutePolicy {device: 'core1', key: 'LEAF-IMPORT'})-[:HAS*0..2]->(c:RoutePolicyClause) "
    "WHERE c.set_local_preference IS NOT NULL RETURN c.device AS device, r.key AS route_map, "
    "c.set_local_preference AS local_preference",
    "sn-07": "MATCH (n:BgpNeighbor {device: 'edge1', key: '203.0.113.1'})<-[:HAS*0..3]-(g:Entity) "
    "WHERE n.peer_as IS NOT NULL OR g.peer_as IS NOT NULL "
    "RETURN n.device AS device, n.key AS neighbor, coalesce(n.peer_as, g.peer_as) AS peer_as",
    "sn-08": "MATCH (v:Vlan {device: 'dist1', key: '30'}) "
    "RETURN v.device AS device, v.key AS vlan, v.name AS name",
    "sn-10": "MATCH (i:Interface {device: 'branch-ash'}) RETURN i.device AS device, i.key AS interface",
    "sn-11": "MATCH (v:Vlan {device: 'leaf1'}) RETURN DISTINCT v.key AS vlan",
    "sn-12": "MATCH (n:BgpNeighborAddressFamily {route_reflector_client: true}) RETURN DISTINCT n.device AS device",
    "sn-14": "MATCH (n:NtpServer {device: 'core1'}) RETURN n.device AS device, n.key AS server",
    "sn-15": "MATCH (c:Configuration) RETURN count(DISTINCT c.device) AS devices",
    "sn-16": f"MATCH (i:Interface {{device: 'leaf1'}}) WHERE {SHUT} RETURN count(i) AS count",
    "sn-17": f"MATCH (i:Interface) WHERE {SHUT} RETURN count(i) AS count",
    "sn-18": "MATCH (n:BgpNeighbor {device: 'core1'}) WHERE n.key =~ '[0-9.]+' RETURN count(n) AS count",
    "sn-19": "MATCH (i:Interface {ip_access_group: 'GUEST-IN'}) "
    "RETURN i.device AS device, i.key AS interface, i.ip_access_group AS access_list",
    "sn-21": "MATCH (e:InterfaceChangedStateToDown {device: 'branch-ash', interface: 'GigabitEthernet0/0/0'}) "
    "RETURN count(e) AS count",
    "sn-22": f"MATCH {LIST_DC} WHERE e.message CONTAINS 'DC-APP-IN' RETURN count(e) AS count",
    "sn-23": f"MATCH {FAILED} RETURN count(e) AS count",
    "sn-24": "MATCH (e:HostRequestIdConnection) WHERE e.target_address = '10.20.20.16' RETURN count(e) AS count",
    "sn-25": "MATCH (e:HostRequestIdMethod) WHERE e.status = 404 RETURN count(e) AS count",
    "sn-27": "MATCH (e:HostRequestIdMethod) RETURN e.path_value AS path, count(e) AS count "
    "ORDER BY count DESC LIMIT 1",
    "sn-28": "MATCH (e:Event {device: 'fw1'}) WHERE e.denied STARTS WITH '203.0.113.' "
    "RETURN e.denied AS address, count(e) AS count ORDER BY count DESC LIMIT 1",
    "sn-29": "MATCH (e:TempInletLocationR0 {device: 'branch-elm'}) RETURN max(e.reading) AS highest_reading",
    "sn-30": "MATCH (e:HostRequestIdMethod) RETURN max(e.latency_ms) AS latency_ms",
    "sn-31": f"MATCH {LIST_DC} RETURN e.device AS device, e.timestamp_text AS time, e.message AS message "
    "ORDER BY e.timestamp LIMIT 1",
    "sn-32": f"MATCH {CHANGED} AND e.device = 'core2' "
    "RETURN e.device AS device, e.timestamp_text AS time, e.message AS message",
    "sn-34": "MATCH (e:ReloadRequested {device: 'leaf2'}) "
    "RETURN e.device AS device, e.timestamp_text AS time, e.message AS message",
    "sn-35": "MATCH (e:HostJobFinished {job: 'refresh-tariffs'}) WHERE substring(e.timestamp, 0, 10) = '2025-11-05' "
    "RETURN e.job AS job, e.duration_ms AS duration_ms",
    "sn-36": "MATCH (n:Entity)-[r {inferred: 'reference'}]->(u:Undefined) WHERE 'RouteMap' IN u.expected "
    "RETURN n.device AS device, u.key AS route_map",
    "sn-44": "MATCH (i:Interface {device: 'branch-ash', key: 'GigabitEthernet0/0/0'}) "
    "RETURN i.device AS device, i.key AS interface, i.description AS description",
    "sn-45": "MATCH (e:DhcpackOn) WHERE e.on_address = '10.10.10.66' "
    "RETURN DISTINCT e.on_address AS address, e.desk AS host, e.to_mac AS mac",
    "sn-46": "MATCH (e:NtpSync) RETURN e.device AS device, e.timestamp_text AS time, e.message AS message",
    "sn-47": "MATCH (e:Configuration) WHERE e.router_eigrp IS NOT NULL RETURN e.device AS device",
    "sn-48": "MATCH (i:Interface {device: 'core1', key: 'Loopback1'}) "
    "RETURN i.device AS device, i.key AS interface, i.ip_address AS address",
    "sn-49": "MATCH (i:Interface {device: 'core3'}) RETURN i.device AS device, i.ip_address AS address",
    "sn-50": "MATCH (t:TerminalLine) WHERE t.transport_input = 'telnet' RETURN t.device AS device, t.key AS line",
    "sn-52": "MATCH (e:HostRequestIdMethod) WHERE e.status = 500 RETURN e.timestamp_text AS time, e.message AS message",
    "sn-56": "MATCH (v:Vlan {device: 'dist2', key: '70'}) RETURN v.key AS vlan, v.name AS name",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its gold answer, and the right statement."""

    gold: Gold
    statement: str


def asked_questions() -> tuple[Asked, ...]:
    """Return the questions in the order of their ids."""
    by_id = {gold.id: gold for gold in read_questions(QUESTIONS)}
    return tuple(Asked(by_id[name], statement) for name, statement in STATEMENTS.items())
