"""Converts PDF, Word and HTML to Markdown, so that their lines can be found and cited.

markitdown (of the extra `modes`) does it in a process with limits of time and memory. Without it PDF and Word files
are binary, and HTML is read as it stands.
"""

from __future__ import annotations

import io
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from zipfile import BadZipFile, ZipFile

SUFFIXES = (".pdf", ".docx", ".html", ".htm")
TIME_LIMIT_S = 60
MEMORY_BYTES = 4 << 30
LARGEST = 100 << 20
"""Bytes of a document, and of all that a Word document holds, unpacked."""
KEPT = 8
"""Documents whose text is kept, as a file is read several times on its way into the graph."""
_FAILED: dict[tuple[Path, int, int], str] = {}
"""Why a document cannot be converted, so that it is not tried again: location, time and size → reason."""


def converts(location: Path) -> bool:
    """Say whether a file is read as a document."""
    return location.suffix.lower() in SUFFIXES and find_spec("markitdown") is not None


def convert_document(location: Path) -> bytes:
    """Return a document's text as Markdown. Raises OSError when it cannot be read, or takes too much."""
    found = location.stat()
    if found.st_size > LARGEST:
        raise OSError(f"larger than {LARGEST >> 20} MB")
    if location.suffix.lower() == ".docx":
        _check_unpacked(location)
    version = location.absolute(), found.st_mtime_ns, found.st_size
    if version in _FAILED:
        raise OSError(_FAILED[version])
    try:
        return _convert(*version)
    except _NotConvertedError as error:
        _FAILED[version] = str(error)
        raise


class _NotConvertedError(OSError):
    """What a document holds cannot be converted, however often it is tried."""


def _check_unpacked(location: Path) -> None:
    """Raise OSError for a Word document that is none, or that unpacks to far too much."""
    try:
        with location.open("rb") as raw, ZipFile(raw) as packed:
            size = sum(part.file_size for part in packed.infolist())
    except (BadZipFile, NotImplementedError, ValueError) as error:
        raise OSError("cannot be converted (no Word document)") from error
    if size > LARGEST:
        raise OSError(f"unpacks to more than {LARGEST >> 20} MB")


@lru_cache(maxsize=KEPT)
def _convert(location: Path, _modified_ns: int, _size: int) -> bytes:
    command = [sys.executable, "-P", "-m", "ingest.files.convert_document", location.suffix.lower()]
    try:
        with location.open("rb") as raw:
            done = subprocess.run(  # noqa: S603 - ours
                command, stdin=raw, capture_output=True, timeout=TIME_LIMIT_S, check=False
            )
    except subprocess.TimeoutExpired as error:
        raise _NotConvertedError(f"cannot be converted within {TIME_LIMIT_S} s") from error
    if done.returncode:
        messages = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise _NotConvertedError(f"cannot be converted ({messages[-1] if messages else 'no reason told'})")
    return done.stdout


def main() -> None:
    """Convert standard input, a document with the named suffix, and write its Markdown to standard output."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    from markitdown import MarkItDown

    suffix, converter = sys.argv[1], MarkItDown(enable_plugins=False)

    def convert(raw: bytes) -> str:
        return converter.convert_stream(io.BytesIO(raw), file_extension=suffix).text_content

    raw = sys.stdin.buffer.read()
    text = _convert_pages(raw, convert) if suffix == ".pdf" else convert(raw)
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))


def _convert_pages(raw: bytes, convert: Callable[[bytes], str]) -> str:
    """Convert a PDF page by page, each under its number: a PDF has no headings, and a page is what one turns to."""
    from pypdfium2 import PdfDocument

    pages = []
    with PdfDocument(raw) as whole:
        for number in range(len(whole)):
            with PdfDocument.new() as page:
                page.import_pages(whole, [number])
                page.save(made := io.BytesIO())
            text = convert(made.getvalue()).strip()
            pages += [f"# Page {number + 1}\n\n{text}\n"] if text else []
    return "\n".join(pages)


if __name__ == "__main__":
    main()
