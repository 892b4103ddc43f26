"""A small network in two versions, so that every ingest has something to do: most files differ."""

from __future__ import annotations

from pathlib import Path

LINES = 400
DEVICES = ("core", "dist", "edge")
CONFIGURATION = """\
hostname {name}
!
interface Gi0/0
 description uplink of {name}
 ip address 10.0.{place}.1 255.255.255.0
 ip access-group GUARD in
!
interface Gi0/1
 description version {version}
 ip address 10.{version}.{place}.2 255.255.255.0
!
interface Gi0/2
 no ip address
 shutdown
!
ip access-list extended GUARD
 permit tcp any host 10.0.{place}.1 eq 22
 deny ip any any
!
router bgp 6500{place}
 neighbor 10.0.{other}.1 remote-as 6500{other}
 neighbor 10.0.{other}.1 route-map NOWHERE in
!
ntp server 10.0.0.9
"""


def write_files(folder: Path, version: int, lines: int = LINES) -> Path:
    """Write version 1 or 2 of the network's files; `edge.cfg` is the same in both."""
    folder.mkdir(parents=True, exist_ok=True)
    for place, name in enumerate(DEVICES):
        shown = 1 if name == "edge" else version
        text = CONFIGURATION.format(name=name, place=place, other=(place + 1) % 3, version=shown)
        (folder / f"{name}.cfg").write_text(text, "utf-8")
    (folder / "events.log").write_text("".join(_event(number, version) for number in range(lines)), "utf-8")
    return folder


def _event(number: int, version: int) -> str:
    time = f"2024-05-0{version}T{number // 3600:02d}:{number // 60 % 60:02d}:{number % 60:02d}Z"
    host = DEVICES[number % 3]
    if number % 4 == 0:
        said = f"linkd: interface Gi0/{number % 3} changed state to {'up' if number % 8 else 'down'}"
    elif number % 4 == 1:
        said = (
            f"sshd: accepted password for admin from 10.{version}.0.{number % 250 + 1} port {1024 + number}"
        )
    else:
        said = f"api: served request id={number * version} status={200 if number % 7 else 500}"
    return f"{time} {host} {said}\n"
