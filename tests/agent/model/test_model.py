"""The same workflow with a model, whose replies are scripted."""

from __future__ import annotations

import json

import pytest

from agent.ask import Agent
from agent.model.answer_writer import WORDED
from agent.records import Answer, Question, Turn
from graph_store.bolt_graph import BoltGraph
from language_model.errors import ModelUnavailable
from tests.agent.scripted_model import ScriptedCalls

INTERFACES = {
    "statement": "MATCH (i:Interface) WHERE i.device = $d RETURN i.device AS device, i.key AS interface",
    "parameters": {"d": "r1"},
    "intent": "list",
    "subject": "interfaces",
}
NTP = {"q": "ntp*"}
TWO = "`r1` has `Loopback0` and `Ethernet0/1` [1,2]"
LEAVE = {"statement": ""}


def ask(graph: BoltGraph, question: Question | str, **replies: list[object]) -> tuple[Answer, ScriptedCalls]:
    texts: dict[str, list[str | Exception]] = {
        name: [one if isinstance(one, str | Exception) else json.dumps(one) for one in them]
        for name, them in replies.items()
    }
    calls = ScriptedCalls(texts)
    asked = Question(question, mode="graph") if isinstance(question, str) else question
    answer = Agent(graph, calls, "scripted:model").ask(asked)
    assert calls.left() == {}
    return answer, calls


def cited(answer: Answer) -> list[tuple[str, int]]:
    return [(line.path, line.number) for line in answer.citations]


def test_one_call_writes_both_queries_and_the_rows_are_cited(small_graph: BoltGraph) -> None:
    answer, calls = ask(
        small_graph,
        Question("Which ports has r1?"),
        write_graph=[{**INTERFACES, **NTP}],
        synthesize=[TWO],
    )
    assert answer.text == f"r1 has Loopback0 and Ethernet0/1 [configs/r1.cfg:3,5]\n{WORDED}"
    assert (answer.status, answer.model, answer.tokens, answer.calls) == ("answered", "scripted:model", 20, 2)
    assert (answer.prompt_tokens, answer.completion_tokens) == (16, 4)
    assert 0 <= answer.waited_s <= answer.seconds
    assert cited(answer) == [("configs/r1.cfg", 3), ("configs/r1.cfg", 5)]
    assert "- Interface (3, " in calls.sent("write_graph")[0]
    rows = calls.sent("synthesize")[0]
    assert "\n1 r1 | Loopback0\n" in rows
    assert " configs/r1.cfg | 11 | ntp server 192.0.2.1" in rows


def test_what_the_rows_do_not_show_is_said_and_the_answer_is_not_whole(small_graph: BoltGraph) -> None:
    reply = f"{TWO}\nThe rows do not show when `Ethernet0/1` was up."
    answer, _ = ask(
        small_graph, "Which ports has r1, and since when?", write_graph=[INTERFACES], synthesize=[reply]
    )
    told, gap, worded, open_ = answer.text.split("\n")
    assert (told, worded) == ("r1 has Loopback0 and Ethernet0/1 [configs/r1.cfg:3,5]", WORDED)
    assert gap == "The rows do not show when Ethernet0/1 was up"
    assert open_.startswith("Not answered for sure.")
    assert (answer.status, answer.tables[0].total) == ("closest", 2)
    assert cited(answer) == [("configs/r1.cfg", 3), ("configs/r1.cfg", 5)]


MODES = {
    "graph": ("graph", {"write_statement": [INTERFACES]}),
    "hybrid": ("hybrid", {"write_hybrid": [INTERFACES]}),
    "text": ("text", {"write_text": [{"q": "interface AND ethernet0\\/1"}]}),
}


