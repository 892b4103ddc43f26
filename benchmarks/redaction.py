"""Measures what redaction adds to reading a log: `python -m benchmarks.redaction [FILE...]`, by default sample logs.

`python -m benchmarks.redaction --changed FOLDER...` lists the lines of files that redaction changes, to be judged.
"""

from __future__ import annotations

import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from ingest.files.find_files import InputFile
from ingest.files.read_lines import pick_lines_as_they_are, read_lines
from language_model.redact import LineRedactor

LINES = 200_000
TRIES = 5
LOGS = Path(__file__).resolve().parent.parent / "examples" / "sample-network" / "logs"


def measure(file: InputFile) -> tuple[float, float]:
    """Return the processor's seconds to read a file as it is, and redacted; the quickest of some tries."""
    plain, redacted = [], []
    for _ in range(TRIES):
        start = time.process_time()
        pick_lines_as_they_are(file, range(1, LINES + 1))
        plain.append(time.process_time() - start)
        start = time.process_time()
        sum(1 for _ in read_lines(file))
        redacted.append(time.process_time() - start)
    return min(plain), min(redacted)


def print_changed(folders: list[Path]) -> None:
    """Print each line under the folders that redaction changes, as it becomes, and how many there are."""
    changed = total = 0
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        lines = path.read_text("utf-8", "replace").splitlines()
        total += len(lines)
        for number, (line, redacted) in enumerate(
            zip(lines, LineRedactor(path=str(path)).lines(lines), strict=True), 1
        ):
            if line != redacted:
                changed += 1
                print(f"{path}:{number}: {line.strip()}\n    {redacted.strip()}")
    print(f"{changed} of {total} lines changed")


def main() -> None:
    """Print one line for each file."""
    if sys.argv[1:2] == ["--changed"]:
        print_changed([Path(name) for name in sys.argv[2:]])
        return
    given = [Path(name) for name in sys.argv[1:]] or sorted(
        path for path in LOGS.rglob("*") if path.is_file()
    )
    with tempfile.TemporaryDirectory() as folder:
        for path in given:
            lines = path.read_text("utf-8", "replace").splitlines()
            long = Path(folder) / path.name
            long.write_text("\n".join(islice(cycle(lines), LINES)) + "\n")
            plain, redacted = measure(InputFile(path.name, long, key=bytes(32)))
            more_us = (redacted - plain) / LINES * 1e6
            characters = long.stat().st_size / LINES
            print(
                f"{path.name}: {characters:.0f} bytes a line, {plain:.2f} s as it is, {more_us:+.2f} us a line more"
            )


if __name__ == "__main__":
    main()
