"""A configuration's device is what the configuration says it is, in any syntax."""

from __future__ import annotations

import time

import pytest

from graph_store.records import Value
from ingest.load.name_devices import name_devices, name_folders, name_logs

CASES: dict[str, tuple[dict[str, dict[str, Value]], dict[str, str]]] = {
    "a property that speaks of the host's name": (
        {"backup-17.cfg": {"version": "15.2", "hostname": "core1"}},
        {"backup-17.cfg": "core1"},
    ),
    "inside a longer path": ({"x.conf": {"system_host_name": "edge1"}}, {"x.conf": "edge1"}),
    "a renamed keyword, by the file's name": (
        {"core1.cfg": {"qzhost": "core1", "pace": "9k"}},
        {"core1.cfg": "core1"},
    ),
    "nothing like a name: the file's own": ({"lab/r7.cfg.gz": {"version": "15.2"}}, {"lab/r7.cfg.gz": "r7"}),
    "of nameless files, what tells them apart": (
        {"b1_rtr_config.txt": {}, "b2_rtr_config.txt": {}},
        {"b1_rtr_config.txt": "b1", "b2_rtr_config.txt": "b2"},
    ),
    "what all names begin with is theirs, but for words for files": (
        {"pe-a.cfg": {}, "pe-b.cfg": {}},
        {"pe-a.cfg": "pe-a", "pe-b.cfg": "pe-b"},
    ),
    "words for files before the names": (
        {"running-config_a1.txt": {}, "running-config_b1.txt": {}},
        {"running-config_a1.txt": "a1", "running-config_b1.txt": "b1"},
    ),
    "a part of a word is not taken off": (
        {"core1.txt": {}, "core2.txt": {}},
        {"core1.txt": "core1", "core2.txt": "core2"},
    ),
    "a logging host is no name": ({"r8.cfg": {"logging_host": "10.0.0.9"}}, {"r8.cfg": "r8"}),
    "of files with one name, the folder that tells them apart": (
        {"site/h1/etc/ports": {}, "site/h2/etc/ports": {}, "site/core.cfg": {}},
        {"site/h1/etc/ports": "h1", "site/h2/etc/ports": "h2", "site/core.cfg": "core"},
    ),
    "a name with blanks and quotes": (
        {"export.rsc": {"hostname": 'hut "west"'}},
        {"export.rsc": 'hut "west"'},
    ),
    "a longer property that only begins with the word": (
        {"dump.txt": {"static_hostname_gate_chassis": "tower"}},
        {"dump.txt": "dump"},
    ),
    "each document for itself": (
        {"a.cfg": {"hostname": "one"}, "b.cfg": {"hostname": "two"}},
        {"a.cfg": "one", "b.cfg": "two"},
    ),
}


@pytest.mark.parametrize(("documents", "expected"), CASES.values(), ids=CASES)
def test_name_devices(documents: dict[str, dict[str, Value]], expected: dict[str, str]) -> None:
    assert name_devices(documents) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("logs/nx1.log", "NX1"),
        ("logs/nx1.example.com.log.gz", "NX1"),
        ("logs/nx1.log.1", "NX1"),
        ("logs/nx10.log", ""),
        ("logs/messages", ""),
    ],
)
def test_a_log_that_is_named_for_a_known_device_is_its(path: str, expected: str) -> None:
    assert name_logs([path], ["NX1", "edge1", ""]).get(path, "") == expected


def test_of_logs_with_one_name_the_folder_tells_the_device() -> None:
    paths = ["var/edge1/messages", "var/nx1/messages", "var/lab/messages"]
    assert name_logs(paths, ["nx1", "edge1"]) == {paths[0]: "edge1", paths[1]: "nx1"}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (['configure snmp sysName "ex-idf1"', "configure vlan staff tag 10"], "ex-idf1"),
        (["  set system name", "device-name: gw-7;"], "gw-7"),
        (["dhcp host-name printer-1", "dhcp host-name printer-2"], "backup"),
        (["logging host 10.0.0.9", "username admin"], "backup"),
    ],
)
def test_a_line_may_name_the_host_where_no_property_does(lines: list[str], expected: str) -> None:
    assert name_devices({"backup.cfg": {}}, {"backup.cfg": lines}) == {"backup.cfg": expected}