@pytest.mark.parametrize(("mode", "written"), MODES.values(), ids=MODES)
def test_each_mode_has_its_own_prompt(
    small_graph: BoltGraph, mode: str, written: dict[str, list[object]]
) -> None:
    question = Question("Where is Ethernet0/1 of r1?", mode=mode)  # type: ignore[arg-type]
    said = "`Ethernet0/1` [1]" if mode == "text" else "`Loopback0` [1]"
    answer, calls = ask(small_graph, question, **written, synthesize=[said])
    assert answer.status == "answered"
    assert [name for name, _ in calls.asked] == [*written, "synthesize"]


def test_a_failed_statement_goes_back_with_its_error(small_graph: BoltGraph) -> None:
    broken = {"statement": "MATCH (i:Interface RETURN i.key"}
    answer, calls = ask(
        small_graph, "Ports?", write_graph=[broken], repair_query=[INTERFACES], synthesize=[TWO]
    )
    assert [(one.query.attempt, bool(one.error)) for one in answer.outcomes] == [(1, True), (2, False)]
    assert "Syntax error" in calls.sent("repair_query")[0]
    assert "MATCH (i:Interface RETURN i.key" in calls.sent("repair_query")[0]
    assert answer.status == "answered"


def test_repairs_end(small_graph: BoltGraph) -> None:
    broken = {"statement": "MATCH (i:Interface RETURN i.key"}
    again = [{"statement": f"MATCH (i:Interface RETURN i.key AS key{number}"} for number in range(3)]
    answer, _ = ask(small_graph, "Ports?", write_graph=[broken], repair_query=[*again])
    assert [one.query.attempt for one in answer.outcomes] == [1, 2, 3, 4]
    assert answer.status in {"closest", "not_parsed"}
    assert answer.citations == ()
    assert "the query failed" in answer.text


def test_writing_statements_are_refused(small_graph: BoltGraph) -> None:
    answer, _ = ask(
        small_graph,
        "Delete all",
        write_graph=[{"statement": "MATCH (n) DETACH DELETE n"}],
        repair_query=[LEAVE],
    )
    assert answer.status in {"closest", "not_parsed"}
    assert small_graph.read("MATCH (n:Interface) RETURN count(n)").rows == ((3,),)


DOUBTS = {
    "a label that is none": (
        "Ports?",
        "MATCH (p:Portal) RETURN p.key AS port",
        "there is no label 'Portal' in the graph",
    ),
    "a property that the label has not": (
        "Which mtu have the interfaces?",
        "MATCH (i:Interface) RETURN i.device AS device, i.key AS interface, i.colour AS mtu",
        "Interface has no property 'colour'; it has: description",
    ),
    "a value of the question that is left out": (
        "What is the description of Ethernet0/1?",
        "MATCH (i:Interface {key: 'Loopback0'}) RETURN i.key AS interface, i.description AS description",
        "the statement uses nothing of Ethernet0/1, which the question names",
    ),
}


@pytest.mark.parametrize(("question", "statement", "problem"), DOUBTS.values(), ids=DOUBTS)
def test_what_may_not_be_meant_is_asked_about_once(
    small_graph: BoltGraph, question: str, statement: str, problem: str
) -> None:
    answer, calls = ask(
        small_graph,
        question,
        write_graph=[{"statement": statement}],
        repair_query=[LEAVE],
        **({"synthesize": ["NONE"]} if problem.startswith("the statement") else {}),
    )
    assert problem in calls.sent("repair_query")[0]
    assert answer.status in {"not_parsed", "closest"}


def test_rows_of_a_doubtful_statement_are_shown_and_may_be_kept(small_graph: BoltGraph) -> None:
    question, statement, _ = DOUBTS["a value of the question that is left out"]
    kept = [{"statement": "same"}]
    answer, calls = ask(
        small_graph,
        question,
        write_graph=[{"statement": statement}],
        repair_query=kept,
        synthesize=["`Loopback0` has no description [1]"],
    )
    assert "it found 1 rows, the first is: 1 Loopback0" in calls.sent("repair_query")[0]
    assert "1 Loopback0" in calls.sent("synthesize")[0]
    assert [one.query.attempt for one in answer.outcomes] == [1, 2]


