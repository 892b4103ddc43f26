"""What a person reads of `wirelore parsers verify`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from command_line.parsers_json import place
from command_line.verify_parsers import VerifyOutcome
from graph_store.records import SourceLine
from ingest.verify_parser import SectionFailure, VerifiedFile, VerifiedParser

MOST_LINES = 20
MOST_NAMES = 6


def show_verification(console: Console, outcome: VerifyOutcome) -> None:
    """Show what every parser explains, what is wrong with it, and the files that none fits."""
    found = outcome.found
    for each in found.parsers:
        _show_parser(console, each)
    for unfit in found.unfit:
        console.print(Text(f"no parser fits {unfit.path}: {unfit.reason}", style="red"), soft_wrap=True)
    for path in found.prose:
        console.print(Text(f"prose, searched and not parsed: {path}", style="dim"), soft_wrap=True)
    for passed in outcome.passed_over:
        console.print(Text(f"passed over: {passed.path}: {passed.reason}", style="yellow"), soft_wrap=True)
    for reason in outcome.broken:
        console.print(Text(f"broken: {reason}", style="red"), soft_wrap=True)


def _show_parser(console: Console, each: VerifiedParser) -> None:
    verdict = Text("wrong", "red") if each.wrong else Text("fine", "green")
    console.print(Text(f"{each.parser.name}: ", "bold") + verdict)
    if each.parser.edited:
        console.print(Text(f"  run as edited: {', '.join(each.parser.edited)}", "yellow"))
    console.print(Padding(_files(each), (0, 0, 0, 2)))
    for failure in each.failures:
        _show_failure(console, failure)
    for finding in each.findings:
        where = ", ".join(map(place, finding.lines)) + (", ..." if finding.count > len(finding.lines) else "")
        head = " ".join(
            filter(None, (finding.wrong, finding.section and f"[{finding.section}]", finding.about))
        )
        console.print(Padding(Text(f"{head} ({finding.count}): ", "red") + Text(finding.text), (0, 0, 0, 2)))
        console.print(Padding(Text(f"at {where}", "dim"), (0, 0, 0, 4)))
    _show_unexplained(console, each.files)
    _show_lines(
        console, "explained by the last resort only", [(x, "") for f in each.files for x in f.last_resort]
    )
    _show_unused(console, each)


def _files(each: VerifiedParser) -> Table:
    table = Table("file", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("lines", "coverage", "learned"):
        table.add_column(name, justify="right")
    fallen = each.fallen()
    for file in each.files:
        table.add_row(
            Text(file.path, overflow="fold"),
            f"{file.lines:,}",
            Text(f"{file.coverage:.2%}", "red" if file in fallen else ""),
            f"{each.parser.coverage:.2%}",
        )
    return table


def _show_failure(console: Console, failure: SectionFailure) -> None:
    times = f" ({failure.count} times)" if failure.count > 1 else ""
    console.print(
        Padding(Text(f"fails [{failure.section}]{times}: ", "red") + Text(failure.reason), (0, 0, 0, 2))
    )
    if failure.lines:
        console.print(Padding(Text("with as little as", "dim"), (0, 0, 0, 4)))
        for line in failure.lines[:MOST_LINES]:
            console.print(Text(f"    {place(line)}  ", "magenta") + Text(line.text), soft_wrap=True)


def _show_unexplained(console: Console, files: Sequence[VerifiedFile]) -> None:
    lines = [pair for file in files for pair in zip(file.unexplained, file.sections, strict=True)]
    _show_lines(console, "not explained", lines)


def _show_lines(console: Console, title: str, lines: Sequence[tuple[SourceLine, str]]) -> None:
    if not lines:
        return
    console.print(Padding(Text(f"{title} ({len(lines):,}):", "yellow"), (0, 0, 0, 2)))
    for line, section in lines[:MOST_LINES]:
        _show_line(console, line, section)
    if len(lines) > MOST_LINES:
        console.print(Text(f"    and {len(lines) - MOST_LINES:,} more (--json has all)", "dim"))


def _show_line(console: Console, line: SourceLine, section: str) -> None:
    """Show a line on one row: its place is whole, its text as far as there is room."""
    head = f"    {place(line)}{f' [{section}]' if section else ''}  "
    shown = Text(head, "magenta") + Text(line.text.strip())
    console.print(shown, overflow="ellipsis", no_wrap=True)


def _show_unused(console: Console, each: VerifiedParser) -> None:
    """Tell what the files had nothing for: it may be right."""
    for fields, types in _by_fields(each):
        told = f"never filled: {_few(fields)} of {_few(types)}"
        console.print(Padding(Text(told, "dim"), (0, 0, 0, 2)))
    if each.never_seen:
        console.print(Padding(Text(f"never seen: {_few(each.never_seen)}", "dim"), (0, 0, 0, 2)))


def _by_fields(each: VerifiedParser) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yield fields that the same types never fill together with these types."""
    together: dict[tuple[str, ...], list[str]] = {}
    for kind, fields in each.never_filled:
        together.setdefault(fields, []).append(kind)
    yield from together.items()


def _few(names: Sequence[str]) -> str:
    """Write the first few names, and how many more there are."""
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more
