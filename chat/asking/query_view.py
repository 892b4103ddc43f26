"""Shows a query with its rows and its time, and the schema, as Markdown. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from agent.records import Outcome, Query, Row
from agent.render.draft import column_words, show_cell
from agent.secrets.mask_secrets import SecretMask
from chat.words.markdown import show_cell_text, show_code, show_plain
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
    shown = outcome.rows[:MOST_ROWS]
    lines = [_line([column_words(column) for column in columns]), "|" + "---|" * len(columns)]
    lines += [_line(_cells(row, columns)) for row in shown]
    left_out = (outcome.total_rows or len(outcome.rows)) - len(shown)
    more = f"\n\n{say('rows.more', shown=len(shown), left=left_out)}" if left_out > 0 else ""
    return "\n".join(lines) + more


def _cells(row: Row, columns: Sequence[str]) -> list[str]:
    return [show_cell(row.values.get(column)) for column in columns]


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(show_cell_text(_short(cell)) for cell in cells) + " |"


def _short(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + "…"


# What `/schema` says: the entity types of the graph with their properties, and one of them in full. Pure.


MOST_TYPES = 30
MOST_PROPERTIES = 6
MOST_RELATIONS = 15
MOST_EXAMPLES = 3
LONGEST_EXAMPLE = 40


def show_schema(description: Description, asked: str = "", mask: SecretMask | None = None) -> str:
    """Show all types with a few properties each; or the one that is asked for, with examples, secrets masked."""
    if not description.labels:
        return say("schema.empty")
    if not asked:
        return f"{_types(description)}\n\n{_relations(description.relations)}".strip()
    by_name = {label.name.lower(): label for label in description.labels}
    label = by_name.get(asked.lower().replace(" ", ""))
    if label is not None:
        return _one_type(label, description, mask or SecretMask())
    near = [by_name[one].name for one in get_close_matches(asked.lower(), by_name, n=4, cutoff=0.5)]
    also = [say("schema.near", names=", ".join(map(show_plain, near)))] if near else []
    return " ".join([say("schema.unknown", name=show_plain(asked)), *also])


def _types(description: Description) -> str:
    labels = sorted(description.labels, key=lambda label: (-label.count, label.name))
    rows = [
        f"| {show_cell_text(label.name)} | {label.count:,} | {_some(label.properties)} |"
        for label in labels[:MOST_TYPES]
    ]
    left_out = len(labels) - len(rows)
    more = f"\n\n{say('schema.more_types', left=left_out)}" if left_out else ""
    table = "\n".join([say("schema.types_head"), "|---|---|---|", *rows])
    return f"{table}{more}\n\n{say('schema.hint')}"


def _some(properties: Sequence[PropertyDescription]) -> str:
    names = [one.name for one in sorted(properties, key=lambda one: -one.count)]
    return say_some(names, MOST_PROPERTIES, show_cell_text)


def _relations(relations: Sequence[tuple[str, str, str, int]]) -> str:
    if not relations:
        return ""
    ordered = sorted(relations, key=lambda one: -one[3])
    rows = [
        f"| {show_cell_text(start)} | {show_cell_text(kind)} | {show_cell_text(end)} | {count:,} |"
        for start, kind, end, count in ordered[:MOST_RELATIONS]
    ]
    left_out = len(ordered) - len(rows)
    more = f"\n\n{say('schema.more_relations', left=left_out)}" if left_out else ""
    return "\n".join([say("schema.relations_head"), "|---|---|---|---|", *rows]) + more


def _one_type(label: LabelDescription, description: Description, mask: SecretMask) -> str:
    under = [say("schema.under", parents=", ".join(map(show_plain, label.parents)))] if label.parents else []
    name = say("schema.one_type", name=show_plain(label.name), entities=label.count)
    heading = ", ".join([name, *under])
    rows = [
        f"| {show_cell_text(one.name)} | {', '.join(one.kinds)} | {one.count:,} | {_examples(one, label.name, mask)} |"
        for one in sorted(label.properties, key=lambda one: -one.count)
    ]
    table = "\n".join([say("schema.properties_head"), "|---|---|---|---|", *rows])
    relations = [one for one in description.relations if label.name in (one[0], one[2])]
    return "\n\n".join(filter(None, [heading, table, _relations(relations)]))


def _examples(one: PropertyDescription, label: str, mask: SecretMask) -> str:
    """Show the commonest values; what a name is of tells whether it is a secret."""
    told = label if one.name == "key" else one.name
    rows = tuple(Row({told: example}, (), 0) for example in one.examples[:MOST_EXAMPLES])
    shown = [show_cell(row.values[told]) for row in mask.shown(Outcome(Query("cypher", ""), rows)).rows]
    return ", ".join(show_cell_text(_short_list(text)) for text in shown)


def _short_list(text: str) -> str:
    return text if len(text) <= LONGEST_EXAMPLE else f"{text[:LONGEST_EXAMPLE]}…"