NO_DOUBTS = {
    "a device that the question does not name": (
        "Which interfaces are there?",
        "MATCH (i:Interface {device: 'r1'}) RETURN i.device AS device, i.key AS interface",
    ),
    "one of the values of the question": (
        "Which interfaces of r1 and r2 are there?",
        "MATCH (i:Interface {device: 'r1'}) RETURN i.key AS interface, i.description AS description",
    ),
    "a time that no row has, and a limit": (
        "When did it happen to the interfaces?",
        "MATCH (i:Interface) RETURN i.key AS interface ORDER BY i.device LIMIT 2",
    ),
    "a count that whoever sees the list can tell": (
        "How many interfaces are there?",
        "MATCH (i:Interface) RETURN i.device AS device, i.key AS interface",
    ),
    "a value that the rows show": (
        "What is the description of Ethernet0/1 on r1?",
        "MATCH (i:Interface {device: 'r1'}) RETURN i.key AS interface, i.description AS description",
    ),
    "a property that is a number of something": (
        "What is the number in the description on r1?",
        "MATCH (i:Interface {device: 'r1'}) RETURN i.key AS interface, i.description AS description",
    ),
}


@pytest.mark.parametrize(("question", "statement"), NO_DOUBTS.values(), ids=NO_DOUBTS)
def test_what_the_rows_clear_is_not_asked_about(
    small_graph: BoltGraph, question: str, statement: str
) -> None:
    answer, calls = ask(
        small_graph, question, write_graph=[{"statement": statement}], synthesize=["`Ethernet0/1` [1,2]"]
    )
    assert calls.sent("repair_query") == []
    assert answer.status == "answered"


def test_an_empty_result_that_a_spelling_explains_is_mended_without_the_model(small_graph: BoltGraph) -> None:
    wrong = {**INTERFACES, "parameters": {"d": "R1"}}
    answer, calls = ask(small_graph, "Ports of R1?", write_graph=[wrong], synthesize=[TWO])
    assert answer.status == "answered"
    assert [name for name, _ in calls.asked] == ["write_graph", "synthesize"]


def test_an_empty_result_that_the_values_contradict_goes_back(small_graph: BoltGraph) -> None:
    wrong = {
        "statement": "MATCH (i:Interface) WHERE i.description = $a RETURN i.device AS device, i.key AS interface",
        "parameters": {"a": "10.0.0.1"},
    }
    right = {
        "statement": "MATCH (i:Interface) WHERE i.ip_address = $a RETURN i.device AS device, i.key AS interface",
        "parameters": {"a": "10.0.0.1"},
    }
    answer, calls = ask(
        small_graph,
        "Which interface has 10.0.0.1?",
        write_graph=[wrong],
        repair_query=[right],
        synthesize=["`Loopback0` on `r1` [1]"],
    )
    assert "Interface.ip_address = 10.0.0.1" in calls.sent("repair_query")[0]
    assert answer.text == f"Loopback0 on r1 [configs/r1.cfg:3,4]\n{WORDED}"


def test_an_empty_result_that_nothing_contradicts_is_the_answer(small_graph: BoltGraph) -> None:
    nothing = {
        "statement": "MATCH (i:Interface) WHERE i.description CONTAINS 'jumbo' RETURN i.key AS interface",
        "subject": "interfaces",
    }
    answer, _ = ask(small_graph, "Jumbo frames?", write_graph=[nothing])
    assert answer.status == "none"
    assert answer.text.startswith("None: no interfaces match what was asked (0 of 3 Interface); ")


def test_a_secret_that_no_line_shows_is_not_said_to_be_absent(small_graph: BoltGraph) -> None:
    nothing = {"statement": "MATCH (i:Interface) WHERE i.key = 'otter77' RETURN i.key AS interface"}
    answer, _ = ask(small_graph, "Where is the SNMP community otter77 set?", write_graph=[nothing])
    assert answer.status != "none"
    assert (
        "The data does not say. otter77: no device, value or line shows this name, but secrets" in answer.text
    )
    plain, _ = ask(small_graph, "Where is the interface otter77 set?", write_graph=[nothing])
    assert (plain.status, "secrets" in plain.text) == ("none", False)


