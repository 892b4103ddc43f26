"""Plans, loads or removes documents: `python -m workspace.load_process`, with a job on standard input.

It is a process of its own so that the chat goes on answering meanwhile, and so that stopping it stops all of it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from graph_store.open_graph import ingest_lock
from ingest.files.read_share import read_share
from ingest.load.forget_documents import forget_documents
from language_model.open_calls import CallOptions
from settings import Settings, read_settings
from workspace.as_json import ingest_json, lines_json
from workspace.errors import expected_message
from workspace.folders import own_rules, parsers_folder
from workspace.learning import open_ingest, plan_learning
from workspace.load_job import (
    LOAD,
    Done,
    Failed,
    JobEvent,
    JsonObject,
    LoadJob,
    Progressed,
    read_job,
    write_event,
)
from workspace.open_kg import call_options, opened

LOOK_S = 0.5
MOST_PART = 0.99
"""What is read is not loaded yet."""
MOST_LINES = 200
"""Unexplained lines in a report; all of them are counted."""


class _Stopped(BaseException):
    """The job was cancelled."""


def main() -> int:
    """Do the job of standard input and write its events; return the exit code."""
    signal.signal(signal.SIGTERM, _stop)
    out, job = sys.stdout, read_job(sys.stdin.readline())

    with redirect_stdout(sys.stderr):
        try:
            _send(out, Done(run(job, read_settings(os.environ), _Progress(out))))
        except _Stopped:
            return 1
        except Exception as error:  # an entry point: every failure becomes a message, never a traceback
            known = expected_message(error)
            if known is None:
                sys.excepthook(type(error), error, error.__traceback__)
            message = known or "something went wrong; the server's log has the details"
            _send(out, Failed(_without_folders(message, job.paths)))
            return 2
    return 0


class _Progress:
    """Writes each progress once, with the share that is read of the file being loaded."""

    def __init__(self, out: TextIO) -> None:
        self._out, self._last, self._lock = out, Progressed("", 0, 0), threading.Lock()

    def __call__(self, stage: str, done: int, total: int) -> None:
        self._say(Progressed(stage, done, total))

    def follow(self, paths: Sequence[str]) -> None:
        """Watch in a thread how far the files below these paths are read, until the process ends."""
        folders = [Path(path).resolve() for path in paths]

        def look() -> None:
            while True:
                time.sleep(LOOK_S)
                last, part = self._last, round(min(MOST_PART, read_share(folders)), 2)
                if last.stage == LOAD and last.done < last.total and part > last.part:
                    self._say(replace(last, part=part))

        threading.Thread(target=look, daemon=True).start()

    def _say(self, event: Progressed) -> None:
        with self._lock:
            stale = event.part and (event.stage, event.done) != (self._last.stage, self._last.done)
            if event != self._last and not stale:
                self._last = event
                _send(self._out, event)


def _without_folders(message: str, folders: Sequence[str]) -> str:
    """Remove the server's folders of dropped files from a message."""
    for folder in {name for path in folders for name in (path, str(Path(path).resolve()))}:
        message = message.replace(f"{folder}{os.sep}", "").replace(f"{folder}: ", "")
    return message


def _send(out: TextIO, event: JobEvent) -> None:
    out.write(write_event(event) + "\n")
    out.flush()


def run(job: LoadJob, settings: Settings, progress: _Progress) -> JsonObject:
    """Do one job. Raises IngestError, SandboxError, GraphError and LanguageModelError."""
    if job.action == "remove":
        return {"removed": list(_remove(job, settings, job.paths))}
    options = call_options(replace(settings, model=job.model))
    if job.action == "plan":
        paths = [Path(path) for path in job.paths]
        return plan_learning(paths, parsers_folder(job.kg), options, "auto", False)
    try:
        return _load(job, settings, options, progress)
    except _Stopped:
        _remove(job, settings)  # while half of a document is there, no question is answered
        raise


def _load(job: LoadJob, settings: Settings, options: CallOptions, progress: _Progress) -> JsonObject:
    with open_ingest(replace(settings, kg=job.kg), options) as (_, load):
        progress.follow(job.paths)
        report = load(job.paths, same_paths=True, progress=progress)
        first = report.unexplained[:MOST_LINES]
        unexplained = lines_json(first)
    total = report.lines - report.lines_explained
    return {**ingest_json(report), "unexplained": unexplained, "unexplained_total": total}


def _remove(job: LoadJob, settings: Settings, paths: tuple[str, ...] = ()) -> tuple[str, ...]:
    with ingest_lock(job.kg, **settings.login), opened(replace(settings, kg=job.kg)) as graph:
        return forget_documents(paths, graph, own_rules(job.kg))


def _stop(_signal: int, _frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise _Stopped


if __name__ == "__main__":
    sys.exit(main())
