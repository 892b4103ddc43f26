"""What the chat and the process that loads documents tell each other, as JSON lines. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Action = Literal["plan", "load", "remove"]
JsonObject = Mapping[str, Any]
LOAD = "load"
"""The stage that reads the files."""


@dataclass(frozen=True, slots=True)
class LoadJob:
    """What is to be done. `paths` are folders and files to plan or load, documents to remove; `model` learns.

    `replaced` are documents of which the version that is loaded now is kept first.
    """

    action: Action
    kg: str
    paths: tuple[str, ...]
    model: str = "builtin"
    replaced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progressed:
    """How far a stage is; `total` is 0 when that is not known. `part` is the share of the next one that is done."""

    stage: str
    done: int
    total: int
    part: float = 0.0


@dataclass(frozen=True, slots=True)
class Done:
    """How a job ended: a plan, an ingest's report, or the removed paths."""

    result: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a job failed, for people."""

    message: str


Told = Progressed | Done | Failed
KINDS: dict[str, type[Progressed] | type[Done] | type[Failed]] = {
    "progress": Progressed,
    "done": Done,
    "failed": Failed,
}


def write_job(job: LoadJob) -> str:
    """Write a job as one line."""
    return json.dumps(asdict(job))


def read_job(line: str) -> LoadJob:
    """Read what `write_job` wrote."""
    found = json.loads(line)
    return LoadJob(
        found["action"], found["kg"], tuple(found["paths"]), found["model"], tuple(found["replaced"])
    )


def write_told(told: Told) -> str:
    """Write what a job tells as one line."""
    kind = next(name for name, one in KINDS.items() if isinstance(told, one))
    return json.dumps({"kind": kind, **asdict(told)})


def read_told(line: str) -> Told | None:
    """Read what `write_told` wrote; None for anything else that a process may print."""
    try:
        found = json.loads(line)
        kind = KINDS[found.pop("kind")]
        return kind(**found)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