def test_files_that_are_one_configuration_are_of_one_device() -> None:
    """OpenWrt's `/etc/config`: only one of the files says the host's name."""
    roots: dict[str, dict[str, Value]] = {
        "a/etc/config/system": {"hostname": "home"},
        "a/etc/config/network": {},
        "b/etc/config/network": {},
        "b/etc/config/firewall": {},
        "b/etc/config/notes": {},
    }
    assert name_devices(roots, {}, "system|network|firewall") == {
        "a/etc/config/system": "home",
        "a/etc/config/network": "home",
        "b/etc/config/network": "b",
        "b/etc/config/firewall": "b",
        "b/etc/config/notes": "notes",
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("# host: gate-7   (a note)", "gate-7"),
        ("// Device = gate7", "gate7"),
        ("# host: the old one", "nft"),
        ("<system><hostname>gate7</hostname><zone>x</zone>", "gate7"),
    ],
)
def test_name_in_a_line(line: str, expected: str) -> None:
    named = name_devices({"nft.conf": {}}, {"nft.conf": [line, "chain input {"]})
    assert named == {"nft.conf": expected}


def test_host_of_a_folder() -> None:
    hosts = name_folders(
        {
            "a/etc/hostname": ["gate"],
            "b/hostname.txt": ["   Static hostname: door", "  Chassis: vm"],
            "b/other.txt": ["Hostname: none"],
        }
    )
    assert hosts == {"a": "gate", "b": "door"}
    top = name_folders({"etc/hostname": ["gate"], "etc/network/interfaces": ["auto lo"], "r1.cfg": ["x"]})
    assert name_devices({"etc/network/interfaces": {}, "r1.cfg": {}}, hosts=top) == {
        "etc/network/interfaces": "gate",
        "r1.cfg": "r1",
    }
    roots: dict[str, dict[str, Value]] = {"a/etc/iptables/rules.v4": {}, "b/rules.v4": {}, "c/rules.v4": {}}
    named = name_devices(roots, {"c/rules.v4": ["x"]}, hosts=hosts)
    assert named == {"a/etc/iptables/rules.v4": "gate", "b/rules.v4": "door", "c/rules.v4": "c"}


HOSTS = {
    "the files in the tree of a host, and what lies beside it": (
        ["oak1/etc/netplan/01.yaml", "oak1/etc/ssh/sshd_config", "oak1/etc/wall.conf", "oak1/iptables.rules"],
        ["oak1", "oak1", "oak1", "oak1"],
    ),
    "names that begin with the host's": (
        ["fir2-nftables.conf", "fir2-netplan.yaml", "fir3-netplan.yaml"],
        ["fir2", "fir2", "fir3"],
    ),
    "other devices beside a tree": (["net/etc/netplan/01.yaml", "net/core1.cfg"], ["net", "core1"]),
    "a folder of nothing but files of services": (
        ["yew4/chrony.conf", "yew4/nftables.conf", "yew4/sshd_config"],
        ["yew4", "yew4", "yew4"],
    ),
    "what a program serves is no host": (
        ["haproxy-shop.cfg", "nginx-shop.conf"],
        ["haproxy-shop", "nginx-shop"],
    ),
    "one folder of two trees": (["a/elm1/etc/ufw.conf", "a/elm2/etc/ufw.conf"], ["elm1", "elm2"]),
}


@pytest.mark.parametrize(("paths", "expected"), HOSTS.values(), ids=HOSTS)
def test_files_of_a_linux_host_are_one_device(paths: list[str], expected: list[str]) -> None:
    hosts = name_folders({key: ["x"] for key in paths})
    named = {path: name_devices({path: {}}, hosts=hosts)[path] for path in paths}
    assert list(named.values()) == expected


def test_a_thousand_hosts_are_named_in_a_moment() -> None:
    paths = [f"lab/yew{host}/{name}" for host in range(1000) for name in ("chrony.conf", "nftables.conf")]
    started = time.process_time()
    assert name_folders(dict.fromkeys(paths, ())) == {path: path.split("/")[1] for path in paths}
    assert time.process_time() - started < 3


def test_a_log_in_the_tree_of_a_host_is_its() -> None:
    paths = ["oak1/var/log/app.log", "oak1/var/log/cron/run.log", "other/run.log"]
    assert name_logs(paths, ["oak1", "core1"]) == dict.fromkeys(paths[:2], "oak1")


SHOWN = [
    "hut3#show logging",
    "Syslog logging: enabled",
    "Mar  3 08:00:00: %LINK-3-UPDOWN: Interface Gi0/1, changed state to up",
]


def test_device_of_a_session() -> None:
    assert name_logs(["a.txt"], ["hut3"], {"a.txt": [*SHOWN, "hut3#"]}) == {"a.txt": "hut3"}
    assert name_logs(["a.txt"], [], {"a.txt": [*SHOWN, "hut4#show logging"]}) == {}
    assert name_devices({"a.txt": {}}, {"a.txt": ["hut3#show run", "vlan 7", "hut3#"]}) == {"a.txt": "hut3"}
