"""Entries without a number stand where the device puts them; where makes differ, nothing is decided by them."""

from __future__ import annotations

import pytest

from findings.filters.first_match import decide_for_first
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from tests.findings.planted import network

VRP = "sysname one\nvlan batch 7\nacl number 3007\n{}#\n"
COMWARE = "#\n sysname one\n#\nacl number 3007\n{}#\n"
EITHER = "acl number 3007\n{}#\n"
IOS = "hostname one\nip access-list extended WEB\n{}"
EOS = "hostname one\nip access-list WEB\n{}"
ASA = "hostname one\n{}"
LINE = "access-list WEB {}extended {} tcp any any eq {}\n"
SHELL = "destination-port eq 22"
XR = "hostname one\nipv4 access-list WEB\n{}"
CX = "hostname one\naccess-list ip WEB\n{}"
PORT_22 = "any any eq 22\n"
PAN = "set deviceconfig system hostname one\n{}set rulebase security rules d from any to any source H destination any"
PAN += " application any service any action deny\nset rulebase security rules e from any to any source any"
PAN += " destination any application any service any action allow\n"
CASES = {
    "XR replaces": (XR, f" 10 permit tcp {PORT_22} 20 deny ipv4 any any\n 10 deny tcp {PORT_22}", "deny"),
    "XR replaces by what matches less": (
        XR,
        f" 10 permit tcp {PORT_22} 20 deny ipv4 any any\n 10 permit udp any any\n",
        "deny",
    ),
    "AOS-CX replaces": (CX, f"    10 deny tcp {PORT_22}    10 permit tcp {PORT_22}", "permit"),
    "VRP edits": (
        VRP,
        f" rule 5 permit tcp {SHELL}\n rule 9 deny tcp\n rule 5 permit tcp destination-port eq 80\n",
        "deny",
    ),
    "what VRP may keep": (
        VRP,
        f" rule 5 deny tcp source 10.9.0.0 0\n rule 5 permit tcp {SHELL}\n rule 9 deny tcp\n",
        "",
    ),
    "other makes": (IOS, f" 10 permit tcp {PORT_22} 10 deny tcp {PORT_22}", ""),
    "other makes do the same by both": (
        IOS,
        f" 10 permit tcp {PORT_22} 10 permit ip any any\n 20 permit ip any any\n",
        "permit",
    ),
    "twice the same": (IOS, f" 10 permit tcp {PORT_22} 10 permit tcp {PORT_22}", "permit"),
    "a line behind one that is off": (
        ASA,
        (
            "access-list WEB extended deny tcp any any eq 80 inactive\n"
            f"{LINE.format('', 'permit', 22)}{LINE.format('line 2 ', 'deny', 22)}"
        ),
        "deny",
    ),
    "PAN-OS has one value": (
        PAN,
        "set address H ip-netmask 192.0.2.4\nset address H ip-netmask 192.0.2.5\n",
        "permit",
    ),
    "PAN-OS has one kind of value": (
        PAN,
        "set address H ip-netmask 192.0.2.4\nset address H ip-range 192.0.2.5-192.0.2.9\n",
        "permit",
    ),
    "VRP begins at 5": (VRP, f" rule permit tcp {SHELL}\n rule 4 deny tcp {SHELL}\n", "deny"),
    "VRP begins at its step": (
        VRP,
        f" step 20\n rule permit tcp {SHELL}\n rule 19 deny tcp {SHELL}\n",
        "deny",
    ),
    "VRP goes on at a multiple": (
        VRP,
        f" rule 7 permit udp\n rule permit tcp {SHELL}\n rule 9 deny tcp {SHELL}\n",
        "deny",
    ),
    "behind a number of its own": (VRP, f" rule permit tcp {SHELL}\n rule 6 deny tcp {SHELL}\n", "permit"),
    "Comware begins at 0": (COMWARE, f" rule permit tcp {SHELL}\n rule 4 deny tcp {SHELL}\n", "permit"),
    "Comware goes on at 5": (
        COMWARE,
        f" rule permit udp\n rule permit tcp {SHELL}\n rule 4 deny tcp {SHELL}\n",
        "deny",
    ),
    "Comware begins where it says": (
        COMWARE,
        f" step 5 start 10\n rule 0 permit udp\n rule permit tcp {SHELL}\n rule 4 deny tcp {SHELL}\n",
        "deny",
    ),
    "either make": (EITHER, f" rule permit tcp {SHELL}\n rule 4 deny tcp {SHELL}\n", ""),
    "either make says the same": (EITHER, f" rule permit tcp {SHELL}\n rule 6 deny tcp {SHELL}\n", "permit"),
    "either make does the same": (EITHER, f" rule deny tcp {SHELL}\n rule 4 deny tcp {SHELL}\n", "deny"),
    "IOS adds ten": (
        IOS,
        " 15 permit udp any any\n permit tcp any any eq 22\n 22 deny tcp any any eq 22\n",
        "deny",
    ),
    "numbered anew": (
        IOS,
        (
            " permit tcp any any eq 22\nip access-list resequence WEB 100 10\nip access-list extended WEB\n"
            " 50 deny tcp any any eq 22\n"
        ),
        "deny",
    ),
    "numbered anew inside": (
        EOS,
        (
            "   10 permit udp any any\n   20 permit tcp any any eq 22\n   resequence 100 100\n"
            "   110 deny tcp any any eq 22\n"
        ),
        "deny",
    ),
    "a remark is a line": (
        ASA,
        (
            "access-list WEB remark for the shop\n"
            f"{LINE.format('', 'permit', 22)}{LINE.format('line 2 ', 'deny', 22)}"
        ),
        "deny",
    ),
    "behind a remark and an entry": (
        ASA,
        (
            "access-list WEB remark for the shop\n"
            f"{LINE.format('', 'permit', 22)}{LINE.format('line 3 ', 'deny', 22)}"
        ),
        "permit",
    ),
}


@pytest.mark.parametrize(("text", "said", "action"), CASES.values(), ids=CASES)
def test_entries_stand_where_the_device_puts_them(text: str, said: str, action: str) -> None:
    device = network(one=text.format(said)).devices[0]
    (found,) = read_filters(device)
    packet = Packet("10.1.0.9", "192.0.2.4", "tcp", 40000, 22)
    assert decide_for_first(found, packet, [device]).action == action
