"""Names that all samples share, as those of a pair of firewalls: they are values where the field says so."""

from __future__ import annotations

import pytest

from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.sandbox import RawRecord, Sandbox
from tests.ingest.induction.configurations.parsed_text import flatten

PAIR = """\
hostname edge-{number}
object network mail
 host 10.1.1.20
object network lan
 subnet 10.1.1.0 255.255.255.0
object service printing
 service tcp destination eq 9100
object-group network partners
 network-object 10.2.0.0 255.255.0.0
ip dhcp pool users
 network 10.{number}.0.0 255.255.255.0
class-map match-any gold
 match dscp ef
policy-map wan
 class gold
crypto pki trustpoint corporate
 enrollment url http://10.9.9.9
group-policy staff internal
tunnel-group partners-vpn type remote-access
aaa-server tac protocol tacacs+
interface GigabitEthernet0/0
 ip address 192.0.2.{number} 255.255.255.0
 ip access-group erp in
 service-policy output wan
interface GigabitEthernet0/1
 ip address 198.51.100.{number} 255.255.255.0
ip access-list extended erp
 permit tcp any any eq 3200
access-group erp in interface outside
"""
KEYS = {
    "ObjectNetwork": {"mail", "lan"},
    "ObjectService": {"printing"},
    "ObjectGroupNetwork": {"partners"},
    "IpDhcpPool": {"users"},
    "ClassMapMatchAny": {"gold"},
    "PolicyMap": {"wan"},
    "CryptoPkiTrustpoint": {"corporate"},
    "GroupPolicy": {"staff"},
    "TunnelGroup": {"partners-vpn"},
    "AaaServer": {"tac"},
    "IpAccessListExtended": {"erp"},
    "AccessGroup": {"erp"},
}


@pytest.fixture(scope="module")
def records(sandbox: Sandbox) -> list[RawRecord]:
    pair = [tuple(PAIR.format(number=number).splitlines()) for number in (1, 2)]
    return list(flatten(sandbox.run_parse(induce_configuration(pair).parse_source, pair[0])))


@pytest.mark.parametrize(("kind", "keys"), KEYS.items(), ids=KEYS)
def test_names_are_keys(kind: str, keys: set[str], records: list[RawRecord]) -> None:
    assert {str(record.values.get("key")) for record in records if record.type == kind} == keys


def test_references_are_values(records: list[RawRecord]) -> None:
    (found,) = [one.values for one in records if one.values.get("key") == "GigabitEthernet0/0"]
    assert (found["ip_access_group"], found["service_policy_output"]) == ("erp", "wan")


def test_no_property_is_named_after_a_name(records: list[RawRecord]) -> None:
    names = {name for keys in KEYS.values() for name in keys}
    assert not [
        name for one in records for name in one.values if names & set(name.split("_")) - {"lan", "wan"}
    ]
