"""Planted secrets: in no prompt, and in answers, steps and rows only where they are asked to be shown."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import pytest

from agent.ask import Agent
from agent.records import Answer, Answered, Event, Outcome, Query, Question, Row
from agent.secrets.mask_secrets import SecretMask
from graph_store.bolt_graph import BoltGraph
from graph_store.graph import ReadableGraph
from graph_store.records import Description, LabelDescription, PropertyDescription, SourceLine, Table
from language_model.redact import Redactor
from tests.agent.scripted_model import ScriptedCalls

COMMUNITY, WORDLIKE, HASH = "Zx81-Quantum-Harbour", "harbour", "$9$kT5wqNzLpP0aXk$wQ0vJ7l6dEYxrT2mLk9QbA"
LINES = (
    SourceLine("configs/r1.cfg", 4, f"snmp-server community {COMMUNITY} RO"),
    SourceLine("configs/r1.cfg", 5, f"snmp-server community {WORDLIKE} RW"),
    SourceLine("configs/r1.cfg", 6, f"enable secret 9 {HASH}"),
    SourceLine("configs/r1.cfg", 7, "snmp-server location Quarry Lane, rack 5"),
)
SECRETS = (COMMUNITY, HASH)
STATEMENT = (
    "MATCH (c:Configuration)-[:HAS_LINE]->(l:Line) RETURN l.path AS path, l.number AS number, l.text AS text"
)


class SecretGraph:
    """A graph with one configuration whose every value is planted; `asked` keeps what was compared with."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def read(
        self,
        statement: str,
        parameters: object = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        if statement.startswith(STATEMENT):
            rows = tuple((one.path, one.number, one.text) for one in LINES)
            return Table(("path", "number", "text"), rows)
        if statement.startswith("MATCH (c:Configuration) WHERE c.snmp_server_community = $v"):
            self.asked.append(parameters)
            return Table(("path", "number", "text"), ((LINES[0].path, LINES[0].number, LINES[0].text),))
        if "properties(e) AS properties" in statement and isinstance(parameters, Mapping):
            said = str(parameters["q"]).lower().strip('"*')
            found = [value for value in (COMMUNITY, WORDLIKE) if said and value.lower().startswith(said)]
            return Table(
                ("type", "properties"),
                tuple(("Configuration", {"snmp_server_community": value}) for value in found),
            )
        if "node.text AS text" in statement and "node.document AS document" not in statement:
            return Table(("path", "text", "score"), tuple((one.path, one.text, 1.0) for one in LINES))
        return Table((), ())

    def describe(self) -> Description:
        properties = (
            PropertyDescription("snmp_server_community", ("string",), 1, 1, (COMMUNITY, WORDLIKE)),
            PropertyDescription("secret", ("string",), 1, 1, (HASH,)),
            PropertyDescription("snmp_server_location", ("string",), 1, 1, ("Quarry Lane, rack 5",)),
        )
        return Description((LabelDescription("Configuration", 1, properties),), (), ("r1",), ())


def graph_query(statement: str = STATEMENT, **parameters: str) -> str:
    return json.dumps({"statement": statement, "parameters": parameters, "subject": "communities"})


def ask(
    reply: str, *, show: bool = False, written: str = "", question: str = "Which communities are there?"
) -> tuple[Answer, ScriptedCalls, SecretGraph]:
    graph = SecretGraph()
    calls = ScriptedCalls(
        {
            "write_graph": [written or graph_query()],
            "synthesize": [reply],
            "repair_query": ['{"statement": ""}'] * 3,
        }
    )
    readable: ReadableGraph = graph
    answer = Agent(readable, calls, "scripted:model", show_secrets=show).ask(Question(question, mode="graph"))
    return answer, calls, graph


def told(answer: Answer) -> str:
    """Return all that a person, a step or an export may show."""
    return repr(answer)


def test_no_prompt_has_a_secret() -> None:
    _, calls, _ = ask("The location is `Quarry Lane, rack 5` [4]")
    sent = "\n".join(text for _, text in calls.asked)
    assert not [secret for secret in SECRETS if secret in sent]
    assert f"community {WORDLIKE}" not in sent
    assert "Quarry Lane, rack 5" in sent


def test_answers_and_steps_mask_secrets_by_default() -> None:
    answer, _, _ = ask("The community is `redacted1xxxxxxxxxxx` [1]")
    assert answer.text.partition("\n")[0] == "The community is redacted1xxxxxxxxxxx [configs/r1.cfg:4]"
    assert not [secret for secret in SECRETS if secret in told(answer)]
    assert f"community {WORDLIKE}" not in told(answer)


def test_a_setting_shows_them_and_the_model_still_does_not_see_them() -> None:
    answer, calls, _ = ask("The community is `redacted1xxxxxxxxxxx` [1]", show=True)
    assert answer.text.partition("\n")[0] == f"The community is {COMMUNITY} [configs/r1.cfg:4]"
    assert COMMUNITY in told(answer)
    assert COMMUNITY not in "\n".join(text for _, text in calls.asked)


