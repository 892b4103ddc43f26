"""Fixtures for every test, and how tests are shared out among workers."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from xdist.remote import Producer  # type: ignore[import-untyped]
    from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

pytest_plugins = ["tests.end_hanging"]
ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "examples" / "sample-network"
RECORDED = 1_795_500_000
"""24 November 2026: logs without years take that of their file's last change, and findings tell it."""
TOGETHER = ("tests/faults/", "tests/graph_store/", "tests/ingest/cluster/")
"""Folders whose tests share servers that take long to start: one worker takes the whole of one, and begins with it."""
SLOW = (
    "tests/agent/reader/test_rules.py",
    "tests/agent/weak_models/",
    "tests/benchmarks/parsing/test_judged_graph.py",
    "tests/benchmarks/speed/",
    "tests/chat/test_accessibility.py",
    "tests/chat/test_asking_in_browser.py",
    "tests/chat/test_catch_up.py",
    "tests/chat/test_consent_in_browser.py",
    "tests/chat/test_evidence_in_browser.py",
    "tests/chat/test_files_in_browser.py",
    "tests/chat/test_history_in_browser.py",
    "tests/chat/test_hostile_",
    "tests/chat/test_keep_rule_in_browser.py",
    "tests/chat/test_keyboard_in_browser.py",
    "tests/chat/test_many_people.py",
    "tests/chat/test_map_in_browser.py",
    "tests/chat/test_oauth_in_browser.py",
    "tests/chat/test_people_in_browser.py",
    "tests/chat/test_reload_in_browser.py",
    "tests/chat/test_service.py",
    "tests/chat/test_trouble_in_browser.py",
    "tests/chat/test_two_processes.py",
    "tests/conversations/test_model_commands.py",
    "tests/conversations/test_recordings",
    "tests/examples/test_notebook.py",
    "tests/faults/",
    "tests/graph_store/test_embedded_server.py",
    "tests/graph_store/test_endless.py",
    "tests/graph_store/test_free_room.py",
    "tests/graph_store/test_hostile.py",
    "tests/graph_store/test_java_cache.py",
    "tests/graph_store/test_others_wait.py",
    "tests/graph_store/test_same_answers.py",
    "tests/graph_store/test_text_parity.py",
    "tests/graph_store/test_timeline_parity.py",
    "tests/ingest/cluster/",
    "tests/ingest/learning/test_endless_names.py",
    "tests/ingest/learning/test_recordings.py",
    "tests/ingest/sandbox/test_attacks.py",
    "tests/ingest/sandbox/test_throughput.py",
    "tests/ingest/test_append.py",
    "tests/ingest/test_separate_files.py",
    "tests/language_model/test_redaction_time.py",
    "tests/mcp_server/test_agent_loop.py",
    "tests/retrieval/test_model_commands.py",
    "tests/test_cli.py",
    "tests/test_ingest_with_model.py",
    "tests/test_linear_",
    "tests/test_parsers_command.py",
    "tests/test_runtime_dependencies.py",
    "tests/test_watch_command.py::test_a_watch_that_is_killed",
)
"""Tests that kill, attack, measure, replay or drive a browser for long: CI runs them, `make test` does not."""
LONG = (
    "tests/test_five_minutes.py",
    "tests/ingest/test_pipeline.py",
    "tests/agent/model/test_claims.py",
    "tests/chat/test_chat_in_browser.py",
    "tests/mcp_server/",
    "tests/slack_bridge/",
    "tests/workspace/",
    "tests/timeline/",
    "tests/findings/",
    "tests/agent/reader/",
)
"""Of the others those that take longest, in a few tests."""


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what is slow, before tests are chosen by their marks."""
    if item.nodeid.startswith(SLOW):
        item.add_marker(pytest.mark.slow)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files unread all of whose tests are slow, where slow ones are not wanted."""
    if config.option.markexpr == "not slow" and collection_path.is_relative_to(ROOT):
        return collection_path.relative_to(ROOT).as_posix().startswith(SLOW) or None
    return None


def pytest_configure() -> None:
    """Let interrupts be heard, which a shell that starts the tests in the background has all of them ignore."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.setdefault("WIRELORE_IDLE_S", "2")  # the servers of hundreds of commands do not outlive them


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Look for garbage in what tests make later, not in the 600,000 objects of modules and tests, which all stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_sessionfinish() -> None:
    """End the servers that a worker's tests used one after the other."""
    if borrowed := sys.modules.get("tests.borrowed_graph"):
        borrowed.end_graphs()


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of real logs and configurations beside the repository; skip where there is none.

    In CI it is always there: a missing folder fails.
    """
    folder = ROOT.parent / "shared" / "data"
    if folder.is_dir():
        return folder
    reason = "no ../shared/data beside the repository: needs the real logs and configurations"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def sample_kg(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a copy of the sample network's KG, which is made once for all workers; its server runs until the end.

    Its parsers are learned, not those that ship: what was recorded is about what they read.
    """
    from graph_store.open_graph import open_graph

    folder = tmp_path_factory.mktemp("sample") / "kg"
    shutil.copytree(_made_once(tmp_path_factory.getbasetemp()), folder)
    with open_graph(str(folder), idle_s=1.0):
        yield folder


def _made_once(base: Path) -> Path:
    """Load the sample network, unless another worker has; returns a KG that nobody has open."""
    from filelock import FileLock

    from benchmarks.speed.wait_for_server import wait_for_server_end
    from graph_store.open_graph import open_graph
    from ingest.pipeline import ingest

    kept = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "sample-kg"
    with FileLock(kept.with_suffix(".lock")):
        if not kept.exists():
            making = kept.with_suffix(".making")
            sample = shutil.copytree(SAMPLE, kept.with_name(SAMPLE.name))
            for path in sample.rglob("*"):
                os.utime(path, (RECORDED, RECORDED))
            with open_graph(str(making), create=True, idle_s=1.0) as graph:
                ingest([str(sample)], graph, making / "parsers", relearn="all")
            wait_for_server_end(making)
            making.rename(kept)
    return kept


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no worker is left with it when the others are done."""
    tests = Counter(item.path for item in items)
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(
        key=lambda item: (
            (place, 0)
            if (place := _place(item.nodeid)) < len(TOGETHER)
            else (len(TOGETHER) if item.path in slow else place, -tests[item.path])
        )
    )


def _place(nodeid: str) -> int:
    """Return the place of the folder among those that stay together; behind them come slow tests, long ones, others."""
    folders = (place for place, folder in enumerate(TOGETHER) if nodeid.startswith(folder))
    return next(folders, len(TOGETHER) + (1 if nodeid.startswith(LONG) else 2))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """With `--dist loadfile`, give a worker a file at a time, in the order above; of some folders all files."""
    from xdist.scheduler import LoadFileScheduling

    class FoldersTogether(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
        def _split_scope(self, nodeid: str) -> str:
            place = _place(nodeid)
            return TOGETHER[place] if place < len(TOGETHER) else str(super()._split_scope(nodeid))

        def remove_node(self, node: object) -> str | None:
            """Give a worker's rest to another one when it ended, but never again the test that ended it."""
            units = self.assigned_work.get(node, {}).values()
            ended = next(((unit, test) for unit in units for test, done in unit.items() if not done), None)
            if ended:
                ended[0][ended[1]] = True
            super().remove_node(node)
            return ended[1] if ended else None

    if config.getoption("dist") != "loadfile":
        return None
    config.option.loadscopereorder = False
    return FoldersTogether(config, log)
