"""Reads /etc/network/interfaces of ifupdown and ifupdown2, after Debian's interfaces(5)."""

import re

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {}
OTHERS = ""
SIGNS = [r"iface \S+ inet6? ", r"auto lo\s*$", r"source(?:-directory)? /etc/network/interfaces\.d"]
GRAMMAR = r"""
source|source-directory *
auto|allow-hotplug|allow-auto|allow-ovs|no-auto-down|no-scripts **
rename **
mapping <InterfaceMapping> { script|map ** }
iface <Interface> inet <method> [inherits <inherits>] {
    address|netmask|network|broadcast|gateway|metric|pointopoint|mtu|hwaddress|scope|hostname|leasetime|vendor *
    client *
    hwaddress ether *
    dns-nameservers|dns-nameserver|dns-search|dns-domain **
    up|down|pre-up|post-up|pre-down|post-down ...
    bond-slaves|slaves|bridge-ports|bridge_ports|bridge-vids|bridge-trunk|bridge-access **
    bond-mode|bond-miimon|bond-lacp-rate|bond-xmit-hash-policy|bond-primary|bond-min-links|bond-downdelay *
    bond-updelay|bond-master|bond_mode|bond_miimon|bond_lacp_rate|bond_xmit_hash_policy *
    bridge-stp|bridge-fd|bridge-vlan-aware|bridge-pvid|bridge-maxwait|bridge-waitport|bridge-hello|bridge-maxage *
    bridge-ageing|bridge-priority|bridge-mcsnoop|bridge-arp-nd-suppress|bridge-learning *
    bridge_stp|bridge_fd|bridge_vlan_aware|bridge_maxwait|bridge_waitport|bridge_hello|bridge_maxage|bridge_ageing *
    bridge_hw *
    vlan-raw-device|vlan_raw_device|vlan-id|vlan-protocol|vrf|vrf-table|clag-id|clagd-peer-ip|clagd-sys-mac *
    clagd-priority|clagd-args|link-down *
    alias ...
    clagd-backup-ip ...
    address-virtual <address_virtual_mac> <address_virtual:text>
    link-speed|link-duplex|link-autoneg|link-fec|ethtool *
    vxlan-id|vxlan-local-tunnelip|vxlan-remoteip|vxlan-port|mstpctl-bpduguard|mstpctl-portadminedge *
    mstpctl-portbpdufilter *
    mode|endpoint|dstaddr|local|ttl|tunnel-mode|tunnel-local|tunnel-remote|tunnel-ttl *
    wpa-ssid|wpa-psk|wpa-conf|wpa-driver|wireless-essid|wireless-mode|wireless-key|provider *
    ovs_type|ovs_bridge|ovs_ports|ovs_bonds|ovs_options|ovs_mtu ...
    autoconf|accept_ra|privext|dad-attempts|dhcp|request_prefix|preferred-lifetime|use_tempaddr *
    post-up|hotplug **
}
iface <Interface> inet6 <method6> [inherits <inherits>] {
    address|netmask|gateway|metric|mtu|hwaddress|scope|dad-attempts|dad-interval|autoconf|accept_ra|privext|dhcp *
    request_prefix *
    dns-nameservers|dns-nameserver|dns-search|dns-domain **
    up|down|pre-up|post-up|pre-down|post-down ...
    endpoint|local|ttl|mode|vlan-raw-device|vlan_raw_device *
}
iface <Interface> {
    address|netmask|gateway|mtu|hwaddress|vrf|vrf-table|vlan-raw-device|vlan-id|metric|link-down *
    alias ...
    dns-nameservers|dns-nameserver|dns-search|dns-domain|bond-slaves|bridge-ports|bridge-vids **
    up|down|pre-up|post-up|pre-down|post-down ...
    bond-mode|bond-miimon|bond-lacp-rate|bond-xmit-hash-policy|bond-min-links|bond-lacp-bypass-allow|clag-id *
    bridge-stp|bridge-fd|bridge-vlan-aware|bridge-pvid|bridge-access|bridge-arp-nd-suppress|bridge-learning *
    bridge-allow-untagged *
    clagd-peer-ip|clagd-sys-mac|clagd-priority|clagd-args|clagd-vxlan-anycast-ip *
    clagd-backup-ip ...
    address-virtual <address_virtual_mac> <address_virtual:text>
    link-speed|link-duplex|link-autoneg|link-fec *
    vxlan-id|vxlan-local-tunnelip|vxlan-remoteip|vxlan-mcastgrp|mstpctl-bpduguard|mstpctl-portadminedge *
    mstpctl-portbpdufilter|mstpctl-portnetwork *
}
iface <Interface>
"""


_OF_TEMPLATE = re.compile(r"[ \t]*%")


def parse(lines):
    """Read the file; statements of a template are comments, and a name with a place (`swp${i}`) is no interface."""
    plain = ["#" + line.lstrip()[1:] if _OF_TEMPLATE.match(line) else line for line in lines]
    records = read_configuration(plain, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)
    for record in _every(records):
        if record["type"] == "Interface" and "${" in str(record["values"].get("key", "")):
            record["type"] = "InterfaceTemplate"
    return records


def _every(records):
    for record in records:
        yield record
        yield from _every(record["children"])
