"""Shows the tables of an answer as Markdown; the page's script adds sorting, copying, bars and a file. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agent.records import AnswerTable
from agent.render.draft import show_cell
from agent.render.tables import FINDINGS, short_times
from chat.evidence.citation_links import write_link
from chat.words.markdown import cut_text, show_cell_text, show_plain, show_table
from chat.words.say import say
from graph_store.records import Cell, SourceLine

MOST_TABLES = 6
LONGEST_CELL = 240
LINES_CITED, FILES_CITED = 3, 3


def show_tables(tables: Sequence[AnswerTable]) -> str:
    """Write the tables under each other, each with its title, and with a link to the lines of each row."""
    return "\n\n".join(_show(table) for table in tables[:MOST_TABLES])


def _show(table: AnswerTable) -> str:
    kept = [at for at in range(len(table.columns)) if any(show_cell(row[at]) for row in table.rows)]
    is_cited = any(table.citations)
    head = [show_cell_text(table.columns[at]) or say("tables.group") for at in kept] + [
        say("tables.lines")
    ] * is_cited
    rows = [
        [_cell(row[at]) for at in kept] + [_link(cited)] * is_cited
        for row, cited in zip(short_times(table), table.citations, strict=True)
    ]
    return show_titled(table.title, head, rows, table.total)


def show_titled(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], total: int) -> str:
    """Write a table with its title, and how many of all its rows are shown; cells are Markdown."""
    called = say("tables.findings") if title == FINDINGS else show_plain(title)
    part = say("tables.part", shown=len(rows), total=total) if total > len(rows) else ""
    return "\n\n".join(filter(None, (f"**{called}**{part}", show_table(head, rows) if rows else "")))


def _cell(cell: Cell) -> str:
    return show_cell_text(cut_text(show_cell(cell), LONGEST_CELL))


def _link(cited: Sequence[SourceLine]) -> str:
    """Link the first lines, those of each file by themselves: what differs between two files shows both."""
    paths = list(dict.fromkeys(line.path for line in cited))[:FILES_CITED]
    return " ".join(_link_in(path, [one.number for one in cited if one.path == path]) for path in paths)


def _link_in(path: str, numbers: Sequence[int]) -> str:
    name, places = path.rpartition("/")[2], ",".join(map(str, numbers[:LINES_CITED]))
    return write_link(show_plain(f"{name}:{numbers[0]}"), f"{path}:{places}")
