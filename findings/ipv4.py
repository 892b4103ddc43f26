"""Reads IPv4 addresses and networks as configurations write them; what is none is None."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, ip_address, ip_network

from findings.facts import Interface

PRIVATE = tuple(map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))
"""RFC 1918."""
_BLOCK = 24


def ipv4_address(text: str) -> IPv4Address | None:
    """Read an address."""
    try:
        ip = ip_address(text)
    except ValueError:
        return None
    return ip if isinstance(ip, IPv4Address) else None


def ipv4_network(address: str, mask: str = "") -> IPv4Network | None:
    """Read a network: `10.0.0.0/8`, or an address in it and its mask or length."""
    try:
        net = ip_network(address + (f"/{mask}" if mask else ""), strict=False)
    except ValueError:
        return None
    return net if isinstance(net, IPv4Network) else None


def ipv4_subnets(interfaces: Sequence[Interface]) -> list[IPv4Network]:
    """Return the subnets in which interfaces have addresses, once for each address."""
    nets = (address.owned.network for interface in interfaces for address in interface.addresses)
    return [net for net in nets if isinstance(net, IPv4Network)]


def is_private(address: IPv4Address | None) -> bool:
    """Tell whether an address is of private use (RFC 1918)."""
    return address is not None and any(address in net for net in PRIVATE)


def is_beside(hop: IPv4Address, net: IPv4Network) -> bool:
    """Tell whether a next hop is next to a subnet of a few addresses: what is got from elsewhere is not as close."""
    return net.prefixlen > _BLOCK and hop in net.supernet(new_prefix=_BLOCK)


def may_be_translated(goal: str, sources: frozenset[str]) -> bool:
    """Tell whether a public address may stand for a private one."""
    return not ip_address(goal).is_private and all(ip_address(one).is_private for one in sources)
