"""Writes a conversation as a Markdown report: questions, answers, cited lines as they are now, what commands showed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from conversations.records import CitedLine, Conversation, KeptTable, KeptTurn, RunStatement, digest
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from workspace.original_lines import read_texts

MOST_LINES = 200
MOST_READ = 10_000
CitationState = Literal["", "changed", "gone"]
CHANGED: CitationState = "changed"
GONE: CitationState = "gone"
NOTES: Mapping[CitationState, str] = {CHANGED: "changed since", GONE: "no longer loaded"}
BROWSER = "browser-"
"""How the name of a user begins who is only known as a browser."""
_LINK = re.compile(r"(?<!\\)\[((?:\\.|[^\[\]\\])*+)\]\(#(?:source|ask|map)=[^()\[\]\s]*+\)")
"""A link that only the page's script can follow."""
_TICKS = re.compile("`{3,}")
_BAR = r"\|"


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """A cited line as it stands in the graph now; `state` is blank where it is as it was when it was cited."""

    path: str
    number: int
    text: str
    state: CitationState = ""


Evidence = Mapping[CitedLine, EvidenceLine]


def read_evidence(kept: Conversation, graph: ReadableGraph) -> Evidence:
    """Read the cited lines as they are now, and tell which have changed. Raises GraphError."""
    cited: dict[str, dict[int, CitedLine]] = {}
    for turn in kept.turns:
        for place in (*turn.citations, *turn.close):
            cited.setdefault(place.path, {})[place.line] = place
    found: dict[CitedLine, SourceLine] = {}
    for path, places in cited.items():
        for number, text in read_texts(path, tuple(places), graph, MOST_READ).items():
            found[places[number]] = SourceLine(path, number, text)
    return {
        place: EvidenceLine(
            place.path, place.line, line.text, "" if digest(line.text) == place.digest else CHANGED
        )
        for place, line in found.items()
    }


@dataclass(frozen=True, slots=True)
class Aside:
    """What was written that is no question, as a command, and what that showed; `after` is the turn before."""

    after: int
    asked: str
    shown: str


def find_asides(messages: Iterable[tuple[bool, str, int]]) -> Iterator[Aside]:
    """Yield what stands beside the turns; a message is whether the person wrote it, its text, and the turn it is of."""
    after, asked = 0, ""
    for is_asked, text, turn in messages:
        if is_asked:
            asked = text
        elif turn:
            after = turn
        elif asked:
            yield Aside(after, asked, _LINK.sub(r"\1", text).replace("\\:", ":"))


def write_report(kept: Conversation, evidence: Evidence, asides: Sequence[Aside] = ()) -> str:
    """Write the report of a conversation, with what commands showed where they were given."""
    user = kept.heading.user if not kept.heading.user.startswith(BROWSER) else ""
    facts = filter(None, ["Wirelore", _moment(kept.heading.begun), user, kept.heading.id])
    first = next((turn.question for turn in kept.turns), "") or asides[0].asked
    parts = [f"# {_one_line(first)}", " · ".join(facts), *_asides(asides, 0)]
    for turn in kept.turns:
        parts += [_turn(kept, turn, evidence), *_asides(asides, turn.number)]
    return "\n\n".join(parts) + "\n"


def _asides(asides: Sequence[Aside], after: int) -> list[str]:
    return [f"## {_one_line(one.asked)}\n\n{one.shown.strip()}" for one in asides if one.after == after]


def _turn(kept: Conversation, turn: KeptTurn, evidence: Evidence) -> str:
    tokens = f"{turn.tokens:,} tokens" if turn.tokens else ""
    facts = (turn.status, turn.mode, turn.model, tokens, f"{turn.seconds:.1f} s", f"data {turn.graph}")
    statements = "\n\n".join(map(_statement, turn.statements))
    parts = [
        f"## {turn.number}. {_one_line(turn.question)}",
        turn.answer.strip(),
        *map(_table, turn.tables if turn.status != "answered" or turn.tokens else ()),
        _evidence(turn.citations or turn.close, evidence),
        f"### Statements\n\n{statements}" if statements else "",
        _judged(kept, turn),
        f"*{' · '.join(filter(None, facts))}*",
    ]
    return "\n\n".join(filter(None, parts))


def _table(table: KeptTable) -> str:
    """Write a table of data, with a line that each row rests on."""
    part = f" (the first {len(table.rows)} of {table.total:,})" if table.total > len(table.rows) else ""
    title = f"**{table.title[:1].upper()}{table.title[1:]}**{part}"
    if not table.rows:
        return title
    rows = [(*row, place) for row, place in zip(table.rows, table.places, strict=True)]
    lines = [_row((*table.columns, "lines")), "|" + "---|" * (len(table.columns) + 1), *map(_row, rows)]
    return "\n".join([title, "", *lines])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(_one_line(cell).replace('|', _BAR) for cell in cells)} |"


def _evidence(places: Sequence[CitedLine], evidence: Evidence) -> str:
    """Show the cited lines, file by file."""
    if not places:
        return ""
    shown = places[:MOST_LINES]
    found = [evidence.get(place, EvidenceLine(place.path, place.line, "", GONE)) for place in shown]
    blocks = []
    for path in dict.fromkeys(line.path for line in found):
        lines = sorted((line for line in found if line.path == path), key=lambda line: line.number)
        width = len(str(lines[-1].number))
        drawn = [
            f"{line.number:>{width}}  {line.text}" + (f"  <- {NOTES[line.state]}" if line.state else "")
            for line in lines
        ]
        blocks.append(f"{path}\n\n{_fence(drawn, 'text')}")
    left = len(places) - len(shown)
    return "\n\n".join(["### Evidence", *blocks, *[f"{left:,} more lines are cited."] * (left > 0)])


def _statement(one: RunStatement) -> str:
    rows = f"{one.rows} of {one.total} rows" if one.total else f"{one.rows} rows"
    said = f"failed: {one.error}" if one.error else rows
    values = [f"// ${name} = {value!r}" for name, value in one.parameters.items()]
    return f"{one.kind}, attempt {one.attempt}: {said}\n\n{_fence([one.text, *values], one.kind)}"


def _judged(kept: Conversation, turn: KeptTurn) -> str:
    said = kept.verdict(turn.number)
    if said is None:
        return ""
    because = f": {_one_line(said.comment)}" if said.comment else ""
    return f"Judged **{'right' if said.verdict == 'up' else 'wrong'}**{because}"


def _fence(lines: Sequence[str], language: str) -> str:
    """Fence lines as code, with more backticks than they hold."""
    text = "\n".join(lines)
    fence = "`" * max(3, *(len(run) + 1 for run in _TICKS.findall(text)), 3)
    return f"{fence}{language}\n{text}\n{fence}"


def _moment(time: str) -> str:
    return f"{time[:16].replace('T', ' ')} UTC"


def _one_line(text: str) -> str:
    return " ".join(text.split())
