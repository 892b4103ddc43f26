"""Which statements of reports come first for a question, and what the overview of the whole graph tells."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from retrieval.community_search import StatementRanking
from retrieval.compose_reports import compose_overview
from retrieval.entity_graph import EntityGraph, EntityNode
from retrieval.indexes import Indexes
from retrieval.records import SearchRequest
from retrieval.search import SEARCHES
from retrieval.word_index import content_words, singular, spoken_words
from tests.borrowed_graph import borrowed_graph
from tests.graph_store.file_with_secrets import load_with_secrets, stand_ins_in


def bgp(number: int, device: str, key: str) -> EntityNode:
    values = {"router_id": Counter({f"10.0.0.{number}": 1})}
    return EntityNode(str(number), "RouterBgp", key, device, "BgpProcess", values, [number], {}, 1)


def overview(nodes: list[EntityNode]) -> dict[str, str]:
    report = compose_overview(EntityGraph({node.id: node for node in nodes}, (), {}))
    return {one.text.partition(":")[0]: one.text for one in report.statements}


def test_the_overview_names_what_there_is_with_its_devices() -> None:
    told = overview([bgp(1, "r1", "65001"), bgp(2, "r2", "65001"), bgp(3, "r3", "65002")])
    assert told["3 RouterBgp (BgpProcess)"] == "3 RouterBgp (BgpProcess): 65001 on r1, r2; 65002 on r3"


def test_a_secret_that_names_something_is_told_as_its_stand_in(tmp_path: Path) -> None:
    with borrowed_graph() as graph:
        report = compose_overview(load_with_secrets(graph, tmp_path).entities)
    assert "redacted-community-" in stand_ins_in(repr(report))


NAMED = {
    "what it names comes first": ("How is BGP set up here?", "RouterBgp"),
    "in any number, and in parts of names": ("What are the neighbors?", "Neighbor"),
}
OF_ALL = {
    "what names everything names nothing": "Which devices does this network have?",
    "none of its words is there": "What should be fixed first?",
}


@pytest.mark.parametrize(("question", "begins"), NAMED.values(), ids=NAMED)
def test_what_a_question_names_comes_first(question: str, begins: str, indexes: Indexes) -> None:
    ranking = StatementRanking(indexes, question)
    best = ranking.statements(ranking.reports)[0][0].text
    assert begins in best.partition(":")[0], best


@pytest.mark.parametrize("question", OF_ALL.values(), ids=OF_ALL)
def test_else_what_matters_most_comes_first(question: str, indexes: Indexes) -> None:
    ranking = StatementRanking(indexes, question)
    assert ranking.statements(ranking.reports)[0][0] == indexes.reports[0].statements[0]


def test_global_search_cites_what_it_tells_of_the_whole_graph(indexes: Indexes, graph: BoltGraph) -> None:
    found = SEARCHES["global"](indexes, SearchRequest("How is BGP set up here?")).passages
    (whole,) = (one for one in found if one.trail == ("The whole graph",) and "RouterBgp" in one.text)
    count = graph.read("MATCH (n:RouterBgp) RETURN count(n)").rows[0][0]
    assert whole.text.startswith(f"{count} RouterBgp")
    assert {line.text.split()[:2] == ["router", "bgp"] for line in whole.lines} == {True}


WORDS = {
    "a name of several words": ("BgpNeighbor", {"bgp", "neighbor"}),
    "a name with a hyphen": ("branch-ash", {"branch", "ash", "branch-ash"}),
    "more than one of something": ("branches", {"branches", "branche", "branch"}),
}


@pytest.mark.parametrize(("text", "words"), WORDS.values(), ids=WORDS)
def test_words_meet_in_any_number(text: str, words: set[str]) -> None:
    assert words <= spoken_words(text)


def test_what_only_asks_is_no_word() -> None:
    assert content_words("What kinds of addresses are there?") == ["addresses"]
    assert singular(["addresses"]) & singular(["address"])
