"""Prints `wirelore parsers list`, `show`, `verify` and `diff`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from rich.console import Console, Group
from rich.padding import Padding
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from command_line.find_parsers import FoundParser, VerifyOutcome, section_names
from command_line.parsers_json import place, sections_of, tokens_of, types_of
from command_line.tables import facts_table
from graph_store.records import SourceLine
from ingest.learn.verify_parser import VerifiedParser
from ingest.records import PARSER_FORMAT, SHIPPED, Parser

BUILTIN = "builtin"
MOST_SAMPLES = 8
INDENT = 4
WIDEST_NAME = 34
MOST_LINES = 20
MOST_NAMES = 6
DIFF_STYLES = {"---": "bold", "+++": "bold", "@@": "cyan", "-": "red", "+": "green"}


def show_list(console: Console, folder: str, found: Sequence[FoundParser]) -> None:
    """Show a row per parser, then those that cannot be used."""
    if not found:
        console.print(Text(f"{folder}: no parsers there; an ingest learns and keeps them"), soft_wrap=True)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    longest = max(len(each.place.name) for each in found)
    table.add_column("parser", overflow="fold", min_width=min(longest, WIDEST_NAME))
    for name in ("sections", "types", "coverage", "samples"):
        table.add_column(name, justify="right")
    table.add_column("learned", overflow="fold")
    for parser in filter(None, (each.parser for each in found)):
        origin = [Text(_learned(parser))]
        if parser.model not in (BUILTIN, SHIPPED):
            origin.append(Text(_spent(parser), "dim"))
        if parser.edited:
            origin.append(Text(f"edited: {', '.join(parser.edited)}", "yellow"))
        table.add_row(
            Group(Text(parser.name, "bold"), Text(parser.kind, "dim")),
            str(len(sections_of(parser)) or "-"),
            str(len(types_of(parser))),
            "-" if parser.model == BUILTIN else f"{parser.coverage:.1%}",
            str(len(parser.samples)),
            Group(*origin),
        )
    if table.row_count:
        console.print(table)
    for each in found:
        if not each.parser:
            console.print(Text(f"broken: {each.reason}", style="red"), soft_wrap=True)


def _learned(parser: Parser) -> str:
    if parser.model == SHIPPED:
        rows = parser.learning.get("rows_on_top", 0)
        return f"ships as {parser.learning.get('shipped')}" + (
            f", {rows} rows learned on top" if rows else ""
        )
    by = "without a model" if parser.model == BUILTIN else f"by {parser.model}"
    return f"{parser.learning.get('learned', '')} {by}".lstrip()


def _spent(parser: Parser) -> str:
    usage = parser.learning.get("usage", {})
    if not usage:
        return "use not recorded"
    cost = usage.get("cost_usd")
    price = "price not known" if cost is None else f"{cost:.2f} USD"
    replayed = usage.get("replayed_calls", 0)
    again = f" and {replayed} replayed" if replayed else ""
    return f"{usage.get('calls', 0)} calls{again}, {tokens_of(usage):,} tokens, {price}"


def show_parser(console: Console, parser: Parser) -> None:
    """Show how a parser was learned, and what it reads."""
    console.print(_facts(parser))
    stages = parser.learning.get("stages", [])
    if stages:
        console.print(_stages(stages))
    for stage in stages:
        for failure in stage.get("failures", []):
            console.print(Text(f"failed: {stage['stage']}: {failure}", style="red"))
    types = types_of(parser)
    shown: set[str] = set()
    for name, (description, own) in sections_of(parser).items():
        read = "" if name in section_names(parser) else " (nothing reads it)"
        console.print(Text(f"\n{name}{read}", "bold magenta"))
        console.print(Padding(Text(description), (0, 0, 0, 2)))
        _show_types(console, {each: types.get(each, {}) for each in own})
        shown.update(own)
    others = {name: fields for name, fields in types.items() if name not in shown}
    if others:
        console.print(Text("\nentity types" + (" of no section" if shown else ""), "bold magenta"))
        _show_types(console, others)
    if not parser.parts and parser.format == PARSER_FORMAT:
        console.print(Text("\ntables", "bold magenta"))
        show_code(console, parser.source, "python")


def _facts(parser: Parser) -> Table:
    learning = parser.learning
    facts: dict[str, str | Text] = {
        "parser": f"{parser.name} ({parser.kind})",
        "learned": _learned(parser),
        "used": "" if parser.model in (BUILTIN, SHIPPED) else _spent(parser),
        "coverage": "" if parser.model == BUILTIN else f"{parser.coverage:.2%} of what it was learned from",
        "samples": _few(parser.samples, MOST_SAMPLES),
        "tokens by": str(learning.get("tokenizer", "")),
        "prompts": str(learning.get("prompts_sha256", ""))[:12],
        "sandbox": str(learning.get("sandbox", "")),
        "edited": Text(", ".join(parser.edited), "yellow"),
        "written": ""
        if parser.format == PARSER_FORMAT
        else "by an older version: the code that reads is part of it",
        "sources": ", ".join(section_names(parser)) + "  (--section prints one)",
    }
    return facts_table({name: value for name, value in facts.items() if value})


def _stages(stages: Sequence[Mapping[str, Any]]) -> Table:
    table = Table("stage", header_style="dim")
    names = ("samples", "calls", "skipped", "retries", "failures")
    for name in names:
        table.add_column(name, justify="right")
    for stage in stages:
        counts = [stage.get(name, 0) for name in names]
        table.add_row(
            Text(str(stage.get("stage", "")), overflow="fold"),
            *(str(len(count) if isinstance(count, list) else count) for count in counts),
        )
    return table


def _show_types(console: Console, types: Mapping[str, Mapping[str, Mapping[str, object]]]) -> None:
    """Show each type with its properties; show those that all have once."""
    shared = set.intersection(*(set(fields) for fields in types.values())) if len(types) > 2 else set()
    if shared:
        first = next(iter(types.values()))
        every = {name: described for name, described in first.items() if name in shared}
        console.print(Padding(Text("each: ", "dim") + _fields(every), (0, 0, 0, INDENT)))
    for name, fields in types.items():
        own = {each: described for each, described in fields.items() if each not in shared}
        line = Text(name, "bold") + (Text(": ") + _fields(own) if own else Text(""))
        console.print(Padding(line, (0, 0, 0, INDENT)))


def _fields(fields: Mapping[str, Mapping[str, object]]) -> Text:
    """Write properties, and the types of those that are no strings."""
    text = Text()
    for number, (name, described) in enumerate(fields.items()):
        text.append(", " if number else "")
        text.append(name)
        kind = described.get("type", "string")
        names = " or ".join(map(str, kind)) if isinstance(kind, list) else str(kind)
        text.append("" if names == "string" else f" {names}", "cyan")
    return text


def show_code(console: Console, text: str, language: Literal["python", "json"]) -> None:
    """Print a source or a schema: with colours on a terminal, else as it is."""
    if not console.is_terminal:
        console.file.write(text if text.endswith("\n") else text + "\n")
        return
    console.print(
        Syntax(
            text,
            language,
            theme="ansi_dark",
            line_numbers=language == "python",
            word_wrap=True,
            background_color="default",
        )
    )


def show_diff(console: Console, lines: Sequence[str]) -> None:
    """Print a diff as it is, in colours where the console has them."""
    for line in lines:
        style = next((style for sign, style in DIFF_STYLES.items() if line.startswith(sign)), "")
        console.print(Text(line, style), soft_wrap=True)


def show_verification(console: Console, outcome: VerifyOutcome) -> None:
    """Show what every parser explains, what is wrong with it, and the files that none fits."""
    found = outcome.found
    for each in found.parsers:
        _show_parser(console, each)
    messages = [(f"no parser fits {unfit.path}: {unfit.reason}", "red") for unfit in found.unfit]
    messages += [(f"prose, searched and not parsed: {path}", "dim") for path in found.prose]
    messages += [(f"passed over: {one.path}: {one.reason}", "yellow") for one in outcome.passed_over]
    messages += [(f"broken: {reason}", "red") for reason in outcome.broken]
    for text, style in messages:
        console.print(Text(text, style), soft_wrap=True)


def _show_parser(console: Console, each: VerifiedParser) -> None:
    verdict = Text("wrong", "red") if each.wrong else Text("fine", "green")
    console.print(Text(f"{each.parser.name}: ", "bold") + verdict)
    if each.parser.edited:
        console.print(Text(f"  run as edited: {', '.join(each.parser.edited)}", "yellow"))
    console.print(Padding(_files(each), (0, 0, 0, 2)))
    for failure in each.failures:
        times = f" ({failure.count} times)" if failure.count > 1 else ""
        text = Text(f"fails [{failure.section}]{times}: ", "red") + Text(failure.reason)
        console.print(Padding(text, (0, 0, 0, 2)))
        if failure.lines:
            console.print(Padding(Text("with as little as", "dim"), (0, 0, 0, 4)))
        for line in failure.lines[:MOST_LINES]:
            console.print(Text(f"    {place(line)}  ", "magenta") + Text(line.text), soft_wrap=True)
    for finding in each.findings:
        where = ", ".join(map(place, finding.lines)) + (", ..." if finding.count > len(finding.lines) else "")
        words = finding.wrong, finding.section and f"[{finding.section}]", finding.about
        head = " ".join(filter(None, words))
        console.print(Padding(Text(f"{head} ({finding.count}): ", "red") + Text(finding.text), (0, 0, 0, 2)))
        console.print(Padding(Text(f"at {where}", "dim"), (0, 0, 0, 4)))
    pairs = [pair for file in each.files for pair in zip(file.unexplained, file.sections, strict=True)]
    _show_lines(console, "not explained", pairs)
    last = [(line, "") for file in each.files for line in file.last_resort]
    _show_lines(console, "explained by the last resort only", last)
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


def _show_lines(console: Console, title: str, lines: Sequence[tuple[SourceLine, str]]) -> None:
    if not lines:
        return
    console.print(Padding(Text(f"{title} ({len(lines):,}):", "yellow"), (0, 0, 0, 2)))
    for line, section in lines[:MOST_LINES]:
        head = Text(f"    {place(line)}{f' [{section}]' if section else ''}  ", "magenta")
        console.print(head + Text(line.text.strip()), overflow="ellipsis", no_wrap=True)
    if len(lines) > MOST_LINES:
        console.print(Text(f"    and {len(lines) - MOST_LINES:,} more (--json has all)", "dim"))


def _show_unused(console: Console, each: VerifiedParser) -> None:
    """Tell what the files had nothing for, which may be right; types with the same fields together."""
    together: dict[tuple[str, ...], list[str]] = {}
    for kind, fields in each.never_filled:
        together.setdefault(fields, []).append(kind)
    for fields, types in together.items():
        message = f"never filled: {_few(fields)} of {_few(types)}"
        console.print(Padding(Text(message, "dim"), (0, 0, 0, 2)))
    if each.never_seen:
        console.print(Padding(Text(f"never seen: {_few(each.never_seen)}", "dim"), (0, 0, 0, 2)))


def _few(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Write the first few names, and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