def test_nothing_parsed_shows_what_the_text_search_found(small_graph: BoltGraph) -> None:
    answer, _ = ask(
        small_graph,
        Question("Which clock does r1 follow?"),
        write_graph=[{**LEAVE, **NTP}],
        synthesize=["NONE"],
    )
    assert answer.status == "closest"
    assert answer.text.startswith("Nothing that was parsed is about this;")
    assert "ntp server 192.0.2.1" in [one.text for one in answer.closest]


def test_lines_that_answer_are_an_answer(small_graph: BoltGraph) -> None:
    answer, _ = ask(
        small_graph,
        Question("Which clock does r1 follow?"),
        write_graph=[{**LEAVE, **NTP}],
        synthesize=["`r1` follows `192.0.2.1` [1]"],
    )
    assert answer.text == f"r1 follows 192.0.2.1 [configs/r1.cfg:11]\n{WORDED}"


def test_words_that_do_not_hold_give_way_to_the_rows(small_graph: BoltGraph) -> None:
    answer, _ = ask(
        small_graph, "Ports of r1?", write_graph=[INTERFACES], synthesize=["It has `Serial7/7` [1]"]
    )
    assert "(not in these lines: 'Serial7/7')" in answer.text
    assert "Not answered for sure" in answer.text
    assert answer.status == "closest"
    (table,) = answer.tables
    assert [row[-1] for row in table.rows] == ["Loopback0", "Ethernet0/1"]
    assert [line.number for lines in table.citations for line in lines] == [3, 5]


def test_rows_of_something_else_are_not_said_to_be_none(small_graph: BoltGraph) -> None:
    for repaired in (LEAVE, {"statement": "same"}):
        answer, _ = ask(
            small_graph,
            "Ports of r2?",
            write_graph=[INTERFACES],
            repair_query=[repaired],
            synthesize=["NONE"],
        )
        assert answer.text.startswith("None of the entries that were found says so")
        assert answer.status == "closest"


def test_queries_that_make_no_sense_are_none(small_graph: BoltGraph) -> None:
    answer, calls = ask(small_graph, "Ports?", write_graph=["Sure! Here it is.", "Again?"])
    assert (answer.status, answer.outcomes) == ("closest", ())
    assert "Reply with the one JSON object" in calls.sent("write_graph")[1]


def test_a_reply_without_an_object_is_asked_for_again(small_graph: BoltGraph) -> None:
    odd = {**INTERFACES, "intent": "enumerate", "parameters": {"d": "r1", "x": None, "y": {"z": 1}}}
    answer, _ = ask(
        small_graph,
        "Ports of r1?",
        write_graph=["Sure!", f"```json\n{json.dumps(odd)}\n```"],
        synthesize=[TWO],
    )
    assert answer.status == "answered"


def test_a_parameter_that_no_store_takes_goes_back(small_graph: BoltGraph) -> None:
    odd = {**INTERFACES, "parameters": {"d": 1 << 80}}
    answer, calls = ask(
        small_graph,
        "Ports of r1?",
        write_graph=[json.dumps(odd)],
        repair_query=[json.dumps(INTERFACES)],
        synthesize=[TWO],
    )
    assert answer.status == "answered"
    assert "64 bits" in calls.sent("repair_query")[0]


def test_half_of_a_character_in_a_reply_is_replaced(small_graph: BoltGraph) -> None:
    odd = json.dumps({**INTERFACES, "parameters": {"d": "\ud800"}})
    answer, calls = ask(
        small_graph,
        "Ports of r1?",
        write_graph=[odd],
        repair_query=[json.dumps(INTERFACES)],
        synthesize=[TWO],
    )
    assert answer.status == "answered"
    assert not any("\ud800" in text for text in calls.sent("repair_query"))


