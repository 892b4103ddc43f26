"""Shows a query with its rows and its time, and the schema, as Markdown. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from agent.records import Outcome, Query
from agent.render.draft import column_words, mark_lines, show_cell
from chat.evidence.citation_links import link_citations
from chat.words.markdown import cut_text, show_cell_text, show_code, show_plain, show_table
from chat.words.say import say, say_number, say_some
from graph_store.records import Description, LabelDescription, PropertyDescription

MOST_ROWS = 10
MOST_CHARACTERS = 100
SEARCH = "q"


def write_query(query: Query) -> str:
    """Write the statement with its parameters as comments; of a text search, the Lucene query alone."""
    if query.kind == "lucene" and SEARCH in query.parameters:
        return str(query.parameters[SEARCH])
    values = "\n".join(f"// ${name} = {_value(value)}" for name, value in query.parameters.items())
    return f"{query.statement}\n{values}".strip()


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def show_queries(queries: Sequence[Query]) -> str:
    """Show queries, each in a code block of its language."""
    return "\n\n".join(show_code(write_query(query), query.kind) for query in queries)


def say_rows(outcome: Outcome) -> str:
    """Say how many rows came: "3 rows", "50 of 698 rows", "failed"."""
    if outcome.error:
        return say("rows.failed")
    shown = len(outcome.rows)
    if not outcome.cut:
        return say_number("count.row", shown)
    total = outcome.total_rows
    return say("rows.part", shown=shown, total=total) if total else say("rows.part_of_more", shown=shown)


def say_seconds(seconds: float) -> str:
    """Say how long it took: "8 ms", "1.2 s"."""
    if seconds < 1:
        return say("count.milliseconds", number=seconds * 1000)
    return say("count.seconds", number=seconds)


def show_outcome(outcome: Outcome) -> str:
    """Show the rows as a table, or the graph's complaint."""
    if outcome.error:
        return show_code(outcome.error.strip())
    if not outcome.rows:
        return say("rows.none")
    columns = list(outcome.rows[0].values)
    shown = [[row.values.get(column) for column in columns] for row in outcome.rows[:MOST_ROWS]]
    table = show_table(
        [_short(column_words(column)) for column in columns],
        [[_short(show_cell(cell)) for cell in cells] for cells in shown],
    )
    return table + say_left_out(outcome, len(shown))


def say_left_out(outcome: Outcome, shown: int) -> str:
    """Say how many rows are not shown, in a paragraph of its own; "" where all are."""
    left_out = (outcome.total_rows or len(outcome.rows)) - shown
    return f"\n\n{say('rows.more', shown=shown, left=left_out)}" if left_out > 0 else ""


def _short(text: str) -> str:
    return show_cell_text(cut_text(text, MOST_CHARACTERS))


# What `/schema` says: the entity types of the graph with their properties, and one of them in full. Pure.


MOST_TYPES = 30
MOST_PROPERTIES = 6
MOST_RELATIONS = 15
MOST_EXAMPLES = 3
LONGEST_EXAMPLE = 40


def show_schema(description: Description, asked: str = "") -> str:
    """Show all types with a few properties each; or the one that is asked for, with examples."""
    if not description.labels:
        return say("schema.empty")
    if not asked:
        return f"{_types(description)}\n\n{_relations(description.relations)}".strip()
    by_name = {label.name.lower(): label for label in description.labels}
    label = by_name.get(asked.lower().replace(" ", ""))
    if label is not None:
        return _one_type(label, description)
    near = get_close_matches(asked.lower(), by_name, n=4, cutoff=0.5)
    names = ", ".join(show_plain(by_name[one].name) for one in near)
    unknown = say("schema.unknown", name=show_plain(asked))
    return f"{unknown} {say('schema.near', names=names)}" if near else unknown


def _types(description: Description) -> str:
    labels = sorted(description.labels, key=lambda label: (-label.count, label.name))
    rows = []
    for label in labels[:MOST_TYPES]:
        names = [one.name for one in sorted(label.properties, key=lambda one: -one.count)]
        properties = say_some(names, MOST_PROPERTIES, show_cell_text)
        rows.append((show_cell_text(label.name), f"{label.count:,}", properties))
    left_out = len(labels) - len(rows)
    more = f"\n\n{say('schema.more_types', left=left_out)}" if left_out else ""
    return f"{show_table(say('schema.types_head'), rows)}{more}\n\n{say('schema.hint')}"


def _relations(relations: Sequence[tuple[str, str, str, int]]) -> str:
    if not relations:
        return ""
    shown = sorted(relations, key=lambda one: -one[3])[:MOST_RELATIONS]
    rows = [(*map(show_cell_text, names), f"{count:,}") for *names, count in shown]
    left_out = len(relations) - len(rows)
    more = f"\n\n{say('schema.more_relations', left=left_out)}" if left_out else ""
    return show_table(say("schema.relations_head"), rows) + more


def _one_type(label: LabelDescription, description: Description) -> str:
    heading = say("schema.one_type", name=show_plain(label.name), entities=label.count)
    if label.parents:
        heading += f", {say('schema.under', parents=', '.join(map(show_plain, label.parents)))}"
    rows = [
        (show_cell_text(one.name), ", ".join(one.kinds), f"{one.count:,}", _examples(one))
        for one in sorted(label.properties, key=lambda one: -one.count)
    ]
    table = show_table(say("schema.properties_head"), rows)
    relations = _relations([one for one in description.relations if label.name in (one[0], one[2])])
    return "\n\n".join(filter(None, [heading, table, relations]))


def _examples(one: PropertyDescription) -> str:
    """Show the commonest values."""
    shown = [show_cell(example) for example in one.examples[:MOST_EXAMPLES]]
    most = LONGEST_EXAMPLE
    return ", ".join(show_cell_text(text if len(text) <= most else f"{text[:most]}…") for text in shown)


MOST_LINES = 20


def show_by_hand(outcome: Outcome) -> str:
    """Show what was found, as Markdown: rows as a table, lines each with a link."""
    if outcome.error:
        return f"{say('by_hand.failed')}\n\n{show_code(outcome.error.strip())}"
    found = _list_lines(outcome) if outcome.query.kind == "lucene" and outcome.rows else show_outcome(outcome)
    return f"{found}\n\n*{say_rows(outcome)} · {say_seconds(outcome.seconds)}*"


def _list_lines(outcome: Outcome) -> str:
    """List the lines that a search found, best first; the rest is in the table."""
    shown = outcome.rows[:MOST_LINES]
    paths = {line.path for row in shown for line in row.lines}
    items = []
    for row in shown:
        mark = link_citations(mark_lines(row.lines[:1], 1, 1), paths, show_plain)
        items.append(f"- {mark} {show_plain(str(row.values.get('text', '')).strip())}")
    return "\n".join(items) + say_left_out(outcome, len(shown))
