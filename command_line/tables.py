"""Rich tables that several commands print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from agent.render.tables import write_lines, write_tables
from workspace.citations import Citation, number_citations

if TYPE_CHECKING:
    from agent.records import Answer, AnswerTable, ClosestLine
    from graph_store.records import SourceLine
    from ingest.records import Doubt, IngestReport
    from workspace.overview import GraphStatus, RelationsStatus

MOST_ROWS = 20
SCREEN, FEWEST_CLOSEST = 38, 12
"""Lines of an answer, its data and the closest lines: what is left of a screen of 40; so many of these at least."""
DRIFT_LINES = 5
LONGEST_LINE = 500
"""Characters of a source line that the terminal shows."""
STATUS_STYLES = {"answered": "green", "failed": "red", "unclear": "cyan"}
"""Other statuses are yellow."""


def _shipped(parser: tuple[str, int]) -> str:
    name, rows = parser
    return f"{name} (ships)" + (f" + {rows} rows learned" if rows else "")


def show_ingest(console: Console, report: IngestReport) -> None:
    """Show what was read and how much of it was explained."""
    spent = report.spent
    cost = "price not known" if spent.cost_usd is None else f"{spent.cost_usd:.2f} USD"
    replayed = f", {spent.replayed} replayed" if spent.replayed else ""
    tokens = spent.prompt_tokens + spent.completion_tokens
    facts = {
        "documents": f"{report.documents:,} ({report.unchanged:,} unchanged)",
        "lines": f"{report.lines:,}",
        "explained": f"{report.lines_explained:,} ({report.coverage:.2%})",
        "values in fields": f"{report.field_coverage:.2%}",
        "entities": f"{report.entities:,}",
        "relations": f"{report.relations:,}",
        "formats": ", ".join(map(_shipped, report.shipped)),
        "sandbox": report.sandbox,
        "model": f"{report.model} ({spent.calls} calls{replayed}, {tokens:,} tokens, {cost})",
        "seconds": ", ".join(f"{stage} {time_s:.1f}" for stage, time_s in report.seconds.items()),
    }
    console.print(facts_table({name: text for name, text in facts.items() if text}))
    console.print(_counts("label", report.labels))
    if report.unexplained:
        console.print("\n[bold]not explained[/bold]")
        _show_lines(console, report.unexplained[:MOST_ROWS])
    if len(report.unexplained) > MOST_ROWS:
        console.print(f"[dim]showing {MOST_ROWS} of {len(report.unexplained):,}[/dim]")
    for path in report.prose:
        console.print(Text(f"prose, searched and not parsed: {path}", style="dim"))
    for path, reason in report.passed_over:
        console.print(Text(f"passed over: {path}: {reason}", style="yellow"))
    for line in report.cut_lines[:MOST_ROWS]:
        message = f"{line.bytes:,} bytes in one line, of which the first {line.kept:,} characters are kept"
        console.print(Text(f"cut: {line.path}:{line.number}: {message}", style="yellow"))
    _show_doubts(console, report.doubts)
    for name in report.edited:
        console.print(Text(f"used as edited: {name}", style="yellow"))
    if report.older:
        message = "an older version wrote them, and they work on; --relearn all learns them again as tables"
        console.print(Text(f"used as they are: {', '.join(report.older)}: {message}", style="yellow"))
    for drift in report.drifts:
        shares = f"{drift.now:.1%} of it, {drift.before:.1%} when it was learned"
        done = Text("learned again", "green") if drift.learned else Text("kept as it is", "yellow")
        console.print(Text(f"{drift.path}: parser {drift.parser} explains {shares}; ") + done)
        for each in drift.lines[:DRIFT_LINES]:
            shown = Text(f"  {each.path}:{each.number}  {each.text.strip()}", style="dim")
            console.print(shown, overflow="ellipsis", no_wrap=True)
    _show_documents(console, report)
    for failure in report.failures:
        console.print(Text(f"failed: {failure}", style="red"))


def _show_doubts(console: Console, doubts: Sequence[Doubt]) -> None:
    for doubt in doubts:
        where = f"{doubt.path}:{doubt.lines[0]}" if doubt.lines else doubt.path
        console.print(Text(f"doubtful: {where}: {doubt.sentence}", style="yellow"))


def _show_documents(console: Console, report: IngestReport) -> None:
    """Show what was not loaded, loaded once, replaced and removed."""
    messages = [
        f"copy: {path}: same content as {other}, which is counted once" for path, other in report.copies
    ]
    messages += [
        f"moved: {path}: replaced, it was read from {before} before" for path, before in report.moved
    ]
    messages += [f"removed: {path}: its file is gone" for path in report.pruned]
    messages += [
        f"dropped: {path}: {n:,} lines that are older than is retained" for path, n in report.dropped
    ]
    for line in messages[:MOST_ROWS]:
        console.print(Text(line, style="yellow"))
    if len(messages) > MOST_ROWS:
        console.print(f"[dim]and {len(messages) - MOST_ROWS:,} more copies, moves and removals[/dim]")
    for path, reason in report.not_loaded:
        console.print(Text(f"not loaded: {path}: {reason}", style="red"))


def show_answer(console: Console, answer: Answer) -> None:
    """Show the answer and its data, its sources by their numbers, and what was asked of the graph."""
    numbered = number_citations(answer.text, answer.citations, str, lambda number, _: f"[{number}]")
    console.print(Text(numbered.text), soft_wrap=True)
    used = len(Text(numbered.text).wrap(console, console.width)) + _show_tables(console, answer.tables)
    _show_closest(console, answer.closest, max(FEWEST_CLOSEST, SCREEN - used))
    style = STATUS_STYLES.get(answer.status, "yellow")
    spent = f"{answer.model}, {answer.tokens} tokens, {answer.seconds:.1f} s"
    console.print(f"\n[{style}]{answer.status.replace('_', ' ')}[/{style}] [dim]({escape(spent)})[/dim]")
    _show_sources(console, numbered.sources, answer.citations)
    for outcome in answer.outcomes:
        outcome_text = outcome.error or f"{len(outcome.rows)} rows"
        head = f"{outcome.query.kind}, attempt {outcome.query.attempt}: {outcome_text}"
        console.print(f"[dim]{escape(head)}[/dim]")
        console.print(Text(outcome.query.statement, style="cyan"))
        for name, value in outcome.query.parameters.items():
            console.print(Text(f"  ${name} = {value!r}", style="cyan dim"))


WIDTH = 160
"""Characters of a line of a table that goes to a file or to another program."""


def _show_tables(console: Console, tables: Sequence[AnswerTable]) -> int:
    """Show tables, and return how many lines they take."""
    titles = {table.title for table in tables}
    lines = write_tables(tables, _width(console))
    for line in lines:
        is_title = not line.startswith(" ") and any(line.startswith(title) for title in titles)
        style = "bold" if is_title else "yellow" if line.startswith("! ") else ""
        console.print(Text(line, style=style), soft_wrap=True)
    return len(lines)


def _width(console: Console) -> int:
    return console.width if console.is_terminal else max(console.width, WIDTH)


def show_status(console: Console, status: GraphStatus) -> None:
    """Show what is in a KG."""
    facts = {
        "KG": status.kg,
        "documents": f"{status.documents:,}",
        "devices": f"{status.devices:,}",
        "lines": f"{status.lines:,}" + (f", {status.dropped:,} of them dropped" if status.dropped else ""),
        "explained": f"{status.lines_explained:,} ({status.coverage:.2%})",
        "entities": f"{status.entities:,}",
        "relations": f"{status.relations:,}",
    }
    console.print(facts_table(facts))
    console.print(_counts("label", status.labels))
    if status.unfinished:
        console.print("[yellow]unfinished: run the ingest again for[/yellow]")
        for path in status.unfinished:
            console.print(Text(f"  {path}"))
    _show_doubts(console, status.doubts)


def facts_table(facts: Mapping[str, str | Text]) -> Table:
    """Make a table of two columns."""
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for name, value in facts.items():
        table.add_row(Text(name, "dim"), Text(value) if isinstance(value, str) else value)
    return table


def _counts(name: str, counts: Mapping[str, int]) -> Table:
    table = Table(name, "count")
    largest = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    for label, count in largest[:MOST_ROWS]:
        table.add_row(Text(label), f"{count:,}")
    if len(largest) > MOST_ROWS:
        rest = largest[MOST_ROWS:]
        table.add_row(f"{len(rest)} more", f"{sum(count for _, count in rest):,}", style="dim")
    return table


def _show_closest(console: Console, closest: Sequence[ClosestLine], most: int) -> None:
    if not closest:
        return
    console.print("[bold]closest lines (not an answer)[/bold]")
    for line in write_lines(closest, most, _width(console)):
        place, _, text = line.partition("  ")
        console.print(Text(place, style="magenta") + Text(f"  {text}"), soft_wrap=True)


def _show_sources(console: Console, sources: Sequence[Citation], cited: Sequence[SourceLine]) -> None:
    """List what each number stands for, with its lines; all lines where the text has no numbers."""
    if not cited:
        return
    console.print("\n[bold]sources[/bold]")
    texts = {(line.path, line.number): line for line in cited}
    if not sources:
        _show_lines(console, cited[:MOST_ROWS])
    left = MOST_ROWS
    for number, source in enumerate(sources, 1):
        places = [(place.path, one) for place in source.places for one in place.numbers]
        console.print(Text(f"[{number}] ", style="bold") + Text(source.label, style="magenta"))
        lines = [texts[place] for place in places if place in texts]
        _show_lines(console, lines[: max(left, 0)], named=False)
        left -= len(lines)
    shown = min(MOST_ROWS, len(cited))
    if left < 0 or (not sources and shown < len(cited)):
        console.print(f"[dim]lines of the first {shown} of {len(cited):,}; --json has all[/dim]")


def _show_lines(console: Console, lines: Sequence[SourceLine], *, named: bool = True) -> None:
    for path, group in groupby(lines, key=lambda line: line.path):
        if named:
            console.print(Text(path, style="magenta"))
        for line in group:
            text, length = line.text[:LONGEST_LINE], len(line.text)
            cut = f" … ({length:,} characters)" if length > LONGEST_LINE else ""
            console.print(Text(f"{line.number:>7}  {text}{cut}"), soft_wrap=True)


MOST_UNRESOLVED = 20


def show_relations(console: Console, status: RelationsStatus) -> None:
    """Show the kinds with their counts, and the references that lead nowhere."""
    from rich.table import Table
    from rich.text import Text

    table = Table("inferred", "relation", "from", "to", "count", "share")
    for one in status.relations:
        share = "" if one.share is None else f"{one.share:.0%}"
        start = one.source if one.property == "key" else f"{one.source}.{one.property}"
        table.add_row(one.inferred, Text(one.name), Text(start), Text(one.target), f"{one.count:,}", share)
    console.print(table)
    if not status.unresolved:
        console.print("every name that is referred to is defined")
        return
    console.print(f"\n[bold]referred to, and defined nowhere on the device ({len(status.unresolved)})[/bold]")
    for unresolved in status.unresolved[:MOST_UNRESOLVED]:
        used = f"used by {unresolved.source}: {', '.join(unresolved.used_at)}"
        message = f"  {unresolved.name} ({' or '.join(unresolved.expected)}), {used}"
        console.print(Text(message), soft_wrap=True)
    if len(status.unresolved) > MOST_UNRESOLVED:
        console.print(f"[dim]showing {MOST_UNRESOLVED} of {len(status.unresolved):,}[/dim]")
