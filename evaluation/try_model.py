"""Asks eight questions about a small built-in network, to see what a model can do."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from agent.records import Answer, Question
from evaluation.evaluate import Ask
from evaluation.records import NEGATIVE, Gold, Score
from evaluation.score_answer import score_answer
from language_model.errors import ModelCallError

FILES = {
    "r1.cfg": """\
hostname r1
!
vrf definition BLUE
 rd 65001:10
!
interface Ethernet0/1
 description uplink to r2
 mtu 9000
 ip address 10.0.12.1 255.255.255.252
!
interface Ethernet0/2
 description spare
 shutdown
!
interface Loopback0
 ip address 192.0.2.1 255.255.255.255
!
router bgp 65001
 neighbor 10.0.12.2 remote-as 65002
!
ntp server 198.51.100.7
""",
    "r2.cfg": """\
hostname r2
!
interface Ethernet0/1
 description uplink to r1
 mtu 1500
 ip address 10.0.12.2 255.255.255.252
!
interface Ethernet0/3
 shutdown
!
interface Ethernet0/4
 shutdown
!
router bgp 65002
 neighbor 10.0.12.1 remote-as 65001
""",
    "r1.log": "".join(
        f"2026-03-01T10:{minute:02}:00Z r1 bgpd[77]: neighbor 10.0.12.2 {'Down' if minute % 2 else 'Up'}\n"
        for minute in range(10)
    )
    + "2026-03-01T10:10:00Z r1 sshd[80]: Failed password for root from 203.0.113.9 port 4022 ssh2\n",
}


def _gold(name: str, question: str, kind: str, items: Sequence[str]) -> Gold:
    return Gold(name, "built-in", question, kind, tuple(items), tuple(items))


QUESTIONS = (
    _gold("lookup", "What is the IP address of Loopback0 on r1?", "lookup", ["192.0.2.1"]),
    _gold("list", "Which interfaces on r2 are shut down?", "list", ["Ethernet0/3", "Ethernet0/4"]),
    _gold("count", "How many interfaces does r1 have?", "count", ["3"]),
    _gold(
        "two-parts", "Which AS is r2 in, and what is the MTU of its Ethernet0/1?", "lookup", ["65002", "1500"]
    ),
    _gold("log-count", "How often did BGP neighbor 10.0.12.2 go down?", "count", ["5"]),
    _gold("log-lookup", "From which address did a login as root fail?", "lookup", ["203.0.113.9"]),
    _gold("multi-hop", "Which device owns the address of r1's BGP neighbor?", "multi-hop", ["r2"]),
    Gold("negative", "built-in", "Which OSPF areas does r1 have?", NEGATIVE, ()),
)


@dataclass(frozen=True, slots=True)
class Trial:
    """How a model fared. `false` are wrong answers that it gave as sure; `tokens_a_second` are of its replies."""

    scores: tuple[Score, ...]
    tokens_a_second: float

    @property
    def passed(self) -> int:
        """Return how many questions were answered rightly."""
        return sum(score.passed for score in self.scores)

    @property
    def false(self) -> tuple[Score, ...]:
        """Return the wrong answers with status "answered"."""
        return tuple(score for score in self.scores if not score.passed and score.status == "answered")

    @property
    def verdict(self) -> str:
        """Say in a sentence what the model is good for."""
        if self.false:
            return "Do not rely on it: it gave wrong answers as sure ones."
        if self.passed == len(self.scores):
            return "Good for questions of all these kinds."
        if self.passed >= len(self.scores) // 2:
            return "Good for simple questions; where it fails, the closest lines are shown."
        return "Not good enough to write queries: use it with care, or work without a model."


@contextmanager
def built_in_files() -> Iterator[Path]:
    """Write the network into a folder that goes afterwards."""
    with tempfile.TemporaryDirectory(prefix="wirelore-doctor-") as folder:
        for name, text in FILES.items():
            (Path(folder) / name).write_text(text, "utf-8")
        yield Path(folder)


def try_model(ask: Ask, questions: Sequence[Gold] = QUESTIONS) -> Trial:
    """Ask all questions; where a call brings no reply, that question has failed. Raises GraphError."""
    scores, tokens, waited = [], 0, 0.0
    for gold in questions:
        try:
            answer = ask(Question(gold.question))
        except ModelCallError as error:
            answer = Answer(str(error), "failed")
        scores.append(score_answer(gold, answer, ("0",)))
        tokens, waited = tokens + answer.completion_tokens, waited + answer.waited_s
    return Trial(tuple(scores), tokens / waited if waited else 0.0)
