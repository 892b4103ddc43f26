"""A list says of what it names that it is switched off: by itself, with what it stands in, or with its service."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

FILES = {
    "gate.conf": """#config-version=FGT60F-7.2.5-FW-build1517-230606:opmode=0:vdom=0:user=admin
config system global
    set hostname "gate"
end
config system ntp
    set ntpsync disable
    config ntpserver
        edit 7
            set server "10.81.0.1"
            set key-id 5
        next
    end
end
config log syslogd setting
    set status enable
    set server "10.81.0.3"
end
""",
    "lock.conf": """#config-version=FGT60F-7.2.5-FW-build1517-230606:opmode=0:vdom=0:user=admin
config system global
    set hostname "lock"
end
config log syslogd setting
    set status enable
    set server "10.86.0.3"
end
config log syslogd3 setting
    set status disable
    set server "10.86.0.4"
end
""",
    "gard.conf": """#config-version=FGT60F-7.2.5-FW-build1517-230606:opmode=0:vdom=0:user=admin
config system global
    set hostname "gard"
end
config system ntp
    set ntpsync enable
    set type fortiguard
    config ntpserver
        edit 1
            set server "10.87.0.1"
        next
    end
end
""",
    "wrt": """config system
	option hostname 'wrt'
config timeserver 'ntp'
	option enabled '0'
	list server '10.88.0.1'
""",
    "tk.rsc": """# 2025-04-01 10:00:00 by RouterOS 7.12
# software id = BBBB-2222
#
/routing bgp connection
add disabled=yes name=up1 remote.address=10.8.0.3 .as=65003 as=65001
add name=up2 remote.address=10.8.0.4 .as=65003 as=65001
/system identity
set name=tk
/system logging action
add name=up remote=10.8.0.5 target=remote
/system logging
add action=up disabled=yes topics=info
""",
    "rt.conf": """version 21.4R1;
system {
    host-name rt;
    ntp {
        server 10.83.0.1;
        inactive: server 10.83.0.2;
    }
}
protocols {
    bgp {
        disable;
        group up {
            peer-as 65009;
            neighbor 10.83.1.2;
        }
    }
}
""",
    "nex.cfg": """!Command: show running-config
version 9.3(8) Bios:version 05.45
hostname nex
no feature ntp
feature bgp
ntp server 10.84.0.1 use-vrf management
router bgp 65001
  neighbor 10.84.1.2
    remote-as 65002
    shutdown
    address-family ipv4 unicast
  neighbor 10.84.1.3
    remote-as 65003
    address-family ipv4 unicast
line console
line vty
""",
    "ice.cfg": """version 15.2
hostname ice
!
no logging on
logging host 10.85.9.2
ntp server 10.85.9.1
end
""",
}
SAID = {
    "a service, and servers by their addresses": (
        "Which NTP servers does gate use?",
        "Ntp server: 10.81.0.1 on gate [gate.conf:9].\ngate has servers for ntp, which is switched off [gate.conf:9].",
    ),
    "servers beside another source": (
        "Which NTP servers does gard use?",
        """Ntp server: 10.87.0.1 on gard [gard.conf:10].
gard has servers for ntp that are not in use: another source is set [gard.conf:10].""",
    ),
    "a service with a switch of its own": (
        "Which NTP servers does wrt use?",
        """Ntp server: 10.88.0.1 on wrt [wrt:5].
wrt has servers for ntp, which is switched off [wrt:5].""",
    ),
    "what is on": ("Which syslog servers does gate use?", "Syslog server: 10.81.0.3 on gate [gate.conf:16]."),
    "one of several servers, each with its own switch": (
        "Which syslog servers does lock use?",
        """2 syslog servers on lock: 10.86.0.3 [lock.conf:7], 10.86.0.4 [lock.conf:11].
lock has servers for syslogd3, which is switched off [lock.conf:11].""",
    ),
    "a thing": (
        "Which BGP neighbors does tk have?",
        "2 BGP neighbors on tk: up1 (disabled yes) [tk.rsc:5], up2 [tk.rsc:6].",
    ),
    "the rule that sends to a server": (
        "Which syslog servers does tk use?",
        """Syslog server: 10.8.0.5 on tk [tk.rsc:10].
tk has servers for logging action name=up, which is switched off [tk.rsc:10].""",
    ),
    "what is inactive": ("Which NTP servers does rt use?", "Ntp server: 10.83.0.1 on rt [rt.conf:5]."),
    "what things stand in": (
        "Which BGP neighbors are on rt?",
        "Bgp neighbor: 10.83.1.2 on rt [rt.conf:14].\nOn rt, bgp is switched off as a whole (disable) [rt.conf:10].",
    ),
    "a feature": (
        "Which NTP servers does nex use?",
        "Ntp server: 10.84.0.1 on nex [nex.cfg:6].\nnex has servers for ntp, which is switched off [nex.cfg:6].",
    ),
    "some of several": (
        "How many BGP neighbors does nex have?",
        "2 BGP neighbors on nex: 10.84.1.2 (shutdown yes) [nex.cfg:8,10], 10.84.1.3 [nex.cfg:12].",
    ),
    "a service by its own line": (
        "Which syslog servers does ice use?",
        "Syslog server: 10.85.9.2 on ice [ice.cfg:5].\nice has switched off logging on [ice.cfg:4].",
    ),
    "another service": ("Which NTP servers does ice use?", "Ntp server: 10.85.9.1 on ice [ice.cfg:6]."),
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_on(tmp_path_factory.mktemp("off"), FILES) as opened:
        yield opened


@pytest.mark.parametrize(("question", "text"), SAID.values(), ids=SAID)
def test_a_list_says_what_is_switched_off(agent: Agent, question: str, text: str) -> None:
    answer = agent.ask(Question(question))
    assert answer.status == "answered"
    assert answer.text.rpartition("\n(read as")[0] == text
