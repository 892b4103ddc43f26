"""A file with the configurations of several devices is a file for each; one configuration stays one."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import pytest

from ingest.captures.cut_outputs import cut_outputs
from ingest.files.find_files import find_files

IOS = "version 15.2\nhostname {}\n!\ninterface Gi0/1\n mtu 1600\n!\nend\n"
NXOS = "!Command: show running-config\nversion 9.3(5)\nhostname {}\ninterface Ethernet1/1\n  mtu 1600\n"
VRP = "#\nsysname {}\n#\ninterface GE0/0/1\n mtu 1600\n#\nreturn\n"
JUNOS = "set version 20.1\nset system host-name {}\nset interfaces ge-0/0/1 mtu 1600\n"
FORTIOS = '#config-version=FGT\nconfig system global\n    set hostname "{}"\nend\nconfig system dns\nend\n'
COMWARE = "#\n version 7.1.070, Release 3507\n#\n sysname {}\n#\ninterface Vlan-interface10\n mtu 1600\n#\n"
VYOS = "interfaces {{\n    ethernet eth0 {{\n    }}\n}}\nservice {{\n}}\nsystem {{\n    host-name {}\n}}\n"
PANOS = "set deviceconfig system hostname {}\nset network mtu 9000\nset zone in network a\nset zone out network b\n"
ROUTEROS = (
    "# 2026-01-02 03:04:05 by RouterOS 7.1\n/interface bridge\nadd name=b\n/system identity\nset name={}\n"
)
EXOS = '#\n# Module devmgr configuration.\n#\nconfigure snmp sysName "{}"\n# Module vlan configuration.\nenable ntp\n'
SROS = '# TiMOS-C-20.10.R5 cpm\nexit all\nconfigure\n    system\n        name "{}"\n    exit\nexit all\n'
MENUS = 'config system global\nset hostname "{}"\nend\nconfig system dns\nset mtu 9\nend\nconfig system ntp\nend\n'
AIREOS = " 802.11a cac voice 4\n sysname {}\n interface vlan a 4\n time ntp server 1 10.0.0.1\n"
SESSION = "{0}#show running-config\nBuilding configuration...\n\nhostname {0}\n!\nend\n\n{0}#exit\n"
QUOTED = """# How to replace the switch of a floor

The old one is configured with what is printed here, and the spare takes it over when the floor is quiet.
It is not to be changed while the desk is open, as the telephones of the floor are behind it.

{}
The new one has another name, so that both are known to the monitoring while the uplinks are moved to it.

