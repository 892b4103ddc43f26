"""Judges a splitting function by running it on the documents it was learned from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from graph_store.records import SourceLine
from ingest.learning.records import Division, Observed
from ingest.learning.show_lines import quote_places
from ingest.sandbox import ParserError, Sandbox, smallest_failing_input
from ingest.says_something import says_something

Documents = Sequence[Sequence[SourceLine]]


def judge_split(division: Division, documents: Documents, sandbox: Sandbox) -> Observed:
    """Run `split` on whole documents; a line is explained when it gets one of the declared sections."""
    explained: set[tuple[str, int]] = set()
    strange: dict[str, str] = {}
    for document in documents:
        texts = [line.text for line in document]
        try:
            names = sandbox.run_split(division.source, texts)
        except ParserError as error:
            return Observed((failure_text(sandbox, division.source, texts, "split", error),))
        for name, line in zip(names, document, strict=True):
            if name in division.sections and says_something(line.text):
                explained.add((line.path, line.number))
            elif name and name not in division.sections:
                strange.setdefault(name, line.text)
    problems = tuple(
        f"split returns {name!r}, which is none of the sections {', '.join(division.sections)}; it did so for:\n"
        + quote_places([text])
        for name, text in strange.items()
    )
    return Observed(problems, (), frozenset(explained))


def split_documents(
    division: Division, documents: Documents, sandbox: Sandbox
) -> dict[str, list[list[SourceLine]]]:
    """Return each section's lines, document by document; lines of no section are in none. Raises ParserError."""
    parts: dict[str, list[list[SourceLine]]] = {name: [] for name in division.sections}
    for document in documents:
        names = sandbox.run_split(division.source, [line.text for line in document])
        lines: Mapping[str, list[SourceLine]] = defaultdict(list)
        for name, line in zip(names, document, strict=True):
            lines[name].append(line)
        for name, found in lines.items():
            if name in parts:
                parts[name].append(found)
    return parts


def failure_text(
    sandbox: Sandbox, source: str, texts: Sequence[str], function: str, error: ParserError
) -> str:
    """Describe a failure for a repair prompt, with the fewest lines that show it."""
    smallest = smallest_failing_input(sandbox, source, texts, function=function, within_s=10.0)
    if smallest is None or not smallest.lines:
        return error.repair_text()
    return f"{smallest.error.repair_text()}\n  with these lines as input:\n{quote_places(smallest.lines)}"
