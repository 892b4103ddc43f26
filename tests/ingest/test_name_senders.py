"""Which addresses and names of a sender prove which device it is."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from findings.facts import build_network
from graph_store.records import SourceLine
from ingest.load.name_senders import Senders


def senders(files: Mapping[str, str]) -> Senders:
    configurations = [
        ([SourceLine(name, number, text) for number, text in enumerate(lines.splitlines(), 1)], name)
        for name, lines in files.items()
    ]
    return Senders(build_network(configurations), files)


OWN = {
    "PAN-OS": ("set deviceconfig system hostname dock\nset deviceconfig system ip-address 10.8.0.1\n", "10.8.0.1"),
    "a VLAN of a ProCurve": ('hostname "dock"\nvlan 1\n   ip address 10.8.0.2 255.255.255.0\n   exit\n', "10.8.0.2"),
    "EXOS": ("configure vlan Mgmt ipaddress 10.8.0.3 255.255.255.0\n", "10.8.0.3"),
    "BIG-IP": ("sys management-ip 10.8.0.4/24 {\n    description static\n}\n", "10.8.0.4"),
    "Gaia": ("set hostname dock\nset interface eth0 ipv4-address 10.8.0.6 mask-length 24\n", "10.8.0.6"),
    "a switch without interfaces": ("hostname dock\nip address 10.8.0.7 255.255.255.0\n", "10.8.0.7"),
    "AOS-CX": ("hostname dock\ninterface mgmt\n    ip static 10.8.0.9/24\n", "10.8.0.9"),
    "FortiOS": (
        'config system interface\n    edit "p1"\n        set ip 10.8.0.10 255.255.255.0\n    next\nend\n',
        "10.8.0.10",
    ),
    "netplan": ("network:\n  ethernets:\n    eno1:\n      addresses:\n        - 10.8.0.23/24\n", "10.8.0.23"),
    "ifupdown": ("iface eth0 inet static\n    address 10.8.0.14\n    netmask 255.255.255.0\n", "10.8.0.14"),
    "OpenWrt": ("config interface 'lan'\n\toption ipaddr '10.8.0.16'\n\toption netmask '255.255.255.0'\n", "10.8.0.16"),
    "networkd": ("[Match]\nName=eth0\n\n[Network]\nAddress=10.8.0.25/24\n", "10.8.0.25"),
    "an address as IPv6 writes it": ("set interfaces ethernet eth0 address '10.8.0.20/24'\n", "::ffff:10.8.0.20"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "address"), OWN.values(), ids=OWN)
def test_an_own_address(text: str, address: str) -> None:
    assert senders({"dock": text})(address) == "dock"


SHARED = {
    "no address": ("ip address 10.8.0.777 255.255.255.0\n", "10.8.0.777"),
    "of this host only": ("iface eth0 inet static\n    address 127.0.0.1\n", "127.0.0.1"),
    "an address for all servers of a service": (
        "network:\n  ethernets:\n    lo:\n      addresses: [10.8.9.9/32]\n",
        "10.8.9.9",
    ),
    "an anycast gateway": (
        "interface Vlan9\n fabric forwarding mode anycast-gateway\n ip address 10.8.3.1/24\n",
        "10.8.3.1",
    ),
    "a secondary address": (
        "interface Vlan9\n ip address 10.8.3.1 255.255.255.0\n ip address 10.8.4.1 255.255.255.0 secondary\n",
        "10.8.4.1",
    ),
    "a rendezvous point": (
        "interface Loopback9\n ip address 10.8.5.5 255.255.255.255\nip pim rp-address 10.8.5.5\n",
        "10.8.5.5",
    ),
}


@pytest.mark.parametrize(("text", "address"), SHARED.values(), ids=SHARED)
def test_an_address_that_proves_nothing(text: str, address: str) -> None:
    assert senders({"dock": text})(address) == address


def test_a_zone_names_addresses() -> None:
    zone = "$ORIGIN sea.example.\nquay-lo0 3600 IN A 10.8.7.1\nntp IN A 10.8.7.1\nntp IN A 10.8.7.2\n"
    reverse = "4.7.8.10.in-addr.arpa. IN PTR quay-ge4.sea.example.\n"
    quay = "hostname quay\ninterface Lo0\n ip address 10.8.7.1/32\ninterface Gi4\n ip address 10.8.7.4/24\n"
    found = senders({"sea": zone, "reverse": reverse, "quay": quay})
    asked = (
        "quay-lo0",
        "QUAY-LO0.sea.example",
        "quay-ge4.sea.example",
        "ntp.sea.example",
        "quay-lo0.land.example",
    )
    assert [found(one) for one in asked] == ["quay", "quay", "quay", *asked[3:]]


def test_a_name_in_small_letters_of_two_devices() -> None:
    assert senders({"DOCK": "hostname DOCK\n", "Dock": "hostname Dock\n"})("dock") == "dock"
