"""Decides which document of the graph a file is: two files are one document only where they are one file."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.errors import BadSource
from ingest.find_files import InputFile, name_apart
from ingest.known_documents import KnownDocument

_SOURCE = re.compile(r"[\w.-]{1,100}")


@dataclass(frozen=True, slots=True)
class Settled:
    """Files under the paths of their documents, and what each takes the place of, by path.

    `moved` are paths of documents that were read from another place before, which is gone.
    """

    files: tuple[InputFile, ...]
    replaced: Mapping[str, KnownDocument]
    moved: tuple[tuple[str, str], ...] = ()


def check_source(source: str) -> None:
    """Raise BadSource for a name that cannot stand in front of a path."""
    if source and (not _SOURCE.fullmatch(source) or set(source) == {"."}):
        raise BadSource(source)


def settle_paths(
    files: Sequence[InputFile], known: Mapping[str, KnownDocument], source: str = "", same_paths: bool = False
) -> Settled:
    """Give each file its document's path.

    With a `source` that is the path below the root behind the source's name. Else a file that was loaded before keeps
    its path, whichever folder above it is given; a path that another file has, which is still there, gets the names of
    its folders in front. With `same_paths` equal paths are the same document, wherever the files are.
    """
    by_location = {each.document.location: each for each in known.values() if each.document.location}
    before = {file.origin: by_location[file.origin] for file in files if file.origin in by_location}
    if source:
        files = [replace(file, path=f"{source}/{file.path}") for file in files]
    if source or same_paths:
        replaced = {file.path: before.get(file.origin, known.get(file.path)) for file in files}
        own = {path: known.get(path, old) for path, old in replaced.items()}
        return Settled(tuple(files), {path: old for path, old in own.items() if old is not None})
    taken = {old.document.path for old in before.values()}
    settled: list[InputFile] = []
    moved: list[tuple[str, str]] = []
    for file in files:
        if file.origin in before:
            settled.append(replace(file, path=before[file.origin].document.path))
            continue
        others = {path for path in (file.path,) if path in known and _is_elsewhere(known[path])}
        path = file.path if not others and file.path not in taken else name_apart(file, taken | known.keys())
        if path in known and known[path].document.location:
            moved.append((path, known[path].document.location))
        taken.add(path)
        settled.append(replace(file, path=path))
    return Settled(
        tuple(settled), {file.path: known[file.path] for file in settled if file.path in known}, tuple(moved)
    )


def is_below(location: str, root: str) -> bool:
    """Say whether a location is a root or lies below it."""
    return location == root or location.startswith(root.rstrip("/") + "/")


def _is_elsewhere(known: KnownDocument) -> bool:
    """Say whether a document has a file of its own that is still there: also one in an archive."""
    location = known.document.location
    return bool(location) and (
        os.path.lexists(location) or any(above.is_file() for above in Path(location).parents)
    )
