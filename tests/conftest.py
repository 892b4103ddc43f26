"""Fixtures for every test, and how tests are shared out among workers."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from xdist.remote import Producer  # type: ignore[import-untyped]
    from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parent.parent
TOGETHER = ("tests/faults/", "tests/graph_store/")
"""Folders whose tests share servers that take long to start: one worker takes the whole of one, and begins with it."""


def pytest_configure() -> None:
    """Let interrupts be heard, which a shell that starts the tests in the background has all of them ignore."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


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


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let what takes minutes be asked for."""
    parser.addoption("--slow", action="store_true", help="run the tests that take minutes, too")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what takes minutes unless it is asked for."""
    if item.get_closest_marker("slow") and not item.config.getoption("--slow"):
        pytest.skip("takes minutes: --slow runs it")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the folders that take longest, so that no worker is left with one when the others are done."""
    tests = Counter(item.path for item in items)
    items.sort(key=lambda item: _order(item.nodeid) or (len(TOGETHER), -tests[item.path]))


def _order(nodeid: str) -> tuple[int, int] | None:
    return next(((place, 0) for place, folder in enumerate(TOGETHER) if nodeid.startswith(folder)), None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """With `--dist loadfile`, give a worker a file at a time, in the order above; of some folders all files."""
    from xdist.scheduler import LoadFileScheduling

    class FoldersTogether(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
        def _split_scope(self, nodeid: str) -> str:
            place = _order(nodeid)
            return TOGETHER[place[0]] if place else str(super()._split_scope(nodeid))

    if config.getoption("dist") != "loadfile":
        return None
    config.option.loadscopereorder = False
    return FoldersTogether(config, log)
