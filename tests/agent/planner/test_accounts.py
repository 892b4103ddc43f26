"""What a question says and no statement uses is not answered, whichever writer read the rest of it; nor is it none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.builtin.absent_words import as_asked, is_name, telling
from agent.records import Question
from tests.agent.planner.asked_files import agent_of

NORTH = """\
! mill north
hostname mill-north
!
vlan 10
   name "OFFICE"
   ip address 10.70.10.1 255.255.255.0
   exit
vlan 20
   name "LOOMS"
   ip address 10.70.20.1 255.255.254.0
   exit
vlan 30
   name "SPARE"
   exit
interface 1
   name "to mill-south 1"
   mtu 9000
   exit
interface 2
   name "weaver"
   mtu 1500
   exit
ip route 10.71.0.0 255.255.0.0 10.70.10.254
"""
SOUTH = """\
! mill south
hostname mill-south
!
vlan 10
   name "OFFICE"
   ip address 10.72.10.1 255.255.255.0
   exit
vlan 40
   name "DYE"
   exit
interface 1
   name "to mill-north 1"
   mtu 9000
   exit
ip route 10.73.0.0 255.255.0.0 10.72.10.254
"""
KINDS = (
    ("info", "loom started", '"loom": "l{0}", "speed": {1}'),
    ("info", "client joined", '"client": "c{0}", "ward": "east"'),
    ("warning", "client dropped", '"client": "c{0}", "ward": "west", "result": "failure"'),
    ("info", "login accepted", '"user": "u{0}", "from": "172.30.1.{0}", "result": "success"'),
    ("warning", "login refused", '"user": "u{0}", "from": "172.30.9.{0}", "result": "failure"'),
    ("error", "backup halted", '"job": "j{0}", "state": "failed"'),
)


def record(number: int) -> str:
    level, event, rest = KINDS[number % len(KINDS)]
    fields = rest.format(number % 4 + 1, 100 + number)
    clock = f"2031-04-05T06:{number // 60:02}:{number % 60:02}.000Z"
    return f'{{"ts": "{clock}", "sev": "{level}", "event": "{event}", "detail": {{{fields}}}}}'


FILES = {
    "mill-north.cfg": NORTH,
    "mill-south.cfg": SOUTH,
    "mill-events.jsonl": "".join(f"{record(number)}\n" for number in range(120)),
}


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Return what answers from two switches and a log of objects."""
    with agent_of(FILES, tmp_path_factory.mktemp("mill")) as agent:
        yield agent


READ = {
    "in which vlan": ("In which vlan is 10.70.21.77?", ["20", "10.70.20.1"]),
    "which vlan it belongs to": ("Which VLAN does host 10.72.10.9 belong to?", ["10", "10.72.10.1"]),
    "which vlan has it": ("which vlan has 10.70.10.200", ["10.70.10.1"]),
    "what something is called": ("What is the name of vlan 30 on mill-north?", ["SPARE"]),
    "what has no property": ("Which vlans on mill-north have no ip address?", ["30"]),
}


@pytest.mark.parametrize(("question", "shown"), READ.values(), ids=READ)
def test_what_is_read_is_answered(question: str, shown: list[str], mill: Agent) -> None:
    answer = mill.ask(Question(question))
    assert answer.status == "answered", answer.text
    assert [one for one in shown if one not in answer.text] == [], answer.text


UNREAD = {
    "apart from a thing": "Apart from VLAN 10, which VLAN on mill-north has no name?",
    "except a thing": "Which vlans does mill-north have except vlan 10?",
    "other than a thing": "Which interfaces other than 2 have an mtu of 1500 on mill-north?",
    "an average of counts": "How many VLANs does a switch have on average?",
    "a mean of counts": "What is the mean number of interfaces per switch?",
    "a median of counts": "What is the median number of vlans of the switches?",
    "where it leads, beside whether it is there": "Is there a vlan 10 on mill-north, and where does it point?",
    "how it came, beside which": "Which vlan on mill-north is called LOOMS and how did it get there?",
    "when it was made, beside its name": "What is the name of vlan 30 on mill-north and when was it added?",
    "what a part can reach": "Which hosts can vlan 20 of mill-north reach?",
    "whether a part is reachable": "Which vlans are reachable from vlan 10 on mill-north?",
    "how much of what nothing measures": "How much traffic did ward east carry?",
    "how much of what is no number": "How much power did loom l1 draw?",
    "why of what gives no reason": "Why is vlan 30 on mill-south called OFFICE?",
    "a deed that no field tells": "Which wards had the most weddings?",
    "a port with its protocol": "Which switch lets tcp/631 in?",
    "a service by its number": "Which vlan carries udp/123 packets?",
    "a bound in words": "Which interfaces have a cost of less than two?",
    "an adjective that nothing says": "How many interfaces of mill-north are broken?",
    "what there is only here": "Which vlans are only on mill-north?",
    "more than a few": "Which vlans have more than two addresses?",
    "more than once": "Which clients dropped more than once?",
    "a comparison of two": "Is the mtu of interface 1 on mill-north larger than on mill-south?",
    "how many more": "How many more vlans does mill-north have than mill-south?",
    "what is so of all": "Do all vlans of mill-north have an ip address?",
    "what all have": "Which users can log in on all switches?",
    "what two have in common": "Which clients share a ward?",
    "what came later": "Which users were refused but accepted later?",
    "two different": "Did any user log in from two different wards?",
    "the most of what is not counted": "Which client carried the most data?",
    "the second": "Which is the second vlan of mill-north?",
    "of a day that no record tells": "Which clients dropped yesterday?",
    "what should be": "What should the mtu of interface 2 on mill-north be?",
    "a share": "What percentage of clients dropped?",
    "at once": "How many clients were joined at the same time?",
    "what became of them": "Which ward lost the most clients?",
    "on call": "Which user is not on call?",
    "a span of time": "Which clients dropped within a fortnight?",
    "what a joined word says": "Which interfaces are dual-homed?",
    "lacking what only the whole has": "Which vlan of mill-north is not running spanning-tree?",
}