def test_a_broken_search_beside_a_graph_query_is_mended_without_the_model(small_graph: BoltGraph) -> None:
    answer, calls = ask(
        small_graph,
        Question("Ports of r1?"),
        write_graph=[{**INTERFACES, "q": "ntp* AND ("}],
        synthesize=[TWO],
    )
    assert [len(one.rows) for one in answer.outcomes] == [2, 0, 1]
    assert calls.sent("repair_query") == []


def test_a_follow_up_is_restated(small_graph: BoltGraph) -> None:
    question = Question("And r1?", (Turn("Which ports has r2?", "Ethernet0/1"),), mode="graph")
    _, calls = ask(
        small_graph,
        question,
        understand=[{"question": "Which ports has r1?"}],
        write_graph=[INTERFACES],
        synthesize=[TWO],
    )
    assert "Q: Which ports has r2?\nA: Ethernet0/1" in calls.sent("understand")[0]
    assert "Which ports has r1?" in calls.sent("write_graph")[0]


def test_a_model_that_does_not_answer_is_an_error(small_graph: BoltGraph) -> None:
    with pytest.raises(ModelUnavailable):
        ask(small_graph, "Ports?", write_graph=[ModelUnavailable("write_graph", "no reply")])


def test_a_question_about_nothing_asks_no_model(small_graph: BoltGraph) -> None:
    answer, calls = ask(small_graph, Question(" "))
    assert (answer.status, calls.asked) == ("not_parsed", [])


FURTHER = {
    "statement": "MATCH (n:Interface {device: 'r1', key: 'Loopback0'}) RETURN n.device AS device, n.key AS interface",
    "q": "ntp*",
}


def test_a_question_of_several_steps_gets_one_more_pair_of_queries(small_graph: BoltGraph) -> None:
    answer, calls = ask(
        small_graph,
        Question("Why has r1 the ports?"),
        write_graph=[
            {"statement": "MATCH (i:Interface {device: 'r1'}) WHERE i.description = 'x' RETURN i.key AS port"}
        ],
        look_further=[FURTHER],
        synthesize=["`r1` has `Loopback0` [1]\nThe line is `ntp server 192.0.2.1` [2]"],
    )
    assert "found nothing" in calls.sent("look_further")[0]
    assert "ntp server 192.0.2.1" in calls.sent("synthesize")[0]
    assert [(one.query.kind, one.query.attempt) for one in answer.outcomes] == [
        ("cypher", 1),
        ("cypher", 4),
        ("lucene", 4),
    ]


def test_modes_of_one_round_look_no_further(small_graph: BoltGraph) -> None:
    _, calls = ask(small_graph, "Why has r1 the ports?", write_statement=[INTERFACES], synthesize=[TWO])
    assert calls.sent("look_further") == []


def test_a_name_that_nothing_has_is_said_to_be_nowhere(small_graph: BoltGraph) -> None:
    empty = {**INTERFACES, "parameters": {"d": "core77"}}
    answer, calls = ask(small_graph, "Which ports has core77?", write_statement=[empty])
    assert "core77: no device, value or line has this name" in calls.sent("write_statement")[0]
    assert answer.status == "none"
    assert answer.text.endswith("core77: no device, value or line has this name.")


TIES = {
    "equal ones are both shown": ("i.device", 2),
    "others are left out": ("i.key", 1),
}


@pytest.mark.parametrize(("order", "rows"), TIES.values(), ids=TIES)
def test_what_ties_with_the_first_row_is_shown(small_graph: BoltGraph, order: str, rows: int) -> None:
    statement = f"{INTERFACES['statement']} ORDER BY {order} LIMIT 1"
    answer, calls = ask(
        small_graph,
        "First port of r1?",
        write_statement=[{**INTERFACES, "statement": statement}],
        synthesize=["NONE"],
    )
    assert len(answer.outcomes[0].rows) == rows
    assert ("name both" in calls.sent("synthesize")[0]) == (rows == 2)
