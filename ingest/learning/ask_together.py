"""Runs several stages side by side: only the model is waited for in threads; all judging stays in this one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from ingest.learning.attempt import Asking
from ingest.learning.records import Request
from language_model.calls import ModelCalls, Reply
from language_model.errors import LanguageModelError

Item = TypeVar("Item")

AT_ONCE = 4
Done = Callable[[str], None]
"""Told the name of each stage that has ended."""


def ask_together(
    stages: Mapping[str, Asking[Item]],
    calls: ModelCalls,
    done: Done = lambda name: None,
    at_once: int = AT_ONCE,
) -> dict[str, Item]:
    """Run stages to their ends and return what each returned, in the order given.

    An error of the model is raised inside the stage that asked, which may still return what it has. The sandbox
    belongs to one thread, so the stages themselves run in the caller's.
    """
    results: dict[str, Item] = {}
    waiting: dict[Future[Reply], str] = {}
    threads = ThreadPoolExecutor(at_once, thread_name_prefix="model-call")
    try:
        for name, stage in stages.items():
            _go_on(name, stage, None, results, waiting, threads, calls, done)
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                name = waiting.pop(future)
                _go_on(name, stages[name], future, results, waiting, threads, calls, done)
    finally:  # after Ctrl-C nobody waits for a reply: closing the calls ends those that are under way
        threads.shutdown(wait=not waiting, cancel_futures=True)
    return {name: results[name] for name in stages}


def _go_on(
    name: str,
    stage: Asking[Item],
    answered: Future[Reply] | None,
    results: dict[str, Item],
    waiting: dict[Future[Reply], str],
    threads: ThreadPoolExecutor,
    calls: ModelCalls,
    done: Done,
) -> None:
    """Send a stage the reply it waits for, and submit what it asks next."""
    try:
        request = _next_request(stage, answered)
    except StopIteration as end:
        results[name] = end.value
        done(name)
        return
    waiting[threads.submit(calls.call, request.prompt, request.messages)] = name


def _next_request(stage: Asking[Item], answered: Future[Reply] | None) -> Request:
    if answered is None:
        return next(stage)
    try:
        reply = answered.result()
    except LanguageModelError as error:
        return stage.throw(error)
    return stage.send(reply)