@pytest.mark.parametrize("question", UNREAD.values(), ids=UNREAD)
def test_what_is_not_read_is_neither_answered_nor_none(question: str, mill: Agent) -> None:
    answer = mill.ask(Question(question))
    assert answer.status == "not_parsed", answer.text


ABSENT = {
    "a device": ("Which vlans does mill-west9 have?", "mill-west9"),
    "a protocol": ("Which switches run EIGRP?", "EIGRP"),
    "a quoted text": ("Which interfaces are called 'to mill-west 4'?", "to mill-west 4"),
    "an address": ("Who logged in from 192.0.2.77?", "192.0.2.77"),
}


@pytest.mark.parametrize(("question", "said"), ABSENT.values(), ids=ABSENT)
def test_a_name_that_no_line_shows_is_none(question: str, said: str, mill: Agent) -> None:
    answer = mill.ask(Question(question))
    assert (answer.status, f"No line mentions '{said}'" in answer.text) == ("none", True), answer.text


NAMES = {
    "a name": ("brk-core3", "Which vlans has brk-core3?", True),
    "a protocol": ("EIGRP", "Which devices run EIGRP?", True),
    "an address": ("10.0.0.9", "Who is 10.0.0.9?", True),
    "a quoted text of words": ("transport input telnet", "Who has 'transport input telnet'?", True),
    "a number behind a noun": ("799", "Which requests have status 799?", True),
    "a plain word": ("painted", "Who painted it?", False),
    "two plain words": ("access points", "Which access points are up?", False),
    "a joined word": ("dual-homed", "Which sites are dual-homed?", False),
    "a port of a protocol": ("tcp/631", "Who lets tcp/631 in?", False),
    "a prefix": ("10.0.0.0/8", "What is in 10.0.0.0/8?", False),
    "a size": ("10ms", "Which calls took 10ms?", False),
    "a day": ("3rd", "What went down on the 3rd?", False),
    "a standard": ("802.1X", "Which clients failed 802.1X?", False),
    "a unit": ("GHz", "Which radios are on 5 GHz?", False),
    "a small word": ("Not", "Why Not?", False),
    "a kind of value": ("MAC", "Which MAC has it?", False),
    "what the question does not say": ("shutdown", "Which ports are down?", False),
    "the first word": ("Wizards", "Wizards of r1?", False),
}


@pytest.mark.parametrize(("word", "question", "named"), NAMES.values(), ids=NAMES)
def test_names(word: str, question: str, named: bool) -> None:
    assert is_name(word, question) is named


TOLD = {
    "a word": (["model"], "Which model is it?", ("model",)),
    "a not with what follows": (["not"], "Which contact is not on call for r1?", ("not on call",)),
    "a contracted not": (["not"], "Which ports aren't used here?", ("aren't used here",)),
    "how long": (["long"], "How long was xe0 down?", ("How long was xe0",)),
    "who": (["who"], "Who pushed it?", ("Who pushed it",)),
    "what is left out": (["apart from"], "Apart from VLAN 1, what is up?", ("Apart from VLAN 1",)),
    "a bound": (["less than"], "Which take less than two weeks?", ("less than two weeks",)),
    "nothing twice": (["model", "model"], "Which model?", ("model",)),
    "what the question does not say": (["who"], "Which user?", ()),
}


@pytest.mark.parametrize(("words", "question", "shown"), TOLD.values(), ids=TOLD)
def test_telling(words: list[str], question: str, shown: tuple[str, ...]) -> None:
    assert telling(words, question) == shown


AS_ASKED = {
    "a word of the question stays": ("signal", "Which signal is weakest?", "signal"),
    "the data's word is the question's": ("rssi", "Which signal was it at?", "signal"),
    "a name of several words": ("NeighborRouteMap", "Which neighbors filter?", "neighbors"),
    "a short name": ("list", "Which ports have an ACL?", "ACL"),
    "nothing stands for it": ("banner", "Which ports are red?", ""),
}


@pytest.mark.parametrize(("word", "question", "asked"), AS_ASKED.values(), ids=AS_ASKED)
def test_as_asked(word: str, question: str, asked: str) -> None:
    assert as_asked(word, question) == asked