{}
When all of them are moved, the old switch is shut down and put on the shelf of the depot.
It is then given back with the next delivery.
"""

PARTED = {
    "one behind the other": (IOS.format("fen1") + IOS.format("fen2"), ["fen1", "fen2"]),
    "three": ("".join(map(IOS.format, ("fen1", "fen2", "fen3"))), ["fen1", "fen2", "fen3"]),
    "of a make without a closing word": (NXOS.format("fen1") + NXOS.format("fen2"), ["fen1", "fen2"]),
    "of another make": (VRP.format("fen1") + VRP.format("fen2"), ["fen1", "fen2"]),
    "of two makes": (IOS.format("fen1") + VRP.format("fen2"), ["fen1", "fen2"]),
    "as paths": (JUNOS.format("fen1") + JUNOS.format("fen2"), ["fen1", "fen2"]),
    "whose names are indented, without an end": (
        COMWARE.format("fen1") + COMWARE.format("fen2"),
        ["fen1", "fen2"],
    ),
    "in braces": (VYOS.format("fen1") + VYOS.format("fen2"), ["fen1", "fen2"]),
    "whose name comes first": (PANOS.format("fen1") + PANOS.format("fen2"), ["fen1", "fen2"]),
    "as menus": (ROUTEROS.format("fen1") + ROUTEROS.format("fen2"), ["fen1", "fen2"]),
    "below a comment": (EXOS.format("fen1") + EXOS.format("fen2"), ["fen1", "fen2"]),
    "in a block around all": (SROS.format("fen1") + SROS.format("fen2"), ["fen1", "fen2"]),
    "whose blocks are not indented": (MENUS.format("fen1") + MENUS.format("fen2"), ["fen1", "fen2"]),
    "of a make without tables": (AIREOS.format("fen1") + AIREOS.format("fen2"), ["fen1", "fen2"]),
    "named anew behind its end": (VRP.format("fen1") + "sysname fen2\n", []),
    "named anew as a path": (PANOS.format("fen1") + "set deviceconfig system hostname fen2\n", []),
    "named anew in a block": (MENUS.format("fen1") + 'config system global\nset hostname "fen2"\nend\n', []),
    "named anew in braces": (VYOS.format("fen1") + "system {\n    host-name fen2\n}\n", []),
    "names of other things": (JUNOS.format("fen1") + "set groups node1 system host-name fen2\n", []),
    "whose name is in a block": (FORTIOS.format("fen1") + FORTIOS.format("fen2"), ["fen1", "fen2"]),
    "as sessions": (SESSION.format("fen1") + SESSION.format("fen2"), ["fen1", "fen2"]),
    "quoted in prose": (QUOTED.format(IOS.format("fen1"), IOS.format("fen2")), []),
    "an older name that one device has kept": (
        SESSION.format("fen1") + "fen1#show startup-config\nhostname old1\n!\nend\nfen1#exit\n",
        [],
    ),
    "contexts of one firewall": (
        "fen/a# show run\nhostname a\n: end\nfen/a# changeto context b\nfen/b# show run\nhostname b\n: end\n",
        ["a", "b"],
    ),
    "twice that of one device": (IOS.format("fen1") + IOS.format("FEN1"), []),
    "named anew": ("hostname fen1\nntp server 10.7.7.7\nhostname fen2\nend\n", []),
    "named anew by a script": (
        IOS.format("fen1") + "configure terminal\nhostname fen2\nend\n",
        [],
    ),
    "a name in a banner": ("hostname fen1\nbanner motd ^C\nhostname fen2\n^C\nend\n", []),
    "a name in a block": ("hostname fen1\nip dhcp pool A\n hostname fen2\nend\n", []),
}


@pytest.mark.parametrize(("text", "names"), PARTED.values(), ids=PARTED)
def test_each_configuration_is_a_file(tmp_path: Path, text: str, names: list[str]) -> None:
    folder, unpacked = tmp_path / "in", tmp_path / "unpacked"
    folder.mkdir()
    unpacked.mkdir()
    place = folder / "all.cfg"
    place.write_text(text)
    expected = [f"all.cfg/{name}" for name in names] or ["all.cfg"]
    for given in (folder, place):
        files = find_files([given], lambda: unpacked).files
        assert [one.path for one in files] == expected
        assert [one.origin for one in files] == [str(folder / path) for path in expected]
    lines = [one.location.read_text().splitlines() for one in files] if names else [text.splitlines()]
    together = ["".join(said) for said in zip(*(one + [""] * 99 for one in lines), strict=False)]
    assert together[: len(text.splitlines())] == text.splitlines()


def test_what_a_device_printed_stays_with_it(tmp_path: Path) -> None:
    """A block that one device shows behind its configuration is not one of the next device."""
    shown = "fen1#show running-config interface Gi0/2\ninterface Gi0/2\n mtu 9000\nfen1#show clock\n10:10\n"
    place = tmp_path / "all.cfg"
    place.write_text(SESSION.format("fen1") + shown + "fen2#show clock\n10:11\n" + SESSION.format("fen2"))
    (tmp_path / "unpacked").mkdir()
    first, second = find_files([place], lambda: tmp_path / "unpacked").files
    assert "mtu 9000" in first.location.read_text()
    assert second.location.read_text().strip().startswith("fen2#show clock\n10:11\n")


def test_the_second_part_of_a_session_is_a_configuration_too(tmp_path: Path) -> None:
    """The blank lines that stand for the part before are none that something else printed."""
    text = SESSION.format("fen1") + "fen1#exit\n" + "\n" * 60 + SESSION.format("fen2")
    (tmp_path / "all.cfg").write_text(text)
    (tmp_path / "unpacked").mkdir()
    files = find_files([tmp_path / "all.cfg"], lambda: tmp_path / "unpacked").files
    assert [cut_outputs(one.location.read_text().splitlines(), one.path) for one in files] == [[], []]


def test_a_packed_file_is_parted(tmp_path: Path) -> None:
    (tmp_path / "all.cfg.gz").write_bytes(gzip.compress((IOS.format("fen1") + IOS.format("fen2")).encode()))
    (tmp_path / "unpacked").mkdir()
    files = find_files([tmp_path / "all.cfg.gz"], lambda: tmp_path / "unpacked").files
    assert [one.path for one in files] == ["all.cfg.gz/fen1", "all.cfg.gz/fen2"]


def test_a_file_of_very_many_names_is_one(tmp_path: Path) -> None:
    """Each part has a line for every line before it, which would fill the disk."""
    place = tmp_path / "all.cfg"
    place.write_text("".join(f"hostname fen{number}\nntp\nlldp\nend\n" for number in range(20_000)))
    (tmp_path / "unpacked").mkdir()
    assert [one.path for one in find_files([place], lambda: tmp_path / "unpacked").files] == ["all.cfg"]
    assert not list((tmp_path / "unpacked").iterdir())


def test_a_device_that_is_named_very_often_takes_no_long_time(tmp_path: Path) -> None:
    place = tmp_path / "all.cfg"
    place.write_text("".join(f"!\nhostname fen{number}\nntp\n" for number in range(10_000)))
    started = time.process_time()
    assert [one.path for one in find_files([place], lambda: tmp_path / "unpacked").files] == ["all.cfg"]
    assert time.process_time() - started < 5
