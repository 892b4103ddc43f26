"""A draft of an answer, and its text: as many statements and citation marks as fit. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from agent.records import Reading
from graph_store.records import Cell, SourceLine
from reading.spoken_names import label_words, plural, singular

# Cells and column names as words.


HIDDEN = frozenset({"id", "labels", "document", "ordinal", "search_text", "path", "first_line", "type"})
IDENTITIES = frozenset({"key", "name"})


def bare(column: str) -> str:
    """Return a column's name without its variable: "e.key" is "key"."""
    return column.rpartition(".")[2].strip("`")


def column_words(column: str) -> str:
    """Say a column's name: "e.ip_address" is "ip address"."""
    return bare(column).replace("_", " ").strip()


def show_cell(cell: Cell) -> str:
    """Say one value; nothing for null."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else f"{cell:.10g}"
    if isinstance(cell, Mapping):
        return _show_node(cell)
    if isinstance(cell, Sequence) and not isinstance(cell, str):
        return ", ".join(filter(None, map(show_cell, cell)))
    return str(cell)


def _show_node(node: Mapping[str, Cell]) -> str:
    key, device = show_cell(node.get("key") or node.get("name")), show_cell(node.get("device"))
    properties = ", ".join(
        f"{column_words(name)} {show_cell(cell)}"
        for name, cell in node.items()
        if name not in HIDDEN | IDENTITIES | {"device"} and cell is not None
    )
    head = " ".join(filter(None, [show_cell(node.get("type")), key, f"on {device}" if device else ""]))
    return f"{head} ({properties})" if properties and head else head or properties


def shorten_inside(text: str, longest: int) -> str:
    """Leave out the middle of a long text: texts that begin alike may end in what tells them apart."""
    if len(text) <= longest:
        return text
    end = longest // 3
    return f"{text[: longest - end].rstrip()} … {text[-end:].lstrip()}"


def subject_words(reading: Reading) -> str:
    """Say what a question is about."""
    return label_words(reading.subject)


def counted(number: int, noun: str) -> str:
    """Say how many: "1 interface", "1,969 lines"."""
    return f"{number:,} {singular(noun) if number == 1 else plural(noun)}"


def say_failed(errors: Sequence[str]) -> str:
    """Say that the queries failed, and why."""
    reason = errors[-1].strip().splitlines()[0] if errors and errors[-1].strip() else "no reason was given"
    return f"No answer: the query failed ({reason[:300]})."


# The marks behind statements: `[a.cfg:51,54; b.cfg:7]`, with first, last and total where there are many.


def mark_lines(lines: Sequence[SourceLine], total: int, most: int) -> str:
    """Write the mark of `lines`, at most `most` of them; `total` counts those that are not given, too."""
    if not lines or most < 1:
        return ""
    if total <= most and len(lines) <= most:
        files = groupby(lines, lambda line: line.path)
        marks = (f"{path}:{','.join(str(line.number) for line in same)}" for path, same in files)
        return f"[{'; '.join(marks)}]"
    first, last = lines[0], lines[-1]
    end = ""
    if most > 1 and len(lines) > 1:
        end = f" … {last.number}" if last.path == first.path else f" … {last.path}:{last.number}"
    return f"[{first.path}:{first.number}{end}, {total:,} lines]"


def in_file_order(lines: Iterable[SourceLine]) -> tuple[SourceLine, ...]:
    """Return each line once, sorted by its file and number."""
    found = {(line.path, line.number): line for line in lines}
    return tuple(found[place] for place in sorted(found))


# The draft, and its text.


MOST_CHARACTERS = 1400
MARK_SIZES = (4, 2, 1)
ROOM_FOR_MARK = 300
GATHERED_MARK = 6
ONE_PARAGRAPH = 200
MANY_NAMES, SHORT_NAME = 12, 30
"""More names than so many, each so short, with one mark for all of them, are one paragraph."""
FEW = 3
SAMPLED = 12
MOST_VALUES = 12
MOST_SAMPLED = 5


@dataclass(frozen=True, slots=True)
class DraftStatement:
    """One thing that is said, with the lines behind it.

    Of a `counted` one among others, the first line stands for all when there are many; of one of an `overview` a few
    first lines do. The lines of one `within` others are among theirs.
    """

    text: str
    lines: tuple[SourceLine, ...]
    total: int
    counted: bool = False
    overview: bool = False
    within: bool = False


@dataclass(frozen=True, slots=True)
class StatementGroup:
    """Statements that belong together, behind a common prefix."""

    prefix: str
    statements: tuple[DraftStatement, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be said. `total` counts the rows there are; more than the statements' when some were left out."""

    lead: str
    groups: tuple[StatementGroup, ...]
    shown_rows: int
    total_rows: int | None

    @property
    def statements(self) -> tuple[DraftStatement, ...]:
        """Return all statements in order."""
        return tuple(statement for group in self.groups for statement in group.statements)


@dataclass(frozen=True, slots=True)
class Written:
    """The text, and the lines that its statements stand on."""

    text: str
    lines: tuple[SourceLine, ...]


