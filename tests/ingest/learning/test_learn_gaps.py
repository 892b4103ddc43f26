"""What the rules of all sections lack is asked for in one request, and only what helps is taken."""

from __future__ import annotations

import pytest

from graph_store.records import SourceLine
from ingest.learn.compose_parser import compose_parser
from ingest.learn.model.learn_format import LearningReport, learn_format
from ingest.learn.model.learn_gaps import has_functions
from ingest.learn.model.model_learner import run_whole
from ingest.pipeline import no_progress
from ingest.sandbox import RawRecord, Sandbox
from language_model.count_tokens import Estimate
from tests.ingest.learning.scripted_calls import ScriptedCalls
from tests.ingest.learning.test_learn_format import reply

PORTS = "\n".join(
    f"port eth{number}\n speed 100\n policy in gold{number} weight {number}" for number in range(4)
)
CONFIG = f"""\
name core
{PORTS}
pool guests
 range 10.0.0.1 to 10.0.0.9
peer 10.0.0.7
 track lane 7 down
desk north 0 4
 speed 10
"""
SPLIT = """
def split(lines):
    out, now = [], "settings"
    for line in lines:
        now = {"port": "ports"}.get(line.split(" ", 1)[0], "settings") if line[0] != " " else now
        out.append(now)
    return out
"""
PORT_RULES = """```python
GRAMMAR = r'''
port <Port> {
    speed <speed:int>
    policy <...>
}
'''
def parse(lines): return read_configuration(lines, GRAMMAR, "indented", others="keywords")
```"""
SETTING_RULES = """```python
GRAMMAR = r'''
pool <Pool>
peer <Peer>
desk <Desk:text> { speed * }
'''
def parse(lines): return read_configuration(lines, GRAMMAR, "indented", others="keywords")
```"""
GOOD = {
    "Divide such files": [reply({"settings": "the device", "ports": "its ports"}, SPLIT)],
    "section `settings`": [SETTING_RULES],
    "section `ports`": [PORT_RULES],
}
GAPS = "section by section, are lines"
PORT_GAP = 'GRAMMAR["ports"] = "port <Port> { policy in <policy_in> weight <weight:int> }"'
POOL_GAP = 'GRAMMAR["settings"] = "pool <Pool> { range <first> to <last> }"'
PEER_GAP = 'GRAMMAR["settings"] = "peer <Peer> { track lane <lane> <state> }"'


def learn(sandbox: Sandbox, *replies: str) -> tuple[dict[str, RawRecord], LearningReport, ScriptedCalls]:
    calls = ScriptedCalls({**GOOD, GAPS: [f"```python\n{text}\n```" for text in replies]})
    document = [
        SourceLine("core.cfg", number, text) for number, text in enumerate(CONFIG.splitlines(), start=1)
    ]
    learned, report = learn_format([document], "configuration", None, calls, sandbox, Estimate(), no_progress)
    sources = {section.name: section.source for section in learned.sections}
    ((root, *_), _) = run_whole(
        compose_parser(learned.division.source, sources, "configuration"), [document], sandbox
    )
    return {str(child.values["key"]): child for child in root.children}, report, calls


def test_one_request_asks_for_the_gaps_of_all_sections_one_of_each_shape(sandbox: Sandbox) -> None:
    found, report, calls = learn(sandbox, f"{PORT_GAP}\n{POOL_GAP}\n{PEER_GAP.replace('=', '+=', 1)}")
    assert (len(calls.asked), report.failures) == (4, [])
    asked = calls.asked[-1][1][-1].text
    assert asked.count("policy in gold") == 1
    assert "port eth0\n policy in gold0 weight 0" in asked
    assert "port <Port> {" in asked
    assert "speed 100" not in asked
    assert "desk north" not in asked
    assert (found["eth3"].values["policy_in"], found["eth3"].values["weight"]) == ("gold3", 3)
    assert found["guests"].values["last"] == "10.0.0.9"


def test_rules_of_a_block_that_is_there_add_to_its_inside(sandbox: Sandbox) -> None:
    found, *_ = learn(sandbox, PORT_GAP)
    assert found["eth1"].values == {"key": "eth1", "speed": 100, "policy_in": "gold1", "weight": 1}


def test_what_is_left_out_is_not_asked_for_again(sandbox: Sandbox) -> None:
    _, report, calls = learn(sandbox, POOL_GAP)
    assert (len(calls.asked), report.failures) == (4, [])


def test_sections_with_functions_of_their_own_are_left_alone() -> None:
    assert not has_functions(PORT_RULES.removeprefix("```python\n").removesuffix("```"))
    assert has_functions("GRAMMAR = ''\ndef read_track(line): ...\ndef parse(lines): ...\n")


BAD = {
    "code that is none": ("GRAMMAR[ = [", "the python block is no Python"),
    "a section that there is not": (
        'GRAMMAR["lists"] = "list <List>"',
        "there is no section 'lists'",
    ),
    "a pattern that does not compile": ('GRAMMAR["ports"] = "port <key:(>"', "port <key:(>"),
    "no rules at all": ("print(1)", 'there is no GRAMMAR["section"]'),
}


@pytest.mark.parametrize(("bad", "told"), BAD.values(), ids=BAD)
def test_what_is_wrong_goes_back_and_what_is_right_is_kept(sandbox: Sandbox, bad: str, told: str) -> None:
    found, report, calls = learn(sandbox, bad, PORT_GAP)
    assert (len(calls.asked), report.failures) == (5, [])
    assert told in calls.asked[-1][1][-1].text
    assert found["eth2"].values["weight"] == 2


def test_rules_that_harm_are_not_taken(sandbox: Sandbox) -> None:
    harmful = 'GRAMMAR["ports"] = "- port <name>"'
    found, report, _ = learn(sandbox, harmful, harmful)
    assert found["eth2"].values["speed"] == 100
    assert report.failures
