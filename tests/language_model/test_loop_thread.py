"""The background loop ends what runs on it, quietly."""

from __future__ import annotations

import threading
import time

import anyio
import pytest

from language_model.langchain_calls import LoopClosedError, LoopThread


async def start_tasks_for_ever(started: threading.Event) -> None:
    while True:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(anyio.sleep, 0)
            started.set()
            await anyio.sleep(0)


@pytest.mark.parametrize("moment", range(20))
def test_tasks_that_have_not_begun_are_ended_without_a_warning(moment: int) -> None:
    loop, started = LoopThread(), threading.Event()
    waiting = threading.Thread(target=loop.run, args=(lambda: start_tasks_for_ever(started),))
    waiting.start()
    assert started.wait(5)
    time.sleep(moment * 0.001)
    loop.close()
    waiting.join(5)
    assert not waiting.is_alive()


def test_a_call_that_ignores_its_end_holds_the_close_up_for_a_while_only() -> None:
    loop, started = LoopThread(), threading.Event()

    async def stubborn() -> None:
        started.set()
        try:
            await anyio.sleep(60)
        finally:
            with anyio.CancelScope(shield=True):
                await anyio.sleep(60)

    waiting = threading.Thread(target=loop.run, args=(stubborn,))
    waiting.start()
    assert started.wait(5)
    before = time.monotonic()
    loop.close()
    assert time.monotonic() - before < 10
    waiting.join(5)
    assert not waiting.is_alive()


def test_nothing_runs_after_the_close() -> None:
    loop = LoopThread()
    loop.close()
    with pytest.raises(LoopClosedError):
        loop.run(lambda: start_tasks_for_ever(threading.Event()))
