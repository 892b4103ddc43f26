"""What a person reads of `wirelore parsers list` and `wirelore parsers show`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from command_line.find_parsers import FoundParser, section_names
from command_line.parsers_json import sections_of, tokens_of, types_of
from ingest.records import Parser

BUILTIN = "builtin"
MOST_SAMPLES = 8
INDENT = 4
WIDEST_NAME = 34


def show_list(console: Console, folder: str, found: Sequence[FoundParser]) -> None:
    """Show a row per parser, then those that cannot be used."""
    if not found:
        console.print(Text(f"{folder}: no parsers there; an ingest learns and keeps them"), soft_wrap=True)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    longest = max(len(each.name) for each in found)
    table.add_column("parser", overflow="fold", min_width=min(longest, WIDEST_NAME))
    for name in ("sections", "types", "coverage", "samples"):
        table.add_column(name, justify="right")
    table.add_column("learned", overflow="fold")
    for each in found:
        if each.parser:
            table.add_row(*_row(each.parser))
    if table.row_count:
        console.print(table)
    for each in found:
        if not each.parser:
            console.print(Text(f"broken: {each.reason}", style="red"), soft_wrap=True)


def _row(parser: Parser) -> Sequence[RenderableType]:
    sections = len(sections_of(parser))
    name: list[RenderableType] = [Text(parser.name, "bold"), Text(parser.kind, "dim")]
    told: list[RenderableType] = [Text(_learned(parser))]
    if parser.model != BUILTIN:
        told.append(Text(spent(parser), "dim"))
    if parser.edited:
        told.append(Text(f"edited: {', '.join(parser.edited)}", "yellow"))
    return (
        Group(*name),
        str(sections or "-"),
        str(len(types_of(parser))),
        "-" if parser.model == BUILTIN else f"{parser.coverage:.1%}",
        str(len(parser.samples)),
        Group(*told),
    )


def _learned(parser: Parser) -> str:
    by = "without a model" if parser.model == BUILTIN else f"by {parser.model}"
    return " ".join(filter(None, (str(parser.learning.get("learned", "")), by)))


def spent(parser: Parser) -> str:
    """Say what learning used of a model."""
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
    told: set[str] = set()
    for name, (description, own) in sections_of(parser).items():
        read = "" if name in section_names(parser) else " (nothing reads it)"
        console.print(Text(f"\n{name}{read}", "bold magenta"))
        console.print(Padding(Text(description), (0, 0, 0, 2)))
        _show_types(console, {each: types.get(each, {}) for each in own})
        told.update(own)
    others = {name: fields for name, fields in types.items() if name not in told}
    if others:
        console.print(Text("\nentity types" + (" of no section" if told else ""), "bold magenta"))
        _show_types(console, others)


def _facts(parser: Parser) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    samples = list(parser.samples)
    more = f" and {len(samples) - MOST_SAMPLES} more" if len(samples) > MOST_SAMPLES else ""
    learning = parser.learning
    facts = {
        "parser": f"{parser.name} ({parser.kind})",
        "learned": _learned(parser),
        "used": "" if parser.model == BUILTIN else spent(parser),
        "coverage": "" if parser.model == BUILTIN else f"{parser.coverage:.2%} of what it was learned from",
        "samples": ", ".join(samples[:MOST_SAMPLES]) + more,
        "tokens by": str(learning.get("tokenizer", "")),
        "prompts": str(learning.get("prompts_sha256", ""))[:12],
        "sandbox": str(learning.get("sandbox", "")),
        "edited": ", ".join(parser.edited),
        "sources": ", ".join(section_names(parser)) + "  (--section prints one)",
    }
    for name, value in facts.items():
        if value:
            table.add_row(Text(name, "dim"), Text(value, "yellow" if name == "edited" else ""))
    return table


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
    """Show each type with its properties; those that all have are told once."""
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
    """Write properties with their types, where they are no strings."""
    told = Text()
    for number, (name, described) in enumerate(fields.items()):
        told.append(", " if number else "")
        told.append(name)
        kind = described.get("type", "string")
        names = " or ".join(map(str, kind)) if isinstance(kind, list) else str(kind)
        told.append("" if names == "string" else f" {names}", "cyan")
    return told


def show_source(console: Console, source: str) -> None:
    """Print a source, with colours and line numbers on a terminal, and as it is elsewhere."""
    _show_code(console, source, "python", numbers=True)


def show_schema(console: Console, schema: Mapping[str, Any]) -> None:
    """Print a schema like a source."""
    _show_code(console, json.dumps(schema, indent=1, ensure_ascii=False), "json", numbers=False)


def _show_code(console: Console, text: str, language: str, numbers: bool) -> None:
    if console.is_terminal:
        shown = Syntax(
            text,
            language,
            theme="ansi_dark",
            line_numbers=numbers,
            word_wrap=True,
            background_color="default",
        )
        console.print(shown)
    else:
        console.file.write(text if text.endswith("\n") else text + "\n")
