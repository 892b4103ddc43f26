"""The same workflow with a chat model, whose replies are scripted."""

from __future__ import annotations

import json

import pytest

from agent.ask import Agent
from agent.model.call_model import AskModel
from agent.model.describe_graph import describe_graph
from agent.records import Answer, Question, Turn
from graph_store.bolt_graph import BoltGraph
from graph_store.records import Description, LabelDescription, PropertyDescription
from language_model.redact import Redactor
from tests.agent.scripted_model import ScriptedModel

INTERFACES = {
    "statement": "MATCH (i:Interface) WHERE i.device = $d RETURN i.device AS device, i.key AS interface",
    "parameters": {"d": "r1"},
    "intent": "list",
    "subject": "interfaces",
}
NTP = {"query": "ntp*"}
TWO = {"statements": [{"text": "r1 has Loopback0 and Ethernet0/1.", "rows": [1, 2]}]}


def ask(graph: BoltGraph, question: Question, **replies: list[object]) -> tuple[Answer, ScriptedModel]:
    texts = {
        name: [one if isinstance(one, str) else json.dumps(one) for one in them]
        for name, them in replies.items()
    }
    model = ScriptedModel(replies=texts)
    return Agent(graph, model, "scripted:model").ask(question), model


def cited(answer: Answer) -> list[tuple[str, int]]:
    return [(line.path, line.number) for line in answer.citations]


def test_the_model_writes_and_words_and_the_rows_are_cited(small_graph: BoltGraph) -> None:
    answer, model = ask(
        small_graph,
        Question("Which ports has r1?"),
        write_cypher=[INTERFACES],
        write_lucene=[NTP],
        synthesize=[TWO],
    )
    assert answer.text == "r1 has Loopback0 and Ethernet0/1 [configs/r1.cfg:3,5]."
    assert (answer.status, answer.model, answer.tokens) == ("answered", "scripted:model", 30)
    assert cited(answer) == [("configs/r1.cfg", 3), ("configs/r1.cfg", 5)]
    assert any("- Interface (3" in text for text in model.asked)


def test_a_statement_without_rows_is_left_out(small_graph: BoltGraph) -> None:
    said = {"statements": [{"text": "r1 is red."}, {"text": "r1 is old.", "rows": [9]}, *TWO["statements"]]}
    answer, _ = ask(
        small_graph, Question("Ports?", mode="graph"), write_cypher=[INTERFACES], synthesize=[said]
    )
    assert answer.text == "r1 has Loopback0 and Ethernet0/1 [configs/r1.cfg:3,5]."


def test_a_failed_statement_goes_back_with_its_error(small_graph: BoltGraph) -> None:
    broken = {"statement": "MATCH (i:Interface RETURN i.key"}
    answer, model = ask(
        small_graph,
        Question("Ports?", mode="graph"),
        write_cypher=[broken],
        repair_query=[INTERFACES],
        synthesize=[TWO],
    )
    assert [(one.query.attempt, bool(one.error)) for one in answer.outcomes] == [(1, True), (2, False)]
    assert "Syntax error" in model.asked[1]
    assert answer.status == "answered"


def test_repairs_end(small_graph: BoltGraph) -> None:
    broken = {"statement": "MATCH (i:Interface RETURN i.key"}
    again = [{"statement": f"MATCH (i:Interface RETURN i.key // {number}"} for number in range(3)]
    answer, _ = ask(
        small_graph, Question("Ports?", mode="graph"), write_cypher=[broken], repair_query=[*again]
    )
    assert [one.query.attempt for one in answer.outcomes] == [1, 2, 3, 4]
    assert answer.status == "failed"
    assert answer.citations == ()


def test_writing_statements_are_refused(small_graph: BoltGraph) -> None:
    answer, _ = ask(
        small_graph,
        Question("Delete all", mode="graph"),
        write_cypher=[{"statement": "MATCH (n) DETACH DELETE n"}],
        repair_query=[{"statement": ""}],
    )
    assert answer.status == "failed"
    assert small_graph.read("MATCH (n:Interface) RETURN count(n)").rows == ((3,),)


def test_without_rows_the_model_is_not_asked_for_words(small_graph: BoltGraph) -> None:
    nothing = {**INTERFACES, "parameters": {"d": "r9"}}
    answer, _ = ask(
        small_graph,
        Question("Ports of r9?", mode="graph"),
        write_cypher=[nothing],
        repair_query=[{"statement": ""}],
    )
    assert answer.status == "none"


def test_words_that_make_no_sense_are_replaced_by_the_rows(small_graph: BoltGraph) -> None:
    answer, _ = ask(
        small_graph,
        Question("Ports?", mode="graph"),
        write_cypher=[INTERFACES],
        synthesize=["I do not know."],
    )
    assert answer.text == "2 interfaces on r1: Loopback0 [configs/r1.cfg:3], Ethernet0/1 [configs/r1.cfg:5]."


def test_queries_that_make_no_sense_are_none(small_graph: BoltGraph) -> None:
    answer, _ = ask(small_graph, Question("Ports?", mode="graph"), write_cypher=["Sure! Here it is."])
    assert (answer.status, answer.outcomes) == ("not_parsed", ())


def test_a_follow_up_is_restated(small_graph: BoltGraph) -> None:
    question = Question("And r1?", (Turn("Which ports has r2?", "Ethernet0/1"),), mode="graph")
    _, model = ask(
        small_graph,
        question,
        understand=[{"question": "Which ports has r1?"}],
        write_cypher=[INTERFACES],
        synthesize=[TWO],
    )
    assert model.asked[1].rstrip().endswith("Question: Which ports has r1?")


SECRETS = {
    "in the question": (
        "question",
        "Has r1 `enable secret 9 $9$kT5wqNzLpP0aXk$wQ0vJ7l6dEYxrT2m`?",
        "wQ0vJ7l6dEY",
    ),
    "in a row": ("rows", "1. text: snmp-server community Zx81-Quantum RO", "Zx81-Quantum"),
    "in an earlier answer": ("history", "A: r1 has `tacacs-server key 0 Gr4nite-Harbour`", "Gr4nite-Harbour"),
}


@pytest.mark.parametrize(("name", "text", "secret"), SECRETS.values(), ids=SECRETS)
def test_no_secret_is_sent_to_the_model(name: str, text: str, secret: str) -> None:
    model = ScriptedModel(replies={"echo": ['{"question": "yes"}']})
    places = "\n".join(f"{{{each}}}" for each in ("question", "rows", "labels", "history"))
    prompt = f"# echo\n{places}"
    asked = AskModel(model, Redactor())
    asked.send(prompt, "echo", {name: text})
    assert secret not in model.asked[0]
    assert text.split()[0] in model.asked[0]


def test_examples_of_secret_properties_are_not_shown() -> None:
    properties = (
        PropertyDescription("login_password", ("string",), 2, 2, ("Hq7-unguessable", "Zt3-unspoken")),
        PropertyDescription("speed", ("integer",), 2, 1, (100,)),
    )
    label = LabelDescription("User", 2, properties)
    shown = describe_graph(Description((label,), (), (), ()))["labels"]
    assert "Hq7" not in shown
    assert "Zt3" not in shown
    assert "speed (integer: 100)" in shown
