"""`wirelore triplets` and `wirelore embed` as a person runs them, against an endpoint on the loopback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graph_store.open_graph import open_graph
from retrieval.indexes import Indexes, read_ids
from retrieval.triplets import PROMPT
from tests.graph_store.test_vectors import embed as say_vectors
from tests.language_model.openai_stub import Handler, Request, Stub, refuse, say, serve

ROOT = Path(__file__).resolve().parents[2]
CONFIG = (
    "hostname edge1\n!\ninterface Gi0/0\n description uplink\n ip address 192.0.2.2 255.255.255.252\n!\nend\n"
)
RUNBOOK = """# WAN

## Circuits

Circuit CID-77120 joins edge1 to Northline.
The password of the portal is: password Tr0ub4dor-77

## Calls

Northline answers at 555-0100.
Ada calls Northline before noon.
"""


def read_passage(handler: Handler, request: Request) -> None:
    """Read "A joins B" and "A calls B" as a model would, and make one thing up."""
    told, passage = (message["content"] for message in request["messages"])
    assert "subject_type" in told
    numbered = re.findall(r"^(\d+)\. (.*)$", passage.rpartition("<passage>")[2], re.MULTILINE)
    found = [
        {"line": int(number), "subject": match[1], "relation": match[2], "object": match[3]}
        for number, text in numbered
        if (match := re.search(r"(\S+) (joins|calls) (\w+)", text))
    ]
    made_up = {"line": 1, "subject": "core9", "relation": "joins", "object": "nowhere"}
    beyond = {"line": 99, "subject": "WAN", "relation": "is", "object": "Northline"}
    say(json.dumps({"triplets": [*found, made_up, beyond]}))(handler, request)


def run(*arguments: str, url: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **{name: value for name, value in os.environ.items() if name != "WIRELORE_MODEL"},
        "OPENAI_BASE_URL": url,
        "OPENAI_API_KEY": "none",
    }
    command = [sys.executable, "-m", "cli", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False, timeout=240
    )


def run_json(*arguments: str, stub: Stub) -> dict[str, Any]:
    done = run(*arguments, "--json", url=stub.url)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a KG of a configuration and a runbook."""
    folder, made = tmp_path_factory.mktemp("in"), str(tmp_path_factory.mktemp("out") / "kg")
    (folder / "edge1.cfg").write_text(CONFIG)
    (folder / "wan.md").write_text(RUNBOOK)
    done = run("ingest", str(folder), "--kg", made, url="")
    assert done.returncode == 0, done.stderr
    return made


def test_prose_is_read_once_and_joins_what_parsers_found(kg: str) -> None:
    with serve(read_passage) as stub:
        estimate = run_json("triplets", "--kg", kg, "--model", "openai:reader", "--dry-run", stub=stub)
        assert not stub.requests
        assert estimate["to_read"] >= 2
        told = run_json("triplets", "--kg", kg, "--model", "openai:reader", stub=stub)
        assert told["calls"] == estimate["to_read"] == len(stub.requests)
        assert told["triplets"] == 2
        assert "Tr0ub4dor-77" not in str(stub.requests)
        again = run_json("triplets", "--kg", kg, "--model", "openai:reader", stub=stub)
        assert (again["to_read"], again["kept"]) == (0, estimate["to_read"])
        assert len(stub.requests) == told["calls"]
    with open_graph(kg, idle_s=1.0) as graph:
        described = graph.describe()
        indexes = Indexes(graph, described)
        nodes = {node.name: node for node in indexes.entities.nodes.values()}
        assert nodes["Northline"].told == []
        ((sentence, line),) = nodes["Ada"].told
        assert sentence == "Ada calls Northline"
        assert read_ids(graph, [line])[line].text == "Ada calls Northline before noon."
        assert "core9" not in nodes
        assert "ProseTriplets" not in {label.name for label in described.labels}
        (device,) = [node for node in indexes.entities.nodes.values() if node.name == "edge1"]
        ends = {
            frozenset((edge.source, edge.target)) for edge in indexes.entities.edges if edge.kind == "joins"
        }
        assert ends == {frozenset((nodes["CID-77120"].id, device.id))}
        assert device.type == "Device"
        on_it = {edge.target for edge in indexes.entities.edges if edge.source == device.id}
        assert "edge1" in {indexes.entities.nodes[one].device for one in on_it}
        statements = [one.text for report in indexes.composed for one in report.statements]
        assert "CID-77120 joins edge1" in statements
    with serve(refuse(500)) as stub:
        answer = run_json("ask", "What do we know of CID-77120?", "--mode", "local", "--kg", kg, stub=stub)
        assert any("CID-77120 joins edge1 to Northline" in str(one) for one in answer["closest"])


def test_what_was_read_before_a_failure_stays(kg: str) -> None:
    with open_graph(kg, idle_s=1.0) as graph:
        graph.write("MATCH (t:ProseTriplets) DETACH DELETE t")
    with serve(read_passage, refuse(401)) as stub:
        done = run("triplets", "--kg", kg, "--model", "openai:reader", url=stub.url)
        assert done.returncode != 0
        assert PROMPT in done.stderr
        assert "Traceback" not in done.stderr
        left = run_json("triplets", "--kg", kg, "--model", "openai:reader", "--dry-run", stub=stub)
        assert left["kept"] == 1


def test_without_a_model_it_says_that_one_is_needed(kg: str) -> None:
    with open_graph(kg, idle_s=1.0) as graph:
        graph.write("MATCH (t:ProseTriplets) DETACH DELETE t")
    done = run("triplets", "--kg", kg, url="")
    assert done.returncode != 0
    assert "prose is read by a language model" in done.stderr


def test_embed_keeps_vectors_and_embeds_only_what_is_new(kg: str) -> None:
    with serve(say_vectors) as stub:
        first = run_json("embed", "--embeddings", "openai:letters", "--kg", kg, stub=stub)
        assert first["chunk"]["embedded"] == first["chunk"]["texts"] > 2
        assert "Tr0ub4dor-77" not in str(stub.requests)
        again = run_json("embed", "--embeddings", "openai:letters", "--kg", kg, stub=stub)
        assert {again[kind]["embedded"] for kind in ("chunk", "report", "statement")} == {0}
        asked = len(stub.requests)
        answer = run_json("ask", "Who joins edge1?", "--mode", "advanced", "--kg", kg, stub=stub)
        assert len(stub.requests) > asked
        assert any("CID-77120" in str(one) for one in answer["closest"])


def test_embed_names_an_endpoint_that_does_not_answer(kg: str) -> None:
    with serve(refuse(401)) as stub:
        done = run("embed", "--embeddings", "openai:other", "--kg", kg, url=stub.url)
    assert done.returncode != 0
    assert "openai:other" in done.stderr
    assert "Traceback" not in done.stderr