def test_what_is_no_secret_is_not_masked() -> None:
    answer, _, _ = ask("The location is `Quarry Lane, rack 5` [4]")
    assert answer.text.partition("\n")[0] == "The location is Quarry Lane, rack 5 [configs/r1.cfg:7]"


def test_the_graph_is_asked_with_the_secret_of_the_question() -> None:
    statement = "MATCH (c:Configuration) WHERE c.snmp_server_community = $v RETURN c.device AS device"
    question = f"Which device has this?\nsnmp-server community {COMMUNITY} RO"
    _, calls, graph = ask(
        "`r1` [1]", written=graph_query(statement, v="redacted1xxxxxxxxxxx"), question=question
    )
    assert COMMUNITY not in calls.sent("write_graph")[0]
    assert "snmp-server community redacted1xxxxxxxxxxx RO" in calls.sent("write_graph")[0]
    assert graph.asked == [{"v": COMMUNITY}]


COMPARED = "MATCH (c:Configuration) WHERE c.snmp_server_community = $v RETURN c.device AS device"
PROSE = {
    "one that looks given": (f"Which device lets {COMMUNITY} in?", COMMUNITY),
    "one in other letters": (f"Which device lets {COMMUNITY.upper()} in?", COMMUNITY),
    "a word, where communities are spoken of": (f"Which device has community {WORDLIKE}?", WORDLIKE),
    "a quoted word": (f"Which device lets '{WORDLIKE}' in?", WORDLIKE),
}


@pytest.mark.parametrize(("question", "secret"), PROSE.values(), ids=PROSE)
def test_a_secret_in_prose_is_not_sent_and_still_asked_with(question: str, secret: str) -> None:
    _, calls, graph = ask(
        "`r1` has `redacted1` [1]", written=graph_query(COMPARED, v=stand_in(secret)), question=question
    )
    sent = "\n".join(text for _, text in calls.asked)
    assert secret.lower() not in sent.lower()
    assert stand_in(secret) in calls.sent("write_graph")[0]
    assert graph.asked[:1] == [{"v": secret}]


def stand_in(secret: str) -> str:
    return Redactor().hide(secret)


def test_a_word_that_is_a_secret_elsewhere_stays_in_other_questions() -> None:
    _, calls, _ = ask("`r1` [1]", question=f"Which device is at the {WORDLIKE}?")
    assert f"Which device is at the {WORDLIKE}?" in calls.sent("write_graph")[0]


def test_sample_lines_hold_no_secret() -> None:
    calls = ScriptedCalls({"write_text": ['{"q": ""}'] * 2})
    question = Question("Which communities and racks are there?", mode="text")
    Agent(SecretGraph(), calls, "scripted:model").ask(question)
    (sent,) = calls.sent("write_text")
    assert "configs/r1.cfg: snmp-server location Quarry Lane, rack 5" in sent
    assert not [secret for secret in SECRETS if secret in sent]
    assert f"community {WORDLIKE}" not in sent


def test_events_mask_secrets() -> None:
    async def run() -> list[Event]:
        calls = ScriptedCalls({"write_graph": [graph_query()], "synthesize": ["`redacted1xxxxxxxxxxx` [1]"]})
        agent = Agent(SecretGraph(), calls, "scripted:model")
        return [event async for event in agent.stream(Question("Which communities?", mode="graph"))]

    events = asyncio.run(run())
    assert isinstance(events[-1], Answered)
    assert not [secret for secret in SECRETS if secret in repr(events)]


CELLS = {
    "a value whose name tells": ("login_password", "Hq7-unguessable", True),
    "a value in a list": ("snmp_server_community", (COMMUNITY, "x"), True),
    "a name": ("key", "GUEST-IN", False),
    "a place": ("snmp_server_location", "Quarry Lane, rack 5", False),
    "an address": ("tacacs_server", "10.1.2.3", False),
    "a number": ("secret_level", 5, False),
    "a switch": ("service_password_encryption", True, False),
    "a community of routes": ("set_community", "65000:100", False),
}


@pytest.mark.parametrize(("name", "cell", "masked"), CELLS.values(), ids=CELLS)
def test_cells(name: str, cell: str | int | tuple[str, ...], masked: bool) -> None:
    outcome = Outcome(Query("cypher", "RETURN 1"), (Row({name: cell}, (), 0),))
    mask = SecretMask()
    hidden = mask.hidden(outcome)
    assert (hidden != outcome) == masked
    assert mask.hidden(hidden) == hidden


def test_the_builtin_model_masks_too(small_graph: BoltGraph) -> None:
    answer = Agent(small_graph).ask(Question("What are the interfaces on r1?"))
    assert "Ethernet0/1" in answer.text