def write_drafts(drafts: Sequence[Draft]) -> list[Written]:
    """Write several drafts into one room; beside an overview, only the first of many values are counted."""
    if any(one.overview for draft in drafts for one in draft.statements):
        counts = [sum(one.counted and not one.overview for one in draft.statements) for draft in drafts]
        drafts = [
            _shorten(draft, MOST_VALUES) if count > MOST_VALUES else draft
            for draft, count in zip(drafts, counts, strict=True)
        ]
    written: dict[int, Written] = {}
    left = MOST_CHARACTERS
    for place in sorted(range(len(drafts)), key=lambda place: len(_text(drafts[place], 1))):
        written[place] = write_draft(drafts[place], left // (len(drafts) - len(written)))
        left -= len(written[place].text)
    return [written[place] for place in range(len(drafts))]


def write_draft(draft: Draft, room: int = MOST_CHARACTERS) -> Written:
    """Write a draft with the fullest marks that fit; then with one mark for all; then with fewer statements."""
    for size in MARK_SIZES:
        text = _text(draft, size)
        if len(text) <= room:
            return Written(text, _lines(draft.statements))
    count = max(1, len(draft.statements))
    while True:
        part = _shorten(draft, count)
        text = _text(part, 0)
        if len(text) <= room:
            return Written(text, _lines(part.statements))
        if count == 1:
            break
        count -= max(1, count // 12)
    longest = room - ROOM_FOR_MARK
    groups = tuple(
        replace(
            group,
            statements=tuple(
                replace(one, text=f"{one.text[:longest].rstrip()}…") for one in group.statements
            ),
        )
        for group in part.groups
    )
    return Written(_text(replace(part, groups=groups), 0), _lines(part.statements))


def _shorten(draft: Draft, count: int) -> Draft:
    if count == len(draft.statements):
        return draft
    groups: list[StatementGroup] = []
    left = count
    for group in draft.groups:
        if left > 0:
            groups.append(StatementGroup(group.prefix, group.statements[:left]))
        left -= len(group.statements)
    return Draft(draft.lead, tuple(groups), count, max(draft.total_rows or 0, len(draft.statements)))


def _text(draft: Draft, mark_size: int) -> str:
    items = _items(draft, mark_size)
    are_names = not mark_size and len(items) > MANY_NAMES and max(map(len, items)) <= SHORT_NAME
    listed = len(items) > 1 and sum(map(len, items)) > ONE_PARAGRAPH and not are_names
    text = "\n- ".join([draft.lead, *items]).strip() if listed else f"{draft.lead} {'; '.join(items)}".strip()
    if not mark_size:
        lines = _lines(draft.statements)
        text = (
            f"{text} {mark_lines(lines, max(len(lines), _total(draft.statements)), GATHERED_MARK)}".rstrip()
        )
    if draft.total_rows is None:
        text += f" (showing the first {draft.shown_rows})"
    elif draft.total_rows > draft.shown_rows:
        text += f" (showing {draft.shown_rows} of {draft.total_rows:,})"
    return text if listed else f"{text}."


def _items(draft: Draft, mark_size: int) -> list[str]:
    """Return what stands on a line of its own in a long answer: each group, or each of many statements of one."""
    several = len(draft.statements) > 1
    marked = [
        [f"{one.text} {_mark(one, mark_size, several)}".strip() for one in group.statements]
        for group in draft.groups
    ]
    if len(draft.groups) == 1 and not draft.groups[0].prefix and len(draft.statements) > FEW:
        return marked[0]
    return [
        f"{group.prefix}: {', '.join(said)}" if group.prefix else ", ".join(said)
        for group, said in zip(draft.groups, marked, strict=True)
    ]


def _total(statements: Sequence[DraftStatement]) -> int:
    """Count the lines behind statements: those that several share once, as far as the kept ones tell."""
    apart = [one for one in statements if not one.within] or list(statements)
    shared = sum(len(set(one.lines)) for one in apart) > len({line for one in apart for line in one.lines})
    return max(one.total for one in apart) if shared else sum(one.total for one in apart)


def _mark(statement: DraftStatement, mark_size: int, several: bool) -> str:
    most = min(mark_size, 1) if _is_sampled(statement, several) else mark_size
    return mark_lines(statement.lines, statement.total, most)


def _is_sampled(statement: DraftStatement, several: bool) -> bool:
    """Tell whether a few first lines stand for all that were counted."""
    many = statement.total > MARK_SIZES[0]
    return many and statement.counted and (several or statement.overview)


def _lines(statements: Sequence[DraftStatement]) -> tuple[SourceLine, ...]:
    """Return what an answer cites: all kept lines of a list, of each of several counts the first one.

    In an overview SAMPLED lines are shared out by size: at least one and at most MOST_SAMPLED for each count.
    """
    several = len(statements) > 1
    viewed = sum(one.total for one in statements if one.overview)
    cited: list[SourceLine] = []
    for one in statements:
        share = min(MOST_SAMPLED, SAMPLED * one.total // viewed) if one.overview else 1
        cited += one.lines[: max(1, share)] if _is_sampled(one, several) else one.lines
    return in_file_order(cited)
