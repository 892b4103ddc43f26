"""What a log calls a device by its address or another name is joined with it where the configurations prove it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from ingest.load.forget_documents import forget_documents
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph, emptied

OSLO = """\
hostname oslo-r1
ip domain name nordic.example
interface Loopback0
 ip address 10.3.0.1 255.255.255.255
interface GigabitEthernet0/1
 description to the sea
 ip address 10.3.4.1 255.255.255.0
 standby 4 ip 10.3.4.254
interface GigabitEthernet0/2
 ip address 10.3.9.1 255.255.255.0
 shutdown
"""
BERGEN = """\
hostname bergen-r2
interface Loopback0
 ip address 10.3.0.2 255.255.255.255
interface GigabitEthernet0/1
 description to the fjord
 ip address 10.3.5.1 255.255.255.0
interface GigabitEthernet0/3
 vrf forwarding LAB
 ip address 192.0.2.77 255.255.255.0
"""
NARVIK = (
    BERGEN.replace("bergen-r2", "narvik-r3").replace("10.3.0.2", "10.3.0.3").replace("10.3.5.1", "10.3.6.1")
)
HOSTS = "# management\n10.3.0.1 oslo-r1-lo0 oslo-r1-lo0.nordic.example\n10.3.5.1 fjord-gw\n198.51.100.9 fjord-gw\n"


def log_of(*senders: str) -> str:
    """Write a log in which all senders take turns."""
    lines = (
        f"2026-11-03T09:{at // 60:02d}:{at % 60:02d}Z {senders[at % len(senders)]} link[7]: port Gi0/1 went "
        + ("up\n" if at % 2 else "down\n")
        for at in range(24 * len(senders))
    )
    return "".join(lines)


@pytest.fixture(scope="module")
def store() -> Iterator[BoltGraph]:
    with borrowed_graph() as opened:
        yield opened


@pytest.fixture
def graph(store: BoltGraph) -> BoltGraph:
    return emptied(store)


def load(graph: BoltGraph, folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text)
    ingest([folder / name for name in files], graph, folder.parent / "parsers")


def devices_of(graph: BoltGraph) -> dict[str, str]:
    """Return the device of the records of each name."""
    rows = graph.read("MATCH (e:Event) RETURN DISTINCT e.host, e.device", row_limit=100).rows
    assert len({host for host, _ in rows}) == len(rows)
    return {str(host): str(device) for host, device in rows}


def aliases_of(graph: BoltGraph) -> dict[str, tuple[str, ...]]:
    rows = graph.read("MATCH (v:Device) RETURN v.name, v.aliases", row_limit=100).rows
    return {str(name): tuple(map(str, aliases or ())) for name, aliases in rows}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "net"
    made.mkdir()
    return made


CASES = {
    "an address that one interface has": ("10.3.4.1", "oslo-r1"),
    "an address of a loopback": ("10.3.0.2", "bergen-r2"),
    "its name in capitals": ("OSLO-R1", "oslo-r1"),
    "its name with its domain": ("oslo-r1.nordic.example", "oslo-r1"),
    "a name that a file of hosts has for its address": ("oslo-r1-lo0", "oslo-r1"),
    "a virtual address": ("10.3.4.254", "10.3.4.254"),
    "an address of an interface that is shut down": ("10.3.9.1", "10.3.9.1"),
    "an address that two devices have": ("192.0.2.77", "192.0.2.77"),
    "an address that nothing has": ("10.3.77.7", "10.3.77.7"),
    "its name with another domain": ("oslo-r1.south.example", "oslo-r1.south.example"),
    "a name of an address of it and of another's": ("fjord-gw", "fjord-gw"),
    "a name that only begins like it": ("oslo-r1-mgmt", "oslo-r1-mgmt"),
}


@pytest.mark.parametrize("order", ["together", "log first", "log last"])
def test_senders(order: str, graph: BoltGraph, folder: Path) -> None:
    configurations = {"oslo.cfg": OSLO, "bergen.cfg": BERGEN, "narvik.cfg": NARVIK, "hosts": HOSTS}
    log = {"all.log": log_of("bergen-r2", *(sender for sender, _ in CASES.values()))}
    for files in {
        "together": [{**log, **configurations}],
        "log first": [log, configurations],
        "log last": [configurations, log],
    }[order]:
        load(graph, folder, files)
    found = devices_of(graph)
    assert {what: found[sender] for what, (sender, _) in CASES.items()} == {
        what: device for what, (_, device) in CASES.items()
    }
    assert aliases_of(graph)["oslo-r1"] == ("10.3.4.1", "OSLO-R1", "oslo-r1-lo0", "oslo-r1.nordic.example")
    assert not {"10.3.4.1", "OSLO-R1"} & aliases_of(graph).keys()
    shown = graph.read("MATCH (e:Event {host: '10.3.4.1'}) RETURN e.text LIMIT 1").rows[0][0]
    assert " 10.3.4.1 link[7]" in str(shown)


def test_a_full_name_of_two_domains_is_nobodys(graph: BoltGraph, folder: Path) -> None:
    load(
        graph, folder, {"b.cfg": BERGEN, "a.log": log_of("bergen-r2.west.example", "bergen-r2.east.example")}
    )
    assert devices_of(graph) == {one: one for one in ("bergen-r2.west.example", "bergen-r2.east.example")}


def test_what_a_log_gets_is_of_the_device(graph: BoltGraph, folder: Path) -> None:
    load(graph, folder, {"o.cfg": OSLO, "a.log": log_of("10.3.0.1", "10.3.8.8")})
    before = graph.read("MATCH (e:Event {device: 'oslo-r1'}) RETURN count(e)").rows[0][0]
    load(graph, folder, {"a.log": log_of("10.3.0.1", "10.3.8.8") + log_of("10.3.0.1", "10.3.8.8")})
    assert before == 24
    assert graph.read("MATCH (e:Event {device: 'oslo-r1'}) RETURN count(e)").rows[0][0] == 48
    assert aliases_of(graph) == {"oslo-r1": ("10.3.0.1",), "10.3.8.8": ()}


def test_they_part_when_nothing_proves_it_any_more(graph: BoltGraph, folder: Path) -> None:
    load(graph, folder, {"o.cfg": OSLO, "a.log": log_of("10.3.0.1", "10.3.4.1", "oslo-r1")})
    assert set(devices_of(graph).values()) == {"oslo-r1"}
    load(graph, folder, {"o.cfg": OSLO.replace("10.3.4.1", "10.3.4.2")})
    assert devices_of(graph) == {"10.3.0.1": "oslo-r1", "oslo-r1": "oslo-r1", "10.3.4.1": "10.3.4.1"}
    load(graph, folder, {"n.cfg": NARVIK.replace("10.3.0.3", "10.3.0.1")})
    assert devices_of(graph)["10.3.0.1"] == "10.3.0.1"
    forget_documents(["n.cfg"], graph)
    assert devices_of(graph)["10.3.0.1"] == "oslo-r1"
    forget_documents(["o.cfg"], graph)
    assert devices_of(graph) == {one: one for one in ("10.3.0.1", "10.3.4.1", "oslo-r1")}
    assert set(aliases_of(graph)) == {"10.3.0.1", "10.3.4.1", "oslo-r1"}
    forget_documents(["a.log"], graph)
    assert aliases_of(graph) == {}


def test_findings_are_of_one_device(graph: BoltGraph, folder: Path) -> None:
    flaps = "".join(
        f"2026-11-03T09:{at:02d}:00Z 10.3.4.1 {at}: %LINEPROTO-5-UPDOWN: Line protocol on Interface "
        f"GigabitEthernet0/1, changed state to {'up' if at % 2 else 'down'}\n"
        for at in range(40)
    )
    load(graph, folder, {"o.cfg": OSLO, "a.log": flaps})
    rows = graph.read("MATCH (f:Finding) WHERE f.path = 'a.log' RETURN f.devices", row_limit=100).rows
    assert {str(device) for (devices,) in rows for device in devices} == {"oslo-r1"}
