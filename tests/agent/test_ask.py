"""Questions about a small graph, from the question to the cited answer, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from agent.ask import Agent, open_agent
from agent.execute import QueryLimits
from agent.records import Answer, Answered, AnswerPiece, Mode, NodeFinished, NodeStarted, Question, Turn
from graph_store.bolt_graph import BoltGraph
from language_model.errors import UnknownModelError


@pytest.fixture(scope="module")
def agent(small_graph: BoltGraph) -> Agent:
    return open_agent(small_graph)


ANSWERED: dict[str, tuple[str, str, list[tuple[str, int]]]] = {
    "devices are counted": (
        "How many devices are there?",
        "2",
        [("configs/r1.cfg", 1), ("configs/r2.cfg", 1)],
    ),
    "what is on a device is listed": (
        "What are the interfaces on r1?",
        "Ethernet0/1",
        [("configs/r1.cfg", 3), ("configs/r1.cfg", 5), ("configs/r1.cfg", 8)],
    ),
    "a property is looked up": (
        "What is the IP address of Ethernet0/1 on r1?",
        "10.1.1.1",
        [("configs/r1.cfg", 5), ("configs/r1.cfg", 7), ("configs/r1.cfg", 8)],
    ),
    "a short interface name will do": (
        "What is the IP address of Lo0 on r1?",
        "10.0.0.1",
        [("configs/r1.cfg", 3), ("configs/r1.cfg", 4)],
    ),
    "on/off properties are understood": (
        "Which interfaces are shut down?",
        "Ethernet0/1",
        [("configs/r1.cfg", 5), ("configs/r1.cfg", 8)],
    ),
}


@pytest.mark.parametrize(("text", "shown", "cited"), ANSWERED.values(), ids=ANSWERED)
def test_answered(agent: Agent, text: str, shown: str, cited: Sequence[tuple[str, int]]) -> None:
    answer = agent.ask(Question(text))
    assert (answer.status, answer.model, answer.tokens) == ("answered", "builtin", 0)
    assert shown in answer.text
    assert [(line.path, line.number) for line in answer.citations] == cited
    assert all(f"{line.path}:" in answer.text for line in answer.citations)
    assert answer.closest == ()


NOT_ANSWERED: dict[str, tuple[str, Mode, tuple[str, ...]]] = {
    "a word that no line mentions": ("Which devices run EIGRP?", "combined", ("closest", "not_parsed")),
    "a name that is not there": ("What is the IP address of Loopback7 on r1?", "combined", ("closest",)),
    "an empty question": ("  ", "combined", ("not_parsed",)),
    "another language": ("Welche Geräte haben heute schlechte Laune?", "combined", ("closest", "not_parsed")),
    "nonsense": ("colourless green ideas sleep furiously", "combined", ("closest", "not_parsed")),
    "signs only": ("?!* (((", "combined", ("closest", "not_parsed")),
    "a Lucene operator at the end": ("ntp AND", "text", ("closest",)),
    "text that is nowhere": ("xyzzyplugh", "text", ("closest", "not_parsed")),
}


@pytest.mark.parametrize(("text", "mode", "statuses"), NOT_ANSWERED.values(), ids=NOT_ANSWERED)
def test_not_answered(agent: Agent, text: str, mode: Mode, statuses: Sequence[str]) -> None:
    answer = agent.ask(Question(text, mode=mode))
    assert answer.status in statuses
    assert answer.text
    assert (answer.citations == ()) == (answer.status != "answered")


MODES: dict[str, tuple[Mode, str, set[str]]] = {
    "graph: no text search": ("graph", "What are the interfaces on r1?", {"cypher"}),
    "combined: no text search, as there is an answer": (
        "combined",
        "What are the interfaces on r1?",
        {"cypher"},
    ),
    "hybrid: the same": ("hybrid", "What are the interfaces on r1?", {"cypher"}),
}


@pytest.mark.parametrize(("mode", "text", "kinds"), MODES.values(), ids=MODES)
def test_modes(agent: Agent, mode: Mode, text: str, kinds: set[str]) -> None:
    answer = agent.ask(Question(text, mode=mode))
    assert {one.query.kind for one in answer.outcomes} == kinds
    assert answer.status == "answered"
    assert [(line.path, line.number) for line in answer.citations] == [
        ("configs/r1.cfg", 3),
        ("configs/r1.cfg", 5),
        ("configs/r1.cfg", 8),
    ]


def test_mode_text_shows_the_closest_lines(agent: Agent) -> None:
    answer = agent.ask(Question("ntp server", mode="text"))
    assert (answer.status, answer.citations) == ("closest", ())
    assert (answer.closest[0].path, answer.closest[0].lines[0].number) == ("configs/r1.cfg", 11)


def test_a_follow_up_is_asked_in_full(agent: Agent) -> None:
    before = Turn("What are the interfaces on 'r1'?", "2 interfaces on r1: ...")
    answer = agent.ask(Question("and on r2?", (before,)))
    assert [(line.path, line.number) for line in answer.citations] == [("configs/r2.cfg", 2)]


def test_a_row_limit_is_said(small_graph: BoltGraph) -> None:
    answer = open_agent(small_graph, limits=QueryLimits(rows=1)).ask(
        Question("What are the interfaces on r1?")
    )
    assert "(showing 1 of 2)" in answer.text


def test_an_unknown_model_is_named(small_graph: BoltGraph) -> None:
    with pytest.raises(UnknownModelError, match="unknown model 'nobody'"):
        open_agent(small_graph, "nobody")


async def test_the_stream_tells_each_node_and_ends_with_the_answer(agent: Agent) -> None:
    events = [event async for event in agent.stream(Question("What are the interfaces on r1?"))]
    started = [event.node for event in events if isinstance(event, NodeStarted)]
    finished = {event.node: event for event in events if isinstance(event, NodeFinished)}
    assert started == ["understand", "write_cypher", "write_lucene", "execute", "synthesize"]
    assert set(finished) == set(started)
    assert [query.kind for query in finished["write_cypher"].queries] == ["cypher"]
    assert finished["execute"].outcomes
    answered = events[-1]
    assert isinstance(answered, Answered)
    assert "".join(event.text for event in events if isinstance(event, AnswerPiece)) == answered.answer.text
    assert answered.answer.status == "answered"


ALSO_STREAMED: dict[str, tuple[str, Mode]] = {
    **{name: (text, "combined") for name, (text, _, _) in ANSWERED.items()},
    **{name: (text, mode) for name, (text, mode, _) in NOT_ANSWERED.items()},
    "passages": ("ntp server", "local"),
    "an empty question in a mode that finds passages": (" ", "local"),
    "what is asked back": ("it", "combined"),
}


@pytest.mark.parametrize(("text", "mode"), ALSO_STREAMED.values(), ids=ALSO_STREAMED)
async def test_an_answer_at_once_is_the_streamed_one(agent: Agent, text: str, mode: Mode) -> None:
    asked = Question(text, mode=mode)
    streamed = [event async for event in agent.stream(asked)][-1]
    assert isinstance(streamed, Answered)
    assert _timeless(agent.ask(asked)) == _timeless(streamed.answer)


def _timeless(answer: Answer) -> Answer:
    return replace(answer, seconds=0.0, outcomes=tuple(replace(one, seconds=0.0) for one in answer.outcomes))
