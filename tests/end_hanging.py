"""Ends a worker whose test hangs, and shows where its threads stood."""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

import pytest

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

GRACE_S = 60.0
STACKS = pytest.StashKey[TextIO]()
FOLDER = "hanging"


def pytest_configure(config: pytest.Config) -> None:
    """Open the worker's file of stacks; who hands out the tests removes those of the last run first."""
    if getattr(config, "cache", None) is None:
        return
    folder = config.cache.mkdir(FOLDER)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if not worker:
        for old in folder.iterdir():
            old.unlink()
    config.stash[STACKS] = (folder / f"{worker or 'main'}.txt").open("w")


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    """Show the stacks of the workers that were ended."""
    if getattr(config, "cache", None) is None or os.environ.get("PYTEST_XDIST_WORKER"):
        return
    for path in sorted(config.cache.mkdir(FOLDER).iterdir()):
        if stacks := path.read_text():
            terminalreporter.section(f"a test of {path.stem} ran past its time limit")
            terminalreporter.write_line(stacks)


# Each phase by itself: an exception in one makes pytest cancel the timer of all.
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """End a setup that hangs."""
    with _ends(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """End a test that hangs."""
    with _ends(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """End a teardown that hangs."""
    with _ends(item):
        return (yield)


@contextmanager
def _ends(item: pytest.Item) -> Iterator[None]:
    """End the worker where a test's own time limit could not end the test.

    The limit raises in the main thread; what that then waits for (a thread, a server's end) may never come.
    """
    marker = item.get_closest_marker("timeout")
    limit_s = float(marker.args[0] if marker else item.config.getini("timeout"))
    if stacks := item.config.stash.get(STACKS, None):
        faulthandler.dump_traceback_later(limit_s + GRACE_S, file=stacks, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
