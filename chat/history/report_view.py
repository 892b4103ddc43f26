"""Writes a conversation as a Markdown report: questions, answers, cited lines as they are now, statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from chat.asking.tables_view import show_titled
from chat.people.ways_in import BROWSER
from chat.words.markdown import show_cell_text, show_code
from chat.words.say import say, words_of
from conversations.records import CitedLine, Conversation, KeptTable, KeptTurn, RunStatement, digest
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from workspace.original_lines import read_texts

MOST_LINES = 200
MOST_READ = 10_000
State = Literal["", "changed", "gone"]
CHANGED: State = "changed"
GONE: State = "gone"


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """A cited line as it stands in the graph now; `state` is blank where it is as it was when it was cited."""

    path: str
    number: int
    text: str
    state: State = ""


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


def write_report(kept: Conversation, evidence: Evidence) -> str:
    """Write the report of a conversation that has turns."""
    user = kept.heading.user if not kept.heading.user.startswith(BROWSER) else ""
    begun = say("count.moment", time=kept.heading.begun[:16].replace("T", " "))
    facts = filter(None, ["Wirelore", begun, user, kept.heading.id])
    head = f"# {_one_line(kept.turns[0].question)}\n\n{' · '.join(facts)}"
    return "\n\n".join([head, *(_turn(kept, turn, evidence) for turn in kept.turns)]) + "\n"


def _turn(kept: Conversation, turn: KeptTurn, evidence: Evidence) -> str:
    tokens = say("report.tokens", number=turn.tokens) if turn.tokens else ""
    seconds, data = say("count.seconds", number=turn.seconds), say("report.data", graph=turn.graph)
    facts = (turn.status, turn.mode, turn.model, tokens, seconds, data)
    statements = "\n\n".join(map(_statement, turn.statements))
    parts = [
        f"## {turn.number}. {_one_line(turn.question)}",
        turn.answer.strip(),
        *map(_table, turn.tables if turn.status != "answered" else ()),
        _evidence(turn.citations or turn.close, evidence),
        f"### {say('report.statements')}\n\n{statements}" if statements else "",
        _judged(kept, turn),
        f"*{' · '.join(filter(None, facts))}*",
    ]
    return "\n\n".join(filter(None, parts))


def _table(table: KeptTable) -> str:
    """Write a table of data, with a line that each row rests on."""
    head = [*map(show_cell_text, table.columns), say("tables.lines")]
    rows = [
        [*map(show_cell_text, row), show_cell_text(place)]
        for row, place in zip(table.rows, table.places, strict=True)
    ]
    return show_titled(table.title, head, rows, table.total)


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
        drawn = []
        for line in lines:
            note = f"  <- {words_of('report.state')[line.state]}" if line.state else ""
            drawn.append(f"{line.number:>{width}}  {line.text}{note}")
        blocks.append(f"{path}\n\n{show_code(chr(10).join(drawn))}")
    left = len(places) - len(shown)
    more = [say("report.more_cited", left=left)] if left else []
    return "\n\n".join([f"### {say('report.evidence')}", *blocks, *more])


def _statement(one: RunStatement) -> str:
    if one.error:
        said = say("report.failed", reason=one.error)
    elif one.total:
        said = say("report.rows_of", rows=one.rows, total=one.total)
    else:
        said = say("report.rows", rows=one.rows)
    head = say("report.attempt", kind=one.kind, number=one.attempt, said=said)
    values = [f"// ${name} = {value!r}" for name, value in one.parameters.items()]
    return f"{head}\n\n{show_code(chr(10).join([one.text, *values]), one.kind)}"


def _judged(kept: Conversation, turn: KeptTurn) -> str:
    said = kept.verdict(turn.number)
    if said is None:
        return ""
    verdict = say("report.right" if said.verdict == "up" else "report.wrong")
    because = say("report.judged_because", verdict=verdict, comment=_one_line(said.comment))
    return because if said.comment else say("report.judged", verdict=verdict)


def _one_line(text: str) -> str:
    return " ".join(text.split())
