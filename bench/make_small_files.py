"""Makes a folder of many small configurations, as a network's nightly backup is one: a file for each device."""

from __future__ import annotations

from pathlib import Path

PER_SITE = 50
"""Files of one folder; all devices of a site share its networks."""

DEVICE = """\
hostname s{site:03}-d{number:02}
!
vlan {vlan}
 name site-{site}-users
!
interface Loopback0
 ip address 10.255.{site}.{number} 255.255.255.255
!
interface GigabitEthernet0/0
 description uplink of s{site:03}-d{number:02}
 ip address 10.{high}.{low}.{number} 255.255.255.0
 ip access-group FROM-{site} in
!
interface GigabitEthernet0/1
 switchport access vlan {vlan}
{shut}!
ip access-list extended FROM-{site}
 permit tcp any host 10.255.{site}.1 eq 22
 deny ip any any
!
router bgp {asn}
 neighbor 10.{high}.{low}.1 remote-as {asn}
!
ntp server 10.255.{site}.1
logging host 10.255.{site}.2
"""


def make_small_files(folder: Path, count: int) -> int:
    """Write `count` configurations into folders of 50; returns how many lines they have."""
    lines = 0
    for index in range(count):
        site, number = index // PER_SITE + 1, index % PER_SITE + 1
        text = DEVICE.format(
            site=site,
            number=number,
            vlan=100 + site % 100,
            high=site // 200 + 1,
            low=site % 200,
            asn=65000 + site % 500,
            shut=" shutdown\n" if index % 7 == 0 else "",
        )
        place = folder / f"site{site:03}" / f"d{number:02}.cfg"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        lines += text.count("\n")
    return lines
