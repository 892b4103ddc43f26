"""Finds the device that sent the records of a log, where these have its address or another name of it.

A name is joined with a device where the configurations prove it of that one alone: it is an address that no other
device owns, the device's name in another case or with its domain, or what files of hosts, zones and devices call such
an address.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from ipaddress import IPv6Address, ip_address

from findings.addresses import sole_owners
from findings.facts import Network


class Senders:
    """Returns the device of a sender's name in a log; the name itself where nothing proves which device it is.

    `devices` are those known by more than their logs. `joined` has the devices of names that were joined before.
    """

    def __init__(
        self, network: Network, devices: Iterable[str], joined: Mapping[str, str] | None = None
    ) -> None:
        self._known: dict[str, str] = dict(joined or {})
        self._devices = frozenset(devices)
        self._owners = sole_owners(network)
        self._folded: dict[str, set[str]] = defaultdict(set)
        for name in self._devices:
            self._folded[name.lower()].add(name)
        for facts in network.devices:
            if any(one.value.strip('"').lower() == facts.device.lower() for one in facts.all("hostname")):
                self._folded[_host(facts.device)].add(facts.device)
        self._domains = {
            facts.device: {one.value.lower().rstrip(".") for one in facts.all("domain_name")}
            for facts in network.devices
        }
        self._addresses: dict[str, set[str]] = defaultdict(set)
        for facts in network.devices:
            origins = {one.value.lower().rstrip(".") for one in facts.all("zone_origin")}
            for one in facts.all("named_address"):
                address = one.fields.get("address") or _of_reverse(one.fields["reverse"])
                for name in one.fields["names"].lower().split():
                    self._addresses[name.rstrip(".")].add(_plain(address))
                    if len(origins) == 1 and "." not in name:
                        self._addresses[f"{name}.{min(origins)}"].add(_plain(address))

    def __call__(self, sender: str) -> str:
        if sender not in self._known:
            self._known[sender] = self._find(sender) or sender
        return self._known[sender]

    def is_guess(self, sender: str, device: str) -> bool:
        """Tell whether nothing says the domain of a full name: another device may have the same name in another one."""
        is_full = not _plain(sender) and "." in sender and sender.lower() != device.lower()
        return is_full and not ("." in device or self._domains.get(device) or self._by_tables(sender.lower()))

    def _find(self, sender: str) -> str:
        if sender in self._devices:
            return sender
        if address := _plain(sender):
            return self._owners.get(address, "")
        name = sender.lower().rstrip(".")
        named = {one for one in self._folded.get(name, ()) if one.lower() == name}
        named = named or {one for one in self._folded.get(_host(name), ()) if self._may_be(one, name)}
        found = named | self._by_tables(name)
        return found.pop() if len(found) == 1 else ""

    def _may_be(self, device: str, name: str) -> bool:
        """Tell whether a device with the same first part may have this name: no domain of it is another one."""
        domain, own = name.partition(".")[2], device.lower().partition(".")[2]
        domains = {own} if own else self._domains.get(device, set())
        return not domain or not domains or domain in domains

    def _by_tables(self, name: str) -> set[str]:
        """Return the device that owns all addresses that the tables of names give a name."""
        owners = {self._owners.get(one, "") for one in self._addresses.get(name, ())}
        return owners if "" not in owners else set()


def _host(name: str) -> str:
    """Return the first part of a full name; an address has none."""
    return "" if _plain(name) else name.lower().partition(".")[0]


def _plain(text: str) -> str:
    """Write an address as it is compared; nothing for what is none."""
    with suppress(ValueError):
        address = ip_address(text.strip("[]"))
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return str(mapped or address)
    return ""


def _of_reverse(name: str) -> str:
    """Return the IPv4 address of a name such as 1.2.0.192.in-addr.arpa."""
    return ".".join(reversed(name.lower().partition(".in-addr.arpa")[0].split(".")))
