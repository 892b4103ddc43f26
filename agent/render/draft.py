"""A draft of an answer, and its text: as many statements and marks as fit. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent.render.marks import mark_lines
from graph_store.records import SourceLine

MOST_CHARACTERS = 1400
MARK_SIZES = (4, 2, 1)
ROOM_FOR_MARK = 300
GATHERED_MARK = 6
ONE_PARAGRAPH = 200
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


def write_drafts(drafts: Sequence[Draft], room: int = MOST_CHARACTERS) -> list[Written]:
    """Write several drafts into one room: what a short one leaves is for the longer ones.

    Beside an overview of kinds, only the first MOST_VALUES of many values are counted.
    """
    if any(one.overview for draft in drafts for one in draft.statements):
        drafts = [_shorten(draft, MOST_VALUES) if _counts_many(draft) else draft for draft in drafts]
    written: dict[int, Written] = {}
    left = room
    for place in sorted(range(len(drafts)), key=lambda place: len(_text(drafts[place], 1))):
        written[place] = write_draft(drafts[place], left // (len(drafts) - len(written)))
        left -= len(written[place].text)
    return [written[place] for place in range(len(drafts))]


def _counts_many(draft: Draft) -> bool:
    values = [one for one in draft.statements if one.counted and not one.overview]
    return len(values) > MOST_VALUES


def write_draft(draft: Draft, room: int = MOST_CHARACTERS) -> Written:
    """Write a draft with the fullest marks that fit; then with one mark for all; then with fewer statements."""
    for size in MARK_SIZES:
        text = _text(draft, size)
        if len(text) <= room:
            return Written(text, _lines(draft.statements))
    for count in _fewer(len(draft.statements)):
        part = _shorten(draft, count)
        text = _text(part, 0)
        if len(text) <= room:
            return Written(text, _lines(part.statements))
    part = _cut_text(_shorten(draft, 1), room - ROOM_FOR_MARK)
    return Written(_text(part, 0), _lines(part.statements))


def _cut_text(draft: Draft, room: int) -> Draft:
    groups = tuple(
        StatementGroup(
            group.prefix, tuple(replace(one, text=f"{one.text[:room].rstrip()}…") for one in group.statements)
        )
        for group in draft.groups
    )
    return replace(draft, groups=groups)


def _fewer(count: int) -> Iterator[int]:
    while count > 1:
        yield count
        count = count - max(1, count // 12)
    yield 1


def _shorten(draft: Draft, count: int) -> Draft:
    groups: list[StatementGroup] = []
    left = count
    for group in draft.groups:
        if left > 0:
            groups.append(StatementGroup(group.prefix, group.statements[:left]))
        left -= len(group.statements)
    whole = count == len(draft.statements)
    return Draft(
        draft.lead,
        tuple(groups),
        draft.shown_rows if whole else count,
        draft.total_rows if whole else max(draft.total_rows or 0, len(draft.statements)),
    )


def _text(draft: Draft, mark_size: int) -> str:
    several = len(draft.statements) > 1
    items = _items(draft, mark_size, several)
    listed = len(items) > 1 and sum(map(len, items)) > ONE_PARAGRAPH
    text = "\n- ".join([draft.lead, *items]).strip() if listed else f"{draft.lead} {'; '.join(items)}".strip()
    gathered = "" if mark_size else _gathered(draft.statements)
    cut = ""
    if draft.total_rows is None:
        cut = f" (showing the first {draft.shown_rows})"
    elif draft.total_rows > draft.shown_rows:
        cut = f" (showing {draft.shown_rows} of {draft.total_rows:,})"
    end = "" if listed else "."
    return f"{text}{gathered}{cut}{end}"


def _items(draft: Draft, mark_size: int, several: bool) -> list[str]:
    """Return what stands on a line of its own in a long answer: each group, or each of many statements of one."""
    if len(draft.groups) == 1 and not draft.groups[0].prefix and len(draft.statements) > FEW:
        statements = draft.groups[0].statements
        return [f"{one.text} {_mark(one, mark_size, several)}".strip() for one in statements]
    return [_group_text(group, mark_size, several) for group in draft.groups]


def _group_text(group: StatementGroup, mark_size: int, several: bool) -> str:
    listed = ", ".join(f"{one.text} {_mark(one, mark_size, several)}".strip() for one in group.statements)
    return f"{group.prefix}: {listed}" if group.prefix else listed


def _gathered(statements: Sequence[DraftStatement]) -> str:
    lines = _lines(statements)
    mark = mark_lines(lines, max(len(lines), _total(statements)), GATHERED_MARK)
    return f" {mark}" if mark else ""


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
    found = {(line.path, line.number): line for line in cited}
    return tuple(found[place] for place in sorted(found))
